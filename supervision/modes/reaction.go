package modes

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// When is the condition that leads from one stage of a reaction to the next.
type When uint8

// The conditions. The zero value is the condition of a first stage.
const (
	// AtOnce: the fault has occurred.
	AtOnce When = iota
	// AtRest: the joint has been at rest for the time After.
	AtRest
	// AfterTime: the time After has passed.
	AfterTime
	// StillThere: the previous stage did not help.
	StillThere
	// BrakeClosed: the closing time of the brake has passed.
	BrakeClosed
	// NoFeedback: the drive answers without a valid position.
	NoFeedback
	// Falling: the joint accelerates instead of slowing down.
	Falling
	// HardLimit: the drive reports that a hard limit is exceeded.
	HardLimit
	// Fallen: the robot has fallen. The detector of the fall requests mode off.
	Fallen
)

var whenTexts = [...]string{"", "at rest for %v", "after %v", "if that does not help", "once the brake is closed", "without a valid position", "at once if it falls",
	"beyond the hard limit", "once it has fallen"}

// Stage is a mode of a reaction, and the condition for it.
type Stage struct {
	Mode  messages.Mode
	When  When
	After time.Duration // of AtRest and AfterTime
}

// Reaction is the response of one joint to a class of faults.
type Reaction struct {
	// Stages are the modes in their order. The first one applies at once. Stages is empty if the
	// fault does not concern the joint, or if the joint stays with its controller.
	Stages []Stage
	// Keeps means that the joint stays in its mode and its own controller brings it to zero
	// velocity. If that controller caused the fault, the reaction to ActorFailed applies instead.
	Keeps bool
	// Grace is the number of periods within which a failed actor may restart before the first stage
	// applies.
	Grace int
	// Neighbours is the mode of the controller's other joints. Run means that they react as to a
	// fault of their own.
	Neighbours messages.Mode
	// Drive is the mode that the drive's firmware or watchdog enters by itself; run means none.
	// Alone means that only the drive can react.
	Drive messages.Mode
	Alone bool
	// Requires is what re-arm requires. AutoWithin is the longest stop from which a joint that
	// declares rearm: auto re-arms automatically; zero means none.
	Requires   Requirement
	AutoWithin time.Duration
	// Notes describes what controllers and hardware do in addition.
	Notes string
}

// Concerns reports whether the fault concerns the joint at all.
func (r *Reaction) Concerns() bool { return len(r.Stages) > 0 || r.Keeps }

// First returns the mode of the first stage, or run if there is no stage.
func (r *Reaction) First() messages.Mode {
	if len(r.Stages) == 0 {
		return messages.ModeRun
	}
	return r.Stages[0].Mode
}

// Stopping returns the first mode that stops, or run without one. It applies where commands cannot
// pass.
func (r *Reaction) Stopping() messages.Mode {
	for _, s := range r.Stages {
		if s.Mode.Stops() {
			return s.Mode
		}
	}
	return messages.ModeRun
}

// Next returns the first stage with the condition that is more severe than the mode, and whether
// there is one.
func (r *Reaction) Next(when When, from messages.Mode) (Stage, bool) {
	for _, s := range r.Stages {
		if s.When == when && s.Mode > from {
			return s, true
		}
	}
	return Stage{}, false
}

// String returns the reaction as the tables print it, such as "ramp_hold; brake at rest for 2s
// (acknowledge)".
func (r *Reaction) String() string {
	if !r.Concerns() {
		return "-"
	}
	var parts []string
	if r.Keeps {
		parts = append(parts, "run with zero velocity")
	}
	if r.Grace > 0 {
		parts = append(parts, fmt.Sprintf("run if it restarts within %d period", r.Grace))
	}
	for _, s := range r.Stages {
		text := s.Mode.String()
		if s.When != AtOnce {
			text += " " + s.when()
		}
		parts = append(parts, text)
	}
	if r.Neighbours != messages.ModeRun {
		parts = append(parts, "neighbours "+r.Neighbours.String())
	}
	switch {
	case r.Alone:
		parts = append(parts, "by the drive's own watchdog")
	case r.Drive != messages.ModeRun:
		parts = append(parts, "drive by itself: "+r.Drive.String())
	}
	if r.Notes != "" {
		parts = append(parts, r.Notes)
	}
	return strings.Join(parts, "; ") + " (" + r.left() + ")"
}

func (s *Stage) when() string {
	text := whenTexts[s.When]
	if strings.Contains(text, "%v") {
		return fmt.Sprintf(text, s.After)
	}
	return text
}

func (r *Reaction) left() string {
	text := r.Requires.Level.String()
	if r.Requires.Clean > 0 {
		text += fmt.Sprintf(" after %v without it", r.Requires.Clean)
	}
	if r.AutoWithin > 0 {
		text += fmt.Sprintf("; auto where declared, after at most %v", r.AutoWithin)
	}
	return text
}

package modes

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// When says what leads from one stage of a reaction to the next.
type When uint8

// The conditions. The zero value is that of a first stage.
const (
	// AtOnce: the fault itself.
	AtOnce When = iota
	// AtRest: the joint has rested for the stage's After.
	AtRest
	// AfterTime: so much time has passed, whatever the joint does.
	AfterTime
	// StillThere: the stage before has not helped.
	StillThere
	// BrakeClosed: the brake has had its time to close.
	BrakeClosed
	// NoFeedback: the drive answers, but does not know where the joint is.
	NoFeedback
	// Falling: the joint gets faster instead of slower.
	Falling
	// HardLimit: the drive itself tells of it.
	HardLimit
	// Fallen: the robot lies. Who finds that stops its joints with mode off.
	Fallen
)

var whenTexts = [...]string{"", "at rest for %v", "after %v", "if that does not help", "once the brake is closed", "without any position", "at once if it falls",
	"beyond the hard limit", "once it lies"}

// Stage is a mode that a joint goes to, and when.
type Stage struct {
	Mode  messages.Mode
	When  When
	After time.Duration // of AtRest and AfterTime
}

// Reaction is what a fault leads to for one joint.
type Reaction struct {
	// Stages begins with what the fault leads to at once. It is empty where the fault does not concern the joint, and where
	// the joint is kept.
	Stages []Stage
	// Keeps says that the joint's mode stays: its own controller keeps it, with a set-point of zero velocity. Where that
	// controller is what is late or wrong, it counts as failed.
	Keeps bool
	// Grace is how many periods an actor that failed may take to begin anew before the first stage.
	Grace int
	// Neighbours is what the other joints of the controller go to. Run: as they would for a fault of their own.
	Neighbours messages.Mode
	// Drive is what the drive does by itself: its firmware, or its watchdog. Run: nothing. Alone says that nobody else can.
	Drive messages.Mode
	Alone bool
	// Leave says how it is left. Resumes is the longest stop that a joint whose file says rearm: auto leaves by itself; zero
	// for none.
	Leave   Leave
	Resumes time.Duration
	// Beside is what controllers and hardware do beside the mode.
	Beside string
}

// Concerns reports whether the fault concerns the joint at all.
func (r *Reaction) Concerns() bool { return len(r.Stages) > 0 || r.Keeps }

// First is the mode that the fault leads to at once, run where there is none.
func (r *Reaction) First() messages.Mode {
	if len(r.Stages) == 0 {
		return messages.ModeRun
	}
	return r.Stages[0].Mode
}

// Stopping is the first mode of the reaction that stops, run where there is none: what counts where commands cannot pass.
func (r *Reaction) Stopping() messages.Mode {
	for _, s := range r.Stages {
		if s.Mode.Stops() {
			return s.Mode
		}
	}
	return messages.ModeRun
}

// Next is the stage that a condition leads to from a mode: the first more severe one. It returns false where there is none.
func (r *Reaction) Next(when When, from messages.Mode) (Stage, bool) {
	for _, s := range r.Stages {
		if s.When == when && s.Mode > from {
			return s, true
		}
	}
	return Stage{}, false
}

// String tells everything in the words of the tables: "ramp_hold; brake at rest for 2s (acknowledge)".
func (r *Reaction) String() string {
	if !r.Concerns() {
		return "-"
	}
	var parts []string
	if r.Keeps {
		parts = append(parts, "run with zero velocity")
	}
	if r.Grace > 0 {
		parts = append(parts, fmt.Sprintf("run if it begins anew within %d period", r.Grace))
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
		parts = append(parts, "the drive by itself "+r.Drive.String())
	}
	if r.Beside != "" {
		parts = append(parts, r.Beside)
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
	text := r.Leave.Class.String()
	if r.Leave.Clean > 0 {
		text += fmt.Sprintf(" after %v without it", r.Leave.Clean)
	}
	if r.Resumes > 0 {
		text += fmt.Sprintf("; auto where declared, after at most %v", r.Resumes)
	}
	return text
}

package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// FaultStory is what one failure led to.
type FaultStory struct {
	Actor  string           `json:"actor"`
	Cause  string           `json:"cause"`
	At     messages.Instant `json:"at_ns"`
	Text   string           `json:"text"`
	Reason []string         `json:"steps"`
	// Times from the failure; negative where the step did not come.
	SafeCommand time.Duration `json:"safe_command_ns"`
	Restarted   time.Duration `json:"restarted_ns"`
	Rearmed     time.Duration `json:"rearmed_ns"`
}

// Stories finds the failures among events, which come in the order of time, and what followed each:
// the safe command, changes of modes, restart and re-arm.
func Stories(events []messages.Event) []FaultStory {
	var all []FaultStory
	for i, e := range events {
		if e.Kind != messages.EventFailed && e.Kind != messages.EventHang {
			continue
		}
		first := i // the safe command precedes the event of the failure
		for first > 0 && events[first-1].Time >= e.Time {
			first--
		}
		all = append(all, story(e, events[first:]))
	}
	return all
}

func story(failure messages.Event, events []messages.Event) FaultStory {
	s := FaultStory{Actor: failure.Source, Cause: failure.Cause.String(), At: failure.Time, Text: failure.Text, SafeCommand: -1, Restarted: -1, Rearmed: -1}
	world, _, _ := strings.Cut(failure.Source, "/")
	changes := changes{stopped: map[string]bool{}, seen: map[string]int{}}
	for _, e := range events {
		after := e.Time.Sub(failure.Time)
		if e.Source == failure.Source && (e.Kind == messages.EventFailed || e.Kind == messages.EventHang) && e.Time > failure.Time {
			break // the next story of the same actor
		}
		if changes.over && s.Restarted >= 0 && e.Time.Sub(changes.since) >= together {
			break // what comes now has another cause
		}
		source, _, _ := strings.Cut(e.Source, "/")
		switch {
		case e.Kind == messages.EventStopSent && s.SafeCommand < 0 && (e.Source == failure.Source || failure.Kind == messages.EventHang):
			s.SafeCommand = after // a hang takes its whole domain with it
			s.step(after, "safe command handed to the driver of "+e.Source)
		case e.Kind == messages.EventRestarting && e.Source == failure.Source:
			s.step(after, fmt.Sprintf("restart in %v: %s", e.Delay, e.Text))
		case e.Kind == messages.EventStarted && e.Source == failure.Source && s.Restarted < 0:
			s.Restarted = after
			s.step(after, fmt.Sprintf("incarnation %d started", e.Incarnation))
		case e.Kind == messages.EventEscalated:
			s.step(after, "escalated: "+e.Text)
		case e.Kind == messages.EventAcknowledged && source == world:
			s.step(after, "acknowledged")
		case e.Kind == messages.EventModeChanged && source == world:
			s.mode(after, e, &changes)
		}
	}
	for _, c := range changes.steps {
		s.Reason[c.index] += c.others()
	}
	return s
}

// changes are those of the modes of a world after a failure.
type changes struct {
	stopped map[string]bool // joints that do not run
	over    bool            // every joint that had stopped runs again, since the instant since
	since   messages.Instant
	seen    map[string]int // index in steps, by the modes and the cause
	steps   []modeStep
}

// modeStep is the step of a FaultStory for several joints with the same change.
type modeStep struct{ index, joints int }

// others returns how many joints did the same as the one that is named.
func (s *modeStep) others() string {
	switch s.joints {
	case 1:
		return ""
	case 2:
		return ", and 1 more joint"
	}
	return fmt.Sprintf(", and %d more joints", s.joints-1)
}

// mode records the first joint of every change of modes, and the return to run.
func (s *FaultStory) mode(after time.Duration, e messages.Event, all *changes) {
	if e.To == messages.ModeRun {
		delete(all.stopped, e.Joint)
		all.over, all.since = len(all.stopped) == 0, e.Time
		if s.Rearmed < 0 {
			s.Rearmed = after
		}
	} else {
		all.stopped[e.Joint], all.over = true, false
	}
	change := fmt.Sprintf("%s -> %s (%s)", e.From, e.To, e.Cause)
	if i, is := all.seen[change]; is {
		all.steps[i].joints++
		return
	}
	all.seen[change] = len(all.steps)
	all.steps = append(all.steps, modeStep{index: len(s.Reason), joints: 1})
	s.step(after, "joint "+e.Joint+": "+change)
}

func (s *FaultStory) step(after time.Duration, text string) {
	s.Reason = append(s.Reason, fmt.Sprintf("+%.1fms %s", float64(after)/1e6, text))
}

func (s *FaultStory) text(b *strings.Builder) {
	first, _, _ := strings.Cut(s.Text, "\n")
	if s.Cause != messages.CausePanic.String() { // the text of a panic names it
		first = s.Cause + ": " + first
	}
	fmt.Fprintf(b, "  %s %s failed: %s\n", s.At, s.Actor, first)
	for _, r := range s.Reason {
		fmt.Fprintf(b, "    %s\n", r)
	}
}

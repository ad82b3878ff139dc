package explain

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// words says what an event tells, in a sentence.
func words(e *messages.Event) string {
	switch e.Kind {
	case messages.EventFaultInjected:
		return "a fault was injected: " + e.Text
	case messages.EventFaultEnded:
		return "the injected fault ended: " + e.Text
	case messages.EventFailed, messages.EventHang:
		return fmt.Sprintf("%s (incarnation %d) %s: %s", e.Source, e.Incarnation, failedHow(e.Cause), firstLine(e.Text))
	case messages.EventStale:
		return fmt.Sprintf("%s got nothing fresh any more at its input %s, %s", e.Source, e.Port, e.Text)
	case messages.EventRefused:
		return fmt.Sprintf("%s refused a command: %s", e.Source, firstLine(e.Text))
	case messages.EventModeChanged:
		return modeWords(e)
	case messages.EventNote:
		return fmt.Sprintf("joint %s has a further cause, %s: %s", e.Joint, e.Cause, e.Text)
	case messages.EventRestarting:
		return fmt.Sprintf("the supervisor of %s restarts it after %s: %s", e.Source, e.Delay.Round(10*time.Microsecond), e.Text)
	case messages.EventStarted:
		return startedWords(e)
	case messages.EventStopped:
		return e.Source + " stopped for good"
	case messages.EventEscalated:
		if e.Joint != "" {
			return e.Text
		}
		return fmt.Sprintf("the supervisor of %s asked the one above: %s", e.Source, e.Text)
	case messages.EventStopSent:
		return strings.TrimSuffix("the safe command was handed to the driver of "+e.Source+". "+e.Text, ". ")
	case messages.EventAcknowledged:
		return "somebody acknowledged the stop of " + worldOf(e.Source)
	case messages.EventOverrun:
		return fmt.Sprintf("%s missed releases: %s", e.Source, e.Text)
	}
	return strings.TrimSpace(e.Kind.String() + " " + e.Source + " " + e.Text)
}

func modeWords(e *messages.Event) string {
	s := fmt.Sprintf("joint %s: %s -> %s", e.Joint, e.From, e.To)
	if e.Cause != messages.CauseNone {
		s += " (" + e.Cause.String() + ")"
	}
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

func startedWords(e *messages.Event) string {
	if !strings.HasSuffix(e.Source, "/gate") {
		return fmt.Sprintf("%s began its incarnation %d", e.Source, e.Incarnation)
	}
	return fmt.Sprintf("%s began its incarnation %d: every joint of %s is off, or in the mode in which its drive is found", e.Source, e.Incarnation, worldOf(e.Source))
}

func failedHow(c messages.Cause) string {
	switch c {
	case messages.CausePanic:
		return "panicked"
	case messages.CauseHang:
		return "hangs"
	case messages.CauseOverrun:
		return "was late too often"
	}
	return "failed"
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return strings.TrimPrefix(first, "panic: ")
}

// String prints the explanation, as the command does.
func (x Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "joint %s of world %s is in %s at %s", x.Joint, x.World, x.Mode, x.At)
	switch {
	case x.Chain == nil:
		b.WriteString(": no event tells of it; every joint is off until it is armed\n")
		return b.String()
	case x.Mode == messages.ModeRun:
		fmt.Fprintf(&b, ", since %s\n", x.Since)
		b.WriteString("the stop before it:\n")
	default:
		fmt.Fprintf(&b, ", since %s\nbecause:\n", x.Since)
	}
	if !x.Known {
		b.WriteString("  (no event tells why the first of these happened)\n")
	}
	x.list(&b, x.Chain)
	if len(x.After) > 0 {
		b.WriteString("and then:\n")
		x.list(&b, x.After)
	}
	if x.Causes != nil {
		names := make([]string, len(x.Causes))
		for i, c := range x.Causes {
			names[i] = c.String()
		}
		fmt.Fprintf(&b, "causes that re-arm has to take into account: %s\n", strings.Join(names, ", "))
	}
	return b.String()
}

// list prints steps with their times, and the time since the first fault.
func (x *Explanation) list(b *strings.Builder, steps []Step) {
	for _, s := range steps {
		fmt.Fprintf(b, "  %12s  +%.2f ms  %s\n", s.Event.Time, float64(s.Event.Time.Sub(x.Chain[0].Event.Time))/1e6, s.Words)
	}
}

package explain

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Words returns an event as a sentence without its time.
func Words(e *messages.Event) string {
	switch e.Kind {
	case messages.EventFaultInjected:
		return "injected fault: " + e.Text
	case messages.EventFaultEnded:
		return "injected fault ended: " + e.Text
	case messages.EventFailed, messages.EventHang:
		return fmt.Sprintf("%s (incarnation %d) %s%s: %s", e.Source, e.Incarnation, failedHow(e.Cause), handling(e), firstLine(e.Text))
	case messages.EventStale:
		return fmt.Sprintf("%s: input %s is stale, %s", e.Source, e.Port, e.Text)
	case messages.EventRefused:
		return fmt.Sprintf("%s rejected a command: %s", e.Source, firstLine(e.Text))
	case messages.EventModeChanged:
		return modeWords(e)
	case messages.EventNote:
		if e.Joint == "" {
			return e.Source + ": " + e.Text
		}
		return fmt.Sprintf("joint %s: further cause %s: %s", e.Joint, e.Cause, e.Text)
	case messages.EventForeign:
		return e.Source + ": " + firstLine(e.Text)
	case messages.EventWaiting:
		return waitingWords(e)
	case messages.EventRestarting:
		return fmt.Sprintf("%s restarts after %s: %s", e.Source, e.Delay.Round(10*time.Microsecond), e.Text)
	case messages.EventStarted:
		return startedWords(e)
	case messages.EventStopped:
		return e.Source + " stopped permanently"
	case messages.EventEscalated:
		if e.Joint != "" {
			return e.Text
		}
		return fmt.Sprintf("the failure of %s escalated to the next supervisor: %s", e.Source, e.Text)
	case messages.EventStopSent:
		return strings.TrimSuffix("safe command sent to the driver of "+e.Source+". "+e.Text, ". ")
	case messages.EventAcknowledged:
		if e.Peer != "" {
			return "the stop of " + worldOf(e.Source) + " was acknowledged by foreign actor " + e.Peer
		}
		return "the stop of " + worldOf(e.Source) + " was acknowledged"
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
	s += handling(e)
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

func waitingWords(e *messages.Event) string {
	if e.Text == "" {
		return fmt.Sprintf("%s no longer waits for joint %s", e.Source, e.Joint)
	}
	return e.Source + " " + e.Text
}

func startedWords(e *messages.Event) string {
	s := fmt.Sprintf("%s started, incarnation %d", e.Source, e.Incarnation)
	if strings.HasSuffix(e.Source, "/gate") {
		s += fmt.Sprintf(": every joint of %s is off, or in the mode in which its drive is found", worldOf(e.Source))
	}
	return s
}

// failedHow returns the verb of a failure. The text of a panic says itself that it is one.
func failedHow(c messages.Cause) string {
	switch c {
	case messages.CauseHang:
		return "hangs"
	case messages.CauseOverrun:
		return "missed too many releases"
	}
	return "failed"
}

// handling names the foreign actor whose message or reply was being handled.
func handling(e *messages.Event) string {
	if e.Peer == "" {
		return ""
	}
	return " after a message of foreign actor " + e.Peer
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// String returns the explanation as the command prints it.
func (x Explanation) String() string { return x.Text() }

// Text returns the explanation in words. The header also names the joints alike, which have
// [Explanation.SameReason].
func (x Explanation) Text(alike ...string) string {
	var b strings.Builder
	if len(alike) == 0 {
		fmt.Fprintf(&b, "joint %s of world %s is in %s at %s", x.Joint, x.World, x.Mode, x.At)
	} else {
		fmt.Fprintf(&b, "joints %s of world %s are in %s at %s", strings.Join(append([]string{x.Joint}, alike...), ", "), x.World, x.Mode, x.At)
	}
	if x.Chain == nil {
		b.WriteString(": there is no event; every joint is off until it is armed\n")
		return b.String()
	}
	reason := "because"
	if x.Mode == messages.ModeRun {
		reason = "the stop before it"
	}
	if len(alike) > 0 {
		reason += " (shown for " + x.Joint + ")"
	}
	fmt.Fprintf(&b, ", since %s\n%s:\n", x.Since, reason)
	if !x.Known {
		b.WriteString("  (no event explains the first of these)\n")
	}
	list(&b, x.Chain, x.Chain[0].Event.Time)
	if len(x.After) > 0 {
		b.WriteString("then:\n")
		list(&b, x.After, x.Chain[0].Event.Time)
	}
	if x.Causes != nil {
		names := make([]string, len(x.Causes))
		for i, c := range x.Causes {
			names[i] = c.String()
		}
		fmt.Fprintf(&b, "causes: %s\n", strings.Join(names, ", "))
	}
	return b.String()
}

// list prints steps with their times and the time since the first fault.
func list(b *strings.Builder, steps []Step, first messages.Instant) {
	for _, s := range steps {
		fmt.Fprintf(b, "  %12s  +%.2f ms  %s\n", s.Event.Time, float64(s.Event.Time.Sub(first))/1e6, s.Words)
	}
}

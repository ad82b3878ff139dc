package messages

import (
	"fmt"
	"strings"
	"time"
)

// EventKind classifies what an Event tells.
type EventKind uint8

// The kinds of events.
const (
	// EventNote is a remark with no consequence.
	EventNote EventKind = iota
	// EventStarted reports that an actor started an incarnation.
	EventStarted
	// EventStopped reports that an actor stopped for good.
	EventStopped
	// EventFailed reports that an actor failed; Cause says how.
	EventFailed
	// EventRestarting reports that a supervisor will start the next incarnation after Delay.
	EventRestarting
	// EventEscalated reports that a supervisor gave a failure to its parent.
	EventEscalated
	// EventModeChanged reports that Joint went from mode From to mode To because of Cause.
	EventModeChanged
	// EventStopSent reports that a safe command was handed to a driver.
	EventStopSent
	// EventStale, EventRecovered and EventSenderRestarted report an input, named in Port.
	EventStale
	EventRecovered
	EventSenderRestarted
	// EventRefused reports that a gate refused a command.
	EventRefused
	// EventAcknowledged reports that an operator acknowledged Source.
	EventAcknowledged
	// EventFaultInjected and EventFaultEnded report an injected fault.
	EventFaultInjected
	EventFaultEnded
	// EventOverrun reports that a domain missed releases beyond its tolerance.
	EventOverrun
	// EventHang reports that a tick outlived its deadline by the declared factor.
	EventHang
	// EventJob reports that a job was started, ended, or ignores its cancellation; Text has its
	// name.
	EventJob
	// EventAdded and EventRemoved report an actor, or the link of the input in Port, that a change
	// of the running system has added or removed.
	EventAdded
	EventRemoved
	// EventWaiting reports that Joint has waited for longer than a second before it runs; Text says
	// for what. With an empty Text it waits no longer.
	EventWaiting
	// EventForeign reports what the foreign actor in Peer did to Source: with CauseNone it sent
	// something, with CauseStale it was silent, with CauseError it stopped or replied with an error.
	EventForeign
)

var eventNames = [...]string{"note", "started", "stopped", "failed", "restarting", "escalated", "mode_changed", "stop_sent",
	"stale", "recovered", "sender_restarted", "refused", "acknowledged", "fault_injected", "fault_ended", "overrun", "hang", "job", "added", "removed", "waiting", "foreign"}

// String returns the name of the kind as logs have it.
func (k EventKind) String() string {
	if int(k) < len(eventNames) {
		return eventNames[k]
	}
	return fmt.Sprintf("event(%d)", uint8(k))
}

// MarshalText returns the text of String, for JSON.
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name of a kind.
func (k *EventKind) UnmarshalText(text []byte) error {
	for i, name := range eventNames {
		if name == string(text) {
			*k = EventKind(i)
			return nil
		}
	}
	return fmt.Errorf("event %q is unknown; expected one of %s", text, strings.Join(eventNames[:], ", "))
}

// EventKinds lists every kind.
func EventKinds() []EventKind {
	kinds := make([]EventKind, len(eventNames))
	for i := range kinds {
		kinds[i] = EventKind(i)
	}
	return kinds
}

// Cause says why something failed or changed its mode.
type Cause uint8

// The causes.
const (
	CauseNone Cause = iota
	// CauseStartup is the state of every joint before its first arming.
	CauseStartup
	// CausePanic, CauseError and CauseHang are failures of an actor.
	CausePanic
	CauseError
	CauseHang
	// CauseStale is a command or a state older than its bound.
	CauseStale
	// CauseInvalid is a command that is not finite, of a wrong length or out of limits.
	CauseInvalid
	// CauseOverrun is a full bucket of missed releases.
	CauseOverrun
	// CauseDrive is a fault that a drive reported.
	CauseDrive
	// CauseEscalation is a failure that a supervisor passed up.
	CauseEscalation
	// CauseOperator is a request of a person or of the embedding program.
	CauseOperator
	// CauseRearm is the return to run.
	CauseRearm
	// CauseCoupledJoint means that the world that realises a coupled joint is lost or has stopped
	// it.
	CauseCoupledJoint
)

var causeNames = [...]string{"none", "startup", "panic", "error", "hang", "stale", "invalid", "overrun", "drive", "escalation",
	"operator", "rearm", "coupled_joint"}

// String returns the name of the cause as logs have it.
func (c Cause) String() string {
	if int(c) < len(causeNames) {
		return causeNames[c]
	}
	return fmt.Sprintf("cause(%d)", uint8(c))
}

// MarshalText returns the text of String, for JSON.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the name of a cause.
func (c *Cause) UnmarshalText(text []byte) error {
	for i, name := range causeNames {
		if name == string(text) {
			*c = Cause(i)
			return nil
		}
	}
	return fmt.Errorf("cause %q is unknown; expected one of %s", text, strings.Join(causeNames[:], ", "))
}

// Causes lists every cause.
func Causes() []Cause {
	causes := make([]Cause, len(causeNames))
	for i := range causes {
		causes[i] = Cause(i)
	}
	return causes
}

// Event reports that something happened which people and recordings should know of. It is immutable
// after it was sent.
type Event struct {
	Time        Instant
	Kind        EventKind
	Cause       Cause
	Incarnation Incarnation
	// Source is the whole path of the actor, "world/name".
	Source string
	// Joint and Port are set where the kind has one.
	Joint string
	Port  string
	// Peer is another actor that had a part in it: the foreign actor, by the address of its PID, a
	// slash and its identifier, whose message or reply Source was handling.
	Peer string
	// From and To are the modes of an EventModeChanged.
	From, To Mode
	// Delay is the back-off of an EventRestarting.
	Delay time.Duration
	// Text is a sentence for people.
	Text string
}

// String prints the event in one line.
func (e Event) String() string {
	s := fmt.Sprintf("%s %s %s", e.Time, e.Source, e.Kind)
	if e.Joint != "" {
		s += " joint " + e.Joint
	}
	if e.Port != "" {
		s += " port " + e.Port
	}
	if e.Peer != "" {
		s += " peer " + e.Peer
	}
	if e.Kind == EventModeChanged {
		s += fmt.Sprintf(" %s -> %s", e.From, e.To)
	}
	if e.Cause != CauseNone {
		s += " cause " + e.Cause.String()
	}
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

package faults

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Action is a fault or an operator action.
type Action struct {
	At messages.Instant
	// Verb is acknowledge, reset or stop, with World, report or clear, with World and Class, open or
	// close, with Part, or inject, with Fault.
	Verb  Verb
	World string
	// Joint is the joint that a report is about. Empty means all of the world that have a drive.
	Joint string
	// Class is the fault that is reported or cleared: one of modes.ExternalFaults.
	Class string
	// Part is the file of a part, relative to the folder of the application file. To close, it is a
	// world or an actor, too.
	Part  string
	Mode  messages.Mode // of stop
	Fault actors.Fault
}

// Notice returns the message to the gate of a report, or of its end.
func (a *Action) Notice() gate.FaultNotice {
	n := gate.FaultNotice{Fault: a.Class, Gone: a.Verb == Clear}
	if a.Joint != "" {
		n.Joints = []string{a.Joint}
	}
	return n
}

// Verb is the kind of an Action.
type Verb string

// The verbs.
const (
	// Inject injects a fault.
	Inject Verb = "inject"
	// Acknowledge is an operator's agreement to re-arm the joints of a world.
	Acknowledge Verb = "acknowledge"
	// Reset is the same, after the start-up sequence ran again.
	Reset Verb = "reset"
	// Stop is an operator's stop of all joints of a world.
	Stop Verb = "stop"
	// Report notifies a gate of a fault that it cannot detect by itself, as an observer or a safety
	// input does.
	Report Verb = "report"
	// Clear notifies it that such a fault is gone.
	Clear Verb = "clear"
	// Open attaches a part to the running application.
	Open Verb = "open"
	// Close removes a part, a world or an actor from it.
	Close Verb = "close"
)

// String returns the action in the form that Parse accepts.
func (a Action) String() string { return Entry{Action: a}.String() }

// Entry is one line of a schedule: an action, once or repeated.
type Entry struct {
	// Action happens at its time, and at that time first if it repeats.
	Action
	// Every is the period of a repeated entry, at least 1 ms. Zero means once.
	Every time.Duration
	// Until is the time of the last possible repetition. Zero means no end.
	Until messages.Instant
	// Probability is the probability of each occurrence, in (0, 1]. Zero means 1, without a draw.
	Probability float64
}

// String returns the entry in the form that ParseEntry accepts.
func (e Entry) String() string {
	var b strings.Builder
	if e.Every == 0 {
		b.WriteString("at " + time.Duration(e.At).String())
	} else {
		b.WriteString("every " + e.Every.String())
		if e.At != messages.Instant(e.Every) {
			b.WriteString(" from " + time.Duration(e.At).String())
		}
		if e.Until != 0 {
			b.WriteString(" until " + time.Duration(e.Until).String())
		}
	}
	if e.Fault.Duration != 0 {
		b.WriteString(" for " + e.Fault.Duration.String())
	}
	if e.Probability != 0 {
		b.WriteString(" p " + strconv.FormatFloat(e.Probability, 'g', -1, 64))
	}
	b.WriteString(" " + e.name() + " " + e.target())
	switch e.Verb {
	case Inject:
		b.WriteString(e.Fault.Settings())
	case Stop:
		b.WriteString(" mode=" + e.Mode.String())
	case Report, Clear:
		b.WriteString(" fault=" + e.Class)
	}
	return b.String()
}

// Check returns the error of an entry, or nil.
func (e Entry) Check() error {
	switch {
	case e.Every != 0 && e.Every < time.Millisecond:
		return fmt.Errorf("it repeats every %s; expected at least 1ms", e.Every)
	case e.Until != 0 && e.Every == 0:
		return fmt.Errorf("it ends at %s, but does not repeat", time.Duration(e.Until))
	case e.Until != 0 && e.Until < e.At:
		return fmt.Errorf("it ends at %s, before it starts at %s", time.Duration(e.Until), time.Duration(e.At))
	case !(e.Probability >= 0 && e.Probability <= 1):
		return fmt.Errorf("its probability is %g; expected it in (0, 1]", e.Probability)
	}
	return e.Action.Check()
}

// Schedule is a list of entries, in the order of its lines.
type Schedule []Entry

// String returns the schedule in the form that ParseSchedule accepts, one entry per line.
func (s Schedule) String() string {
	var b strings.Builder
	for _, e := range s {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

// Check returns every error of the schedule, joined, or nil.
func (s Schedule) Check() error {
	var errs []error
	for i, e := range s {
		if err := e.Check(); err != nil {
			errs = append(errs, fmt.Errorf("entry %d: %w", i+1, err))
		}
	}
	return errors.Join(errs...)
}

// Faulty reports whether the schedule injects faults. An application must permit them.
func (s Schedule) Faulty() bool {
	for _, e := range s {
		if e.Verb == Inject {
			return true
		}
	}
	return false
}

// Run iterates over a schedule.
type Run struct {
	schedule Schedule
	next     []messages.Instant // of each entry; never if there is no further one
	draw     func() float64
}

const never = messages.Instant(1<<63 - 1)

// NewRun starts a run of a schedule without errors. Draw returns uniform numbers in [0, 1). It is
// called once for each occurrence of an entry with a probability, in order of time and, within one
// instant, of the lines.
func NewRun(s Schedule, draw func() float64) *Run {
	r := &Run{schedule: s, next: make([]messages.Instant, len(s)), draw: draw}
	for i := range s {
		r.next[i] = s[i].At
	}
	return r
}

// Next returns the time of the next occurrence, and false after the last one.
func (r *Run) Next() (messages.Instant, bool) {
	at, _ := r.first()
	return at, at != never
}

// first returns the next entry; within one instant, the first line.
func (r *Run) first() (at messages.Instant, entry int) {
	at, entry = never, -1
	for i, next := range r.next {
		if next < at {
			at, entry = next, i
		}
	}
	return at, entry
}

// Due appends to into everything that happens up to now and was not returned before, each with its
// own time.
func (r *Run) Due(now messages.Instant, into []Action) []Action {
	for {
		at, i := r.first()
		if i < 0 || at > now {
			return into
		}
		e := &r.schedule[i]
		r.next[i] = e.after(at)
		if e.Probability != 0 && r.draw() >= e.Probability {
			continue
		}
		action := e.Action
		action.At = at
		into = append(into, action)
	}
}

// after returns the next occurrence of the entry after at.
func (e *Entry) after(at messages.Instant) messages.Instant {
	next := at.Add(e.Every)
	if e.Every == 0 || next < at || e.Until != 0 && next > e.Until {
		return never
	}
	return next
}

// Actions returns everything that happens up to the given time.
func (s Schedule) Actions(until messages.Instant, draw func() float64) []Action {
	return NewRun(s, draw).Due(until, nil)
}

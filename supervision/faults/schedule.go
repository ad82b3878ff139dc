package faults

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Action is one thing that happens: a fault, or what an operator does.
type Action struct {
	At messages.Instant
	// Verb is acknowledge, reset or stop, with World, or inject, with Fault.
	Verb  Verb
	World string
	Mode  messages.Mode // of stop
	Fault actors.Fault
}

// Verb says what an Action does.
type Verb string

// The verbs.
const (
	// Inject makes a fault happen.
	Inject Verb = "inject"
	// Acknowledge is an operator's consent to arm the joints of a world again.
	Acknowledge Verb = "acknowledge"
	// Reset is the same, after the start-up sequence was run again.
	Reset Verb = "reset"
	// Stop is an operator's stop of all joints of a world.
	Stop Verb = "stop"
)

// String prints the action as Parse reads it.
func (a Action) String() string { return Entry{Action: a}.String() }

// Entry is one line of a schedule: an action, once or again and again.
type Entry struct {
	// Action happens at its time, or for the first time then.
	Action
	// Every is the period of an entry that repeats, at least 1 ms; zero means once.
	Every time.Duration
	// Until is when the last repetition may be; zero means that it has no end.
	Until messages.Instant
	// Probability is that of each occurrence, in (0, 1]; zero means 1, without a draw.
	Probability float64
}

// String prints the entry as ParseEntry reads it.
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
	b.WriteString(" " + e.name() + " ")
	switch e.Verb {
	case Inject:
		b.WriteString(e.Fault.Target)
	case Stop:
		b.WriteString(e.World + " mode=" + e.Mode.String())
	default:
		b.WriteString(e.World)
	}
	if e.Verb == Inject {
		b.WriteString(e.Fault.Settings())
	}
	return b.String()
}

// Check returns what is wrong with an entry, nil if it can be carried out.
func (e Entry) Check() error {
	switch {
	case e.Every != 0 && e.Every < time.Millisecond:
		return fmt.Errorf("it repeats every %s; expected at least 1ms", e.Every)
	case e.Until != 0 && e.Every == 0:
		return fmt.Errorf("it ends at %s, but does not repeat", time.Duration(e.Until))
	case e.Until != 0 && e.Until < e.At:
		return fmt.Errorf("it ends at %s, before it begins at %s", time.Duration(e.Until), time.Duration(e.At))
	case !(e.Probability >= 0 && e.Probability <= 1):
		return fmt.Errorf("its probability is %g; expected it in (0, 1]", e.Probability)
	}
	return e.Action.Check()
}

// Schedule is what happens in a run, in the order of its lines.
type Schedule []Entry

// String prints the schedule as ParseSchedule reads it, a line an entry.
func (s Schedule) String() string {
	var b strings.Builder
	for _, e := range s {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

// Check returns everything that is wrong with the schedule, joined, or nil.
func (s Schedule) Check() error {
	var errs []error
	for i, e := range s {
		if err := e.Check(); err != nil {
			errs = append(errs, fmt.Errorf("entry %d: %w", i+1, err))
		}
	}
	return errors.Join(errs...)
}

// Faulty reports whether the schedule injects faults, which an application has to allow.
func (s Schedule) Faulty() bool {
	for _, e := range s {
		if e.Verb == Inject {
			return true
		}
	}
	return false
}

// Run goes through a schedule once.
type Run struct {
	schedule Schedule
	next     []messages.Instant // of each entry; never where there is no further one
	draw     func() float64
}

const never = messages.Instant(1<<63 - 1)

// NewRun begins a run of a schedule that Check finds nothing wrong with. Draw returns numbers uniform in [0, 1); it is
// asked once for each occurrence of an entry with a probability, in the order of time and, at one instant, of the lines.
func NewRun(s Schedule, draw func() float64) *Run {
	r := &Run{schedule: s, next: make([]messages.Instant, len(s)), draw: draw}
	for i := range s {
		r.next[i] = s[i].At
	}
	return r
}

// Next returns when something may happen next, and false if nothing will.
func (r *Run) Next() (messages.Instant, bool) {
	at, _ := r.first()
	return at, at != never
}

// first finds the entry that is next; of several at one instant, the first line.
func (r *Run) first() (at messages.Instant, entry int) {
	at, entry = never, -1
	for i, next := range r.next {
		if next < at {
			at, entry = next, i
		}
	}
	return at, entry
}

// Due appends to into everything that happens up to now and has not been returned before, each with its own time.
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

// after returns when the entry occurs for the next time after at.
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

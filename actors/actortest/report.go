package actortest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// Broken is the error of a violated check.
type Broken struct {
	// Check is its declared name. Err states the violation.
	Check string
	Err   error
	// Time is the instant, in virtual time.
	Time messages.Instant
	Seed uint64
	// Values are the newest values of the outputs and the modes of the joints that the check has
	// read, with units.
	Values []string
	// Planned are the faults that were due until then, in declared order. Refused are the rejected
	// entries of the plan, with the reason.
	Planned, Refused []string
	// Events are the latest events in order, and of the refused commands of a joint the newest one.
	// Injected are earlier injected faults.
	Injected, Events []messages.Event
	// Recording is the path of the recording, or the reason why it is missing. It is empty if
	// recording was off.
	Recording string
	// Reproduce is the command that repeats the run.
	Reproduce string
}

// latestEvents is the number of printed events, latestInjected the number of earlier injected
// faults.
const latestEvents, latestInjected = 12, 6

// Error returns the whole report in several lines.
func (b *Broken) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%q does not hold at %s\n\t%s\n", b.Check, b.Time, strings.ReplaceAll(b.Err.Error(), "\n", "\n\t"))
	list(&s, "values", b.Values)
	list(&s, "planned", b.Planned)
	list(&s, "refused", b.Refused)
	list(&s, "injected", texts(b.Injected))
	list(&s, "latest events", texts(b.Events))
	if b.Recording != "" {
		fmt.Fprintf(&s, "recording of the run: %s\n", hint(b.Recording))
	}
	fmt.Fprintf(&s, "seed %d; to see it again: %s", b.Seed, b.Reproduce)
	return s.String()
}

// what is the violation in one line. Errors of invariants begin with their name.
func (b *Broken) what() string {
	if text := b.Err.Error(); strings.HasPrefix(text, b.Check) {
		return text
	}
	return fmt.Sprintf("%q does not hold: %v", b.Check, b.Err)
}

// Unwrap returns the violation.
func (b *Broken) Unwrap() error { return b.Err }

func texts(events []messages.Event) []string {
	all := make([]string, len(events))
	for i, e := range events {
		all[i] = e.String()
	}
	return all
}

func list(s *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(s, "%s:\n", title)
	for _, line := range lines {
		fmt.Fprintf(s, "\t%s\n", strings.TrimSpace(line))
	}
}

// moment is the state of a lab at an instant.
type moment struct {
	now    messages.Instant
	values []string // values read by checks, with units
	events []messages.Event
}

func (l *Lab) moment() moment {
	m := moment{now: l.sys.Now(), events: slices.Clip(l.events)}
	for _, c := range l.values.channels {
		if c.read {
			m.values = append(m.values, c.String())
		}
	}
	m.values = append(m.values, l.modes.read()...)
	return m
}

// broken adds the state of the lab to a failed check.
func (l *Lab) broken(b *Broken) *Broken { return l.tell(b, l.moment()) }

// tell adds the state of the lab at a moment to a failed check.
func (l *Lab) tell(b *Broken, m moment) *Broken {
	b.Time, b.Seed, b.Reproduce, b.Values = m.now, l.seed, l.reproduction(), m.values
	for _, p := range l.planned {
		if messages.Instant(p.at) <= b.Time && p.fault != nil {
			b.Planned = append(b.Planned, fmt.Sprintf("at %v %s", p.at, p.what))
		}
	}
	for _, e := range l.plan {
		if e.At <= b.Time {
			b.Planned = append(b.Planned, e.String())
		}
	}
	for _, r := range l.refused {
		if r.more > 0 {
			r.first += fmt.Sprintf(" (and %d more like it)", r.more)
		}
		b.Refused = append(b.Refused, r.first)
	}
	if l.recording.unkept() {
		if l.sys != nil && !l.closed { // otherwise the stop reports it
			l.recording.Health(m.now, l.sys.Health())
		}
		l.recording.Event(messages.Event{Time: m.now, Kind: messages.EventNote, Source: record.CheckSource,
			Text: b.what()})
		b.Recording = l.recording.keep(l.t.Name(), l.seed)
	}
	latest, from := latest(m.events)
	b.Events = append(b.Events, latest...)
	for _, e := range m.events[:from] {
		if e.Kind == messages.EventFaultInjected {
			b.Injected = append(b.Injected, e)
		}
	}
	b.Injected = b.Injected[max(0, len(b.Injected)-latestInjected):]
	return b
}

// latest returns the events to print, and the index of the first of them. Of the refused commands
// of one joint it has the newest only: a controller repeats them in every cycle.
func latest(events []messages.Event) (all []messages.Event, from int) {
	type command struct{ source, joint, port string }
	refused := map[command]bool{}
	for from = len(events); from > 0 && len(all) < latestEvents; from-- {
		e := events[from-1]
		c := command{e.Source, e.Joint, e.Port}
		if e.Kind == messages.EventRefused && refused[c] {
			continue
		}
		refused[c] = refused[c] || e.Kind == messages.EventRefused
		all = append(all, e)
	}
	slices.Reverse(all)
	return all, from
}

// ended describes why the application ended by itself. In a search this is not a failure if it
// follows an unhandled failure: a protective stop.
func (l *Lab) ended(err error) error {
	var failure *actors.Failure
	if l.searching && errors.As(err, &failure) {
		l.gaveUp = true
		return l.afterwards()
	}
	return l.broken(&Broken{Check: "the application runs", Err: err})
}

// settling is how long a simulated robot goes on after its application has ended. Its watchdogs
// have then acted, and its ramps have ended.
const settling = 3 * time.Second

// afterwards checks that a simulated robot comes to rest after its application has ended.
func (l *Lab) afterwards() error {
	if !l.plants.CanAdvance() || l.violation != nil {
		return nil
	}
	end := l.sys.Now().Add(settling)
	if err := l.plants.Advance(end); err != nil {
		return l.broken(&Broken{Check: "the simulated robot goes on", Err: err})
	}
	if v := l.watch.Ended(end); v != nil {
		return l.broken(&Broken{Check: v.Invariant, Err: v})
	}
	return nil
}

func (l *Lab) reproduction() string {
	if l.repeat != "" {
		return l.repeat
	}
	return fmt.Sprintf("%s=%d %s", SeedVariable, l.seed, testCommand(l.t.Name()))
}

// testCommand is the command that runs one test again, from any folder of its module.
func testCommand(name string) string {
	command := fmt.Sprintf("go test -count=1 -run '%s'", pattern(name))
	if build, ok := debug.ReadBuildInfo(); ok {
		command += packageArgument(build.Path)
	}
	return command
}

// packageArgument returns the argument of go test that names the package of a test program with
// that path, which is empty for a test of files. The path of a package main has no suffix.
func packageArgument(path string) string {
	name := strings.TrimSuffix(path, ".test")
	if name == "" || name == "command-line-arguments" {
		return ""
	}
	return " " + name
}

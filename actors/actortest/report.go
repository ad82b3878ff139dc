package actortest

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Broken is the error of a check that did not hold, with everything that helps to understand it.
type Broken struct {
	// Check is the name under which it was declared; Err says what did not hold.
	Check string
	Err   error
	// Time is the instant, in virtual time.
	Time messages.Instant
	Seed uint64
	// Values are the newest values of the outputs that the check has read, with units.
	Values []string
	// Planned are the faults that were due until then, in the order in which they were declared, and Refused those entries
	// of a plan that were not obeyed, with the reason.
	Planned, Refused []string
	// Events are the latest ones, the oldest first.
	Events []messages.Event
	// Recording is the path of the recording of the run, or why there is none; empty where none was asked for.
	Recording string
	// Reproduce is the command that repeats the run.
	Reproduce string
}

// latestEvents is how many events a failure prints.
const latestEvents = 12

// Error tells the whole story in several lines.
func (b *Broken) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%q does not hold at %s\n\t%s\n", b.Check, b.Time, strings.ReplaceAll(b.Err.Error(), "\n", "\n\t"))
	list(&s, "values", b.Values)
	list(&s, "planned", b.Planned)
	list(&s, "refused", b.Refused)
	events := make([]string, len(b.Events))
	for i, e := range b.Events {
		events[i] = e.String()
	}
	list(&s, "latest events", events)
	if b.Recording != "" {
		fmt.Fprintf(&s, "recording of the run: %s\n", b.Recording)
	}
	fmt.Fprintf(&s, "seed %d; to see it again: %s", b.Seed, b.Reproduce)
	return s.String()
}

// Unwrap returns what did not hold.
func (b *Broken) Unwrap() error { return b.Err }

func list(s *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(s, "%s:\n", title)
	for _, line := range lines {
		fmt.Fprintf(s, "\t%s\n", strings.TrimSpace(line))
	}
}

// broken adds to a failed check what the lab knows.
func (l *Lab) broken(b *Broken) *Broken {
	b.Time, b.Seed, b.Reproduce = l.sys.Now(), l.seed, l.reproduction()
	for _, c := range l.values.channels {
		if c.read {
			b.Values = append(b.Values, c.String())
		}
	}
	for _, p := range l.planned {
		if messages.Instant(p.at) <= b.Time && !strings.HasPrefix(p.what, "a function") {
			b.Planned = append(b.Planned, fmt.Sprintf("at %v %s", p.at, p.what))
		}
	}
	for _, e := range l.plan {
		if e.At <= b.Time {
			b.Planned = append(b.Planned, e.String())
		}
	}
	b.Refused = append(b.Refused, l.refused...)
	if l.recording.unkept() {
		b.Recording = l.recording.keep(l.t.Name(), l.seed)
	}
	b.Events = append(b.Events, l.events[max(0, len(l.events)-latestEvents):]...)
	return b
}

// ended tells why the application ended by itself. In a search that is no failure where it is the answer to a failure that
// no supervisor could handle: a protective stop.
func (l *Lab) ended(err error) error {
	var failure *actors.Failure
	if l.searching && errors.As(err, &failure) {
		l.gaveUp = true
		return l.afterwards()
	}
	return l.broken(&Broken{Check: "the application runs", Err: err})
}

// settling is how long a simulated robot goes on after its application has ended: the watchdogs of its drives have acted
// by then, and its ramps have ended.
const settling = 3 * time.Second

// afterwards checks that a simulated robot whose application has ended comes to rest.
func (l *Lab) afterwards() error {
	if l.robot == nil || l.violation != nil {
		return nil
	}
	end := l.sys.Now().Add(settling)
	if err := l.robot.Advance(end); err != nil {
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
	return fmt.Sprintf("%s=%d go test -count=1 -run '%s'", SeedVariable, l.seed, pattern(l.t.Name()))
}

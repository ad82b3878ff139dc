package actors

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// FaultKind names a fault that the runtime can inject at its own seams: in actors, and in the links between them.
type FaultKind string

// The kinds of faults at the runtime's seams.
const (
	FaultPanic     FaultKind = "panic"      // actor: its tick panics
	FaultError     FaultKind = "error"      // actor: its tick returns an error
	FaultHang      FaultKind = "hang"       // actor: its tick does not return
	FaultSlow      FaultKind = "slow"       // actor: its ticks take Delay longer
	FaultCrashLoop FaultKind = "crash_loop" // actor: its tick panics, and every start fails
	FaultDrop      FaultKind = "drop"       // link: values are lost, withdrawals too
	FaultDelay     FaultKind = "delay"      // link: values arrive Delay later
	FaultFreeze    FaultKind = "freeze"     // link: the value repeats, with new stamps
	FaultNaN       FaultKind = "nan"        // link: every floating-point number becomes NaN
)

// FaultKinds lists the kinds of faults at the runtime's seams, those of actors first.
func FaultKinds() []FaultKind {
	return []FaultKind{FaultPanic, FaultError, FaultHang, FaultSlow, FaultCrashLoop, FaultDrop, FaultDelay, FaultFreeze, FaultNaN}
}

// OfLink reports whether faults of this kind act on links rather than on actors.
func (k FaultKind) OfLink() bool {
	return k == FaultDrop || k == FaultDelay || k == FaultFreeze || k == FaultNaN
}

// once reports whether a fault without a duration happens once; the others last until they are cleared.
func (k FaultKind) once() bool { return k == FaultPanic || k == FaultError || k == FaultHang }

// ErrFaultsNotAllowed means that the system was built without WithFaults.
var ErrFaultsNotAllowed = errors.New("faults are not allowed in this system")

// Fault is an injected fault.
type Fault struct {
	Kind FaultKind
	// Target is an actor, "world/name", or for the kinds of links an output, an input, or "output->input"; an asterisk
	// stands for any text.
	Target string
	// Duration after which it ends. Zero: a panic, an error or a hang happens once, at the next tick; the others last
	// until they are cleared.
	Duration time.Duration
	// Delay of FaultSlow and FaultDelay.
	Delay time.Duration
}

// String prints the fault as schedules write it.
func (f Fault) String() string {
	s := string(f.Kind) + " " + f.Target
	if f.Duration > 0 {
		s = fmt.Sprintf("for %v %s", f.Duration, s)
	}
	if f.Delay > 0 {
		s += fmt.Sprintf(" delay=%v", f.Delay)
	}
	return s
}

// check refuses what cannot be injected anywhere.
func (f Fault) check() error {
	switch {
	case !slices.Contains(FaultKinds(), f.Kind):
		return fmt.Errorf("fault kind %q is unknown at the runtime's seams; known: %v", f.Kind, FaultKinds())
	case f.Duration < 0:
		return fmt.Errorf("%s lasts %v; expected a positive duration, or none", f, f.Duration)
	case (f.Kind == FaultDelay || f.Kind == FaultSlow) && f.Delay <= 0:
		return fmt.Errorf("%s needs a positive delay", f)
	}
	return nil
}

// actorFault acts on one actor; immutable.
type actorFault struct {
	kind  FaultKind
	delay time.Duration
	until messages.Instant // zero: until it has happened, or is removed
}

func (f *actorFault) active(now messages.Instant) bool { return f.until == 0 || now < f.until }

// suffer has the faults happen in the actor's own thread. It reports whether the actor's code goes on.
func (c *Context) suffer(e *executor, faults []*actorFault, now messages.Instant) bool {
	for _, f := range faults {
		if !f.active(now) {
			continue
		}
		if f.kind.once() && f.until == 0 {
			c.cell.faults.remove(f)
		}
		switch f.kind {
		case FaultPanic, FaultCrashLoop:
			panic("injected")
		case FaultError:
			c.check(messages.CauseError, errors.New("injected error"))
			return false
		case FaultHang:
			c.cell.hang(e)
			return false
		case FaultSlow:
			if c.cell.sys.virtual == nil {
				e.enter()
				for end := now.Add(f.delay); c.cell.now() < end; {
					continue // a computation that takes this long, as seen by everybody else
				}
				e.leave()
			}
		}
	}
	return true
}

// forever is longer than every limit.
const forever = time.Duration(1 << 62)

// hang does not return in real time; in virtual time its outcome is modelled by the clock.
func (c *cell) hang(e *executor) {
	if c.sys.virtual != nil {
		c.took = forever
		return
	}
	e.enter()
	<-c.sys.done
	e.leave()
}

// faultList is read on every tick and changed rarely.
type faultList[F any] struct{ all atomic.Pointer[[]*F] }

// load returns nil where there is no fault.
func (l *faultList[F]) load() []*F {
	if p := l.all.Load(); p != nil {
		return *p
	}
	return nil
}

func (l *faultList[F]) add(f *F) {
	l.change(func(all []*F) []*F { return append(all, f) })
}

// remove reports whether the fault was there.
func (l *faultList[F]) remove(f *F) (found bool) {
	l.change(func(all []*F) []*F {
		i := slices.Index(all, f)
		if found = i >= 0; found {
			all = slices.Delete(all, i, i+1)
		}
		return all
	})
	return found
}

func (l *faultList[F]) change(edit func([]*F) []*F) {
	for {
		old := l.all.Load()
		var next *[]*F
		var have []*F
		if old != nil {
			have = *old
		}
		if list := edit(slices.Clone(have)); len(list) > 0 {
			next = &list
		}
		if l.all.CompareAndSwap(old, next) {
			return
		}
	}
}

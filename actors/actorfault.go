package actors

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// actorFault is a fault of one actor. Its parameters do not change; its other fields belong to the
// actor's thread.
type actorFault struct {
	Fault
	until messages.Instant // zero: until it happens, or is removed
	draw  *rand.Rand       // the actor's own stream of faults
	led   bool             // the failure before the phase of the panic has happened
	left  int              // further releases to skip
}

func (f *actorFault) active(now messages.Instant) bool { return f.until == 0 || now < f.until }

// once reports whether the fault happens once.
func (f *actorFault) once() bool { return f.Kind.once() && f.until == 0 }

// faulty calls do for every active fault of a kind.
func (c *cell) faulty(k FaultKind, now messages.Instant, do func(*actorFault)) {
	for _, f := range c.faults.Load() {
		if f.Kind == k && f.active(now) {
			do(f)
		}
	}
}

// panicIn panics if a fault demands a panic in that phase.
func (c *cell) panicIn(phase string) {
	c.faulty(FaultPanic, c.now(), func(f *actorFault) {
		if f.Choice == phase {
			if f.once() {
				c.faults.Remove(f)
			}
			panic(usercode.Injected("injected in " + phase))
		}
	})
}

// errLeading is a failure that brings about the phase in which a fault panics.
var errLeading = errors.New("injected error that leads to the injected panic")

// leads reports whether the phase of the fault follows only after a failure. It reports so once.
func (f *actorFault) leads() bool {
	switch {
	case f.led || f.Choice == "stop":
		return false
	case f.Kind == FaultConstructorPanic:
	case f.Kind == FaultPanic && (f.Choice == "start" || f.Choice == "fence" || f.Choice == "restart"):
	default:
		return false
	}
	f.led = true
	return true
}

// applyFaults applies the faults of the actor on the actor's own thread, before its tick or before
// a message. It reports whether the actor's code runs afterwards.
func (c *cell) applyFaults(e *executor, l *Context, faults []*actorFault, now messages.Instant) bool {
	for _, f := range faults {
		if !f.active(now) {
			continue
		}
		if f.leads() {
			l.check(messages.CauseError, errLeading)
			return false
		}
		if !c.applyFault(e, l, f, now) {
			return false
		}
	}
	return true
}

func (c *cell) applyFault(e *executor, l *Context, f *actorFault, now messages.Instant) bool {
	happens := f.Kind == FaultPanic && f.Choice == "tick" || f.Kind == FaultError || f.Kind == FaultHang || f.Kind == FaultGoexit
	if happens && f.once() {
		c.faults.Remove(f)
	}
	switch f.Kind {
	case FaultPanic, FaultCrashLoop:
		if f.Kind == FaultCrashLoop || f.Choice == "tick" {
			panic(usercode.Injected("injected"))
		}
	case FaultError:
		l.check(messages.CauseError, errors.New("injected error"))
		return false
	case FaultHang:
		return c.hang(e, f.Delay)
	case FaultGoexit:
		if c.sys.virtual != nil {
			l.check(messages.CausePanic, errGoexit) // the one goroutine of virtual time must not end
			return false
		}
		e.enter()
		runtime.Goexit()
	case FaultSlow:
		if c.sys.virtual == nil {
			e.enter()
			for end := now.Add(f.takes(c.spec.Execution.Base)); c.now() < end; {
				continue // a computation
			}
			e.leave()
		}
	case FaultBadPeriod:
		l.tick.Step = f.period()
		l.tick.Measured = l.tick.Step
	}
	return true
}

// takes returns the additional duration of a tick whose modelled execution takes base.
func (f *actorFault) takes(base time.Duration) time.Duration {
	return f.Delay + time.Duration((f.Amount-1)*float64(base))
}

// period returns the false time between two ticks that a fault reports.
func (f *actorFault) period() time.Duration {
	switch f.Choice {
	case "negative":
		return -time.Second
	case "nanosecond":
		return 1
	case "infinite":
		return forever
	}
	return 0
}

// forever is longer than every limit.
const forever = time.Duration(1 << 62)

// hang returns after d. For zero it does not return in real time; in virtual time the clock models
// what follows. It reports whether the actor's code runs afterwards.
func (c *cell) hang(e *executor, d time.Duration) bool {
	if c.sys.virtual != nil {
		if d == 0 {
			d = forever
		}
		c.took += d
		c.mailbox.stuck = c.took > c.limit // the clock says for how long
		return !c.mailbox.stuck
	}
	back := make(chan struct{})
	if d > 0 {
		c.sys.clock.at(c.now().Add(d), func() { close(back) }, nil)
	}
	e.enter()
	select {
	case <-c.sys.done:
	case <-back:
	}
	e.leave()
	return d > 0
}

// skipped reports whether a fault takes this release away.
func (c *cell) skipped(faults []*actorFault, now messages.Instant) bool {
	for _, f := range faults {
		if !f.active(now) {
			continue
		}
		switch f.Kind {
		case FaultSuspend, FaultTickBurst:
			return true
		case FaultTickMissed:
			if f.left > 0 {
				f.left--
				return true
			}
			if f.Probability >= 1 || f.draw.Float64() < f.Probability {
				f.left = f.Count - 1
				return true
			}
		}
	}
	return false
}

// lateness draws the delay of the next release.
func (c *cell) lateness(faults []*actorFault, now messages.Instant) (late time.Duration) {
	for _, f := range faults {
		if f.Kind == FaultTickLate && f.active(now) && (f.Probability >= 1 || f.draw.Float64() < f.Probability) {
			late += f.Delay
		}
	}
	return late
}

// noise is a message that no actor knows.
type noise struct{}

// strange is a message of another unknown type.
type strange struct{ Number int }

// applyAtOnce applies a fault that needs no tick. It reports whether the fault is of such a kind.
func (c *cell) applyAtOnce(f *Fault) bool {
	switch f.Kind {
	case FaultFlood:
		for range f.Count {
			_ = c.mailbox.post(noise{}) // what has no room was counted
		}
	case FaultWrongMessage:
		_ = c.mailbox.post(strange{1})
	case FaultStopActor:
		c.group.cell.mailbox.run(func(*executor) { c.group.stop(c) })
	case FaultParentDies:
		g := c.group
		failure := &Failure{Actor: g.display(), World: c.spec.World, Group: g.display(), Time: c.now(), Cause: messages.CauseError,
			Err: errors.New("injected: the supervisor died")}
		g.cell.mailbox.run(func(*executor) { g.escalate(failure) })
	default:
		return false
	}
	return true
}

// freezeMailbox suspends an event-driven actor until an instant.
func (c *cell) freezeMailbox(until messages.Instant) {
	m := c.mailbox
	m.run(func(*executor) { m.frozen = true })
	c.sys.clock.at(until, func() {
		m.run(func(*executor) { m.frozen = false })
		c.sys.clock.wake(m)
	}, nil)
}

// notifyWatcher sends a life-cycle event of this actor to a watcher. A fault can delay or drop it.
func (c *cell) notifyWatcher(w *cell, e messages.Event) {
	late, lost := time.Duration(0), false
	c.faulty(FaultWatchLate, e.Time, func(f *actorFault) {
		late += f.Delay
		lost = lost || f.Delay == 0
	})
	switch {
	case lost:
	case late > 0:
		c.sys.clock.at(e.Time.Add(late), func() { w.mailbox.postLifeEvent(e) }, nil)
	default:
		w.mailbox.postLifeEvent(e)
	}
}

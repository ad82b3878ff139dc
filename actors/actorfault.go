package actors

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// actorFault acts on one actor. What it was injected with does not change; its memory belongs to the actor's thread.
type actorFault struct {
	Fault
	until messages.Instant // zero: until it has happened, or is removed
	draw  *rand.Rand       // the actor's own stream of faults
	led   bool             // the failure that leads to the phase of a panic has happened
	left  int              // releases that are still to be missed in a row
}

func (f *actorFault) active(now messages.Instant) bool { return f.until == 0 || now < f.until }

// once reports whether the fault happens once.
func (f *actorFault) once() bool { return f.Kind.once() && f.until == 0 }

// faulty calls do for every fault of a kind that acts now.
func (c *cell) faulty(k FaultKind, now messages.Instant, do func(*actorFault)) {
	for _, f := range c.faults.Load() {
		if f.Kind == k && f.active(now) {
			do(f)
		}
	}
}

// panicIn panics where a fault says so, in the code of the actor that is about to be called.
func (c *cell) panicIn(phase string) {
	c.faulty(FaultPanic, c.now(), func(f *actorFault) {
		if f.Choice == phase {
			if f.once() {
				c.faults.Remove(f)
			}
			panic("injected in " + phase)
		}
	})
}

// errLeading is the failure after which the phase comes in which a panic was injected.
var errLeading = errors.New("injected error, so that what was injected for later comes")

// leads reports whether a fault needs a failure first, for the phase in which it panics to come.
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

// suffer has the faults happen in the actor's own thread, in place of a tick or of a message that is its tick. It
// reports whether the actor's code goes on.
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
			panic("injected")
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
				continue // a computation that takes this long, as seen by everybody else
			}
			e.leave()
		}
	case FaultBadPeriod:
		l.tick.Step = f.period()
		l.tick.Measured = l.tick.Step
	}
	return true
}

// takes is what a tick takes in addition, where its modelled execution is base.
func (f *actorFault) takes(base time.Duration) time.Duration {
	return f.Delay + time.Duration((f.Amount-1)*float64(base))
}

// period is what ticks tell about the time between them.
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

// hang returns after a time; where that is zero it does not return in real time, and in virtual time its outcome is
// modelled by the clock. It reports whether the actor's code goes on.
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
		c.sys.clock.at(c.now().Add(d), func() { close(back) })
	}
	e.enter()
	select {
	case <-c.sys.done:
	case <-back:
	}
	e.leave()
	return d > 0
}

// skipped returns how many releases an injected fault takes away at this one: none, or it and no more.
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

// lateness draws by how much the next release comes late.
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

// strange is another one.
type strange struct{ Number int }

// applyAtOnce has a fault of an actor that needs no tick happen, and reports whether it is one.
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

// freezeMailbox has an event-driven actor do nothing until an instant.
func (c *cell) freezeMailbox(until messages.Instant) {
	m := c.mailbox
	m.run(func(*executor) { m.frozen = true })
	c.sys.clock.at(until, func() {
		m.run(func(*executor) { m.frozen = false })
		c.sys.clock.wake(m)
	})
}

// notifyWatcher hands an event of this actor's life to who watches it, late or never where a fault says so.
func (c *cell) notifyWatcher(w *cell, e messages.Event) {
	late, lost := time.Duration(0), false
	c.faulty(FaultWatchLate, e.Time, func(f *actorFault) {
		late += f.Delay
		lost = lost || f.Delay == 0
	})
	switch {
	case lost:
	case late > 0:
		c.sys.clock.at(e.Time.Add(late), func() { w.mailbox.postLifeEvent(e) })
	default:
		w.mailbox.postLifeEvent(e)
	}
}

package actors

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// ErrHung is wrapped by the failure of an actor whose code does not return within its limit. An
// actor that shares its thread with no other one is replaced: an event-driven actor, and the only
// actor of a domain.
var ErrHung = errors.New("its code does not return")

// HeldThreadError is wrapped by the error of Run, beside ErrHung, if code that does not return
// holds the thread of a domain with several actors. That thread cannot be freed: the process must
// end, and an outer supervisor starts it again.
type HeldThreadError struct{ Domain string }

// Error names the domain.
func (e *HeldThreadError) Error() string {
	return fmt.Sprintf("the thread of domain %q cannot be freed: an actor with a domain of its own would be replaced", e.Domain)
}

// hung is called once the code of c has exceeded its limit and its executor was given up. It runs
// on the watchdog's thread.
func (s *System) hung(c *cell) {
	if c.holdsDomain() {
		s.domainHung(c)
	} else {
		s.actorHung(c)
	}
}

// domainHung fences off everything in the domain of c, puts it into its safe state, and ends the
// application, because the thread cannot be freed.
func (s *System) domainHung(c *cell) {
	c.domain.hung.Store(true)
	c.lost.Store(true)
	for _, m := range c.domain.members.Load() {
		m.fenceOff()
	}
	f := c.hangFailure()
	f.Err = fmt.Errorf("%w; %w", f.Err, &HeldThreadError{c.domain.spec.Name})
	c.stats.note(f.Err)
	s.report(f)
	s.halt(f)
}

// actorHung replaces an actor that shares its thread with no other one: its supervisor decides, as
// about any failure, and the next incarnation shares nothing with the one that still runs.
func (s *System) actorHung(c *cell) {
	c.lost.Store(true)
	c.fenceOff()
	f := c.hangFailure()
	c.stats.note(f.Err)
	s.report(f)
	c.firstStarted()
	c.mailbox.run(func(*executor) {
		if c.mailbox.detached.Load() {
			return
		}
		if l := c.context; l != nil {
			if l.incarnation > f.Incarnation {
				return // it hung in Stop, and its successor has begun
			}
			l.taken.abandon(c.spec.Name, ErrRestarted)
		}
		c.context = nil
		c.mailbox.suspended = true
		c.mailbox.invoker.EscalateFailure(f, nil)
	})
}

// fenceOff raises the incarnation, so that nothing of the present one is accepted any more, and
// puts what the actor drives into its safe state.
func (c *cell) fenceOff() {
	c.incarnation.Add(1)
	c.state.Store(stateLost)
	c.announce(slot.Failed, messages.CauseHang)
	c.sys.fences.start(c, messages.CauseHang)
	c.cancelJobs()
	for _, out := range c.outputs {
		out.wakeReceivers()
	}
}

func (c *cell) hangFailure() *Failure {
	f := &Failure{Actor: c.spec.Name, World: c.spec.World, Group: c.group.name, Incarnation: c.current() - 1, Time: c.now(),
		Cause: messages.CauseHang, Err: fmt.Errorf("%w within %v", ErrHung, c.limit)}
	if from := c.serves.Load(); from != nil {
		f.Peer = *from
	}
	return f
}

// The default limits of a step.
const (
	hangPeriods     = 20
	hangAtLeast     = 100 * time.Millisecond
	hangEventDriven = 10 * time.Second
)

// stepLimit is how long a step of the actor may take before it counts as hung.
func (s *Spec) stepLimit() time.Duration {
	switch {
	case s.HangAfter > 0:
		return s.HangAfter
	case s.Period == 0:
		return hangEventDriven
	case s.Hang > 0:
		return time.Duration(s.Hang * float64(s.Period))
	}
	return max(hangPeriods*s.Period, hangAtLeast)
}

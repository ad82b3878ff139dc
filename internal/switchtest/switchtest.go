// Package switchtest measures how far the outputs of a whole-body controller step when its task set
// changes, over every ordered pair of states, in applications in virtual time. It is for tests, of
// rigs and of whole application files alike.
//
// With x what an axis is commanded, u what the law in force wants by itself and x' what an
// undisturbed twin of the run commands, the step at a change of task sets is bounded if, as shares
// of the axis's limit,
//
//	at the tick of the change      |x(k) - x'(k)|                                 <= 2 %
//	at every tick after it         |x(k) - x(k-1)| - |u(k) - u(k-1)|, a millisecond <= 2 %
//
// so that no step differs by more than that from the step which the undisturbed law makes.
package switchtest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Share is the bound: 2 % of an axis's limit, a millisecond.
const Share = 0.02

// Controller reports what its last tick gave each axis: commanded with what was left of hand-overs,
// own as the law in force wants it by itself, and limit, N m, N or what the outputs are in. The
// controllers of package wholebody do.
type Controller interface {
	Outputs() (commanded, own, limit []float64)
}

// Application is what is measured, in virtual time and not started.
type Application struct {
	System *actors.System
	// Controller gives the controller at work: the newest incarnation.
	Controller func() Controller
}

// Config reports what is measured.
type Config struct {
	// New makes the application, the same one each time it is called. Its states must be left on
	// request only.
	New func() (Application, error)
	// Controller is the whole path of the controller, as "arm/controller".
	Controller string
	// States are asked for in turn, each pair in both orders. Each may be asked for (by_request).
	States []string
	// Ready is when the joints are commanded and the first state of a pair is asked for, Dwell for
	// how long it is active until the second one is, so that the change happens in motion, and
	// After how long the second one is looked at.
	Ready, Dwell, After time.Duration
}

// Pair is a change of states.
type Pair struct {
	From, To string
	// AtChange is the greatest difference to the twin at the tick of the change, Worst the greatest
	// step a millisecond after it beyond the law's own, and Without what the step at the change
	// would be without a hand-over. All are shares of limits.
	AtChange, Worst, Without float64
}

// Bounded reports whether the change keeps the bound.
func (p Pair) Bounded() bool { return p.AtChange <= Share && p.Worst <= rounded }

// rounded is Share with room for rounding: a hand-over fades at the bound itself.
const rounded = Share * (1 + 1e-9)

// String tells a change in words.
func (p Pair) String() string {
	return fmt.Sprintf("%s to %s: %.2g %% at the change (%.1f %% without a hand-over), then %.2f %% a millisecond; the bound is %g %%",
		p.From, p.To, 100*p.AtChange, 100*p.Without, 100*p.Worst, 100*Share)
}

// Measure changes between the states of every ordered pair. It takes one run of the application for
// each pair, and one for each state.
func Measure(c Config) (pairs []Pair, err error) {
	for _, from := range c.States {
		twin, err := c.run(from, "")
		if err != nil {
			return pairs, fmt.Errorf("state %s: %w", from, err)
		}
		for _, to := range c.States {
			if from == to {
				continue
			}
			changed, err := c.run(from, to)
			if err != nil {
				return pairs, fmt.Errorf("states %s to %s: %w", from, to, err)
			}
			pair, err := compare(changed, twin)
			if err != nil {
				return pairs, fmt.Errorf("states %s to %s: %w", from, to, err)
			}
			pair.From, pair.To = from, to
			pairs = append(pairs, pair)
		}
	}
	return pairs, nil
}

// Course is what a run did that nobody asked anything.
type Course struct {
	// Worst is the greatest step a millisecond beyond the law's own, as a share of the limit. At
	// the tick of a change the law's own step is taken to be that of the tick before.
	Worst float64
	// Changes is the number of changes, of states and of laws.
	Changes int
}

// Bounded reports whether all of the run keeps the bound.
func (c Course) Bounded() bool { return c.Worst <= rounded }

// String tells a course in words.
func (c Course) String() string {
	return fmt.Sprintf("%d changes, of states and of laws; the worst step is %.2f %% a millisecond beyond the law's own; the bound is %g %%",
		c.Changes, 100*c.Worst, 100*Share)
}

// Follow lets an application run as it is, for a while, and looks at it from when its joints are
// commanded: before, commands follow what is measured.
func Follow(a Application, controller string, ready, duration time.Duration) (c Course, err error) {
	t, err := a.record(controller, func(s *actors.System, _ *trace) error { return s.Advance(duration) })
	if err != nil {
		return c, err
	}
	for k := 2; k < len(t.ticks); k++ {
		if t.ticks[k-1].at < messages.Instant(ready) {
			continue
		}
		own := t.ownStep(k)
		if t.ticks[k].state != t.ticks[k-1].state || t.ticks[k].phase != t.ticks[k-1].phase {
			c.Changes++
			own = t.ownStep(k - 1)
		}
		c.Worst = math.Max(c.Worst, t.excess(k, own))
	}
	return c, nil
}

// run enters a state, and leaves it for another one after some time, unless that is empty.
func (c *Config) run(from, to string) (*trace, error) {
	a, err := c.New()
	if err != nil {
		return nil, err
	}
	return a.record(c.Controller, func(s *actors.System, t *trace) error {
		for _, step := range []struct {
			state string
			then  time.Duration
		}{{"", c.Ready}, {from, c.Dwell}, {to, c.After}} {
			if err := errors.Join(t.ask(s, c.Controller, step.state), s.Advance(step.then)); err != nil {
				return err
			}
		}
		return nil
	})
}

// ask asks for a state; it may be the active one already.
func (t *trace) ask(s *actors.System, controller, state string) error {
	if state == "" {
		return nil
	}
	return s.Request(controller, messages.TaskRequest{Verb: messages.TaskState, Name: state}, func(reply any, err error) {
		if got, ok := reply.(messages.TaskReply); err != nil || !ok || got.Result != messages.TaskSuccess && got.Result != messages.TaskNotNow {
			t.failed = errors.Join(t.failed, fmt.Errorf("state %q is answered %+v, error %w", state, reply, err))
		}
	})
}

// record runs an application, as drive does, and traces its controller.
func (a *Application) record(controller string, drive func(*actors.System, *trace) error) (t *trace, err error) {
	t = &trace{}
	running := true
	if _, err := actors.Tap(a.System, controller+".status", func(at messages.Stamp, s *messages.TaskStatus) {
		if running {
			t.add(a.Controller(), at, s)
		}
	}); err != nil {
		return nil, err
	}
	if err := a.System.Start(context.Background()); err != nil {
		return nil, err
	}
	err = drive(a.System, t)
	running = false
	return t, errors.Join(err, t.failed, a.System.Stop(context.Background()))
}

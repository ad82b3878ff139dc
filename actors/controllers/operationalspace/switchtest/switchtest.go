// Package switchtest measures the steps of effort at changes of task sets, over every ordered pair of states of an
// application with an operational-space controller. It is for tests.
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

// Bound is the step that a change of task sets may make beyond the undisturbed tick, as a share of the axis's limit, in a
// tick of a millisecond; in longer ticks as many times as much.
const Bound = 0.02

// Config says what to measure.
type Config struct {
	// New makes the application, in virtual time and not started; the same one each time it is called.
	New func() (*actors.System, error)
	// Controller is the whole path of the controller, as "arm/controller".
	Controller string
	// States may each be asked for (by_request), in any order.
	States []string
	// Limits are of the efforts in the controller's command, in its order, N m or N: what steps are measured in. Axes with a
	// limit of 0 or infinity are left out.
	Limits []float64
	// Settle is the time until the first state of a pair is asked for, Stay the time in it until the second one is.
	Settle, Stay time.Duration
	// Within is how long a change may take. 0 means 1 s.
	Within time.Duration
}

// Change is what a change of states did.
type Change struct {
	From, To string
	// Step is the greatest difference between the effort at the tick of the change and the one that the same run has at that
	// tick without the change, as a share of the limit; Axis is where.
	Step float64
	Axis int
	// Fade is the greatest step of an effort from tick to tick in the 100 ms that follow, as a share of the limit: what the
	// hand-over and the motion of the new set do together.
	Fade float64
}

// String tells a change in words.
func (c Change) String() string {
	return fmt.Sprintf("%s to %s: %.2f %% of the limit at the change (axis %d), %.2f %% in a tick afterwards", c.From, c.To, 100*c.Step, c.Axis, 100*c.Fade)
}

// run is what was commanded, tick by tick.
type run struct {
	at     []messages.Instant
	effort [][]float64
	state  []uint32
}

// Run measures every ordered pair of states. It takes one run of the application for each pair, and one for each state.
func Run(c Config) (changes []Change, err error) {
	if c.Within == 0 {
		c.Within = time.Second
	}
	for _, from := range c.States {
		still, err := c.run(from, "")
		if err != nil {
			return changes, fmt.Errorf("state %s: %w", from, err)
		}
		for _, to := range c.States {
			if from == to {
				continue
			}
			moved, err := c.run(from, to)
			if err == nil {
				var change Change
				if change, err = c.compare(still, moved); err == nil {
					change.From, change.To = from, to
					changes = append(changes, change)
				}
			}
			if err != nil {
				return changes, fmt.Errorf("states %s to %s: %w", from, to, err)
			}
		}
	}
	return changes, nil
}

// run runs the application once; with an empty second state it stays in the first one.
func (c *Config) run(from, to string) (r run, err error) {
	s, err := c.New()
	if err != nil {
		return r, err
	}
	if err := c.record(s, &r); err != nil {
		return r, err
	}
	if err := s.Start(context.Background()); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Stop(context.Background())) }()
	refusal := error(nil)
	for _, step := range []struct {
		after time.Duration
		state string
	}{{c.Settle, from}, {c.Stay, to}} {
		if err := s.Advance(step.after); err != nil {
			return r, err
		}
		if step.state == "" {
			continue
		}
		if err := s.Request(c.Controller, messages.TaskRequest{Verb: messages.TaskState, Name: step.state}, func(v any, err error) {
			if reply, ok := v.(messages.TaskReply); err != nil || !ok || reply.Result != messages.TaskSuccess {
				refusal = errors.Join(refusal, fmt.Errorf("state %q was not entered: %v %+v", step.state, err, v))
			}
		}); err != nil {
			return r, err
		}
	}
	return r, errors.Join(s.Advance(c.Within+200*time.Millisecond), refusal)
}

// record keeps what is commanded and the state of each tick.
func (c *Config) record(s *actors.System, r *run) error {
	if _, err := actors.Tap(s, c.Controller+".command", func(_ messages.Stamp, m *messages.JointCommand) {
		r.effort = append(r.effort, append([]float64(nil), m.Effort...))
	}); err != nil {
		return err
	}
	_, err := actors.Tap(s, c.Controller+".status", func(stamp messages.Stamp, m *messages.TaskStatus) {
		if len(r.effort) == len(r.at)+1 { // a tick that commanded nothing has a status only
			r.at, r.state = append(r.at, stamp.Time), append(r.state, m.State)
		}
	})
	return err
}

// compare finds the tick of the change, and measures it.
func (c *Config) compare(still, moved run) (change Change, err error) {
	k := 0
	for k < len(moved.at) && k < len(still.at) && moved.at[k] == still.at[k] && moved.state[k] == still.state[k] {
		k++
	}
	if k == 0 || k >= len(moved.at) || k >= len(still.at) || moved.at[k] != still.at[k] {
		return change, fmt.Errorf("the state never changed within %v; in both states the controller must command at every tick", c.Within)
	}
	if len(moved.effort[k]) != len(c.Limits) {
		return change, fmt.Errorf("the command has %d efforts, there are %d limits", len(moved.effort[k]), len(c.Limits))
	}
	for i, limit := range c.Limits {
		if !(limit > 0) || math.IsInf(limit, 1) {
			continue
		}
		if d := math.Abs(moved.effort[k][i]-still.effort[k][i]) / limit; d > change.Step {
			change.Step, change.Axis = d, i
		}
		for j := k + 1; j < len(moved.at) && moved.at[j].Sub(moved.at[k]) <= 100*time.Millisecond; j++ {
			change.Fade = max(change.Fade, math.Abs(moved.effort[j][i]-moved.effort[j-1][i])/limit)
		}
	}
	return change, nil
}

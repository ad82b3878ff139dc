package wheelbalancer

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Actor balances a robot; see the package comment.
type Actor struct {
	Options
	world *worlds.World

	Snapshot    actors.In[messages.Snapshot]        `port:"snapshot" doc:"state of the world"`
	Orientation actors.In[messages.BaseOrientation] `port:"orientation" max_age:"30ms" doc:"orientation of the base"`
	Odometry    actors.In[messages.WheelOdometry]   `port:"odometry" optional:"true" doc:"speed over the ground; without it, that of the wheels"`
	Contact     actors.In[messages.FloorContact]    `port:"contact" optional:"true" doc:"whether the robot stands on the ground; without it, it does"`
	Target      actors.In[messages.GroundTarget]    `port:"target" optional:"true" max_age:"200ms" doc:"wanted motion over the ground; without it, the robot stays"`
	Active      actors.In[messages.Switch]          `port:"active" optional:"true" doc:"closed while the commands are in effect; without a link, they always are"`
	Command     actors.Out[messages.JointCommand]   `port:"command" doc:"velocities of the wheels, positions of the legs"`

	law     Law
	wheels  [2]wheel
	legs    []leg
	paused  bool // nothing was commanded in the tick before: the law begins anew
	invalid bool // a number is not finite, and an event reported it
	gaveUp  bool // an event reported a fall
}

// Configure looks up the joints and checks the options.
func (a *Actor) Configure(s *actors.Setup) error {
	w, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = w
	errs := []error{a.find(w), checkRadius("left_wheel", a.Left.Radius), checkRadius("right_wheel", a.Right.Radius)}
	if s.Period() <= 0 {
		errs = append(errs, errors.New("the period is 0; expected a rate, since the law integrates"))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	a.law, a.paused = Law{Config: a.config()}, true
	n := len(a.legs) + len(a.wheels)
	s.Size(&a.Snapshot, perception.Sizes(w))
	s.Size(&a.Command, actors.Sizes{"joints": n, "positions": n, "velocities": n, "gain_scales": n, "effort_caps": n})
	return nil
}

func checkRadius(option string, radius messages.Meters) error {
	if finite(float64(radius)) && radius != 0 {
		return nil
	}
	return &messages.OptionError{Path: option + ".signed_radius", Err: fmt.Errorf("the radius is %g m", float64(radius)),
		Expected: "a finite length other than 0, negative where the joint turns backwards"}
}

// Receive takes the configuration of a spine.
func (a *Actor) Receive(c *actors.Context, message any) error {
	config, ok := message.(messages.SpineConfig)
	if !ok {
		return nil
	}
	if b := config.WheelBalancer; b != nil {
		if err := checkSection(b); err != nil {
			c.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: "configuration rejected: " + err.Error()})
		} else {
			a.apply(b)
		}
	}
	a.law = Law{Config: a.config()}
	a.paused, a.invalid, a.gaveUp = true, false, false
	for i := range a.legs {
		a.legs[i].begun = false
	}
	return nil
}

// longestStep bounds the time for which the law integrates at once, s.
const longestStep = 0.05

// Tick commands wheels and legs.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if err != nil {
		return a.pauseFor(t, err)
	}
	o, err := a.Orientation.Fresh(t)
	if err != nil {
		return a.pauseFor(t, err)
	}
	rolling, ok := a.speed(s)
	if !ok {
		return a.pauseFor(t, errWheels)
	}
	in := a.input(t, o, rolling)
	if !in.finite() {
		return a.reject(t, in)
	}
	a.invalid = false
	h, engaged := min(t.Step.Seconds(), longestStep), a.engaged(t, s)
	motion, ok := a.balance(h, &in, engaged)
	a.report(t, in.Pitch, !ok)
	if !ok {
		return a.pause(t)
	}
	if !engaged {
		motion = messages.GroundTarget{Velocity: rolling, YawVelocity: a.turning(s)}
	}
	c := a.Command.Loan()
	a.roll(c, motion)
	a.hold(c, s, engaged, h)
	return a.Command.Publish(t)
}

// balance steps the law. The law begins from the present motion after a pause, and as long as the
// commands are not in effect.
func (a *Actor) balance(h float64, in *Input, engaged bool) (motion messages.GroundTarget, ok bool) {
	if !a.law.Upright(in.Pitch) {
		return messages.GroundTarget{}, false
	}
	if a.paused || !engaged {
		a.law.Begin(in.Rolling)
	}
	a.paused = false
	return a.law.Step(h, in)
}

// input gathers what the law needs. Where odometry is unknown, the wheels' own speed counts.
func (a *Actor) input(t *actors.Tick, o *messages.BaseOrientation, rolling float64) Input {
	in := Input{Pitch: o.Pitch, PitchRate: o.AngularVelocity[1], Velocity: rolling, Rolling: rolling, Contact: true}
	r, w := &o.RotationBaseToWorld, &o.AngularVelocity
	in.YawRate = r[6]*w[0] + r[7]*w[1] + r[8]*w[2]
	if c, err := a.Contact.Fresh(t); err == nil {
		in.Contact = c.Contact
	}
	if v, err := a.Odometry.Fresh(t); err == nil && in.Contact {
		in.Velocity = v.Velocity
	}
	if g, err := a.Target.Fresh(t); err == nil && finite(g.Velocity) && finite(g.YawVelocity) {
		in.Target = *g
	}
	return in
}

// engaged reports whether the commands are in effect.
func (a *Actor) engaged(t *actors.Tick, s *messages.Snapshot) bool {
	if a.Active.Linked() {
		if v, err := a.Active.Fresh(t); err != nil || !v.Closed {
			return false
		}
	}
	return s.Mode[a.wheels[0].Joint].Passes() && s.Mode[a.wheels[1].Joint].Passes()
}

// report emits an event where the law gives up, and one where it resumes.
func (a *Actor) report(t *actors.Tick, pitch float64, fallen bool) {
	if fallen == a.gaveUp {
		return
	}
	a.gaveUp = fallen
	text := fmt.Sprintf("pitch %.3g rad: the balancer resumes", pitch)
	if fallen {
		text = fmt.Sprintf("pitch %.3g rad is beyond fall_pitch, %.3g rad: the balancer gives up", pitch, a.law.FallPitch)
	}
	t.Emit(messages.Event{Kind: messages.EventNote, Text: text})
}

// finite reports whether all numbers of the input are finite.
func (in *Input) finite() bool {
	return finite(in.Pitch) && finite(in.PitchRate) && finite(in.YawRate) && finite(in.Velocity) && finite(in.Rolling)
}

// reject reports numbers that are not finite, once, and pauses.
func (a *Actor) reject(t *actors.Tick, in Input) error {
	if !a.invalid {
		t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid,
			Text: fmt.Sprintf("pitch %g rad, pitch rate %g rad/s, yaw rate %g rad/s, velocity %g m/s, of the wheels %g m/s; expected finite numbers", in.Pitch, in.PitchRate, in.YawRate, in.Velocity, in.Rolling)})
	}
	a.invalid = true
	return a.pause(t)
}

// errWheels is why the balancer pauses without the speed of its wheels.
var errWheels = errors.New("the state of a wheel is not valid")

// pauseFor withdraws the command and reports why, once until the balancer has gone on.
func (a *Actor) pauseFor(t *actors.Tick, why error) error {
	if !a.paused {
		t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseStale, Text: "the balancer pauses: " + why.Error()})
	}
	return a.pause(t)
}

// pause withdraws the command.
func (a *Actor) pause(t *actors.Tick) error {
	a.paused = true
	for i := range a.legs {
		a.legs[i].begun = false
	}
	return a.Command.Withdraw(t)
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }

package floorcontact

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Options are the options of the observer in application files.
type Options struct {
	Wheels    []string              `option:"wheel_joints" doc:"joints of the wheels; the output has their contacts in this order" required:"true"`
	UpperLegs []string              `option:"upper_leg_joints" doc:"joints of hips and knees; default: none, so that only wheels show a contact"`
	Threshold messages.NewtonMeters `option:"upper_leg_torque_threshold" doc:"norm of the torques of the upper legs above which they carry the robot" min:"0"`
	LegCutoff time.Duration         `option:"upper_leg_cutoff_period" doc:"cut-off period of the filter of that norm; above two periods of the actor" min:"0"`
	Wheel     WheelOptions          `option:"wheel_contact" doc:"detection of a wheel's contact"`
}

// WheelOptions configure the detection of a wheel's contact.
type WheelOptions struct {
	Cutoff          time.Duration                    `option:"cutoff_period" doc:"cut-off period of the filters; above two periods of the actor" min:"0"`
	Liftoff         float64                          `option:"liftoff_inertia" unit:"kg m^2" doc:"apparent inertia below which the wheel is in the air" min:"0"`
	Touchdown       float64                          `option:"touchdown_inertia" unit:"kg m^2" doc:"apparent inertia above which the wheel is on the ground" min:"0"`
	MinAcceleration messages.RadiansPerSecondSquared `option:"min_touchdown_acceleration" doc:"acceleration below which a wheel in the air stays there" min:"0"`
	MinTorque       messages.NewtonMeters            `option:"min_touchdown_torque" doc:"torque below which a wheel in the air stays there" min:"0"`
}

// DefaultOptions returns the options of a file that sets only the required ones: those of an Upkie.
func DefaultOptions() Options {
	return Options{Threshold: 10, LegCutoff: 10 * time.Millisecond,
		Wheel: WheelOptions{Cutoff: 200 * time.Millisecond, Liftoff: 0.001, Touchdown: 0.004, MinAcceleration: 2, MinTorque: 0.015}}
}

// config returns the configuration of the law.
func (o *Options) config() Config {
	w := &o.Wheel
	return Config{UpperLegTorque: float64(o.Threshold), LegCutoff: o.LegCutoff.Seconds(),
		Wheel: messages.WheelContactConfig{CutoffPeriod: w.Cutoff.Seconds(), LiftoffInertia: w.Liftoff, TouchdownInertia: w.Touchdown,
			MinTouchdownAcceleration: float64(w.MinAcceleration), MinTouchdownTorque: float64(w.MinTorque)}}
}

// Actor detects contacts with the ground; see the package comment.
type Actor struct {
	Options
	world *worlds.World

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Contact  actors.Out[messages.FloorContact] `port:"contact" doc:"contacts of the robot and of its wheels with the ground"`

	law          *Law
	wheels, legs []worlds.Axis
	in           Input
	period       time.Duration
	taken        messages.Instant // of the newest snapshot that the law took; 0 before the first
	invalid      bool             // the newest snapshot is, and an event reported it
}

// Configure looks up the joints and checks the options.
func (a *Actor) Configure(s *actors.Setup) error {
	w, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = w
	if len(a.Wheels) == 0 {
		return &messages.OptionError{Path: "wheel_joints", Err: errors.New("the list is empty"), Expected: "the joints of the wheels"}
	}
	var failed error
	if a.wheels, err = w.Axes("wheel_joints", a.Wheels); err != nil {
		failed = err
	}
	if a.legs, err = w.Axes("upper_leg_joints", a.UpperLegs); err != nil {
		failed = errors.Join(failed, err)
	}
	config := a.config()
	a.period = s.Period()
	if a.period <= 0 {
		failed = errors.Join(failed, errors.New("the period is 0; expected a rate, since the law filters"))
	} else {
		failed = errors.Join(failed, config.check(a.period))
	}
	if failed != nil {
		return failed
	}
	a.law = New(config, len(a.wheels))
	a.in = Input{WheelVelocity: make([]float64, len(a.wheels)), WheelTorque: make([]float64, len(a.wheels)), LegTorque: make([]float64, len(a.legs))}
	s.Size(&a.Snapshot, perception.Sizes(w))
	s.Size(&a.Contact, actors.Sizes{"wheels": len(a.wheels)})
	return nil
}

// Receive takes the configuration of a spine.
func (a *Actor) Receive(c *actors.Context, message any) error {
	config, ok := message.(messages.SpineConfig)
	if !ok {
		return nil
	}
	a.taken, a.invalid = 0, false
	a.law.Reset()
	var failed error
	if f := config.FloorContact; f != nil {
		if err := checkThreshold(f.UpperLegTorqueThreshold); err != nil {
			failed = messages.InOption("floor_contact", err)
		} else {
			a.law.UpperLegTorque = f.UpperLegTorqueThreshold
		}
	}
	if w := config.WheelContact; w != nil {
		if err := checkWheel(w, a.period); err != nil {
			failed = errors.Join(failed, messages.InOption("wheel_contact", err))
		} else {
			a.law.Wheel = *w
		}
	}
	if failed != nil {
		c.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: "configuration rejected: " + failed.Error()})
	}
	return nil
}

// Tick takes a new snapshot and publishes the contacts.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if err != nil || !a.valid(s) {
		return a.pause(t)
	}
	if joint := a.gather(s); joint != "" {
		if !a.invalid {
			t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: fmt.Sprintf("the velocity or torque of joint %q is not finite", joint)})
		}
		a.invalid = true
		return a.pause(t)
	}
	a.invalid = false
	at, h := a.Snapshot.Stamp().Time, a.period.Seconds()
	if a.taken != 0 {
		h = at.Sub(a.taken).Seconds()
	}
	if h <= 0 {
		return nil // the snapshot is the same
	}
	a.taken = at
	out := a.Contact.Loan()
	a.law.Step(h, &a.in, out)
	return a.Contact.SendAt(t, out, at)
}

// pause withdraws the output. The time of the pause is no step of the filters.
func (a *Actor) pause(t *actors.Tick) error {
	a.taken = 0
	return a.Contact.Withdraw(t)
}

// valid reports whether the state of every joint is known.
func (a *Actor) valid(s *messages.Snapshot) bool {
	for i := range a.wheels {
		if !s.Valid[a.wheels[i].Joint] {
			return false
		}
	}
	for i := range a.legs {
		if !s.Valid[a.legs[i].Joint] {
			return false
		}
	}
	return true
}

// gather fills the law's input. It returns the name of a joint whose values are not finite.
func (a *Actor) gather(s *messages.Snapshot) (joint string) {
	for i := range a.wheels {
		w := &a.wheels[i]
		a.in.WheelVelocity[i], a.in.WheelTorque[i] = s.Velocity[w.Velocity], s.Effort[w.Velocity]
		if !finite(a.in.WheelVelocity[i]) || !finite(a.in.WheelTorque[i]) {
			return w.Name
		}
	}
	for i := range a.legs {
		l := &a.legs[i]
		if a.in.LegTorque[i] = s.Effort[l.Velocity]; !finite(a.in.LegTorque[i]) {
			return l.Name
		}
	}
	return ""
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }

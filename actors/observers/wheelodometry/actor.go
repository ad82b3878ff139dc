package wheelodometry

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Options are the options of the observer in application files.
type Options struct {
	Wheels []WheelOptions `option:"wheels" doc:"the wheels, in the order of the input contact" required:"true"`
}

// WheelOptions describe a wheel.
type WheelOptions struct {
	Joint  string          `option:"joint" doc:"joint of the wheel" required:"true"`
	Radius messages.Meters `option:"signed_radius" doc:"radius of the wheel; negative where the joint turns backwards when the robot drives forward" required:"true"`
}

// Actor measures how far the robot has rolled; see the package comment.
type Actor struct {
	Options
	world *worlds.World

	Snapshot actors.In[messages.Snapshot]       `port:"snapshot" doc:"state of the world"`
	Contact  actors.In[messages.FloorContact]   `port:"contact" doc:"contacts of the wheels with the ground"`
	Odometry actors.Out[messages.WheelOdometry] `port:"odometry" doc:"way and speed forward over the ground"`

	wheels        []worlds.Axis
	radius, speed []float64 // m, rad/s
	odometry      messages.WheelOdometry
	taken         messages.Instant // of the newest snapshot that counts; 0 before the first
	invalid       bool             // a speed is, and an event reported it
}

// Configure looks up the wheels.
func (a *Actor) Configure(s *actors.Setup) error {
	w, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = w
	if len(a.Wheels) == 0 {
		return &messages.OptionError{Path: "wheels", Err: errors.New("the list is empty"), Expected: "the wheels, as [{joint: left_wheel, signed_radius: 0.05}]"}
	}
	a.wheels, a.radius, a.speed = nil, make([]float64, len(a.Wheels)), make([]float64, len(a.Wheels))
	for i, wheel := range a.Wheels {
		path := fmt.Sprintf("wheels[%d]", i)
		axis, failed := w.Axis(path+".joint", wheel.Joint)
		if failed == nil && a.wheel(wheel.Joint) >= 0 {
			failed = &messages.OptionError{Path: path + ".joint", Err: fmt.Errorf("joint %q is listed twice", wheel.Joint), Expected: "every wheel once"}
		}
		a.wheels, a.radius[i] = append(a.wheels, axis), float64(wheel.Radius)
		err = errors.Join(err, failed, messages.InOption(path+".signed_radius", checkRadius(a.radius[i])))
	}
	if err != nil {
		return err
	}
	s.Size(&a.Snapshot, perception.Sizes(w))
	s.Size(&a.Contact, actors.Sizes{"wheels": len(a.wheels)})
	return nil
}

// checkRadius returns an error unless a wheel can have that signed radius.
func checkRadius(radius float64) error {
	if finite(radius) && radius != 0 {
		return nil
	}
	return &messages.OptionError{Err: fmt.Errorf("the radius is %g m", radius), Expected: "a finite length other than 0, negative where the joint turns backwards"}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Receive takes the configuration of a spine.
func (a *Actor) Receive(c *actors.Context, message any) error {
	config, ok := message.(messages.SpineConfig)
	if !ok {
		return nil
	}
	a.odometry, a.taken, a.invalid = messages.WheelOdometry{}, 0, false
	if err := a.checkRadii(config.SignedRadius); err != nil {
		c.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: "configuration rejected: " + err.Error()})
		return nil
	}
	for _, r := range config.SignedRadius {
		a.radius[a.wheel(r.Joint)] = r.Radius
	}
	return nil
}

// wheel returns the index of the wheel with that joint, or -1.
func (a *Actor) wheel(joint string) int {
	return slices.IndexFunc(a.wheels, func(w worlds.Axis) bool { return w.Name == joint })
}

// checkRadii returns the errors of the radii of a configuration.
func (a *Actor) checkRadii(radii []messages.SignedRadius) error {
	var errs []error
	for _, r := range radii {
		path := "wheel_odometry.signed_radius." + r.Joint
		if a.wheel(r.Joint) < 0 {
			known := make([]string, len(a.wheels))
			for i := range known {
				known[i] = a.wheels[i].Name
			}
			errs = append(errs, &messages.OptionError{Path: path, Err: errors.New("the observer has no wheel of that name"), Unknown: r.Joint, Known: known})
		}
		errs = append(errs, messages.InOption(path, checkRadius(r.Radius)))
	}
	return errors.Join(errs...)
}

// Tick takes a new snapshot and publishes the odometry.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if err != nil {
		return a.pause(t)
	}
	contact, err := a.Contact.Fresh(t)
	if err != nil || len(contact.Wheel) != len(a.wheels) {
		return a.pause(t)
	}
	for i := range a.wheels {
		w := &a.wheels[i]
		if !s.Valid[w.Joint] {
			return a.pause(t)
		}
		if a.speed[i] = s.Velocity[w.Velocity]; !finite(a.speed[i]) {
			if !a.invalid {
				t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: fmt.Sprintf("the velocity of joint %q is not finite", w.Name)})
			}
			a.invalid = true
			return a.pause(t)
		}
	}
	a.invalid = false
	at := a.Snapshot.Stamp().Time
	if a.taken == 0 {
		a.taken = at
	}
	a.odometry = Step(a.odometry, a.radius, a.speed, contact.Wheel, at.Sub(a.taken).Seconds())
	a.taken = at
	*a.Odometry.Loan() = a.odometry
	return a.Odometry.SendAt(t, a.Odometry.Loan(), at)
}

// pause withdraws the output. The robot's way in the pause is unknown.
func (a *Actor) pause(t *actors.Tick) error {
	a.taken = 0
	return a.Odometry.Withdraw(t)
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }

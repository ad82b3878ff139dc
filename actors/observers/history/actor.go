package history

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Options are the options of the observer in application files.
type Options struct {
	Quantity string  `option:"quantity" doc:"what is kept: position, velocity or effort of option joint, or the pitch of input orientation" one_of:"position,velocity,effort,pitch" required:"true"`
	Joint    string  `option:"joint" doc:"joint of the quantity; none for pitch"`
	Samples  int     `option:"samples" doc:"number of values" min:"1" max:"10000"`
	Initial  float64 `option:"initial" doc:"value where no sample was taken yet, in the unit of the quantity" unit:"rad|m|rad/s|m/s|N m|N"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options { return Options{Samples: 10} }

// Actor keeps the newest values of a quantity; see the package comment.
type Actor struct {
	Options
	world *worlds.World

	Snapshot    actors.In[messages.Snapshot]        `port:"snapshot" optional:"true" doc:"state of the world"`
	Orientation actors.In[messages.BaseOrientation] `port:"orientation" optional:"true" doc:"orientation of the base"`
	History     actors.Out[messages.History]        `port:"history" doc:"newest values of the quantity, newest first"`

	axis    worlds.Axis
	values  []float64
	taken   uint64 // sequence of the newest sample
	invalid bool   // the newest value is, and an event reported it
}

// Configure checks the options and looks up the joint.
func (a *Actor) Configure(s *actors.Setup) error {
	w, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = w
	if math.IsNaN(a.Initial) || math.IsInf(a.Initial, 0) {
		return &messages.OptionError{Path: "initial", Err: fmt.Errorf("the value is %g", a.Initial), Expected: "a finite number"}
	}
	a.values = make([]float64, a.Samples)
	Fill(a.values, a.Initial)
	s.Size(&a.Snapshot, perception.Sizes(w))
	s.Size(&a.History, actors.Sizes{"samples": a.Samples})
	if a.pitch() {
		if a.Joint != "" {
			return &messages.OptionError{Path: "joint", Err: fmt.Errorf("joint %q has no pitch", a.Joint), Expected: "no joint, or another quantity"}
		}
		s.Require(&a.Orientation, "option quantity is pitch")
		return nil
	}
	s.Require(&a.Snapshot, "option quantity is "+a.Quantity)
	s.Exclude(&a.Orientation, "option quantity is "+a.Quantity)
	if a.Joint == "" {
		return &messages.OptionError{Path: "joint", Err: errors.New("no joint is named"), Expected: "the joint whose " + a.Quantity + " is kept"}
	}
	a.axis, err = w.Axis("joint", a.Joint)
	return err
}

func (a *Actor) pitch() bool { return a.Quantity == "pitch" }

// Receive takes the configuration of a spine.
func (a *Actor) Receive(_ *actors.Context, message any) error {
	if _, ok := message.(messages.SpineConfig); ok {
		a.invalid = false
		Fill(a.values, a.Initial)
	}
	return nil
}

// Tick takes a new sample and publishes the history.
func (a *Actor) Tick(t *actors.Tick) error {
	value, stamp, ok := a.sample(t)
	if !ok {
		return a.History.Withdraw(t)
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		if !a.invalid {
			t.Emit(messages.Event{Kind: messages.EventNote, Cause: messages.CauseInvalid, Text: fmt.Sprintf("the %s is %g; expected a finite number", a.Quantity, value)})
		}
		a.invalid = true
		return a.History.Withdraw(t)
	}
	a.invalid = false
	if stamp.Sequence == a.taken {
		return nil
	}
	a.taken = stamp.Sequence
	Push(a.values, value)
	out := a.History.Loan()
	copy(out.Values, a.values)
	return a.History.SendAt(t, out, stamp.Time)
}

// sample returns the newest value, or false where it is unknown.
func (a *Actor) sample(t *actors.Tick) (value float64, stamp messages.Stamp, ok bool) {
	if a.pitch() {
		o, err := a.Orientation.Fresh(t)
		if err != nil {
			return 0, stamp, false
		}
		return o.Pitch, a.Orientation.Stamp(), true
	}
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if err != nil || !s.Valid[a.axis.Joint] {
		return 0, stamp, false
	}
	switch a.Quantity {
	case "position":
		value = s.Position[a.axis.Position]
	case "velocity":
		value = s.Velocity[a.axis.Velocity]
	default:
		value = s.Effort[a.axis.Velocity]
	}
	return value, a.Snapshot.Stamp(), true
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }

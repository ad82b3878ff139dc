package wholebody

import (
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace/behavior"
	"github.com/robo-actors/robo-actors/messages"
)

// task makes the definition of a task from its options. Level is left at zero: task sets say it.
func (o *TaskOptions) task(path string) (t taskspace.Task, err error) {
	var errs []error
	at := func(field string, err error) {
		if err != nil {
			errs = append(errs, messages.InOption(path+"."+field, err))
		}
	}
	t = taskspace.Task{Name: o.Name, Frame: o.Frame, Base: o.Base, Joints: o.Joints, Margin: o.Margin, Weight: o.Weight}
	t.Kind, err = taskspace.ParseKind(o.Kind)
	at("kind", err)
	at("point", fixed(t.Point[:], o.Point))
	at("direction", fixed(t.Direction[:], o.Direction))
	at("rotation", fixed(t.Rotation[:], o.Rotation))
	if o.Axes != "" {
		t.Axes, err = taskspace.ParseAxes(o.Axes)
		at("axes", err)
	}
	if o.ForceAxes != "" {
		t.ForceAxes, err = taskspace.ParseAxes(o.ForceAxes)
		at("force_axes", err)
	}
	g := &o.Gains
	t.Gains = taskspace.Gains{Proportional: g.Proportional, Derivative: g.Derivative, VelocityMax: g.VelocityMax,
		Force: g.Force, ForceIntegral: g.ForceIntegral, ForceIntegralMax: g.ForceIntegralMax}
	if g.Saturation != "" {
		t.Gains.Saturation, err = taskspace.ParseSaturation(g.Saturation)
		at("gains.saturation", err)
	} else if len(g.VelocityMax) > 0 {
		at("gains.saturation", errUncut)
	}
	t.Motion = taskspace.Motion(o.Motion)
	o.Goal.goal(&t, at)
	return t, errors.Join(errs...)
}

// goal sets the first goal of a task. A task of a kind with goals that names none keeps what is
// measured.
func (o *GoalOptions) goal(t *taskspace.Task, at func(string, error)) {
	g := &t.Goal
	at("goal.position", fixed(g.Position[:], o.Position))
	at("goal.orientation", fixed(g.Orientation[:], o.Orientation))
	if len(o.Orientation) == len(g.Orientation) && g.Orientation == [4]float64{} {
		at("goal.orientation", errNoRotation)
	}
	at("goal.momentum", fixed(g.Momentum[:], o.Momentum))
	at("goal.wrench", fixed(g.Wrench[:], o.Wrench))
	g.Joints = slices.Clone(o.Joints)
	switch t.Kind {
	case taskspace.FramePosition, taskspace.FrameOrientation, taskspace.FramePose, taskspace.CentreOfMass, taskspace.Posture,
		taskspace.RelativePose, taskspace.Hybrid:
		g.Measured = len(o.Position)+len(o.Orientation)+len(o.Joints) == 0
	}
}

// errNoRotation is the error of four zeros.
var errNoRotation = errors.New("the quaternion has the norm 0; expected one of unit length: w, x, y, z")

// fixed copies numbers to a place that takes a fixed count of them; none leave it as it is.
func fixed(to, from []float64) error {
	if len(from) != 0 && len(from) != len(to) {
		return fmt.Errorf("there are %d numbers; expected %d", len(from), len(to))
	}
	copy(to, from)
	return nil
}

// definition makes the state machine's definition. Without states, every task set has a state of
// its own that may be asked for.
func (o *Options) definition() behavior.Definition {
	d := behavior.Definition{Initial: o.Behavior.Initial, PrepareWithin: o.PrepareWithin}
	for _, s := range o.TaskSets {
		d.Sets = append(d.Sets, behavior.TaskSet{Name: s.Name, Levels: s.Levels})
		if len(o.Behavior.States) == 0 {
			d.States = append(d.States, behavior.State{Name: s.Name, TaskSet: s.Name, ByRequest: true})
		}
	}
	for _, s := range o.Behavior.States {
		state := behavior.State{Name: s.Name, Parent: s.Parent, Initial: s.Initial, TaskSet: s.TaskSet, ByRequest: s.ByRequest}
		for _, e := range s.Entry {
			state.Entry = append(state.Entry, behavior.Setting(e))
		}
		for _, t := range s.Transitions {
			state.Transitions = append(state.Transitions, behavior.Transition(t))
		}
		d.States = append(d.States, state)
	}
	if d.Initial == "" && len(d.States) > 0 {
		d.Initial = d.States[0].Name
	}
	return d
}

// errUncut is the error of a velocity_max without a saturation.
var errUncut = errors.New("gains.velocity_max has no effect without a saturation; expected per_component, by_greatest or by_norm, or off to keep it for later")

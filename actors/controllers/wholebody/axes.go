package wholebody

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// axes are the degrees of freedom of the world, one entry a velocity.
type axes struct {
	n, nq int
	names []string
	// virtual axes are moved by another world, passive ones by nobody: a base that stands on its
	// contacts, and joints that mimic others, which move with these.
	virtual, passive []bool
	unactuated       []int  // the passive ones that mimic none
	unmoved          []bool // virtual axes that do not follow commands
	followers        rigidbody.Followers
	// known are the axes whose state must be known: all but virtual ones and what mimics them.
	known  []bool
	bounds []worlds.Limit // of the axes, velocities and accelerations within what those that mimic them allow
	// velocities says that every axis is commanded with velocities, and not driven ones with
	// efforts.
	velocities bool
	// limit is the greatest effort of a driven axis, and the greatest acceleration of a virtual
	// one, or with velocities the greatest velocity of any; speed is the greatest velocity of a
	// virtual axis. Those of passive axes mean nothing.
	limit, speed []float64
	min, max     []float64 // of positions; infinite for no limit
}

// newAxes takes the joints of a group, which must be all of the world that are not passive.
func newAxes(w *worlds.World, group *worlds.JointGroup, o *Options) (a axes, err error) {
	model, err := w.Model()
	if err != nil {
		return a, err
	}
	a.n, a.nq = w.NumVelocities(), w.NumPositions()
	a.names, a.virtual, a.passive = make([]string, a.n), make([]bool, a.n), make([]bool, a.n)
	a.limit, a.speed = make([]float64, a.n), make([]float64, a.n)
	a.min, a.max = make([]float64, a.n), make([]float64, a.n)
	a.followers, a.known = w.Reduction().Followers(), make([]bool, a.n)
	if err := a.followers.Check(model); err != nil {
		return a, messages.InOption("joint_group", err)
	}
	a.bounds = boundsOf(w)
	member := make([]bool, w.NumJoints())
	for i := range group.NumJoints() {
		member[group.WorldJoint(i)] = true
	}
	a.velocities, err = outputOf(w, o.Output)
	errs := []error{err}
	for j := range w.NumJoints() {
		joint, slot := w.Joint(j), w.Slot(j)
		path, realised := o.realises(joint.Name)
		if !realised {
			errs = append(errs, belongs(&joint, member[j], group.Name()))
		} else if member[j] {
			errs = append(errs, inOption(path+".joint", "a joint that this controller does not command", "joint %q is in group %q", joint.Name, group.Name()))
		}
		leader, _, _ := w.Reduction().Leader(j)
		moved := w.Joint(leader).Role
		for d := range slot.VelocityLength {
			k := slot.Velocity + d
			a.names[k] = joint.Name
			if slot.VelocityLength > 1 {
				a.names[k] = fmt.Sprintf("%s/%d", joint.Name, d)
			}
			a.virtual[k], a.passive[k] = realised || joint.Role == worlds.Virtual && joint.Mimic == nil, joint.Role == worlds.Passive || joint.Mimic != nil
			a.known[k] = moved != worlds.Virtual && !realised
			if a.passive[k] && joint.Mimic == nil {
				a.unactuated = append(a.unactuated, k)
			}
			errs = append(errs, a.limits(joint.Name, k, a.bounds[k], slot.Type))
		}
	}
	return a, errors.Join(errs...)
}

// belongs rejects joints that are not in the group and belong there, and those that are and do not.
func belongs(joint *worlds.Joint, member bool, group string) error {
	switch {
	case joint.Mimic != nil && member:
		return inOption("joint_group", fmt.Sprintf("joints with commands of their own: leave it out of group %q, it moves along", group),
			"joint %q mimics %q, and takes no command", joint.Name, joint.Mimic.Joint)
	case joint.Mimic == nil && joint.Role != worlds.Passive && !member:
		return inOption("joint_group", "all joints of the world, since each moves the others: add it, or control a world without it",
			"joint %q is not in group %q", joint.Name, group)
	}
	return nil
}

// boundsOf returns the limits of the axes, velocities and accelerations within what those that
// mimic them allow. Positions keep their own: tasks and margins count from these.
func boundsOf(w *worlds.World) []worlds.Limit {
	bounds, own := w.Reduction().Limits(), w.Limits()
	for i := range bounds {
		bounds[i].Lower, bounds[i].Upper = own[i].Lower, own[i].Upper
	}
	return bounds
}

// follows reports that an axis mimics another one.
func (a *axes) follows(axis int) bool {
	leader, _ := a.followers.Column(axis)
	return leader != axis
}

// limits takes the limits of one axis, without which a hand-over would have no bound.
func (a *axes) limits(name string, k int, l worlds.Limit, t worlds.JointType) error {
	a.min[k], a.max[k] = math.Inf(-1), math.Inf(1)
	if t == worlds.Revolute || t == worlds.Prismatic {
		a.min[k], a.max[k] = l.Lower, l.Upper
	}
	what := "effort"
	a.limit[k] = l.Effort
	switch {
	case a.passive[k]:
		a.limit[k] = 1
	case a.velocities:
		what, a.limit[k], a.speed[k] = "velocity", l.Velocity, l.Velocity
	case a.virtual[k]:
		what, a.limit[k], a.speed[k] = "acceleration", l.Acceleration, l.Velocity
	}
	if !(a.limit[k] > 0) || math.IsInf(a.limit[k], 1) {
		return &messages.OptionError{Joint: name, Err: fmt.Errorf("the %s limit of axis %s is %g", what, a.names[k], a.limit[k]),
			Expected: "a finite one above zero: give it in the robot's description or under limits"}
	}
	return nil
}

// all reports whether commands reach every driven axis.
func (a *axes) all(passes []bool) bool {
	for i, p := range passes {
		if !p && !a.virtual[i] && !a.passive[i] {
			return false
		}
	}
	return true
}

// any reports whether commands reach a driven axis.
func (a *axes) any(passes []bool) bool {
	for i, p := range passes {
		if p && !a.virtual[i] && !a.passive[i] {
			return true
		}
	}
	return false
}

// outputOf reports whether joints are commanded with velocities: what the option says, or what all
// driven joints take.
func outputOf(w *worlds.World, option string) (velocities bool, err error) {
	var driven, effort, velocity []string
	for j := range w.NumJoints() {
		joint := w.Joint(j)
		if joint.Role != worlds.Driven || joint.Mimic != nil || w.Slot(j).VelocityLength == 0 {
			continue
		}
		driven = append(driven, joint.Name)
		if joint.Control.Has(messages.ControlEffort) {
			effort = append(effort, joint.Name)
		}
		if joint.Control.Has(messages.ControlVelocity) {
			velocity = append(velocity, joint.Name)
		}
	}
	efforts, all := len(effort) == len(driven), len(velocity) == len(driven)
	switch {
	case option == "effort" && !efforts, option == "velocity" && !all:
		return false, invalid("output", "%s is set, and of the joints %v only %v take efforts and %v velocities; change their control, or leave output out", option, driven, effort, velocity)
	case option == "" && !efforts && !all:
		return false, inOption("output", "joints that all take the one or the other: change their control",
			"of the joints %v, only %v take efforts and %v velocities", driven, effort, velocity)
	}
	return option == "velocity" || option == "" && !efforts, nil
}

package operationalspace

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// axes are the degrees of freedom of the world, one entry a velocity.
type axes struct {
	n, nq int
	names []string
	// virtual axes are moved by another world, passive ones by nobody: a base that stands on its contacts.
	virtual, passive []bool
	unactuated       []int // the passive ones
	// velocities says that every axis is commanded with velocities, and not driven ones with efforts.
	velocities bool
	// limit is the greatest effort of a driven axis, and the greatest acceleration of a virtual one, or with velocities the
	// greatest velocity of any; speed is the greatest velocity of a virtual axis. Those of passive axes mean nothing.
	limit, speed []float64
	min, max     []float64 // of positions; infinite where there is none
}

// newAxes takes the joints of a group, which must be all of the world that are not passive.
func newAxes(w *worlds.World, group *worlds.JointGroup, output string) (a axes, err error) {
	a.n, a.nq = w.NumVelocities(), w.NumPositions()
	a.names, a.virtual, a.passive = make([]string, a.n), make([]bool, a.n), make([]bool, a.n)
	a.limit, a.speed = make([]float64, a.n), make([]float64, a.n)
	a.min, a.max = make([]float64, a.n), make([]float64, a.n)
	member := make([]bool, w.NumJoints())
	for i := range group.NumJoints() {
		member[group.WorldJoint(i)] = true
	}
	a.velocities, err = outputOf(w, output)
	errs := []error{err}
	for j := range w.NumJoints() {
		joint, slot := w.Joint(j), w.Slot(j)
		switch {
		case joint.Role == worlds.Passive:
		case !member[j]:
			errs = append(errs, fmt.Errorf("joint_group: joint %q is not in group %q; expected all joints of the world, since each moves the others: add it, or control a world without it", joint.Name, group.Name()))
		case joint.Mimic != nil:
			errs = append(errs, fmt.Errorf("joint_group: joint %q follows another one; expected joints with efforts of their own", joint.Name))
		}
		for d := range slot.VelocityLength {
			k := slot.Velocity + d
			a.names[k] = joint.Name
			if slot.VelocityLength > 1 {
				a.names[k] = fmt.Sprintf("%s/%d", joint.Name, d)
			}
			a.virtual[k], a.passive[k] = joint.Role == worlds.Virtual, joint.Role == worlds.Passive
			if a.passive[k] {
				a.unactuated = append(a.unactuated, k)
			}
			errs = append(errs, a.limits(k, w.Limits()[k], slot.Type))
		}
	}
	return a, errors.Join(errs...)
}

// limits takes the limits of one axis, without which a hand-over would have no bound.
func (a *axes) limits(k int, l worlds.Limit, t worlds.JointType) error {
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
		return fmt.Errorf("joint %q has the %s limit %g; expected a finite one above zero: give it in the robot's description or under limits", a.names[k], what, a.limit[k])
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

// outputOf says whether joints are commanded with velocities: what the option says, or what all driven joints take.
func outputOf(w *worlds.World, option string) (velocities bool, err error) {
	var driven, effort, velocity []string
	for j := range w.NumJoints() {
		joint := w.Joint(j)
		if joint.Role != worlds.Driven || w.Slot(j).VelocityLength == 0 {
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
		return false, fmt.Errorf("output: %s is asked for, and of the joints %v only %v take efforts and %v velocities; change their control, or leave output out", option, driven, effort, velocity)
	case option == "" && !efforts && !all:
		return false, fmt.Errorf("output: of the joints %v, only %v take efforts and %v velocities; expected joints that all take the one or the other: change their control", driven, effort, velocity)
	}
	return option == "velocity" || option == "" && !efforts, nil
}

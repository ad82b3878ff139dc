package operationalspace

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds"
)

// axes are the degrees of freedom of the world, one entry a velocity.
type axes struct {
	n, nq   int
	names   []string
	virtual []bool
	// limit is the greatest effort of a driven axis, and the greatest acceleration of a virtual one; speed the greatest
	// velocity of a virtual one.
	limit, speed []float64
	min, max     []float64 // of positions; infinite where there is none
}

// newAxes takes the joints of a group, which must be all that the world has.
func newAxes(w *worlds.World, group *worlds.JointGroup) (a axes, err error) {
	a.n, a.nq = w.NumVelocities(), w.NumPositions()
	a.names, a.virtual = make([]string, a.n), make([]bool, a.n)
	a.limit, a.speed = make([]float64, a.n), make([]float64, a.n)
	a.min, a.max = make([]float64, a.n), make([]float64, a.n)
	member := make([]bool, w.NumJoints())
	for i := range group.NumJoints() {
		member[group.WorldJoint(i)] = true
	}
	var errs []error
	for j := range w.NumJoints() {
		joint, slot := w.Joint(j), w.Slot(j)
		switch {
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
			a.virtual[k] = joint.Role == worlds.Virtual
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
	if a.virtual[k] {
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
		if !p && !a.virtual[i] {
			return false
		}
	}
	return true
}

package sim

import (
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// resetting is what a reset places, resolved.
type resetting struct {
	options            ResetOptions
	base               worlds.Slot
	joints             []worlds.Slot
	limits             []worlds.Limit // of the joints
	names              []string       // of the joints
	start              []float64      // positions of the application
	position, velocity []float64      // scratch
}

// prepareReset resolves the options.
func (p *Plant) prepareReset(o *ResetOptions) error {
	if *o == (ResetOptions{}) {
		return nil
	}
	c, w := &optioncheck.Errors{}, p.mechanism.World()
	p.reset = resetting{options: *o, start: slices.Clone(p.mechanism.Position()),
		position: make([]float64, w.NumPositions()), velocity: make([]float64, w.NumVelocities())}
	i, err := w.JointIndex(o.Base)
	if err != nil {
		c.Unknown("base", "joint", o.Base, w.JointNames())
		return c.Err()
	}
	if p.reset.base = w.Slot(i); p.reset.base.Type != worlds.Floating {
		c.Add("base", "a floating joint", "joint %q is %s", o.Base, p.reset.base.Type)
	}
	if o.JointGroup == "" {
		return c.Err()
	}
	group, err := w.Group(o.JointGroup)
	if err != nil {
		c.In("joint_group", err)
		return c.Err()
	}
	for k := range group.NumJoints() {
		j := group.WorldJoint(k)
		if p.reset.joints = append(p.reset.joints, w.Slot(j)); w.Slot(j).PositionLength != 1 {
			c.Add("joint_group", "joints of one degree of freedom", "joint %q is %s", w.Joint(j).Name, w.Joint(j).Type)
		}
		p.reset.names, p.reset.limits = append(p.reset.names, w.Joint(j).Name), append(p.reset.limits, w.Joint(j).Limits[0])
	}
	return c.Err()
}

// Reset places the robot anew, as if it began there; only its base has a velocity. Its drives read
// the new positions; their modes do not change. An error leaves the robot where it is.
func (p *Plant) Reset(r *messages.RobotReset) error {
	s := &p.reset
	if s.start == nil {
		return errors.New("the plant places no robot anew; expected its option reset")
	}
	orientation, known := unit(r.Orientation)
	switch n := len(s.joints); {
	case len(r.Joints) != 0 && len(r.Joints) != n:
		return &messages.OptionError{Path: "joint_configuration", Err: fmt.Errorf("there are %d positions", len(r.Joints)), Expected: fmt.Sprintf("none, or %d, of %v", n, s.names)}
	case !known:
		return &messages.OptionError{Path: "orientation_base_in_world", Err: fmt.Errorf("the quaternion is %v", r.Orientation), Expected: "w, x, y, z of length 1"}
	case !optioncheck.Finite(slices.Concat(r.Position[:], r.LinearVelocity[:], r.AngularVelocity[:], r.Joints)...):
		return &messages.OptionError{Err: errors.New("a position or velocity is not finite"), Expected: "finite numbers"}
	}
	for i, q := range r.Joints {
		if l := s.limits[i]; q < l.Lower || q > l.Upper {
			return &messages.OptionError{Path: "joint_configuration", Joint: s.names[i], Err: fmt.Errorf("the position is %g", q), Expected: fmt.Sprintf("%g to %g", l.Lower, l.Upper)}
		}
	}
	copy(s.position, s.start)
	clear(s.velocity)
	copy(s.position[s.base.Position:], r.Position[:])
	orientation.Put(s.position[s.base.Position+3:])
	turned := orientation.Rotation()
	linear := turned.ApplyInverse(spatial.VecOf(r.LinearVelocity)).Array()
	copy(s.velocity[s.base.Velocity:], linear[:])
	copy(s.velocity[s.base.Velocity+3:], r.AngularVelocity[:])
	for i, q := range r.Joints {
		s.position[s.joints[i].Position] = q
	}
	if err := p.mechanism.Place(s.position, s.velocity); err != nil {
		return err
	}
	p.placeDrives()
	return nil
}

// unit returns the quaternion w, x, y, z of length 1, and false where it is far from one.
func unit(q [4]float64) (spatial.Quat, bool) {
	square := 0.0
	for _, x := range q {
		square += x * x
	}
	if !(square > 0.99 && square < 1.01) {
		return spatial.Quat{}, false
	}
	return spatial.QuatOf(q).Unit(), true
}

// Package lint reports likely mistakes in the description of a simulated robot, as warnings in
// plain English.
package lint

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/worlds"
)

// Robot is a simulated robot as its options describe it, and as it was built.
type Robot struct {
	World   *worlds.World
	Options *physics.Options
	Servos  []servo.Options
	// Actuated joints are moved by drives outside of the robot.
	Actuated []string
	// Mechanism and Drives are nil where the options are invalid.
	Mechanism *physics.Mechanism
	Drives    []Drive
}

// Drive is a servo of the robot, with the place of its joint among the velocities of the mechanism.
type Drive struct {
	*servo.Servo
	Velocity int
}

// Remarks returns one warning for each likely mistake: joints that nothing moves, joints that begin
// beyond their limits, latches and grasps that wait for a position out of reach, joints that fall,
// mimic joints that limit their leaders, and drives whose loops may become unstable.
func (r *Robot) Remarks() []string {
	return slices.Concat(r.unmoved(), r.startsBeyondLimits(), r.outOfReach(), r.falls(), r.mimicsLimitLeaders(), r.unstable())
}

// unmoved reports joints that no servo, wheel, spring or latch acts on.
func (r *Robot) unmoved() (all []string) {
	meant := make(map[string]bool)
	for _, s := range r.Servos {
		for _, joint := range s.Joints {
			meant[joint] = true
		}
	}
	for _, joint := range r.Actuated {
		meant[joint] = true
	}
	for _, w := range r.Options.Wheels {
		for _, joint := range w.Joints {
			meant[joint] = true
		}
	}
	for _, s := range r.Options.Springs {
		meant[s.Joint] = true
	}
	for _, l := range r.Options.Latches {
		meant[l.Joint], meant[l.HandleJoint] = true, true
	}
	for _, joint := range r.World.Joints() {
		if joint.Type.Velocities() == 1 && joint.Mimic == nil && joint.Role != worlds.Passive && !meant[joint.Name] {
			all = append(all, fmt.Sprintf("joint %q moves freely: no servo, wheel, spring or latch acts on it; add a servo or a mimic relation, or declare role: passive in its description", joint.Name))
		}
	}
	return all
}

// startsBeyondLimits reports joints that begin beyond their limits, from where their end stops push
// them.
func (r *Robot) startsBeyondLimits() (all []string) {
	for _, j := range r.World.Joints() {
		if j.Type != worlds.Revolute && j.Type != worlds.Prismatic || j.Mimic != nil {
			continue // the leader of a mimic joint determines its start
		}
		q := 0.0
		for _, s := range r.Options.Start {
			if s.Joint == j.Name && len(s.Position) == 1 {
				q = s.Position[0]
			}
		}
		if l := j.Limits[0]; l.Lower < l.Upper && (q < l.Lower || q > l.Upper) {
			all = append(all, fmt.Sprintf("joint %q begins at %g, beyond its limits of %g to %g: its end stop pushes it back when the run begins; set its position with start", j.Name, q, l.Lower, l.Upper))
		}
	}
	return all
}

// mimicTolerance is by how much the range of a leader may exceed that of its mimic joint, rad or m.
const mimicTolerance = 1e-6

// mimicsLimitLeaders reports mimic joints whose limits are narrower than those of their leaders.
func (r *Robot) mimicsLimitLeaders() (all []string) {
	for i := range r.World.NumJoints() {
		joint := r.World.Joint(i)
		if joint.Mimic == nil {
			continue
		}
		leader, multiplier, offset := r.World.Reduction().Leader(i)
		bounds, own := r.World.Joint(leader).Limits[0], joint.Limits[0]
		from, to := multiplier*bounds.Lower+offset, multiplier*bounds.Upper+offset
		if from > to {
			from, to = to, from
		}
		if from < own.Lower-mimicTolerance || to > own.Upper+mimicTolerance {
			all = append(all, fmt.Sprintf("joint %q mimics %q: the limits of joint %q move it from %.6g to %.6g, but its own limits of %.6g to %.6g stop both",
				joint.Name, joint.Mimic.Joint, r.World.Joint(leader).Name, from, to, own.Lower, own.Upper))
		}
	}
	return all
}

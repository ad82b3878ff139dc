package sim

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
)

// Lint implements hardware.Linter: joints that nothing moves, joints that begin beyond their ends, latches and grasps that
// wait for ever, joints that fall, mimic joints that end the ways of their leaders, and drives whose loops ring.
func (o *PlantOptions) Lint(robot *worlds.World) (all []string) {
	meant := make(map[string]bool)
	for _, s := range o.Servos {
		for _, joint := range s.Joints {
			meant[joint] = true
		}
	}
	for _, w := range o.Wheels {
		for _, joint := range w.Joints {
			meant[joint] = true
		}
	}
	for _, s := range o.Springs {
		meant[s.Joint] = true
	}
	for _, l := range o.Latches {
		meant[l.Joint], meant[l.HandleJoint] = true, true
	}
	for _, joint := range robot.Joints() {
		if joint.Type.Velocities() == 1 && joint.Mimic == nil && joint.Role != worlds.Passive && !meant[joint.Name] {
			all = append(all, fmt.Sprintf("joint %q has no servo, wheel, spring or latch: it moves freely; a servo drives it, a mimic relation lets it follow another joint, and role: passive in a description in YAML says that this is meant", joint.Name))
		}
	}
	return slices.Concat(all, o.endRemarks(robot), o.reachRemarks(robot), o.fallRemarks(robot), mimicRemarks(robot), o.ringRemarks(robot))
}

// endRemarks tell of joints that begin beyond their limits, from where their stops push them.
func (o *PlantOptions) endRemarks(robot *worlds.World) (all []string) {
	for _, j := range robot.Joints() {
		if j.Type != worlds.Revolute && j.Type != worlds.Prismatic || j.Mimic != nil {
			continue // where a mimic joint begins is its leader's affair
		}
		q := 0.0
		for _, s := range o.Start {
			if s.Joint == j.Name && len(s.Position) == 1 {
				q = s.Position[0]
			}
		}
		if l := j.Limits[0]; l.Lower < l.Upper && (q < l.Lower || q > l.Upper) {
			all = append(all, fmt.Sprintf("joint %q begins at %g, beyond its limits, %g to %g: the stop at its end pushes it back as soon as the run begins; start says where joints begin", j.Name, q, l.Lower, l.Upper))
		}
	}
	return all
}

// fallRemarks tell of joints that gravity moves at the start: while their drives are off, as all are then, or for ever. A robot
// that may touch something is not judged: what it stands on carries it.
func (o *PlantOptions) fallRemarks(robot *worlds.World) (all []string) {
	pull, ok := o.gravityAtStart(robot)
	if !ok || len(o.Contacts) > 0 {
		return nil
	}
	var fall []string
	for _, servo := range o.Servos {
		for _, name := range servo.Joints {
			i, err := robot.JointIndex(name)
			if err != nil || robot.Joint(i).Type.Velocities() != 1 || o.held(robot, i, pull[robot.Slot(i).Velocity]) {
				continue
			}
			joint, effort := robot.Joint(i), math.Abs(pull[robot.Slot(i).Velocity])
			unit := "N m"
			if joint.Type == worlds.Prismatic {
				unit = "N"
			}
			most := orLimit(servo.EffortLimit, joint.Limits[0].Effort)
			if friction := or(servo.CoulombFriction, joint.Friction); effort > servo.BrakeEffort+friction+leastPull*most {
				fall = append(fall, fmt.Sprintf("%q (gravity %.3g %s, brake %.3g %s)", name, effort, unit, servo.BrakeEffort, unit))
			}
			if most > 0 && effort > most {
				all = append(all, fmt.Sprintf("the drive of joint %q gives at most %.3g %s, and gravity pulls with %.3g %s at the start: it cannot hold the joint; start says where joints begin", name, most, unit, effort, unit))
			}
		}
	}
	if len(fall) > 0 {
		all = append(all, "nothing holds these joints while their drives are off, as they are until the robot has stood still for a while; brake_effort of a servo is what its spring brake holds: "+strings.Join(fall, ", "))
	}
	return all
}

// leastPull is the share of a drive's effort below which gravity counts for nothing.
const leastPull = 1e-4

// gravityAtStart is what the drives would have to give against gravity, springs considered, N m or N.
func (o *PlantOptions) gravityAtStart(robot *worlds.World) (effort []float64, ok bool) {
	model, err := robot.Model()
	if err != nil {
		return nil, false
	}
	position, pull := make([]float64, model.NQ()), make([]float64, model.NV())
	if robot.Neutral(position) != nil {
		return nil, false
	}
	for _, s := range o.Start {
		if i, err := robot.JointIndex(s.Joint); err == nil && len(s.Position) == robot.Slot(i).PositionLength {
			copy(position[robot.Slot(i).Position:], s.Position)
		}
	}
	followers := newMimics(&checker{}, robot)
	followers.Positions(position)
	workspace := model.NewWorkspace()
	if workspace.SetPosition(position) != nil || workspace.GravityForces(pull) != nil {
		return nil, false
	}
	effort = make([]float64, len(pull))
	for i := range pull {
		leader, multiplier := followers.Column(i)
		effort[leader] += multiplier * pull[i]
	}
	for _, s := range o.Springs {
		if i, err := robot.JointIndex(s.Joint); err == nil && robot.Joint(i).Type.Velocities() == 1 {
			leader, multiplier := followers.Column(robot.Slot(i).Velocity)
			effort[leader] += multiplier * s.Stiffness * (position[robot.Slot(i).Position] - s.Rest)
		}
	}
	return o.stopped(robot, position, effort), true
}

// stopped takes away what end stops carry.
func (o *PlantOptions) stopped(robot *worlds.World, position, effort []float64) []float64 {
	const near = 1e-6
	for i := range robot.NumJoints() {
		joint, slot := robot.Joint(i), robot.Slot(i)
		if joint.Type != worlds.Revolute && joint.Type != worlds.Prismatic {
			continue
		}
		q, limit := position[slot.Position], joint.Limits[0]
		if pull := &effort[slot.Velocity]; *pull > 0 && q <= limit.Lower+near || *pull < 0 && q >= limit.Upper-near {
			*pull = 0
		}
	}
	return effort
}

// held tells whether something else holds a joint, or falls with it: a latch, or a base that floats.
func (o *PlantOptions) held(robot *worlds.World, joint int, pull float64) bool {
	j := robot.Joint(joint)
	if pull == 0 || slices.ContainsFunc(o.Latches, func(l LatchOptions) bool { return l.Joint == j.Name || l.HandleJoint == j.Name }) {
		return true
	}
	joints := robot.Description().Joints
	for parent := j.Parent; ; {
		at := slices.IndexFunc(joints, func(other worlds.Joint) bool { return other.Child == parent })
		if at < 0 {
			return false
		}
		if joints[at].Type == worlds.Floating {
			return true
		}
		parent = joints[at].Parent
	}
}

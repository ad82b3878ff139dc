package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/worlds"
)

// falls reports joints that gravity moves at the start, while their drives are off, and joints
// whose drives are too weak to hold them. A robot with contacts is not judged: the ground may carry
// it.
func (r *Robot) falls() (all []string) {
	pull, ok := r.gravityAtStart()
	if !ok || len(r.Options.Contacts) > 0 {
		return nil
	}
	var fall []string
	for _, servo := range r.Servos {
		for _, name := range servo.Joints {
			i, err := r.World.JointIndex(name)
			if err != nil || r.World.Joint(i).Type.Velocities() != 1 || r.held(i, pull[r.World.Slot(i).Velocity]) {
				continue
			}
			joint, effort := r.World.Joint(i), math.Abs(pull[r.World.Slot(i).Velocity])
			unit := "N m"
			if joint.Type == worlds.Prismatic {
				unit = "N"
			}
			most := optioncheck.OrLimit(servo.EffortLimit, joint.Limits[0].Effort)
			if friction := optioncheck.Or(servo.CoulombFriction, joint.Friction); effort > servo.BrakeEffort+friction+leastPull*most {
				fall = append(fall, fmt.Sprintf("%q (gravity %.3g %s, brake %.3g %s)", name, effort, unit, servo.BrakeEffort, unit))
			}
			if most > 0 && effort > most {
				all = append(all, fmt.Sprintf("the drive of joint %q is too weak to hold it: it gives at most %.3g %s, and gravity pulls with %.3g %s at the start; set another position with start", name, most, unit, effort, unit))
			}
		}
	}
	if len(fall) > 0 {
		all = append(all, "these joints fall while their drives are off, as they are until the robot has been at rest for a while; a spring brake (brake_effort of the servo) holds them: "+strings.Join(fall, ", "))
	}
	return all
}

// leastPull is the share of a drive's effort below which gravity counts for nothing.
const leastPull = 1e-4

// gravityAtStart returns the efforts that hold the robot against gravity at the start, springs
// considered, N m or N.
func (r *Robot) gravityAtStart() (effort []float64, ok bool) {
	model, err := r.World.Model()
	if err != nil {
		return nil, false
	}
	position, pull := make([]float64, model.NQ()), make([]float64, model.NV())
	if r.World.Neutral(position) != nil {
		return nil, false
	}
	for _, s := range r.Options.Start {
		if i, err := r.World.JointIndex(s.Joint); err == nil && len(s.Position) == r.World.Slot(i).PositionLength {
			copy(position[r.World.Slot(i).Position:], s.Position)
		}
	}
	followers := r.World.Reduction().Followers()
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
	for _, s := range r.Options.Springs {
		if i, err := r.World.JointIndex(s.Joint); err == nil && r.World.Joint(i).Type.Velocities() == 1 {
			leader, multiplier := followers.Column(r.World.Slot(i).Velocity)
			effort[leader] += multiplier * s.Stiffness * (position[r.World.Slot(i).Position] - s.Rest)
		}
	}
	return r.withoutEndStops(position, effort), true
}

// withoutEndStops clears the efforts that end stops carry.
func (r *Robot) withoutEndStops(position, effort []float64) []float64 {
	const near = 1e-6
	for i := range r.World.NumJoints() {
		joint, slot := r.World.Joint(i), r.World.Slot(i)
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

// held reports whether a latch holds a joint, or a floating base falls with it.
func (r *Robot) held(joint int, pull float64) bool {
	j := r.World.Joint(joint)
	if pull == 0 || slices.ContainsFunc(r.Options.Latches, func(l physics.LatchOptions) bool { return l.Joint == j.Name || l.HandleJoint == j.Name }) {
		return true
	}
	joints := r.World.Description().Joints
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

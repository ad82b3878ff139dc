package wheelbalancer

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// wheel is a wheel in the joint group.
type wheel struct {
	worlds.Axis
	place int     // in the group
	limit float64 // of its velocity, rad/s
}

// leg is another joint of the group, which is held.
type leg struct {
	worlds.Axis
	place    int     // in the group
	goal     float64 // where it is held
	target   float64 // commanded, on the way there
	velocity float64 // of that way
	begun    bool    // target goes on from the tick before
}

// find looks up the wheels and legs in the joint group.
func (a *Actor) find(w *worlds.World) error {
	group, err := w.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	a.legs = nil
	var errs []error
	found := [2]bool{}
	names := [2]string{a.Left.Joint, a.Right.Joint}
	for place, name := range group.JointNames() {
		axis, err := w.Axis("joint_group", name)
		if err != nil {
			return err
		}
		limit := w.Reduction().Limits()[axis.Velocity]
		switch name {
		case names[0]:
			a.wheels[0], found[0] = wheel{axis, place, limit.Velocity}, true
		case names[1]:
			a.wheels[1], found[1] = wheel{axis, place, limit.Velocity}, true
		default:
			l := leg{Axis: axis, place: place, velocity: min(float64(a.LegVelocity), limit.Velocity)}
			if n := len(a.legs); n < len(a.LegPositions) {
				l.goal = float64(a.LegPositions[n])
			}
			if !(l.goal >= limit.Lower && l.goal <= limit.Upper) {
				errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("leg_positions[%d]", len(a.legs)), Joint: name,
					Err: fmt.Errorf("%g is outside of its limits", l.goal), Expected: fmt.Sprintf("from %g to %g", limit.Lower, limit.Upper)})
			}
			a.legs = append(a.legs, l)
		}
	}
	for i, option := range [...]string{"left_wheel", "right_wheel"} {
		if !found[i] {
			errs = append(errs, &messages.OptionError{Path: option + ".joint", Err: fmt.Errorf("joint group %q has no joint %q", a.JointGroup, names[i]),
				Expected: "a joint of the group, another one for each wheel", Unknown: names[i], Known: group.JointNames()})
		}
	}
	if n := len(a.LegPositions); n > len(a.legs) || n > 0 && n < len(a.legs) {
		errs = append(errs, &messages.OptionError{Path: "leg_positions", Err: fmt.Errorf("%d positions for %d joints beside the wheels", n, len(a.legs)),
			Expected: "none, or one for each of these joints"})
	}
	return errors.Join(errs...)
}

// speed returns how fast the wheels roll forward, m/s, or false where a wheel is invalid.
func (a *Actor) speed(s *messages.Snapshot) (velocity float64, ok bool) {
	left, right := &a.wheels[0], &a.wheels[1]
	if !s.Valid[left.Joint] || !s.Valid[right.Joint] {
		return 0, false
	}
	return (float64(a.Left.Radius)*s.Velocity[left.Velocity] + float64(a.Right.Radius)*s.Velocity[right.Velocity]) / 2, true
}

// turning returns how fast the wheels turn the robot to the left, rad/s.
func (a *Actor) turning(s *messages.Snapshot) float64 {
	return (float64(a.Right.Radius)*s.Velocity[a.wheels[1].Velocity] - float64(a.Left.Radius)*s.Velocity[a.wheels[0].Velocity]) / 2 / float64(a.ContactRadius)
}

// roll writes the commands of the wheels.
func (a *Actor) roll(c *messages.JointCommand, motion messages.GroundTarget) {
	turn := motion.YawVelocity * float64(a.ContactRadius)
	for i, velocity := range [2]float64{(motion.Velocity - turn) / float64(a.Left.Radius), (motion.Velocity + turn) / float64(a.Right.Radius)} {
		w := &a.wheels[i]
		c.Control[w.place], c.Velocity[w.place] = messages.ControlVelocity, bounded(velocity, -w.limit, w.limit)
		c.KpScale[w.place], c.KdScale[w.place], c.MaxEffort[w.place] = a.Wheels.Kp, a.Wheels.Kd, a.Wheels.effortCap()
	}
}

// hold writes the commands of the legs, h seconds after those of before.
func (a *Actor) hold(c *messages.JointCommand, s *messages.Snapshot, engaged bool, h float64) {
	kp, kd := a.Legs.Kp, a.Legs.Kd
	if math.Abs(a.law.target.YawVelocity) > float64(a.StiffYaw) {
		kp, kd = min(2*kp, 1), min(2*kd, 1)
	}
	for i := range a.legs {
		l := &a.legs[i]
		position := s.Position[l.Position]
		if !s.Valid[l.Joint] || !finite(position) {
			l.begun = false
			c.Control[l.place] = messages.ControlNone
			continue
		}
		if !l.begun || !engaged || !s.Mode[l.Joint].Passes() {
			l.begun, l.target = true, position
		} else {
			l.target = towards(l.target, l.goal, l.velocity*h)
		}
		c.Control[l.place], c.Position[l.place] = messages.ControlPosition, l.target
		c.KpScale[l.place], c.KdScale[l.place], c.MaxEffort[l.place] = kp, kd, a.Legs.effortCap()
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

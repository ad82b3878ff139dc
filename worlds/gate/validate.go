package gate

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Validate checks a command against its claim and the limits of its joints. It returns nil, or the first reason to
// refuse the whole command. It is a function of its arguments.
func Validate(claim *Claim, limits []worlds.Limit, command *messages.JointCommand) *Refusal {
	g := claim.Group
	if p := lengths(g, command); p != "" {
		return &Refusal{Controller: claim.Controller, Problem: p}
	}
	for i := range g.NumJoints() {
		slot := g.Slot(i)
		joint := g.WorldJoint(i)
		world := g.World().Slot(joint)
		if p := checkJoint(g.World(), joint, slot, limits[world.Velocity:world.Velocity+world.VelocityLength], command, command.Control[i]); p != "" {
			return &Refusal{Controller: claim.Controller, Joint: g.World().Joint(joint).Name, Problem: p}
		}
	}
	return nil
}

func lengths(g *worlds.JointGroup, c *messages.JointCommand) string {
	for _, v := range [...]struct {
		name      string
		got, want int
	}{
		{"Control", len(c.Control), g.NumJoints()}, {"Position", len(c.Position), g.NumPositions()},
		{"Velocity", len(c.Velocity), g.NumVelocities()}, {"Effort", len(c.Effort), g.NumVelocities()},
	} {
		if v.got != v.want {
			return fmt.Sprintf("%s has %d entries; expected %d, those of joint group %s", v.name, v.got, v.want, g.Name())
		}
	}
	return ""
}

func checkJoint(w *worlds.World, joint int, slot worlds.Slot, limits []worlds.Limit, c *messages.JointCommand, control messages.ControlMode) string {
	if !control.Valid() {
		return fmt.Sprintf("control mode %s is none", control)
	}
	if allowed := w.Joint(joint).Control; control&^allowed != 0 {
		return fmt.Sprintf("control mode %s; expected %s", control, allowed)
	}
	for d := range slot.VelocityLength {
		l := &limits[d]
		if control.Has(messages.ControlVelocity) {
			if p := within("velocity", c.Velocity[slot.Velocity+d], -l.Velocity, l.Velocity); p != "" {
				return p
			}
		}
		if control.Has(messages.ControlEffort) {
			if p := within("effort", c.Effort[slot.Velocity+d], -l.Effort, l.Effort); p != "" {
				return p
			}
		}
	}
	if !control.Has(messages.ControlPosition) {
		return ""
	}
	for d := range slot.PositionLength {
		lower, upper := math.Inf(-1), math.Inf(1)
		if d < len(limits) && slot.Type != worlds.Floating {
			lower, upper = limits[d].Lower, limits[d].Upper
		}
		if p := within("position", c.Position[slot.Position+d], lower, upper); p != "" {
			return p
		}
	}
	return ""
}

// within is written so that a NaN is never inside.
func within(quantity string, v, lower, upper float64) string {
	if v-v != 0 {
		return fmt.Sprintf("%s %g is not finite", quantity, v)
	}
	slack := Margin * max(1, min(math.Abs(lower), math.MaxFloat64), min(math.Abs(upper), math.MaxFloat64))
	if math.IsInf(lower, 0) && math.IsInf(upper, 0) {
		return ""
	}
	if v >= lower-slack && v <= upper+slack {
		return ""
	}
	return fmt.Sprintf("%s %g is outside of [%g, %g]", quantity, v, lower, upper)
}

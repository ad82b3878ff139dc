package generate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// shape is what the type of a joint means in Go.
type shape struct {
	// name of the state in package typed, and of the limits without "Limits".
	name string
	// quantities are the Go types of position, velocity and effort; units those of the entries of a
	// position vector.
	quantities [3]string
	units      []string
}

// shapeOf returns the shape of a joint that moves.
func shapeOf(t worlds.JointType) shape {
	switch t {
	case worlds.Prismatic:
		return shape{"Linear", [3]string{"messages.Meters", "messages.MetersPerSecond", "messages.Newtons"}, []string{"m"}}
	case worlds.Planar:
		return shape{"Planar", [3]string{"typed.PlanarPosition", "typed.PlanarVelocity", "typed.PlanarEffort"}, []string{"x m", "y m", "theta rad"}}
	case worlds.Floating:
		return shape{"Floating", [3]string{"messages.Pose", "messages.Twist", "typed.Wrench"}, []string{"x y z m", "quaternion w x y z"}}
	}
	return shape{"Rotary", [3]string{"messages.Radians", "messages.RadiansPerSecond", "messages.NewtonMeters"}, []string{"rad"}}
}

// mix is a set of quantities that a command may hold.
type mix struct {
	control messages.ControlMode
	// set is the method that commands them, mode how Go writes the control mode, by the type of a
	// target that takes them and every part of them.
	set, mode, by string
}

// mixes are all of them, in the order in which methods are written.
var mixes = []mix{
	{messages.ControlPosition, "SetPosition", "messages.ControlPosition", "ByPosition"},
	{messages.ControlVelocity, "SetVelocity", "messages.ControlVelocity", "ByVelocity"},
	{messages.ControlEffort, "SetEffort", "messages.ControlEffort", "ByEffort"},
	{messages.ControlPositionVelocity, "SetPositionVelocity", "messages.ControlPositionVelocity", "ByPositionVelocity"},
	{messages.ControlPosition | messages.ControlEffort, "SetPositionEffort", "messages.ControlPosition|messages.ControlEffort", "ByPositionEffort"},
	{messages.ControlVelocity | messages.ControlEffort, "SetVelocityEffort", "messages.ControlVelocity|messages.ControlEffort", "ByVelocityEffort"},
	{messages.ControlPositionVelocityEffort, "SetPositionVelocityEffort", "messages.ControlPositionVelocityEffort", "ByAny"},
}

// targetOf returns the Go type of a joint's target, empty where no command may name the joint.
func targetOf(s shape, control messages.ControlMode) string {
	for _, m := range mixes {
		if m.control != control {
			continue
		}
		var parameters []string
		for i, q := range messages.ControlQuantities() {
			if control.Has(q) {
				parameters = append(parameters, s.quantities[i])
			}
		}
		return fmt.Sprintf("typed.%s[%s]", m.by, strings.Join(parameters, ", "))
	}
	return ""
}

// number writes a limit as Go has it; the generated file declares inf.
func number(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// limitOf writes the limits of a joint as a call.
func limitOf(s shape, limits []worlds.Limit) string {
	var arguments []string
	for _, l := range limits {
		if l == worlds.Unlimited() {
			arguments = append(arguments, "worlds.Unlimited()")
			continue
		}
		arguments = append(arguments, fmt.Sprintf("worlds.Limit{Lower: %s, Upper: %s, Velocity: %s, Acceleration: %s, Jerk: %s, Effort: %s}",
			number(l.Lower), number(l.Upper), number(l.Velocity), number(l.Acceleration), number(l.Jerk), number(l.Effort)))
	}
	if len(arguments) > 1 {
		return fmt.Sprintf("typed.%sLimit(\n\t\t%s,\n\t)", s.name, strings.Join(arguments, ",\n\t\t"))
	}
	return fmt.Sprintf("typed.%sLimit(%s)", s.name, strings.Join(arguments, ", "))
}

// infinite reports whether a limit is written with inf.
func infinite(l worlds.Limit) bool {
	return math.IsInf(l.Lower, -1) || slices.ContainsFunc([]float64{l.Upper, l.Velocity, l.Acceleration, l.Jerk, l.Effort}, func(v float64) bool { return math.IsInf(v, 1) })
}

// jointText says what a joint is, for comments.
func jointText(j *worlds.Joint) string {
	role := j.Role.String()
	if j.Mimic != nil {
		role = "mimics " + j.Mimic.Joint
	}
	return fmt.Sprintf("%s: %s, %s", j.Name, j.Type, role)
}

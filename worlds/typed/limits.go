package typed

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// RotaryLimits are the limits of one angle; infinity means no limit.
type RotaryLimits struct {
	Lower, Upper messages.Radians
	Velocity     messages.RadiansPerSecond        // both directions
	Acceleration messages.RadiansPerSecondSquared // both directions
	Jerk         float64                          // rad/s^3, both directions
	Effort       messages.NewtonMeters            // both directions
}

// LinearLimits are the limits of one length; infinity means no limit.
type LinearLimits struct {
	Lower, Upper messages.Meters
	Velocity     messages.MetersPerSecond        // both directions
	Acceleration messages.MetersPerSecondSquared // both directions
	Jerk         float64                         // m/s^3, both directions
	Effort       messages.Newtons                // both directions
}

// PlanarLimits are the limits of a planar joint: of its position in the joint's frame, and of the
// rest in the axes of its child.
type PlanarLimits struct {
	X, Y  LinearLimits
	Theta RotaryLimits
}

// FloatingLimits are the limits of a floating joint, along and about x, y and z in the axes of its
// child. Positions are not limited.
type FloatingLimits struct {
	Linear  [3]LinearLimits
	Angular [3]RotaryLimits
}

// RotaryLimit gives the limits of one angle their units.
func RotaryLimit(l worlds.Limit) RotaryLimits {
	return RotaryLimits{messages.Radians(l.Lower), messages.Radians(l.Upper), messages.RadiansPerSecond(l.Velocity),
		messages.RadiansPerSecondSquared(l.Acceleration), l.Jerk, messages.NewtonMeters(l.Effort)}
}

// LinearLimit gives the limits of one length their units.
func LinearLimit(l worlds.Limit) LinearLimits {
	return LinearLimits{messages.Meters(l.Lower), messages.Meters(l.Upper), messages.MetersPerSecond(l.Velocity),
		messages.MetersPerSecondSquared(l.Acceleration), l.Jerk, messages.Newtons(l.Effort)}
}

// PlanarLimit gives the limits of x, y and theta their units.
func PlanarLimit(x, y, theta worlds.Limit) PlanarLimits {
	return PlanarLimits{LinearLimit(x), LinearLimit(y), RotaryLimit(theta)}
}

// FloatingLimit gives the limits along x, y and z and about them their units.
func FloatingLimit(x, y, z, aboutX, aboutY, aboutZ worlds.Limit) FloatingLimits {
	return FloatingLimits{[3]LinearLimits{LinearLimit(x), LinearLimit(y), LinearLimit(z)},
		[3]RotaryLimits{RotaryLimit(aboutX), RotaryLimit(aboutY), RotaryLimit(aboutZ)}}
}

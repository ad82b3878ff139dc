package planar

import "math"

// Ramp returns the twist that follows previous on the way to wanted after dt seconds, such that no
// axis accelerates faster than acceleration allows (m/s^2, m/s^2, rad/s^2, all at least 0). The
// change is scaled uniformly, so a base that brakes from a curve brakes along that curve, and every
// axis reaches its wanted value at the same time. The second result is the share of the wanted
// change that was made, 1 when wanted is reached.
//
// The result lies between previous and wanted on every axis: what convex limits both keep, the
// result keeps.
func Ramp(previous, wanted, acceleration Twist, dt float64) (Twist, float64) {
	change := Twist{X: wanted.X - previous.X, Y: wanted.Y - previous.Y, Omega: wanted.Omega - previous.Omega}
	share := math.Min(axisShare(change.X, acceleration.X*dt),
		math.Min(axisShare(change.Y, acceleration.Y*dt), axisShare(change.Omega, acceleration.Omega*dt)))
	if share == 1 {
		return wanted, 1
	}
	return Twist{
		X:     previous.X + share*change.X,
		Y:     previous.Y + share*change.Y,
		Omega: previous.Omega + share*change.Omega,
	}, share
}

// axisShare returns the greatest share in [0, 1] of change that stays within step.
func axisShare(change, step float64) float64 {
	change = math.Abs(change)
	if change <= step {
		return 1
	}
	return step / change
}

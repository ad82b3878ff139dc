package core

import (
	"math"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// slowDown limits velocities so that the joint stops before its position limits. What is measured
// is as old as its stamp: meanwhile the joint has moved on. The position limits of a planar joint
// lie along the axes of the room, its velocities along those of the body: its translation slows
// down as a whole, along its path.
func (j *joint) slowDown(wanted *[6]float64, now messages.Instant, dt float64) {
	if !j.measured.fresh || j.shape == setpoint.Floating {
		return
	}
	age := max(now.Sub(j.measured.at), 0).Seconds()
	if j.shape != setpoint.Planar {
		wanted[0] = j.before(0, wanted[0], j.measured.velocity[0], age, j.Limits[0].StopDeceleration, dt)
		return
	}
	sin, cos := math.Sincos(j.measured.position[2])
	inRoom := func(v *[6]float64) (x, y float64) { return cos*v[0] - sin*v[1], sin*v[0] + cos*v[1] }
	x, y := inRoom(wanted)
	vx, vy := inRoom(&j.measured.velocity)
	if speed := math.Hypot(x, y); speed > 0 {
		along := min(j.Limits[0].StopDeceleration, j.Limits[1].StopDeceleration) / speed // of the path, by its speed
		part := min(share(j.before(0, x, vx, age, along*math.Abs(x), dt), x), share(j.before(1, y, vy, age, along*math.Abs(y), dt), y))
		wanted[0], wanted[1] = part*wanted[0], part*wanted[1]
	}
	wanted[2] = j.before(2, wanted[2], j.measured.velocity[2], age, j.Limits[2].StopDeceleration, dt)
}

// share returns a part of a whole, and 1 of nothing.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 1
	}
	return part / whole
}

// before returns a velocity toward a position limit, reduced so that the joint stops before the
// limit.
func (j *joint) before(i int, wanted, measured, age, deceleration, dt float64) float64 {
	l := &j.Limits[i]
	p := j.measured.position[i]
	if !math.IsInf(l.Lower, -1) {
		wanted = max(wanted, -setpoint.BrakingSpeed(p-l.Lower+min(measured, 0)*age, deceleration, dt))
	}
	if !math.IsInf(l.Upper, 1) {
		wanted = min(wanted, setpoint.BrakingSpeed(l.Upper-p-max(measured, 0)*age, deceleration, dt))
	}
	return wanted
}

// drivenBeyond reports whether commands without a position have driven a joint too far beyond its
// position limits: by more than twice what re-arm allows and what stopping takes within the age of
// a state. A set-point of position never leaves the limits, and a velocity that leads back ends the
// excursion by itself.
func (j *joint) drivenBeyond(cycle float64) bool {
	control := j.accepted.control
	if j.state.Mode.Stops() || j.shape == setpoint.Floating || control.Has(messages.ControlPosition) {
		return false
	}
	seen := j.StateMaxAge.Seconds() + cycle
	for i := range j.Limits {
		l, p := &j.Limits[i], j.measured.position[i]
		far := 2*j.Outside + l.StopDeceleration*seen*seen
		below, above := p < l.Lower-far, p > l.Upper+far
		if control.Has(messages.ControlVelocity) && j.shape == setpoint.Scalar {
			below, above = below && j.sent.velocity[i] <= 0, above && j.sent.velocity[i] >= 0
		}
		if below || above {
			return true
		}
	}
	return false
}

package core

import (
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// move computes what is sent for a joint in this cycle.
func (j *joint) move(now messages.Instant, dt float64) {
	switch {
	case j.state.Mode.Stops():
		j.stop(dt)
	case j.Role == Virtual && j.accepted.released:
		j.letGo(dt)
	case j.phase == waiting:
		j.seed(dt)
		if j.Role == Virtual && j.measured.mode.Passes() {
			j.phase = moving // from the next cycle on
		}
	default:
		j.approach(now, dt)
	}
}

// seed has the joint stay where it is: what is sent is the measured state, within the limits. The effort is that which
// is measured, also where the command has none but the drive takes one. A drive may obey before it is heard to: from the first
// of them on, velocities that were named before change by no more than later ones do, whatever is measured.
func (j *joint) seed(dt float64) {
	s, m, a := &j.sent, &j.measured, &j.accepted
	again := s.active && j.Role == Driven && s.control.Has(messages.ControlVelocity)
	s.active, s.control = true, a.control
	s.position = m.position
	j.intoBounds(s.position[:j.nq])
	share := j.share()
	for i := range j.Limits {
		measured := setpoint.Within(m.velocity[i], share*j.Limits[i].Velocity)
		if again {
			measured = setpoint.Slew(s.velocity[i], measured, j.Limits[i].Acceleration*dt)
		}
		s.velocity[i] = measured
		s.effort[i] = setpoint.Within(m.effort[i], j.Limits[i].Effort)
	}
	if j.HandOverEffort {
		s.control |= messages.ControlEffort
	}
	if !s.control.Has(messages.ControlEffort) {
		clear(s.effort[:])
	}
}

// share is what the mode leaves of the velocity limits.
func (j *joint) share() float64 {
	if j.state.Mode == messages.ModeLimited {
		return j.LimitedShare
	}
	return 1
}

// approach moves the set-point to the controller's command, or along with it.
func (j *joint) approach(now messages.Instant, dt float64) {
	s, a := &j.sent, &j.accepted
	j.takeUp(a.control)
	arrived := true
	switch {
	case a.control.Has(messages.ControlPosition):
		arrived = j.approachPosition(now, dt)
	case a.control.Has(messages.ControlVelocity):
		arrived = j.approachVelocity(dt)
	}
	if !j.approachEffort(dt) {
		arrived = false
	}
	s.active = true
	if j.phase == moving && arrived && j.state.Mode == messages.ModeRun {
		j.phase = following
	}
}

// takeUp begins, at the measured state, quantities that were not sent in the cycle before.
func (j *joint) takeUp(control messages.ControlMode) {
	s, m := &j.sent, &j.measured
	if control == s.control {
		return
	}
	moves := control & (messages.ControlPosition | messages.ControlVelocity)
	if moves != s.control&(messages.ControlPosition|messages.ControlVelocity) {
		if !s.control.Has(messages.ControlPosition) {
			s.position = m.position
			j.intoBounds(s.position[:j.nq])
		}
		if s.control&(messages.ControlPosition|messages.ControlVelocity) == 0 {
			for i := range j.Limits {
				s.velocity[i] = setpoint.Within(m.velocity[i], j.share()*j.Limits[i].Velocity)
			}
		}
	}
	if control.Has(messages.ControlEffort) && !s.control.Has(messages.ControlEffort) {
		for i := range j.Limits {
			s.effort[i] = setpoint.Within(m.effort[i], j.Limits[i].Effort)
		}
	}
	keep := messages.ControlNone
	if j.HandOverEffort {
		keep = s.control & messages.ControlEffort // let down in approachEffort
	}
	if s.control = control | keep; !s.control.Has(messages.ControlEffort) {
		clear(s.effort[:])
	}
}

// approachPosition returns whether the position sent is that of the command, or of a command that goes on since.
func (j *joint) approachPosition(now messages.Instant, dt float64) bool {
	s, a := &j.sent, &j.accepted
	target := a.position
	var way [6]float64
	slow := a.interval > 1.5*dt // the gate is faster than its controller
	if j.phase == following && !slow {
		if j.shape.Difference(way[:], s.position[:], target[:]); j.within(way[:], dt) {
			for i := range j.Limits {
				s.velocity[i] = j.feedForward(i, way[i]/dt, dt)
			}
			s.position = target
			return true
		}
		j.phase = moving // farther than a cycle goes: the set-point follows on its own
	}
	if lead := min(now.Sub(a.at).Seconds(), a.interval); lead > 0 {
		j.shape.Advance(target[:], a.rate[:], lead) // between two commands the target goes on
		j.intoBounds(target[:j.nq])
	}
	j.shape.Difference(way[:], s.position[:], target[:])
	arrived := true
	for i := range j.Limits {
		var here bool
		s.velocity[i], here = setpoint.Approach(way[i], a.rate[i], s.velocity[i], j.bound(i), dt)
		arrived = arrived && here
	}
	j.goOn(dt)
	return arrived
}

// goOn moves the set-point on by a cycle, within the bounds of position. Those of a planar and of a floating joint lie
// along the axes of the room, its limits of velocity along those of the body: what a bound takes away in one direction can
// leave more in another than a limit allows, and then the way that is left is made shorter.
func (j *joint) goOn(dt float64) {
	s := &j.sent
	from := s.position
	j.shape.Advance(s.position[:], s.velocity[:], dt)
	free := s.position
	j.intoBounds(s.position[:j.nq])
	moves := s.position[:j.translates()]
	if slices.Equal(moves, free[:len(moves)]) {
		return
	}
	var way [6]float64
	j.shape.Difference(way[:], from[:], s.position[:])
	part := 1.0
	for i := range moves {
		if most := j.Limits[i].Velocity * dt; math.Abs(way[i]) > most {
			part = min(part, most/math.Abs(way[i]))
		}
	}
	for i := range moves {
		if part < 1 {
			moves[i] = from[i] + part*(moves[i]-from[i])
		}
	}
}

// translates is how many entries of a position lie along axes that turn with the joint.
func (j *joint) translates() int {
	return [...]int{setpoint.Scalar: 0, setpoint.Planar: 2, setpoint.Floating: 3}[j.shape]
}

// bound is what a set-point may do on its way to the command.
func (j *joint) bound(i int) setpoint.Bound {
	l := &j.Limits[i]
	b := setpoint.Bound{Velocity: j.share() * l.Velocity, Acceleration: l.RearmAcceleration}
	if j.phase == following {
		b.Acceleration = l.Acceleration
	}
	return b
}

// within reports whether one cycle at the velocity limits covers the way.
func (j *joint) within(way []float64, dt float64) bool {
	for i := range j.Limits {
		if math.Abs(way[i]) > j.Limits[i].Velocity*dt {
			return false
		}
	}
	return true
}

// feedForward is the velocity to send beside a position: the command's own if it names one, changed by at most the
// acceleration limit, else that with which the positions change.
func (j *joint) feedForward(i int, rate, dt float64) float64 {
	l := &j.Limits[i]
	if !j.accepted.control.Has(messages.ControlVelocity) {
		return rate
	}
	return setpoint.Slew(j.sent.velocity[i], j.accepted.velocity[i], l.Acceleration*dt)
}

// approachVelocity returns whether the velocity sent is that of the command. A joint with bounds of position slows down
// before them.
func (j *joint) approachVelocity(dt float64) bool {
	s, a, arrived := &j.sent, &j.accepted, true
	for i := range j.Limits {
		l, bound := &j.Limits[i], j.bound(i)
		wanted := setpoint.Within(a.velocity[i], bound.Velocity)
		if j.shape == setpoint.Scalar && j.measured.fresh {
			wanted = max(wanted, -j.braking(j.measured.position[0]-l.Lower, l, dt))
			wanted = min(wanted, j.braking(l.Upper-j.measured.position[0], l, dt))
		}
		s.velocity[i] = setpoint.Slew(s.velocity[i], wanted, bound.Acceleration*dt)
		arrived = arrived && s.velocity[i] == wanted
	}
	return arrived
}

// braking is the speed toward a bound from which the joint still comes to rest before it.
func (j *joint) braking(distance float64, l *Limit, dt float64) float64 {
	if math.IsInf(distance, 1) {
		return distance
	}
	return setpoint.BrakingSpeed(distance, l.StopDeceleration, dt)
}

// approachEffort returns whether the effort sent is that of the command. An effort that the command does not name is let
// down to none, and then left out.
func (j *joint) approachEffort(dt float64) bool {
	s, a := &j.sent, &j.accepted
	if !s.control.Has(messages.ControlEffort) {
		return true
	}
	arrived := true
	for i := range j.Limits {
		if named := a.control.Has(messages.ControlEffort); named && j.phase == following {
			s.effort[i] = a.effort[i]
		} else {
			s.effort[i] = setpoint.Slew(s.effort[i], a.effort[i], j.Limits[i].RearmEffortRate*dt)
		}
		arrived = arrived && s.effort[i] == a.effort[i]
	}
	if arrived {
		s.control = a.control // an effort that is not named has come to none
	}
	return arrived
}

// stop is what is sent in a mode that stops. A drive makes its own ramp; for a virtual joint the gate does.
func (j *joint) stop(dt float64) {
	j.phase = waiting
	if j.Role == Driven {
		j.sent.active, j.sent.control = false, messages.ControlNone
		clear(j.sent.velocity[:])
		clear(j.sent.effort[:])
		return
	}
	if j.state.Mode >= messages.ModeBrake || j.sent.control == messages.ControlNone {
		j.sent.active, j.sent.control = false, messages.ControlNone
		return
	}
	j.rest(dt)
}

// letGo decelerates a virtual joint that its controller leaves out, and then commands nothing. Named again under way, it
// goes on from there; later, it begins at the measured state.
func (j *joint) letGo(dt float64) {
	j.rest(dt)
	if j.phase = moving; !j.sent.active || j.atRest() {
		j.sent.active, j.phase = false, waiting
	}
}

// rest decelerates what is sent, and then holds it.
func (j *joint) rest(dt float64) {
	s := &j.sent
	for i := range j.Limits {
		l := &j.Limits[i]
		s.velocity[i] = setpoint.Slew(s.velocity[i], 0, l.StopDeceleration*dt)
		s.effort[i] = setpoint.Slew(s.effort[i], 0, l.RearmEffortRate*dt)
	}
	j.goOn(dt)
}

// atRest reports whether what is sent has come to rest.
func (j *joint) atRest() bool {
	for i := range j.Limits {
		if j.sent.velocity[i] != 0 || j.sent.effort[i] != 0 {
			return false
		}
	}
	return true
}

package core

import (
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// move computes the set-point of a joint in this cycle.
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

// seed sets the set-point to the measured state, within the limits, including the measured effort
// if the command has none but the drive accepts one. A drive may obey before its answer arrives. So
// once a position has been sent, it moves by at most the velocity limit, and a velocity changes by
// at most the acceleration limit, whatever is measured.
func (j *joint) seed(dt float64) {
	s, m, a := &j.sent, &j.measured, &j.accepted
	share, before, position := j.share(), s.control, s.position[0]
	if !s.active || j.Role != Driven {
		before = messages.ControlNone
	}
	s.active, s.control = true, a.control
	s.position = m.position
	j.intoBounds(s.position[:j.nq])
	if before.Has(messages.ControlPosition) {
		s.position[0] = setpoint.Slew(position, s.position[0], share*j.Limits[0].Velocity*dt)
	}
	for i := range j.Limits {
		measured := setpoint.Within(m.velocity[i], share*j.Limits[i].Velocity)
		if before.Has(messages.ControlVelocity) {
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

// share returns the share of the velocity limits that applies in the mode.
func (j *joint) share() float64 {
	if j.state.Mode == messages.ModeLimited {
		return j.LimitedShare
	}
	return 1
}

// approach moves the set-point to the controller's command, or follows the command.
func (j *joint) approach(now messages.Instant, dt float64) {
	s, a := &j.sent, &j.accepted
	j.takeUp(a.control)
	arrived := true
	switch {
	case a.control.Has(messages.ControlPosition):
		arrived = j.approachPosition(now, dt)
	case a.control.Has(messages.ControlVelocity):
		arrived = j.approachVelocity(now, dt)
	}
	if !j.approachEffort(dt) {
		arrived = false
	}
	s.active = true
	if j.phase == moving && arrived && j.state.Mode == messages.ModeRun {
		j.phase = following
	}
}

// takeUp starts quantities that were not sent in the previous cycle at the measured state.
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
		keep = s.control & messages.ControlEffort // approachEffort reduces it
	}
	if s.control = control | keep; !s.control.Has(messages.ControlEffort) {
		clear(s.effort[:])
	}
}

// approachPosition reports whether the set-point has reached the command, or its extrapolation
// between two commands.
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
		j.phase = moving // too far for one cycle: the set-point approaches within the limits
	}
	if lead := min(now.Sub(a.at).Seconds(), a.interval); lead > 0 {
		j.shape.Advance(target[:], a.rate[:], lead) // between two commands the target moves on
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

// goOn advances the set-point by one cycle, within the position limits. For planar and floating
// joints these lie along the axes of the world, but the velocity limits along those of the body:
// clamping one axis of the world can increase a component in the body beyond its limit, and then
// goOn shortens the step.
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

// translates returns the number of entries of a position that are translations along axes which
// rotate with the joint.
func (j *joint) translates() int {
	return [...]int{setpoint.Scalar: 0, setpoint.Planar: 2, setpoint.Floating: 3}[j.shape]
}

// bound returns the limits of a set-point on its way to the command.
func (j *joint) bound(i int) setpoint.Bound {
	l := &j.Limits[i]
	b := setpoint.Bound{Velocity: j.share() * l.Velocity, Acceleration: l.RearmAcceleration}
	if j.phase == following {
		b.Acceleration = l.Acceleration
	}
	return b
}

// within reports whether the set-point can cover the distance in one cycle at the velocity limits.
func (j *joint) within(way []float64, dt float64) bool {
	for i := range j.Limits {
		if math.Abs(way[i]) > j.Limits[i].Velocity*dt {
			return false
		}
	}
	return true
}

// feedForward returns the velocity to send with a position: the command's own velocity, within the
// acceleration limit, or else the rate of the positions.
func (j *joint) feedForward(i int, rate, dt float64) float64 {
	l := &j.Limits[i]
	if !j.accepted.control.Has(messages.ControlVelocity) {
		return rate
	}
	return setpoint.Slew(j.sent.velocity[i], j.accepted.velocity[i], l.Acceleration*dt)
}

// approachVelocity reports whether the set-point has reached the command.
func (j *joint) approachVelocity(now messages.Instant, dt float64) bool {
	s, a, arrived := &j.sent, &j.accepted, true
	wanted := a.velocity
	for i := range j.Limits {
		wanted[i] = setpoint.Within(wanted[i], j.bound(i).Velocity)
	}
	free := wanted
	j.slowDown(&wanted, now, dt)
	for i := range j.Limits {
		most := j.bound(i).Acceleration
		if wanted[i] != free[i] {
			most = max(most, j.Limits[i].StopDeceleration)
		}
		s.velocity[i] = setpoint.Slew(s.velocity[i], wanted[i], most*dt)
		arrived = arrived && s.velocity[i] == wanted[i]
	}
	return arrived
}

// approachEffort reports whether the effort has reached the command. If the command has no effort,
// the effort is reduced to zero and then omitted.
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
		s.control = a.control // the effort has reached zero and is omitted
	}
	return arrived
}

// stop computes the set-point in a mode that stops. Drives make their own ramps; the gate makes
// that of a virtual joint.
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

// letGo decelerates a virtual joint that its controller omits, and then sends nothing. If the
// controller includes the joint again during the ramp, the set-point continues from there; later it
// starts at the measured state.
func (j *joint) letGo(dt float64) {
	j.rest(dt)
	if j.phase = moving; !j.sent.active || j.atRest() {
		j.sent.active, j.phase = false, waiting
	}
}

// rest decelerates the set-point, and then holds it.
func (j *joint) rest(dt float64) {
	s := &j.sent
	for i := range j.Limits {
		l := &j.Limits[i]
		s.velocity[i] = setpoint.Slew(s.velocity[i], 0, l.StopDeceleration*dt)
		s.effort[i] = setpoint.Slew(s.effort[i], 0, l.RearmEffortRate*dt)
	}
	j.goOn(dt)
}

// atRest reports whether the set-point is at rest.
func (j *joint) atRest() bool {
	for i := range j.Limits {
		if j.sent.velocity[i] != 0 || j.sent.effort[i] != 0 {
			return false
		}
	}
	return true
}

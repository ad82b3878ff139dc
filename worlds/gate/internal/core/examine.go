package core

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// Tolerance is the relative excess over a limit that counts as rounding and is clamped.
const Tolerance = 1e-9

// unitTolerance is the permitted deviation of a quaternion from unit length. Accepted quaternions
// are normalised.
const unitTolerance = 1e-6

// examine accepts or rejects the newest command of every controller. It judges each command once.
func (g *Gate) examine(in *Input) {
	for i := range g.controllers {
		c := &g.controllers[i]
		if i >= len(in.Commands) || !in.Commands[i].OK || in.Commands[i].Value == nil {
			c.withdrawn = true
			continue
		}
		command := &in.Commands[i]
		c.withdrawn = false
		if c.heard && command.Stamp == c.judged {
			continue
		}
		c.heard, c.judged = true, command.Stamp
		r := Refusal{Controller: c.Name, Stamp: command.Stamp, Age: command.Stamp.Age(in.Now)}
		if g.judge(c, command, &r) {
			g.accept(c, command, in.Now)
			continue
		}
		if r.Reason.Counts() {
			r.Fault = c.count(in.Now)
			c.invalid = c.invalid || r.Fault
		}
		g.refusals = append(g.refusals, r)
	}
	for i := len(g.controllers); i < len(in.Commands) && len(g.refusals) < cap(g.refusals); i++ {
		if in.Commands[i].OK {
			g.refusals = append(g.refusals, Refusal{Reason: Unclaimed, Stamp: in.Commands[i].Stamp})
		}
	}
}

// count records a rejection and reports whether the controller has reached its number within the
// window.
func (c *controller) count(now messages.Instant) bool {
	n := uint64(c.Faults)
	oldest := c.refusedAt[(c.refused+1)%n] // of the newest n, including this one
	c.refusedAt[c.refused%n] = now
	c.refused++
	if n == 1 {
		return true
	}
	return c.refused >= n && now.Sub(oldest) <= c.FaultWindow
}

// judge reports whether a command is good, and otherwise writes its first error into r. It records
// incarnation and sequence of every command without a fault of the transport.
func (g *Gate) judge(c *controller, command *Command, r *Refusal) bool {
	s := command.Stamp
	switch {
	case s.Incarnation == 0: // incarnations count from 1
		r.Reason = OldIncarnation
		return false
	case s.Incarnation <= c.fenced:
		r.Reason = Fenced
		return false
	case s.Incarnation < c.incarnation:
		r.Reason = OldIncarnation
		return false
	case c.ordered && s.Sequence <= c.sequence:
		r.Reason = OldSequence
		return false
	case r.Age < -g.config.Period:
		r.Reason = FromTheFuture
		return false
	}
	c.incarnation, c.sequence, c.ordered = s.Incarnation, s.Sequence, true
	if r.Age > c.MaxAge {
		r.Reason, r.Upper = TooOld, float64(c.MaxAge.Milliseconds())
		return false
	}
	if !c.fits(command.Value, r) {
		return false
	}
	interval := c.interval(s, g.cycle.Seconds())
	for _, i := range c.joints {
		if !g.joints[i].judge(c, command, interval, r) {
			r.Joint = g.joints[i].Name
			return false
		}
	}
	return true
}

// fits checks the lengths of a command.
func (c *controller) fits(v *messages.JointCommand, r *Refusal) bool {
	scales, caps := 0, 0
	if c.GainScales {
		scales = len(c.joints)
	}
	if c.EffortCap {
		caps = len(c.joints)
	}
	for _, f := range [...]struct {
		quantity  Quantity
		got, want int
	}{
		{Control, len(v.Control), len(c.joints)}, {Position, len(v.Position), c.positions},
		{Velocity, len(v.Velocity), c.velocities}, {Effort, len(v.Effort), c.velocities},
		{KpScale, len(v.KpScale), scales}, {KdScale, len(v.KdScale), scales}, {MaxEffort, len(v.MaxEffort), caps},
	} {
		if f.got != f.want {
			r.Reason, r.Quantity, r.Value, r.Upper = WrongLength, f.quantity, float64(f.got), float64(f.want)
			return false
		}
	}
	return true
}

// interval returns the time since the controller's previous accepted command, in s. With a period
// it is a multiple of the period, because the control law computes with that grid and only its
// stamps jitter.
func (c *controller) interval(s messages.Stamp, cycle float64) float64 {
	elapsed := s.Time.Sub(c.acceptedAt.Time).Seconds()
	if period := c.Period.Seconds(); period > 0 {
		return period * max(1, math.Round(elapsed/period))
	}
	return max(elapsed, cycle)
}

// judge checks a command's entries for one joint.
func (j *joint) judge(c *controller, command *Command, interval float64, r *Refusal) bool {
	v := command.Value
	r.Control = v.Control[j.cj]
	if r.Control == messages.ControlNone {
		return true
	}
	if !j.takes(r.Control) {
		r.Reason, r.Quantity = WrongControl, Control
		return false
	}
	dofs := j.nv
	position, velocity, effort := v.Position[j.cq:j.cq+j.nq], v.Velocity[j.cv:j.cv+dofs], v.Effort[j.cv:j.cv+dofs]
	if r.Control.Has(messages.ControlPosition) && !j.judgePosition(position, r) {
		return false
	}
	if r.Control.Has(messages.ControlVelocity) && !j.judgeVector(Velocity, velocity, r) {
		return false
	}
	if r.Control.Has(messages.ControlEffort) && !j.judgeVector(Effort, effort, r) {
		return false
	}
	if !j.judgeTuning(tuningOf(v, j.cj), r) {
		return false
	}
	return !c.Strict || j.judgeJump(c, command.Stamp, position, velocity, interval, r)
}

func (j *joint) takes(control messages.ControlMode) bool {
	for _, c := range j.Controls {
		if c == control {
			return true
		}
	}
	return false
}

func (j *joint) judgePosition(position []float64, r *Refusal) bool {
	for i, p := range position {
		if p-p != 0 {
			r.Reason, r.Quantity, r.Index, r.Value = NotFinite, Position, i, p
			return false
		}
	}
	if j.shape == setpoint.Floating {
		if length := norm(position[3:7]); math.Abs(length-1) > unitTolerance {
			r.Reason, r.Quantity, r.Value = NotUnit, Orientation, length
			return false
		}
		position = position[:3]
	}
	for i, p := range position {
		l := &j.Limits[i]
		if p < l.Lower-Tolerance*math.Abs(l.Lower) || p > l.Upper+Tolerance*math.Abs(l.Upper) || math.Abs(p) > Farthest {
			j.beyond(r, BeyondLimit, Position, i, p, max(l.Lower, -Farthest), min(l.Upper, Farthest))
			return false
		}
	}
	return true
}

func (j *joint) judgeVector(quantity Quantity, values []float64, r *Refusal) bool {
	for i, x := range values {
		limit := j.Limits[i].Velocity
		if quantity == Effort {
			limit = j.Limits[i].Effort
		}
		switch {
		case x-x != 0:
			r.Reason, r.Quantity, r.Index, r.Value = NotFinite, quantity, i, x
			return false
		case math.Abs(x) > limit*(1+Tolerance):
			j.beyond(r, BeyondLimit, quantity, i, x, -limit, limit)
			return false
		}
	}
	return true
}

func (j *joint) beyond(r *Refusal, reason Reason, quantity Quantity, i int, value, lower, upper float64) {
	r.Reason, r.Quantity, r.Index, r.Value, r.Lower, r.Upper = reason, quantity, i, value, lower, upper
	r.Unit = unit(quantity, j.Type.angular(i))
}

// judgeJump compares a command with the previous one while the joint follows its controller. It
// measures a step of position in the axes of the body, as the velocity limits are.
func (j *joint) judgeJump(c *controller, s messages.Stamp, position, velocity []float64, interval float64, r *Refusal) bool {
	if !c.accepted || s.Incarnation != c.acceptedAt.Incarnation || !j.state.Mode.Passes() || j.phase != following {
		return true
	}
	both := r.Control & j.accepted.control
	if both.Has(messages.ControlPosition) {
		var way [6]float64
		j.shape.Difference(way[:], j.accepted.position[:], position)
		for i := range j.Limits {
			if reach := j.Limits[i].Velocity * interval; math.Abs(way[i]) > reach*(1+Tolerance) {
				before := 0.0 // rotated axes have no single coordinate: report the step itself
				if j.shape == setpoint.Scalar {
					before = j.accepted.position[i]
				}
				j.beyond(r, Jump, Position, i, before+way[i], before-reach, before+reach)
				return false
			}
		}
	}
	if both.Has(messages.ControlVelocity) {
		for i := range j.Limits {
			before := j.accepted.velocity[i]
			if reach := j.Limits[i].Acceleration * interval; math.Abs(velocity[i]-before) > reach*(1+Tolerance) {
				j.beyond(r, Jump, Velocity, i, velocity[i], before-reach, before+reach)
				return false
			}
		}
	}
	return true
}

// accept stores a good command, with rounding clamped.
func (g *Gate) accept(c *controller, command *Command, now messages.Instant) {
	continued := c.accepted && command.Stamp.Incarnation == c.acceptedAt.Incarnation
	interval := c.interval(command.Stamp, g.cycle.Seconds())
	for _, i := range c.joints {
		g.joints[i].accept(command, continued, interval, now)
	}
	if continued && c.Period > 0 {
		periods := int(interval/c.Period.Seconds() + 0.5)
		if time.Duration(periods)*c.Period <= c.MaxAge { // a longer interval is a late command
			c.overrun.note(periods-1, now)
		}
	}
	c.accepted, c.acceptedAt, c.since = true, command.Stamp, min(command.Stamp.Time, now)
	c.invalid = false
	g.healed(c, now)
}

func (j *joint) accept(command *Command, continued bool, interval float64, now messages.Instant) {
	v, a := command.Value, &j.accepted
	control := v.Control[j.cj]
	a.released = control == messages.ControlNone
	if a.released {
		return
	}
	continued = continued && a.ever && a.control.Has(messages.ControlPosition)
	if !a.ever || control != a.control || command.Stamp.Incarnation != a.stamp.Incarnation {
		j.phase = min(j.phase, moving) // another control mode or incarnation is not a step
	}
	a.ever, a.control, a.stamp, a.at, a.interval = true, control, command.Stamp, now, 0
	a.stamp.Time = min(a.stamp.Time, now)
	if continued {
		a.interval = interval
	}
	a.tuning = tuningOf(v, j.cj)
	dofs := j.nv
	copy(a.velocity[:dofs], v.Velocity[j.cv:])
	copy(a.effort[:dofs], v.Effort[j.cv:])
	for i := range j.Limits {
		a.velocity[i] = orZero(control.Has(messages.ControlVelocity), setpoint.Within(a.velocity[i], j.Limits[i].Velocity))
		a.effort[i] = orZero(control.Has(messages.ControlEffort), setpoint.Within(a.effort[i], j.Limits[i].Effort))
	}
	if control.Has(messages.ControlPosition) {
		j.acceptPosition(v.Position[j.cq:j.cq+j.nq], continued)
	}
}

// orZero replaces a quantity that the command does not use, which may be NaN, by zero.
func orZero(named bool, value float64) float64 {
	if named {
		return value
	}
	return 0
}

// acceptPosition stores a position and the rate of positions: the difference to the previous
// command, or the velocity of the first one.
func (j *joint) acceptPosition(position []float64, continued bool) {
	a := &j.accepted
	var clamped [7]float64
	n := copy(clamped[:], position)
	j.intoBounds(clamped[:n])
	if continued {
		j.shape.Difference(a.rate[:], a.position[:], clamped[:])
		for i := range j.Limits {
			a.rate[i] = setpoint.Within(a.rate[i]/a.interval, j.Limits[i].Velocity)
		}
	} else {
		a.rate = a.velocity
	}
	a.position = clamped
}

// intoBounds clamps a position to the limits of its joint, or to Farthest, and normalises a
// quaternion.
func (j *joint) intoBounds(position []float64) {
	if j.shape == setpoint.Floating {
		for i := range 3 {
			position[i] = setpoint.Within(position[i], Farthest)
		}
		scale := 1 / norm(position[3:7])
		for i := 3; i < 7; i++ {
			position[i] *= scale
		}
		return
	}
	for i := range position {
		position[i] = setpoint.Within(max(j.Limits[i].Lower, min(j.Limits[i].Upper, position[i])), Farthest)
	}
}

func norm(q []float64) float64 { return math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]) }

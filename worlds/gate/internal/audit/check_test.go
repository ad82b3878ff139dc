package audit

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// Output is what came out for one joint in one cycle, and what its drive answered before.
type Output struct {
	// Sent says that something goes out that may move. Where it does not, only Mode counts.
	Sent    bool
	Mode    messages.Mode
	Control messages.ControlMode
	Arm     uint32
	P, W, E []float64
	// Driven joints have a drive, which answered DriveArm and DriveMode last.
	Driven    bool
	DriveArm  uint32
	DriveMode messages.Mode
}

// Asked says what a person has asked the gate for since the decision before.
type Asked struct {
	Any bool
	Way modes.Rearm
}

// Check checks what came out for one joint. The snapshot is that which the gate had, nil for none.
func (a *Auditor) Check(n int, now messages.Instant, s *messages.Snapshot, o *Output, asked Asked) error {
	j, l := &a.config.Joints[n], &a.joints[n]
	fresh := l.see(j, n, s)
	obeys := fresh && s.Mode[n].Passes() && (!o.Driven || o.DriveArm == o.Arm)
	passes := o.Mode.Passes()
	if err := a.checkMode(l, o, asked); err != nil {
		return err
	}
	if passes {
		if err := a.checkRight(j, l, now, o); err != nil {
			return err
		}
	}
	if err := a.checkKind(j, l, now, o, asked); err != nil {
		return err
	}
	if err := a.checkBrake(j, l, now, o); err != nil {
		return err
	}
	if err := a.checkLimited(j, l, o); err != nil {
		return err
	}
	switch {
	case !o.Mode.Valid() || !o.Control.Valid():
		return fmt.Errorf("it sends mode %d and control mode %d", o.Mode, o.Control)
	case o.Driven && !passes && o.Control != messages.ControlNone:
		return fmt.Errorf("it is in %s and sends %s", o.Mode, o.Control)
	case o.Driven && passes && o.Control&^messages.ControlEffort != l.control&^messages.ControlEffort:
		return fmt.Errorf("it sends %s, commanded is %s", o.Control, l.control)
	}
	if err := a.checkValues(j, o); err != nil {
		return err
	}
	rearmed := passes && o.Arm != l.arm // also when it stopped and came back since the last cycle
	if rearmed && o.Sent && !l.released {
		if err := a.checkSeed(j, l, o); err != nil {
			return err
		}
	}
	if moves := passes && o.Sent && !rearmed && obeys; moves && l.lastPassed {
		if err := a.checkSteps(j, l, o); err != nil {
			return err
		}
	}
	goesOn := l.lastSent && passes && o.Sent && !rearmed && o.Control.Has(messages.ControlPosition) // whether the drive has heard of it yet or not
	before := l.lastControl
	l.lastSent = passes && o.Sent
	l.lastPassed, l.mode, l.arm, l.lastControl = passes && o.Sent && (obeys || rearmed), o.Mode, o.Arm, o.Control
	l.moves(j, o, before, goesOn, a.cycle.Seconds())
	copy(l.lastP[:], o.P)
	copy(l.lastW[:], o.W)
	copy(l.lastE[:], o.E)
	return nil
}

// moves notes at which rate the positions that are sent move, once the control before is known: a
// velocity that is named next begins with that motion. The first position goes on with the velocity
// before it.
func (l *ledger) moves(j *core.Joint, o *Output, before messages.ControlMode, goesOn bool, cycle float64) {
	l.lastRate = [6]float64{}
	switch {
	case !goesOn:
	case before.Has(messages.ControlPosition):
		way := displacement(j.Type, l.lastP[:l.nq], o.P)
		for i := range l.nv {
			l.lastRate[i] = way[i] / cycle
		}
	case before.Has(messages.ControlVelocity):
		l.lastRate = l.lastW
	}
}

// see enters the joint's state, and reports whether it is good and new.
func (l *ledger) see(j *core.Joint, n int, s *messages.Snapshot) bool {
	if s == nil || !s.Valid[n] {
		return false
	}
	p, w, e := s.Position[l.q:l.q+l.nq], s.Velocity[l.v:l.v+l.nv], s.Effort[l.v:l.v+l.nv]
	for _, values := range [...][]float64{p, w, e} {
		for _, x := range values {
			if !(math.Abs(x) <= farthest) {
				return false
			}
		}
	}
	if j.Type == core.Floating && !unit(p[3:7]) {
		return false
	}
	l.seenAt, l.seenEver = s.Time[n], true
	copy(l.seenP[:], p)
	copy(l.seenW[:], w)
	copy(l.seenE[:], e)
	return true
}

// checkMode checks that a stop is left by re-arm, of those who may, and by nothing else.
func (a *Auditor) checkMode(l *ledger, o *Output, asked Asked) error {
	adopts := o.Driven && !l.adopted && l.arm == 0 && o.Mode.Stops()
	l.adopted = l.adopted || o.Sent || o.Mode != l.mode
	if o.Mode >= l.mode {
		return nil
	}
	switch {
	case adopts: // a gate that begins takes over the mode in which it finds the drive
		return nil
	case l.claim < 0:
		return fmt.Errorf("the mode fell from %s to %s, and nobody claims the joint", l.mode, o.Mode)
	case o.Arm <= l.arm: // where it has grown, the joint may have been armed and stopped again since
		return fmt.Errorf("the mode fell from %s to %s with arm %d after %d", l.mode, o.Mode, o.Arm, l.arm)
	case l.needs != modes.Auto && !asked.Any:
		return fmt.Errorf("it left %s though nobody asked for it", l.mode)
	case l.needs == modes.Reset && asked.Way != modes.Reset:
		return fmt.Errorf("it left %s after no more than an acknowledgement", l.mode)
	}
	return nil
}

// checkRight checks that a joint that passes commands has what it takes.
func (a *Auditor) checkRight(j *core.Joint, l *ledger, now messages.Instant, o *Output) error {
	if l.claim < 0 {
		return fmt.Errorf("it is in %s, and nobody claims it", o.Mode)
	}
	c, b := &a.config.Controllers[l.claim], &a.claims[l.claim]
	stamp := l.stamp
	if idle := !o.Driven && l.released && b.good; idle { // left out, by a command that has to be as good as any
		stamp = b.taken
	} else if !l.good {
		return fmt.Errorf("it is in %s without a good command", o.Mode)
	}
	switch age := time.Duration(now - stamp.Time); {
	case age > c.MaxAge:
		return fmt.Errorf("it is in %s by a command of %s ago; the bound is %s", o.Mode, age, c.MaxAge)
	case b.gone || stamp.Incarnation <= b.fence && !a.bears(l, now):
		return fmt.Errorf("it is in %s by a command that is gone or fenced", o.Mode)
	case !l.seenEver || time.Duration(now-l.seenAt) > j.StateMaxAge:
		return fmt.Errorf("it is in %s without a state", o.Mode)
	case b.struck:
		return fmt.Errorf("it is in %s though its controller is at fault", o.Mode)
	case o.Driven && a.buses[j.Bus]:
		return fmt.Errorf("it is in %s though its bus has failed", o.Mode)
	case l.demanded:
		return fmt.Errorf("it is in %s though somebody has it stopped", o.Mode)
	}
	return nil
}

// checkValues checks that everything is a number within the limits, without any tolerance.
func (a *Auditor) checkValues(j *core.Joint, o *Output) error {
	for i, p := range o.P {
		low, high := -farthest, farthest
		if bounded := j.Type != core.Floating && o.Control&messages.ControlPosition != 0; bounded {
			low, high = max(low, j.Limits[i].Lower), min(high, j.Limits[i].Upper)
		} else if o.Control&messages.ControlPosition == 0 {
			low, high = -2*farthest, 2*farthest // it is not a command, but has to be a number
		}
		if !(p >= low && p <= high) {
			return fmt.Errorf("position[%d] is %v, outside of [%v, %v]", i, p, low, high)
		}
	}
	if j.Type == core.Floating && o.Sent && o.Control&messages.ControlPosition != 0 && !unit(o.P[3:7]) {
		return fmt.Errorf("the quaternion %v is not of unit length", o.P[3:7])
	}
	for i := range o.W {
		w, e := min(j.Limits[i].Velocity, farthest), min(j.Limits[i].Effort, farthest)
		if !(math.Abs(o.W[i]) <= w) || !(math.Abs(o.E[i]) <= e) {
			return fmt.Errorf("velocity[%d] is %v, effort[%d] %v; the limits are %v and %v", i, o.W[i], i, o.E[i], w, e)
		}
	}
	return nil
}

// checkSeed checks that the first command after a re-arm is the measured state, and that what
// follows until the drive is heard to obey goes where it is measured: velocities that were named
// before as fast as the acceleration allows.
func (a *Auditor) checkSeed(j *core.Joint, l *ledger, o *Output) error {
	near := func(sent, measured, low, high float64) bool {
		return math.Abs(sent-min(max(measured, low), high)) <= 1e-12*max(1, math.Abs(measured))
	}
	for i := range o.P {
		low, high := math.Inf(-1), math.Inf(1)
		if j.Type != core.Floating {
			low, high = j.Limits[i].Lower, j.Limits[i].Upper
		}
		if o.Control&messages.ControlPosition != 0 && !near(o.P[i], l.seenP[i], low, high) && (j.Type != core.Floating || i < 3) {
			return fmt.Errorf("position[%d] begins at %v, measured is %v", i, o.P[i], l.seenP[i])
		}
	}
	for i := range o.W {
		w, e := j.Limits[i].Velocity, j.Limits[i].Effort
		measured := min(max(l.seenW[i], -w), w)
		if most := j.Limits[i].Acceleration * a.cycle.Seconds(); l.lastSent && l.mode.Passes() && o.Arm == l.arm && l.lastControl.Has(messages.ControlVelocity) {
			measured = min(max(measured, l.lastW[i]-most), l.lastW[i]+most)
		}
		if o.Control&messages.ControlVelocity != 0 && !near(o.W[i], measured, -w, w) {
			return fmt.Errorf("velocity[%d] begins at %v, measured is %v, and %v was sent before", i, o.W[i], l.seenW[i], l.lastW[i])
		}
		if o.Control&messages.ControlEffort != 0 && !near(o.E[i], l.seenE[i], -e, e) {
			return fmt.Errorf("effort[%d] begins at %v, measured is %v", i, o.E[i], l.seenE[i])
		}
	}
	return nil
}

// lastDigits is how far from each other numbers of that size lie, a few of them.
func lastDigits(x float64) float64 { return 1e-15 * math.Abs(x) }

// checkSteps checks what changed since the cycle before.
func (a *Auditor) checkSteps(j *core.Joint, l *ledger, o *Output) error {
	cycle := a.cycle.Seconds()
	both := o.Control & l.lastControl
	if both&messages.ControlPosition != 0 {
		way := displacement(j.Type, l.lastP[:l.nq], o.P)
		digits := 0.0
		for _, x := range o.P {
			digits = max(digits, lastDigits(x))
		}
		for i := range l.nv {
			if most := j.Limits[i].Velocity * cycle; math.Abs(way[i]) > most*(1+1e-6)+1e-9+digits {
				return fmt.Errorf("position moved by %v in direction %d, the limit is %v in a cycle", way[i], i, most)
			}
		}
	}
	if both&messages.ControlVelocity != 0 {
		for i := range o.W {
			if most := j.Limits[i].Acceleration * cycle; math.Abs(o.W[i]-l.lastW[i]) > most*(1+1e-9)+1e-12+lastDigits(o.W[i]) {
				return fmt.Errorf("velocity[%d] went from %v to %v, the limit is %v in a cycle", i, l.lastW[i], o.W[i], most)
			}
		}
	}
	if both&messages.ControlEffort == 0 {
		return nil
	}
	for i := range o.E {
		commanded := l.control&messages.ControlEffort != 0 && math.Abs(o.E[i]-l.e[i]) <= 1e-9*math.Abs(l.e[i])
		if most := j.Limits[i].RearmEffortRate * cycle; !commanded && math.Abs(o.E[i]-l.lastE[i]) > most*(1+1e-9)+1e-12+lastDigits(o.E[i]) {
			return fmt.Errorf("effort[%d] went from %v to %v on its way to %v, the rate is %v in a cycle", i, l.lastE[i], o.E[i], l.e[i], most)
		}
	}
	return nil
}

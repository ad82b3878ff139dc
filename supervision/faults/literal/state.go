package literal

import (
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// measure takes what is measured of a joint.
func (j *joint) measure(i int, s *messages.Snapshot, now messages.Instant, d *messages.DriveState) {
	whole := s != nil && j.hasEntries(i, s)
	if whole && s.Valid[i] && j.plausible(s) {
		j.measured, j.seen = s.Time[i], true
		j.position = s.Position[j.at.Position]
		j.far = j.farBeyond(s.Position[j.at.Position : j.at.Position+j.at.PositionLength])
	}
	j.passes = whole && s.Mode[i].Passes()
	if d == nil || !d.Answered[j.drive] {
		return
	}
	if !j.answered {
		j.found(d.Mode[j.drive], d.Arm[j.drive])
	}
	j.heardAt, j.number = now, d.Arm[j.drive]
}

// hasEntries reports whether a snapshot has every entry of the joint: it may lose some on its way.
func (j *joint) hasEntries(i int, s *messages.Snapshot) bool {
	return min(len(s.Valid), len(s.Mode), len(s.Time)) > i && len(s.Position) >= j.at.Position+j.at.PositionLength &&
		min(len(s.Velocity), len(s.Effort)) >= j.at.Velocity+j.at.VelocityLength
}

// farBeyond reports whether a position is beyond a limit by more than twice what a re-arm allows.
func (j *joint) farBeyond(position []float64) bool {
	if len(position) != len(j.limits) { // a floating joint has no limits of position
		return false
	}
	for d, q := range position {
		if q < j.limits[d].Lower-2*beyond || q > j.limits[d].Upper+2*beyond {
			return true
		}
	}
	return false
}

// state looks at the age of the measured state of a joint.
func (g *world) state(j *joint) {
	if j.controller < 0 || j.passive {
		return
	}
	ok := j.seen && g.now.Sub(j.measured) <= j.stateAge
	if j.bus < 0 {
		g.partner(j, ok, ok && j.passes)
		return
	}
	g.limits(j, ok && j.outside())
	if ok && j.answered && g.now.Sub(j.heardAt) <= j.stateAge {
		j.gone(messages.CauseStale, reasonState)
		j.gone(messages.CauseStartup, reasonState)
		return
	}
	g.fault(j, modes.StateStale, messages.CauseStale, reasonState)
}

// limits looks whether a stopped joint is too far beyond its limits of position.
func (g *world) limits(j *joint, outside bool) {
	switch {
	case !outside:
		j.gone(messages.CauseStartup, reasonLimits)
		j.gone(messages.CauseInvalid, reasonLimits)
	case j.causes.has(messages.CauseStartup):
		j.present[messages.CauseStartup] |= reasonLimits
	case j.mode.Stops():
		g.fault(j, modes.BoundsExceeded, messages.CauseInvalid, reasonLimits)
	}
}

// plausible reports whether the numbers of a state are those of a robot.
func (j *joint) plausible(s *messages.Snapshot) bool {
	bad := func(x float64) bool { return !(math.Abs(x) <= farthest) }
	return !slices.ContainsFunc(s.Position[j.at.Position:j.at.Position+j.at.PositionLength], bad) &&
		!slices.ContainsFunc(s.Velocity[j.at.Velocity:j.at.Velocity+j.at.VelocityLength], bad) &&
		!slices.ContainsFunc(s.Effort[j.at.Velocity:j.at.Velocity+j.at.VelocityLength], bad)
}

// found takes up the mode and the arm number in which the gate finds a drive after its start. It
// stops a drive that runs.
func (j *joint) found(m messages.Mode, arm uint32) {
	if m.Passes() {
		m = j.safe
	}
	if j.arm == 0 {
		j.mode = max(m, j.least, j.asked)
	}
	j.answered, j.arm = true, max(j.arm, arm)
}

// rests reports whether the newest command to the world that realises a joint has no velocity.
func (j *joint) rests() bool {
	return !slices.ContainsFunc(j.sent, func(v float64) bool { return v != 0 })
}

// sends takes the newest command to the world that realises a joint, nil if there is none. A joint
// that its controller omits comes to rest, and is then not commanded.
func (j *joint) sends(velocity []float64) {
	j.sent = append(j.sent[:0], velocity...)
	if j.mode.Passes() && j.good.control == messages.ControlNone && j.rests() {
		j.obeyed = false
	}
}

// partner looks at the world that realises a joint without a drive.
func (g *world) partner(j *joint, ok, passes bool) {
	j.obeyed = (j.obeyed || passes && j.mode.Passes() && j.good.control != messages.ControlNone) && j.mode != off
	switch {
	case ok && (passes || !j.obeyed):
		j.gone(messages.CauseCoupledJoint, reasonPartner)
		j.gone(messages.CauseStartup, reasonPartner)
	case !ok || j.mode.Passes() || j.causes.has(messages.CauseCoupledJoint):
		g.faultAlone(j, modes.ActorFailed, messages.CauseCoupledJoint, reasonPartner)
	}
	if j.mode == rampOff && j.rests() {
		j.climb(off)
	}
}

// armWithin is the time within which a drive must obey a re-arm.
const armWithin = time.Second

// opens is the time that the brake of a joint has to open, beside armWithin.
func (j *joint) opens() time.Duration {
	if j.brakes {
		return brakeTime
	}
	return 0
}

// brakeTime is the time that a gate gives a brake.
const brakeTime = 100 * time.Millisecond

// drive looks at what a drive reports.
func (g *world) drive(j *joint, d *messages.DriveState) {
	k := j.drive
	code, class := d.Fault[k], classOf(d.Fault[k])
	reports := code != 0 && j.reports(code, class, d.Mode[k])
	if j.mode.Passes() && d.Arm[k] == j.arm && d.Mode[k].Passes() {
		j.unmet = false
	}
	if j.code = code; reports && (j.mode.Stops() || j.obeyed || d.Arm[k] == j.arm) {
		g.fault(j, class, messages.CauseDrive, 0)
		g.isHard(j, class)
		if d.Mode[k].Stops() {
			j.climb(d.Mode[k])
		}
	}
	if j.mode.Passes() && d.Arm[k] == j.arm && d.Mode[k].Passes() {
		j.obeyed = true
	}
	switch {
	case j.mode.Passes() && j.obeyed && d.Mode[k].Stops():
		g.fault(j, modes.BusLost, messages.CauseDrive, 0)
		j.climb(d.Mode[k])
	case j.mode.Passes() && !j.obeyed && g.now.Sub(j.armedAt) > armWithin+j.opens():
		g.fault(j, modes.DriveFault, messages.CauseDrive, 0)
		j.climb(d.Mode[k])
	case j.mode.Stops():
		j.climb(d.Mode[k])
	}
}

// reports reports whether a fault code of the drive is more than what is known of it.
func (j *joint) reports(code uint16, class modes.FaultClass, drive messages.Mode) bool {
	known := j.causes.has(messages.CauseDrive)
	switch {
	case j.mode.Stops():
		return !known || code != j.code
	case class == modes.Derated && j.obeyed: // which is no reason to stop
		return !known && drive.Passes()
	}
	return true
}

// isHard takes that a limit which the drive itself reports is a hard one.
func (g *world) isHard(j *joint, class modes.FaultClass) {
	for _, s := range react(class, j.declared).stages {
		if class != modes.Derated && s.when == modes.HardLimit {
			j.climb(s.mode)
		}
	}
}

// classOf returns the class of a drive's fault code.
func classOf(code uint16) modes.FaultClass {
	switch {
	case code == 34, code == 40:
		return modes.SupplyVoltage
	case code == 49, code == 50:
		return modes.BoundsExceeded
	case code >= 96 && code <= 105:
		return modes.Derated
	}
	return modes.DriveFault
}

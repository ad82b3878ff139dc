package core

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// measure reads the joint's state from the snapshot. It ignores values that are missing, invalid or
// out of range. The state is fresh while the newest valid one is not older than StateMaxAge.
func (j *joint) measure(in *Input) {
	m, s := &j.measured, in.Snapshot
	switch {
	case s == nil || !j.readable(s):
	case j.shape == setpoint.Scalar:
		m.position[0], m.velocity[0], m.effort[0] = s.Position[j.q], s.Velocity[j.v], s.Effort[j.v]
		m.ever, m.at, m.mode = true, s.Time[j.index], s.Mode[j.index]
		if j.Role == Driven {
			j.track.see(m.position[0], m.at, j.Limits[0].Velocity)
			j.still.see(m.position[0], m.at, j.Standstill)
		}
	default:
		copy(m.position[:], s.Position[j.q:j.q+j.nq])
		copy(m.velocity[:], s.Velocity[j.v:j.v+j.nv])
		copy(m.effort[:], s.Effort[j.v:j.v+j.nv])
		m.ever, m.at, m.mode = true, s.Time[j.index], s.Mode[j.index]
	}
	m.fresh = m.ever && in.Now.Sub(m.at) <= j.StateMaxAge
}

// readable reports whether a snapshot has a valid state of the joint.
func (j *joint) readable(s *messages.Snapshot) bool {
	if len(s.Position) < j.q+j.nq || len(s.Velocity) < j.v+j.nv || len(s.Effort) < j.v+j.nv ||
		len(s.Mode) <= j.index || len(s.Valid) <= j.index || len(s.Time) <= j.index || !s.Valid[j.index] {
		return false
	}
	if !sane(s.Position[j.q:j.q+j.nq]) || !sane(s.Velocity[j.v:j.v+j.nv]) || !sane(s.Effort[j.v:j.v+j.nv]) {
		return false
	}
	return j.shape != setpoint.Floating || math.Abs(norm(s.Position[j.q+3:j.q+7])-1) <= unitTolerance
}

// answer reads the answer of the joint's drive. At the first answer the joint adopts the drive's
// mode: a gate that restarts must not drop an arm that its drives hold.
func (g *Gate) answer(j *joint, in *Input) {
	if j.Role != Driven {
		return
	}
	d := &j.drive
	d.fresh = false
	if j.Bus >= len(in.States) || !in.States[j.Bus].OK || in.States[j.Bus].Value == nil {
		return
	}
	s := in.States[j.Bus].Value
	if len(s.Mode) <= j.Drive || len(s.Arm) <= j.Drive || len(s.Fault) <= j.Drive || len(s.Answered) <= j.Drive || !s.Answered[j.Drive] {
		return
	}
	fault := d.fault
	d.at = in.Now
	d.fresh, d.mode, d.arm, d.fault = true, s.Mode[j.Drive], s.Arm[j.Drive], s.Fault[j.Drive]
	if !d.mode.Valid() {
		d.mode = messages.ModeOff
	}
	switch {
	case !d.ever:
		d.ever = true
		g.adopt(j, in.Now)
	case j.state.Mode.Passes():
		g.follow(j, in.Now)
	default:
		g.confirm(j, fault, in.Now)
	}
}

// adopt takes the mode of a drive that answers for the first time, or a more severe one that was
// demanded before. A drive that runs is stopped.
func (g *Gate) adopt(j *joint, now messages.Instant) {
	found, from := j.drive.mode, j.state.Mode
	if found.Passes() {
		found = j.SafeMode
	}
	j.state = modes.Adopt(j.state, messages.MoreSevere(found, j.early))
	if j.state.Mode != from {
		g.emit(messages.Event{Time: now, Kind: messages.EventModeChanged, Cause: messages.CauseStartup, Joint: j.Name,
			From: from, To: j.state.Mode, Text: j.texts[textAdopted]})
	}
	j.stopping.begin(j, now)
	b := &g.buses[j.Bus]
	b.ready = true
	for _, i := range b.joints {
		b.ready = b.ready && g.joints[i].drive.ever
	}
	if j.drive.fault != 0 {
		g.driveFault(j, faultOf(j.drive.fault), textDriveFault, now)
	}
}

// follow supervises the drive of a joint in a mode that passes commands. The drive must obey the
// newest arm number within ArmWithin, and then without interruption.
func (g *Gate) follow(j *joint, now messages.Instant) {
	d := &j.drive
	obeys := d.mode.Passes() && d.arm == j.arm
	if j.phase == waiting && obeys {
		j.phase = moving
	}
	switch {
	case j.phase == waiting && d.arm == j.arm && d.fault != 0 && !d.mode.Passes(): // the drive stopped again: the cause is still present
		g.driveFault(j, faultOf(d.fault), textFaultStays, now)
	case j.phase == waiting && now > j.deadline:
		g.driveFault(j, modes.DriveFault, textNotObeyed, now)
	case j.phase == waiting:
	case d.fault != 0 && obeys && g.toleratesDerating(j):
	case d.fault != 0 && (obeys || faultOf(d.fault) != modes.Derated): // no limit explains that the drive stops
		g.driveFault(j, faultOf(d.fault), textDriveFault, now)
	case !obeys:
		g.driveFault(j, modes.BusLost, textDriveStopped, now)
	}
}

// toleratesDerating reports whether a joint stays in mode limited because its drive limits itself.
func (g *Gate) toleratesDerating(j *joint) bool {
	return j.Reactions != nil && faultOf(j.drive.fault) == modes.Derated && j.Reactions[modes.Derated].First().Passes() &&
		j.state.Causes.Has(messages.CauseDrive) && j.state.Mode == messages.ModeLimited
}

// confirm supervises the drive of a stopped joint: whether it obeys, has climbed by itself, or
// reports a new fault.
func (g *Gate) confirm(j *joint, before uint16, now messages.Instant) {
	d := &j.drive
	if d.fault != 0 && (d.fault != before || !j.state.Causes.Has(messages.CauseDrive)) { // also a fault that survived a re-arm
		g.driveFault(j, faultOf(d.fault), textDriveFault, now)
	}
	switch {
	case d.mode == messages.ModeOff && j.state.Mode == messages.ModeRampOff:
		g.step(j, modes.Event{Kind: modes.Climb, Mode: d.mode, Now: now}, messages.CauseNone, textRampEnded)
	case d.mode > j.state.Mode:
		g.step(j, modes.Event{Kind: modes.Climb, Mode: d.mode, Now: now}, messages.CauseDrive, textDriveStopped)
	}
	switch s := &j.stopping; {
	case d.mode >= j.state.Mode && !s.confirmed:
		s.confirmed, s.confirmedAt = true, now
	case d.mode < j.state.Mode && s.confirmed: // it obeyed, and does no longer: its stop is due anew
		s.confirmed, s.lapsed = false, now
	}
}

// overdue reports a stop that the drive has not confirmed in time, or has given up. After a bus
// failure it does not: that failure is already reported, and the driver has received the safe
// command.
func (g *Gate) overdue(j *joint, now messages.Instant) {
	s := &j.stopping
	if j.Role != Driven || !j.drive.ever || !j.state.Mode.Stops() || s.confirmed || s.alarmed || now.Sub(max(s.since, s.lapsed)) <= j.StopWithin {
		return
	}
	if !j.drive.fresh && g.buses[j.Bus].failed != 0 {
		return
	}
	s.alarmed = true
	g.emit(messages.Event{Time: now, Kind: messages.EventEscalated, Cause: messages.CauseDrive, Joint: j.Name,
		From: j.drive.mode, To: j.state.Mode, Text: j.texts[textUnconfirmed]})
}

// driveFault reacts to a fault of the drive. The fault is an instant, not a condition: only re-arm
// clears a latched fault code, and other conditions of re-arm, such as a fresh answer, are
// supervised separately.
func (g *Gate) driveFault(j *joint, f modes.FaultClass, text eventText, now messages.Instant) {
	if j.Reactions != nil && f == modes.Derated && !j.Reactions[f].Concerns() {
		f = modes.DriveFault
	}
	mode, requires := j.leads(f)
	if j.Reactions != nil && f != modes.Derated { // a limit that the drive itself reports is a hard one
		if next, there := j.reaction(f).Next(modes.HardLimit, mode); there {
			mode = next.Mode
		}
	}
	if !j.drive.mode.Passes() || mode.Stops() {
		mode = messages.MoreSevere(mode, j.drive.mode)
	}
	g.share(j, f, modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: mode, Requires: requires, Now: now}, text)
}

// stopping is the progress of a stop.
type stopping struct {
	since              messages.Instant // the newest climb
	speed              float64          // at the newest climb, rad/s or m/s
	by                 messages.Instant // deadline for rest
	confirmed, alarmed bool             // the drive obeys; its disobedience is reported
	confirmedAt        messages.Instant // first confirmation
	lapsed             messages.Instant // when a drive that had confirmed was last seen in a milder mode
	restless           bool             // it is reported that the joint does not rest in its most severe mode
	rests              bool
	restsSince         messages.Instant
	restsAt            float64 // rest position, rad or m; the present one while the joint settles
	strained           time.Duration
}

// longestRamp limits the time for a joint to come to rest. An absurd speed would overflow it.
const longestRamp = time.Hour

// begin starts the supervision of a stop, at every climb.
func (s *stopping) begin(j *joint, now messages.Instant) {
	ramp := 0.0 // s
	for i := range j.Limits {
		ramp = max(ramp, math.Abs(j.measured.velocity[i])/j.Limits[i].StopDeceleration)
	}
	took := time.Duration(min(ramp, longestRamp.Seconds()) * float64(time.Second))
	*s = stopping{since: now, speed: j.speed(), by: now.Add(took + j.Patience)}
	if j.state.Mode == messages.ModeBrake {
		s.by = s.by.Add(j.BrakeCloses)
	}
}

// watchStop climbs if a driven joint does not come to rest and stay there as its mode demands. The
// gate itself makes the ramp of a virtual joint.
func (g *Gate) watchStop(j *joint, now messages.Instant) {
	if j.Role == Virtual && j.state.Mode == messages.ModeRampOff && j.atRest() {
		g.step(j, modes.Event{Kind: modes.Climb, Mode: messages.ModeOff, Now: now}, messages.CauseNone, textRampEnded)
	}
	if j.Role != Driven || !j.state.Mode.Stops() || !j.measured.fresh {
		return
	}
	s := &j.stopping
	if now <= s.by { // the joint may still settle
		s.restsAt = j.measured.position[0]
	}
	switch mode := j.state.Mode; {
	case mode == messages.ModeDamp:
		g.watchEffort(j, now)
	case mode == messages.ModeOff:
	case !s.rests && j.speed() <= j.Standstill:
		s.rests, s.restsSince = true, now
		s.restsAt = j.measured.position[0]
	case !s.rests && now > s.by:
		g.climbHarder(j, textNoRest, now)
	case s.rests && mode == messages.ModeBrake && j.HoldWindow > 0 && math.Abs(j.measured.position[0]-s.restsAt) > j.HoldWindow:
		g.slips(j, now)
	case s.rests && mode == messages.ModeRampHold:
		switch {
		case j.HoldWindow > 0 && math.Abs(j.measured.position[0]-s.restsAt) > j.HoldWindow:
			g.climbHarder(j, textLeftRest, now)
		case j.HoldFor > 0 && j.Reactions == nil && now.Sub(s.restsSince) >= j.HoldFor:
			g.step(j, modes.Event{Kind: modes.Climb, Mode: messages.ModeBrake, Now: now}, messages.CauseNone, textHeldLong)
		}
	}
}

// slips reports a closed brake that does not hold, once. No mode is more severe, and only re-arm
// brings torque back, which software must not do if the joint's kind forbids it.
func (g *Gate) slips(j *joint, now messages.Instant) {
	if j.stopping.restless {
		return
	}
	j.stopping.restless = true
	g.emit(messages.Event{Time: now, Kind: messages.EventEscalated, Cause: messages.CauseDrive, Joint: j.Name,
		From: j.state.Mode, To: j.state.Mode, Text: j.texts[textSlips]})
	mode, requires := j.leads(modes.BrakeSlips)
	g.moment(j, modes.BrakeSlips, modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: mode, Requires: requires, Now: now}, textSlips)
}

// watchEffort climbs if a drive exceeds the effort limit of mode damp by a fifth for longer than
// Patience.
func (g *Gate) watchEffort(j *joint, now messages.Instant) {
	s := &j.stopping
	if j.DampEffort == 0 || math.Abs(j.measured.effort[0]) <= 1.2*j.DampEffort {
		s.strained = 0
		return
	}
	if s.strained += g.cycle; s.strained > j.Patience {
		g.climbHarder(j, textStrained, now)
	}
}

// climbHarder enters the next mode for a joint that does not do what its mode demands: brake if it
// has one, else damp, and then off unless it carries weight. If no mode is left, climbHarder
// reports that once.
func (g *Gate) climbHarder(j *joint, text eventText, now messages.Instant) {
	harder := messages.ModeDamp
	next, there := modes.Stage{}, false
	if j.Reactions != nil {
		next, there = j.Reactions[modes.BoundsExceeded].Next(modes.StillThere, j.state.Mode)
	}
	switch {
	case there:
		harder = next.Mode
	case j.Brake:
		harder = messages.ModeBrake
	case j.state.Mode >= messages.ModeDamp && !j.Gravity:
		harder = messages.ModeOff
	}
	if harder <= j.state.Mode {
		if !j.stopping.restless {
			j.stopping.restless = true
			g.emit(messages.Event{Time: now, Kind: messages.EventEscalated, Cause: messages.CauseDrive, Joint: j.Name,
				From: j.state.Mode, To: j.state.Mode, Text: j.texts[text]})
		}
		return
	}
	_, requires := j.leads(modes.BoundsExceeded)
	g.share(j, modes.BoundsExceeded, modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: harder, Requires: requires, Now: now}, text)
}

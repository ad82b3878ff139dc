package core

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// measure takes the joint's state from the snapshot. Values that are not valid, no sane numbers or not there are not looked
// at; the state is fresh while the newest valid one is not too old.
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

// readable reports whether a snapshot has a good state of the joint.
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

// answer takes what the joint's drive answered. At its first answer the joint adopts the mode in which the drive was
// found: a gate that is restarted must not drop an arm that its drives hold.
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

// adopt takes over the mode of a drive that answers for the first time. One that runs is stopped, and what was demanded
// before counts too.
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
		_, leave := j.leads(faultOf(j.drive.fault))
		g.share(j, faultOf(j.drive.fault), modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: j.state.Mode, Requires: leave, Now: now}, textDriveFault)
	}
}

// follow watches the drive of a joint that commands pass to. It has to obey the newest arm number within the time that
// is declared for that, and then without interruption.
func (g *Gate) follow(j *joint, now messages.Instant) {
	d := &j.drive
	obeys := d.mode.Passes() && d.arm == j.arm
	switch {
	case j.phase == waiting && obeys:
		j.phase = moving
	case j.phase == waiting && d.arm == j.arm && d.fault != 0 && !d.mode.Passes(): // the number is spent, the cause is there
		g.driveFault(j, faultOf(d.fault), textFaultStays, now)
	case j.phase == waiting && now > j.deadline:
		g.driveFault(j, modes.DriveFault, textNotObeyed, now)
	case j.phase == waiting:
	case d.fault != 0 && g.bears(j):
	case d.fault != 0:
		g.driveFault(j, faultOf(d.fault), textDriveFault, now)
	case !obeys:
		g.driveFault(j, modes.BusLost, textDriveStopped, now)
	}
}

// bears reports whether a joint goes on in mode limited with a drive that limits itself, as it was told to before.
func (g *Gate) bears(j *joint) bool {
	return j.Reactions != nil && faultOf(j.drive.fault) == modes.Derated && j.Reactions[modes.Derated].First().Passes() &&
		j.state.Causes.Has(messages.CauseDrive) && j.state.Mode == messages.ModeLimited
}

// confirm watches the drive of a joint that has stopped: whether it obeys, has climbed by itself, or reports a new fault.
func (g *Gate) confirm(j *joint, before uint16, now messages.Instant) {
	d := &j.drive
	if d.fault != 0 && (d.fault != before || !j.state.Causes.Has(messages.CauseDrive)) { // also one that a re-arm did not end
		g.driveFault(j, faultOf(d.fault), textDriveFault, now)
	}
	switch {
	case d.mode == messages.ModeOff && j.state.Mode == messages.ModeRampOff:
		g.step(j, modes.Event{Kind: modes.Climb, Mode: d.mode, Now: now}, messages.CauseNone, textRampEnded)
	case d.mode > j.state.Mode:
		g.step(j, modes.Event{Kind: modes.Climb, Mode: d.mode, Now: now}, messages.CauseDrive, textDriveStopped)
	}
	if d.mode >= j.state.Mode && !j.stopping.confirmed {
		j.stopping.confirmed, j.stopping.confirmedAt = true, now
	}
}

// overdue tells people of a stop that its drive has not confirmed in time, whatever it answers or does not. Of a bus that
// failed they know, and its driver was handed the safe command.
func (g *Gate) overdue(j *joint, now messages.Instant) {
	s := &j.stopping
	if j.Role != Driven || !j.drive.ever || !j.state.Mode.Stops() || s.confirmed || s.alarmed || now.Sub(s.since) <= j.StopWithin {
		return
	}
	if !j.drive.fresh && g.buses[j.Bus].failed != 0 {
		return
	}
	s.alarmed = true
	g.emit(messages.Event{Time: now, Kind: messages.EventEscalated, Cause: messages.CauseDrive, Joint: j.Name,
		From: j.drive.mode, To: j.state.Mode, Text: j.texts[textUnconfirmed]})
}

// driveFault takes up a fault of the drive. It is a moment, not a condition: what must last for re-arm to wait (that the
// drive answers, that it is not too old) is watched for itself, and a latched fault code goes by re-arm only.
func (g *Gate) driveFault(j *joint, f modes.FaultClass, text eventText, now messages.Instant) {
	if j.Reactions != nil && f == modes.Derated && !j.Reactions[f].Concerns() {
		f = modes.DriveFault
	}
	mode, leave := j.leads(f)
	if j.Reactions != nil && f != modes.Derated { // what the drive itself tells is beyond its limits
		if next, there := j.reaction(f).Next(modes.HardLimit, mode); there {
			mode = next.Mode
		}
	}
	if !j.drive.mode.Passes() || mode.Stops() {
		mode = messages.MoreSevere(mode, j.drive.mode)
	}
	g.share(j, f, modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: mode, Requires: leave, Now: now}, text)
}

// stopping is how far a stop has come.
type stopping struct {
	since              messages.Instant // the newest climb
	speed              float64          // at that moment
	by                 messages.Instant // when the joint has to rest
	confirmed, alarmed bool             // the drive obeys; it was reported that it does not
	confirmedAt        messages.Instant // since when it obeys
	restless           bool             // it was reported that the joint does not rest, and that nothing harder is left
	rests              bool
	restsSince         messages.Instant
	restsAt            float64 // rad or m; while the joint may still settle, where it is
	strained           time.Duration
}

// longestRamp bounds the time in which a joint has to come to rest: with a speed that none has, it would be beyond all times.
const longestRamp = time.Hour

// begin starts the watch over a stop, at every climb.
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

// watchStop watches whether a driven joint comes to rest as its mode demands and stays there, and climbs if not. The
// ramp of a virtual joint is the gate's own.
func (g *Gate) watchStop(j *joint, now messages.Instant) {
	if j.Role == Virtual && j.state.Mode == messages.ModeRampOff && j.atRest() {
		g.step(j, modes.Event{Kind: modes.Climb, Mode: messages.ModeOff, Now: now}, messages.CauseNone, textRampEnded)
	}
	if j.Role != Driven || !j.state.Mode.Stops() || !j.measured.fresh {
		return
	}
	s := &j.stopping
	if now <= s.by { // it may still settle
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

// slips tells people, once, of a closed brake that does not hold. Nothing harder is left, and torque comes back by re-arm
// only, which software must not give any more where the joint's kind says so.
func (g *Gate) slips(j *joint, now messages.Instant) {
	if j.stopping.restless {
		return
	}
	j.stopping.restless = true
	g.emit(messages.Event{Time: now, Kind: messages.EventEscalated, Cause: messages.CauseDrive, Joint: j.Name,
		From: j.state.Mode, To: j.state.Mode, Text: j.texts[textSlips]})
	mode, leave := j.leads(modes.BrakeSlips)
	g.moment(j, modes.BrakeSlips, modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: mode, Requires: leave, Now: now}, textSlips)
}

// watchEffort climbs when a drive exceeds the bound of mode damp by a fifth for longer than the joint's patience.
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

// climbHarder goes to the mode that is left for a joint that does not do what its mode demands: its brake if there is
// one, else damping, and then off, which a joint that carries weight must not reach this way. Where none is left, people
// are told once.
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
	_, leave := j.leads(modes.BoundsExceeded)
	g.share(j, modes.BoundsExceeded, modes.Event{Kind: modes.Demand, Cause: messages.CauseDrive, Mode: harder, Requires: leave, Now: now}, text)
}

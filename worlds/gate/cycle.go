package gate

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// Command is the newest command that the gate has of one claim; OK is false where there is none, or it was withdrawn.
type Command struct {
	Value *messages.JointCommand
	Stamp messages.Stamp
	OK    bool
}

// State is the newest state of one bus; OK is false where there is none, or it is stale.
type State struct {
	Value *messages.DriveState
	OK    bool
}

// Input is what a cycle starts from.
type Input struct {
	Now      messages.Instant
	Step     float64 // s since the last cycle
	Snapshot *messages.Snapshot
	Commands []Command // one a claim
	States   []State   // one a bus
}

// Accept looks at the newest command of every claim and takes those that are new and in order. It returns the refusals
// of this cycle.
func (g *Gate) Accept(in *Input) (refusals []*Refusal) {
	for k := range g.claims {
		c := &g.claims[k]
		r := g.look(c, in.Commands[k])
		if r == nil {
			continue
		}
		refusals = append(refusals, r)
		if c.refuse(in.Now) {
			for i := range c.Group.NumJoints() {
				g.fault(c.Group.WorldJoint(i), messages.CauseInvalid, messages.ModeRun, in.Now)
			}
		}
	}
	return refusals
}

// look returns nil for a command that was accepted or seen before, else why it was refused.
func (g *Gate) look(c *claim, newest Command) *Refusal {
	if !newest.OK {
		c.have = false
		return nil
	}
	if newest.Stamp.Sequence == c.sequence {
		return nil
	}
	if newest.Stamp.Sequence < c.sequence || newest.Stamp.Incarnation < c.incarnation {
		return &Refusal{Controller: c.Controller, Problem: "it is older than one that came before"}
	}
	c.sequence, c.incarnation = newest.Stamp.Sequence, newest.Stamp.Incarnation
	if r := Validate(&c.Claim, g.limits, newest.Value); r != nil {
		return r
	}
	copy(c.accepted.Control, newest.Value.Control)
	copy(c.accepted.Position, newest.Value.Position)
	copy(c.accepted.Velocity, newest.Value.Velocity)
	copy(c.accepted.Effort, newest.Value.Effort)
	c.have, c.at = true, newest.Stamp.Time
	return nil
}

// Watch compares what the drives say with what the gate wants of them, and updates the causes.
func (g *Gate) Watch(in *Input) {
	for b := range g.buses {
		for d, i := range g.buses[b].Joints {
			g.watchDrive(i, d, in.States[b], in)
		}
	}
	for i := range g.joints {
		if g.joints[i].bus >= 0 && g.joints[i].claim >= 0 {
			g.watchCommand(i, in.Now)
		}
	}
}

func (g *Gate) watchDrive(i, d int, s State, in *Input) {
	j := &g.joints[i]
	known := s.OK && in.Snapshot != nil && in.Snapshot.Valid[i] && !g.buses[j.bus].failed
	g.cause(i, messages.CauseStale, !known && j.Arm > 0, in.Now)
	if !known {
		if j.Arm == 0 {
			j.Present = j.Present.With(messages.CauseStartup)
		}
		return
	}
	j.Present = j.Present.Without(messages.CauseStartup)
	faulty := s.Value.Fault[d] != 0
	mode := s.Value.Mode[d]
	if j.Mode.Passes() {
		obeys := s.Value.Arm[d] == j.Arm && mode.Passes()
		j.confirmed = j.confirmed || obeys
		late := !j.confirmed && in.Now.Sub(j.armed) > Confirmation
		if j.confirmed && !obeys || late {
			faulty = true
		}
	}
	if faulty && !j.Present.Has(messages.CauseDrive) {
		demand := messages.ModeRun
		if j.Mode.Passes() {
			demand = mode
		}
		g.fault(i, messages.CauseDrive, demand, in.Now)
	}
	if !faulty || !j.Mode.Passes() && s.Value.Fault[d] == 0 {
		g.clearBus(j.bus, in)
	}
}

// clearBus takes the drives' cause from all joints of a bus once no drive of it reports a fault.
func (g *Gate) clearBus(b int, in *Input) {
	for _, code := range in.States[b].Value.Fault {
		if code != 0 {
			return
		}
	}
	for _, i := range g.buses[b].Joints {
		if g.joints[i].Present.Has(messages.CauseDrive) && !g.joints[i].Mode.Passes() {
			g.apply(i, Event{Kind: Clear, Cause: messages.CauseDrive, Now: in.Now})
		}
	}
}

// cause adds or takes away a cause as a condition comes and goes.
func (g *Gate) cause(i int, cause messages.Cause, holds bool, now messages.Instant) {
	switch has := g.joints[i].Present.Has(cause); {
	case holds && !has:
		g.fault(i, cause, messages.ModeRun, now)
	case !holds && has:
		g.apply(i, Event{Kind: Clear, Cause: cause, Now: now})
	}
}

// watchCommand climbs to the safe mode once the command in use is too old.
func (g *Gate) watchCommand(i int, now messages.Instant) {
	j := &g.joints[i]
	stale := g.claims[j.claim].stale(now)
	g.cause(i, messages.CausePeer, stale && j.Arm > 0, now)
	if stale && j.Arm == 0 {
		j.Present = j.Present.With(messages.CausePeer)
	} else if !stale && j.Arm == 0 {
		j.Present = j.Present.Without(messages.CausePeer)
	}
	if !stale && j.Present.Has(messages.CauseInvalid) {
		g.apply(i, Event{Kind: Clear, Cause: messages.CauseInvalid, Now: now})
	}
}

// Arm arms the joints that wait, may, and have a state and a command. All joints of one bus are armed together.
func (g *Gate) Arm(in *Input) {
	for b := range g.buses {
		if g.busReady(b) {
			for _, i := range g.buses[b].Joints {
				if g.joints[i].claim >= 0 && g.apply(i, Event{Kind: Ready, Now: in.Now}) {
					g.armed(i, in)
				}
			}
		}
	}
}

// busReady reports whether no joint of a bus has a cause against it.
func (g *Gate) busReady(b int) bool {
	for _, i := range g.buses[b].Joints {
		if g.joints[i].claim >= 0 && g.joints[i].Present != 0 {
			return false
		}
	}
	return true
}

// armed seeds what follows from the measured state.
func (g *Gate) armed(i int, in *Input) {
	j := &g.joints[i]
	j.armed, j.confirmed, j.first = in.Now, false, true
	j.last[0] = motion{position: in.Snapshot.Position[j.slot.Position], velocity: in.Snapshot.Velocity[j.slot.Velocity], effort: in.Snapshot.Effort[j.slot.Velocity]}
	l := &g.limits[j.slot.Velocity]
	j.last[0].velocity = clamp(j.last[0].velocity, -l.Velocity, l.Velocity)
	j.last[0].position = clamp(j.last[0].position, l.Lower, l.Upper)
	j.last[0].effort = clamp(j.last[0].effort, -l.Effort, l.Effort)
}

// Drive fills the command of one bus.
func (g *Gate) Drive(b int, in *Input, out *messages.DriveCommand) {
	for d, i := range g.buses[b].Joints {
		j := &g.joints[i]
		out.Mode[d], out.Arm[d] = j.Mode, j.Arm
		out.Control[d], out.Position[d], out.Velocity[d], out.Effort[d] = messages.ControlNone, 0, 0, 0
		if !j.Mode.Passes() || j.claim < 0 {
			continue
		}
		c := &g.claims[j.claim]
		slot := c.Group.Slot(j.place)
		control := c.accepted.Control[j.place]
		if j.first {
			j.first = false
		} else {
			g.shape(j, control, &c.accepted, slot.Position, slot.Velocity, in)
		}
		m := j.last[0]
		out.Control[d] = control
		if control.Has(messages.ControlPosition) {
			out.Position[d] = m.position
		}
		if control.Has(messages.ControlVelocity) {
			out.Velocity[d] = m.velocity
		}
		if control.Has(messages.ControlEffort) {
			out.Effort[d] = m.effort
		}
	}
}

// shape moves a joint's set-points toward the accepted command.
func (g *Gate) shape(j *joint, control messages.ControlMode, c *messages.JointCommand, position, velocity int, in *Input) {
	l := &g.limits[j.slot.Velocity]
	m := &j.last[0]
	measured := in.Snapshot.Position[j.slot.Position]
	switch {
	case control.Has(messages.ControlPosition):
		*m = shapePosition(*m, c.Position[position], l, in.Step)
	case control.Has(messages.ControlVelocity):
		m.velocity = shapeVelocity(*m, c.Velocity[velocity], measured, l, in.Step)
		m.position = measured
	default:
		m.velocity, m.position = in.Snapshot.Velocity[j.slot.Velocity], measured
	}
	if control.Has(messages.ControlEffort) {
		m.effort = shapeEffort(*m, c.Effort[velocity], l, in.Step)
	}
}

// Virtual fills the command of a virtual joint and reports whether there is one: the joint is valid, the world that
// realises it runs, and the command in use is fresh.
func (g *Gate) Virtual(i int, in *Input, out *messages.JointCommand) bool {
	j := &g.joints[i]
	if j.claim < 0 || g.claims[j.claim].stale(in.Now) || in.Snapshot == nil || !in.Snapshot.Valid[i] || !in.Snapshot.Mode[i].Passes() {
		j.first = true
		return false
	}
	c := &g.claims[j.claim]
	slot := c.Group.Slot(j.place)
	control := c.accepted.Control[j.place]
	for d := range slot.VelocityLength {
		l := &g.limits[j.slot.Velocity+d]
		m := &j.last[d]
		if j.first {
			m.velocity, m.effort = clamp(in.Snapshot.Velocity[j.slot.Velocity+d], -l.Velocity, l.Velocity), 0
		} else {
			// The position of a planar joint is that of the room while its velocity is the body's: bounds of position are
			// kept by the world that realises the joint.
			free := *l
			free.Lower, free.Upper = math.Inf(-1), math.Inf(1)
			m.velocity = shapeVelocity(*m, c.accepted.Velocity[slot.Velocity+d], 0, &free, in.Step)
			m.effort = shapeEffort(*m, c.accepted.Effort[slot.Velocity+d], l, in.Step)
		}
		out.Velocity[d], out.Effort[d] = m.velocity, m.effort
	}
	j.first = false
	out.Control[0] = control
	copy(out.Position, c.accepted.Position[slot.Position:slot.Position+slot.PositionLength])
	return true
}

package literal

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// begin starts an incarnation of the gate, with every joint off.
func (g *world) begin(life messages.Incarnation, now messages.Instant) {
	g.lastConsent()
	g.incarnation, g.now = life, now
	held := g.reports()
	for i := range g.joints {
		j := &g.joints[i]
		past := j.stopped
		if !j.answered && j.bus >= 0 {
			past.mode = max(j.least, j.asked)
		}
		j.stopped = stopped{}
		j.demand(messages.CauseStartup, j.missing(), off, now)
		j.least = run
		if life > 1 {
			j.causes |= past.causes
			j.required, j.clean, j.within, j.least = past.required, past.clean, past.within, past.mode
			j.demand(messages.CauseError, 0, off, now)
		}
		j.asked = run
		j.grace, j.code = grace{}, 0
		j.good, j.obeyed, j.unmet, j.told, j.answered, j.seen, j.number = command{}, false, false, off, false, false, 0
	}
	for i := range g.controllers {
		c := &g.controllers[i]
		c.bad, c.missed, c.overran, c.good = nil, nil, false, messages.Stamp{}
	}
	for i := range g.buses {
		g.buses[i].answered, g.buses[i].lost = false, 0
	}
	for _, r := range held {
		g.fault(r.joint, r.class, causeOfReport(r.class), reasonReported(r.class))
	}
	g.refresh() // what a joint waits for holds from now on
}

// missing is what a joint waits for at a start: a command and a state.
func (j *joint) missing() presentBits {
	switch {
	case j.controller < 0 || j.passive:
		return 0
	case j.bus < 0:
		return reasonCommand | reasonPartner
	}
	return reasonCommand | reasonState
}

// Receives implements actors.Intake.
func (g *world) Receives(now messages.Instant, message any) {
	g.now = now
	g.compare()
	switch m := message.(type) {
	case messages.Event:
		g.lifeEvent(m)
	case gate.StopRequest:
		g.stop(m)
	case gate.FaultNotice:
		g.notice(m)
	case gate.StatusRequest:
		g.status()
	case gate.RearmRequest:
		g.ask(m)
	}
	g.refresh()
}

// refresh works out which causes still hold: a joint's own, and for joints that stop together those
// of the others.
func (g *world) refresh() {
	for i := range g.joints {
		j := &g.joints[i]
		held := j.own()
		if j.controller >= 0 {
			for _, k := range g.controllers[j.controller].joints {
				if o := &g.joints[k]; o != j && !o.virtual {
					held |= o.shared()
				}
			}
		}
		held &= j.causes
		if j.held != 0 && held == 0 {
			j.clear = g.now
		}
		j.held = held
	}
}

// fault stops a joint and the others of its controller.
func (g *world) fault(j *joint, f modes.FaultClass, c messages.Cause, reason presentBits) {
	g.faultAlone(j, f, c, reason)
	if j.controller < 0 || j.virtual {
		return
	}
	neighbours := react(f, j.declared).neighbours
	for _, i := range g.controllers[j.controller].joints {
		switch other := &g.joints[i]; {
		case other == j:
		case neighbours != run:
			other.demand(c, 0, neighbours, g.now)
		case other.kind != modes.AnyJoint && len(react(f, other.declared).stages) == 0: // it stops with the other one
			g.faultAlone(other, modes.ActorFailed, c, 0)
		default:
			g.faultAlone(other, f, c, 0)
		}
	}
}

// faultAlone stops one joint.
func (g *world) faultAlone(j *joint, f modes.FaultClass, c messages.Cause, reason presentBits) {
	if waits := c == messages.CauseStale || c == messages.CauseCoupledJoint; waits && j.causes.has(messages.CauseStartup) {
		j.present[messages.CauseStartup] |= reason // it waits for its first values
		return
	}
	if j.present[c]&reason != 0 {
		return // it is known
	}
	if j.kind == modes.AnyJoint {
		j.demand(c, reason, j.safe, g.now)
		return
	}
	r := react(f, j.declared)
	if r.stays { // its controller copes, if it gets to know: the gate cannot
		r = react(modes.ActorFailed, j.declared)
	}
	if len(r.stages) == 0 {
		return
	}
	j.demand(c, reason, r.stages[0].mode, g.now)
	j.required = max(j.required, r.level)
	j.clean, j.within = max(j.clean, r.clean), r.autoWithin
	for _, s := range r.stages[1:] {
		if !j.awaits(s) {
			j.later = append(j.later, later{s, g.now})
		}
	}
}

// Ticks implements actors.Intake.
func (g *world) Ticks(t *actors.Tick, inputs []actors.InputValue) {
	g.now = t.Now
	g.compare()
	var snapshot *messages.Snapshot
	for k := range inputs {
		in := &inputs[k]
		switch {
		case in.Port == "snapshot":
			if g.fresh(in, g.snapshotAge) {
				snapshot = in.Value.(*messages.Snapshot)
			}
		default:
			g.input(in)
		}
	}
	for i := range g.joints {
		j := &g.joints[i]
		j.measure(i, snapshot, g.now, g.answer(j))
		j.rested(i, snapshot, g.now)
		j.overdue(g.now, g.period)
	}
	for i := range g.joints {
		if j := &g.joints[i]; j.heardAt == g.now && j.answered {
			g.drive(j, g.answer(j))
		}
	}
	for i := range g.controllers {
		g.stopInvalid(&g.controllers[i])
		g.overrun(&g.controllers[i])
		g.outwaits(&g.controllers[i])
	}
	for i := range g.joints {
		g.state(&g.joints[i])
	}
	for i := range g.joints {
		g.late(&g.joints[i])
	}
	g.refresh()
	g.pass()
	for i := range g.joints {
		switch j := &g.joints[i]; {
		case j.mode.Passes():
			j.stoppedAt = g.now
		case j.armedAt == g.now && j.arm > 0 && j.virtual:
			j.obeyed = j.before // it stopped again at once
		}
	}
}

// fresh reports whether an input has a value within a bound of age.
func (g *world) fresh(in *actors.InputValue, bound time.Duration) bool {
	return in.Have && g.now.Sub(min(in.Stamp.Time, in.Arrived)) <= bound && in.Stamp.Time.Sub(in.Arrived) <= bound
}

func (g *world) input(in *actors.InputValue) {
	for i := range g.controllers {
		if c := &g.controllers[i]; c.port == in.Port {
			g.judge(c, in)
		}
	}
	for b := range g.buses {
		d := &g.buses[b]
		if in.Port != d.Name+"_state" {
			continue
		}
		d.state = nil
		if !g.fresh(in, d.MaxAge) {
			continue
		}
		d.state = in.Value.(*messages.DriveState)
		if d.lost > 0 && in.Stamp.Incarnation > d.lost {
			g.busBack(b)
		}
	}
}

// answer returns the newest state of a joint's bus, nil where it has no entry for its drive.
func (g *world) answer(j *joint) *messages.DriveState {
	if j.bus < 0 || g.buses[j.bus].state == nil {
		return nil
	}
	s := g.buses[j.bus].state
	if min(len(s.Mode), len(s.Fault), len(s.Answered), len(s.Arm)) <= j.drive {
		return nil
	}
	return s
}

// late stops a joint whose newest good command is too old.
func (g *world) late(j *joint) {
	if j.controller < 0 || j.passive {
		return
	}
	c := &g.controllers[j.controller]
	living := j.good.life > c.fence || j.grace.on
	if j.good.any && living && g.now.Sub(j.good.at) <= c.maxAge && c.have {
		j.gone(messages.CauseStale, reasonCommand)
		j.gone(messages.CauseStartup, reasonCommand)
		return
	}
	g.fault(j, modes.CommandLate, messages.CauseStale, reasonCommand)
}

// pass re-arms what needs no person: the joints of a controller together.
func (g *world) pass() {
	for i := range g.controllers {
		for _, together := range g.groups(&g.controllers[i]) {
			if !slices.ContainsFunc(together, func(j *joint) bool { return !j.returns(g.now) }) {
				for _, j := range together {
					g.rearm(j)
				}
			}
		}
	}
}

// groups lists the stopped joints of a controller that re-arm together: those with a drive, and
// each of the others.
func (g *world) groups(c *controller) (all [][]*joint) {
	var driven []*joint
	for _, i := range c.joints {
		switch j := &g.joints[i]; {
		case j.causes == 0:
		case j.virtual:
			all = append(all, []*joint{j})
		default:
			driven = append(driven, j)
		}
	}
	if len(driven) > 0 {
		all = append(all, driven)
	}
	return all
}

func (g *world) rearm(j *joint) {
	if j.unmet && j.mode.Stops() {
		j.stopped.arm++ // for the stop of that start
	}
	j.stopped.arm = max(j.stopped.arm, j.number)
	j.stopped.rearm()
	j.armedAt, j.before, j.obeyed, j.unmet = g.now, j.obeyed, false, j.bus >= 0
}

// emitted takes an event of the gate.
func (g *world) emitted(e messages.Event) {
	if g.events = append(g.events, e); len(g.events) > 4 {
		g.events = g.events[1:]
	}
	switch e.Kind {
	case messages.EventStarted:
		g.begin(e.Incarnation, e.Time)
		return
	case messages.EventModeChanged:
	default:
		return
	}
	for i := range g.joints {
		if j := &g.joints[i]; j.name == e.Joint {
			j.told = e.To
			j.follows(e)
			g.gaveUp(j, e)
			g.driven(j, e)
		}
	}
}

// follows takes that a stopped joint enters a mode that its reaction to a fault names as a later
// one. The model cannot know whether the joint falls, whether its brake is closed or whether the
// mode before helped: it knows only that no other mode follows.
func (j *joint) follows(e messages.Event) {
	if slices.ContainsFunc(j.later, func(s later) bool { return s.mode == e.To }) {
		j.climb(e.To)
	}
}

// patience is how long a joint may take to come to rest beyond its ramp.
const patience = 500 * time.Millisecond

// gaveUp takes that a joint did not come to rest in time: it enters what its reaction to exceeded
// bounds has next, or brake if it has one, else damp, then off. The documentation leaves open when
// a ramp begins: the model knows only that it ends no earlier than the joint's patience, and which
// mode follows.
func (g *world) gaveUp(j *joint, e messages.Event) {
	if e.Cause != messages.CauseDrive || j.mode.Passes() || e.From != j.mode || j.bus < 0 || e.Time.Sub(j.stoppedAt) < patience {
		return
	}
	next := off
	if later := j.helpless(); later != run {
		if e.To == later {
			g.fault(j, modes.BoundsExceeded, messages.CauseDrive, 0)
			j.climb(later)
			j.stoppedAt = e.Time
		}
		return
	}
	switch {
	case j.brakes:
		next = brake
	case j.mode < damp:
		next = damp
	case j.declared != nil && j.declared.CarriesWeight():
		return
	}
	if e.To == next {
		j.demand(messages.CauseDrive, 0, next, e.Time)
		j.stoppedAt = e.Time
	}
}

// helpless is the mode that follows where the present one does not help against exceeded bounds,
// run where the joint's kind has none.
func (j *joint) helpless() messages.Mode {
	if j.kind == modes.AnyJoint {
		return run
	}
	for _, s := range react(modes.BoundsExceeded, j.declared).stages {
		if s.when == modes.StillThere && s.mode > j.mode {
			return s.mode
		}
	}
	return run
}

// driven takes that the joints of a controller stop because one of them, which moves by velocity or
// effort, is far beyond a position limit. The model computes no set-points: it cannot know whether
// theirs lead back.
func (g *world) driven(j *joint, e messages.Event) {
	if e.Cause != messages.CauseInvalid || j.mode.Stops() || j.controller < 0 {
		return
	}
	for _, i := range g.controllers[j.controller].joints {
		if o := &g.joints[i]; o.far && !o.good.control.Has(messages.ControlPosition) {
			reason := presentBits(0)
			if j.far {
				reason = reasonLimits
			}
			g.faultAlone(j, modes.BoundsExceeded, messages.CauseInvalid, reason)
			return
		}
	}
}

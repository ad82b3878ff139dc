package core

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// level has the causes that the gate determines in every cycle. They hold while their conditions
// hold.
const level = 1<<messages.CauseStartup | 1<<messages.CauseStale | 1<<messages.CauseInvalid | 1<<messages.CauseCoupledJoint | 1<<messages.CauseOverrun

// supervise determines the causes of every joint, and stops the joints of a controller together.
func (g *Gate) supervise(now messages.Instant) {
	for i := range g.controllers {
		c := &g.controllers[i]
		shared, faults := modes.Causes(0), FaultSet(0)
		for _, k := range c.joints {
			j := &g.joints[k]
			g.endGrace(j, c, now)
			j.found, j.faults = j.conditions(c, now, g.cycle.Seconds())
			if j.Role == Driven && !c.Independent {
				shared |= j.found.Without(messages.CauseOverrun) // each joint with a reaction detects it by itself
				faults |= j.faults
			}
		}
		for _, k := range c.joints {
			j := &g.joints[k]
			j.faults |= faults
			g.settle(j, j.found|shared&^j.private(), now)
		}
		g.rearmByItself(c, now)
	}
	for i := range g.joints {
		g.watchStop(&g.joints[i], now)
		g.proceed(&g.joints[i], now)
		g.watchWait(&g.joints[i], now)
	}
}

// private returns the causes that a joint does not share with the others of its controller: before
// the first re-arm a stale command or state is normal, and must not turn an automatic start into
// one that needs a person.
func (j *joint) private() modes.Causes {
	if j.state.Causes.Has(messages.CauseStartup) {
		return modes.SetOf(messages.CauseStale)
	}
	return 0
}

// conditions returns the causes of level that hold for a joint now, and their classes. Before the
// first re-arm everything missing is the cause startup.
func (j *joint) conditions(c *controller, now messages.Instant, cycle float64) (found modes.Causes, faults FaultSet) {
	missing := messages.CauseStale
	if j.state.Causes.Has(messages.CauseStartup) {
		missing = messages.CauseStartup
	}
	if c.tooOld(j, now) {
		found, faults = found.With(missing), faults.with(modes.CommandLate)
	}
	if !j.measured.fresh || j.Role == Driven && j.silent(now) {
		lost := missing
		if j.Role == Virtual && missing == messages.CauseStale {
			lost = messages.CauseCoupledJoint
		}
		found, faults = found.With(lost), faults.with(modes.StateStale)
	}
	if j.Role == Virtual && j.leftAlone() {
		found = found.With(messages.CauseCoupledJoint)
	}
	if c.invalid {
		found, faults = found.With(messages.CauseInvalid), faults.with(modes.CommandInvalid)
	}
	if j.Reactions != nil && j.Reactions[modes.Overrun].Concerns() && c.overrun.holds(now) {
		found, faults = found.With(messages.CauseOverrun), faults.with(modes.Overrun)
	}
	if j.measured.fresh && (j.state.Mode.Stops() && j.outside() || j.drivenBeyond(cycle)) {
		faults = faults.with(modes.BoundsExceeded)
		if missing == messages.CauseStartup {
			found = found.With(messages.CauseStartup)
		} else {
			found = found.With(messages.CauseInvalid)
		}
	}
	return found, faults
}

// silent reports whether the newest answer of the joint's drive is older than StateMaxAge. The
// snapshot takes another way: it may be fresh while no answer says whether the drive obeys.
func (j *joint) silent(now messages.Instant) bool {
	return !j.drive.ever || now.Sub(j.drive.at) > j.StateMaxAge
}

// tooOld reports whether the newest good command of a joint is stale or withdrawn. A virtual joint
// that its controller omits is not commanded, which is no fault.
func (c *controller) tooOld(j *joint, now messages.Instant) bool {
	a := &j.accepted
	if j.Role == Virtual && a.released && c.accepted {
		return c.withdrawn || now.Sub(c.since) > c.MaxAge
	}
	if j.grace.on { // the last command of the failed incarnation stays valid during the grace
		return c.withdrawn || a.stamp.Age(now) > c.MaxAge
	}
	return !a.ever || c.withdrawn || a.stamp.Age(now) > c.MaxAge || a.stamp.Incarnation <= c.fenced
}

// leftAlone reports whether the world that realises a virtual joint has stopped following while the
// joint moved. The stop lasts until that world follows again, or until the joint sends nothing: a
// world without a command may not be able to follow.
func (j *joint) leftAlone() bool {
	follows := j.measured.mode.Passes()
	if j.state.Mode.Passes() {
		return j.phase != waiting && !follows
	}
	return j.state.Causes.Has(messages.CauseCoupledJoint) && !follows && j.sent.active
}

// outside reports whether a joint is farther beyond its position limits than re-arm allows.
func (j *joint) outside() bool {
	if j.Type == Floating {
		return false
	}
	for i := range j.Limits {
		p := j.measured.position[i]
		if p < j.Limits[i].Lower-j.Outside || p > j.Limits[i].Upper+j.Outside {
			return true
		}
	}
	return false
}

// settle updates the causes of a joint's state to those found.
func (g *Gate) settle(j *joint, found modes.Causes, now messages.Instant) {
	present := j.state.Present & level &^ g.held(j)
	found &= level
	if j.Reactions != nil {
		g.meet(j, j.faults, found, now)
		present = j.state.Present & level &^ g.held(j)
	}
	for come := found &^ present; come != 0; {
		var cause messages.Cause
		cause, come = come.Pop()
		g.step(j, modes.Event{Kind: modes.Demand, Cause: cause, Mode: j.modeFor(cause), Now: now}, cause, g.textOf(j, cause))
	}
	for gone := present &^ found; gone != 0; {
		var cause messages.Cause
		cause, gone = gone.Pop()
		g.step(j, modes.Event{Kind: modes.Gone, Cause: cause, Now: now}, cause, noText)
	}
}

// modeFor returns the mode that a cause of level leads to.
func (j *joint) modeFor(cause messages.Cause) messages.Mode {
	if cause != messages.CauseStale {
		return j.SafeMode
	}
	switch control := j.accepted.control; {
	case control.Has(messages.ControlPosition):
		return j.OnStale.Position
	case control.Has(messages.ControlVelocity):
		return j.OnStale.Velocity
	case control.Has(messages.ControlEffort):
		return j.OnStale.Effort
	}
	return j.SafeMode
}

// rearmByItself performs automatic re-arms: of all driven joints of a controller at once, unless it
// is independent.
func (g *Gate) rearmByItself(c *controller, now messages.Instant) {
	stopped := false
	for _, k := range c.joints {
		stopped = stopped || g.joints[k].state.Mode != messages.ModeRun
	}
	if !stopped {
		return
	}
	all := true
	for _, k := range c.joints {
		j := &g.joints[k]
		_, effects := modes.Step(&j.Rearm, j.state, modes.Event{Kind: modes.Pass, Now: now})
		j.ripe = effects.Has(modes.Arm) && !(j.Role == Driven && j.outside())
		all = all && (j.ripe || j.Role == Virtual || j.state.Mode == messages.ModeRun)
	}
	for _, k := range c.joints {
		if j := &g.joints[k]; j.ripe && (all || c.Independent || j.Role == Virtual) {
			g.step(j, modes.Event{Kind: modes.Pass, Now: now}, messages.CauseRearm, textRearmed)
		}
	}
}

// share applies a fault of one joint to the joint and to the others of its controller, each in its
// own mode.
func (g *Gate) share(j *joint, f modes.FaultClass, e modes.Event, text eventText) {
	g.moment(j, f, e, text)
	if j.controller < 0 || g.controllers[j.controller].Independent || j.Role != Driven {
		return
	}
	for _, k := range g.controllers[j.controller].joints {
		if other := &g.joints[k]; other != j {
			g.moment(other, other.beside(f, &e), e, textShared)
		}
	}
}

// moment applies a cause that does not stay present, unless another source holds it, but that
// re-arm must respect.
func (g *Gate) moment(j *joint, f modes.FaultClass, e modes.Event, text eventText) {
	g.reacts(j, f, e, text)
	g.gone(j, e.Cause, e.Now)
}

// step runs the automaton of a joint, carries out the effects and reports them.
func (g *Gate) step(j *joint, e modes.Event, cause messages.Cause, text eventText) modes.Effects {
	if e.Kind == modes.Demand && j.Role == Driven && !j.drive.ever {
		j.early = messages.MoreSevere(j.early, e.Mode)
	}
	before := j.state
	from := before.Mode
	next, effects := modes.Step(&j.Rearm, before, e)
	j.state = next
	if effects&modes.Changed == 0 {
		if next.Causes != before.Causes { // re-arm must respect it: report it once in a stop
			g.emit(messages.Event{Time: e.Now, Kind: messages.EventNote, Cause: cause, Joint: j.Name, From: from, To: from, Text: j.texts[text]})
		}
		return effects
	}
	g.emit(messages.Event{Time: e.Now, Kind: messages.EventModeChanged, Cause: cause, Joint: j.Name, From: from, To: next.Mode, Text: j.texts[text]})
	switch {
	case effects.Has(modes.Arm):
		j.rearm(e.Now)
	case effects.Has(modes.Stop):
		j.stopping.begin(j, e.Now)
		if j.Role == Driven && from.Passes() && j.phase == waiting {
			j.arm++ // the answer with this number shows that the drive has met the stop
		}
		if j.Role == Driven {
			g.emit(messages.Event{Time: e.Now, Kind: messages.EventStopSent, Cause: cause, Joint: j.Name, From: from, To: next.Mode})
		}
	default: // limited
		j.phase = min(j.phase, moving)
	}
	return effects
}

// rearm starts a re-arm: the arm number grows beyond all that the drive has seen. The set-point
// does not continue from an earlier arm number, even if the joint stopped and re-armed between two
// cycles.
func (j *joint) rearm(now messages.Instant) {
	j.arm = max(j.arm, j.drive.arm) + 1
	j.because, j.met, j.grace = 0, 0, grace{}
	j.phase = waiting
	if j.Role == Driven {
		j.sent.active = false
	}
	j.deadline = now.Add(j.ArmWithin + j.BrakeOpens)
}

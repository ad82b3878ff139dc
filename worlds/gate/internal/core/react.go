package core

import (
	"math/bits"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// faultKinds is how many classes of faults there are, none included.
const faultKinds = len(modes.Reactions{})

// faultSet is a set of modes.FaultClass.
type faultSet uint32

func (s faultSet) has(f modes.FaultClass) bool      { return s&(1<<f) != 0 }
func (s faultSet) with(f modes.FaultClass) faultSet { return s | 1<<f }

// reaction is what a fault leads to for a joint with reactions of its own. One whose own controller is to keep it, and is
// what is late or wrong, has lost that controller.
func (j *joint) reaction(f modes.FaultClass) *modes.Reaction {
	r := &j.Reactions[f]
	if r.Keeps {
		r = &j.Reactions[modes.ActorFailed]
	}
	return r
}

// leads returns what a fault leads to at once, and how that is left. Run stands for nothing.
func (j *joint) leads(f modes.FaultClass) (messages.Mode, modes.Requirement) {
	if j.Reactions == nil {
		return j.SafeMode, modes.Requirement{}
	}
	r := j.reaction(f)
	return r.First(), r.Requires
}

// leadsToStop is leads where commands cannot pass any more, or must not: a mode that stops.
func (j *joint) leadsToStop(f modes.FaultClass) (messages.Mode, modes.Requirement) {
	mode, leave := j.leads(f)
	if mode.Stops() || j.Reactions == nil {
		return mode, leave
	}
	if mode = j.reaction(f).Stopping(); mode.Stops() {
		return mode, leave
	}
	return j.leads(modes.ActorFailed)
}

// beside writes into a demand what a fault of another joint of the controller leads to. It returns the fault, or none where
// a neighbour has its own answer, behind which no stages come.
func (j *joint) beside(f modes.FaultClass, e *modes.Event) modes.FaultClass {
	e.Mode, e.Requires = j.leads(f)
	if j.Reactions != nil && j.Reactions[f].Neighbours != messages.ModeRun {
		e.Mode, f = j.Reactions[f].Neighbours, modes.NoFault
	}
	return f
}

// reacts has a joint react to a fault by a demand, and remember what may follow.
func (g *Gate) reacts(j *joint, f modes.FaultClass, e modes.Event, text eventText) {
	g.step(j, e, e.Cause, text)
	if j.Reactions != nil && f != modes.NoFault && j.state.Mode != messages.ModeRun && !j.because.has(f) {
		j.because, j.since[f] = j.because.with(f), e.Now
	}
}

// faultOf is the class of a drive's fault code. The numbers are those of moteus controllers; drives with others of their own
// are translated by their drivers.
func faultOf(code uint16) modes.FaultClass {
	switch {
	case code == 34 || code == 40:
		return modes.SupplyVoltage
	case code == 49 || code == 50:
		return modes.BoundsExceeded
	case code >= 96 && code <= 105:
		return modes.Derated
	}
	return modes.DriveFault
}

// causeOf is the cause that people are told of a fault that the gate finds by itself.
func causeOf(f modes.FaultClass) messages.Cause {
	switch f {
	case modes.CommandLate, modes.StateStale:
		return messages.CauseStale
	case modes.Overrun:
		return messages.CauseOverrun
	}
	return messages.CauseInvalid
}

// failureOf is the class of the failure of a controller.
func failureOf(cause messages.Cause) modes.FaultClass {
	if cause == messages.CauseOverrun {
		return modes.Overrun
	}
	return modes.ActorFailed
}

// grace is the time that a controller which failed has to begin anew, before its joints stop: what balances must not be let
// down for a moment that is made good at once.
type grace struct {
	on    bool
	cause messages.Cause
	until messages.Instant
}

// periodsOfGrace is how many periods a joint bears the failure of its controller. One that hangs is not waited for.
func (j *joint) periodsOfGrace(cause messages.Cause) int {
	if j.Reactions == nil || j.Role != Driven || cause != messages.CausePanic && cause != messages.CauseError {
		return 0
	}
	return j.reaction(modes.ActorFailed).Grace
}

// bear ends the grace of a joint: its controller has sent a good command in its next life, or the time is over.
func (g *Gate) bear(j *joint, c *controller, now messages.Instant) {
	switch {
	case !j.grace.on:
	case !c.failed.Has(j.grace.cause) || j.state.Mode.Stops():
		j.grace = grace{}
	case now > j.grace.until:
		cause := j.grace.cause
		j.grace = grace{}
		g.controllerLost(j, cause, now)
	}
}

// lossOf is the class of the failure of a bus: one that ends with an error does not reach its drives.
func lossOf(cause messages.Cause) modes.FaultClass {
	if cause == messages.CauseError {
		return modes.BusLost
	}
	return modes.ActorFailed
}

// meet has a joint react to the faults that are there and were not the cycle before.
func (g *Gate) meet(j *joint, faults faultSet, found modes.Causes, now messages.Instant) {
	for _, f := range [...]modes.FaultClass{modes.CommandLate, modes.StateStale, modes.CommandInvalid, modes.BoundsExceeded, modes.Overrun} {
		cause := causeOf(f)
		if !faults.has(f) || j.met.has(f) || !found.Has(cause) || !j.Reactions[f].Concerns() {
			continue
		}
		mode, leave := j.leads(f)
		g.reacts(j, f, modes.Event{Kind: modes.Demand, Cause: cause, Mode: mode, Requires: leave, Now: now}, textOf(cause))
	}
	j.met = faults
}

// insist is how long a fault may go on in mode limited before more is done.
const insist = time.Second

// proceed goes to the next stages of what a joint has stopped for, once their conditions hold.
func (g *Gate) proceed(j *joint, now messages.Instant) {
	for rest := uint32(j.because); rest != 0; rest &= rest - 1 {
		f := modes.FaultClass(bits.TrailingZeros32(rest))
		for _, s := range j.reaction(f).Stages {
			if s.When == modes.AtOnce || s.Mode <= j.state.Mode || !g.due(j, f, s, now) {
				continue
			}
			text := textWorse
			if s.When == modes.AtRest {
				text = textHeldLong
			}
			g.step(j, modes.Event{Kind: modes.Climb, Mode: s.Mode, Now: now}, messages.CauseNone, text)
		}
	}
}

// due reports whether the condition of a stage of a fault's reaction holds.
func (g *Gate) due(j *joint, f modes.FaultClass, s modes.Stage, now messages.Instant) bool {
	stop := &j.stopping
	switch s.When {
	case modes.AtRest:
		return j.state.Mode == messages.ModeRampHold && stop.rests && now.Sub(stop.restsSince) >= s.After
	case modes.AfterTime:
		return now.Sub(j.since[f]) >= s.After
	case modes.StillThere: // where commands still pass; a stop that does not stop is looked after by watchStop
		return j.state.Mode.Passes() && j.met.has(f) && now.Sub(j.since[f]) >= insist
	case modes.BrakeClosed:
		return j.state.Mode == messages.ModeBrake && stop.confirmed && stop.rests && now.Sub(stop.restsSince) >= j.BrakeCloses
	case modes.NoFeedback:
		return j.drive.fresh && !j.measured.fresh
	case modes.Falling:
		return j.state.Mode == messages.ModeRampOff && j.measured.fresh && j.speed() > stop.speed+2*j.Standstill
	}
	return false
}

// missedReleases are how many missed releases of a controller within overrunWindow are an overrun, and missedInARow how
// many in a row are one by themselves.
const (
	missedReleases = 6
	missedInARow   = 3
	overrunWindow  = time.Second
)

// overrun is what is known of a controller's missed releases, by the stamps of its commands.
type overrun struct {
	missed [missedReleases]messages.Instant // the newest, as a ring
	count  uint64
	at     messages.Instant // when there were too many
	ever   bool
}

// note takes in that so many releases were missed before a command of now.
func (o *overrun) note(releases int, now messages.Instant) {
	for range min(releases, missedReleases) {
		o.missed[o.count%missedReleases] = now
		o.count++
	}
	full := o.count >= missedReleases && now.Sub(o.missed[o.count%missedReleases]) <= overrunWindow
	if releases >= missedInARow || releases > 0 && full {
		o.at, o.ever = now, true
	}
}

// holds reports whether releases were missed too often a short while ago.
func (o *overrun) holds(now messages.Instant) bool { return o.ever && now.Sub(o.at) <= overrunWindow }

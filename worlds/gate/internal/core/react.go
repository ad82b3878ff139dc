package core

import (
	"math/bits"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// faultKinds is the number of classes of faults, including NoFault.
const faultKinds = len(modes.Reactions{})

// FaultSet is a set of modes.FaultClass.
type FaultSet uint32

func (s FaultSet) has(f modes.FaultClass) bool      { return s&(1<<f) != 0 }
func (s FaultSet) with(f modes.FaultClass) FaultSet { return s | 1<<f }

// reaction returns the reaction of a joint that has reactions. The faults that reach the gate make
// the joint's own controller unavailable, so a joint that its controller should keep reacts as to
// ActorFailed.
func (j *joint) reaction(f modes.FaultClass) *modes.Reaction {
	r := &j.Reactions[f]
	if r.Keeps {
		r = &j.Reactions[modes.ActorFailed]
	}
	return r
}

// leads returns the first mode of the reaction to a fault, and what re-arm requires. Run means no
// reaction.
func (j *joint) leads(f modes.FaultClass) (messages.Mode, modes.Requirement) {
	if j.Reactions == nil {
		return j.SafeMode, modes.Requirement{}
	}
	r := j.reaction(f)
	return r.First(), r.Requires
}

// leadsToStop is leads for faults after which commands must not pass: it returns a mode that stops.
func (j *joint) leadsToStop(f modes.FaultClass) (messages.Mode, modes.Requirement) {
	mode, requires := j.leads(f)
	if mode.Stops() || j.Reactions == nil {
		return mode, requires
	}
	if mode = j.reaction(f).Stopping(); mode.Stops() {
		return mode, requires
	}
	return j.leads(modes.ActorFailed)
}

// beside writes the reaction to a fault of another joint of the controller into a demand. It
// returns the fault, or NoFault if the reaction has a mode for neighbours, after which no stages
// follow. A joint that the fault does not concern reacts as to ActorFailed, because its controller
// cannot move it alone.
func (j *joint) beside(f modes.FaultClass, e *modes.Event) modes.FaultClass {
	if j.Reactions != nil && !j.Reactions[f].Keeps && j.reaction(f).First() == messages.ModeRun {
		f = modes.ActorFailed
	}
	e.Mode, e.Requires = j.leads(f)
	if j.Reactions != nil && j.Reactions[f].Neighbours != messages.ModeRun {
		e.Mode, f = j.Reactions[f].Neighbours, modes.NoFault
	}
	return f
}

// reacts applies a demand that results from a fault, and records the fault for the later stages of
// its reaction.
func (g *Gate) reacts(j *joint, f modes.FaultClass, e modes.Event, text eventText) {
	g.step(j, e, e.Cause, text)
	if j.Reactions != nil && f != modes.NoFault && j.state.Mode != messages.ModeRun && !j.because.has(f) {
		j.because, j.since[f] = j.because.with(f), e.Now
	}
}

// faultOf returns the class of a drive's fault code. The codes are those of moteus controllers;
// drivers of other drives translate theirs.
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

// causeOf returns the cause that the gate reports for a fault that it detects.
func causeOf(f modes.FaultClass) messages.Cause {
	switch f {
	case modes.CommandLate, modes.StateStale:
		return messages.CauseStale
	case modes.Overrun:
		return messages.CauseOverrun
	}
	return messages.CauseInvalid
}

// failureOf returns the class of a controller's failure.
func failureOf(cause messages.Cause) modes.FaultClass {
	if cause == messages.CauseOverrun {
		return modes.Overrun
	}
	return modes.ActorFailed
}

// grace is the time that a failed controller has to restart before its joints stop. A robot that
// balances must survive a restart that takes only a moment.
type grace struct {
	on    bool
	cause messages.Cause
	until messages.Instant
}

// periodsOfGrace returns the number of periods that a joint waits for its failed controller. It
// does not wait after a hang.
func (j *joint) periodsOfGrace(cause messages.Cause) int {
	if j.Reactions == nil || j.Role != Driven || cause != messages.CausePanic && cause != messages.CauseError {
		return 0
	}
	return j.reaction(modes.ActorFailed).Grace
}

// endGrace ends the grace of a joint when its controller's next incarnation has sent a good
// command, or the time is over.
func (g *Gate) endGrace(j *joint, c *controller, now messages.Instant) {
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

// lossOf returns the class of a bus failure: a bus that fails with an error has lost its drives.
func lossOf(cause messages.Cause) modes.FaultClass {
	if cause == messages.CauseError {
		return modes.BusLost
	}
	return modes.ActorFailed
}

// meet applies the reactions to faults that hold now and did not hold in the previous cycle.
func (g *Gate) meet(j *joint, faults FaultSet, found modes.Causes, now messages.Instant) {
	for _, f := range [...]modes.FaultClass{modes.CommandLate, modes.StateStale, modes.CommandInvalid, modes.BoundsExceeded, modes.Overrun} {
		cause := causeOf(f)
		if !faults.has(f) || j.met.has(f) || !found.Has(cause) || !j.Reactions[f].Concerns() {
			continue
		}
		mode, requires := j.leads(f)
		g.reacts(j, f, modes.Event{Kind: modes.Demand, Cause: cause, Mode: mode, Requires: requires, Now: now}, g.textOf(j, cause))
	}
	j.met = faults
}

// insist is the time after which a fault that persists in mode limited leads to the next stage.
const insist = time.Second

// proceed enters the next stages of a joint's reactions when their conditions hold.
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
	case modes.StillThere: // while commands pass; watchStop handles a stop without effect
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

// An overrun is missedReleases missed releases of a controller within overrunWindow, or
// missedInARow in a row.
const (
	missedReleases = 6
	missedInARow   = 3
	overrunWindow  = time.Second
)

// overrun tracks a controller's missed releases, from the stamps of its commands.
type overrun struct {
	missed [missedReleases]messages.Instant // ring of the newest
	count  uint64
	at     messages.Instant // of the newest overrun
	ever   bool
}

// note records the releases missed before a command that arrives now.
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

// holds reports whether the newest overrun is more recent than overrunWindow.
func (o *overrun) holds(now messages.Instant) bool { return o.ever && now.Sub(o.at) <= overrunWindow }

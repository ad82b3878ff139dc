package literal

import (
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// stage is a mode of a reaction and what leads to it.
type stage struct {
	mode  messages.Mode
	when  modes.When
	after time.Duration
}

// reaction is a cell of the table of modes.md.
type reaction struct {
	stages []stage
	// stays means that the joint stays with its controller.
	stays bool
	// neighbours is the mode of the other joints of the controller; run means their own reaction.
	neighbours messages.Mode
	level      modes.Level
	// clean is the time without a cause before re-arm without a person.
	clean time.Duration
	// autoWithin is the longest stop from which a joint with rearm auto comes back by itself.
	autoWithin time.Duration
}

const (
	run      = messages.ModeRun
	limited  = messages.ModeLimited
	rampHold = messages.ModeRampHold
	damp     = messages.ModeDamp
	rampOff  = messages.ModeRampOff
	brake    = messages.ModeBrake
	off      = messages.ModeOff

	byAuto = modes.LevelAuto
	byAck  = modes.LevelAcknowledge
	byRst  = modes.LevelReset
	never  = modes.LevelNever
)

func at(m messages.Mode) stage { return stage{mode: m} }

func then(m messages.Mode, when modes.When, after time.Duration) stage { return stage{m, when, after} }

func to(level modes.Level, stages ...stage) reaction { return reaction{level: level, stages: stages} }

func with(neighbours messages.Mode, r reaction) reaction {
	r.neighbours = neighbours
	return r
}

const crouch = 500 * time.Millisecond

// row is a row of the table: gravity, vertical, wheel, balancing.
type row [4]reaction

// table is the table "Reactions to faults, by the kind of the joint" of modes.md, by hand.
var table = map[modes.FaultClass]row{
	modes.CommandLate: {
		to(byAck, at(rampHold)),
		to(byAck, at(rampHold), then(brake, modes.AtRest, 2*time.Second)),
		{level: byAck, stages: []stage{at(rampHold)}, autoWithin: 500 * time.Millisecond},
		{level: byAuto, stays: true}},
	modes.CommandInvalid: {
		to(byAck, at(rampHold)), to(byAck, at(rampHold)), to(byAck, at(rampHold)), {level: byAck, stays: true}},
	modes.StateStale: {
		to(byAck, at(rampHold), then(damp, modes.NoFeedback, 0)), to(byRst, at(rampOff)), to(byAck, at(damp)), to(byRst, at(damp), then(off, modes.Fallen, 0))},
	modes.SensorImplausible: {
		to(byRst, at(damp)), to(byRst, at(rampOff)), to(byRst, at(damp)), to(byRst, at(damp), then(off, modes.Fallen, 0))},
	modes.DriveFault: {
		with(rampHold, to(byRst, at(rampHold))), with(rampHold, to(byRst, at(brake), then(off, modes.BrakeClosed, 0))),
		with(damp, to(byRst, at(damp))), with(damp, to(byRst, at(damp)))},
	modes.BusLost: {
		to(byRst, at(rampHold)), to(byRst, at(rampOff)), to(byRst, at(damp)), to(byRst, at(damp))},
	modes.BoundsExceeded: {
		to(byRst, at(rampHold), then(damp, modes.StillThere, 0), then(off, modes.StillThere, 0)), to(byRst, at(rampOff), then(brake, modes.Falling, 0)),
		to(byRst, at(damp)), to(byRst, at(limited), then(damp, modes.HardLimit, 0))},
	modes.ActorFailed: {
		to(byAck, at(rampHold)), to(byAck, at(rampHold)), to(byAck, at(damp)), to(byAck, at(damp))},
	modes.ProcessLost: {
		to(byRst, at(rampHold)), to(byRst, at(rampOff)), to(byRst, at(damp)), to(byRst, at(damp))},
	modes.EmergencyStop: {
		to(byRst, at(rampHold)), to(byRst, at(rampOff)), to(byRst, at(rampOff)), to(byRst, at(limited), then(off, modes.AfterTime, crouch))},
	modes.Overrun: {
		to(byAck, at(limited), then(rampHold, modes.StillThere, 0)), to(byAck, at(rampHold)), to(byAck, at(limited), then(rampHold, modes.StillThere, 0)),
		{level: byAuto, stages: []stage{at(limited)}, clean: 5 * time.Second}},
	modes.BrakeSlips: {
		{}, to(never, at(rampHold)), {}, {}},
	modes.SupplyVoltage: {
		to(byAck, at(damp)), to(byRst, at(brake), then(off, modes.BrakeClosed, 0)), to(byAck, at(damp)), to(byRst, at(limited), then(off, modes.AfterTime, crouch))},
	modes.StartupCheck: {
		to(byRst, at(off)), to(byRst, at(off)), to(byRst, at(off)), to(byRst, at(off))},
	modes.StopChannelLost: {
		to(byRst, at(rampHold)), to(byRst, at(rampOff)), to(byRst, at(rampOff)), to(byRst, at(limited), then(off, modes.AfterTime, crouch))},
	modes.Derated: {
		to(byAck, at(limited)), to(byAck, at(limited)), to(byAck, at(limited)), {level: byAuto, stages: []stage{at(limited)}, clean: 5 * time.Second}},
}

// react returns the reaction of a declared joint to a class of faults, by the table and the
// sentences below it.
func react(f modes.FaultClass, d *modes.Declared) reaction {
	if d == nil || d.Kind == modes.AnyJoint {
		return reaction{stages: []stage{at(safeOf(d))}}
	}
	r := table[f][d.Kind-modes.Gravity]
	r.stages = append([]stage(nil), r.stages...)
	switch {
	case f == modes.SensorImplausible && d.Kind == modes.Gravity && d.Redundant:
		r.stages = []stage{at(rampHold)}
	case (f == modes.EmergencyStop || f == modes.StopChannelLost) && d.Kind == modes.Gravity && d.Brake:
		r.stages = []stage{at(rampOff)}
	case (f == modes.EmergencyStop || f == modes.StopChannelLost) && d.Kind == modes.Balancing && d.CategoryZero:
		r.stages = []stage{at(off)}
	}
	if m := d.Modes[f]; m != run && len(r.stages) > 0 {
		r.stages[0].mode = m
	}
	for i := range r.stages {
		if s := &r.stages[i]; s.mode.Stops() {
			s.mode = max(s.mode, d.SafeMode)
		}
	}
	switch {
	case !d.RearmGiven:
	case d.Rearm == modes.Auto && r.autoWithin > 0:
		r.level = byAuto
	default:
		r.level = max(r.level, levelOf(d.Rearm))
	}
	return r
}

// stopping reports whether a reaction has a mode in which commands do not pass.
func stopping(r reaction) bool {
	return slices.ContainsFunc(r.stages, func(s stage) bool { return s.mode.Stops() })
}

// safeOf returns the safe mode of a declaration without a kind.
func safeOf(d *modes.Declared) messages.Mode {
	if d == nil || d.SafeMode == run {
		return rampHold
	}
	return d.SafeMode
}

// levelOf returns the level of re-arm of a declared way.
func levelOf(w modes.Rearm) modes.Level {
	switch w {
	case modes.Reset:
		return byRst
	case modes.Auto:
		return byAuto
	}
	return byAck
}

// requires is the table "What re-arm takes after a cause" of modes.md, by hand.
func requires(c messages.Cause, rearm, start modes.Rearm) modes.Level {
	if c == messages.CauseStartup {
		return levelOf(start)
	}
	if rearm == modes.Reset || c == messages.CauseDrive {
		return byRst
	}
	switch c {
	case messages.CauseCoupledJoint:
		return byAuto
	case messages.CausePanic, messages.CauseError, messages.CauseStale, messages.CauseInvalid, messages.CauseOverrun:
		return levelOf(rearm)
	}
	return byAck // hang, escalation, operator
}

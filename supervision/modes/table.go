package modes

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Times of the table.
const (
	heldUpright = 2 * time.Second        // before the brake of a vertical axis takes over
	shortGap    = 500 * time.Millisecond // that a wheel may resume after, where its file says so
	crouch      = 500 * time.Millisecond // that a balancing robot has to get down
	cleanTime   = 5 * time.Second        // without an overrun before a balancing robot resumes
)

// Modes and classes, short for the table.
const (
	limited, hold, damp                = messages.ModeLimited, messages.ModeRampHold, messages.ModeDamp
	rampOff, brake, off                = messages.ModeRampOff, messages.ModeBrake, messages.ModeOff
	resume, acknowledge, reset, noMore = LeaveResume, LeaveAcknowledge, LeaveReset, LeaveNever
)

// at is a reaction of one stage.
func at(mode messages.Mode, class Class) Reaction {
	return Reaction{Stages: []Stage{{Mode: mode}}, Leave: Leave{Class: class}}
}

// then adds a stage.
func (r Reaction) then(mode messages.Mode, when When, after time.Duration) Reaction {
	r.Stages = append(r.Stages[:len(r.Stages):len(r.Stages)], Stage{mode, when, after})
	return r
}

func (r Reaction) beside(text string) Reaction { r.Beside = text; return r }

// byDrive says what the drive does by itself.
func (r Reaction) byDrive(mode messages.Mode, alone bool) Reaction {
	r.Drive, r.Alone = mode, alone
	return r
}

func (r Reaction) neighbours(mode messages.Mode) Reaction { r.Neighbours = mode; return r }

// kept is the reaction of a joint that its own controller keeps upright.
func kept(class Class) Reaction { return Reaction{Keeps: true, Leave: Leave{Class: class}} }

func (r Reaction) grace(periods int) Reaction { r.Grace = periods; return r }

// resumes bounds the stop that a file may declare to be left by itself.
func (r Reaction) resumes(within time.Duration) Reaction { r.Resumes = within; return r }

// clean has a joint resume by itself so long after the fault.
func (r Reaction) clean(after time.Duration) Reaction {
	r.Leave = Leave{Class: resume, Clean: after}
	return r
}

// table has what every fault leads to, by the kind of the joint. "Never" reads: a gravity joint without a brake is never
// switched off first, and what may still move fast is never short-circuited. A cell without a stage does not concern the
// kind. Where the redundant estimate, the brake or the category of [Declared] changes a cell, Resolve says how. The rows are those of F1 to F15 of the catalogue of faults, in its words; Derated follows Overrun.
var table = [numFaults][numKinds]Reaction{
	CommandLate: {
		Gravity:   at(hold, acknowledge),
		Vertical:  at(hold, acknowledge).then(brake, AtRest, heldUpright),
		Wheel:     at(hold, acknowledge).resumes(shortGap),
		Balancing: kept(resume),
	},
	CommandInvalid: {
		Gravity:   at(hold, acknowledge),
		Vertical:  at(hold, acknowledge),
		Wheel:     at(hold, acknowledge),
		Balancing: kept(acknowledge),
	},
	StateStale: {
		Gravity:   at(hold, acknowledge).then(damp, NoFeedback, 0),
		Vertical:  at(rampOff, reset),
		Wheel:     at(damp, acknowledge),
		Balancing: at(damp, reset).then(off, Fallen, 0).beside("legs crouch for at most 500ms where their joints are sound"),
	},
	SensorImplausible: {
		Gravity:   at(damp, reset), // ramp_hold where there is a redundant estimate
		Vertical:  at(rampOff, reset),
		Wheel:     at(damp, reset),
		Balancing: at(damp, reset).then(off, Fallen, 0).beside("legs crouch for at most 500ms where their joints are sound"),
	},
	DriveFault: {
		Gravity:   at(hold, reset).byDrive(off, false).neighbours(hold),
		Vertical:  at(brake, reset).then(off, BrakeClosed, 0).neighbours(hold),
		Wheel:     at(damp, reset).neighbours(damp),
		Balancing: at(damp, reset).neighbours(damp).beside("expect a fall"),
	},
	BusLost: {
		Gravity:   at(hold, reset).byDrive(hold, true),
		Vertical:  at(rampOff, reset).byDrive(rampOff, true),
		Wheel:     at(damp, reset).byDrive(damp, true),
		Balancing: at(damp, reset).byDrive(damp, true).beside("legs with at most 5 N m"),
	},
	BoundsExceeded: {
		Gravity:   at(hold, reset).then(damp, StillThere, 0).then(off, StillThere, 0),
		Vertical:  at(rampOff, reset).then(brake, Falling, 0),
		Wheel:     at(damp, reset),
		Balancing: at(limited, reset).then(damp, HardLimit, 0),
	},
	ActorFailed: {
		Gravity:   at(hold, acknowledge),
		Vertical:  at(hold, acknowledge),
		Wheel:     at(damp, acknowledge),
		Balancing: at(damp, acknowledge).grace(1),
	},
	ProcessLost: {
		Gravity:   at(hold, reset).byDrive(hold, true),
		Vertical:  at(rampOff, reset).byDrive(rampOff, true),
		Wheel:     at(damp, reset).byDrive(damp, true),
		Balancing: at(damp, reset).byDrive(damp, true),
	},
	EmergencyStop: {
		Gravity:   at(hold, reset).beside("power is removed by hardware"), // ramp_off where there is a brake
		Vertical:  at(rampOff, reset),
		Wheel:     at(rampOff, reset),
		Balancing: at(limited, reset).then(off, AfterTime, crouch).beside("zero velocity, then it crouches"), // off at once by category 0
	},
	Overrun: {
		Gravity:   at(limited, acknowledge).then(hold, StillThere, 0),
		Vertical:  at(hold, acknowledge),
		Wheel:     at(limited, acknowledge).then(hold, StillThere, 0),
		Balancing: at(limited, resume).clean(cleanTime),
	},
	BrakeSlips: {
		Vertical: at(hold, noMore).beside("torque stays on; lower it under control to its end stop"),
	},
	SupplyVoltage: {
		Gravity:   at(damp, acknowledge).beside("with a bound of the current; lower the energy"),
		Vertical:  at(brake, reset).then(off, BrakeClosed, 0),
		Wheel:     at(damp, acknowledge),
		Balancing: at(limited, reset).then(off, AfterTime, crouch).beside("it crouches"),
	},
	StartupCheck: {
		Gravity:   at(off, reset),
		Vertical:  at(off, reset),
		Wheel:     at(off, reset),
		Balancing: at(off, reset),
	},
	StopChannelLost: {
		Gravity:   at(hold, reset).beside("power is removed by hardware"),
		Vertical:  at(rampOff, reset),
		Wheel:     at(rampOff, reset),
		Balancing: at(limited, reset).then(off, AfterTime, crouch).beside("zero velocity, then it crouches"),
	},
	Derated: {
		Gravity:   at(limited, acknowledge),
		Vertical:  at(limited, acknowledge),
		Wheel:     at(limited, acknowledge),
		Balancing: at(limited, resume).clean(cleanTime),
	},
}

package modes

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Times of the table.
const (
	heldUpright = 2 * time.Second        // at rest, until the brake of a vertical axis closes
	shortGap    = 500 * time.Millisecond // the longest stop from which a wheel may re-arm automatically
	crouch      = 500 * time.Millisecond // for a balancing robot to crouch
	cleanTime   = 5 * time.Second        // without an overrun, until a balancing robot re-arms
)

// Modes and levels, abbreviated for the table.
const (
	limited, hold, damp             = messages.ModeLimited, messages.ModeRampHold, messages.ModeDamp
	rampOff, brake, off             = messages.ModeRampOff, messages.ModeBrake, messages.ModeOff
	auto, acknowledge, reset, never = LevelAuto, LevelAcknowledge, LevelReset, LevelNever
)

// at returns a reaction of one stage.
func at(mode messages.Mode, level Level) Reaction {
	return Reaction{Stages: []Stage{{Mode: mode}}, Requires: Requirement{Level: level}}
}

// then adds a stage.
func (r Reaction) then(mode messages.Mode, when When, after time.Duration) Reaction {
	r.Stages = append(r.Stages[:len(r.Stages):len(r.Stages)], Stage{mode, when, after})
	return r
}

func (r Reaction) note(text string) Reaction { r.Notes = text; return r }

// byDrive sets the mode that the drive enters by itself.
func (r Reaction) byDrive(mode messages.Mode, alone bool) Reaction {
	r.Drive, r.Alone = mode, alone
	return r
}

func (r Reaction) neighbours(mode messages.Mode) Reaction { r.Neighbours = mode; return r }

// kept returns the reaction of a joint that its own controller keeps upright.
func kept(level Level) Reaction { return Reaction{Keeps: true, Requires: Requirement{Level: level}} }

func (r Reaction) grace(periods int) Reaction { r.Grace = periods; return r }

// autoWithin sets the longest stop for which an application may declare automatic re-arm.
func (r Reaction) autoWithin(within time.Duration) Reaction { r.AutoWithin = within; return r }

// clean requires automatic re-arm after a time without the fault.
func (r Reaction) clean(after time.Duration) Reaction {
	r.Requires = Requirement{Level: auto, Clean: after}
	return r
}

// table holds the reactions by class of faults and kind of joint. Two rules shape it: a gravity
// joint without a brake is never switched off first, and a joint that may still move fast is never
// short-circuited. A cell without a stage means that the fault does not concern the kind. Resolve
// adapts cells to a redundant sensor, a brake or stop category 0. The rows follow F1 to F15 of the
// catalogue of faults.
var table = [numFaults][numKinds]Reaction{
	CommandLate: {
		Gravity:   at(hold, acknowledge),
		Vertical:  at(hold, acknowledge).then(brake, AtRest, heldUpright),
		Wheel:     at(hold, acknowledge).autoWithin(shortGap),
		Balancing: kept(auto),
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
		Balancing: at(damp, reset).then(off, Fallen, 0).note("legs with working joints crouch for at most 500ms"),
	},
	SensorImplausible: {
		Gravity:   at(damp, reset), // ramp_hold with a redundant sensor
		Vertical:  at(rampOff, reset),
		Wheel:     at(damp, reset),
		Balancing: at(damp, reset).then(off, Fallen, 0).note("legs with working joints crouch for at most 500ms"),
	},
	DriveFault: {
		Gravity:   at(hold, reset).byDrive(off, false).neighbours(hold),
		Vertical:  at(brake, reset).then(off, BrakeClosed, 0).neighbours(hold),
		Wheel:     at(damp, reset).neighbours(damp),
		Balancing: at(damp, reset).neighbours(damp).note("expect a fall"),
	},
	BusLost: {
		Gravity:   at(hold, reset).byDrive(hold, true),
		Vertical:  at(rampOff, reset).byDrive(rampOff, true),
		Wheel:     at(damp, reset).byDrive(damp, true),
		Balancing: at(damp, reset).byDrive(damp, true).note("legs with at most 5 N m"),
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
		Gravity:   at(hold, reset).note("power is removed by hardware"), // ramp_off with a brake
		Vertical:  at(rampOff, reset),
		Wheel:     at(rampOff, reset),
		Balancing: at(limited, reset).then(off, AfterTime, crouch).note("zero velocity, then crouch"), // off at once in category 0
	},
	Overrun: {
		Gravity:   at(limited, acknowledge).then(hold, StillThere, 0),
		Vertical:  at(hold, acknowledge),
		Wheel:     at(limited, acknowledge).then(hold, StillThere, 0),
		Balancing: at(limited, auto).clean(cleanTime),
	},
	BrakeSlips: {
		Vertical: at(hold, never).note("torque stays on; lower the axis under control to its end stop"),
	},
	SupplyVoltage: {
		Gravity:   at(damp, acknowledge).note("with limited current; lower the energy"),
		Vertical:  at(brake, reset).then(off, BrakeClosed, 0),
		Wheel:     at(damp, acknowledge),
		Balancing: at(limited, reset).then(off, AfterTime, crouch).note("crouch"),
	},
	StartupCheck: {
		Gravity:   at(off, reset),
		Vertical:  at(off, reset),
		Wheel:     at(off, reset),
		Balancing: at(off, reset),
	},
	StopChannelLost: {
		Gravity:   at(hold, reset).note("power is removed by hardware"),
		Vertical:  at(rampOff, reset),
		Wheel:     at(rampOff, reset),
		Balancing: at(limited, reset).then(off, AfterTime, crouch).note("zero velocity, then crouch"),
	},
	Derated: {
		Gravity:   at(limited, acknowledge),
		Vertical:  at(limited, acknowledge),
		Wheel:     at(limited, acknowledge),
		Balancing: at(limited, auto).clean(cleanTime),
	},
}

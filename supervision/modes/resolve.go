package modes

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// Declared is the declaration of one joint in an application.
type Declared struct {
	// Kind selects the column of the table. AnyJoint has no column: every fault leads to SafeMode,
	// and re-arm follows the joint's Rules.
	Kind JointKind
	// SafeMode is the mode after a fault for a joint without a kind; run means ramp_hold. For a
	// joint with a kind it is the least severe mode of every reaction that stops.
	SafeMode messages.Mode
	// Modes replaces the first mode of single reactions, indexed by FaultClass; run means no
	// replacement.
	Modes [numFaults]messages.Mode
	// Rearm is the declared way of re-arm, valid if RearmGiven. For a joint with a kind the table
	// may require more, and Auto applies only where the table allows it.
	Rearm      Rearm
	RearmGiven bool
	// Brake declares a brake on a joint of kind gravity, Redundant a second position sensor.
	// CategoryZero declares that an emergency stop removes torque at once (stop category 0 of IEC
	// 60204-1).
	Brake, Redundant, CategoryZero bool
}

// HasBrake reports whether the joint has a brake.
func (d *Declared) HasBrake() bool { return d.Kind == Vertical || d.Brake }

// CarriesWeight reports whether the joint must keep its torque, because it or the robot would fall.
func (d *Declared) CarriesWeight() bool {
	return d.Kind == Gravity || d.Kind == Vertical || d.Kind == Balancing
}

// Reactions are the reactions of one joint, indexed by FaultClass.
type Reactions [numFaults]Reaction

// Resolve returns the reaction of a joint to a class of faults, from the table and from the joint's
// declaration.
func Resolve(f FaultClass, d *Declared) Reaction {
	if f == NoFault || f >= numFaults || d.Kind >= numKinds {
		return Reaction{}
	}
	var r Reaction
	switch {
	case d.Kind != AnyJoint:
		r = d.cell(f)
	case f == Overrun || f == Derated: // only a joint with a kind has modes for these
	default:
		r = at(or(d.SafeMode, hold), LevelByRules)
	}
	if mode := d.Modes[f]; mode != messages.ModeRun {
		r = r.instead(mode)
	}
	if d.Kind == AnyJoint {
		return r
	}
	for i, s := range r.Stages {
		if s.Mode.Stops() && s.Mode < d.SafeMode {
			r.Stages = slices.Clone(r.Stages)
			r.Stages[i].Mode = d.SafeMode
		}
	}
	r.Requires = d.requires(&r)
	return r
}

// ResolveAll returns the reactions to every class of faults.
func ResolveAll(d *Declared) *Reactions {
	var all Reactions
	for _, f := range FaultClasses() {
		all[f] = Resolve(f, d)
	}
	return &all
}

// cell returns the cell of the table, adapted to the joint's equipment.
func (d *Declared) cell(f FaultClass) Reaction {
	r := table[f][d.Kind]
	pressed := f == EmergencyStop || f == StopChannelLost
	switch {
	case f == SensorImplausible && d.Kind == Gravity && d.Redundant:
		return at(hold, reset)
	case pressed && d.Kind == Gravity && d.Brake:
		return at(rampOff, reset)
	case pressed && d.Kind == Balancing && d.CategoryZero:
		return at(off, reset)
	}
	return r
}

// instead replaces the first stage by a mode. Later stages that are more severe stay.
func (r Reaction) instead(mode messages.Mode) Reaction {
	stages := []Stage{{Mode: mode}}
	for _, s := range r.Stages {
		if s.When != AtOnce && s.Mode > mode {
			stages = append(stages, s)
		}
	}
	r.Stages, r.Keeps, r.Grace = stages, false, 0
	return r
}

// requires combines the requirement of the table with the declared way of re-arm.
func (d *Declared) requires(r *Reaction) Requirement {
	l := r.Requires
	switch {
	case !d.RearmGiven:
	case d.Rearm == Auto && r.AutoWithin > 0:
		return Requirement{Level: LevelAuto, Within: r.AutoWithin}
	case d.Rearm != Auto:
		l.Level = max(l.Level, levelOf(d.Rearm))
	}
	return l
}

func or(mode, otherwise messages.Mode) messages.Mode {
	if mode == messages.ModeRun {
		return otherwise
	}
	return mode
}

// Allowed lists the modes that an application file may declare for a class of faults: those that
// stop the joint without dropping it, and limited if the table has it.
func (d *Declared) Allowed(f FaultClass) []messages.Mode {
	var modes []messages.Mode
	if f < numFaults && d.Kind < numKinds && table[f][d.Kind].First() == limited {
		modes = append(modes, limited)
	}
	for _, m := range messages.Modes() {
		switch {
		case m.Passes():
		case m == brake && !d.HasBrake() && d.Kind != AnyJoint:
		case m >= rampOff && d.CarriesWeight() && !d.HasBrake():
		default:
			modes = append(modes, m)
		}
	}
	return modes
}

// Check returns an error if the declaration is invalid.
func (d *Declared) Check() error {
	if d.Kind >= numKinds {
		return fmt.Errorf("kind of joint %s is unknown; expected one of gravity, vertical, wheel, balancing", d.Kind)
	}
	if m := d.SafeMode; m != messages.ModeRun && d.Kind != AnyJoint && !slices.Contains(d.Allowed(CommandLate), m) {
		return fmt.Errorf("safe mode %s does not suit a joint of kind %s; expected one of %v", m, d.Kind, d.Allowed(CommandLate))
	}
	for _, f := range FaultClasses() {
		if m := d.Modes[f]; m != messages.ModeRun && !slices.Contains(d.Allowed(f), m) {
			return fmt.Errorf("mode %s after %s does not suit a joint of kind %s; expected one of %v", m, f, d.Kind, d.Allowed(f))
		}
	}
	return nil
}

// Rules returns the rules of re-arm of a joint with a kind. They require start after the start, and
// at least an acknowledgement after a stop by a person or a supervisor and after a failure of the
// gate. What faults require is part of their reactions.
func (d *Declared) Rules(start Rearm) Rules {
	var r Rules
	for _, c := range StopCauses() {
		r.By[c] = Auto
	}
	for _, c := range [...]messages.Cause{messages.CauseOperator, messages.CauseEscalation, messages.CauseHang, messages.CauseError} {
		r.By[c] = Acknowledge
	}
	r.By[messages.CauseStartup] = start
	return r
}

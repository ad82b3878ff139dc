package modes

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// Declared is what an application says about one joint.
type Declared struct {
	// Kind is what the joint is. Without one every fault leads to SafeMode, and is left as the joint's Rules say.
	Kind JointKind
	// SafeMode is what a fault leads to without a kind, ramp_hold where it is run; with a kind, no fault that stops leads to
	// less.
	SafeMode messages.Mode
	// Modes has what single faults lead to at once instead, run where nothing is declared.
	Modes [numFaults]messages.Mode
	// Rearm is how the joint comes back, where RearmGiven says that it was declared: with a kind, what the table takes counts
	// where that is more, and auto where the table allows it.
	Rearm      Rearm
	RearmGiven bool
	// Brake says that a joint of kind gravity has a brake after all, Redundant that a second sensor tells where the joint is,
	// and CategoryZero that an emergency stop takes the torque at once (stop category 0 of IEC 60204-1).
	Brake, Redundant, CategoryZero bool
}

// Braked reports whether the joint has a brake.
func (d *Declared) Braked() bool { return d.Kind == Vertical || d.Brake }

// Weighs reports whether the joint must not be let go: it would fall, or the robot would.
func (d *Declared) Weighs() bool {
	return d.Kind == Gravity || d.Kind == Vertical || d.Kind == Balancing
}

// Reactions has what every fault leads to for one joint, indexed by Fault.
type Reactions [numFaults]Reaction

// Resolve returns what a fault leads to for a joint: by the table, and by what is declared of the joint.
func Resolve(f Fault, d *Declared) Reaction {
	if f == NoFault || f >= numFaults || d.Kind >= numKinds {
		return Reaction{}
	}
	var r Reaction
	switch {
	case d.Kind != AnyJoint:
		r = d.cell(f)
	case f == Overrun || f == Derated: // a mode that passes takes a kind; a drive that limits itself has a fault
	default:
		r = at(or(d.SafeMode, hold), LeaveByRules)
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
	r.Leave = d.leave(&r)
	return r
}

// ResolveAll resolves every fault.
func ResolveAll(d *Declared) *Reactions {
	var all Reactions
	for _, f := range Faults() {
		all[f] = Resolve(f, d)
	}
	return &all
}

// cell is that of the table, with what the joint has.
func (d *Declared) cell(f Fault) Reaction {
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

// instead has a fault lead to another mode at once; of the stages behind, the more severe ones stay.
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

// leave is what the table takes, and what the file does where that is more.
func (d *Declared) leave(r *Reaction) Leave {
	l := r.Leave
	switch {
	case !d.RearmGiven:
	case d.Rearm == Auto && r.Resumes > 0:
		return Leave{Class: LeaveResume, Within: r.Resumes}
	case d.Rearm != Auto:
		l.Class = max(l.Class, classOf(d.Rearm))
	}
	return l
}

func or(mode, otherwise messages.Mode) messages.Mode {
	if mode == messages.ModeRun {
		return otherwise
	}
	return mode
}

// Allowed lists the modes that a file may declare for a fault: those that stop and do not drop the joint, and limited
// where the table has it.
func (d *Declared) Allowed(f Fault) []messages.Mode {
	var modes []messages.Mode
	if f < numFaults && d.Kind < numKinds && table[f][d.Kind].First() == limited {
		modes = append(modes, limited)
	}
	for _, m := range messages.Modes() {
		switch {
		case m.Passes():
		case m == brake && !d.Braked() && d.Kind != AnyJoint:
		case m >= rampOff && d.Weighs() && !d.Braked():
		default:
			modes = append(modes, m)
		}
	}
	return modes
}

// Check returns what is wrong with what is declared, nil if nothing is.
func (d *Declared) Check() error {
	if d.Kind >= numKinds {
		return fmt.Errorf("kind of joint %s is unknown; expected one of gravity, vertical, wheel, balancing", d.Kind)
	}
	if m := d.SafeMode; m != messages.ModeRun && d.Kind != AnyJoint && !slices.Contains(d.Allowed(CommandLate), m) {
		return fmt.Errorf("safe mode %s does not suit a joint of kind %s; expected one of %v", m, d.Kind, d.Allowed(CommandLate))
	}
	for _, f := range Faults() {
		if m := d.Modes[f]; m != messages.ModeRun && !slices.Contains(d.Allowed(f), m) {
			return fmt.Errorf("mode %s after %s does not suit a joint of kind %s; expected one of %v", m, f, d.Kind, d.Allowed(f))
		}
	}
	return nil
}

// Rules returns the rules beside the reactions of a joint with a kind: what its first start takes, and never less than an
// acknowledgement after what a person or a supervisor did, and after a failure of the gate itself. What faults ask for
// comes with them.
func (d *Declared) Rules(start Rearm) Rules {
	var r Rules
	for _, c := range Reasons() {
		r.By[c] = Auto
	}
	for _, c := range [...]messages.Cause{messages.CauseOperator, messages.CauseEscalation, messages.CauseHang, messages.CauseError} {
		r.By[c] = Acknowledge
	}
	r.By[messages.CauseStartup] = start
	return r
}

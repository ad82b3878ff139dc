package supervision

import "github.com/robo-actors/robo-actors/internal/modes"

// JointKind is what a joint is for its robot: an arm's joint under gravity, a vertical axis with a brake, a wheel of a base
// that stands by itself, a wheel or leg of a robot that balances. Files declare it by kind.
type JointKind = modes.JointKind

// The kinds of joints. The zero value, AnyJoint, declares nothing.
const (
	AnyJoint  = modes.AnyJoint
	Gravity   = modes.Gravity
	Vertical  = modes.Vertical
	Wheel     = modes.Wheel
	Balancing = modes.Balancing
)

// JointKinds lists the kinds that a file may declare.
func JointKinds() []JointKind { return modes.JointKinds() }

// Fault is a class of faults, by what it means for a joint: a row of the table in modes.md. Files name it under modes.
type Fault = modes.Fault

// Faults lists every class of faults.
func Faults() []Fault { return modes.Faults() }

// Declared is what an application says about a joint: its kind, and what is to be different from the table.
type Declared = modes.Declared

// Reaction is what a fault leads to for one joint: the mode at once, what follows, and how it is left.
type Reaction = modes.Reaction

// Resolve returns what a fault leads to for a joint: by the table, and by what is declared of the joint.
func Resolve(f Fault, d *Declared) Reaction { return modes.Resolve(f, d) }

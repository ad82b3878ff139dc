package typed

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Joint is the state of one joint, a copy.
type Joint[P Position, V Velocity, E Effort] struct {
	Position P
	Velocity V
	Effort   E
	// Mode says what the joint may do.
	Mode messages.Mode
	// Valid says that the values are recent; those of an invalid joint are the last known ones, and
	// must not be acted on.
	Valid bool
	// Time is when the values were measured.
	Time messages.Instant
}

// The states of the types of joints.
type (
	// Rotary is the state of a revolute or continuous joint.
	Rotary = Joint[messages.Radians, messages.RadiansPerSecond, messages.NewtonMeters]
	// Linear is the state of a prismatic joint.
	Linear = Joint[messages.Meters, messages.MetersPerSecond, messages.Newtons]
	// Planar is the state of a planar joint.
	Planar = Joint[PlanarPosition, PlanarVelocity, PlanarEffort]
	// Floating is the state of a floating joint.
	Floating = Joint[messages.Pose, messages.Twist, Wrench]
)

// Sizes are the lengths of the vectors of a world or joint group.
type Sizes struct{ Joints, Positions, Velocities int }

// Dimensions returns the sizes as ports of actors take them, for actors.Setup.Size: of snapshots
// for a world, of commands and states for a joint group.
func (s Sizes) Dimensions() actors.Sizes {
	return actors.Sizes{"joints": s.Joints, "positions": s.Positions, "velocities": s.Velocities}
}

// Place has the index of a joint, and those of its first entries in the vectors of position and of
// velocity or effort.
type Place struct{ Joint, Position, Velocity int }

// At returns a place.
func At(joint, position, velocity int) Place { return Place{joint, position, velocity} }

// Snapshot is a snapshot whose vectors have the sizes of its world. It refers to the values that it
// was made from, and must not be used longer than those. Its zero value has no values and must not
// be read.
type Snapshot struct{ values *messages.Snapshot }

// NewSnapshot returns a snapshot of a world. Values of other sizes give an error that names the
// world and both sizes.
func NewSnapshot(world string, want Sizes, values *messages.Snapshot) (Snapshot, error) {
	if values == nil {
		return Snapshot{}, fmt.Errorf("world %q: there is no snapshot to read", world)
	}
	if have := (Sizes{len(values.Mode), len(values.Position), len(values.Velocity)}); have != want ||
		len(values.Effort) != want.Velocities || len(values.Valid) != want.Joints || len(values.Time) != want.Joints {
		return Snapshot{}, fmt.Errorf("world %q: a snapshot of %d joints with %d positions, %d velocities and %d efforts is not of this world,"+
			" which has %d joints with %d positions and %d velocities", world, have.Joints, have.Positions, have.Velocities, len(values.Effort),
			want.Joints, want.Positions, want.Velocities)
	}
	return Snapshot{values}, nil
}

// Rotary returns the state of a revolute or continuous joint.
func (s Snapshot) Rotary(at Place) Rotary {
	return single[messages.Radians, messages.RadiansPerSecond, messages.NewtonMeters](s.values, at)
}

// Linear returns the state of a prismatic joint.
func (s Snapshot) Linear(at Place) Linear {
	return single[messages.Meters, messages.MetersPerSecond, messages.Newtons](s.values, at)
}

// single reads a joint of one degree of freedom.
func single[
	P messages.Radians | messages.Meters,
	V messages.RadiansPerSecond | messages.MetersPerSecond,
	E messages.NewtonMeters | messages.Newtons,
](v *messages.Snapshot, at Place) Joint[P, V, E] {
	return Joint[P, V, E]{
		Position: P(v.Position[at.Position]),
		Velocity: V(v.Velocity[at.Velocity]),
		Effort:   E(v.Effort[at.Velocity]),
		Mode:     v.Mode[at.Joint], Valid: v.Valid[at.Joint], Time: v.Time[at.Joint],
	}
}

// Planar returns the state of a planar joint.
func (s Snapshot) Planar(at Place) Planar {
	v := s.values
	q, dq, f := v.Position[at.Position:], v.Velocity[at.Velocity:], v.Effort[at.Velocity:]
	return Planar{
		Position: PlanarPosition{messages.Meters(q[0]), messages.Meters(q[1]), messages.Radians(q[2])},
		Velocity: PlanarVelocity{messages.MetersPerSecond(dq[0]), messages.MetersPerSecond(dq[1]), messages.RadiansPerSecond(dq[2])},
		Effort:   PlanarEffort{messages.Newtons(f[0]), messages.Newtons(f[1]), messages.NewtonMeters(f[2])},
		Mode:     v.Mode[at.Joint], Valid: v.Valid[at.Joint], Time: v.Time[at.Joint],
	}
}

// Floating returns the state of a floating joint.
func (s Snapshot) Floating(at Place) Floating {
	v := s.values
	q, dq, f := v.Position[at.Position:], v.Velocity[at.Velocity:], v.Effort[at.Velocity:]
	return Floating{
		Position: messages.Pose{Position: [3]float64(q), Orientation: [4]float64(q[3:])},
		Velocity: messages.Twist{Linear: [3]float64(dq), Angular: [3]float64(dq[3:])},
		Effort:   Wrench{Force: [3]float64(f), Moment: [3]float64(f[3:])},
		Mode:     v.Mode[at.Joint], Valid: v.Valid[at.Joint], Time: v.Time[at.Joint],
	}
}

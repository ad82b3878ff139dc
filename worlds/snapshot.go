package worlds

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Snapshot is a world with its state at one instant: numbered, immutable, and safe to share between
// goroutines. A planner works on a [Clone] of one, while the world goes on.
type Snapshot struct {
	world  *World
	stamp  messages.Stamp
	values messages.Snapshot // private copy
}

// Snapshot returns an immutable copy of values, which must have the world's sizes. Its number is
// the stamp's sequence.
func (w *World) Snapshot(stamp messages.Stamp, values *messages.Snapshot) (*Snapshot, error) {
	if _, err := w.Whole(values, nil); err != nil {
		return nil, err
	}
	return &Snapshot{world: w, stamp: stamp, values: cloneValues(values)}, nil
}

// Whole returns a snapshot and an error as an input returned them, or an error if the snapshot does
// not have the world's sizes: a value may lack entries on its way, see actors.In.Fresh.
func (w *World) Whole(s *messages.Snapshot, err error) (*messages.Snapshot, error) {
	if err != nil {
		return nil, err
	}
	n := len(w.joints)
	if len(s.Position) != w.positions || len(s.Velocity) != w.velocities || len(s.Effort) != w.velocities ||
		len(s.Mode) != n || len(s.Valid) != n || len(s.Time) != n {
		return nil, fmt.Errorf("world %s: a snapshot has %d positions, %d velocities, %d efforts and %d, %d, %d modes, validities and times;"+
			" expected %d, %d, %d and %d", source.Quote(w.Name()), len(s.Position), len(s.Velocity), len(s.Effort),
			len(s.Mode), len(s.Valid), len(s.Time), w.positions, w.velocities, w.velocities, n)
	}
	return s, nil
}

func cloneValues(v *messages.Snapshot) messages.Snapshot {
	return messages.Snapshot{
		Position: slices.Clone(v.Position), Velocity: slices.Clone(v.Velocity), Effort: slices.Clone(v.Effort),
		Mode: slices.Clone(v.Mode), Valid: slices.Clone(v.Valid), Time: slices.Clone(v.Time),
	}
}

// World returns the world that the snapshot is of.
func (s *Snapshot) World() *World { return s.world }

// Number returns the sequence number of the snapshot.
func (s *Snapshot) Number() uint64 { return s.stamp.Sequence }

// Stamp returns the stamp of the snapshot.
func (s *Snapshot) Stamp() messages.Stamp { return s.stamp }

// Values returns a copy of the values.
func (s *Snapshot) Values() messages.Snapshot { return cloneValues(&s.values) }

// Joint returns the values of one joint: copies of its position, velocity and effort, its mode,
// whether it is valid, and when it was measured. The error is an *[UnknownNameError].
func (s *Snapshot) Joint(name string) (JointValues, error) {
	i, err := s.world.JointIndex(name)
	if err != nil {
		return JointValues{}, err
	}
	at := s.world.slots[i]
	return JointValues{
		Position: slices.Clone(s.values.Position[at.Position : at.Position+at.PositionLength]),
		Velocity: slices.Clone(s.values.Velocity[at.Velocity : at.Velocity+at.VelocityLength]),
		Effort:   slices.Clone(s.values.Effort[at.Velocity : at.Velocity+at.VelocityLength]),
		Mode:     s.values.Mode[i], Valid: s.values.Valid[i], Time: s.values.Time[i],
	}, nil
}

// JointValues is what a snapshot holds of one joint, laid out as the package comment says.
type JointValues struct {
	Position, Velocity, Effort []float64
	Mode                       messages.Mode
	Valid                      bool
	Time                       messages.Instant
}

// Clone returns a copy that may be changed, with commands that are all none. Nothing of it is
// shared with the snapshot but the structure of the world, which never changes; it has no drives,
// so nothing done to it moves anything.
func (s *Snapshot) Clone() *Clone {
	return &Clone{World: s.world, Stamp: s.stamp, Values: cloneValues(&s.values), Command: s.world.NewCommand()}
}

// Hash returns a hash of structure and values, equal for equal ones. The number and the stamp are
// no part of it.
func (s *Snapshot) Hash() Hash { return hashValues(s.world, &s.values) }

// Clone is a world with values and commands of its own, for planning and for trying things out.
type Clone struct {
	World   *World
	Stamp   messages.Stamp // of the snapshot that it was made from
	Values  messages.Snapshot
	Command messages.JointCommand
}

// Snapshot returns an immutable copy of the clone's values.
func (c *Clone) Snapshot() (*Snapshot, error) { return c.World.Snapshot(c.Stamp, &c.Values) }

// Hash returns a hash of structure and values: that of the snapshot that the clone was made from,
// until it is changed.
func (c *Clone) Hash() Hash { return hashValues(c.World, &c.Values) }

// hashValues hashes the structure of a world and the bits of its values.
func hashValues(w *World, v *messages.Snapshot) Hash {
	buffer := append(make([]byte, 0, 1024), w.hashes.All[:]...)
	for _, vector := range [][]float64{v.Position, v.Velocity, v.Effort} {
		for _, value := range vector {
			buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(value+0)) // +0 joins the two zeros
		}
	}
	for i := range v.Mode {
		valid := byte(0)
		if v.Valid[i] {
			valid = 1
		}
		buffer = append(buffer, byte(v.Mode[i]), valid)
		buffer = binary.LittleEndian.AppendUint64(buffer, uint64(v.Time[i]))
	}
	return sha256.Sum256(buffer)
}

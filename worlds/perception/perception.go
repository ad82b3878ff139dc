// Package perception assembles the snapshot of a world at the start of its cycle. It reads the
// states of the drives from their buses, and the states of virtual joints from the worlds that
// realise them.
package perception

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Bus is an input for the states of the drives of one bus.
type Bus struct {
	// Port is the name of the input.
	Port string
	// Joints has the index in the world of each drive's joint, in the order of the drives.
	Joints []int
}

// Virtual is an input for the state of a virtual joint, which another actor estimates.
type Virtual struct {
	Port  string
	Joint int
}

// Actor assembles the snapshot of one world. It runs in the perception phase.
type Actor struct {
	World    *worlds.World
	Buses    []Bus
	Virtuals []Virtual
	// Sensors are those of the world's buses, in the order of Snapshot.Sensor.
	Sensors []Sensor

	Snapshot actors.Out[messages.Snapshot] `port:"snapshot" doc:"state of every joint of the world, with its time and validity"`

	leaders  []int     // of each joint: the independent joint that it follows, or itself
	places   [][]place // of each bus, in the order of the drives
	buses    []actors.In[messages.DriveState]
	virtuals []actors.In[messages.VirtualState]
	sensors  []sensorInput
}

// place has the index of a driven joint and its offsets in a snapshot.
type place struct{ joint, position, velocity int }

// Configure adds an input for each bus and each virtual joint. The error names the joint that a
// drive cannot move.
func (a *Actor) Configure(s *actors.Setup) error {
	sizes := Sizes(a.World)
	sizes["sensors"] = len(a.Sensors)
	s.Size(&a.Snapshot, sizes)
	a.configureSensors(s)
	a.leaders = leaders(a.World)
	a.buses, a.places = make([]actors.In[messages.DriveState], len(a.Buses)), make([][]place, len(a.Buses))
	for i, b := range a.Buses {
		for _, j := range b.Joints {
			slot := a.World.Slot(j)
			if slot.VelocityLength != 1 {
				return &messages.OptionError{Joint: a.World.Joint(j).Name, Expected: "one degree of freedom",
					Err: fmt.Errorf("a drive of bus %s moves %d degrees of freedom", b.Port, slot.VelocityLength)}
			}
			a.places[i] = append(a.places[i], place{j, slot.Position, slot.Velocity})
		}
		s.Port(b.Port, &a.buses[i], actors.PortOptions{Doc: "states of the drives of a bus", Sizes: actors.Sizes{"drives": len(b.Joints)}})
	}
	a.virtuals = make([]actors.In[messages.VirtualState], len(a.Virtuals))
	for i, v := range a.Virtuals {
		slot := a.World.Slot(v.Joint)
		s.Port(v.Port, &a.virtuals[i], actors.PortOptions{Doc: "state of a virtual joint", Sizes: actors.Sizes{"positions": slot.PositionLength, "velocities": slot.VelocityLength}})
	}
	return nil
}

// Sizes returns the sizes of messages that cover all joints of a world.
func Sizes(w *worlds.World) actors.Sizes {
	return actors.Sizes{"joints": w.NumJoints(), "positions": w.NumPositions(), "velocities": w.NumVelocities()}
}

// Start marks every joint invalid and off until its source has sent a state.
func (a *Actor) Start(*actors.Context) error {
	s := a.Snapshot.Loan()
	clear(s.Velocity)
	clear(s.Effort)
	clear(s.Time)
	clear(s.Valid)
	clear(s.Sensor)
	for i := range s.Mode {
		s.Mode[i] = messages.ModeOff
	}
	return a.World.Neutral(s.Position)
}

// Tick publishes a snapshot with the newest state of every joint. A joint keeps its last values
// and becomes invalid if its source is stale, withdrawn, did not answer, or sent a value that is
// not finite.
func (a *Actor) Tick(t *actors.Tick) error {
	s := a.Snapshot.Loan()
	for i := range a.Buses {
		a.readBus(t, i, s)
	}
	for i := range a.Virtuals {
		a.readVirtual(t, i, s)
	}
	for i := range a.sensors {
		a.sensors[i].read(t, &s.Sensor[i])
	}
	if err := a.World.Reduction().Follow(s.Position, s.Velocity); err != nil {
		return err
	}
	a.followValidity(s)
	return a.Snapshot.Publish(t)
}

func (a *Actor) readBus(t *actors.Tick, i int, s *messages.Snapshot) {
	state, err := a.buses[i].Fresh(t)
	stamp := a.buses[i].Stamp()
	whole := 0
	if err == nil {
		whole = wholeDrives(state)
	}
	for k, p := range a.places[i] {
		j := p.joint
		if k >= whole {
			s.Valid[j] = false
			continue
		}
		s.Mode[j] = state.Mode[k]
		position, velocity, effort := state.Position[k], state.Velocity[k], state.Effort[k]
		s.Valid[j] = state.Answered[k] && finite(position) && finite(velocity) && finite(effort)
		if !s.Valid[j] {
			continue
		}
		s.Position[p.position], s.Velocity[p.velocity], s.Effort[p.velocity] = position, velocity, effort
		s.Time[j] = stamp.Time
	}
}

// wholeDrives returns of how many drives a state has all that a snapshot takes.
func wholeDrives(s *messages.DriveState) int {
	return min(len(s.Position), len(s.Velocity), len(s.Effort), len(s.Mode), len(s.Answered))
}

func (a *Actor) readVirtual(t *actors.Tick, i int, s *messages.Snapshot) {
	j := a.Virtuals[i].Joint
	state, err := a.virtuals[i].Fresh(t)
	slot := a.World.Slot(j)
	if err != nil || len(state.Position) != slot.PositionLength || len(state.Velocity) != slot.VelocityLength || !allFinite(state.Position) || !allFinite(state.Velocity) {
		s.Valid[j] = false
		return
	}
	copy(s.Position[slot.Position:], state.Position)
	copy(s.Velocity[slot.Velocity:], state.Velocity)
	s.Valid[j], s.Mode[j], s.Time[j] = true, state.Mode, a.virtuals[i].Stamp().Time
}

// finite reports whether a value is neither NaN nor infinite.
func finite(x float64) bool { return x-x == 0 }

func allFinite(values []float64) bool {
	for _, v := range values {
		if !finite(v) {
			return false
		}
	}
	return true
}

// followValidity gives mimic joints the validity, mode and time of their leaders.
func (a *Actor) followValidity(s *messages.Snapshot) {
	for j, leader := range a.leaders {
		if leader != j {
			s.Valid[j], s.Mode[j], s.Time[j] = s.Valid[leader], s.Mode[leader], s.Time[leader]
		}
	}
}

// leaders returns the independent joint that each joint follows. A built world has no cycles of
// mimic joints.
func leaders(w *worlds.World) []int {
	all := make([]int, w.NumJoints())
	for j := range all {
		all[j] = j
		for m := w.Joint(j).Mimic; m != nil; m = w.Joint(all[j]).Mimic {
			leader, err := w.JointIndex(m.Joint)
			if err != nil {
				break
			}
			all[j] = leader
		}
	}
	return all
}

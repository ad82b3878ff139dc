package typed

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// Group has the places of the joints of a joint group in the vectors of their world. Generated code
// declares one for each group.
type Group struct {
	World, Name string
	Sizes       Sizes
	// Joints are in the order of the group.
	Joints []GroupJoint
}

// GroupJoint is one joint of a group: its place in its world, and how many entries it has in
// vectors of position and of velocity.
type GroupJoint struct {
	Place                 Place
	Positions, Velocities int
	// Takes says that commands may name the joint; passive and mimic joints take none.
	Takes bool
}

// GroupState has the modes, validities and times of the joints of a group.
type GroupState struct {
	// Mode is the most severe mode of the joints.
	Mode messages.Mode
	// Valid says that every joint is; where it is false, the values must not be acted on.
	Valid bool
	// Time is when the oldest of the values was measured.
	Time messages.Instant
}

// Read fills the vectors of a group, which have its sizes, from a snapshot of its world.
func (g *Group) Read(s Snapshot, position, velocity, effort []float64) GroupState {
	v := s.values
	state := GroupState{Valid: true}
	q, dq := 0, 0 // of the group
	for i := range g.Joints {
		j := &g.Joints[i]
		at := j.Place
		copy(position[q:q+j.Positions], v.Position[at.Position:])
		copy(velocity[dq:dq+j.Velocities], v.Velocity[at.Velocity:])
		copy(effort[dq:dq+j.Velocities], v.Effort[at.Velocity:])
		q, dq = q+j.Positions, dq+j.Velocities
		state.Mode = max(state.Mode, v.Mode[at.Joint])
		state.Valid = state.Valid && v.Valid[at.Joint]
		if i == 0 || v.Time[at.Joint] < state.Time {
			state.Time = v.Time[at.Joint]
		}
	}
	return state
}

// Command is a command of a joint group whose vectors have the group's sizes. It refers to the
// values that it was made from, such as the loan of an output.
type Command struct{ values *messages.JointCommand }

// Command returns a command of the group. Values of other sizes give an error that names the group
// and both sizes.
func (g *Group) Command(values *messages.JointCommand) (Command, error) {
	if values == nil {
		return Command{}, fmt.Errorf("joint group %s/%s: there is no command to write to", g.World, g.Name)
	}
	if have := (Sizes{len(values.Control), len(values.Position), len(values.Velocity)}); have != g.Sizes || len(values.Effort) != g.Sizes.Velocities {
		return Command{}, fmt.Errorf("joint group %s/%s: a command for %d joints with %d positions, %d velocities and %d efforts is not of this group,"+
			" which has %d joints with %d positions and %d velocities", g.World, g.Name, have.Joints, have.Positions, have.Velocities, len(values.Effort),
			g.Sizes.Joints, g.Sizes.Positions, g.Sizes.Velocities)
	}
	return Command{values}, nil
}

// NewCommand returns a command of the group with vectors of its own, which commands no joint.
func (g *Group) NewCommand() Command {
	return Command{&messages.JointCommand{Control: make([]messages.ControlMode, g.Sizes.Joints), Position: make([]float64, g.Sizes.Positions),
		Velocity: make([]float64, g.Sizes.Velocities), Effort: make([]float64, g.Sizes.Velocities)}}
}

// Values returns the values that the command was made from.
func (c Command) Values() *messages.JointCommand { return c.values }

// Set commands every joint of the group that takes commands, and no other: by the quantities that
// control names, each a vector of the group's size. The other vectors may be nil, and leave those
// of the command as they are.
func (g *Group) Set(c Command, control messages.ControlMode, position, velocity, effort []float64) {
	for i := range g.Joints {
		c.values.Control[i] = messages.ControlNone
		if g.Joints[i].Takes {
			c.values.Control[i] = control
		}
	}
	copy(c.values.Position, position)
	copy(c.values.Velocity, velocity)
	copy(c.values.Effort, effort)
}

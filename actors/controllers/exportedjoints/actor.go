package exportedjoints

import (
	"errors"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Options of the actor, as application files name them.
type Options struct {
	JointGroup string `option:"joint_group" doc:"joints that other worlds observe or command; they stop and re-arm together" required:"true"`
	Parts      bool   `option:"commanded_by_parts" doc:"couplings of parts, which are opened while the application runs, can command the joints; until then no other controller can, and the joints wait"`
}

// Actor exports the joints of a joint group. A joint can have a drive in this world, or be realised
// by yet another world, or be passive and only observed.
//
// The state of a joint is that of the snapshot, with the instant of its measurement and the mode of
// its drive. It is withdrawn while it is not valid. A command goes to the gate unchanged. A joint
// for which no command is valid is not commanded, and its gate stops it as declared.
type Actor struct {
	Options
	world *worlds.World

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"the commands of other worlds, for the joint group"`

	joints []exported
}

// exported is one joint.
type exported struct {
	joint int // in the world
	slot  worlds.Slot
	// Offsets in the commands of the group.
	position, velocity int
	command            actors.In[messages.JointCommand]
	state              actors.Out[messages.VirtualState]
}

// Ports returns the names of the ports of a joint.
func (a *Actor) Ports(joint string) (command, state string) {
	return "command_" + joint, "state_" + joint
}

// CommandedByParts implements worlds.PartCommander.
func (a *Actor) CommandedByParts() bool { return a.Parts }

// DynamicPorts marks the actor as one with a port for each joint.
func (a *Actor) DynamicPorts() {}

// Configure adds an input for the commands and an output for the state of each joint.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = world
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Command, actors.Sizes{"joints": group.NumJoints(), "positions": group.NumPositions(), "velocities": group.NumVelocities()})
	a.joints = make([]exported, group.NumJoints())
	position, velocity := 0, 0
	for i := range a.joints {
		x := &a.joints[i]
		x.joint = group.WorldJoint(i)
		x.slot, x.position, x.velocity = world.Slot(x.joint), position, velocity
		position, velocity = position+x.slot.PositionLength, velocity+x.slot.VelocityLength
		name := world.Joint(x.joint).Name
		command, state := a.Ports(name)
		sizes := actors.Sizes{"joints": 1, "positions": x.slot.PositionLength, "velocities": x.slot.VelocityLength}
		s.Port(command, &x.command, actors.PortOptions{Doc: "command of joint " + name + ", from another world", Optional: true, Sizes: sizes})
		s.Port(state, &x.state, actors.PortOptions{Doc: "state of joint " + name + ", for other worlds", Sizes: sizes})
	}
	return nil
}

// Tick publishes the states, and passes the commands on.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if err != nil {
		s = nil
	}
	var failed error
	for i := range a.joints {
		if err := a.joints[i].publish(t, s); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return errors.Join(failed, a.pass(t))
}

// publish sends the state of a joint as it was measured, or withdraws it.
func (x *exported) publish(t *actors.Tick, s *messages.Snapshot) error {
	if s == nil || !s.Valid[x.joint] {
		return x.state.Withdraw(t)
	}
	v := x.state.Loan()
	copy(v.Position, s.Position[x.slot.Position:])
	copy(v.Velocity, s.Velocity[x.slot.Velocity:])
	v.Mode = s.Mode[x.joint]
	return x.state.SendAt(t, v, s.Time[x.joint])
}

// pass sends the valid commands to the gate. Without any, it withdraws the previous ones.
func (a *Actor) pass(t *actors.Tick) error {
	c, commanded := a.Command.Loan(), false
	for i := range a.joints {
		x := &a.joints[i]
		c.Control[i] = messages.ControlNone
		in, err := x.command.Fresh(t)
		if err != nil || len(in.Control) != 1 || len(in.Position) != x.slot.PositionLength ||
			len(in.Velocity) != x.slot.VelocityLength || len(in.Effort) != x.slot.VelocityLength {
			continue
		}
		commanded = true
		c.Control[i] = in.Control[0]
		copy(c.Position[x.position:], in.Position)
		copy(c.Velocity[x.velocity:], in.Velocity)
		copy(c.Effort[x.velocity:], in.Effort)
	}
	if !commanded {
		return a.Command.Withdraw(t)
	}
	return a.Command.Publish(t)
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }

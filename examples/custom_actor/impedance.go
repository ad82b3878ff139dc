package main

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Impedance moves the joints of a group to a goal as springs and dampers would that carry the arm's
// weight:
//
//	torque = stiffness (reference - q) - damping dq/dt + gravity(q)
//
// The reference goes from where the joints are to the goal with a bounded speed, so that the arm
// never jumps.
type Impedance struct {
	Group     string                               `option:"joint_group" doc:"joints to move" required:"true"`
	Stiffness messages.NewtonMetersPerRadian       `option:"stiffness" doc:"spring of each joint" min:"0"`
	Damping   messages.NewtonMeterSecondsPerRadian `option:"damping" doc:"damper of each joint" min:"0"`
	Speed     messages.RadiansPerSecond            `option:"speed" doc:"of the reference on its way to the goal" min:"0.01"`
	Goal      []float64                            `option:"goal" unit:"rad" doc:"one angle a joint" required:"true"`

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Model    actors.In[messages.Model]         `port:"model" doc:"effort of gravity"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"torques, N m"`

	reference []messages.Radians // where the springs are fixed now
	slots     []worlds.Slot      // places of the joints in the vectors of the world
	joints    []int              // index of each joint in the world
}

// Configure finds the joints of the group and gives the ports their sizes.
func (c *Impedance) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(c.Group)
	if err != nil {
		return err // names the existing groups
	}
	n := group.NumJoints()
	if n != group.NumVelocities() || n != len(c.Goal) {
		return fmt.Errorf("%s: goal has %d angles for the %d joints of group %q; expected one for each", s.Name(), len(c.Goal), n, c.Group)
	}
	for i := range n {
		c.joints = append(c.joints, group.WorldJoint(i))
		c.slots = append(c.slots, world.Slot(group.WorldJoint(i)))
	}
	c.reference = make([]messages.Radians, n)
	s.Size(&c.Snapshot, perception.Sizes(world))
	s.Size(&c.Model, actors.Sizes{"dynamics": world.NumVelocities()}) // refuses a model without dynamics
	s.Size(&c.Command, actors.Sizes{"joints": n, "positions": n, "velocities": n})
	return nil
}

// Tick commands the torques of one cycle. An input that is too old is an error, and the supervisor
// moves the arm to its safe mode.
func (c *Impedance) Tick(t *actors.Tick) error {
	s, err := c.Snapshot.Fresh(t)
	if err != nil {
		return err
	}
	m, err := c.Model.Fresh(t)
	if err != nil {
		return err
	}
	out := c.Command.Loan()
	for i, slot := range c.slots {
		q, dq := messages.Radians(s.Position[slot.Position]), messages.RadiansPerSecond(s.Velocity[slot.Velocity])
		if !s.Mode[c.joints[i]].Passes() {
			c.reference[i] = q // where the drive takes no commands, begin again from where the joint is
		}
		c.reference[i] = toward(c.reference[i], messages.Radians(c.Goal[i]), messages.Radians(float64(c.Speed)*t.Step.Seconds()))
		torque := c.Stiffness.Torque(c.reference[i]-q) - c.Damping.Torque(dq) + messages.NewtonMeters(m.Gravity[slot.Velocity])
		out.Control[i], out.Effort[i] = messages.ControlEffort, float64(torque)
	}
	return c.Command.Publish(t)
}

// toward returns from moved by at most step in the direction of to.
func toward(from, to, step messages.Radians) messages.Radians {
	return from + max(-step, min(step, to-from))
}

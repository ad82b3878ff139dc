package upkie

import (
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// tyre is the radius of a wheel, m.
const tyre = 0.06

// crude balances the robot by a state feedback from the lean of the torso and the way of the wheels
// to their torques. The legs hold their posture.
type crude struct {
	Group string `option:"joint_group" doc:"hip, knee and wheel of the left leg, and of the right one" required:"true"`

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Imu      actors.In[messages.Inertial]      `port:"imu" doc:"of the torso"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"torques of the wheels, positions of the others"`

	slots []worlds.Slot
}

// Configure finds the joints and gives the ports their sizes.
func (c *crude) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(c.Group)
	if err != nil {
		return err
	}
	for i := range group.NumJoints() {
		c.slots = append(c.slots, world.Slot(group.WorldJoint(i)))
	}
	s.Size(&c.Snapshot, perception.Sizes(world))
	s.Size(&c.Command, actors.Sizes{"joints": 6, "positions": 6, "velocities": 6})
	return nil
}

// Tick commands one cycle.
func (c *crude) Tick(t *actors.Tick) error {
	s, err := c.Snapshot.Fresh(t)
	if err != nil {
		return err
	}
	imu, err := c.Imu.Fresh(t)
	if err != nil {
		return err
	}
	q := imu.Orientation
	lean := math.Asin(2 * (q[1]*q[3] - q[0]*q[2])) // the unit's x axis points backward
	left, right := c.slots[2], c.slots[5]
	way := tyre / 2 * (s.Position[left.Position] - s.Position[right.Position])
	speed := tyre / 2 * (s.Velocity[left.Velocity] - s.Velocity[right.Velocity])
	force := 110*lean + 18*imu.AngularVelocity[1] + 6*way + 14*speed // N
	out := c.Command.Loan()
	for i := range c.slots {
		out.Control[i], out.Position[i], out.Velocity[i], out.Effort[i] = messages.ControlPosition|messages.ControlVelocity, 0, 0, 0
	}
	out.Control[2], out.Effort[2] = messages.ControlEffort, tyre/2*force
	out.Control[5], out.Effort[5] = messages.ControlEffort, -tyre/2*force
	return c.Command.Publish(t)
}

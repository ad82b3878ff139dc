package cascade

import (
	"errors"
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// What all drawn joints have in every degree of freedom.
const (
	speedLimit = 1.0 // rad/s or m/s
	accelLimit = 2.0 // rad/s^2 or m/s^2
	amplitude  = 0.4 // rad/s or m/s
	pace       = 2.0 // rad/s, of the commanded velocities
)

// wanted is the velocity that a source commands at an instant.
func wanted(now messages.Instant) float64 { return amplitude * math.Sin(pace*now.Seconds()) }

// source commands the velocities of its joint group.
type source struct {
	JointGroup string                            `option:"joint_group" doc:"joints to command" required:"true"`
	Command    actors.Out[messages.JointCommand] `port:"command"`
}

func (a *source) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return err
	}
	s.Size(&a.Command, actors.Sizes{"joints": group.NumJoints(), "positions": group.NumPositions(), "velocities": group.NumVelocities()})
	return nil
}

func (a *source) Tick(t *actors.Tick) error {
	c := a.Command.Loan()
	for i := range c.Control {
		c.Control[i] = messages.ControlVelocity
	}
	for i := range c.Velocity {
		c.Velocity[i] = wanted(t.Now)
	}
	return a.Command.Publish(t)
}

// ideal realises a joint of any type: it follows velocities within the acceleration limit.
type ideal struct {
	VirtualJoint string                            `option:"virtual_joint" doc:"joint that moves" required:"true"`
	Target       actors.In[messages.JointCommand]  `port:"target" optional:"true" max_age:"100ms"`
	State        actors.Out[messages.VirtualState] `port:"state"`

	shape    setpoint.Shape
	position []float64
	velocity []float64
}

func (a *ideal) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	joint, err := world.JointIndex(a.VirtualJoint)
	if err != nil {
		return err
	}
	slot := world.Slot(joint)
	for _, shape := range [...]setpoint.Shape{setpoint.Scalar, setpoint.Planar, setpoint.Floating} {
		if shape.Positions() == slot.PositionLength {
			a.shape = shape
		}
	}
	a.position, a.velocity = make([]float64, slot.PositionLength), make([]float64, slot.VelocityLength)
	if a.shape == setpoint.Floating {
		a.position[3] = 1
	}
	sizes := actors.Sizes{"joints": 1, "positions": slot.PositionLength, "velocities": slot.VelocityLength}
	s.Size(&a.Target, sizes)
	s.Size(&a.State, sizes)
	return nil
}

func (a *ideal) Tick(t *actors.Tick) error {
	target, err := a.Target.Fresh(t)
	if err != nil && !errors.Is(err, actors.ErrNoValue) && !errors.Is(err, actors.ErrNotLinked) {
		target = nil
	}
	for i := range a.velocity {
		goal := 0.0
		if err == nil && target != nil {
			goal = target.Velocity[i]
		}
		a.velocity[i] = setpoint.Slew(a.velocity[i], goal, accelLimit*t.Step.Seconds())
	}
	a.shape.Advance(a.position, a.velocity, t.Step.Seconds())
	v := a.State.Loan()
	copy(v.Position, a.position)
	copy(v.Velocity, a.velocity)
	v.Mode = messages.ModeRun
	return a.State.Publish(t)
}

package hardware

import (
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Actuator is a drive that is no part of a plant and moves one of its joints, as an emulated servo
// does. The goroutine that advances the plant calls Load, Sample, Place and Truth; the others may
// be called by any goroutine. None of them waits or allocates, except InjectFault and CheckFault.
type Actuator interface {
	// Load returns what the joint feels of the drive during the step that begins now.
	Load(now messages.Instant, step time.Duration) ActuatorLoad
	// Sample takes the true position and velocity of the joint at the end of a step.
	Sample(position, velocity float64)
	// Place takes them after the joint was put somewhere else.
	Place(position, velocity float64)

	// Model returns the constants of the drive, and Truth fills in its true state now.
	Model() DriveModel
	Truth(*Truth)

	// CheckFault returns an error unless the drive can have the fault. InjectFault has it from now
	// on, and returns a function that ends it, nil for a fault without an end.
	CheckFault(f actors.Fault) error
	InjectFault(f actors.Fault, now messages.Instant, draw *rand.Rand) (end func(), err error)
}

// ActuatorLoad is what a joint feels of its drive during one step.
type ActuatorLoad struct {
	// Effort is that of the motor at the joint, N m or N.
	Effort float64
	// Friction is the largest dry friction at the joint, N m or N.
	Friction float64
}

// ActuatedPlant is implemented by handles of plants whose joints actuators may move.
type ActuatedPlant interface {
	// Attach lets an actuator move a joint. It is called while the application is built. The error
	// lists the joints that the plant leaves to actuators.
	Attach(joint string, make func(ActuatedJoint) Actuator) error
}

// ActuatedJoint is a joint of a plant, for the actuator that moves it. The actuator has the dry
// friction of the joint.
type ActuatedJoint struct {
	worlds.Joint
	// Position is that at the start, rad or m.
	Position float64
}

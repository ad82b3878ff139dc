package gate

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
)

// Config says what a gate guards.
type Config struct {
	World *worlds.World
	// Joints has one entry a joint of the world, in its order.
	Joints []JointConfig
	// Buses has the drives of each bus, by joint of the world.
	Buses []BusConfig
	// Claims has one entry a controller.
	Claims []Claim
	// Period of the cycle.
	Period time.Duration
}

// JointConfig is what the gate must know of a joint beside its description.
type JointConfig struct{ Rules }

// BusConfig is one bus.
type BusConfig struct {
	// Actor is the whole path of the bus's actor, whose life the gate follows.
	Actor string
	// Port names the output to the bus, and StatePort the input from it.
	Port, StatePort string
	// Joints has the joint of each drive, in the order of the drives. What fails one of them stops all.
	Joints []int
}

// Claim is what one controller may command.
type Claim struct {
	// Controller is the whole path of its actor; Port is the gate's input for it.
	Controller, Port string
	Group            *worlds.JointGroup
	// MaxAge bounds the age of a command in use.
	MaxAge time.Duration
}

// Margin is the relative excess over a limit that counts as rounding, and is cut off.
const Margin = 1e-6

// Refusals is the number of refused commands within RefusalWindow that fail a claim.
const Refusals = 3

// RefusalWindow is the time within which refusals add up.
const RefusalWindow = time.Second

// Confirmation is how long a drive may take to obey its arming.
const Confirmation = 500 * time.Millisecond

func (c *Config) check() error {
	var errs []error
	if len(c.Joints) != c.World.NumJoints() {
		errs = append(errs, fmt.Errorf("gate of %s: %d joint configurations for %d joints", c.World.Name(), len(c.Joints), c.World.NumJoints()))
	}
	if c.Period <= 0 {
		errs = append(errs, fmt.Errorf("gate of %s: period %v must be positive", c.World.Name(), c.Period))
	}
	writer := map[int]string{}
	for _, claim := range c.Claims {
		if claim.MaxAge <= 0 {
			errs = append(errs, fmt.Errorf("gate of %s: the commands of %s need a positive maximum age", c.World.Name(), claim.Controller))
		}
		for i := range claim.Group.NumJoints() {
			j := claim.Group.WorldJoint(i)
			if other, taken := writer[j]; taken {
				errs = append(errs, fmt.Errorf("gate of %s: joint %s is commanded by both %s and %s; every joint has one writer", c.World.Name(), c.World.Joint(j).Name, other, claim.Controller))
			}
			writer[j] = claim.Controller
		}
	}
	return errors.Join(append(errs, c.checkBuses()...)...)
}

func (c *Config) checkBuses() (errs []error) {
	driven := map[int]string{}
	for _, b := range c.Buses {
		for _, j := range b.Joints {
			if other, taken := driven[j]; taken {
				errs = append(errs, fmt.Errorf("gate of %s: joint %s is driven by both %s and %s", c.World.Name(), c.World.Joint(j).Name, other, b.Actor))
			}
			driven[j] = b.Actor
			if c.World.Slot(j).VelocityLength != 1 {
				errs = append(errs, fmt.Errorf("gate of %s: joint %s has %d degrees of freedom; a drive moves a joint of one", c.World.Name(), c.World.Joint(j).Name, c.World.Slot(j).VelocityLength))
			}
		}
	}
	return errs
}

// Refusal says why a command was not accepted.
type Refusal struct {
	Controller string
	Joint      string
	Problem    string
}

// Error names the controller, the joint and the values.
func (r *Refusal) Error() string {
	if r.Joint == "" {
		return fmt.Sprintf("command of %s refused: %s", r.Controller, r.Problem)
	}
	return fmt.Sprintf("command of %s refused: joint %s: %s", r.Controller, r.Joint, r.Problem)
}

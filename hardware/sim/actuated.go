package sim

import (
	"fmt"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

var _ hardware.ActuatedPlant = (*Plant)(nil)

// actuatedJoint is a joint that an actuator outside of the plant moves, with its places in the
// vectors of the mechanism.
type actuatedJoint struct {
	name               string
	position, velocity int
	friction           float64           // N m or N, while it has no actuator
	actuator           hardware.Actuator // nil where no bus has attached one
}

// actuated lists the joints of the option, none of which a servo drives.
func (o *PlantOptions) actuated(c *optioncheck.Errors, world *worlds.World, driven []physics.Driven) (all []physics.Driven) {
	taken := make(map[string]bool)
	for i := range driven {
		taken[driven[i].Joint] = true
	}
	for i, joint := range o.Actuated {
		checkDriven(c, fmt.Sprintf("actuated[%d]", i), world, joint, taken[joint])
		taken[joint] = true
		all = append(all, physics.Driven{Joint: joint})
	}
	return all
}

func (p *Plant) addActuated(joint string, d physics.DrivenJoint) {
	index, _ := p.mechanism.World().JointIndex(joint) // checked by actuated
	p.actuated = append(p.actuated, actuatedJoint{name: joint, position: d.Position, velocity: d.Velocity,
		friction: p.mechanism.World().Joint(index).Friction})
}

// Attach implements hardware.ActuatedPlant.
func (p *Plant) Attach(joint string, make func(hardware.ActuatedJoint) hardware.Actuator) error {
	var known []string
	for i := range p.actuated {
		a := &p.actuated[i]
		if known = append(known, a.name); a.name != joint {
			continue
		}
		if a.actuator != nil {
			return fmt.Errorf("plant of world %q: another actuator moves joint %q; expected one for each joint", p.mechanism.World().Name(), joint)
		}
		index, err := p.mechanism.World().JointIndex(joint)
		if err != nil {
			return err
		}
		a.actuator = make(hardware.ActuatedJoint{Joint: p.mechanism.World().Joint(index), Position: p.mechanism.Position()[a.position]})
		a.actuator.Place(p.mechanism.Position()[a.position], p.mechanism.Velocity()[a.velocity])
		return nil
	}
	return &messages.OptionError{Joint: joint, Err: fmt.Errorf("the plant of world %q leaves no joint %q to drives outside of it", p.mechanism.World().Name(), joint),
		Unknown: joint, Known: known, Expected: "a joint of the plant's option actuated"}
}

// actuator returns the actuator of a joint, nil without one.
func (p *Plant) actuator(joint string) hardware.Actuator {
	for i := range p.actuated {
		if p.actuated[i].name == joint {
			return p.actuated[i].actuator
		}
	}
	return nil
}

// loadActuated fills in the loads of the actuators for the next step.
func (p *Plant) loadActuated(now messages.Instant) {
	for i := range p.actuated {
		a, load := &p.actuated[i], &p.loads[len(p.servos)+i]
		if a.actuator == nil {
			load.Friction = a.friction
			continue
		}
		l := a.actuator.Load(now, p.mechanism.StepLength())
		load.Effort, load.Friction = l.Effort, l.Friction
	}
}

// sampleActuated lets the actuators read their joints at the end of a step.
func (p *Plant) sampleActuated() {
	position, velocity := p.mechanism.Position(), p.mechanism.Velocity()
	for i := range p.actuated {
		if a := &p.actuated[i]; a.actuator != nil {
			a.actuator.Sample(position[a.position], velocity[a.velocity])
		}
	}
}

// placeActuated lets the actuators know where their joints were put.
func (p *Plant) placeActuated() {
	position, velocity := p.mechanism.Position(), p.mechanism.Velocity()
	for i := range p.actuated {
		if a := &p.actuated[i]; a.actuator != nil {
			a.actuator.Place(position[a.position], velocity[a.velocity])
		}
	}
}

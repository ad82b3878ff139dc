package physics

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
)

// weighed is the number of positions at which the robot is weighed beside the start. A joint that
// rolls an arm carries nothing while the arm is straight.
const weighed = 64

// weights are the most that gravity does to each joint, with what mimics it, at the start and at
// positions drawn within the limits. N m or N. What a plant weighs does not depend on its seed.
func (p *Mechanism) weights() ([]float64, error) {
	n := p.model.NV()
	position, gravity, most := slices.Clone(p.position), make([]float64, n), make([]float64, n)
	random := rand.New(rand.NewPCG(1, 2))
	for range 1 + weighed {
		if err := errors.Join(p.workspace.SetPosition(position), p.workspace.GravityForces(gravity)); err != nil {
			return nil, fmt.Errorf("plant of world %q: weigh the robot at %g: %w", p.world.Name(), position, err)
		}
		pull := make([]float64, n)
		for i, g := range gravity {
			leader, multiplier := p.mimics.Column(i)
			pull[leader] += multiplier * g
		}
		for i := range most {
			most[i] = max(most[i], math.Abs(pull[i]))
		}
		if err := p.draw(position, random); err != nil {
			return nil, err
		}
	}
	return most, nil
}

// draw fills a position within the limits of the joints.
func (p *Mechanism) draw(position []float64, random *rand.Rand) error {
	if err := p.model.RandomPosition(position, random.Float64); err != nil {
		return fmt.Errorf("plant of world %q: draw a position: %w", p.world.Name(), err)
	}
	for i := range p.world.NumJoints() {
		joint, slot := p.world.Joint(i), p.world.Slot(i)
		if limit := joint.Limits; joint.Type == worlds.Revolute || joint.Type == worlds.Prismatic {
			position[slot.Position] = limit[0].Lower + random.Float64()*(limit[0].Upper-limit[0].Lower)
		}
	}
	p.mimics.Positions(position)
	return nil
}

package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/worlds"
)

// ringRemarks tell of drives whose loops are not steady everywhere. A drive is built for what its joint moves at the start; where
// axes come to lie in one plane, as those of a wrist do, a joint moves far less while the others yield.
func (o *PlantOptions) ringRemarks(robot *worlds.World) []string {
	handle, _, err := o.MakePlant(hardware.PlantContext{World: robot})
	if err != nil {
		return nil // which is told elsewhere
	}
	return handle.(*Plant).ringing()
}

// ringing names the drives whose loops ring at positions drawn within the limits, all other joints free.
func (p *Plant) ringing() (all []string) {
	least, ok := p.leastInertias()
	if !ok {
		return nil
	}
	for _, s := range p.servos {
		inertia := least[s.velocityAt]
		if s.bears(s.stiffness/gainMargin, s.damping/gainMargin, inertia) {
			continue
		}
		unit := "kg m^2"
		if i, err := p.world.JointIndex(s.info.Joint); err == nil && p.world.Joint(i).Type == worlds.Prismatic {
			unit = "kg"
		}
		all = append(all, fmt.Sprintf("the drive of joint %q may ring until it is too fast: its loop, made for the start, does not bear the least that the joint moves within the limits, "+
			"%.2g %s while others yield; expected the rotor_inertia and gear_ratio of the real drive, or a lower bandwidth",
			s.info.Joint, inertia, unit))
	}
	return all
}

// leastInertias are what joints move at least at positions drawn within their limits, while all others are free. The plant is used
// up by it.
func (p *Plant) leastInertias() (least []float64, ok bool) {
	n := p.model.NV()
	mass, inverse := make([]float64, n*n), make([]float64, n*n)
	random := rand.New(rand.NewPCG(1, 2))
	p.position = slices.Clone(p.position)
	for range weighed {
		if p.draw(p.position, random) != nil || p.inertiasAtStart(mass, inverse) != nil {
			return nil, false
		}
		for i := range n {
			if inertia := 1 / inverse[i*n+i]; len(least) == i {
				least = append(least, inertia)
			} else {
				least[i] = min(least[i], inertia)
			}
		}
	}
	return least, true
}

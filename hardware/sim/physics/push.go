package physics

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// push holds the external forces on the robot, except those of the ground.
type push struct {
	efforts  []float64          // a velocity; N m or N
	wrenches []rigidbody.Wrench // a body
	turning  bool               // some effort may not be zero
	any      bool               // some wrench is not zero
	timed    []timedPush
	together []rigidbody.Wrench // scratch: wrenches and timed pushes
	felt     []float64          // scratch: the wrenches as efforts
}

// PushJoints makes efforts act on the joints from outside, as a hand that turns them, in the layout
// of the world's velocities, N m or N, until they are replaced. nil takes them away.
func (p *Mechanism) PushJoints(efforts []float64) error {
	if efforts == nil {
		clear(p.push.efforts)
		p.push.turning = false
		return nil
	}
	if len(efforts) != len(p.push.efforts) || !allFinite(efforts...) {
		return fmt.Errorf("plant of world %q: efforts %v push its joints; expected %d finite numbers", p.world.Name(), efforts, len(p.push.efforts))
	}
	copy(p.push.efforts, efforts)
	p.push.turning = true
	return nil
}

// PushBody makes a force and a moment act on a body from outside, at the origin of its frame and in
// world axes, N and N m, until they are replaced.
func (p *Mechanism) PushBody(body int, w rigidbody.Wrench) error {
	if body < 0 || body >= len(p.push.wrenches) {
		return fmt.Errorf("plant of world %q: no body %d to push; expected 0 to %d, see Body", p.world.Name(), body, len(p.push.wrenches)-1)
	}
	if !allFinite(w.Force[:]...) || !allFinite(w.Moment[:]...) {
		return fmt.Errorf("plant of world %q: %+v pushes body %d; expected finite numbers", p.world.Name(), w, body)
	}
	p.push.wrenches[body] = w
	p.push.any = false
	for _, x := range p.push.wrenches {
		p.push.any = p.push.any || x != rigidbody.Wrench{}
	}
	return nil
}

// addPushes adds the pushes to the impulse of the step; the workspace is set to its middle.
func (p *Mechanism) addPushes() error {
	impulse := p.solver.impulse
	if p.push.turning {
		for i, x := range p.push.efforts {
			impulse[i] += p.dt * x
		}
	}
	wrenches := p.wrenches()
	if wrenches == nil {
		return nil
	}
	if err := p.workspace.ExternalForces(p.push.felt, wrenches); err != nil {
		return err
	}
	for i, x := range p.push.felt {
		impulse[i] += p.dt * x
	}
	return nil
}

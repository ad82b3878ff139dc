package physics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// truth computes what is true beyond the plant's own vectors, on a workspace of its own and only
// when asked.
type truth struct {
	workspace    *rigidbody.Workspace
	acceleration []float64 // scratch
	stale        bool
}

// trueState returns the workspace, set to the plant's present state.
func (p *Mechanism) trueState() *rigidbody.Workspace {
	if p.truth.stale {
		// Position and velocity have the lengths of their model.
		_ = p.truth.workspace.SetState(p.position, p.velocity)
		p.truth.stale = false
	}
	return p.truth.workspace
}

// CopyState writes the true position and velocity, in the layout of the world.
func (p *Mechanism) CopyState(position, velocity []float64) error {
	if len(position) != len(p.position) || len(velocity) != len(p.velocity) {
		return fmt.Errorf("plant of world %q: position and velocity of lengths %d and %d; expected %d and %d", p.world.Name(),
			len(position), len(velocity), len(p.position), len(p.velocity))
	}
	copy(position, p.position)
	copy(velocity, p.velocity)
	return nil
}

// SetState puts the robot somewhere, in the layout of the world. It is for tests; what the drives
// read jumps accordingly. Mimic joints that are not where their leaders put them, or do not move
// with them, are an error.
func (p *Mechanism) SetState(position, velocity []float64) error {
	if err := p.mimics.check(position, velocity); err != nil {
		return fmt.Errorf("plant of world %q: %w", p.world.Name(), err)
	}
	return p.Place(position, velocity)
}

// Place puts the robot somewhere, in the layout of the world, as if it began there: what it held or
// touched before has no effect. Mimic joints go where their leaders put them.
func (p *Mechanism) Place(position, velocity []float64) error {
	if err := p.model.Check(position, velocity); err != nil {
		return fmt.Errorf("plant of world %q: %w", p.world.Name(), err)
	}
	copy(p.position, position)
	copy(p.velocity, velocity)
	p.mimics.Positions(p.position)
	p.mimics.Velocities(p.velocity)
	clear(p.acceleration)
	clear(p.felt)
	p.owes = false
	p.standstill.known, p.standstill.slow = false, 0
	p.truth.stale = true
	p.forget()
	return nil
}

// forget takes back what contacts, stops, grasps, latches and dry friction did in the last step: a
// step begins its search there.
func (p *Mechanism) forget() {
	for i := range p.contacts.pairs {
		p.contacts.pairs[i].forget()
		p.contacts.pairs[i].near = false
		p.contacts.pairs[i].roll.forget()
	}
	for i := range p.stops {
		p.stops[i].forget()
	}
	for i := range p.grasps {
		p.grasps[i].forget()
		p.grasps[i].closed = false
	}
	for i := range p.latches {
		p.latches[i].forget()
		p.latches[i].holds = false
	}
	clear(p.solver.stick)
	clear(p.solver.force)
}

func (c *constraint) forget() {
	c.speed, c.impulse, c.bound, c.region = [6]float64{}, [6]float64{}, 0, contact.Apart
	c.heading, c.bend, c.dual = [2]float64{}, 0, 0
}

// Body finds a body of the world, for Pose and Twist. The error lists the bodies.
func (p *Mechanism) Body(name string) (int, error) { return p.world.BodyIndex(name) }

// Pose is the true pose of a body in the world frame. A body that is not there gives NaN.
func (p *Mechanism) Pose(body int) messages.Pose {
	pose := p.trueState().Pose(body)
	return messages.Pose{Position: pose.P, Orientation: pose.R.Quat().Array()}
}

// Twist is the true velocity of a body's origin, in world axes, m/s and rad/s. A body that is not
// there gives NaN.
func (p *Mechanism) Twist(body int) messages.Twist {
	m := p.trueState().Velocity(body, rigidbody.LocalWorldAligned)
	return messages.Twist{Linear: m.Linear, Angular: m.Angular}
}

// Energy is the true kinetic and potential energy, J, rotors and springs included.
func (p *Mechanism) Energy() (kinetic, potential float64) {
	w := p.trueState()
	potential = w.PotentialEnergy()
	for i := range p.springs {
		potential += p.springs[i].energy(p.position)
	}
	return w.KineticEnergy(), potential
}

// Wheel is the true state of a wheel.
type Wheel struct {
	Joint string
	// Slip is the velocity with which the ground's hold is broken, m/s, root of the sum of squares
	// over its directions.
	Slip float64
	// Force is what the ground gave in the last step in the directions in which it holds, N.
	Force [2]float64
	// Load is how much of the weight of its base, and of what that carries, rests on it, N.
	Load float64
}

// Wheels appends the true state of the wheels, in the order of their options, and returns the
// extended slice.
func (p *Mechanism) Wheels(to []Wheel) []Wheel {
	for i := range p.wheels {
		w := &p.wheels[i]
		out := Wheel{Joint: w.joint, Load: w.load}
		square := 0.0
		for r := range w.rows {
			row := &p.solver.rows[w.firstRow+r]
			speed := row.along(p.velocity)
			square += speed * speed
			out.Force[r] = p.solver.force[w.firstRow+r] / p.dt
		}
		out.Slip = math.Sqrt(square)
		to = append(to, out)
	}
	return to
}

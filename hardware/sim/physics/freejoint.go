package physics

import (
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// freeJoint is a joint whose body may move any way and turn beside: a floating one, or a planar one
// without wheels. Its velocity is kept in the body's own axes, which turn. What that turning makes
// of the velocity is no force, and is not integrated as one: a step takes the axes of its middle,
// which are at rest for it. So a body on which nothing acts moves straight on, however fast it
// spins.
type freeJoint struct {
	position, velocity int // the joint's places in the vectors
	planar             bool
	at                 spatial.Vec // scratch: where the body comes to
}

// findFreeJoints lists the free of a plant, whose wheels are known.
func (p *Mechanism) findFreeJoints() {
	rolls := make(map[int]bool)
	for _, w := range p.wheels {
		rolls[w.base] = true
	}
	for i := range p.world.NumJoints() {
		slot := p.world.Slot(i)
		if slot.Type == worlds.Floating || slot.Type == worlds.Planar && !rolls[slot.Velocity] {
			p.free = append(p.free, freeJoint{position: slot.Position, velocity: slot.Velocity, planar: slot.Type == worlds.Planar})
		}
	}
	if len(p.free) > 0 {
		p.turning = make([]float64, p.model.NV())
	}
}

// part is the linear part of a vector of velocity.
func (g *freeJoint) part(v []float64) []float64 {
	if g.planar {
		return v[g.velocity:][:2]
	}
	return v[g.velocity:][:3]
}

// linear is that part as a vector in the body's axes, spin the angular velocity.
func (g *freeJoint) linear(v []float64) spatial.Vec {
	part := g.part(v)
	if g.planar {
		return spatial.Vec{X: part[0], Y: part[1]}
	}
	return spatial.VecAt(part)
}

// putLinear writes the linear part of a velocity into a vector.
func (g *freeJoint) putLinear(dst []float64, v spatial.Vec) {
	x := v.Array()
	copy(g.part(dst), x[:])
}

// place is the position of the body, m; a planar one has no z.
func (g *freeJoint) place(position []float64) spatial.Vec {
	at := position[g.position:]
	if g.planar {
		return spatial.Vec{X: at[0], Y: at[1]}
	}
	return spatial.VecAt(at)
}

func (g *freeJoint) spin(v []float64) spatial.Vec {
	if g.planar {
		return spatial.Vec{Z: v[g.velocity+2]}
	}
	return spatial.VecAt(v[g.velocity+3:])
}

// way is how far the body comes in a time, in the axes of the joint's frame.
func (g *freeJoint) way(position, velocity []float64, dt float64) spatial.Vec {
	turned := spatial.Exp(spatial.Vec{Z: position[g.position+2]})
	if !g.planar {
		turned = spatial.QuatAt(position[g.position+3:]).Unit()
	}
	return turned.Rotate(g.linear(velocity)).Scale(dt)
}

// turnAxes brings the velocities of free from the axes of one instant to those of another, the
// step's half away from it, by the spin of the end of the step that is near.
func (p *Mechanism) turnAxes() {
	for i := range p.free {
		g := &p.free[i]
		turned := spatial.Exp(g.spin(p.velocity).Scale(-p.dt / 2))
		g.putLinear(p.velocity, turned.Rotate(g.linear(p.velocity)))
	}
}

// moveToMiddle and moveToEnd take the positions along with the velocities of the begin and of the
// end of the step. Gliders move straight on.
func (p *Mechanism) moveToMiddle() error { return p.glide(true) }
func (p *Mechanism) moveToEnd() error    { return p.glide(false) }

func (p *Mechanism) glide(begins bool) error {
	half := p.dt / 2
	for i := range p.free {
		g := &p.free[i]
		g.at = g.place(p.position)
		if begins {
			g.at = g.at.Add(g.way(p.position, p.velocity, half))
		}
	}
	if err := p.move(half); err != nil {
		return err
	}
	for i := range p.free {
		g := &p.free[i]
		if !begins {
			g.at = g.at.Add(g.way(p.position, p.velocity, half))
		}
		at := g.at.Array()
		copy(p.position[g.position:][:len(g.part(p.velocity))], at[:])
	}
	return nil
}

// findTurning fills the accelerations, in the body's axes, that vanish in axes at rest.
func (p *Mechanism) findTurning() {
	for i := range p.free {
		g := &p.free[i]
		g.putLinear(p.turning, g.linear(p.middle).Cross(g.spin(p.middle)))
	}
}

// forces fills the generalised forces of gravity and velocities in the middle of the step, in axes
// that are at rest.
func (p *Mechanism) forces(h []float64) {
	if p.free == nil {
		_ = p.workspace.Bias(h) // its length is right
		return
	}
	_ = p.workspace.InverseDynamics(h, p.turning, nil)
}

// driftOf is the acceleration of a body's origin in the middle of the step where no velocity
// changes in axes at rest.
func (p *Mechanism) driftOf(body int) rigidbody.Motion {
	if p.free == nil {
		return p.workspace.Drift(body, rigidbody.LocalWorldAligned)
	}
	return p.workspace.ClassicalAcceleration(body, rigidbody.LocalWorldAligned)
}

// bodyAcceleration fills the acceleration of the last step as the change of the velocities in the
// bodies' axes, at its end.
func (p *Mechanism) bodyAcceleration(a []float64) {
	copy(a, p.felt)
	for i := range p.free {
		g := &p.free[i]
		w := g.spin(p.velocity)
		turned := spatial.Exp(w.Scale(-p.dt / 2))
		g.putLinear(a, turned.Rotate(g.linear(p.felt)).Add(g.linear(p.velocity).Cross(w)))
	}
}

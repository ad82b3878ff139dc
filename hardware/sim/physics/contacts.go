package physics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	// reach is how near a surface a point may act in a step, m, beside what it moves in two steps.
	reach = 0.002
	// leaveTime is the time in which a point that is too deep leaves its surface, s, and leaveSpeed
	// how fast at most, m/s. The speed falls by no more than leaveSpeed/leaveTime, half of
	// gravity's acceleration: weight keeps what leaves on the surface, so that it does not hop.
	leaveTime, leaveSpeed = 0.02, 0.1
	// bounceSpeed is the least speed of approach with which anything bounces, m/s: that of a fall
	// of some steps.
	bounceSpeed = 0.05
	// impact is the change of velocity in a contact that counts as an impact, m/s.
	impact = 0.05
)

// carrier is a body that carries points or surfaces, with what a step needs of it.
type carrier struct {
	body     int
	way      []int32             // the velocities on the way from the root to it, ascending
	columns  []int32             // the velocities that move it, ascending: leaders in place of their followers
	mimics   rigidbody.Followers // the followers on the way
	pose     spatial.Pose
	motion   rigidbody.Motion // of its origin, in world axes
	drift    rigidbody.Motion // its acceleration where no velocity changes
	jacobian []float64        // 6 x nv, of its origin, in world axes
	fresh    bool             // the Jacobian is of this step
}

// pair is a point and a surface that it may touch. The constraint's rows are the velocity of the
// point against the surface along the normal and two tangents.
type pair struct {
	constraint
	set, carrier, surface int
	centre                contact.Vec      // of the sphere, in the body's frame, m
	ball                  *geometry.Sphere // nil for a contact of a patch, whose place the patch finds
	onPoint, onSurface    []int32          // where the columns of either carrier stand among those of the constraint
	restitution           float64

	gap                   float64 // m, in the middle of the step; negative inside
	curve                 float64 // m/s^2, acceleration of the gap where no velocity changes
	near                  bool    // it may act in this step
	point                 spatial.Vec
	normal, first, second spatial.Vec
	approach              float64 // m/s, normal velocity at the begin of the step
	bounce                bounce  // of the step
	roll                  *rollingFriction
}

// newPair resolves a pair. The plant is at its start.
func (p *Mechanism) newPair(set, on, s int, centre [3]float64, ball *geometry.Sphere, o *ContactOptions) pair {
	surface := &p.contacts.surfaces[s]
	x := pair{set: set, carrier: on, surface: s, centre: centre, ball: ball, restitution: surface.restitution}
	x.law, x.dims, x.cone.Friction = coneLaw, 3, optioncheck.Or(o.Friction, surface.friction)
	mine, theirs := p.contacts.carriers[on].columns, []int32(nil)
	if surface.carrier >= 0 {
		theirs = p.contacts.carriers[surface.carrier].columns
	}
	x.columns = union(mine, theirs)
	x.onPoint, x.onSurface = places(mine, x.columns), places(theirs, x.columns)
	x.rows = make([]float64, 3*len(x.columns))
	x.roll = newRollingFriction(o.RollingFriction, x.columns)
	return x
}

// places finds the entries of a list in another one that has them all.
func places(of, in []int32) []int32 {
	at := make([]int32, 0, len(of))
	for i, column := range in {
		if len(at) < len(of) && of[len(at)] == column {
			at = append(at, int32(i))
		}
	}
	return at
}

// settle fills the compliances, which need the inertias at the start, and reports points that begin
// too deep.
func (c *contacts) settle(errs *optioncheck.Errors, p *Mechanism, inverse []float64) {
	c.gather(p)
	for i := range c.carriers {
		c.carriers[i].refresh(p.workspace)
	}
	for i := range c.pairs {
		x := &c.pairs[i]
		x.aimAt(c)
		k, ease := len(x.columns), 0.0
		for d := range 3 {
			ease += felt(x.rows[d*k:d*k+k], x.columns, inverse, p.model.NV())
		}
		x.compliance[0] = bearing(ease/3, p.model.Mass()) / stiffness
		x.roll.settle(inverse, p.model.NV())
		if x.gap < -deepest {
			c.reportDeep(errs, p, x)
		}
	}
}

// reportDeep adds the error of a contact that begins too deep.
func (c *contacts) reportDeep(errs *optioncheck.Errors, p *Mechanism, x *pair) {
	set, what, option := &c.sets[x.set], "a shape", ".shapes"
	if x.ball != nil {
		what, option = fmt.Sprintf("the point (%.4g, %.4g, %.4g)", x.centre[0], x.centre[1], x.centre[2]), ".points"
	}
	errs.Add(set.path+option, fmt.Sprintf("at most %g m: raise the start of the joint that carries it", deepest),
		"at the start %s of body %q lies %.3g m deep in surface %q", what, p.world.BodyNames()[set.body], -x.gap, c.surfaces[x.surface].name)
}

// bearing returns the inverse inertia, 1/kg, from which the compliance of a contact is computed.
// met is the inverse inertia at the contact point at the start, mass the mass of all bodies, kg.
// A light body, such as a foot, may carry everything else. A contact of a body lighter than 1/100
// of mass is therefore as stiff as that of a body of mass/100, but at most 100 times stiffer than
// its own inertia requires: more would show rounding errors in the motion of light bodies. A
// point that nothing can move at the start may become movable later.
func bearing(met, mass float64) float64 {
	const light, firmer, firmest = 100, 100, 1000
	if mass > 0 {
		return max(min(met, max(light/mass, met/firmer)), 1/(firmest*mass))
	}
	if met == 0 {
		return 1
	}
	return met
}

// gather finds what may touch in the step whose middle the plant's workspace is set to.
func (c *contacts) gather(p *Mechanism) {
	w := p.workspace
	for i := range c.carriers {
		x := &c.carriers[i]
		x.pose, x.motion, x.drift = w.Pose(x.body), w.Velocity(x.body, rigidbody.LocalWorldAligned), p.driftOf(x.body)
		x.fresh = false
	}
	for i := range c.surfaces {
		s := &c.surfaces[i]
		s.pose = s.inBody
		if s.carrier >= 0 {
			s.pose = c.carriers[s.carrier].pose.Times(&s.inBody)
		}
		s.placed.Pose = s.pose
	}
	for i := range c.patches {
		c.patches[i].measure(c, p.dt)
	}
	for i := range c.pairs {
		x := &c.pairs[i]
		if x.ball != nil {
			x.measure(c, p.dt)
		}
		if x.near {
			for _, body := range [2]int{x.carrier, c.surfaces[x.surface].carrier} {
				if body >= 0 && !c.carriers[body].fresh {
					c.carriers[body].refresh(w)
				}
			}
			x.aimAt(c)
			x.near = x.moves()
		}
	}
}

// refresh brings the Jacobian to this step.
func (x *carrier) refresh(w *rigidbody.Workspace) {
	_ = w.Jacobian(x.jacobian, x.body, rigidbody.LocalWorldAligned) // size and body are right
	x.mimics.Jacobian(x.jacobian, len(x.jacobian)/6)
	x.fresh = true
}

// measure finds the gap of a pair, and whether it may close within the step.
func (x *pair) measure(c *contacts, dt float64) {
	on, s := &c.carriers[x.carrier], &c.surfaces[x.surface]
	centre := on.pose.Apply(spatial.VecOf(x.centre))
	inSurface := s.pose.ApplyInverse(centre).Array()
	near := s.of.Gap(x.ball, inSurface)
	velocity, acceleration := on.motionAt(centre)
	if s.carrier >= 0 {
		under := &c.carriers[s.carrier]
		v, a := under.motionAt(centre)
		velocity = velocity.Sub(v)
		coriolis := spatial.VecOf(under.motion.Angular).Cross(velocity)
		acceleration = acceleration.Sub(a).Sub(coriolis.Add(coriolis))
	}
	if x.near = near.Gap < reach+2*dt*velocity.Norm(); x.near {
		way := s.pose.R.ApplyInverse(velocity).Scale(dt)
		near = s.of.Ahead(x.ball, inSurface, way.Array())
	}
	x.gap = near.Gap
	x.normal = s.pose.R.Apply(spatial.VecOf(near.Normal))
	x.curve = x.normal.Dot(acceleration)
	x.point = centre.AddScaled(-x.ball.Radius(), x.normal)
}

// aimAt fills the rows of a pair.
func (x *pair) aimAt(c *contacts) {
	first, second := contact.Tangents(x.normal.Array())
	x.first, x.second = spatial.VecOf(first), spatial.VecOf(second)
	clear(x.rows)
	x.roll.clear()
	x.addRows(&c.carriers[x.carrier], x.onPoint, 1)
	if s := c.surfaces[x.surface].carrier; s >= 0 {
		x.addRows(&c.carriers[s], x.onSurface, -1)
	}
}

// moves reports whether some velocity moves the point against the surface. One on the axis of the
// only joint beneath it stays where it is.
func (x *pair) moves() bool {
	for _, lever := range x.rows {
		if math.Abs(lever) > 1e-12 {
			return true
		}
	}
	return false
}

func (x *pair) addRows(on *carrier, places []int32, sign float64) {
	k, n := len(x.columns), len(on.jacobian)/6
	arm := x.point.Sub(spatial.VecOf(on.pose.P))
	for i, column := range on.columns {
		j := on.jacobian[column:]
		w := spatial.Vec{X: j[3*n], Y: j[4*n], Z: j[5*n]}
		v := spatial.Vec{X: j[0], Y: j[n], Z: j[2*n]}.Add(w.Cross(arm))
		at := int(places[i])
		x.rows[at] += sign * x.normal.Dot(v)
		x.rows[k+at] += sign * x.first.Dot(v)
		x.rows[2*k+at] += sign * x.second.Dot(v)
		x.roll.add(at, sign*x.first.Dot(w), sign*x.second.Dot(w))
	}
}

// act hands the pairs that may act to the solver, with the velocity that keeps each from entering
// its surface, and reports whether one bounces.
func (c *contacts) act(p *Mechanism) (bounces bool) {
	for i := range c.pairs {
		x := &c.pairs[i]
		if !x.near {
			x.impulse, x.region, x.bound = [6]float64{}, contact.Apart, 0
			x.roll.forget()
			continue
		}
		x.roll.act(p.solver, x.impulse[0])
		x.along(p.velocity, &x.speed)
		x.approach = x.speed[0]
		x.target[0] = leaving(x.gap, p.dt)
		x.target[0] -= p.dt / 2 * x.curve // the gap at the next middle is of second order exact
		x.bounce = bounce{least: x.target[0]}
		if x.restitution > 0 && x.approach < -bounceSpeed && x.gap+p.dt*x.approach < 0 {
			x.bounce.speed = -x.restitution * x.approach
			x.target[0] = max(x.target[0], x.bounce.speed)
			bounces = true
		}
		p.solver.constraints = append(p.solver.constraints, &x.constraint)
	}
	return bounces
}

// struck reports whether some contact of the last step was an impact: a change of its velocity
// beyond that of a body which turns as it rolls.
func (c *contacts) struck(dt float64) bool {
	for i := range c.pairs {
		x := &c.pairs[i]
		if x.near && x.region != contact.Apart && math.Abs(x.speed[0]-x.approach+dt*x.curve) > impact {
			return true
		}
	}
	return false
}

// motionAt is the velocity of the point of the body that lies at a place of the room, and its
// acceleration where no velocity of the robot changes.
func (x *carrier) motionAt(place spatial.Vec) (velocity, acceleration spatial.Vec) {
	arm, omega := place.Sub(spatial.VecOf(x.pose.P)), spatial.VecOf(x.motion.Angular)
	turning := omega.Cross(arm)
	velocity = spatial.VecOf(x.motion.Linear).Add(turning)
	bend := spatial.VecOf(x.drift.Angular).Cross(arm).Add(omega.Cross(turning))
	return velocity, spatial.VecOf(x.drift.Linear).Add(bend)
}

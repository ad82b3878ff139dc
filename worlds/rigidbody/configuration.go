package rigidbody

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// quaternionSlack is how far from 1 the length of a quaternion may be for Check. Within it, poses
// are computed as if it were 1.
const quaternionSlack = 1e-3

// Neutral writes the position (length nq) in which no joint is displaced: zeros, and unit
// quaternions without rotation.
func (m *Model) Neutral(q []float64) error {
	if len(q) != m.nq {
		return m.lengthError("position", len(q), m.nq)
	}
	m.neutral(q)
	return nil
}

func (m *Model) neutral(q []float64) {
	clear(q)
	for i := range m.links {
		if l := &m.links[i]; l.kind == Floating {
			q[l.q+3] = 1
		}
	}
}

// Check returns an error if a position or a velocity is invalid: its length, numbers that are not
// finite, quaternions that are not of unit length.
func (m *Model) Check(q, v []float64) error {
	if len(q) != m.nq || len(v) != m.nv {
		return m.stateLengthError(q, v)
	}
	for i := 1; i < len(m.links); i++ {
		l := &m.links[i]
		name := m.bodies[l.body].JointName
		position, velocity := q[l.q:][:l.kind.Positions()], v[l.v:][:l.kind.Velocities()]
		if !finite(position...) {
			return fmt.Errorf("rigidbody: position of joint %q is %v; expected finite numbers", name, position)
		}
		if !finite(velocity...) {
			return fmt.Errorf("rigidbody: velocity of joint %q is %v; expected finite numbers", name, velocity)
		}
		if l.kind == Floating {
			if length := spatial.QuatAt(position[3:]).Norm(); math.Abs(length-1) > quaternionSlack {
				return fmt.Errorf("rigidbody: quaternion of joint %q is (%g, %g, %g, %g), of length %g; expected length 1, in the order w, x, y, z",
					name, position[3], position[4], position[5], position[6], length)
			}
		}
	}
	return nil
}

// Integrate writes the position (length nq) that the velocity v (length nv), constant in the
// bodies' own axes, leads to from q within dt seconds. Planar and floating joints follow the exact
// exponential map: a screw. out and q may be the same slice.
func (m *Model) Integrate(out, q, v []float64, dt float64) error {
	if len(out) != m.nq {
		return m.lengthError("integrated position", len(out), m.nq)
	}
	if len(q) != m.nq || len(v) != m.nv {
		return m.stateLengthError(q, v)
	}
	for i := range m.hinges {
		l := &m.hinges[i]
		out[l.q] = q[l.q] + dt*v[l.v]
	}
	for i := range m.rotors {
		l := &m.rotors[i]
		out[l.q] = q[l.q] + dt*v[l.v]
	}
	for _, i := range m.others {
		l := &m.links[i]
		switch l.kind {
		case Planar:
			integratePlanar(out[l.q:], q[l.q:], v[l.v:], dt)
		case Floating:
			integrateFloating(out[l.q:], q[l.q:], v[l.v:], dt)
		default:
			out[l.q] = q[l.q] + dt*v[l.v]
		}
	}
	return nil
}

// Difference writes the velocity (length nv) that leads from q0 to q1 within one second:
// Integrate(q0, out, 1) is q1. The shorter way round is taken by floating and planar joints;
// revolute and continuous ones do not wrap.
func (m *Model) Difference(out, q0, q1 []float64) error {
	if len(out) != m.nv {
		return m.lengthError("difference", len(out), m.nv)
	}
	if len(q0) != m.nq {
		return m.lengthError("first position", len(q0), m.nq)
	}
	if len(q1) != m.nq {
		return m.lengthError("second position", len(q1), m.nq)
	}
	for i := 1; i < len(m.links); i++ {
		l := &m.links[i]
		switch l.kind {
		case Planar:
			differPlanar(out[l.v:], q0[l.q:], q1[l.q:])
		case Floating:
			differFloating(out[l.v:], q0[l.q:], q1[l.q:])
		default:
			out[l.v] = q1[l.q] - q0[l.q]
		}
	}
	return nil
}

// RandomPosition writes a random position (length nq): angles within +-pi, displacements within +-1
// m, orientations evenly over all rotations (K. Shoemake, Uniform random rotations, 1992). uniform
// returns numbers from [0, 1), asked for in the order of the bodies.
func (m *Model) RandomPosition(q []float64, uniform func() float64) error {
	if len(q) != m.nq {
		return m.lengthError("position", len(q), m.nq)
	}
	within := func(limit float64) float64 { return limit * (2*uniform() - 1) }
	for i := range m.bodies {
		start, length := m.PositionRange(i)
		p := q[start:][:length]
		switch m.bodies[i].Kind {
		case Revolute, Continuous:
			p[0] = within(math.Pi)
		case Prismatic:
			p[0] = within(1)
		case Planar:
			p[0], p[1], p[2] = within(1), within(1), within(math.Pi)
		case Floating:
			p[0], p[1], p[2] = within(1), within(1), within(1)
			u := uniform()
			s1, c1 := math.Sincos(within(math.Pi))
			s2, c2 := math.Sincos(within(math.Pi))
			a, b := math.Sqrt(1-u), math.Sqrt(u)
			p[3], p[4], p[5], p[6] = a*s1, a*c1, b*s2, b*c2
		}
	}
	return nil
}

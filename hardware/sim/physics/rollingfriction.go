package physics

import (
	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// rollingFriction is the moment with which the surface of a contact resists rolling: at most the
// arm times the normal force, against the angular velocity in the tangential plane (C. A. Coulomb,
// Théorie des machines simples, 1781). Turning about the normal is not resisted. The bound is that
// of the normal impulse of the step before, so that the law of the step is the convex one of drag
// with a fixed bound. Its rows are those of a contact whose normal row is zero. A nil one resists
// nothing.
type rollingFriction struct {
	constraint
	arm float64 // m
}

// newRollingFriction returns nil for an arm of zero.
func newRollingFriction(arm float64, columns []int32) *rollingFriction {
	if arm == 0 {
		return nil
	}
	r := &rollingFriction{arm: arm}
	r.law, r.dims, r.columns, r.rows, r.dual = rollLaw, 3, columns, make([]float64, 3*len(columns)), -1
	return r
}

// settle fills the compliance, which needs the inertias at the start.
func (r *rollingFriction) settle(inverse []float64, n int) {
	if r == nil {
		return
	}
	k := len(r.columns)
	ease := felt(r.rows[k:2*k], r.columns, inverse, n) + felt(r.rows[2*k:], r.columns, inverse, n)
	if r.compliance[0] = ease / 2 / stiffness; !(r.compliance[0] > 0) {
		r.compliance[0] = 1 / stiffness // nothing turns yet
	}
}

func (r *rollingFriction) clear() {
	if r != nil {
		clear(r.rows)
	}
}

// add adds what a velocity does to the angular velocities about the tangents.
func (r *rollingFriction) add(at int, first, second float64) {
	if r != nil {
		k := len(r.columns)
		r.rows[k+at] += first
		r.rows[2*k+at] += second
	}
}

// act hands it to the solver, with the normal impulse of the step before.
func (r *rollingFriction) act(s *drySolver, normal float64) {
	if r == nil {
		return
	}
	if r.bound = r.arm * normal; !(r.bound > 0) {
		r.forget()
		return
	}
	s.constraints = append(s.constraints, &r.constraint)
}

// forget is what a contact that is apart does.
func (r *rollingFriction) forget() {
	if r != nil {
		r.constraint.forget()
		r.dual = -1
	}
}

// moment is that on the body of the contact x in the last step, N m, in the room.
func (r *rollingFriction) moment(x *pair, dt float64) spatial.Vec {
	if r == nil || r.region == contact.Apart {
		return spatial.Vec{}
	}
	return x.first.Scale(r.impulse[1]/dt).AddScaled(r.impulse[2]/dt, x.second)
}

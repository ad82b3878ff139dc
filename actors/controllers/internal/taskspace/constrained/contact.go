package constrained

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// contact is a Contact in the problem.
type contact struct {
	c        *Contact
	body     int
	points   [][3]float64
	first    int            // index of its first point among all
	motion   int            // its first row of motion: three for a point, six for a surface
	friction int            // its first row of friction, four a point
	frame    [3]spatial.Vec // two directions in the plane, and the normal; world axes
	mu       float64        // of the pyramid
	jacobian []float64      // 3 x nv a point, world axes
	whole    []float64      // 6 x nv of the body, for a surface
	movedBy  []bool         // by velocity: false where its column of jacobian is zero always
}

func (k *contact) surface() bool { return len(k.points) > 1 }

func (k *contact) motionRows() int {
	if k.surface() {
		return 6
	}
	return 3
}

// settling is the rate, 1/s, at which a contact that slips comes to rest.
const settling = 20

// fillContacts writes the motion and the friction of contacts; those that do not touch bear no
// force.
func (l *Law) fillContacts(in *Input) error {
	for i := range l.contacts {
		k := &l.contacts[i]
		touching := in.Touching == nil || in.Touching[i]
		if err := l.fillMotion(k, in, touching); err != nil {
			return fmt.Errorf("%w: contact %q: %w", ErrInput, k.c.Name, err)
		}
		if l.velocity {
			continue
		}
		for p, point := range k.points {
			if err := in.Workspace.PointJacobian(k.jacobian[p*3*l.nv:][:3*l.nv], k.body, point); err != nil {
				return fmt.Errorf("%w: contact %q: %w", ErrInput, k.c.Name, err)
			}
			l.c.Followers.Lead(k.jacobian[p*3*l.nv:][:3*l.nv], l.nv)
			l.fillFriction(k, p, touching)
		}
	}
	return nil
}

func (l *Law) fillMotion(k *contact, in *Input, touching bool) error {
	rows := k.motionRows()
	if !touching {
		for r := range rows {
			l.constraints.Free(k.motion + r)
		}
		return nil
	}
	w, now := in.Workspace, in.measured()
	var drift, velocity [6]float64
	if k.surface() {
		if err := w.Jacobian(k.whole, k.body, rigidbody.LocalWorldAligned); err != nil {
			return err
		}
		d, v := w.Drift(k.body, rigidbody.LocalWorldAligned), now.Velocity(k.body, rigidbody.LocalWorldAligned)
		copy(drift[:3], d.Linear[:])
		copy(drift[3:], d.Angular[:])
		copy(velocity[:3], v.Linear[:])
		copy(velocity[3:], v.Angular[:])
	} else {
		if err := w.PointJacobian(k.whole, k.body, k.points[0]); err != nil {
			return err
		}
		d, v := w.PointDrift(k.body, k.points[0]), now.PointVelocity(k.body, k.points[0])
		copy(drift[:3], d[:])
		copy(velocity[:3], v[:])
	}
	l.c.Followers.Jacobian(k.whole, l.nv)
	for r := range rows {
		row := k.whole[r*l.nv:][:l.nv]
		if negligible(row, k.whole) {
			l.constraints.Free(k.motion + r)
			continue
		}
		copy(l.constraints.Row(k.motion + r)[:l.nv], row)
		if l.velocity {
			l.constraints.Equal(k.motion+r, 0)
		} else {
			l.constraints.Equal(k.motion+r, -drift[r]-settling*velocity[r])
		}
	}
	return nil
}

const (
	// rounding is the share of a Jacobian below which a row of it says nothing: nothing moves in
	// that direction, as across the plane of a robot that moves in a plane.
	rounding = 1e-13
	// plainly is what no row of rounding reaches, m or 1, on this side of a robot of 1e7 m.
	plainly = 1e-6
)

// negligible reports whether a row is rounding of the Jacobian that it is of.
func negligible(row, jacobian []float64) bool {
	return !exceeds(row, plainly) && greatest(row) <= rounding*greatest(jacobian)
}

// exceeds reports whether a number is greater than the given size; mostly, one of the first is.
func exceeds(row []float64, size float64) bool {
	for _, x := range row {
		if !(math.Abs(x) <= size) {
			return true
		}
	}
	return false
}

// greatest is the greatest size of a number.
func greatest(numbers []float64) (most float64) {
	for _, x := range numbers {
		if size := math.Abs(x); size > most {
			most = size
		}
	}
	return most
}

// fillFriction keeps the force of a point in a pyramid of four sides inside of the cone: |f1|, |f2|
// <= mu f3 / sqrt(2).
func (l *Law) fillFriction(k *contact, p int, touching bool) {
	at := l.nv + 3*(k.first+p)
	row := k.friction + 4*p
	if !touching {
		for i := range 3 {
			l.constraints.Bound(at+i, 0, 0)
			l.rest[at+i] = 0
		}
		for r := range 4 {
			l.constraints.Free(row + r)
		}
		return
	}
	for i := range 2 {
		l.constraints.Bound(at+i, math.Inf(-1), math.Inf(1))
		l.rest[at+i] = 0
		for s, sign := range []float64{1, -1} {
			r := l.constraints.Row(row + 2*i + s)
			r[at+i], r[at+2] = sign, k.mu
			l.constraints.AtLeast(row+2*i+s, 0)
		}
	}
	most := math.Inf(1)
	if k.c.PressureMax > 0 {
		most = k.c.PressureMax / l.force
	}
	l.constraints.Bound(at+2, k.c.PressureMin/l.force, most)
	l.rest[at+2] = 1
}

// addTorque writes what the unknown forces do to the torque of a velocity: -J^T f.
func (k *contact) addTorque(row []float64, dof int, force float64, nv int) {
	row = row[3*k.first:][:3*len(k.points)]
	if !k.movedBy[dof] {
		clear(row)
		return
	}
	for p := range k.points {
		j := k.jacobian[p*3*nv:]
		column := spatial.Vec{X: j[dof], Y: j[nv+dof], Z: j[2*nv+dof]}.Scale(-force)
		to := row[3*p:][:3]
		for i := range to {
			to[i] = column.Dot(k.frame[i])
		}
	}
}

// forces returns those of the contact's points in world axes. Rounding must not leave the cone.
func (k *contact) forces(dst [][3]float64, x []float64, force float64) {
	for p := range dst {
		f := x[3*(k.first+p):][:3]
		f[2] = math.Max(f[2], 0)
		for i, t := range f[:2] {
			f[i] = math.Max(-k.mu*f[2], math.Min(k.mu*f[2], t))
		}
		dst[p] = k.frame[0].Scale(force*f[0]).AddScaled(force*f[1], k.frame[1]).AddScaled(force*f[2], k.frame[2]).Array()
	}
}

// subtract takes what the forces do to the joints from the torques.
func (k *contact) subtract(torque []float64, forces [][3]float64, nv int) {
	for p := range k.points {
		j := k.jacobian[p*3*nv:]
		for i := range torque {
			torque[i] -= j[i]*forces[p][0] + j[nv+i]*forces[p][1] + j[2*nv+i]*forces[p][2]
		}
	}
}

// frameOf returns two directions in the plane of a normal, and the unit normal. A zero normal is z.
func frameOf(normal [3]float64) [3]spatial.Vec {
	n := spatial.VecOf(normal).Unit()
	if n == (spatial.Vec{}) {
		n = spatial.Vec{Z: 1}
	}
	along := spatial.Vec{X: 1}
	if math.Abs(n.X) > 0.7 {
		along = spatial.Vec{Y: 1}
	}
	t := along.Sub(n.Scale(along.Dot(n)))
	t = t.Scale(1 / t.Norm())
	return [3]spatial.Vec{t, n.Cross(t), n}
}

package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// What recursions over joints of all kinds need to know about them. Joints with one degree of
// freedom are mostly handled where they occur, for speed: their axis is the third column of their
// link's axes.

// axisOf is the axis of dof k of a link's joint, given the axes r of the link.
func (l *link) axisOf(k int, r *mat3) spatial.Vec {
	if l.multi < 0 {
		return r.col2()
	}
	switch k % 3 {
	case 0:
		return r.col0()
	case 1:
		return r.col1()
	}
	return r.col2()
}

// angularDof reports whether dof k of a link's joint turns rather than shifts.
func (l *link) angularDof(k int) bool {
	switch l.kind {
	case Revolute:
		return true
	case Planar:
		return k == 2
	}
	return k >= 3
}

// twistAt reads the linear and angular part of a planar or floating joint's numbers, in the link's
// axes.
func (l *link) twistAt(v []float64) (linear, angular spatial.Vec) {
	if l.kind == Planar {
		return spatial.Vec{X: v[0], Y: v[1]}, spatial.Vec{Z: v[2]}
	}
	return spatial.VecAt(v), spatial.VecAt(v[3:])
}

// putWrench writes the generalised forces of a wrench in the link's axes on a planar or floating
// joint.
func (l *link) putWrench(tau []float64, f, n spatial.Vec) {
	if l.kind == Planar {
		tau[0], tau[1], tau[2] = f.X, f.Y, n.Z
		return
	}
	f.Put(tau)
	n.Put(tau[3:])
}

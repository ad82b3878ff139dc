package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// Momenta leave armatures and bodies fixed to the world out. Angular momentum is about the centre
// of mass.

// CentroidalMomentum is the momentum of the robot, in world axes.
func (w *Workspace) CentroidalMomentum() Momentum {
	com := w.centreOfMass()
	w.needRates()
	var linear, angular spatial.Vec
	for i := 1; i < len(w.m.links); i++ {
		l, x, y := &w.m.links[i], &w.poses[i], &w.rates[i]
		h := x.r.mul(l.h)
		p := y.v.Scale(l.mass).Add(y.w.Cross(h))
		linear = linear.Add(p)
		angular = angular.Add(l.turned(&x.r, y.w)).Add(h.Cross(y.v)).Add(x.p.Sub(com).Cross(p))
	}
	return Momentum{Linear: linear.Array(), Angular: angular.Array()}
}

// turned is the link's second moment times a vector in world axes, r the axes of the link.
func (l *link) turned(r *mat3, w spatial.Vec) spatial.Vec { return r.mul(l.o.mul(r.tmul(w))) }

// CentroidalInertia is the rotational inertia of the robot about its centre of mass with all joints
// locked, world axes, kg m2, row-major. Times an angular velocity it is the angular momentum of a
// robot that turns like one rigid body.
func (w *Workspace) CentroidalInertia() (inertia [9]float64) {
	com := w.centreOfMass()
	for k := range 3 {
		var axis [3]float64
		axis[k] = 1
		omega := spatial.VecOf(axis)
		var angular spatial.Vec
		for i := 1; i < len(w.m.links); i++ {
			l, x := &w.m.links[i], &w.poses[i]
			arm := x.p.Sub(com)
			h, v := x.r.mul(l.h), omega.Cross(arm)
			p := v.Scale(l.mass).Add(omega.Cross(h))
			angular = angular.Add(l.turned(&x.r, omega)).Add(h.Cross(v)).Add(arm.Cross(p))
		}
		inertia[k], inertia[3+k], inertia[6+k] = angular.X, angular.Y, angular.Z
	}
	return inertia
}

// CentroidalMomentumDrift is the rate of CentroidalMomentum while all accelerations are zero, N and
// N m: the time derivative of CentroidalMomentumMatrix, times v.
func (w *Workspace) CentroidalMomentumDrift() Momentum {
	com := w.centreOfMass()
	w.needDrift()
	var linear, angular spatial.Vec
	for i := 1; i < len(w.m.links); i++ {
		l, x, y, omega := &w.m.links[i], &w.poses[i], &w.drift[i], w.rates[i].w
		h := x.r.mul(l.h)
		f := y.a.Scale(l.mass).Add(y.dw.Cross(h)).Add(omega.Cross(omega.Cross(h)))
		n := l.turned(&x.r, y.dw).Add(h.Cross(y.a)).Add(omega.Cross(l.turned(&x.r, omega)))
		linear = linear.Add(f)
		angular = angular.Add(n).Add(x.p.Sub(com).Cross(f))
	}
	return Momentum{Linear: linear.Array(), Angular: angular.Array()}
}

// CentroidalMomentumMatrix writes the 6 x nv matrix, row-major, linear rows first, that times v is
// CentroidalMomentum (Orin, Goswami, Lee, Centroidal dynamics of a humanoid robot, 2013).
func (w *Workspace) CentroidalMomentumMatrix(dst []float64) error {
	if len(dst) != 6*w.m.nv {
		return w.m.lengthError("centroidal momentum matrix", len(dst), 6*w.m.nv)
	}
	w.needInertia()
	com := w.centreOfMass()
	c := columnWriter{dst: dst, stride: w.m.nv, angular: true}
	for i := 1; i < len(w.m.links); i++ {
		l, r := &w.m.links[i], &w.inTree[i].r
		h, o, arm, tree := w.treeMoments[i], &w.inertia[i], w.poses[i].p.Sub(com), &w.poses[w.m.links[i].tree].r
		for k := 0; k < l.kind.Velocities(); k++ {
			axis := l.axisOf(k, r)
			f, n := axis.Scale(l.subtree), h.Cross(axis)
			if l.angularDof(k) {
				f, n = axis.Cross(h), o.mul(axis)
			}
			f, n = tree.mul(f), tree.mul(n)
			c.put(int(l.v)+k, f, n.Add(arm.Cross(f)))
		}
	}
	return nil
}

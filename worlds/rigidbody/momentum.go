package rigidbody

// Momenta leave armatures and bodies fixed to the world out. Angular momentum is about the centre of mass.

// CentroidalMomentum is the momentum of the robot, in world axes.
func (w *Workspace) CentroidalMomentum() Momentum {
	com := w.centreOfMass()
	w.needRates()
	var linear, angular vec3
	for i := 1; i < len(w.m.links); i++ {
		l, x, y := &w.m.links[i], &w.poses[i], &w.rates[i]
		h := x.r.mul(l.h)
		p := y.v.scale(l.mass).add(y.w.cross(h))
		linear = linear.add(p)
		angular = angular.add(l.turned(&x.r, y.w)).add(h.cross(y.v)).add(x.p.sub(com).cross(p))
	}
	return Momentum{Linear: linear.array(), Angular: angular.array()}
}

// turned is the link's second moment times a vector in world axes, r the axes of the link.
func (l *link) turned(r *mat3, w vec3) vec3 { return r.mul(l.o.mul(r.tmul(w))) }

// CentroidalMomentumDrift is the rate of CentroidalMomentum while all accelerations are zero, N and N m: the time
// derivative of CentroidalMomentumMatrix, times v.
func (w *Workspace) CentroidalMomentumDrift() Momentum {
	com := w.centreOfMass()
	w.needDrift()
	var linear, angular vec3
	for i := 1; i < len(w.m.links); i++ {
		l, x, y, omega := &w.m.links[i], &w.poses[i], &w.drift[i], w.rates[i].w
		h := x.r.mul(l.h)
		f := y.a.scale(l.mass).add(y.dw.cross(h)).add(omega.cross(omega.cross(h)))
		n := l.turned(&x.r, y.dw).add(h.cross(y.a)).add(omega.cross(l.turned(&x.r, omega)))
		linear = linear.add(f)
		angular = angular.add(n).add(x.p.sub(com).cross(f))
	}
	return Momentum{Linear: linear.array(), Angular: angular.array()}
}

// CentroidalMomentumMatrix writes the 6 x nv matrix, row-major, linear rows first, that times v is CentroidalMomentum
// (Orin, Goswami, Lee, Centroidal dynamics of a humanoid robot, 2013).
func (w *Workspace) CentroidalMomentumMatrix(dst []float64) error {
	if len(dst) != 6*w.m.nv {
		return w.m.lengthError("centroidal momentum matrix", len(dst), 6*w.m.nv)
	}
	w.needInertia()
	com := w.centreOfMass()
	c := columnWriter{dst: dst, stride: w.m.nv, angular: true}
	for i := 1; i < len(w.m.links); i++ {
		l, r := &w.m.links[i], &w.inTree[i].r
		h, o, arm, tree := w.treeMoments[i], &w.inertia[i], w.poses[i].p.sub(com), &w.poses[w.m.links[i].tree].r
		for k := 0; k < l.kind.Velocities(); k++ {
			axis := l.axisOf(k, r)
			f, n := axis.scale(l.subtree), h.cross(axis)
			if l.angularDof(k) {
				f, n = axis.cross(h), o.mul(axis)
			}
			f, n = tree.mul(f), tree.mul(n)
			c.put(int(l.v)+k, f, n.add(arm.cross(f)))
		}
	}
	return nil
}

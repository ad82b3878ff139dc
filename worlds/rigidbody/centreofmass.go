package rigidbody

// What follows leaves bodies fixed to the world out. A robot without mass has no centre of mass: the answers are NaN.

// CentreOfMass is the centre of mass in the world, m.
func (w *Workspace) CentreOfMass() [3]float64 { return w.centreOfMass().array() }

func (w *Workspace) centreOfMass() vec3 {
	w.needMoments()
	var sum vec3
	for i := 1; i < len(w.m.links); i++ {
		if l := &w.m.links[i]; l.parent == 0 {
			sum = sum.add(w.moments[i]).addScaled(l.subtree, w.poses[i].p)
		}
	}
	return sum.scale(1 / w.m.mass)
}

// CentreOfMassVelocity is the velocity of the centre of mass, world axes, m/s.
func (w *Workspace) CentreOfMassVelocity() [3]float64 {
	w.needRates()
	var sum vec3
	for i := 1; i < len(w.m.links); i++ {
		l, x := &w.m.links[i], &w.rates[i]
		sum = sum.addScaled(l.mass, x.v).add(x.w.cross(w.poses[i].r.mul(l.h)))
	}
	return sum.scale(1 / w.m.mass).array()
}

// CentreOfMassDrift is the acceleration of the centre of mass that velocities alone cause, world axes, m/s2: the time
// derivative of CentreOfMassJacobian, times v.
func (w *Workspace) CentreOfMassDrift() [3]float64 {
	w.needDrift()
	var sum vec3
	for i := 1; i < len(w.m.links); i++ {
		l, x, omega := &w.m.links[i], &w.drift[i], w.rates[i].w
		h := w.poses[i].r.mul(l.h)
		sum = sum.addScaled(l.mass, x.a).add(x.dw.cross(h)).add(omega.cross(omega.cross(h)))
	}
	return sum.scale(1 / w.m.mass).array()
}

// CentreOfMassJacobian writes the Jacobian of the centre of mass, 3 x nv, row-major, world axes.
func (w *Workspace) CentreOfMassJacobian(dst []float64) error {
	if len(dst) != 3*w.m.nv {
		return w.m.lengthError("Jacobian of the centre of mass", len(dst), 3*w.m.nv)
	}
	w.needMoments()
	inv := 1 / w.m.mass
	c := columnWriter{dst: dst, stride: w.m.nv}
	for i := 1; i < len(w.m.links); i++ {
		l, r := &w.m.links[i], &w.poses[i].r
		h, share := w.moments[i].scale(inv), l.subtree*inv
		for k := 0; k < l.kind.Velocities(); k++ {
			axis := l.axisOf(k, r)
			if l.angularDof(k) {
				c.put(int(l.v)+k, axis.cross(h), vec3{})
			} else {
				c.put(int(l.v)+k, axis.scale(share), vec3{})
			}
		}
	}
	return nil
}

package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// What follows leaves bodies fixed to the world out. A robot without mass has no centre of mass:
// the answers are NaN.

// CentreOfMass is the centre of mass in the world, m.
func (w *Workspace) CentreOfMass() [3]float64 { return w.centreOfMass().Array() }

func (w *Workspace) centreOfMass() spatial.Vec {
	w.needMoments()
	var sum spatial.Vec
	for i := 1; i < len(w.m.links); i++ {
		if l := &w.m.links[i]; l.parent == 0 {
			sum = sum.Add(w.moments[i]).AddScaled(l.subtree, w.poses[i].p)
		}
	}
	return sum.Scale(1 / w.m.mass)
}

// CentreOfMassVelocity is the velocity of the centre of mass, world axes, m/s.
func (w *Workspace) CentreOfMassVelocity() [3]float64 {
	w.needRates()
	var sum spatial.Vec
	for i := 1; i < len(w.m.links); i++ {
		l, x := &w.m.links[i], &w.rates[i]
		sum = sum.AddScaled(l.mass, x.v).Add(x.w.Cross(w.poses[i].r.mul(l.h)))
	}
	return sum.Scale(1 / w.m.mass).Array()
}

// CentreOfMassDrift is the acceleration of the centre of mass that velocities alone cause, world
// axes, m/s2: the time derivative of CentreOfMassJacobian, times v.
func (w *Workspace) CentreOfMassDrift() [3]float64 {
	w.needDrift()
	var sum spatial.Vec
	for i := 1; i < len(w.m.links); i++ {
		l, x, omega := &w.m.links[i], &w.drift[i], w.rates[i].w
		h := w.poses[i].r.mul(l.h)
		sum = sum.AddScaled(l.mass, x.a).Add(x.dw.Cross(h)).Add(omega.Cross(omega.Cross(h)))
	}
	return sum.Scale(1 / w.m.mass).Array()
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
		h, share := w.moments[i].Scale(inv), l.subtree*inv
		for k := 0; k < l.kind.Velocities(); k++ {
			axis := l.axisOf(k, r)
			if l.angularDof(k) {
				c.put(int(l.v)+k, axis.Cross(h), spatial.Vec{})
			} else {
				c.put(int(l.v)+k, axis.Scale(share), spatial.Vec{})
			}
		}
	}
	return nil
}

package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// MassMatrixAndBias writes what MassMatrix and Bias write, in less time: control by a model needs
// both in every step. Both go from link to link in the axes of the tree, so that poses and turned
// inertias serve twice, and no force or motion is ever turned from one link's axes into another's.
// Bias and this differ by rounding.
func (w *Workspace) MassMatrixAndBias(mass, h []float64) error {
	if len(h) != w.m.nv {
		return w.m.lengthError("bias", len(h), w.m.nv)
	}
	return w.MassMatrixAndForces(mass, h, w.zero)
}

// MassMatrixAndForces writes the mass matrix as MassMatrix does, and what InverseDynamics writes
// without external wrenches: the generalised forces tau = M a + h. It takes hardly longer than
// MassMatrixAndBias. With a = -v/dt, -dt tau are the impulses M v - dt h of a step whose velocities
// are to be found. tau and a may be the same slice.
func (w *Workspace) MassMatrixAndForces(mass, tau, a []float64) error {
	n := w.m.nv
	if len(mass) != n*n {
		return w.m.lengthError("mass matrix", len(mass), n*n)
	}
	if err := w.checkDynamics(tau, a, nil); err != nil {
		return err
	}
	w.turnInertia()
	w.startRoots(a)
	w.loadLinks(a)
	w.unloadLinks(tau, a)
	w.compose()
	w.writeMassMatrix(mass)
	return nil
}

// loadLinks goes from the root to the leaves: the force and moment about its origin that every
// link's motion takes, in the axes of its tree. See newtonEuler. Roots bear those of their rotors,
// by turnRotors. Nothing is called in its loop.
func (w *Workspace) loadLinks(acc []float64) {
	links := w.m.links
	poses, joints, states := w.inTree[:len(links)], w.joints[:len(links)], w.euler[:len(links)]
	moments, inertia := w.treeMoments[:len(links)], w.inertia[:len(links)]
	for i := 1; i < len(links); i++ {
		l, pose, x := &links[i], &poses[i], &states[i]
		if l.rotor {
			continue
		}
		mass := l.mass
		if l.parent == 0 {
			mass = w.m.roots[i-1].mass
		} else {
			parent := &states[l.parent]
			omega, dw := parent.w, parent.dw
			a := parent.a.AddCross(dw, pose.lever).AddCross(omega, omega.Cross(pose.lever))
			switch z := pose.r.col2(); l.kind {
			case Revolute:
				spin := z.Scale(joints[i].rate)
				dw = dw.AddCross(omega, spin).AddScaled(acc[l.v], z)
				omega = omega.Add(spin)
			case Prismatic:
				a = a.AddScaled(2*joints[i].rate, omega.Cross(z)).AddScaled(acc[l.v], z)
			default:
				multi := &w.multi[l.multi]
				linear, angular := l.twistAt(acc[l.v:])
				slide, spin := pose.r.mul(multi.linear), pose.r.mul(multi.angular)
				a = a.AddScaled(2, omega.Cross(slide)).AddCross(spin, slide).Add(pose.r.mul(linear))
				dw = dw.AddCross(omega, spin).Add(pose.r.mul(angular))
				omega = omega.Add(spin)
			}
			x.w, x.dw, x.a = omega, dw, a
		}
		m, o := moments[i], &inertia[i]
		x.f = x.a.Scale(mass).AddCross(x.dw, m).AddCross(x.w, x.w.Cross(m))
		x.n = o.mul(x.dw).AddCross(x.w, o.mul(x.w)).AddCross(m, x.a)
	}
}

// startRoots finds the motion of the links next to the world in their own axes: angular velocity
// and acceleration, and acceleration of the origin, less gravity.
func (w *Workspace) startRoots(acc []float64) {
	up := w.m.gravity.Scale(-1)
	for i := 1; i < len(w.m.links) && w.m.links[i].parent == 0; i++ {
		l, j, x := &w.m.links[i], &w.joints[i], &w.euler[i]
		if l.multi >= 0 {
			multi := &w.multi[l.multi]
			linear, angular := l.twistAt(acc[l.v:])
			x.w, x.dw, x.a = multi.angular, angular, multi.r.tmul(up).AddCross(multi.angular, multi.linear).Add(linear)
			continue
		}
		a := l.e.tmul(up)
		if l.kind == Revolute {
			x.w, x.dw, x.a = spatial.Vec{Z: j.rate}, spatial.Vec{Z: acc[l.v]}, spatial.Vec{X: j.cos*a.X + j.sin*a.Y, Y: j.cos*a.Y - j.sin*a.X, Z: a.Z}
			continue
		}
		x.w, x.dw, x.a = spatial.Vec{}, spatial.Vec{}, spatial.Vec{X: a.X, Y: a.Y, Z: a.Z + acc[l.v]}
	}
}

// unloadLinks goes from the leaves to the root: it adds up the forces that the joints must
// transmit, of which it writes the share of each dof.
func (w *Workspace) unloadLinks(tau, acc []float64) {
	w.turnRotors(tau, acc)
	links := w.m.links
	poses, states := w.inTree[:len(links)], w.euler[:len(links)]
	for i := len(links) - 1; i > 0; i-- {
		l, pose, x := &links[i], &poses[i], &states[i]
		if l.rotor {
			continue
		}
		switch l.kind {
		case Revolute:
			tau[l.v] = pose.r.col2().Dot(x.n) + l.armature*acc[l.v]
		case Prismatic:
			tau[l.v] = pose.r.col2().Dot(x.f) + l.armature*acc[l.v]
		default:
			l.putWrench(tau[l.v:], pose.r.tmul(x.f), pose.r.tmul(x.n))
		}
		if l.parent != 0 {
			parent := &states[l.parent]
			parent.f = parent.f.Add(x.f)
			parent.n = parent.n.Add(x.n).AddCross(pose.lever, x.f)
		}
	}
}

package rigidbody

// MassMatrixAndBias writes what MassMatrix and Bias write, in less time: simulation needs both in every step. Both go
// from link to link in world axes, so that poses and rotated inertias serve twice, and no force or motion is ever turned
// from one link's axes into another's. Bias and this differ by rounding.
func (w *Workspace) MassMatrixAndBias(mass, h []float64) error {
	n := w.m.nv
	if len(mass) != n*n {
		return w.m.lengthError("mass matrix", len(mass), n*n)
	}
	if len(h) != n {
		return w.m.lengthError("bias", len(h), n)
	}
	w.needPoses()
	w.ready |= haveInertia | haveMoments
	w.loadLinks()
	w.unloadLinks(h)
	if w.m.branches {
		clear(mass)
	}
	w.fillMassMatrix(mass)
	return nil
}

// loadLinks goes from the root to the leaves: inertia of every link by itself, and the force and moment about its
// origin that its motion takes where no velocity changes; all in world axes. See newtonEuler.
func (w *Workspace) loadLinks() {
	links := w.m.links
	poses, joints, states := w.poses[:len(links)], w.joints[:len(links)], w.euler[:len(links)]
	moments, inertia := w.moments[:len(links)], w.inertia[:len(links)]
	states[0].a = w.m.gravity.scale(-1)
	for i := 1; i < len(links); i++ {
		l, pose, x, o := &links[i], &poses[i], &states[i], &inertia[i]
		parent := &states[l.parent]
		omega, dw, a := parent.w, parent.dw, parent.accelerationAt(pose.lever)
		switch l.kind {
		case Revolute:
			spin := pose.r.col2().scale(joints[i].rate)
			dw = dw.add(omega.cross(spin))
			omega = omega.add(spin)
		case Prismatic:
			a = a.addScaled(2*joints[i].rate, omega.cross(pose.r.col2()))
		default:
			multi := &w.multi[l.multi]
			slide, spin := pose.r.mul(multi.linear), pose.r.mul(multi.angular)
			a = a.addScaled(2, omega.cross(slide)).add(spin.cross(slide))
			dw = dw.add(omega.cross(spin))
			omega = omega.add(spin)
		}
		x.w, x.dw, x.a = omega, dw, a
		m := pose.r.mul(l.h)
		moments[i] = m
		o.setRotated(&pose.r, &l.o)
		x.f = a.scale(l.mass).add(dw.cross(m)).add(omega.cross(omega.cross(m)))
		x.n = o.mul(dw).add(omega.cross(o.mul(omega))).add(m.cross(a))
	}
}

// unloadLinks goes from the leaves to the root: it adds up the inertias of all subtrees, as computeInertia does, and the
// forces that the joints must transmit, of which it writes the share of each dof.
func (w *Workspace) unloadLinks(h []float64) {
	links := w.m.links
	poses, states := w.poses[:len(links)], w.euler[:len(links)]
	moments, inertia := w.moments[:len(links)], w.inertia[:len(links)]
	for i := len(links) - 1; i > 0; i-- {
		l, pose, x, m := &links[i], &poses[i], &states[i], moments[i]
		switch l.kind {
		case Revolute:
			h[l.v] = pose.r.col2().dot(x.n)
		case Prismatic:
			h[l.v] = pose.r.col2().dot(x.f)
		default:
			l.putWrench(h[l.v:], pose.r.tmul(x.f), pose.r.tmul(x.n))
		}
		if l.parent == 0 {
			continue
		}
		parent, lever := &states[l.parent], pose.lever
		parent.f = parent.f.add(x.f)
		parent.n = parent.n.add(x.n).add(lever.cross(x.f))
		inertia[l.parent].addMoved(&inertia[i], l.subtree, m, lever)
		moments[l.parent] = moments[l.parent].add(m).addScaled(l.subtree, lever)
	}
}

package rigidbody

// MassMatrixAndBias writes what MassMatrix and Bias write, in less time: simulation needs both in every step. Both go
// from link to link in the axes of the tree, so that poses and turned inertias serve twice, and no force or motion is ever
// turned from one link's axes into another's. Bias and this differ by rounding.
func (w *Workspace) MassMatrixAndBias(mass, h []float64) error {
	n := w.m.nv
	if len(mass) != n*n {
		return w.m.lengthError("mass matrix", len(mass), n*n)
	}
	if len(h) != n {
		return w.m.lengthError("bias", len(h), n)
	}
	w.place(w.inTree, true)
	w.loadLinks()
	w.unloadLinks(h)
	w.compose()
	w.writeMassMatrix(mass)
	return nil
}

// loadLinks goes from the root to the leaves: inertia of every link by itself, and the force and moment about its
// origin that its motion takes where no velocity changes; all in the axes of its tree. See newtonEuler.
func (w *Workspace) loadLinks() {
	links := w.m.links
	poses, joints, states := w.inTree[:len(links)], w.joints[:len(links)], w.euler[:len(links)]
	moments, inertia := w.treeMoments[:len(links)], w.inertia[:len(links)]
	for i := 1; i < len(links); i++ {
		l, pose, x, o := &links[i], &poses[i], &states[i], &inertia[i]
		var omega, dw, a vec3
		switch {
		case l.parent == 0:
			omega, a = w.rootMotion(i)
		case l.kind == Revolute:
			parent, spin := &states[l.parent], pose.r.col2().scale(joints[i].rate)
			omega, dw, a = parent.w.add(spin), parent.dw.addCross(parent.w, spin), parent.accelerationAt(pose.lever)
		case l.kind == Prismatic:
			parent := &states[l.parent]
			omega, dw, a = parent.w, parent.dw, parent.accelerationAt(pose.lever)
			a = a.addScaled(2*joints[i].rate, omega.cross(pose.r.col2()))
		default:
			parent, multi := &states[l.parent], &w.multi[l.multi]
			slide, spin := pose.r.mul(multi.linear), pose.r.mul(multi.angular)
			omega, dw, a = parent.w.add(spin), parent.dw.addCross(parent.w, spin), parent.accelerationAt(pose.lever)
			a = a.addScaled(2, parent.w.cross(slide)).addCross(spin, slide)
		}
		x.w, x.dw, x.a = omega, dw, a
		m := pose.r.mul(l.h)
		moments[i] = m
		o.setRotated(&pose.r, &l.o)
		x.f = a.scale(l.mass).addCross(dw, m).addCross(omega, omega.cross(m))
		x.n = o.mul(dw).addCross(omega, o.mul(omega)).addCross(m, a)
	}
}

// rootMotion is the angular velocity of a tree's root link and the acceleration of its origin, less gravity, in its axes.
func (w *Workspace) rootMotion(i int) (omega, a vec3) {
	l, j := &w.m.links[i], &w.joints[i]
	up := l.e.tmul(w.m.gravity.scale(-1))
	switch l.kind {
	case Revolute:
		return vec3{z: j.rate}, vec3{j.cos*up.x + j.sin*up.y, j.cos*up.y - j.sin*up.x, up.z}
	case Prismatic:
		return vec3{}, up
	}
	multi := &w.multi[l.multi]
	return multi.angular, multi.r.tmul(w.m.gravity.scale(-1)).addCross(multi.angular, multi.linear)
}

// unloadLinks goes from the leaves to the root: it adds up the forces that the joints must transmit, of which it writes the
// share of each dof.
func (w *Workspace) unloadLinks(h []float64) {
	links := w.m.links
	poses, states := w.inTree[:len(links)], w.euler[:len(links)]
	for i := len(links) - 1; i > 0; i-- {
		l, pose, x := &links[i], &poses[i], &states[i]
		switch l.kind {
		case Revolute:
			h[l.v] = pose.r.col2().dot(x.n)
		case Prismatic:
			h[l.v] = pose.r.col2().dot(x.f)
		default:
			l.putWrench(h[l.v:], pose.r.tmul(x.f), pose.r.tmul(x.n))
		}
		if l.parent != 0 {
			parent := &states[l.parent]
			parent.f = parent.f.add(x.f)
			parent.n = parent.n.add(x.n).addCross(pose.lever, x.f)
		}
	}
}

package rigidbody

// linkWrench is a force on a link and its moment about the link's origin, in world axes.
type linkWrench struct{ f, n vec3 }

// ExternalForces writes the generalised forces (length nv) of wrenches that act on bodies, one a body: the sum of the
// transposed LocalWorldAligned Jacobians times the wrenches. What acts on a body fixed to the world has no effect.
func (w *Workspace) ExternalForces(tau []float64, external []Wrench) error {
	if len(tau) != w.m.nv {
		return w.m.lengthError("generalised forces", len(tau), w.m.nv)
	}
	if len(external) != len(w.m.frames) {
		return w.m.lengthError("external wrenches", len(external), len(w.m.frames))
	}
	w.needPoses()
	w.externalForces(tau, external)
	return nil
}

func (w *Workspace) externalForces(tau []float64, external []Wrench) {
	links := w.m.links
	wrenches, poses := w.wrenches[:len(links)], w.poses[:len(links)]
	clear(wrenches)
	for i := range external {
		frame, y := &w.m.frames[i], &wrenches[w.m.frames[i].link]
		f := vecOf(external[i].Force)
		y.f = y.f.add(f)
		y.n = y.n.add(vecOf(external[i].Moment)).add(poses[frame.link].r.mul(frame.p).cross(f))
	}
	for i := len(links) - 1; i > 0; i-- {
		l, y, x := &links[i], &wrenches[i], &poses[i]
		switch l.kind {
		case Revolute:
			tau[l.v] = x.r.col2().dot(y.n)
		case Prismatic:
			tau[l.v] = x.r.col2().dot(y.f)
		default:
			l.putWrench(tau[l.v:], x.r.tmul(y.f), x.r.tmul(y.n))
		}
		parent := &wrenches[l.parent]
		parent.f = parent.f.add(y.f)
		parent.n = parent.n.add(y.n).add(x.lever.cross(y.f))
	}
}

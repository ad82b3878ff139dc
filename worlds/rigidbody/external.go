package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// linkWrench is a force on a link and its moment about the link's origin, in world axes.
type linkWrench struct{ f, n spatial.Vec }

// ExternalForces writes the generalised forces (length nv) of wrenches that act on bodies, one a
// body: the sum of the transposed LocalWorldAligned Jacobians times the wrenches. What acts on a
// body fixed to the world has no effect.
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
		f := spatial.VecOf(external[i].Force)
		y.f = y.f.Add(f)
		y.n = y.n.Add(spatial.VecOf(external[i].Moment)).Add(poses[frame.link].r.mul(frame.p).Cross(f))
	}
	for i := len(links) - 1; i > 0; i-- {
		l, y, x := &links[i], &wrenches[i], &poses[i]
		switch l.kind {
		case Revolute:
			tau[l.v] = x.r.col2().Dot(y.n)
		case Prismatic:
			tau[l.v] = x.r.col2().Dot(y.f)
		default:
			l.putWrench(tau[l.v:], x.r.tmul(y.f), x.r.tmul(y.n))
		}
		parent := &wrenches[l.parent]
		parent.f = parent.f.Add(y.f)
		parent.n = parent.n.Add(y.n).Add(x.lever.Cross(y.f))
	}
}

package rigidbody

// computeMoments adds up the first moments of mass of all subtrees.
func (w *Workspace) computeMoments() {
	w.needPoses()
	w.ready |= haveMoments
	links := w.m.links
	moments, poses := w.moments[:len(links)], w.poses[:len(links)]
	clear(moments)
	for i := len(links) - 1; i > 0; i-- {
		l, x := &links[i], &poses[i]
		h := moments[i].Add(x.r.mul(l.h))
		moments[i] = h
		if l.parent != 0 {
			moments[l.parent] = moments[l.parent].Add(h).AddScaled(l.subtree, x.lever)
		}
	}
}

// GravityForces writes the generalised forces (length nv) that hold the robot against gravity, at
// rest: the bias without the part that velocities cause.
func (w *Workspace) GravityForces(g []float64) error {
	if len(g) != w.m.nv {
		return w.m.lengthError("gravity forces", len(g), w.m.nv)
	}
	w.needMoments()
	up := w.m.gravity.Scale(-1)
	for i := 1; i < len(w.m.links); i++ {
		l, r := &w.m.links[i], &w.poses[i].r
		switch l.kind {
		case Revolute:
			g[l.v] = r.col2().Dot(w.moments[i].Cross(up))
		case Prismatic:
			g[l.v] = l.subtree * r.col2().Dot(up)
		default:
			l.putWrench(g[l.v:], r.tmul(up.Scale(l.subtree)), r.tmul(w.moments[i].Cross(up)))
		}
	}
	return nil
}

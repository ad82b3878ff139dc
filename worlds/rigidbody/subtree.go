package rigidbody

// computeInertia adds up the first and second moments of mass of all subtrees, in the axes of their
// trees.
func (w *Workspace) computeInertia() {
	w.turnInertia()
	w.compose()
}

// turnInertia finds the poses of all links in their trees, and turns the moments of every link by
// itself into the axes there. Roots have their rotors with them.
func (w *Workspace) turnInertia() {
	w.place(w.inTree, w.m.firstMoving)
	links := w.m.links
	poses, moments, inertia := w.inTree[:len(links)], w.treeMoments[:len(links)], w.inertia[:len(links)]
	for i := range w.m.roots {
		root := &w.m.roots[i]
		inertia[i+1].set(&root.o)
		moments[i+1] = root.h
	}
	for i := w.m.firstMoving; i < len(links); i++ {
		l, r := &links[i], &poses[i].r
		inertia[i].setRotated(r, &l.o)
		moments[i] = r.mul(l.h)
	}
}

// compose adds up the moments of all subtrees, those of every link by itself given.
// Everything in the loop is small enough to be compiled into it.
func (w *Workspace) compose() {
	w.ready |= haveInertia
	links := w.m.links
	poses, moments, inertia := w.inTree[:len(links)], w.treeMoments[:len(links)], w.inertia[:len(links)]
	for i := len(links) - 1; i >= w.m.firstMoving; i-- {
		l := &links[i]
		m, h, r, o, sum := l.subtree, moments[i], poses[i].lever, &inertia[i], &inertia[l.parent]
		moments[l.parent] = moments[l.parent].Add(h).AddScaled(m, r)
		d := sway(m, h, r)
		sum.addMovedDiagonal(o, d, r)
		sum.addMovedRest(o, d, r.Scale(-0.5))
	}
}

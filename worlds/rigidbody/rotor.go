package rigidbody

// A rotor is a link that turns on a root, carries nothing, and is symmetric about its axis: a wheel
// of a mobile base, a propeller. However it turns, its mass lies in the same places of the root. So
// its moments of mass, and the wrench that gives it its unit acceleration, are constant in the
// tree, and the root has them for good; what is left to each state is the moment that it takes to
// turn the rotor's spin with the root (a gyrostat: J. Wittenburg, Dynamics of Multibody Systems,
// 2008, section 3.7).

// spins reports whether a link turns about an axis of its symmetry.
func (l *link) spins() bool {
	return l.kind == Revolute && l.h.X == 0 && l.h.Y == 0 &&
		l.o.xx == l.o.yy && l.o.xy == 0 && l.o.xz == 0 && l.o.yz == 0
}

// joinRotors adds the rotors to their roots.
func (m *Model) joinRotors() {
	for i := 1; i < m.firstRotor; i++ {
		l := &m.links[i]
		m.roots = append(m.roots, rootState{mass: l.mass, h: l.h, o: l.o})
	}
	for i := m.firstRotor; i < m.firstMoving; i++ {
		l := &m.links[i]
		root := &m.roots[l.parent-1]
		var about sym3
		about.setRotated(&l.e, &l.o)
		h := l.e.mul(l.h)
		d := sway(l.mass, h, l.p)
		root.o.addMovedDiagonal(&about, d, l.p)
		root.o.addMovedRest(&about, d, l.p.Scale(-0.5))
		root.h = root.h.Add(h).AddScaled(l.mass, l.p)
		root.mass += l.mass
	}
}

// placeRotors fills what is constant of the rotors: their places in their trees, without the turn
// about their axes, their moments of mass, and their columns.
func (w *Workspace) placeRotors() {
	for i := w.m.firstRotor; i < w.m.firstMoving; i++ {
		l, x := &w.m.links[i], &w.inTree[i]
		x.r, x.lever, x.p = l.e, l.p, l.p
		w.inertia[i].setRotated(&l.e, &l.o)
		w.treeMoments[i] = l.e.mul(l.h)
		w.columns[l.column].n = l.e.col2().Scale(l.o.zz) // its force is zero
	}
}

// setRotors notes the state of the rotors. Few answers need sine and cosine of their angles.
func (w *Workspace) setRotors(q, v []float64) {
	for i := range w.m.rotors {
		r := &w.m.rotors[i]
		w.angles[i] = q[r.q]
		w.joints[r.link].rate = v[r.v]
	}
}

// needTurns evaluates the rotors' angles for those that do.
func (w *Workspace) needTurns() {
	if w.ready&haveTurns != 0 {
		return
	}
	w.ready |= haveTurns
	for i, angle := range w.angles {
		j := &w.joints[w.m.rotors[i].link]
		j.sin, j.cos = sincos(angle)
	}
}

// turnRotors adds to the roots the moments that turn the spins of their rotors with them and make
// the rotors spin faster, and writes the share of each rotor.
func (w *Workspace) turnRotors(tau, acc []float64) {
	for i := range w.m.rotors {
		r := &w.m.rotors[i]
		l := &w.m.links[r.link]
		root, n, a := &w.euler[l.parent], w.columns[r.column].n, acc[r.v]
		root.n = root.n.AddCross(root.w, n.Scale(w.joints[r.link].rate)).AddScaled(a, n)
		tau[r.v] = n.Dot(root.dw) + (l.o.zz+r.armature)*a
	}
}

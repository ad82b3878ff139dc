package rigidbody

// column is what one dof needs of the bodies that it moves: the wrench in world axes that gives them its unit
// acceleration, about the origin of that of its ancestor links which the algorithm has reached.
type column struct {
	f, n vec3
	dof  int
}

// MassMatrix writes the mass matrix, nv x nv, row-major, both triangles.
//
// It is the composite rigid body algorithm (Featherstone 2008, section 6.2) with the inertia of each subtree kept about
// its root's origin, in world axes.
func (w *Workspace) MassMatrix(dst []float64) error {
	n := w.m.nv
	if len(dst) != n*n {
		return w.m.lengthError("mass matrix", len(dst), n*n)
	}
	w.needMassMatrix()
	copy(dst, w.mass)
	return nil
}

// computeMassMatrix fills the mass matrix and the inertia of all subtrees. It never touches the entries of dofs on
// different branches: those stay zero.
func (w *Workspace) computeMassMatrix() {
	w.needPoses()
	w.ready |= haveMassMatrix | haveMoments
	links := w.m.links
	poses, moments, inertia := w.poses[:len(links)], w.moments[:len(links)], w.inertia[:len(links)]
	diagonal := w.m.nv + 1
	clear(moments)
	clear(inertia)
	for i := len(links) - 1; i > 0; i-- {
		l, x, o := &links[i], &poses[i], &inertia[i]
		o.addRotated(&x.r, &l.o)
		h := moments[i].add(x.r.mul(l.h))
		moments[i] = h
		column := &w.columns[l.column]
		switch z := x.r.col2(); l.kind {
		case Revolute:
			column.f, column.n = z.cross(h), o.mul(z)
			w.mass[int(l.v)*diagonal] = z.dot(column.n) + l.armature
		case Prismatic:
			column.f, column.n = z.scale(l.subtree), h.cross(z)
			w.mass[int(l.v)*diagonal] = l.subtree + l.armature
		default:
			w.multiColumns(l, &x.r, h, o)
		}
		if l.parent == 0 {
			continue
		}
		w.couple(l, x.lever)
		inertia[l.parent].addMoved(o, l.subtree, h, x.lever)
		moments[l.parent] = moments[l.parent].add(h).addScaled(l.subtree, x.lever)
	}
}

// couple moves the columns of a link's subtree to its parent's origin, and writes the entries of the mass matrix between
// them and the dofs of the parent.
func (w *Workspace) couple(l *link, lever vec3) {
	columns := w.columns[l.column:l.columnEnd]
	parent, r := &w.m.links[l.parent], &w.poses[l.parent].r
	size, j, mass := w.m.nv, int(parent.v), w.mass
	row := mass[j*size:]
	switch z := r.col2(); parent.kind {
	case Revolute:
		for k := range columns {
			c := &columns[k]
			n := c.n.add(lever.cross(c.f))
			c.n = n
			e := z.dot(n)
			row[c.dof] = e
			mass[c.dof*size+j] = e
		}
	case Prismatic:
		for k := range columns {
			c := &columns[k]
			c.n = c.n.add(lever.cross(c.f))
			e := z.dot(c.f)
			row[c.dof] = e
			mass[c.dof*size+j] = e
		}
	case Floating:
		// The rows of a floating joint, and for each column its mirror image.
		row0, row1, row2 := row[:size], row[size:2*size], row[2*size:3*size]
		row3, row4, row5 := row[3*size:4*size], row[4*size:5*size], row[5*size:6*size]
		for k := range columns {
			c := &columns[k]
			i := c.dof
			n := c.n.add(lever.cross(c.f))
			c.n = n
			f := r.tmul(c.f)
			n = r.tmul(n)
			row0[i], row1[i], row2[i], row3[i], row4[i], row5[i] = f.x, f.y, f.z, n.x, n.y, n.z
			mirror := mass[i*size+j:][:6]
			mirror[0], mirror[1], mirror[2], mirror[3], mirror[4], mirror[5] = f.x, f.y, f.z, n.x, n.y, n.z
		}
	default:
		for k := range columns {
			c := &columns[k]
			c.n = c.n.add(lever.cross(c.f))
			w.coupleMulti(parent, c.dof, r.tmul(c.f), r.tmul(c.n))
		}
	}
}

// coupleMulti writes the entries between a dof and those of a planar or floating joint, whose link the wrench (f, n) in
// the link's own axes moves.
func (w *Workspace) coupleMulti(l *link, dof int, f, n vec3) {
	size, j := w.m.nv, int(l.v)
	if l.kind == Planar {
		row, column := w.mass[dof*size+j:][:3], w.mass[j*size+dof:][:2*size+1]
		row[0], row[1], row[2] = f.x, f.y, n.z
		column[0], column[size], column[2*size] = f.x, f.y, n.z
		return
	}
	row, column := w.mass[dof*size+j:][:6], w.mass[j*size+dof:][:5*size+1]
	row[0], row[1], row[2], row[3], row[4], row[5] = f.x, f.y, f.z, n.x, n.y, n.z
	column[0], column[size], column[2*size] = f.x, f.y, f.z
	column[3*size], column[4*size], column[5*size] = n.x, n.y, n.z
}

// multiColumns starts the columns of a planar or floating joint.
func (w *Workspace) multiColumns(l *link, r *mat3, h vec3, o *sym3) {
	for k := 0; k < l.kind.Velocities(); k++ {
		c := &w.columns[int(l.column)+k]
		if axis := l.axisOf(k, r); l.angularDof(k) {
			c.f, c.n = axis.cross(h), o.mul(axis)
		} else {
			c.f, c.n = axis.scale(l.subtree), h.cross(axis)
		}
		w.coupleMulti(l, c.dof, r.tmul(c.f), r.tmul(c.n))
	}
}

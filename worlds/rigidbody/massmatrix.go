package rigidbody

// column is what one dof needs of the bodies that it moves: the wrench in world axes that gives them its unit
// acceleration, about the origin of that of its ancestor links which the algorithm has reached.
type column struct {
	f, n vec3
	dof  int
	row  int // where the dof's row starts in the matrix
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
	if w.ready&haveMassMatrix != 0 {
		copy(dst, w.mass)
		return nil
	}
	// Not kept, so that it is written once; fillMassMatrix leaves the zeros to its caller.
	if w.m.branches {
		clear(dst)
	}
	w.fillMassMatrix(dst)
	return nil
}

// computeInertia adds up the first and second moments of mass of all subtrees.
func (w *Workspace) computeInertia() {
	w.needPoses()
	w.ready |= haveInertia | haveMoments
	links := w.m.links
	poses, moments, inertia := w.poses[:len(links)], w.moments[:len(links)], w.inertia[:len(links)]
	for i := 1; i < len(links); i++ {
		l, r := &links[i], &poses[i].r
		inertia[i].setRotated(r, &l.o)
		moments[i] = r.mul(l.h)
	}
	for i := len(links) - 1; i > 0; i-- {
		l, lever, h := &links[i], poses[i].lever, moments[i]
		if l.parent == 0 {
			continue
		}
		inertia[l.parent].addMoved(&inertia[i], l.subtree, h, lever)
		moments[l.parent] = moments[l.parent].add(h).addScaled(l.subtree, lever)
	}
}

// fillMassMatrix writes the entries of dofs that lie on one way to the root, both triangles. It never touches those of dofs
// on different branches, which are zero.
func (w *Workspace) fillMassMatrix(dst []float64) {
	w.needInertia()
	links := w.m.links
	poses, moments, inertia := w.poses[:len(links)], w.moments[:len(links)], w.inertia[:len(links)]
	diagonal := w.m.nv + 1
	for i := len(links) - 1; i > 0; i-- {
		l, x, o, h := &links[i], &poses[i], &inertia[i], moments[i]
		column := &w.columns[l.column]
		switch z := x.r.col2(); l.kind {
		case Revolute:
			column.f, column.n = z.cross(h), o.mul(z)
			dst[int(l.v)*diagonal] = z.dot(column.n) + l.armature
		case Prismatic:
			column.f, column.n = z.scale(l.subtree), h.cross(z)
			dst[int(l.v)*diagonal] = l.subtree + l.armature
		case Planar:
			w.multiColumns(l, &x.r, h, o)
			w.planarBlock(dst, l, &x.r)
		default:
			w.floatingBlock(dst, l, &x.r, h, o)
			if l.parent != 0 {
				w.multiColumns(l, &x.r, h, o)
			}
		}
		if l.parent != 0 {
			w.couple(dst, l, x.lever)
		}
	}
}

// couple moves the columns of a link's subtree to its parent's origin, and writes the entries of the mass matrix between
// them and the dofs of the parent.
func (w *Workspace) couple(mass []float64, l *link, lever vec3) {
	columns := w.columns[l.column:l.columnEnd]
	parent, r := &w.m.links[l.parent], &w.poses[l.parent].r
	size, j := w.m.nv, int(parent.v)
	row := mass[j*size:]
	switch z := r.col2(); parent.kind {
	case Revolute:
		for k := range columns {
			c := &columns[k]
			n := c.n.add(lever.cross(c.f))
			c.n = n
			e := z.dot(n)
			row[c.dof] = e
			mass[c.row+j] = e
		}
	case Prismatic:
		for k := range columns {
			c := &columns[k]
			c.n = c.n.add(lever.cross(c.f))
			e := z.dot(c.f)
			row[c.dof] = e
			mass[c.row+j] = e
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
			mirror := mass[c.row+j:][:6]
			mirror[0], mirror[1], mirror[2], mirror[3], mirror[4], mirror[5] = f.x, f.y, f.z, n.x, n.y, n.z
		}
	default:
		// Of a planar joint, the forces along its two axes and the moment about its normal.
		x, y, z := r.col0(), r.col1(), r.col2()
		row0, row1, row2 := row[:size], row[size:2*size], row[2*size:3*size]
		for k := range columns {
			c := &columns[k]
			i := c.dof
			n := c.n.add(lever.cross(c.f))
			c.n = n
			fx, fy, nz := x.dot(c.f), y.dot(c.f), z.dot(n)
			row0[i], row1[i], row2[i] = fx, fy, nz
			mirror := mass[c.row+j:][:3]
			mirror[0], mirror[1], mirror[2] = fx, fy, nz
		}
	}
}

// planarBlock writes the entries between the dofs of a planar joint, whose columns have begun.
func (w *Workspace) planarBlock(mass []float64, l *link, r *mat3) {
	x, y, z := r.col0(), r.col1(), r.col2()
	size, j := w.m.nv, int(l.v)
	for k := range w.columns[l.column:][:3] {
		c := &w.columns[int(l.column)+k]
		fx, fy, nz := x.dot(c.f), y.dot(c.f), z.dot(c.n)
		row, column := mass[c.row+j:][:3], mass[j*size+c.dof:][:2*size+1]
		row[0], row[1], row[2] = fx, fy, nz
		column[0], column[size], column[2*size] = fx, fy, nz
	}
}

// multiColumns starts the columns of a planar or floating joint.
func (w *Workspace) multiColumns(l *link, r *mat3, h vec3, o *sym3) {
	columns := w.columns[l.column:]
	for k := range l.kind.Velocities() {
		c := &columns[k]
		if axis := l.axisOf(k, r); l.angularDof(k) {
			c.f, c.n = axis.cross(h), o.mul(axis)
		} else {
			c.f, c.n = axis.scale(l.subtree), h.cross(axis)
		}
	}
}

// floatingBlock writes the entries between the dofs of a floating joint: the inertia of all that it moves, in its link's axes.
func (w *Workspace) floatingBlock(mass []float64, l *link, r *mat3, h vec3, o *sym3) {
	back, m := r.transposed(), l.subtree
	var i sym3
	i.setRotated(&back, o)
	h = r.tmul(h)
	size, first := w.m.nv, int(l.v)
	rows := mass[first*(size+1):][:5*size+6]
	putRow := func(k int, a, b, c, d, e, f float64) {
		row := rows[k*size:][:6]
		row[0], row[1], row[2], row[3], row[4], row[5] = a, b, c, d, e, f
	}
	putRow(0, m, 0, 0, 0, h.z, -h.y)
	putRow(1, 0, m, 0, -h.z, 0, h.x)
	putRow(2, 0, 0, m, h.y, -h.x, 0)
	putRow(3, 0, -h.z, h.y, i.xx, i.xy, i.xz)
	putRow(4, h.z, 0, -h.x, i.xy, i.yy, i.yz)
	putRow(5, -h.y, h.x, 0, i.xz, i.yz, i.zz)
}

package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// column is what one dof needs of the bodies that it moves: the wrench that gives them its unit
// acceleration, in the frame of its tree.
type column struct {
	f, n     spatial.Vec
	dof, row int // row is where the dof's row starts in the matrix
}

// MassMatrix writes the mass matrix, nv x nv, row-major, both triangles.
//
// It is the composite rigid body algorithm (Featherstone 2008, section 6.2). The inertia of each
// subtree is kept about its root's origin, in the axes of the tree's root link. Only the wrenches
// of unit accelerations are moved to the origin of that link: an entry is then the product of a
// wrench and a velocity, without a walk from link to link, and those of a free base are the
// wrenches themselves. Distances within the robot are all that enter.
func (w *Workspace) MassMatrix(dst []float64) error {
	n := w.m.nv
	if len(dst) != n*n {
		return w.m.lengthError("mass matrix", len(dst), n*n)
	}
	if w.ready&haveMassMatrix != 0 {
		copy(dst, w.mass)
		return nil
	}
	w.writeMassMatrix(dst)
	return nil
}

// writeMassMatrix writes the mass matrix whose storage holds anything, and does not keep it, so
// that it is written once.
func (w *Workspace) writeMassMatrix(dst []float64) {
	clear(dst[w.m.full*w.m.nv:])
	w.fillMassMatrix(dst)
}

// fillMassMatrix writes the entries of dofs that lie on one way to the root, both triangles. It
// never touches those of dofs on different branches, which are zero.
//
// Nothing is called in the loop over the hinges, which would make it reload all that it needs.
func (w *Workspace) fillMassMatrix(dst []float64) {
	w.needInertia()
	for _, i := range w.m.others {
		w.otherColumns(int(i))
	}
	hinges, columns := w.m.hinges, w.columns
	poses, moments, inertia := w.inTree, w.treeMoments[:len(w.inTree)], w.inertia[:len(w.inTree)]
	for i := len(hinges) - 1; i >= 0; i-- {
		l := &hinges[i]
		x, h, o := &poses[l.link], moments[l.link], &inertia[l.link]
		k, end := int(l.column), int(l.columnEnd)
		c, z, arm := &columns[k], x.r.col2(), x.p
		dof, row := c.dof, c.row
		f, n := z.Cross(h), o.mul(z)
		dst[row+dof] = z.Dot(n) + l.armature
		c.f, c.n = f, n.AddCross(arm, f)
		v := arm.Cross(z)
		for k++; k < end; k++ {
			c := &columns[k]
			e := entry(v, z, c)
			dst[row+c.dof] = e
			dst[c.row+dof] = e
		}
	}
	for i := range w.m.rotors {
		l := &w.m.rotors[i]
		c := &columns[l.column]
		dst[c.row+c.dof] = w.m.links[l.link].o.zz + l.armature
	}
	for _, i := range w.m.others {
		w.otherRows(dst, int(i))
	}
}

// entry is what a wrench does at a velocity.
func entry(v, w spatial.Vec, c *column) float64 {
	return v.X*c.f.X + (v.Y*c.f.Y + (v.Z*c.f.Z + (w.X*c.n.X + (w.Y*c.n.Y + w.Z*c.n.Z))))
}

// otherColumns fills the columns of a joint that is no hinge.
func (w *Workspace) otherColumns(i int) {
	l, x, h, o := &w.m.links[i], &w.inTree[i], w.treeMoments[i], &w.inertia[i]
	for k := range l.kind.Velocities() {
		c := &w.columns[int(l.column)+k]
		axis := l.axisOf(k, &x.r)
		f, n := axis.Scale(l.subtree), h.Cross(axis)
		if l.angularDof(k) {
			f, n = axis.Cross(h), o.mul(axis)
		}
		c.f, c.n = f, n.AddCross(x.p, f)
	}
}

// otherRows writes the entries between the dofs of a joint that is no hinge and those of its
// subtree, its own included.
func (w *Workspace) otherRows(mass []float64, i int) {
	l, x := &w.m.links[i], &w.inTree[i]
	columns := w.columns[l.column:l.columnEnd]
	if l.parent == 0 && l.multi >= 0 {
		w.baseRows(mass, l, columns)
		return
	}
	for k := range l.kind.Velocities() {
		v, turn := l.axisOf(k, &x.r), spatial.Vec{}
		if l.angularDof(k) {
			v, turn = x.p.Cross(v), v
		}
		row, dof := columns[k].row, columns[k].dof
		for j := range columns[k:] {
			c := &columns[k+j]
			e := entry(v, turn, c)
			mass[row+c.dof] = e
			mass[c.row+dof] = e
		}
		mass[row+dof] += l.armature
	}
}

// baseRows is otherRows for a planar or floating joint that carries a whole tree, in whose frame
// the wrenches are.
func (w *Workspace) baseRows(mass []float64, l *link, columns []column) {
	size, first := w.m.nv, int(l.v)
	rows := mass[first*size:]
	row0, row1, row2 := rows[:size], rows[size:2*size], rows[2*size:3*size]
	if l.kind == Planar {
		for k := range columns {
			c := &columns[k]
			row0[c.dof], row1[c.dof], row2[c.dof] = c.f.X, c.f.Y, c.n.Z
			mirror := mass[c.row+first:][:3]
			mirror[0], mirror[1], mirror[2] = c.f.X, c.f.Y, c.n.Z
		}
		return
	}
	row3, row4, row5 := rows[3*size:4*size], rows[4*size:5*size], rows[5*size:6*size]
	for k := range columns {
		c := &columns[k]
		f, n := c.f, c.n
		row0[c.dof], row1[c.dof], row2[c.dof], row3[c.dof], row4[c.dof], row5[c.dof] = f.X, f.Y, f.Z, n.X, n.Y, n.Z
		mirror := mass[c.row+first:][:6]
		mirror[0], mirror[1], mirror[2], mirror[3], mirror[4], mirror[5] = f.X, f.Y, f.Z, n.X, n.Y, n.Z
	}
}

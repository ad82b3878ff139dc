package rigidbody

import "math"

// elimination is what the articulated body algorithm keeps of a planar or floating joint.
//
// A planar joint is taken as three joints of one dof each, without bodies between them: the last one first on the way in,
// each leaving a smaller inertia. A floating joint leaves no inertia at all: what it passes on is the wrench tau itself,
// and the acceleration of its link does not depend on that of its parent.
type elimination struct {
	uf, un [3]vec3 // planar: inertia, as the dof found it, times the dof's axis
	inv, u [3]float64
	f, n   vec3          // floating: the wrench that accelerates the link, in world axes
	factor [6][6]float64 // floating: lower triangular root of the articulated inertia, diagonal inverted
}

// multiIn does the way in over a planar or floating joint.
func (w *Workspace) multiIn(l *link, y *articulated, x *linkPose, tau []float64) error {
	if l.kind == Planar {
		return w.planarIn(l, y, x, tau)
	}
	e := &w.eliminations[l.multi]
	f, n := x.r.mul(vecAt(tau[l.v:])), x.r.mul(vecAt(tau[l.v+3:]))
	e.f, e.n = f.sub(y.f), n.sub(y.n)
	if pivot := y.inertia.root(&e.factor); !(pivot > 0) {
		return w.m.singularError(l, pivot)
	}
	if l.parent != 0 {
		w.aba[l.parent].addForce(f, n, x.lever)
	}
	return nil
}

// planarIn takes the three dofs of a planar joint away, one by one.
func (w *Workspace) planarIn(l *link, y *articulated, x *linkPose, tau []float64) error {
	e := &w.eliminations[l.multi]
	for k := 2; k >= 0; k-- {
		axis := l.axisOf(k, &x.r)
		var uf, un vec3
		var d, u float64
		if l.angularDof(k) {
			uf, un = y.inertia.b.mul(axis), y.inertia.c.mul(axis)
			d, u = axis.dot(un), tau[int(l.v)+k]-axis.dot(y.n)
		} else {
			uf, un = y.inertia.a.mul(axis), y.inertia.b.tmul(axis)
			d, u = axis.dot(uf), tau[int(l.v)+k]-axis.dot(y.f)
		}
		if !(d > 0) {
			return w.m.singularError(l, d)
		}
		inv := 1 / d
		e.uf[k], e.un[k], e.inv[k], e.u[k] = uf, un, inv, u
		y.f, y.n = y.f.addScaled(u*inv, uf), y.n.addScaled(u*inv, un)
		if k > 0 {
			y.inertia.project(uf, un, inv)
		}
	}
	if l.parent != 0 {
		parent := &w.aba[l.parent]
		parent.addForce(y.f, y.n, x.lever)
		parent.inertia.addYielded(&y.inertia, e.uf[0], e.un[0], e.inv[0], x.lever)
	}
	return nil
}

// multiAccelerate does the way out over a planar or floating joint: (a, dw) is the acceleration of the link with that of
// its joint left out, and comes back complete.
func (w *Workspace) multiAccelerate(l *link, x *linkPose, a, dw vec3, acc []float64) (vec3, vec3) {
	e := &w.eliminations[l.multi]
	if l.kind == Floating {
		full, turn := solveRoot(&e.factor, e.f, e.n)
		x.r.tmul(full.sub(a)).put(acc[l.v:])
		x.r.tmul(turn.sub(dw)).put(acc[l.v+3:])
		return full, turn
	}
	for k := 0; k < 3; k++ {
		qdd := (e.u[k] - e.uf[k].dot(a) - e.un[k].dot(dw)) * e.inv[k]
		if axis := l.axisOf(k, &x.r); l.angularDof(k) {
			dw = dw.addScaled(qdd, axis)
		} else {
			a = a.addScaled(qdd, axis)
		}
		acc[int(l.v)+k] = qdd
	}
	return a, dw
}

// root writes the Cholesky factor of the inertia, linear rows first, its diagonal inverted. It returns the smallest pivot
// that it met, and stops at one that is not positive.
func (x *spatial) root(l *[6][6]float64) float64 {
	a, b, c := &x.a, &x.b, &x.c
	l[0][0] = a.xx
	l[1][0], l[1][1] = a.xy, a.yy
	l[2][0], l[2][1], l[2][2] = a.xz, a.yz, a.zz
	l[3][0], l[3][1], l[3][2], l[3][3] = b.xx, b.yx, b.zx, c.xx
	l[4][0], l[4][1], l[4][2], l[4][3], l[4][4] = b.xy, b.yy, b.zy, c.xy, c.yy
	l[5][0], l[5][1], l[5][2], l[5][3], l[5][4], l[5][5] = b.xz, b.yz, b.zz, c.xz, c.yz, c.zz
	smallest := math.Inf(1)
	for j := 0; j < 6; j++ {
		row := &l[j]
		pivot := row[j]
		for k := 0; k < j; k++ {
			pivot -= row[k] * row[k]
		}
		if !(pivot > 0) {
			return pivot
		}
		smallest = min(smallest, pivot)
		inv := 1 / math.Sqrt(pivot)
		row[j] = inv
		for i := j + 1; i < 6; i++ {
			s := l[i][j]
			for k := 0; k < j; k++ {
				s -= l[i][k] * row[k]
			}
			l[i][j] = s * inv
		}
	}
	return smallest
}

// solveRoot returns the acceleration that the wrench (f, n) gives an inertia with the given factor.
func solveRoot(l *[6][6]float64, f, n vec3) (a, dw vec3) {
	r := [6]float64{f.x, f.y, f.z, n.x, n.y, n.z}
	for i := 0; i < 6; i++ {
		for k := 0; k < i; k++ {
			r[i] -= l[i][k] * r[k]
		}
		r[i] *= l[i][i]
	}
	for i := 5; i >= 0; i-- {
		for k := i + 1; k < 6; k++ {
			r[i] -= l[k][i] * r[k]
		}
		r[i] *= l[i][i]
	}
	return vec3{r[0], r[1], r[2]}, vec3{r[3], r[4], r[5]}
}

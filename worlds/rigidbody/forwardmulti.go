package rigidbody

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// elimination is what the articulated body algorithm keeps of a planar or floating joint.
//
// A planar joint is taken as three joints of one dof each, without bodies between them: the last
// one first on the way in, each leaving a smaller inertia. A floating joint leaves no inertia at
// all: what it passes on is the wrench tau itself, and the acceleration of its link does not depend
// on that of its parent.
type elimination struct {
	uf, un [3]spatial.Vec // planar: inertia, as the dof found it, times the dof's axis
	inv, u [3]float64
	f, n   spatial.Vec   // floating: the wrench that accelerates the link, in world axes
	factor [6][6]float64 // floating: lower triangular root of the articulated inertia, diagonal inverted
}

// multiIn does the way in over a planar or floating joint.
func (w *Workspace) multiIn(l *link, y *articulated, x *linkPose, tau []float64) error {
	if l.kind == Planar {
		return w.planarIn(l, y, x, tau)
	}
	e := &w.eliminations[l.multi]
	f, n := x.r.mul(spatial.VecAt(tau[l.v:])), x.r.mul(spatial.VecAt(tau[l.v+3:]))
	e.f, e.n = f.Sub(y.f), n.Sub(y.n)
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
		var uf, un spatial.Vec
		var d, u float64
		if l.angularDof(k) {
			uf, un = y.inertia.b.mul(axis), y.inertia.c.mul(axis)
			d, u = axis.Dot(un), tau[int(l.v)+k]-axis.Dot(y.n)
		} else {
			uf, un = y.inertia.a.mul(axis), y.inertia.b.tmul(axis)
			d, u = axis.Dot(uf), tau[int(l.v)+k]-axis.Dot(y.f)
		}
		if !(d > 0) {
			return w.m.singularError(l, d)
		}
		inv := 1 / d
		e.uf[k], e.un[k], e.inv[k], e.u[k] = uf, un, inv, u
		y.f, y.n = y.f.AddScaled(u*inv, uf), y.n.AddScaled(u*inv, un)
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

// multiAccelerate does the way out over a planar or floating joint: (a, dw) is the acceleration of
// the link with that of its joint left out, and comes back complete.
func (w *Workspace) multiAccelerate(l *link, x *linkPose, a, dw spatial.Vec, acc []float64) (spatial.Vec, spatial.Vec) {
	e := &w.eliminations[l.multi]
	if l.kind == Floating {
		full, turn := solveRoot(&e.factor, e.f, e.n)
		x.r.tmul(full.Sub(a)).Put(acc[l.v:])
		x.r.tmul(turn.Sub(dw)).Put(acc[l.v+3:])
		return full, turn
	}
	for k := 0; k < 3; k++ {
		qdd := (e.u[k] - e.uf[k].Dot(a) - e.un[k].Dot(dw)) * e.inv[k]
		if axis := l.axisOf(k, &x.r); l.angularDof(k) {
			dw = dw.AddScaled(qdd, axis)
		} else {
			a = a.AddScaled(qdd, axis)
		}
		acc[int(l.v)+k] = qdd
	}
	return a, dw
}

// root writes the Cholesky factor of the inertia, linear rows first, its diagonal inverted. It
// returns the smallest pivot that it met, and stops at one that is not positive.
func (x *articulatedInertia) root(l *[6][6]float64) float64 {
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
func solveRoot(l *[6][6]float64, f, n spatial.Vec) (a, dw spatial.Vec) {
	r := [6]float64{f.X, f.Y, f.Z, n.X, n.Y, n.Z}
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
	return spatial.Vec{X: r[0], Y: r[1], Z: r[2]}, spatial.Vec{X: r[3], Y: r[4], Z: r[5]}
}

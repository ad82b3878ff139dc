package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// eulerState is what the recursive Newton-Euler algorithm keeps of a link, in the link's own axes.
type eulerState struct {
	r     mat3        // rotation of the link in its parent link
	p     spatial.Vec // its origin there, m
	w, dw spatial.Vec // angular velocity and acceleration
	spin  mat3        // of these, as setSpin has it; zero for the world, as they are
	a     spatial.Vec // acceleration of the origin, less gravity
	f, n  spatial.Vec // force, and moment about the origin, that the joint must transmit
}

// newtonEuler computes tau = M a + h, the generalised forces that give the acceleration a in the
// present state.
//
// Newton-Euler about the links' origins, with classical accelerations (Luh, Walker, Paul 1980): the
// linear velocity is never needed, gravity is an acceleration of the world upwards. For a link of
// mass m and moments h, O:
//
//	f = m a + dw x h + w x (w x h)
//	n = O dw + h x a + w x O w
func (w *Workspace) newtonEuler(tau, acc []float64) {
	w.needTurns()
	links := w.m.links
	states, joints := w.euler[:len(links)], w.joints[:len(links)]
	states[0].a = w.m.gravity.Scale(-1)
	for i := 1; i < len(links); i++ {
		l, x, j := &links[i], &states[i], &joints[i]
		parent := &states[l.parent]
		var wx, dw, a spatial.Vec
		if l.kind == Revolute {
			e, s, c := &l.e, j.sin, j.cos
			x.r.xx, x.r.yx, x.r.zx = c*e.xx+s*e.xy, c*e.yx+s*e.yy, c*e.zx+s*e.zy
			x.r.xy, x.r.yy, x.r.zy = c*e.xy-s*e.xx, c*e.yy-s*e.yx, c*e.zy-s*e.zx
			x.r.setCol2(e.col2())
			x.p = l.p
			wx, dw = x.r.tmul(parent.w), x.r.tmul(parent.dw)
			a = x.r.tmul(parent.a.Add(parent.spin.mul(l.p)))
			dw = spatial.Vec{X: dw.X + wx.Y*j.rate, Y: dw.Y - wx.X*j.rate, Z: dw.Z + acc[l.v]}
			wx.Z += j.rate
		} else if l.kind == Prismatic {
			x.r = l.e
			x.p = l.p.AddScaled(j.d, l.e.col2())
			wx, dw = l.e.tmul(parent.w), l.e.tmul(parent.dw)
			a = l.e.tmul(parent.a.Add(parent.spin.mul(x.p)))
			a = spatial.Vec{X: a.X + 2*wx.Y*j.rate, Y: a.Y - 2*wx.X*j.rate, Z: a.Z + acc[l.v]}
		} else {
			wx, dw, a = w.multiEuler(l, x, parent, acc)
		}
		x.w, x.dw, x.a = wx, dw, a
		x.spin.setSpin(wx, dw)
		x.f = x.spin.mul(l.h).AddScaled(l.mass, a)
		x.n = l.o.mul(dw).AddCross(wx, l.o.mul(wx)).AddCross(l.h, a)
	}
	for i := len(links) - 1; i > 0; i-- {
		l, x := &links[i], &states[i]
		if l.kind == Revolute {
			tau[l.v] = x.n.Z + l.armature*acc[l.v]
		} else if l.kind == Prismatic {
			tau[l.v] = x.f.Z + l.armature*acc[l.v]
		} else {
			l.putWrench(tau[l.v:], x.f, x.n)
		}
		if l.parent == 0 {
			continue
		}
		parent := &states[l.parent]
		f := x.r.mul(x.f)
		parent.f = parent.f.Add(f)
		parent.n = parent.n.Add(x.r.mul(x.n)).AddCross(x.p, f)
	}
}

// multiEuler moves velocity and acceleration over a planar or floating joint.
func (w *Workspace) multiEuler(l *link, x, parent *eulerState, acc []float64) (omega, dw, a spatial.Vec) {
	joint := &w.multi[l.multi]
	linear, angular := l.twistAt(acc[l.v:])
	x.r, x.p = joint.r, joint.p
	carried := x.r.tmul(parent.w)
	omega = carried.Add(joint.angular)
	dw = x.r.tmul(parent.dw).Add(carried.Cross(joint.angular)).Add(angular)
	a = x.r.tmul(parent.a.Add(parent.spin.mul(x.p))).Add(carried.Cross(joint.linear).Scale(2)).
		Add(joint.angular.Cross(joint.linear)).Add(linear)
	return omega, dw, a
}

package rigidbody

// eulerState is what the recursive Newton-Euler algorithm keeps of a link, in the link's own axes.
type eulerState struct {
	r     mat3 // rotation of the link in its parent link
	p     vec3 // its origin there, m
	w, dw vec3 // angular velocity and acceleration
	spin  mat3 // of these, as setSpin has it; zero for the world, as they are
	a     vec3 // acceleration of the origin, less gravity
	f, n  vec3 // force, and moment about the origin, that the joint must transmit
}

// newtonEuler computes tau = M a + h, the generalised forces that give the acceleration a in the present state.
//
// Newton-Euler about the links' origins, with classical accelerations (Luh, Walker, Paul 1980): the linear velocity is
// never needed, gravity is an acceleration of the world upwards. For a link of mass m and moments h, O:
//
//	f = m a + dw x h + w x (w x h)
//	n = O dw + h x a + w x O w
func (w *Workspace) newtonEuler(tau, acc []float64) {
	w.needTurns()
	links := w.m.links
	states, joints := w.euler[:len(links)], w.joints[:len(links)]
	states[0].a = w.m.gravity.scale(-1)
	for i := 1; i < len(links); i++ {
		l, x, j := &links[i], &states[i], &joints[i]
		parent := &states[l.parent]
		var wx, dw, a vec3
		if l.kind == Revolute {
			e, s, c := &l.e, j.sin, j.cos
			x.r.xx, x.r.yx, x.r.zx = c*e.xx+s*e.xy, c*e.yx+s*e.yy, c*e.zx+s*e.zy
			x.r.xy, x.r.yy, x.r.zy = c*e.xy-s*e.xx, c*e.yy-s*e.yx, c*e.zy-s*e.zx
			x.r.setCol2(e.col2())
			x.p = l.p
			wx, dw = x.r.tmul(parent.w), x.r.tmul(parent.dw)
			a = x.r.tmul(parent.a.add(parent.spin.mul(l.p)))
			dw = vec3{dw.x + wx.y*j.rate, dw.y - wx.x*j.rate, dw.z + acc[l.v]}
			wx.z += j.rate
		} else if l.kind == Prismatic {
			x.r = l.e
			x.p = l.p.addScaled(j.d, l.e.col2())
			wx, dw = l.e.tmul(parent.w), l.e.tmul(parent.dw)
			a = l.e.tmul(parent.a.add(parent.spin.mul(x.p)))
			a = vec3{a.x + 2*wx.y*j.rate, a.y - 2*wx.x*j.rate, a.z + acc[l.v]}
		} else {
			wx, dw, a = w.multiEuler(l, x, parent, acc)
		}
		x.w, x.dw, x.a = wx, dw, a
		x.spin.setSpin(wx, dw)
		x.f = x.spin.mul(l.h).addScaled(l.mass, a)
		x.n = l.o.mul(dw).addCross(wx, l.o.mul(wx)).addCross(l.h, a)
	}
	for i := len(links) - 1; i > 0; i-- {
		l, x := &links[i], &states[i]
		if l.kind == Revolute {
			tau[l.v] = x.n.z + l.armature*acc[l.v]
		} else if l.kind == Prismatic {
			tau[l.v] = x.f.z + l.armature*acc[l.v]
		} else {
			l.putWrench(tau[l.v:], x.f, x.n)
		}
		if l.parent == 0 {
			continue
		}
		parent := &states[l.parent]
		f := x.r.mul(x.f)
		parent.f = parent.f.add(f)
		parent.n = parent.n.add(x.r.mul(x.n)).addCross(x.p, f)
	}
}

// multiEuler moves velocity and acceleration over a planar or floating joint.
func (w *Workspace) multiEuler(l *link, x, parent *eulerState, acc []float64) (omega, dw, a vec3) {
	joint := &w.multi[l.multi]
	linear, angular := l.twistAt(acc[l.v:])
	x.r, x.p = joint.r, joint.p
	carried := x.r.tmul(parent.w)
	omega = carried.add(joint.angular)
	dw = x.r.tmul(parent.dw).add(carried.cross(joint.angular)).add(angular)
	a = x.r.tmul(parent.a.add(parent.spin.mul(x.p))).add(carried.cross(joint.linear).scale(2)).
		add(joint.angular.cross(joint.linear)).add(linear)
	return omega, dw, a
}

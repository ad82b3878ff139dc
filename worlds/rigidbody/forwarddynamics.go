package rigidbody

import "fmt"

// articulated is what the articulated body algorithm keeps of a link, in world axes, about the link's origin.
type articulated struct {
	w       vec3    // angular velocity
	ca, cw  vec3    // acceleration over the joint that velocities alone cause
	inertia spatial // articulated inertia, joint included
	f, n    vec3    // force and moment that the link needs beyond inertia times acceleration
	uf, un  vec3    // articulated inertia times the joint's axis
	inv, u  float64 // 1 / (axis^T inertia axis), and the part of tau left for acceleration
	a, dw   vec3    // acceleration of the origin, less gravity, and angular acceleration
}

// articulatedBody computes the acceleration that tau gives in the present state.
//
// It is Featherstone's algorithm (2008, section 7.3), with classical accelerations of the links' own origins in world
// axes: levers between neighbours are the only distances that enter, so accuracy does not depend on where the robot is.
func (w *Workspace) articulatedBody(acc, tau []float64) error {
	w.articulatedOut()
	if err := w.articulatedIn(tau); err != nil {
		return err
	}
	w.articulatedAccelerate(acc)
	return nil
}

// articulatedOut goes from the root to the leaves: velocities, and each link alone.
func (w *Workspace) articulatedOut() {
	links := w.m.links
	states, poses, joints := w.aba[:len(links)], w.poses[:len(links)], w.joints[:len(links)]
	for i := 1; i < len(links); i++ {
		l, y, x, j := &links[i], &states[i], &poses[i], &joints[i]
		omega := states[l.parent].w
		y.ca, y.cw = omega.cross(omega.cross(x.lever)), vec3{}
		switch l.kind {
		case Revolute:
			rate := x.r.col2().scale(j.rate)
			y.cw = omega.cross(rate)
			omega = omega.add(rate)
		case Prismatic:
			y.ca = y.ca.addScaled(2*j.rate, omega.cross(x.r.col2()))
		default:
			multi := &w.multi[l.multi]
			linear, angular := x.r.mul(multi.linear), x.r.mul(multi.angular)
			y.ca = y.ca.add(omega.scale(2).add(angular).cross(linear))
			y.cw = omega.cross(angular)
			omega = omega.add(angular)
		}
		y.w = omega
		h := x.r.mul(l.h)
		o := &y.inertia.c
		y.inertia.setPoint(l.mass, h)
		o.addRotated(&x.r, &l.o)
		y.f = omega.cross(omega.cross(h))
		y.n = omega.cross(o.mul(omega))
	}
}

// articulatedIn goes from the leaves to the root: what each joint leaves of the inertia and the forces outside it.
func (w *Workspace) articulatedIn(tau []float64) error {
	links := w.m.links
	states, poses := w.aba[:len(links)], w.poses[:len(links)]
	for i := len(links) - 1; i > 0; i-- {
		l, y, x := &links[i], &states[i], &poses[i]
		var d float64
		switch z := x.r.col2(); l.kind {
		case Revolute:
			y.uf, y.un = y.inertia.b.mul(z), y.inertia.c.mul(z)
			d = z.dot(y.un) + l.armature
			y.u = tau[l.v] - z.dot(y.n)
		case Prismatic:
			y.uf, y.un = y.inertia.a.mul(z), y.inertia.b.tmul(z)
			d = z.dot(y.uf) + l.armature
			y.u = tau[l.v] - z.dot(y.f)
		default:
			if err := w.multiIn(l, y, x, tau); err != nil {
				return err
			}
			continue
		}
		if !(d > 0) {
			return w.m.singularError(l, d)
		}
		y.inv = 1 / d
		if l.parent == 0 {
			continue
		}
		e := (y.u - y.uf.dot(y.ca) - y.un.dot(y.cw)) * y.inv
		f, n := y.inertia.force(y.ca, y.cw)
		f = f.add(y.f).addScaled(e, y.uf)
		n = n.add(y.n).addScaled(e, y.un)
		parent := &states[l.parent]
		parent.f = parent.f.add(f)
		parent.n = parent.n.add(n).add(x.lever.cross(f))
		y.inertia.project(y.uf, y.un, y.inv)
		parent.inertia.addMoved(&y.inertia, x.lever)
	}
	return nil
}

// articulatedAccelerate goes from the root to the leaves: the acceleration of each joint, given that of its parent.
func (w *Workspace) articulatedAccelerate(acc []float64) {
	links := w.m.links
	states, poses := w.aba[:len(links)], w.poses[:len(links)]
	states[0].a = w.m.gravity.scale(-1)
	for i := 1; i < len(links); i++ {
		l, y, x := &links[i], &states[i], &poses[i]
		parent := &states[l.parent]
		a := parent.a.add(parent.dw.cross(x.lever)).add(y.ca)
		dw := parent.dw.add(y.cw)
		if l.kind > Prismatic {
			y.a, y.dw = w.multiAccelerate(l, y, x, a, dw, acc)
			continue
		}
		qdd := (y.u - y.uf.dot(a) - y.un.dot(dw)) * y.inv
		if l.kind == Revolute {
			dw = dw.addScaled(qdd, x.r.col2())
		} else {
			a = a.addScaled(qdd, x.r.col2())
		}
		acc[l.v] = qdd
		y.a, y.dw = a, dw
	}
}

// singularError says that a joint moves no inertia.
func (m *Model) singularError(l *link, d float64) error {
	return fmt.Errorf("rigidbody: joint %q moves an inertia of %g; expected more than 0: give mass or armature to body %q or to what it carries, or see whether the state is finite",
		m.bodies[l.body].JointName, d, m.bodies[l.body].Name)
}

package rigidbody

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// articulated is what the articulated body algorithm keeps of a link, in world axes, about the
// link's origin.
type articulated struct {
	w       spatial.Vec        // angular velocity
	a0, dw0 spatial.Vec        // acceleration of the origin less gravity, angular acceleration; all joints at zero
	spin    mat3               // of w and dw0, as setSpin has it; zero for the world, as they are
	inertia articulatedInertia // articulated inertia: that of the link and of what it carries, as far as the joints there resist
	f, n    spatial.Vec        // force and moment that this needs for a0 and dw0
	uf, un  spatial.Vec        // inertia times the joint's axis, about the parent link's origin
	inv, u  float64            // 1 / (axis^T inertia axis), and the part of tau left for acceleration
	a, dw   spatial.Vec        // what the accelerations of the joints add to a0 and dw0
}

// articulatedBody computes the acceleration that tau gives in the present state.
//
// It is Featherstone's algorithm (2008, section 7.3), with classical accelerations of the links'
// own origins in world axes: levers between neighbours are the only distances that enter, so
// accuracy does not depend on where the robot is. Accelerations are counted from those that
// velocities and gravity alone cause. So these enter the forces of each link by itself, and need
// not be carried through articulated inertias.
func (w *Workspace) articulatedBody(acc, tau []float64) error {
	w.needPoses()
	w.articulatedOut()
	if err := w.articulatedIn(tau); err != nil {
		return err
	}
	w.articulatedAccelerate(acc)
	return nil
}

// articulatedOut goes from the root to the leaves: velocities, accelerations without those of the
// joints, each link alone.
func (w *Workspace) articulatedOut() {
	links := w.m.links
	states, poses, joints := w.aba[:len(links)], w.poses[:len(links)], w.joints[:len(links)]
	states[0].a0 = w.m.gravity.Scale(-1)
	for i := 1; i < len(links); i++ {
		l, y, x, j := &links[i], &states[i], &poses[i], &joints[i]
		parent := &states[l.parent]
		omega, dw := parent.w, parent.dw0
		a := parent.a0.Add(parent.spin.mul(x.lever))
		switch l.kind {
		case Revolute:
			rate := x.r.col2().Scale(j.rate)
			dw = dw.AddCross(omega, rate)
			omega = omega.Add(rate)
		case Prismatic:
			a = a.AddScaled(2*j.rate, omega.Cross(x.r.col2()))
		default:
			multi := &w.multi[l.multi]
			linear, angular := x.r.mul(multi.linear), x.r.mul(multi.angular)
			a = a.AddCross(omega.Scale(2).Add(angular), linear)
			dw = dw.AddCross(omega, angular)
			omega = omega.Add(angular)
		}
		y.w, y.a0, y.dw0 = omega, a, dw
		h := x.r.mul(l.h)
		o := &y.inertia.c
		y.inertia.setPoint(l.mass, h)
		o.setRotated(&x.r, &l.o)
		y.spin.setSpin(omega, dw)
		y.f = y.spin.mul(h).AddScaled(l.mass, a)
		y.n = o.mul(dw).AddCross(h, a).AddCross(omega, o.mul(omega))
	}
}

// articulatedIn goes from the leaves to the root: what each joint leaves of the inertia and the
// forces outside it.
func (w *Workspace) articulatedIn(tau []float64) error {
	links := w.m.links
	states, poses := w.aba[:len(links)], w.poses[:len(links)]
	for i := len(links) - 1; i > 0; i-- {
		l, y, x := &links[i], &states[i], &poses[i]
		var d, u float64
		var uf, un spatial.Vec // inertia times the joint's axis
		switch z := x.r.col2(); l.kind {
		case Revolute:
			uf, un = y.inertia.b.mul(z), y.inertia.c.mul(z)
			d = z.Dot(un) + l.armature
			u = tau[l.v] - z.Dot(y.n)
		case Prismatic:
			uf, un = y.inertia.a.mul(z), y.inertia.b.tmul(z)
			d = z.Dot(uf) + l.armature
			u = tau[l.v] - z.Dot(y.f)
		default:
			if err := w.multiIn(l, y, x, tau); err != nil {
				return err
			}
			continue
		}
		if !(d > 0) {
			return w.m.singularError(l, d)
		}
		inv := 1 / d
		y.inv, y.u, y.uf, y.un = inv, u, uf, un.AddCross(x.lever, uf)
		u *= inv
		if l.parent == 0 {
			continue
		}
		parent := &states[l.parent]
		parent.addForce(y.f.AddScaled(u, uf), y.n.AddScaled(u, un), x.lever)
		parent.inertia.addYielded(&y.inertia, uf, un, inv, x.lever)
	}
	return nil
}

// addForce adds a force and a moment about a point that lies at r from the link's origin.
func (y *articulated) addForce(f, n, r spatial.Vec) {
	y.f = y.f.Add(f)
	y.n = y.n.Add(n).AddCross(r, f)
}

// articulatedAccelerate goes from the root to the leaves: the acceleration of each joint, given
// that of its parent.
func (w *Workspace) articulatedAccelerate(acc []float64) {
	links := w.m.links
	states, poses := w.aba[:len(links)], w.poses[:len(links)]
	for i := 1; i < len(links); i++ {
		l, y, x := &links[i], &states[i], &poses[i]
		parent := &states[l.parent]
		a, dw := parent.a.AddCross(parent.dw, x.lever), parent.dw
		if l.kind > Prismatic {
			y.a, y.dw = w.multiAccelerate(l, x, a, dw, acc)
			continue
		}
		qdd := (y.u - (y.uf.Dot(parent.a) + y.un.Dot(parent.dw))) * y.inv
		if l.kind == Revolute {
			dw = dw.AddScaled(qdd, x.r.col2())
		} else {
			a = a.AddScaled(qdd, x.r.col2())
		}
		acc[l.v] = qdd
		y.a, y.dw = a, dw
	}
}

// singularError says that a joint moves no inertia.
func (m *Model) singularError(l *link, d float64) error {
	joint, body := m.bodies[l.body].JointName, m.bodies[l.body].Name
	return fmt.Errorf("rigidbody: joint %q moves an inertia of %g; expected more than 0: give mass or armature to body %q or to what it carries, or see whether the state is finite",
		joint, d, body)
}

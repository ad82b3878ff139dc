package rigidbody

// KineticEnergy is the kinetic energy, rotors of armatures included: v^T M v / 2, J.
func (w *Workspace) KineticEnergy() float64 {
	w.needRates()
	sum := 0.0
	for i := 1; i < len(w.m.links); i++ {
		l, r, x, rate := &w.m.links[i], &w.poses[i].r, &w.rates[i], w.joints[i].rate
		v, omega := r.tmul(x.v), r.tmul(x.w)
		sum += l.mass*v.Dot(v) + 2*v.Dot(omega.Cross(l.h)) + omega.Dot(l.o.mul(omega)) + l.armature*rate*rate
	}
	return sum / 2
}

// PotentialEnergy is the energy of position in the field of gravity, zero with the centre of mass
// at the world's origin, J.
func (w *Workspace) PotentialEnergy() float64 {
	if w.m.mass == 0 {
		return 0
	}
	return -w.m.mass * w.m.gravity.Dot(w.centreOfMass())
}

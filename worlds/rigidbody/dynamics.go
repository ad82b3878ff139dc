package rigidbody

// The equation of motion is M a + h = tau + sum J^T wrench.

// InverseDynamics writes the generalised forces tau (length nv) that give the acceleration a
// (length nv) in the present state, while external wrenches act, one per body, or nil for none. tau
// and a may be the same slice.
func (w *Workspace) InverseDynamics(tau, a []float64, external []Wrench) error {
	if err := w.checkDynamics(tau, a, external); err != nil {
		return err
	}
	w.newtonEuler(tau, a)
	if external != nil {
		w.needPoses()
		w.externalForces(w.tau, external)
		for i, x := range w.tau {
			tau[i] -= x
		}
	}
	return nil
}

// ForwardDynamics writes the acceleration a (length nv) that the generalised forces tau (length nv)
// give in the present state, while external wrenches act, one per body, or nil for none. a and tau
// may be the same slice. It fails where a joint moves no inertia; a then holds nothing of use.
func (w *Workspace) ForwardDynamics(a, tau []float64, external []Wrench) error {
	if err := w.checkDynamics(tau, a, external); err != nil {
		return err
	}
	if external != nil {
		w.needPoses()
		w.externalForces(w.tau, external)
		for i, x := range tau {
			w.tau[i] += x
		}
		tau = w.tau
	}
	return w.articulatedBody(a, tau)
}

// Bias writes h of the equation of motion (length nv): the generalised forces of gravity and
// velocities, those that give no acceleration.
func (w *Workspace) Bias(h []float64) error {
	if len(h) != w.m.nv {
		return w.m.lengthError("bias", len(h), w.m.nv)
	}
	w.newtonEuler(h, w.zero)
	return nil
}

func (w *Workspace) checkDynamics(tau, a []float64, external []Wrench) error {
	if len(tau) != w.m.nv {
		return w.m.lengthError("generalised forces", len(tau), w.m.nv)
	}
	if len(a) != w.m.nv {
		return w.m.lengthError("acceleration", len(a), w.m.nv)
	}
	if external != nil && len(external) != len(w.m.frames) {
		return w.m.lengthError("external wrenches", len(external), len(w.m.frames))
	}
	return nil
}

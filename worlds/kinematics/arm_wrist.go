package kinematics

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// wristArm is an arm of six joints whose last three axes meet, and whose second and third axes are
// parallel (Puma, most industrial arms), or whose first two meet. The first three joints place the
// wrist, the others turn it: up to 8 solutions (D. Pieper, The Kinematics of Manipulators under
// Computer Control, PhD thesis, Stanford 1968).
type wristArm struct {
	*screws
	wrist    spatial.Vec
	shoulder spatial.Vec // where the first two axes meet
	meets    bool
}

func newWristArm(s *screws) (*wristArm, string) {
	a := &wristArm{screws: s}
	var ok bool
	if a.wrist, ok = s.spherical(3); !ok {
		return nil, "axes 4, 5 and 6 do not meet"
	}
	a.shoulder, a.meets = s.meet(0, 1)
	if s.parallel(1, 2) {
		a.meets = false
		if s.parallel(0, 1) {
			return nil, "axes 1, 2 and 3 are parallel"
		}
		return a, ""
	}
	if !a.meets {
		return nil, "neither are axes 2 and 3 parallel, nor do axes 1 and 2 meet"
	}
	return a, ""
}

func (w *wristArm) title() string                   { return "spherical wrist" }
func (w *wristArm) freedom() (lower, upper float64) { return 0, 0 }
func (w *wristArm) freeAt([]float64) float64        { return 0 }

func (w *wristArm) solve(a *analytic, pose *spatial.Pose, _ float64) bool {
	place := w.placeParallel
	if w.meets {
		place = w.placeMeeting
	}
	place(a, pose, w.carried(pose, w.wrist))
	return true
}

// placeParallel finds the first three angles for a place of the wrist where axes 2 and 3 are
// parallel: turning about them does not change the wrist's height along them.
func (w *wristArm) placeParallel(a *analytic, pose *spatial.Pose, wrist spatial.Vec) {
	h := w.axis[1]
	p := wrist.Sub(w.origin[0])
	p12, p23, p3w := w.origin[1].Sub(w.origin[0]), w.origin[2].Sub(w.origin[1]), w.wrist.Sub(w.origin[2])
	firsts, n := projections(h, w.axis[0], p, h.Dot(p12)+h.Dot(p23)+h.Dot(p3w), -a.near[0])
	for i := range n {
		back := about(w.axis[0], firsts[i])
		reach := back.Apply(p).Sub(p12)
		a.angles[0] = -firsts[i]
		thirds, m := lengths(p23, w.axis[2], p3w, reach.Norm(), a.near[2])
		for j := range m {
			bent := about(w.axis[2], thirds[j])
			a.angles[1], a.angles[2] = turnTo(h, p23.Add(bent.Apply(p3w)), reach), thirds[j]
			w.turn(a, pose)
		}
	}
}

// placeMeeting finds the first three angles where axes 1 and 2 meet: the third sets the distance of
// the wrist from there.
func (w *wristArm) placeMeeting(a *analytic, pose *spatial.Pose, wrist spatial.Vec) {
	p := wrist.Sub(w.shoulder)
	p23, p3w := w.origin[2].Sub(w.shoulder), w.wrist.Sub(w.origin[2])
	thirds, n := lengths(p23, w.axis[2], p3w, p.Norm(), a.near[2])
	for i := range n {
		bent := about(w.axis[2], thirds[i])
		found, m := twoTurns(w.axis[0], w.axis[1], p23.Add(bent.Apply(p3w)), p, a.near[0])
		for j := range m {
			a.angles[0], a.angles[1], a.angles[2] = found[j][0], found[j][1], thirds[i]
			w.turn(a, pose)
		}
	}
}

// turn finds the last three angles.
func (w *wristArm) turn(a *analytic, pose *spatial.Pose) {
	arm := w.product(a.angles, 0, 3)
	turned := w.turned(pose)
	rest := arm.InverseTimes(&turned)
	found, n := turns(w.axis[3], w.axis[4], w.axis[5], &rest, a.near[3])
	for i := range n {
		a.angles[3], a.angles[4], a.angles[5] = found[i].first, found[i].second, found[i].third
		a.candidate()
	}
}

// product returns the rotation of the joints from one place in the chain up to another.
func (s *screws) product(angles []float64, from, to int) spatial.Rotation {
	r := spatial.IdentityRotation()
	for i := from; i < to; i++ {
		next := about(s.axis[i], angles[i])
		r = r.Times(&next)
	}
	return r
}

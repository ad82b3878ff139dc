package kinematics

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// parallelArm is an arm of six joints whose axes 2, 3 and 4 are parallel and whose axes 5 and 6
// meet, as those of Universal Robots: up to 8 solutions (K. Hawkins, Analytic Inverse Kinematics
// for the Universal Robots UR-5/UR-10 Arms, Georgia Tech 2013).
type parallelArm struct {
	*screws
	wrist spatial.Vec // where axes 5 and 6 meet
}

func newParallelArm(s *screws) (*parallelArm, string) {
	a := &parallelArm{screws: s}
	if !s.parallel(1, 2) || !s.parallel(1, 3) {
		return nil, "axes 2, 3 and 4 are not parallel"
	}
	if s.parallel(0, 1) || s.parallel(3, 4) {
		return nil, "axis 1 or axis 5 is parallel to axes 2, 3 and 4"
	}
	var ok bool
	if a.wrist, ok = s.meet(4, 5); !ok {
		return nil, "axes 5 and 6 do not meet"
	}
	return a, ""
}

func (w *parallelArm) title() string                   { return "three parallel axes" }
func (w *parallelArm) freedom() (lower, upper float64) { return 0, 0 }
func (w *parallelArm) freeAt([]float64) float64        { return 0 }

// solve finds the first angle from the wrist's height along the parallel axes, which only the first
// joint changes, then the fifth and sixth from the direction of the last axis.
func (w *parallelArm) solve(a *analytic, pose *spatial.Pose, _ float64) bool {
	h := w.axis[1]
	p := w.carried(pose, w.wrist).Sub(w.origin[0])
	turned := w.turned(pose)
	firsts, n := projections(h, w.axis[0], p, h.Dot(w.wrist.Sub(w.origin[0])), -a.near[0])
	for i := range n {
		a.angles[0] = -firsts[i]
		back := about(w.axis[0], firsts[i])
		rest := back.Times(&turned)
		found, m := turns(h, w.axis[4], w.axis[5], &rest, w.sum(a.near))
		for j := range m {
			a.angles[4], a.angles[5] = found[j].second, found[j].third
			w.plane(a, back.Apply(p), found[j].first)
		}
	}
	return true
}

// sum returns the angle of link 4 about the parallel axes.
func (w *parallelArm) sum(q []float64) float64 {
	h := w.axis[1]
	return q[1] + w.axis[2].Dot(h)*q[2] + w.axis[3].Dot(h)*q[3]
}

// plane finds the angles of the parallel joints from the angle of link 4 and the place of the
// wrist, both behind the first joint: a triangle.
func (w *parallelArm) plane(a *analytic, wrist spatial.Vec, sum float64) {
	h := w.axis[1]
	link := about(h, sum)
	reach := wrist.Sub(w.origin[1].Sub(w.origin[0])).Sub(link.Apply(w.wrist.Sub(w.origin[3])))
	p23, p34 := w.origin[2].Sub(w.origin[1]), w.origin[3].Sub(w.origin[2])
	// What is along h agrees by the choice of the first angle.
	reach = reach.AddScaled(h.Dot(p23.Add(p34))-h.Dot(reach), h)
	thirds, n := lengths(p23, h, p34, reach.Norm(), 0)
	for i := range n {
		bent := about(h, thirds[i])
		second := turnTo(h, p23.Add(bent.Apply(p34)), reach)
		a.angles[1] = second
		a.angles[2] = w.axis[2].Dot(h) * thirds[i]
		a.angles[3] = w.axis[3].Dot(h) * (sum - second - thirds[i])
		a.candidate()
	}
}

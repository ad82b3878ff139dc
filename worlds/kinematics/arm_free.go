package kinematics

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// freeJointArm is an arm of seven joints whose axes 1 to 3 meet in the shoulder, and whose axes 5
// and 6 meet in the wrist, which axis 7 passes by, as that of the Panda. The angle of the last
// joint is the free parameter: it places the wrist and axis 6, and leaves up to 8 solutions (Y. He,
// S. Liu, Analytical Inverse Kinematics for Franka Emika Panda - a Geometrical Solver for 7-DOF
// Manipulators With Unconventional Design, ICCMA 2021, in the form of subproblems).
type freeJointArm struct {
	*screws
	shoulder, wrist spatial.Vec
}

func newFreeJointArm(s *screws) (*freeJointArm, string) {
	a := &freeJointArm{screws: s}
	var ok bool
	if a.shoulder, ok = s.spherical(0); !ok {
		return nil, "axes 1, 2 and 3 do not meet"
	}
	if a.wrist, ok = s.meet(4, 5); !ok {
		return nil, "axes 5 and 6 do not meet"
	}
	if s.on(3, a.shoulder) || s.on(3, a.wrist) {
		return nil, "axis 4 passes through the shoulder or the wrist"
	}
	return a, ""
}

func (w *freeJointArm) title() string { return "spherical shoulder, by the last joint" }

// freedom returns the limits of the last joint, at most a full turn.
func (w *freeJointArm) freedom() (lower, upper float64) {
	lower, upper = w.lower[6], w.upper[6]
	if !(upper-lower < 2*math.Pi) {
		return -math.Pi, math.Pi
	}
	if lower == upper {
		return lower, lower + 1e-12 // a range that is not empty
	}
	return lower, upper
}

func (w *freeJointArm) freeAt(q []float64) float64 { return q[6] }

func (w *freeJointArm) solve(a *analytic, pose *spatial.Pose, free float64) (possible bool) {
	a.angles[6] = free
	back := about(w.axis[6], -free)
	turned := w.turned(pose)
	hand := turned.Times(&back)                                 // of link 6
	hinge := w.carried(pose, w.origin[6])                       // on axis 7
	wrist := hinge.Add(hand.Apply(w.wrist.Sub(w.origin[6])))    // carried by link 6
	line, sixth := wrist.Sub(w.shoulder), hand.Apply(w.axis[5]) // axis 6 where link 6 has it
	toElbow, toWrist := w.origin[3].Sub(w.shoulder), w.wrist.Sub(w.origin[3])
	elbows, n := lengths(toElbow, w.axis[3], toWrist, line.Norm(), a.near[3])
	for i := range n {
		a.angles[3] = elbows[i]
		bent := about(w.axis[3], elbows[i])
		// The upper arm is known except for its turn about the line. Axis 5 keeps its angle to
		// axis 6, which fixes that turn.
		any := spatial.Exp(rotationBetween(toElbow.Add(bent.Apply(toWrist)).Unit(), line.Unit())).Rotation()
		forearm := any.Times(&bent)
		swivels, m := projections(sixth, line.Unit(), forearm.Apply(w.axis[4]), w.axis[4].Dot(w.axis[5]), 0)
		for j := range m {
			swivel := about(line.Unit(), swivels[j])
			upper := swivel.Times(&any)
			w.finish(a, &upper, &bent, &hand)
		}
	}
	return true
}

// finish finds the remaining angles from the orientations of the upper arm, the elbow and link 6.
func (w *freeJointArm) finish(a *analytic, upper, bent, hand *spatial.Rotation) {
	forearm := upper.Times(bent)
	rest := forearm.InverseTimes(hand)
	a.angles[4] = turnTo(w.axis[4], w.axis[5], rest.Apply(w.axis[5]))
	fifth := about(w.axis[4], a.angles[4])
	last := fifth.InverseTimes(&rest)
	e := perpendicular(w.axis[5])
	a.angles[5] = turnTo(w.axis[5], e, last.Apply(e))
	shoulders, n := turns(w.axis[0], w.axis[1], w.axis[2], upper, a.near[0])
	for i := range n {
		s := shoulders[i]
		a.angles[0], a.angles[1], a.angles[2] = s.first, s.second, s.third
		a.candidate()
	}
}

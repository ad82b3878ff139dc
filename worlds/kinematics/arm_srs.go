package kinematics

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// srsArm is an arm of seven joints whose axes 1 to 3 meet in the shoulder, and whose axes 5 to 7
// meet in the wrist, as those of iiwa. A pose leaves the arm angle free: the turn of the elbow
// about the line from shoulder to wrist, from the plane of this line and axis 1. Up to 8 solutions
// an arm angle (M. Shimizu, H. Kakuya, W. Yoon, K. Kitagaki, K. Kosuge, Analytical Inverse
// Kinematic Computation for 7-DOF Redundant Manipulators With Joint Limits and Its Application to
// Redundancy Resolution, IEEE Transactions on Robotics 24(5), 2008).
type srsArm struct {
	*screws
	shoulder, wrist spatial.Vec
	elbow           spatial.Vec // the point of axis 4 nearest to the shoulder
}

func newSRSArm(s *screws) (*srsArm, string) {
	a := &srsArm{screws: s}
	var ok bool
	if a.shoulder, ok = s.spherical(0); !ok {
		return nil, "axes 1, 2 and 3 do not meet"
	}
	if a.wrist, ok = s.spherical(4); !ok {
		return nil, "axes 5, 6 and 7 do not meet"
	}
	if s.on(3, a.shoulder) || s.on(3, a.wrist) {
		return nil, "axis 4 passes through the shoulder or the wrist"
	}
	a.elbow = s.foot(3, a.shoulder)
	return a, ""
}

// foot returns the point of an axis that is nearest to a point.
func (s *screws) foot(i int, p spatial.Vec) spatial.Vec {
	return s.origin[i].AddScaled(s.axis[i].Dot(p.Sub(s.origin[i])), s.axis[i])
}

func (w *srsArm) title() string                   { return "spherical shoulder and wrist, by arm angle" }
func (w *srsArm) freedom() (lower, upper float64) { return -math.Pi, math.Pi }

// freeAt returns the arm angle.
func (w *srsArm) freeAt(q []float64) float64 {
	upper := w.product(q, 0, 3)
	bent := about(w.axis[3], q[3])
	reach := w.elbow.Sub(w.shoulder).Add(bent.Apply(w.wrist.Sub(w.elbow)))
	line := upper.Apply(reach).Unit()
	zero := w.upperArm(reach, line, 0)
	turned := upper.TimesInverse(&zero)
	e := perpendicular(line)
	return turnTo(line, e, turned.Apply(e))
}

// reference returns the direction of the arm angle zero, for the direction from shoulder to wrist:
// that of axis 1, where it is not along the line.
func (w *srsArm) reference(line spatial.Vec) spatial.Vec {
	if line.Cross(w.axis[0]).Norm() > 1e-6 {
		return w.axis[0]
	}
	return perpendicular(w.axis[0])
}

func (w *srsArm) solve(a *analytic, pose *spatial.Pose, free float64) (possible bool) {
	line := w.carried(pose, w.wrist).Sub(w.shoulder)
	toElbow, toWrist := w.elbow.Sub(w.shoulder), w.wrist.Sub(w.elbow)
	elbows, n := lengths(toElbow, w.axis[3], toWrist, line.Norm(), a.near[3])
	turned := w.turned(pose)
	for i := range n {
		bent := about(w.axis[3], elbows[i])
		upper := w.upperArm(toElbow.Add(bent.Apply(toWrist)), line, free)
		lower := upper.Times(&bent)
		rest := lower.InverseTimes(&turned)
		a.angles[3] = elbows[i]
		shoulders, m := turns(w.axis[0], w.axis[1], w.axis[2], &upper, a.near[0])
		wrists, k := turns(w.axis[4], w.axis[5], w.axis[6], &rest, a.near[4])
		for j := range m * k {
			s, r := shoulders[j/k], wrists[j%k]
			a.angles[0], a.angles[1], a.angles[2] = s.first, s.second, s.third
			a.angles[4], a.angles[5], a.angles[6] = r.first, r.second, r.third
			a.candidate()
		}
	}
	return n > 0
}

// upperArm returns the rotation of the upper arm that brings the way to the wrist onto a line from
// the shoulder, with the elbow at an arm angle. With the arm stretched, where the elbow is on the
// line, the angle counts from the shortest turn onto it.
func (w *srsArm) upperArm(reach, line spatial.Vec, angle float64) spatial.Rotation {
	axis := line.Unit()
	r := spatial.Exp(rotationBetween(reach.Unit(), axis)).Rotation()
	side := r.Apply(w.elbow.Sub(w.shoulder))
	if side.Cross(axis).Norm() > singular*side.Norm() {
		angle -= turnTo(axis, w.reference(axis), side)
	}
	turn := about(axis, angle)
	return turn.Times(&r)
}

package geometry

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// Motion is the motion of a shape from one pose to another: the origin of its frame moves straight
// on while the frame turns about a fixed axis, the shorter way round, both at constant rates. The
// share of a motion is 0 at its begin and 1 at its end.
type Motion struct {
	from Placed
	way  spatial.Vec // of the origin, in the frame of the query, m
	turn spatial.Vec // rotation vector of the end pose in the frame of the begin pose, rad
	// bend bounds the way that the turn adds to that of any point of the shape, m.
	bend float64
}

// NewMotion returns the motion of a placed shape from its pose to another.
func NewMotion(from Placed, to spatial.Pose) Motion {
	m := Motion{from: from, way: spatial.VecOf(to.P).Sub(spatial.VecOf(from.Pose.P))}
	turn := from.Pose.R.InverseTimes(&to.R)
	m.turn = turn.Log()
	if m.turn != (spatial.Vec{}) {
		ball := from.Shape.Ball()
		m.bend = m.turn.Cross(spatial.VecOf(ball.Centre)).Norm() + m.turn.Norm()*ball.Radius
	}
	return m
}

// Still returns the motion of a placed shape that stays where it is.
func Still(p Placed) Motion { return Motion{from: p} }

// At returns the placed shape at a share of the motion.
func (m *Motion) At(share float64) Placed {
	turn := spatial.Exp(m.turn.Scale(share)).Rotation()
	return Placed{m.from.Shape, spatial.Pose{
		R: m.from.Pose.R.Times(&turn),
		P: spatial.VecOf(m.from.Pose.P).AddScaled(share, m.way).Array(),
	}}
}

// The limits of Sweep: the smallest tolerance, m, and the largest number of steps.
const (
	leastTolerance = 1e-6
	mostAdvances   = 10000
)

// Sweep moves a and b together from share 0 to share 1 and reports whether they come within margin
// of each other, and up to which share they do not. It misses nothing: every place of the motions
// is covered. It may report shapes that come within margin + tolerance only, m; a tolerance below
// 1e-6 counts as 1e-6. A plane that turns is reported as soon as it does, since it sweeps all of
// space.
//
// It advances conservatively (B. Mirtich, Impulse-based dynamic simulation of rigid body systems,
// PhD thesis, 1996, section 2.3.2): at each share it asks for the distance, and moves on by the
// share in which no point can move along the normal by more than that.
func (q *Query) Sweep(a, b *Motion, margin, tolerance float64) (share float64, hit bool) {
	tolerance = max(tolerance, leastTolerance)
	for range mostAdvances {
		atA, atB := a.At(share), b.At(share)
		w := q.Distance(&atA, &atB)
		if !(w.Distance > margin+tolerance) {
			return share, true
		}
		rate := spatial.VecOf(w.Normal).Dot(b.way.Sub(a.way)) + a.bend + b.bend
		if !(rate*(1-share) > w.Distance-margin) {
			return 1, false
		}
		share += (w.Distance - margin) / rate
	}
	return share, true
}

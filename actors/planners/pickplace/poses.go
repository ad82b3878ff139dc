package pickplace

import (
	"math"

	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// grip is one way to hold an object: the gripper points horizontally at a heading about the
// vertical, rad, with its x axis down or up.
type grip struct {
	heading float64
	up      bool
}

// grips lists the ways to hold an object, the preferred ones first.
func (o *Options) grips() (all []grip) {
	for _, h := range o.Headings {
		all = append(all, grip{float64(h), false}, grip{float64(h), true})
	}
	return all
}

// direction returns where the gripper points, its z axis.
func (g grip) direction() [3]float64 {
	return [3]float64{math.Cos(g.heading), math.Sin(g.heading), 0}
}

// at returns the pose of the tool at a point.
func (g grip) at(point [3]float64) spatial.Pose {
	z, x := g.direction(), [3]float64{0, 0, -1}
	if g.up {
		x[2] = 1
	}
	y := [3]float64{z[1] * x[2], -z[0] * x[2], 0} // z times x
	return spatial.Pose{R: spatial.Rotation{x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]}, P: point}
}

// moved returns a point moved along a direction.
func moved(point, direction [3]float64, by float64) [3]float64 {
	for k, d := range direction {
		point[k] += by * d
	}
	return point
}

var upward = [3]float64{0, 0, 1}

// work is what the requests of one object depend on.
type work struct {
	object [3]float64 // the frame of the object, before it is lifted
	place  [3]float64 // where it goes
	grip   grip       // how it is held, once the approach has chosen
	placed bool       // the object is at its place
	upward bool       // the gripper moves away upwards, since it cannot move back
	home   []float64  // configuration where the arm began
}

// request returns the motion of a phase in which the arm moves, and the grips that its goals stand
// for.
func (o *Options) request(phase Phase, w *work, name string) (q motion.PlanRequest, grips []grip) {
	q = motion.PlanRequest{Clearance: float64(o.Clearance), Keep: o.Keep, TouchLinks: append([]string{o.Hand}, o.FingerLinks...)}
	object, place := moved(w.object, upward, float64(o.Height)), moved(w.place, upward, float64(o.Height))
	line := func(to [3]float64) { q.Line, q.Clearance = &to, 0 }
	switch phase {
	case Approach:
		grips = o.grips()
		for _, g := range grips {
			q.Goals = append(q.Goals, motion.Goal{Tool: g.at(moved(object, g.direction(), -float64(o.Standoff))), Then: &object})
		}
		q.ThenTouch = []string{name}
	case Reach:
		line(object)
		q.Touch = []string{name}
	case Lift:
		line(moved(object, upward, float64(o.Lift)))
		q.HeldTouch = []string{o.Shelf}
	case Carry:
		for _, g := range o.grips() {
			if g.up == w.grip.up { // the object stays upright
				grips = append(grips, g)
				q.Goals = append(q.Goals, motion.Goal{Tool: g.at(moved(place, upward, float64(o.Hover))), Then: &place})
			}
		}
		q.ThenHeldTouch = []string{o.Box}
	case Lower:
		line(place)
		q.HeldTouch = []string{o.Box}
	case Retreat:
		from := object
		if w.placed {
			from = place
		}
		if line(moved(from, w.grip.direction(), -float64(o.Standoff))); w.upward {
			line(moved(from, upward, float64(o.Hover)))
		}
		q.Touch = []string{name}
	case GoHome:
		q.Goals = []motion.Goal{{Positions: w.home}}
	}
	return q, grips
}

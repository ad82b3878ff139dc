package pickplace

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/planners/motion"
)

func testOptions() Options {
	o := DefaultOptions()
	o.Height, o.Shelf, o.Box, o.Robot = 0.1, "shelf", "box", "arm"
	return o
}

func near(a, b [3]float64) bool {
	return math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1])+math.Abs(a[2]-b[2]) < 1e-12
}

func TestAGripPointsWhereItSaysWithTheFingersInTheHorizontal(t *testing.T) {
	o := testOptions()
	for _, g := range o.grips() {
		p := g.at([3]float64{1, 2, 3})
		if !p.R.Valid() {
			t.Fatalf("%+v: %v is no rotation", g, p.R)
		}
		if z := [3]float64{p.R[2], p.R[5], p.R[8]}; !near(z, [3]float64{math.Cos(g.heading), math.Sin(g.heading), 0}) {
			t.Errorf("%+v points along %v", g, z)
		}
		if p.R[7] != 0 { // the height of the y axis
			t.Errorf("%+v: the fingers open along a direction that rises by %g", g, p.R[7])
		}
		if up := p.R[6] > 0; up != g.up {
			t.Errorf("%+v: the x axis rises by %g", g, p.R[6])
		}
	}
}

// The motions of the phases fit together: each begins where the one before ends.
func TestTheMotionsOfAnObjectFitTogether(t *testing.T) {
	o := testOptions()
	w := work{object: [3]float64{0.6, 0.1, 0.35}, place: [3]float64{0, -0.5, 0.1}, home: []float64{1, 2}}
	q, grips := o.request(Approach, &w, "can")
	if len(q.Goals) != len(grips) || len(grips) != 2*len(o.Headings) {
		t.Fatalf("%d goals of %d grips", len(q.Goals), len(grips))
	}
	held := [3]float64{0.6, 0.1, 0.45}
	for i, g := range q.Goals {
		if to := moved(g.Tool.P, grips[i].direction(), float64(o.Standoff)); !near(to, held) || !near(*g.Then, held) {
			t.Errorf("the approach of %+v leads to %v, and on to %v; expected %v", grips[i], to, *g.Then, held)
		}
	}
	if reach, _ := o.request(Reach, &w, "can"); !near(*reach.Line, held) || len(reach.Touch) != 1 || reach.Touch[0] != "can" {
		t.Errorf("the gripper reaches to %v and may touch %v; expected %v and the can", *reach.Line, reach.Touch, held)
	}
	w.grip = grips[3]
	lift, _ := o.request(Lift, &w, "can")
	if !near(*lift.Line, [3]float64{0.6, 0.1, 0.48}) || len(lift.HeldTouch) != 1 || lift.HeldTouch[0] != "shelf" {
		t.Errorf("the lift leads to %v and may touch %v", *lift.Line, lift.HeldTouch)
	}
	put := [3]float64{0, -0.5, 0.2}
	carry, ways := o.request(Carry, &w, "can")
	for i, g := range carry.Goals {
		if ways[i].up != w.grip.up {
			t.Errorf("carried by %+v, the can hangs upside down", ways[i])
		}
		if !near(g.Tool.P, [3]float64{0, -0.5, 0.32}) || !near(*g.Then, put) {
			t.Errorf("the can is carried to %v, and then to %v", g.Tool.P, *g.Then)
		}
	}
	w.grip = ways[2]
	if lower, _ := o.request(Lower, &w, "can"); !near(*lower.Line, put) || len(lower.HeldTouch) != 1 || lower.HeldTouch[0] != "box" {
		t.Errorf("the can is lowered to %v and may touch %v", *lower.Line, lower.HeldTouch)
	}
	for i, from := range [][3]float64{held, put} {
		w.placed = i == 1
		if away, _ := o.request(Retreat, &w, "can"); !near(moved(*away.Line, w.grip.direction(), float64(o.Standoff)), from) {
			t.Errorf("placed %v: the gripper moves away to %v", w.placed, *away.Line)
		}
	}
	w.upward = true
	if away, _ := o.request(Retreat, &w, "can"); !near(*away.Line, [3]float64{put[0], put[1], put[2] + float64(o.Hover)}) {
		t.Errorf("upwards, the gripper moves away to %v", *away.Line)
	}
	if home, _ := o.request(GoHome, &w, ""); len(home.Goals) != 1 || &home.Goals[0].Positions[0] != &w.home[0] {
		t.Errorf("the arm goes home by %+v", home)
	}
}

func TestAMotionThatCannotBeginIsAskedForWithLessClearance(t *testing.T) {
	q := motion.PlanRequest{Clearance: 0.02, Keep: []motion.Keep{{Object: "cart", Away: 0.2}}}
	first := closer(q, 0)
	if first.Clearance != 0.01 || first.Keep[0].Away != 0.1 || q.Keep[0].Away != 0.2 {
		t.Errorf("at first it keeps %g m, and %+v from what may move; the request itself %+v", first.Clearance, first.Keep, q.Keep)
	}
	if second := closer(first, 1); second.Clearance != 0 || second.Keep[0].Away != 0.1 {
		t.Errorf("then it keeps %g m, and %+v from what may move", second.Clearance, second.Keep)
	}
}

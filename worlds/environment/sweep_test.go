package environment_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// cart returns a base that moves in a plane, with a mast that rises, turns and carries an arm that
// slides out.
func cart(t testing.TB) *worlds.World {
	t.Helper()
	joint := func(name string, kind worlds.JointType, parent, child string, x, z float64, axis [3]float64, limit int) worlds.Joint {
		return worlds.Joint{Name: name, Type: kind, Parent: parent, Child: child, Origin: at(x, 0, z), Axis: axis,
			Limits: slices.Repeat([]worlds.Limit{{Lower: -3, Upper: 3, Velocity: 1, Effort: 10}}, limit)}
	}
	return build(t, &worlds.Description{Name: "cart",
		Links: []worlds.Link{{Name: "floor"}, {Name: "body", Collisions: box(0.6, 0.4, 0.2)}, {Name: "mast"}, {Name: "turret", Collisions: ball(0.1)},
			{Name: "boom", Collisions: box(0.8, 0.05, 0.05)}, {Name: "tip", Collisions: ball(0.06)}},
		Joints: []worlds.Joint{joint("drive", worlds.Planar, "floor", "body", 0, 0.1, [3]float64{0, 0, 1}, 3),
			joint("rise", worlds.Prismatic, "body", "mast", 0.1, 0.3, [3]float64{0, 0, 1}, 1),
			joint("turn", worlds.Revolute, "mast", "turret", 0, 0.1, [3]float64{0, 0, 1}, 1),
			joint("reach", worlds.Prismatic, "turret", "boom", 0.5, 0.1, [3]float64{1, 0, 0}, 1),
			joint("tilt", worlds.Revolute, "boom", "tip", 0.6, 0, [3]float64{0, 1, 0}, 1)}})
}

// A search at many points of the motion is the other route: what sweeps free has no point nearer
// than the margin, and what does not has one that is about as near.
func TestASweepAgreesWithASearchAlongTheMotion(t *testing.T) {
	wholeTestOnly(t)
	const points = 400
	draw := testkit.Random(t)
	arms, _, can, _ := cell(t)
	edit := arms.Edit()
	check(t, edit.SetPose(can, at(3.1, 0, 0)))
	check(t, edit.Grab(must[environment.Handle](t)(arms.Handle("arm")), "link3", can, "left", "right"))
	held := edit.Scene()
	carts := environment.New("yard").Edit()
	must[environment.Handle](t)(carts.AddRobot(environment.RobotSpec{Name: "arm", World: cart(t)}))
	counts := [2]int{}
	for i, empty := range []*environment.Scene{held, carts.Scene()} {
		joints, ranges := []string{"joint1", "joint2", "joint3", "left_finger"}, []float64{3, 1.5, 1.5, 0.05}
		if i == 1 {
			joints, ranges = []string{"turn", "drive", "tilt", "reach", "rise"}, []float64{3, 2, 2, 3, 2, 0.5, 0.5}
		}
		for round := range 40 {
			e := empty.Edit()
			for k := range 6 {
				must[environment.Handle](t)(e.AddBody(environment.BodySpec{Name: fmt.Sprint("body", k), Shapes: append(box(0.01, 0.5, 0.5), ball(0.1)...),
					Pose: at(2*draw.NormFloat64(), 2*draw.NormFloat64(), 0.3*draw.NormFloat64())}))
			}
			scene := e.Scene()
			margin := 0.03 * float64(round%2)
			space := must[*environment.Space](t)(scene.Space(must[environment.Handle](t)(scene.Handle("arm")), environment.SpaceOptions{Joints: joints, Margin: margin}))
			if strings.Contains(space.Explain(make([]float64, space.Dim())), "whatever these joints do") {
				continue // a body is in the arm's base
			}
			a, b, q := make([]float64, space.Dim()), make([]float64, space.Dim()), make([]float64, space.Dim())
			length := math.Pow(10, -2*draw.Float64())
			for k, r := range ranges {
				a[k] = r * (2*draw.Float64() - 1)
				b[k] = a[k] + length*r*draw.NormFloat64()
			}
			least := math.Inf(1)
			for k := range points + 1 {
				planning.Between(q, a, b, float64(k)/points)
				least = min(least, space.Clearance(q, nil))
			}
			gap := 8 * planning.Distance(a, b) / points / 2 // no part moves by more between two points
			free := space.FreeSweep(a, b)
			switch {
			case free && least <= margin:
				t.Errorf("%d, round %d: a motion with the clearance %.6f m is free for the margin %g m", i, round, least, margin)
			case !free && least > margin+1e-4+gap:
				t.Errorf("%d, round %d: a motion with the clearance %.6f m is not free for the margin %g m", i, round, least, margin)
			}
			if space.FreeSweep(b, a) != free && math.Abs(least-margin) > 1e-4+gap {
				t.Errorf("%d, round %d: the reversed motion is judged differently", i, round)
			}
			if free {
				counts[i]++
			}
		}
	}
	if min(counts[0], counts[1]) < 5 || max(counts[0], counts[1]) > 35 {
		t.Errorf("%d of 40 motions are free; expected some and not all", counts)
	}
}

// A blade of 1 mm lies between two points of the grid of FreeEdge.
func TestASweepFindsWhatLiesBetweenThePointsOfAGrid(t *testing.T) {
	e := environment.New("cell").Edit()
	robot := must[environment.Handle](t)(e.AddRobot(environment.RobotSpec{Name: "cart", World: cart(t)}))
	must[environment.Handle](t)(e.AddBody(environment.BodySpec{Name: "blade", Shapes: box(0.001, 0.001, 0.001), Pose: at(0.355, 0, 0.1)}))
	scene := e.Scene()
	space := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Joints: []string{"drive"}, Step: 10}))
	a, b := []float64{0, 0, 0}, []float64{1, 0, 0}
	if !space.FreeEdge(a, b) || space.FreeSweep(a, b) {
		t.Errorf("the grid says %v, the sweep %v; expected a grid that finds nothing and a sweep that does", space.FreeEdge(a, b), space.FreeSweep(a, b))
	}
	for _, c := range []struct {
		to, margin float64
		want       bool
	}{ // the front is at 0.3 m, the blade at 0.3545 m
		{0.05, 0, true}, {0.05, 0.0043, true}, {0.05, 0.0046, false}, {0.054, 0, true}, {0.055, 0, false}, {-0.5, 0.054, true}, {-0.5, 0.055, false},
	} {
		space := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Joints: []string{"drive"}, Margin: c.margin}))
		if got := space.FreeSweep(a, []float64{c.to, 0, 0}); got != c.want {
			t.Errorf("a drive by %g m with a margin of %g m: %v, want %v", c.to, c.margin, got, c.want)
		}
	}
	if space.FreeSweep(a, []float64{math.NaN(), 0, 0}) || space.FreeSweep(nil, a) {
		t.Error("what is no configuration is free")
	}
	b[0] = 0.05
	if n := testing.AllocsPerRun(10, func() { space.FreeSweep(a, b) }); n != 0 {
		t.Errorf("a sweep allocates %g times", n)
	}
}

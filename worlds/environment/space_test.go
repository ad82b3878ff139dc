package environment_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// segmentDistance returns the distance of a point from the segment of an arm's capsule by search.
func segmentDistance(p [2]float64, x, y, angle float64) float64 {
	least := math.Inf(1)
	for k := range 2001 {
		s := 0.1 + 0.8*float64(k)/2000
		least = min(least, math.Hypot(p[0]-x-s*math.Cos(angle), p[1]-y-s*math.Sin(angle)))
	}
	return least
}

// The arm moves in a plane, so its distance from the ball follows from plane trigonometry.
func TestASpaceFindsTheContactsOfAPlanarArm(t *testing.T) {
	wholeTestOnly(t)
	scene, robot, _, _ := cell(t)
	space := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Joints: []string{"joint1", "joint2"}}))
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	contacts, checked := 0, 0
	for range 2000 {
		q := []float64{6*r.Float64() - 3, 6*r.Float64() - 3}
		x, y, angle, least := 0.0, 0.0, 0.0, math.Inf(1)
		for i := range 3 {
			if i < 2 {
				angle += q[i]
			}
			least = min(least, segmentDistance([2]float64{0, 2}, x, y, angle))
			x, y = x+math.Cos(angle), y+math.Sin(angle)
		}
		gap := least - 0.15
		if math.Abs(q[1]) > 2.5 || math.Abs(gap) < 1e-3 || math.Hypot(x, y-2) < 0.5 {
			continue // the arm's own links, the rounding of the search, the fingers
		}
		checked++
		if gap < 0 {
			contacts++
		}
		if got := space.Free(q); got != (gap > 0) {
			t.Fatalf("seed %d: %v at distance %.4f m: free is %v: %s", seed, q, gap, got, space.Explain(q))
		}
	}
	if contacts < 20 || checked < 500 {
		t.Fatalf("%d contacts in %d configurations", contacts, checked)
	}
}

func TestLinksThatAJointConnectsMayTouchAndOthersMayNot(t *testing.T) {
	scene, robot, _, _ := cell(t)
	space := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Group: "arm"}))
	for _, c := range []struct {
		q    []float64
		want string
	}{
		{[]float64{0, 0, 0}, ""},
		{[]float64{0, 3, 0}, "arm/link2 touches arm/base"},
		{[]float64{0, 2.2, 2.2}, "arm/link3 touches arm/link1"},
		{[]float64{math.Pi / 2, 0, 0}, "arm/link2 touches can"},
	} {
		if got := space.Explain(c.q); got != c.want {
			t.Errorf("%v: %q, want %q", c.q, got, c.want)
		}
		if space.Free(c.q) != (c.want == "") {
			t.Errorf("%v: free is %v", c.q, space.Free(c.q))
		}
	}
}

func TestALinkPairOfTheRobotsSpecIsNotChecked(t *testing.T) {
	folded := []float64{0, 2.2, 2.2}
	e := environment.New("cell").Edit()
	spec := environment.RobotSpec{Name: "arm", World: arm(t, "arm", 3), Allowed: [][2]string{{"link1", "link3"}, {"left", "link1"}, {"link1", "right"}, {"base", "link3"}, {"base", "left"}, {"base", "right"}}}
	robot := must[environment.Handle](t)(e.AddRobot(spec))
	if space := must[*environment.Space](t)(e.Scene().Space(robot, environment.SpaceOptions{Group: "arm"})); !space.Free(folded) {
		t.Errorf("the pairs are allowed: %s", space.Explain(folded))
	}
	spec.Name, spec.Allowed = "other", [][2]string{{"link1", "link9"}}
	before := e.Scene()
	if _, err := e.AddRobot(spec); err == nil || !strings.Contains(err.Error(), `"other".allowed[0]: world "arm" has no body named "link9"`) || e.Scene() != before {
		t.Errorf("an unknown link: %v", err)
	}
}

func TestAMarginAndAllowedPairsChangeWhatIsFree(t *testing.T) {
	scene, robot, can, _ := cell(t)
	spaces := must[*environment.Space](t)
	q := []float64{0, 0, 0}
	if !spaces(scene.Space(robot, environment.SpaceOptions{Group: "arm", Margin: 0.15})).Free(q) {
		t.Error("the arm is 0.2 m above the table, and a margin of 0.15 m says that it is too near")
	}
	if spaces(scene.Space(robot, environment.SpaceOptions{Group: "arm", Margin: 0.25})).Free(q) {
		t.Error("the arm is 0.2 m above the table, and a margin of 0.25 m accepts that")
	}
	up := []float64{math.Pi / 2, 0, 0}
	edit := scene.Edit()
	check(t, edit.Allow(environment.Part{Object: can}, environment.Part{Object: robot, Link: "link2"}))
	if space := spaces(edit.Scene().Space(robot, environment.SpaceOptions{Group: "arm"})); !strings.Contains(space.Explain(up), "arm/link3 touches can") {
		t.Errorf("link 2 may touch the can, link 3 may not: %q", space.Explain(up))
	}
	check(t, edit.Allow(environment.Part{Object: robot}, environment.Part{Object: can}))
	allowed := edit.Scene()
	if space := spaces(allowed.Space(robot, environment.SpaceOptions{Group: "arm"})); !space.Free(up) {
		t.Errorf("the robot may touch the can: %q", space.Explain(up))
	}
	check(t, edit.Forbid(environment.Part{Object: can}, environment.Part{Object: robot}))
	check(t, edit.Forbid(environment.Part{Object: can}, environment.Part{Object: robot, Link: "link2"}))
	if space := spaces(edit.Scene().Space(robot, environment.SpaceOptions{Group: "arm"})); space.Free(up) {
		t.Error("the pair is forbidden again, and counts as free")
	}
	if space := spaces(allowed.Space(robot, environment.SpaceOptions{Group: "arm"})); !space.Free(up) {
		t.Error("an edit changed an earlier scene")
	}
}

func TestAGrabbedBodyMovesWithItsLinkAndCollides(t *testing.T) {
	scene, robot, can, _ := cell(t)
	edit := scene.Edit()
	check(t, edit.SetPose(can, at(3.2, 0, 0)))
	wall := must[environment.Handle](t)(edit.AddBody(environment.BodySpec{Name: "wall", Shapes: box(0.2, 4, 1), Pose: at(-2, 3.2, 0)}))
	spaces := must[*environment.Space](t)
	// The tip of the fingers comes to x = -1.85 m, the far side of the can to -1.92 m; the wall
	// begins at -1.9 m.
	turned := []float64{math.Pi/2 + 0.6065, 0, 0}
	if space := spaces(edit.Scene().Space(robot, environment.SpaceOptions{Group: "arm"})); space.Free([]float64{0, 0, 0}) {
		t.Error("the fingers are within the can, and are free")
	}
	check(t, edit.Grab(robot, "link3", can, "left", "right"))
	held := edit.Scene()
	space := spaces(held.Space(robot, environment.SpaceOptions{Group: "arm"}))
	if !space.Free([]float64{0, 0, 0}) {
		t.Errorf("the held can: %s", space.Explain([]float64{0, 0, 0}))
	}
	if got := space.Explain(turned); got != "can touches wall" {
		t.Errorf("the can is carried towards the wall: %q", got)
	}
	if got := must[environment.Body](t)(held.Body(can)); got.Holder != robot || got.Link != "link3" || !got.Grabbed {
		t.Errorf("the can is held by %v, link %q, grabbed %v", got.Holder, got.Link, got.Grabbed)
	}
	position := make([]float64, 5)
	check(t, space.Position(position, turned))
	check(t, edit.SetPosition(robot, position))
	pose, err := edit.Scene().Pose(can)
	check(t, err)
	if want := [3]float64{3.2 * math.Cos(turned[0]), 3.2 * math.Sin(turned[0]), 0}; math.Hypot(pose.P[0]-want[0], pose.P[1]-want[1]) > 1e-12 {
		t.Errorf("the can is at %v, want %v", pose.P, want)
	}
	check(t, edit.Release(can))
	if free, _ := edit.Scene().Pose(can); free != pose {
		t.Errorf("released, the can jumped from %v to %v", pose, free)
	}
	if err := edit.Remove(wall); err != nil {
		t.Error(err)
	}
}

func TestAPlannerFindsItsWayInAScene(t *testing.T) {
	scene, robot, _, _ := cell(t)
	before := scene.Number()
	planner := must[planning.Planner](t)(planning.New("birrt", planning.Options{}))
	problem := planning.Problem{Start: []float64{0.7, 0, 0}, Goals: [][]float64{{2.2, 0, 0}}, Seed: 1}
	for range 2 {
		problem.Spaces = append(problem.Spaces, must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Group: "arm", Margin: 0.01})))
	}
	result, err := planner.Plan(&problem)
	check(t, err)
	if result.Status != planning.Solved {
		t.Fatalf("%v: %s", result.Status, result.Detail)
	}
	fine := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Group: "arm"}))
	for i := 1; i < len(result.Path); i++ {
		for k := range 257 {
			q := make([]float64, 3)
			planning.Between(q, result.Path[i-1], result.Path[i], float64(k)/256)
			if !fine.Free(q) {
				t.Fatalf("the path collides at %v: %s", q, fine.Explain(q))
			}
		}
	}
	if scene.Number() != before {
		t.Error("planning changed the scene")
	}
}

func TestFreeAndFreeEdgeDoNotAllocate(t *testing.T) {
	scene, robot, _, _ := cell(t)
	space := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Group: "arm"}))
	a, b := []float64{0, 0, 0}, []float64{0.8, 0.2, -0.3}
	if !space.FreeEdge(a, b) { // long enough for the filter
		t.Fatalf("the motion is not free: %s", space.Explain(b))
	}
	if n := testing.AllocsPerRun(20, func() { space.Free(b); space.FreeEdge(a, b) }); n != 0 {
		t.Errorf("a check allocates %v times", n)
	}
}

func TestASpaceRefusesWhatIsNoVectorOfJoints(t *testing.T) {
	scene, robot, can, _ := cell(t)
	for _, c := range []struct {
		robot   environment.Handle
		options environment.SpaceOptions
		want    string
	}{
		{can, environment.SpaceOptions{}, "can is a body"},
		{environment.Handle{}, environment.SpaceOptions{}, "zero handle"},
		{robot, environment.SpaceOptions{Group: "leg"}, `no joint group named "leg"`},
		{robot, environment.SpaceOptions{Joints: []string{"joint9"}}, `did you mean "joint1"`},
		{robot, environment.SpaceOptions{Joints: []string{"right_finger"}}, `the joint follows "left_finger"`},
		{robot, environment.SpaceOptions{Group: "arm", Joints: []string{"joint1"}}, "expected one of them"},
		{robot, environment.SpaceOptions{Margin: -1}, "the margin is -1 m"},
		{robot, environment.SpaceOptions{Step: math.NaN()}, "the step is NaN"},
		{robot, environment.SpaceOptions{Lower: []float64{1}}, "lower has 1 numbers; expected 4"},
		{robot, environment.SpaceOptions{Joints: []string{"joint1"}, Upper: []float64{math.Inf(1)}}, "give Lower and Upper"},
	} {
		if _, err := scene.Space(c.robot, c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v; expected %q", c.options, err, c.want)
		}
	}
	var unknown *worlds.UnknownNameError
	if _, err := scene.Space(robot, environment.SpaceOptions{Group: "leg"}); !errors.As(err, &unknown) {
		t.Errorf("an unknown joint group is a %T", err)
	}
}

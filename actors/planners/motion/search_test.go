package motion

import (
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// crane is an arm of two links of 0.5 m in a plane, on a carriage along x, with a turning hand.
const crane = `
robot:
  name: crane
  links:
    - {name: rail}
    - name: carriage
    - name: upper
      collisions: [{origin: {xyz: [0.25, 0, 0], rpy: [0, 1.5707963267948966, 0]}, geometry: {capsule: {radius: 0.03, length: 0.4}}}]
    - name: lower
      collisions: [{origin: {xyz: [0.25, 0, 0], rpy: [0, 1.5707963267948966, 0]}, geometry: {capsule: {radius: 0.03, length: 0.4}}}]
    - name: hand
      collisions: [{geometry: {sphere: {radius: 0.04}}}]
  joints:
    - {name: slide, type: prismatic, parent: rail, child: carriage, axis: [1, 0, 0], limits: {lower: -1, upper: 1, velocity: 0.5, effort: 10, acceleration: 1}}
    - {name: shoulder, type: revolute, parent: carriage, child: upper, axis: [0, 0, 1], limits: {lower: -3, upper: 3, velocity: 2, effort: 10, acceleration: 8, jerk: 100}}
    - {name: elbow, type: revolute, parent: upper, child: lower, origin: {xyz: [0.5, 0, 0]}, axis: [0, 0, 1], limits: {lower: -2.8, upper: 2.8, velocity: 2, effort: 10, acceleration: 8}}
    - {name: wrist, type: revolute, parent: lower, child: hand, origin: {xyz: [0.5, 0, 0]}, axis: [0, 0, 1], limits: {lower: -3, upper: 3, velocity: 3, effort: 10, acceleration: 12}}
  joint_groups: {arm: [slide, shoulder, elbow, wrist]}
`

func craneSearcher(t *testing.T, change func(*Options)) *searcher {
	t.Helper()
	o := DefaultOptions()
	o.JointGroup, o.Robot, o.Tool, o.Speed = "arm", "crane", "hand", 1
	if change != nil {
		change(&o)
	}
	w := shelltest.World(t, crane)
	group, err := w.Group("arm")
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSearcher(o, w, group, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// hall is a scene with the crane, and with bodies of one shape each.
func hall(t *testing.T, bodies map[string]worlds.Shape) *environment.Scene {
	t.Helper()
	e := environment.New("hall").Edit()
	if _, err := e.AddRobot(environment.RobotSpec{Name: "crane", World: shelltest.World(t, crane)}); err != nil {
		t.Fatal(err)
	}
	for name, shape := range bodies {
		pose := shape.Pose
		shape.Pose = spatial.IdentityPose()
		if _, err := e.AddBody(environment.BodySpec{Name: name, Pose: pose, Shapes: []worlds.Shape{shape}}); err != nil {
			t.Fatal(err)
		}
	}
	return e.Scene()
}

func ball(x, y, radius float64) worlds.Shape {
	p := spatial.IdentityPose()
	p.P = [3]float64{x, y, 0}
	return worlds.Shape{Kind: worlds.Sphere, Pose: p, Radius: radius}
}

func mustPlan(t *testing.T, s *searcher, scene *environment.Scene, q PlanRequest) *PlanReply {
	t.Helper()
	r, err := s.plan(scene, &q, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var turn = PlanRequest{From: []float64{0, -1, 0, 0}, Goals: []Goal{{Positions: []float64{0, 1, 0, 0}}}}

func TestAMotionGoesAroundWhatIsInItsWay(t *testing.T) {
	s := craneSearcher(t, nil)
	if r := mustPlan(t, s, hall(t, nil), turn); r.Status != planning.Solved || len(r.Path) != 2 {
		t.Fatalf("without obstacles: %v with a path of %d configurations; expected the direct way", r.Status, len(r.Path))
	}
	scene := hall(t, map[string]worlds.Shape{"post": ball(0.8, 0, 0.1)})
	r := mustPlan(t, s, scene, turn)
	if r.Status != planning.Solved || len(r.Path) < 3 || r.Scene != scene.Number() {
		t.Fatalf("with a post: %v with a path of %d configurations in scene %d; expected a way around it", r.Status, len(r.Path), r.Scene)
	}
	for i, q := range r.Positions { // the post and each link as lines of points, without the checker
		for k := range 51 {
			along := float64(k) / 50
			elbow := [2]float64{q[0] + 0.5*along*math.Cos(q[1]), 0.5 * along * math.Sin(q[1])}
			tip := [2]float64{q[0] + 0.5*math.Cos(q[1]) + 0.5*along*math.Cos(q[1]+q[2]), 0.5*math.Sin(q[1]) + 0.5*along*math.Sin(q[1]+q[2])}
			for _, p := range [][2]float64{elbow, tip} {
				if d := math.Hypot(p[0]-0.8, p[1]); d < 0.1 {
					t.Fatalf("point %d of the motion, %v, is %.3f m from the middle of a post with a radius of 0.1 m", i, q, d)
				}
			}
		}
	}
}

func TestAFailedSearchSaysWhy(t *testing.T) {
	s := craneSearcher(t, nil)
	post := hall(t, map[string]worlds.Shape{"post": ball(0.4, 0.6, 0.3)})
	for name, c := range map[string]struct {
		request PlanRequest
		status  planning.Status
		detail  string
	}{
		"a goal in an obstacle":       {turn, planning.GoalInCollision, "touches post"},
		"a start in an obstacle":      {PlanRequest{From: turn.Goals[0].Positions, Goals: []Goal{{Positions: turn.From}}}, planning.StartInCollision, "touches post"},
		"a goal beyond the limits":    {PlanRequest{Goals: []Goal{{Positions: []float64{2, 0, 0, 0}}}}, planning.GoalOutOfLimits, ""},
		"a pose that is too far away": {PlanRequest{Goals: []Goal{{Tool: spatial.Pose{R: spatial.IdentityRotation(), P: [3]float64{5, 0, 0}}}}}, planning.Kinematics, "no goal is reached"},
		"a line into an obstacle":     {PlanRequest{From: turn.From, Line: &[3]float64{0.3, 0.3, 0}}, planning.PathInCollision, "touches post"},
		"a line out of reach":         {PlanRequest{From: turn.From, Line: &[3]float64{4, 0, 0}}, planning.Kinematics, "after "},
	} {
		r := mustPlan(t, s, post, c.request)
		if r.Status != c.status || !strings.Contains(r.Detail, c.detail) || r.Positions != nil || r.Goal != -1 {
			t.Errorf("%s: %v, %q, goal %d, %d points; expected %v with %q and no motion", name, r.Status, r.Detail, r.Goal, len(r.Positions), c.status, c.detail)
		}
	}
}

func TestARequestThatMakesNoSenseIsAnError(t *testing.T) {
	s := craneSearcher(t, nil)
	for want, q := range map[string]PlanRequest{
		"has a line and goals":        {Line: &[3]float64{}, Goals: turn.Goals},
		"has no goal and no line":     {},
		`has no object named`:         {Goals: turn.Goals, Touch: []string{"ghost"}},
		"the start has 3 numbers":     {From: []float64{0, 0, 0}, Goals: turn.Goals},
		"goal 0 has 1 numbers":        {Goals: []Goal{{Positions: []float64{0}}}},
		"expected at most 10 m":       {Line: &[3]float64{1e300, 0, 0}},
		"expected a finite length of": {Goals: turn.Goals, Clearance: math.NaN()},
	} {
		if _, err := s.plan(hall(t, nil), &q, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; expected one with %q", err, want)
		}
	}
}

// A straight line is compared with the forward kinematics of the crane, in closed form.
func TestALineIsStraightAndKeepsTheOrientation(t *testing.T) {
	s := craneSearcher(t, nil)
	from := []float64{0, 0.5, 0.8, -0.3}
	begin := tip(from)
	r := mustPlan(t, s, hall(t, nil), PlanRequest{From: from, Line: &[3]float64{begin[0] + 0.2, begin[1] - 0.3, 0}})
	if r.Status != planning.Solved {
		t.Fatalf("the line is %v: %s", r.Status, r.Detail)
	}
	for _, q := range r.Positions {
		at := tip(q)
		along := ((at[0]-begin[0])*0.2 - (at[1]-begin[1])*0.3) / math.Hypot(0.2, 0.3)
		off := ((at[0]-begin[0])*0.3 + (at[1]-begin[1])*0.2) / math.Hypot(0.2, 0.3)
		if math.Abs(off) > 2e-5 || along < -1e-6 || along > math.Hypot(0.2, 0.3)+1e-6 || math.Abs(at[2]-begin[2]) > 1e-5 {
			t.Fatalf("at %v the tool is %.2g m beside the line, at %.3f m of it, turned by %.2g rad", q, off, along, at[2]-begin[2])
		}
	}
	if end := tip(r.Positions[len(r.Positions)-1]); math.Hypot(end[0]-begin[0]-0.2, end[1]-begin[1]+0.3) > 3e-6 {
		t.Errorf("the line ends at %v", end)
	}
}

// tip returns x, y and the heading of the hand.
func tip(q []float64) [3]float64 {
	return [3]float64{q[0] + 0.5*math.Cos(q[1]) + 0.5*math.Cos(q[1]+q[2]), 0.5*math.Sin(q[1]) + 0.5*math.Sin(q[1]+q[2]), q[1] + q[2] + q[3]}
}

// Velocities and accelerations come from differences of a motion at 1 kHz.
func TestATimedMotionKeepsTheLimitsAndBeginsAndEndsAtRest(t *testing.T) {
	s := craneSearcher(t, func(o *Options) { o.Period = 1e6 })
	begin := tip([]float64{0, 0.5, 0.8, -0.3})
	for name, q := range map[string]PlanRequest{
		"planned": {From: []float64{0.9, -1, 0, 0}, Goals: []Goal{{Positions: []float64{-0.9, 1, 2, 1}}}},
		"line":    {From: []float64{0, 0.5, 0.8, -0.3}, Line: &[3]float64{begin[0] + 0.2, begin[1] - 0.3, 0}},
	} {
		r := mustPlan(t, s, hall(t, map[string]worlds.Shape{"post": ball(0.3, -0.7, 0.1)}), q)
		if r.Status != planning.Solved {
			t.Fatalf("%s: %v: %s", name, r.Status, r.Detail)
		}
		all := append([][]float64{q.From}, r.Positions...)
		times := []float64{0}
		for _, at := range r.Times {
			times = append(times, at.Seconds())
		}
		used := 0.0
		for k := 2; k < len(all); k++ {
			h, g := times[k]-times[k-1], times[k-1]-times[k-2]
			for i := range s.joints {
				l := limitsOf(s, i)
				v, w := (all[k][i]-all[k-1][i])/h, (all[k-1][i]-all[k-2][i])/g
				used = max(used, math.Abs(v)/l.velocity, math.Abs(v-w)/(h+g)*2/l.acceleration)
				if math.Abs(v) > l.velocity*1.001 || math.Abs(v-w)/(h+g)*2 > l.acceleration*1.05 {
					t.Fatalf("%s: at %.3f s joint %d moves with %.3f, accelerates with %.3f; limits %+v", name, times[k], i, v, (v-w)/(h+g)*2, l)
				}
			}
		}
		if used < 0.3 {
			t.Errorf("%s: the motion uses %.2f of the limits; expected a third of one somewhere", name, used)
		}
		for i := range q.From {
			last := len(all) - 1
			if first, end := math.Abs(all[1][i]-all[0][i]), math.Abs(all[last][i]-all[last-1][i]); first > 1e-4 || end > 1e-4 {
				t.Errorf("%s: joint %d moves by %.2g in the first and %.2g in the last millisecond", name, i, first, end)
			}
		}
	}
}

// limit has the limits of one joint.
type limit struct{ velocity, acceleration float64 }

func limitsOf(s *searcher, i int) limit { return limit{s.limits.Velocity[i], s.limits.Acceleration[i]} }

func TestTheMotionDoesNotDependOnTheNumberOfThreads(t *testing.T) {
	scene := hall(t, map[string]worlds.Shape{"post": ball(0.8, 0, 0.1), "other": ball(0.95, 0.6, 0.1)})
	q := turn
	q.Goals = []Goal{{Positions: []float64{0, 1.3, -1, 0}}}
	var one *PlanReply
	for _, threads := range []int{1, 2, 8} {
		s := craneSearcher(t, func(o *Options) { o.Threads = threads })
		r, err := s.plan(scene, &q, func(n int, work func(int)) {
			var all sync.WaitGroup
			for i := range n {
				all.Go(func() { work(i) })
			}
			all.Wait()
		}, nil)
		if err != nil || r.Status != planning.Solved {
			t.Fatalf("%d threads: %+v, %v", threads, r, err)
		}
		if one == nil {
			one = r
		} else if !reflect.DeepEqual(r, one) {
			t.Errorf("%d threads find %v; one finds %v", threads, r.Path, one.Path)
		}
	}
}

func TestAMotionKeepsAwayFromWhatMayMove(t *testing.T) {
	s := craneSearcher(t, nil)
	scene := hall(t, map[string]worlds.Shape{"post": ball(1.15, 0, 0.05)}) // 0.06 m beyond the hand
	if r := mustPlan(t, s, scene, turn); len(r.Path) != 2 {
		t.Fatalf("the path has %d configurations; expected the direct way past the post", len(r.Path))
	}
	wide := turn
	wide.Keep = []Keep{{"post", 0.1}}
	r := mustPlan(t, s, scene, wide)
	if r.Status != planning.Solved || len(r.Path) < 3 {
		t.Fatalf("with a distance to keep: %v with %d configurations", r.Status, len(r.Path))
	}
	const between = 1e-4 // paths are checked each 1/64 rad, where an arc of 1 m rises 3e-5 m
	for _, q := range r.Positions {
		if at := tip(q); math.Hypot(at[0]-1.15, at[1]) < 0.05+0.04+0.1-between {
			t.Fatalf("the hand comes within %.3f m of the middle of the post", math.Hypot(at[0]-1.15, at[1]))
		}
	}
}

func TestWhatMayBeTouchedIsNoObstacle(t *testing.T) {
	s := craneSearcher(t, nil)
	scene := hall(t, map[string]worlds.Shape{"curtain": ball(0.8, 0, 0.1)})
	q := turn
	q.Touch = []string{"curtain"}
	if r := mustPlan(t, s, scene, q); r.Status != planning.Solved || len(r.Path) != 2 {
		t.Errorf("%v with %d configurations; expected the direct way through the curtain", r.Status, len(r.Path))
	}
}

func TestAGoalCountsOnlyWhereTheLineAfterItIsFree(t *testing.T) {
	s := craneSearcher(t, nil)
	q := PlanRequest{From: []float64{0, 0, 0.5, 0}}
	for _, y := range []float64{0.4, -0.4} {
		q.Goals = append(q.Goals, Goal{Tool: spatial.Pose{R: spatial.IdentityRotation(), P: [3]float64{0.5, y, 0}}, Then: &[3]float64{0.5, 1.5 * y, 0}})
	}
	if r := mustPlan(t, s, hall(t, nil), q); r.Status != planning.Solved || r.Goal != 0 {
		t.Fatalf("%v, goal %d; expected the first goal, which is nearest", r.Status, r.Goal)
	}
	blocked := hall(t, map[string]worlds.Shape{"lid": ball(0.5, 0.6, 0.05)})
	if r := mustPlan(t, s, blocked, q); r.Status != planning.Solved || r.Goal != 1 {
		t.Errorf("with a lid on the first goal's line: %v, goal %d; expected the second", r.Status, r.Goal)
	}
	q.ThenTouch = []string{"lid"}
	if r := mustPlan(t, s, blocked, q); r.Status != planning.Solved || r.Goal != 0 {
		t.Errorf("with a lid that may be touched: %v, goal %d; expected the first", r.Status, r.Goal)
	}
}

func TestSomethingInTheWayOfTheRestOfAMotionIsNamed(t *testing.T) {
	s := craneSearcher(t, nil)
	r := mustPlan(t, s, hall(t, nil), turn)
	rest := append([][]float64{turn.From}, r.Positions...)
	for name, c := range map[string]struct {
		bodies map[string]worlds.Shape
		from   int
		why    string
	}{
		"nothing":     {nil, 0, ""},
		"ahead":       {map[string]worlds.Shape{"cart": ball(0.8, 0.3, 0.1)}, 0, "touches cart"},
		"left behind": {map[string]worlds.Shape{"cart": ball(0.8, -0.5, 0.1)}, len(rest) - 10, ""},
	} {
		why, err := Blocked(hall(t, c.bodies), "crane", s.joints, &turn, rest[c.from:])
		if err != nil || (c.why == "") != (why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %q, %v; expected %q", name, why, err, c.why)
		}
	}
}

package planning_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// An arm of three links of 1 m, 1 m and 0.5 m in the plane: the closed forms of its kinematics are
// known. Its tool turns about z by the sum of its joints.
func armForward(pose *spatial.Pose, q []float64) {
	a, b, c := q[0], q[0]+q[1], q[0]+q[1]+q[2]
	pose.P = [3]float64{math.Cos(a) + math.Cos(b) + 0.5*math.Cos(c), math.Sin(a) + math.Sin(b) + 0.5*math.Sin(c), 0}
	pose.R = spatial.RotationFromRPY([3]float64{0, 0, c})
}

// armInverse returns the solution on the branch of the elbow that near has.
func armInverse(q, near []float64, pose *spatial.Pose) bool {
	angle := math.Atan2(pose.R[3], pose.R[0])
	x, y := pose.P[0]-0.5*math.Cos(angle), pose.P[1]-0.5*math.Sin(angle)
	c := (x*x+y*y)/2 - 1
	if c < -1 || c > 1 {
		return false
	}
	q[1] = math.Copysign(math.Acos(c), near[1])
	q[0] = math.Atan2(y, x) - math.Atan2(math.Sin(q[1]), 1+math.Cos(q[1]))
	q[2] = angle - q[0] - q[1]
	for j := range q {
		q[j] += 2 * math.Pi * math.Round((near[j]-q[j])/(2*math.Pi))
	}
	return true
}

func poseAt(x, y, angle float64) spatial.Pose {
	return spatial.Pose{R: spatial.RotationFromRPY([3]float64{0, 0, angle}), P: [3]float64{x, y, 0}}
}

func armProblem(t *testing.T) *planning.CartesianProblem {
	t.Helper()
	p := &planning.CartesianProblem{Start: make([]float64, 3), Space: newPlane([]float64{-3, -3, -3}, []float64{3, 3, 3}, nil, nil),
		Forward: armForward, Inverse: armInverse, Position: 1e-4, Orientation: 1e-3}
	start := poseAt(1.2, 0.8, 0.3)
	if !armInverse(p.Start, []float64{0, -1, 0}, &start) {
		t.Fatal("the start is out of reach")
	}
	p.Poses = []spatial.Pose{poseAt(1.2, -0.8, 0.3), poseAt(1.6, 0, -0.5)}
	return p
}

func follow(t *testing.T, p *planning.CartesianProblem) *planning.CartesianResult {
	t.Helper()
	r, err := planning.FollowPoses(p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheToolFollowsStraightLines(t *testing.T) {
	p := armProblem(t)
	r := follow(t, p)
	if r.Status != planning.Solved || r.Share != 1 {
		t.Fatalf("%v after %g: %s", r.Status, r.Share, r.Detail)
	}
	q := make([]float64, 3)
	var pose spatial.Pose
	corner := false
	for i := 1; i < len(r.Path); i++ {
		for k := range 21 {
			planning.Between(q, r.Path[i-1], r.Path[i], float64(k)/20)
			armForward(&pose, q)
			x, y, angle := pose.P[0], pose.P[1], q[0]+q[1]+q[2]
			// The first line is x = 1.2 with the angle 0.3, the second one goes on to (1.6, 0).
			share := min(max((x-1.2)/0.4, 0), 1)
			first := math.Hypot(x-1.2, 0) <= 1.01e-4 && math.Abs(angle-0.3) <= 1.01e-3
			second := math.Abs((y+0.8)*0.4-(x-1.2)*0.8)/math.Hypot(0.4, 0.8) <= 1.01e-4 && math.Abs(angle-0.3+0.8*share) <= 1.5e-3
			if !first && !second {
				t.Fatalf("the tool is at %g, %g with the angle %g", x, y, angle)
			}
			corner = corner || math.Hypot(x-1.2, y+0.8) < 1e-9
		}
	}
	if armForward(&pose, r.Path[len(r.Path)-1]); !corner || math.Hypot(pose.P[0]-1.6, pose.P[1]) > 1e-9 {
		t.Errorf("the tool misses a pose; it ends at %v", pose.P)
	}
}

func TestLinesThatCannotBeFollowedHaveAStatus(t *testing.T) {
	for name, c := range map[string]struct {
		change func(p *planning.CartesianProblem)
		want   planning.Status
	}{
		"out of reach": {func(p *planning.CartesianProblem) { p.Poses[1] = poseAt(9, 0, 0) }, planning.Kinematics},
		"through the base": {func(p *planning.CartesianProblem) {
			wrist := poseAt(1.2-0.5*math.Cos(0.3), -0.8-0.5*math.Sin(0.3), 0) // it comes to the base
			p.Poses[1] = poseAt(0.5*math.Cos(0.3)-wrist.P[0], 0.5*math.Sin(0.3)-wrist.P[1], 0.3)
			p.Space = newPlane([]float64{-9, -9, -9}, []float64{9, 9, 9}, nil, nil)
		}, planning.ConstraintViolated},
		"out of limits":      {func(p *planning.CartesianProblem) { p.Space.(*plane).lower[0] = 0.5 }, planning.Kinematics},
		"start out":          {func(p *planning.CartesianProblem) { p.Space.(*plane).lower[1] = 0 }, planning.StartOutOfLimits},
		"start in collision": {func(p *planning.CartesianProblem) { p.Space.(*plane).discs = []disc{{p.Start, 0.1}} }, planning.StartInCollision},
		"interrupted":        {func(p *planning.CartesianProblem) { p.Progress = answer(planning.Interrupt) }, planning.Interrupted},
		"deadline":           {func(p *planning.CartesianProblem) { p.Progress = answer(planning.Expire) }, planning.DeadlineExceeded},
		"collision": {func(p *planning.CartesianProblem) {
			q, at := make([]float64, 3), poseAt(1.2, 0, 0.3)
			armInverse(q, p.Start, &at)
			p.Space.(*plane).discs = []disc{{q, 0.05}}
		}, planning.PathInCollision},
	} {
		t.Run(name, func(t *testing.T) {
			p := armProblem(t)
			c.change(p)
			if r := follow(t, p); r.Status != c.want || r.Path != nil || r.Share == 1 {
				t.Errorf("%v at %g: %s; expected %v", r.Status, r.Share, r.Detail, c.want)
			}
		})
	}
}

func TestMisuseOfCartesianPathsIsAnError(t *testing.T) {
	for want, change := range map[string]func(p *planning.CartesianProblem){
		"needs a space":             func(p *planning.CartesianProblem) { p.Space = nil },
		"at least one pose":         func(p *planning.CartesianProblem) { p.Poses = nil },
		"pose 1 is not a pose":      func(p *planning.CartesianProblem) { p.Poses[1].R = spatial.Rotation{} },
		"the start has 1 numbers":   func(p *planning.CartesianProblem) { p.Start = p.Start[:1] },
		"the tolerances are 0":      func(p *planning.CartesianProblem) { p.Position = 0 },
		"the jump is -1":            func(p *planning.CartesianProblem) { p.Jump = -1 },
		"a function from a pose to": func(p *planning.CartesianProblem) { p.Inverse = nil },
	} {
		p := armProblem(t)
		change(p)
		if _, err := planning.FollowPoses(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; expected %q", err, want)
		}
	}
}

// sphereSurface is a space whose free configurations are near the unit sphere, with a band of
// obstacles.
type sphereSurface struct{ plane }

func (s *sphereSurface) Free(q []float64) bool {
	band := math.Abs(q[2]) < 0.2 && math.Atan2(q[1], q[0]) < 2.5
	return math.Abs(planning.Distance(q, []float64{0, 0, 0})-1) <= 0.01 && !band
}

func (s *sphereSurface) Project(q []float64) bool {
	n := planning.Distance(q, []float64{0, 0, 0})
	for j := range q {
		q[j] /= n
	}
	return n > 0.1
}

func TestBirrtStaysOnTheSurfaceOfAConstraint(t *testing.T) {
	for seed := range uint64(5) {
		s := &sphereSurface{*newPlane([]float64{-1, -1, -1}, []float64{1, 1, 1}, nil, nil)}
		s.Edges.Free = s.Free
		p := &planning.Problem{Start: []float64{0, 0, 1}, Goals: [][]float64{{0, 0, -1}}, Spaces: []planning.Space{s}, Seed: seed, MaxIterations: 5000}
		r := plan(t, newPlanner(t, "birrt", planning.Options{Range: 0.2}), p)
		if r.Status != planning.Solved {
			t.Fatal(r.Status, r.Detail)
		}
		if l := r.Path.Length(); l < 3 {
			t.Errorf("a length of %g cuts through the sphere", l)
		}
		checkFree(t, s, r.Path)
	}
}

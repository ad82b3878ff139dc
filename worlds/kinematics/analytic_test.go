package kinematics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestTheAnalyticSolverReachesRandomPoses(t *testing.T) {
	for _, name := range []string{"panda", "ur5", "iiwa", "puma"} {
		t.Run(name, func(t *testing.T) {
			m := arm(t, name)
			s := newSolver(t, "analytic", m, kinematics.Options{})
			r := random(t, 12)
			q := make([]float64, m.Dim())
			solved, samples := 0, 0
			for i := range *poses {
				draw(r, m, q)
				want := toolPose(t, m, q)
				target := kinematics.AtPose(want)
				result := s.Solve(&target, &kinematics.Query{})
				samples += result.Samples
				if result.Status != kinematics.Solved {
					t.Logf("pose %d: %v, of %v", i, result, q)
					continue
				}
				solved++
				if !m.WithinLimits(result.Solutions[0]) {
					t.Errorf("pose %d: the solution %v is outside the limits", i, result.Solutions[0])
				}
				got := toolPose(t, m, result.Solutions[0])
				if p, a := poseErrors(&got, &want); p > 1e-9 || a > 1e-9 {
					t.Errorf("pose %d is missed by %g m and %g rad", i, p, a)
				}
			}
			t.Logf("%s solves %d of %d, with %.1f values of the free parameter", s.Name(), solved, *poses, float64(samples)/float64(*poses))
			if 1000*solved < 999**poses {
				t.Errorf("%d of %d poses are solved; expected 99.9 %%", solved, *poses)
			}
		})
	}
}

func BenchmarkAnalytic(b *testing.B) {
	for _, name := range []string{"panda", "ur5", "iiwa", "puma"} {
		b.Run(name, func(b *testing.B) { benchmarkSolver(b, "analytic", name) })
	}
}

// madeUp is an arm of revolute joints with the given axes and points on them at the configuration
// zero, whose joint frames and tool are turned at random, within limits of nearly a turn.
func madeUp(t testing.TB, r *rand.Rand, axes, points [][3]float64) *kinematics.Manipulator {
	t.Helper()
	var bodies []rigidbody.Body
	last := spatial.IdentityPose()
	var lower, upper []float64
	for i := range axes {
		axis := spatial.VecOf(axes[i]).Unit()
		place := spatial.Pose{R: spatial.Exp(randomVector(r, 1)).Rotation(), P: spatial.VecOf(points[i]).AddScaled(r.NormFloat64()/10, axis).Array()}
		bodies = append(bodies, rigidbody.Body{Name: fmt.Sprint("link", i), JointName: fmt.Sprint("joint", i), Parent: i - 1, Kind: rigidbody.Revolute,
			Placement: last.InverseTimes(&place), Axis: place.R.ApplyInverse(axis).Unit().Array(), Inertia: rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1}})
		last = place
		lower, upper = append(lower, -3.1), append(upper, 3.1)
	}
	model, err := rigidbody.New(bodies)
	if err != nil {
		t.Fatal(err)
	}
	tool := spatial.Pose{R: spatial.Exp(randomVector(r, 2)).Rotation(), P: randomVector(r, 0.2).Array()}
	m, err := kinematics.New(model, kinematics.Spec{Name: "made up", Tip: fmt.Sprint("link", len(axes)-1), Tool: tool, Lower: lower, Upper: upper})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// families are arms with axes at odd angles, one of each family at least.
var families = map[string]struct{ axes, points [][3]float64 }{
	"axes 2 and 3 parallel, spherical wrist": {
		[][3]float64{{0, 0.3, 1}, {1, 0.1, 0}, {1, 0.1, 0}, {0, 0, 1}, {0, 1, 0}, {0.3, 0, 1}},
		[][3]float64{{0, 0, 0.1}, {0.1, 0, 0.3}, {0.2, 0.4, 0.3}, {0.2, 0.4, 0.8}, {0.2, 0.4, 0.8}, {0.2, 0.4, 0.8}}},
	"axes 1 and 2 meet, spherical wrist": {
		[][3]float64{{0, 0, 1}, {1, 0.2, 0}, {0, 1, 0.3}, {0, 0, 1}, {1, 1, 0}, {0, 0.2, 1}},
		[][3]float64{{0, 0, 0.4}, {0, 0, 0.4}, {0.1, 0, 0.8}, {0.3, 0.1, 1.1}, {0.3, 0.1, 1.1}, {0.3, 0.1, 1.1}}},
	"three parallel axes, some reversed": {
		[][3]float64{{0, 0.2, 1}, {0, 1, 0}, {0, -1, 0}, {0, -1, 0}, {0.2, 0, 1}, {1, 1, 0}},
		[][3]float64{{0, 0, 0}, {0.05, 0.1, 0.1}, {0.05, 0, 0.6}, {0.1, 0, 1}, {0.1, 0.1, 1.1}, {0.1, 0.1, 1.1}}},
	"spherical shoulder and wrist, elbow with an offset": {
		[][3]float64{{0, 0, 1}, {0, 1, 0}, {0.1, 0, 1}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0.1, 1}},
		[][3]float64{{0, 0, 0.3}, {0, 0, 0.3}, {0, 0, 0.3}, {0.05, 0, 0.7}, {0, 0, 1.1}, {0, 0, 1.1}, {0, 0, 1.1}}},
	"spherical shoulder, last joint free": {
		[][3]float64{{0, 0, 1}, {0, 1, 0}, {0, 0.1, 1}, {0, 1, 0}, {0, 0, 1}, {1, 0.3, 0}, {0, 0, 1}},
		[][3]float64{{0, 0, 0.3}, {0, 0, 0.3}, {0, 0, 0.3}, {0.05, 0, 0.7}, {0, 0, 1.1}, {0, 0, 1.1}, {0.1, 0, 1.2}}},
}

func TestEveryFamilyFindsTheConfigurationThatAPoseIsMadeOf(t *testing.T) {
	for name, f := range families {
		t.Run(name, func(t *testing.T) {
			r := random(t, 31)
			for range 8 {
				m := madeUp(t, r, f.axes, f.points)
				s := newSolver(t, "analytic", m, kinematics.Options{Same: 1e-6})
				q := make([]float64, m.Dim())
				for range 20 {
					draw(r, m, q)
					for i := range q {
						q[i] = min(max(q[i], -3.1), 3.1)
					}
					pose := toolPose(t, m, q)
					target := kinematics.AtPose(pose)
					result := s.Solve(&target, &kinematics.Query{Near: q, Want: kinematics.All})
					if result.Status != kinematics.Solved || distance(result.Solutions[0], q) > 1e-6 {
						t.Fatalf("%s: %v: %v; expected %v", s.Name(), result, result.Solutions, q)
					}
					for i, solution := range result.Solutions {
						got := toolPose(t, m, solution)
						if p, a := poseErrors(&got, &pose); p > 1e-9 || a > 1e-9 {
							t.Fatalf("solution %d misses by %g m and %g rad", i, p, a)
						}
					}
				}
			}
		})
	}
}

func TestTheNumericSolverFindsNoSolutionThatTheAnalyticOneMisses(t *testing.T) {
	for _, name := range []string{"ur5", "puma"} {
		m := arm(t, name)
		r, q := random(t, 41), make([]float64, m.Dim())
		analytic, numeric := newSolver(t, "analytic", m, kinematics.Options{}), newSolver(t, "numeric", m, kinematics.Options{Starts: 200, Tolerance: 1e-9})
		for i := range 30 {
			draw(r, m, q)
			target := kinematics.AtPose(toolPose(t, m, q))
			query := kinematics.Query{Near: q, Want: kinematics.All}
			all := analytic.Solve(&target, &query).Solutions
			for _, found := range numeric.Solve(&target, &query).Solutions {
				nearest := math.Inf(1)
				for _, solution := range all {
					most := 0.0
					for j := range found {
						most = max(most, math.Abs(math.Remainder(found[j]-solution[j], 2*math.Pi)))
					}
					nearest = min(nearest, most)
				}
				if nearest > 1e-4 {
					t.Errorf("%s, pose %d: the analytic solver misses %v; it has %v", name, i, found, all)
				}
			}
		}
	}
}

func TestSingularPosesAreSolved(t *testing.T) {
	for _, c := range []struct {
		arm string
		q   []float64
	}{
		{"iiwa", make([]float64, 7)}, // stretched, upwards
		{"iiwa", []float64{0.3, 0.5, -0.2, 0, 0.4, 0, 0.1}},
		{"iiwa", []float64{0, 0, 0, 1, 0, -1, 0}},
		{"ur5", make([]float64, 6)},
		{"ur5", []float64{0.5, -0.7, 0, 0.3, 0.9, 0}}, // stretched
		{"ur5", []float64{0.5, -0.7, 1, 0.3, 0, 0.6}}, // the wrist's axes parallel
		{"puma", []float64{0.2, -0.4, 0.5, 0.3, 0, -0.1}},
		{"puma", []float64{0.2, -1.5, math.Pi/2 - math.Atan2(0.0203, 0.4331), 0.3, 0.2, -0.1}},
		{"panda", []float64{0, 0, 0, -0.0698, 0, 0, 0}},
		{"panda", []float64{0.2, 0, 0.3, -1.5, 0, 1.5, 0.4}},
		{"panda", []float64{0.2, -0.5, 0.3, -1.5, 0.1, 0, 0.4}},
	} {
		m := arm(t, c.arm)
		s := newSolver(t, "analytic", m, kinematics.Options{})
		pose := toolPose(t, m, c.q)
		target := kinematics.AtPose(pose)
		for _, near := range [][]float64{nil, c.q} {
			result := s.Solve(&target, &kinematics.Query{Near: near, Want: kinematics.Nearest})
			if result.Status != kinematics.Solved {
				t.Errorf("%s at %v: %v", c.arm, c.q, result)
				continue
			}
			got := toolPose(t, m, result.Solutions[0])
			if p, a := poseErrors(&got, &pose); p > 1e-9 || a > 1e-9 {
				t.Errorf("%s at %v: missed by %g m and %g rad", c.arm, c.q, p, a)
			}
			if near != nil && distance(result.Solutions[0], c.q) > 1e-4 {
				t.Errorf("%s at %v: the nearest solution is %v", c.arm, c.q, result.Solutions[0])
			}
		}
	}
}

func TestATargetOutOfReachHasACause(t *testing.T) {
	far := spatial.IdentityPose()
	far.P = [3]float64{3, 0, 0}
	for _, name := range []string{"ur5", "iiwa", "puma"} {
		target := kinematics.AtPose(far)
		if result := newSolver(t, "analytic", arm(t, name), kinematics.Options{}).Solve(&target, &kinematics.Query{}); result.Status != kinematics.Unreachable {
			t.Errorf("%s: %v; expected unreachable", name, result)
		}
	}
	target := kinematics.AtPose(far)
	if result := newSolver(t, "analytic", arm(t, "panda"), kinematics.Options{}).Solve(&target, &kinematics.Query{}); result.Status != kinematics.NotFound || result.Samples < 1000 {
		t.Errorf("panda: %v; expected that a sampled search finds nothing", result)
	}
	m := arm(t, "puma")
	target = kinematics.AtPose(toolPose(t, m, []float64{3.1, 1, -1.2, 3, 2, 0}))
	if result := newSolver(t, "analytic", m, kinematics.Options{}).Solve(&target, &kinematics.Query{}); result.Status != kinematics.OutsideLimits {
		t.Errorf("puma: %v; expected outside the limits", result)
	}
	target = kinematics.AtPosition([3]float64{}, [3]float64{0.3, 0, 0.3})
	if result := newSolver(t, "analytic", m, kinematics.Options{}).Solve(&target, &kinematics.Query{}); result.Status != kinematics.Unsupported {
		t.Errorf("a position: %v; expected unsupported", result)
	}
}

func TestAnArmOfNoFamilyIsRefusedWithTheReasons(t *testing.T) {
	r := random(t, 6)
	odd := func(n int) (axes, points [][3]float64) {
		for range n {
			axes = append(axes, randomVector(r, 1).Array())
			points = append(points, randomVector(r, 1).Array())
		}
		return axes, points
	}
	for n, want := range map[int]string{5: "5 joints", 6: "axes 4, 5 and 6 do not meet", 7: "axes 1, 2 and 3 do not meet"} {
		axes, points := odd(n)
		_, err := kinematics.NewSolver("analytic", madeUp(t, r, axes, points), kinematics.Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `use "numeric"`) {
			t.Errorf("%v; expected %q", err, want)
		}
	}
	m, err := kinematics.New(twoLinks(t), kinematics.Spec{Tip: "hand"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kinematics.NewSolver("analytic", m, kinematics.Options{}); err == nil || !strings.Contains(err.Error(), `"rail"`) {
		t.Errorf("%v; expected an error that names the joint rail", err)
	}
}

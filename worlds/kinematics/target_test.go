package kinematics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// A trial is a target that a pose of the tool reaches, and a check in terms of geometry whether
// another pose reaches it too: how far it is off, m and rad.
type trial struct {
	target kinematics.Target
	miss   func(tool *spatial.Pose) (position, rotation float64)
}

func randomVector(r *rand.Rand, length float64) spatial.Vec {
	v := spatial.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
	return v.Unit().Scale(length)
}

func angleBetween(a, b spatial.Vec) float64 { return math.Atan2(a.Cross(b).Norm(), a.Dot(b)) }

// fromLine is how far a point is from a line.
func fromLine(point, on, direction spatial.Vec) float64 {
	return point.Sub(on).Cross(direction).Norm() / direction.Norm()
}

// newTrial makes a target of a kind that the tool reaches at a pose.
func newTrial(r *rand.Rand, kind kinematics.Kind, tool *spatial.Pose) trial {
	local, axis := randomVector(r, 0.1), randomVector(r, 2)
	point, direction := tool.Apply(local), tool.R.Apply(axis)
	pointOf := func(p *spatial.Pose) spatial.Vec { return p.Apply(local) }
	axisOf := func(p *spatial.Pose) spatial.Vec { return p.R.Apply(axis) }
	apart := func(p *spatial.Pose) float64 { return pointOf(p).Sub(point).Norm() }
	turned := func(p *spatial.Pose) float64 { return angleBetween(axisOf(p), direction) }
	l, a, p, d := local.Array(), axis.Array(), point.Array(), direction.Array()
	switch kind {
	case kinematics.Pose:
		return trial{kinematics.AtPose(*tool), func(p *spatial.Pose) (float64, float64) { return poseErrors(p, tool) }}
	case kinematics.Position:
		return trial{kinematics.AtPosition(l, p), func(p *spatial.Pose) (float64, float64) { return apart(p), 0 }}
	case kinematics.Orientation:
		return trial{kinematics.AtOrientation(tool.R), func(p *spatial.Pose) (float64, float64) { _, a := poseErrors(p, tool); return 0, a }}
	case kinematics.Direction:
		return trial{kinematics.Pointing(a, d), func(p *spatial.Pose) (float64, float64) { return 0, turned(p) }}
	case kinematics.LookAt:
		at := point.AddScaled(0.3, direction)
		return trial{kinematics.LookingAt(l, a, at.Array()), func(p *spatial.Pose) (float64, float64) { return 0, angleBetween(axisOf(p), at.Sub(pointOf(p))) }}
	case kinematics.PositionDirection:
		return trial{kinematics.AtPositionPointing(l, p, a, d), func(p *spatial.Pose) (float64, float64) { return apart(p), turned(p) }}
	case kinematics.PositionAngle:
		reference := randomVector(r, 3)
		angle := angleBetween(direction, reference)
		return trial{kinematics.AtPositionWithAngle(l, p, a, reference.Array(), angle), func(p *spatial.Pose) (float64, float64) {
			return apart(p), math.Abs(angleBetween(axisOf(p), reference) - angle)
		}}
	case kinematics.PositionOnRay:
		along := randomVector(r, 2)
		return trial{kinematics.OnRay(l, point.AddScaled(-0.1, along).Array(), along.Array()), func(p *spatial.Pose) (float64, float64) {
			begin := point.AddScaled(-0.1, along)
			if pointOf(p).Sub(begin).Dot(along) < 0 {
				return pointOf(p).Sub(begin).Norm(), 0
			}
			return fromLine(pointOf(p), point, along), 0
		}}
	case kinematics.Ray:
		return trial{kinematics.AlongRay(l, a, point.AddScaled(0.2, direction).Array(), d), func(p *spatial.Pose) (float64, float64) {
			return fromLine(pointOf(p), point, direction), turned(p)
		}}
	case kinematics.PositionXY:
		return trial{kinematics.AtXY(l, p[0], p[1]), func(p *spatial.Pose) (float64, float64) {
			return math.Hypot(pointOf(p).X-point.X, pointOf(p).Y-point.Y), 0
		}}
	}
	heading := math.Atan2(direction.Y, direction.X)
	return trial{kinematics.AtXYHeading(l, p[0], p[1], a, heading), func(p *spatial.Pose) (float64, float64) {
		return math.Hypot(pointOf(p).X-point.X, pointOf(p).Y-point.Y), math.Abs(math.Remainder(math.Atan2(axisOf(p).Y, axisOf(p).X)-heading, 2*math.Pi))
	}}
}

func TestTheNumericSolverReachesTargetsOfEveryKind(t *testing.T) {
	for _, kind := range kinematics.Kinds() {
		t.Run(kind.String(), func(t *testing.T) {
			r := random(t, 21+uint64(kind))
			for _, name := range []string{"panda", "ur5"} {
				m := arm(t, name)
				s, q := newSolver(t, "numeric", m, kinematics.Options{}), make([]float64, m.Dim())
				for i := range 100 {
					draw(r, m, q)
					pose := toolPose(t, m, q)
					c := newTrial(r, kind, &pose)
					if p, a := c.miss(&pose); p > 1e-9 || a > 1e-9 {
						t.Fatalf("the pose that target %d is made of misses it by %g m and %g rad", i, p, a)
					}
					result := s.Solve(&c.target, &kinematics.Query{Seed: uint64(i)})
					if result.Status != kinematics.Solved {
						t.Errorf("%s, target %d: %v", name, i, result)
						continue
					}
					got := toolPose(t, m, result.Solutions[0])
					if p, a := c.miss(&got); p > 1e-6 || a > 1e-6 {
						t.Errorf("%s, target %d is missed by %g m and %g rad", name, i, p, a)
					}
				}
			}
		})
	}
}

func TestAnOppositeDirectionIsReached(t *testing.T) {
	m := arm(t, "panda")
	s := newSolver(t, "numeric", m, kinematics.Options{Starts: 1})
	near := []float64{0.1, -0.5, 0.2, -2, 0.3, 1.8, 0.4}
	pose := toolPose(t, m, near)
	target := kinematics.Pointing([3]float64{0, 0, 1}, pose.R.Axis(2).Neg().Array())
	if result := s.Solve(&target, &kinematics.Query{Near: near}); result.Status != kinematics.Solved {
		t.Error(result)
	}
}

func TestATargetThatCannotBeUsedIsInvalid(t *testing.T) {
	m := arm(t, "panda")
	s := newSolver(t, "numeric", m, kinematics.Options{})
	nan, zero, x := [3]float64{0, math.NaN(), 0}, [3]float64{}, [3]float64{1, 0, 0}
	for want, target := range map[string]kinematics.Target{
		"unknown kind":           {Kind: 200},
		"pose":                   kinematics.AtPose(spatial.Pose{}),
		"point is not finite":    kinematics.AtPosition(nan, zero),
		"axis of the tool":       kinematics.Pointing(zero, x),
		"direction is zero":      kinematics.OnRay(zero, zero, zero),
		"angle is outside":       kinematics.AtPositionWithAngle(zero, zero, x, x, -1),
		"the angle is not finit": kinematics.AtXYHeading(zero, 0, 0, x, math.Inf(1)),
	} {
		result := s.Solve(&target, &kinematics.Query{})
		if result.Status != kinematics.Invalid || !strings.Contains(result.Problem, want) || len(result.Solutions) != 0 {
			t.Errorf("%v; expected invalid: %s", result, want)
		}
	}
	target := kinematics.AtPosition(zero, x)
	for want, query := range map[string]kinematics.Query{
		"wrong length": {Near: []float64{1}}, "not finite": {Near: []float64{0, 0, 0, 0, 0, 0, math.NaN()}}, "Want": {Want: 9},
	} {
		if result := s.Solve(&target, &query); result.Status != kinematics.Invalid || !strings.Contains(result.Problem, want) {
			t.Errorf("%v; expected invalid: %s", result, want)
		}
	}
}

func TestAFilterChoosesAmongSolutions(t *testing.T) {
	for _, solver := range kinematics.SolverNames() {
		m := arm(t, "ur5")
		s := newSolver(t, solver, m, kinematics.Options{})
		q := []float64{0.3, -1, 1.2, 0.4, 0.7, -0.2}
		target := kinematics.AtPose(toolPose(t, m, q))
		all := s.Solve(&target, &kinematics.Query{Near: q, Want: kinematics.All})
		if all.Status != kinematics.Solved || len(all.Solutions) != 8 {
			t.Errorf("%s: %v; expected 8 solutions", solver, all)
		}
		for i, solution := range all.Solutions {
			if i > 0 && distance(solution, q) < distance(all.Solutions[i-1], q) {
				t.Errorf("%s: solution %d is nearer than the one before", solver, i)
			}
			got, want := toolPose(t, m, solution), toolPose(t, m, q)
			if p, a := poseErrors(&got, &want); p > 1e-6 || a > 1e-6 {
				t.Errorf("%s: solution %d misses by %g m and %g rad", solver, i, p, a)
			}
		}
		second := slices.Clone(all.Solutions[1])
		if distance(all.Solutions[0], q) > 1e-5 {
			t.Errorf("%s: the nearest solution is %v; expected %v", solver, all.Solutions[0], q)
		}
		far := func(c []float64) bool { return distance(c, q) > 1e-3 }
		nearest := s.Solve(&target, &kinematics.Query{Near: q, Want: kinematics.Nearest, Accept: far})
		if len(nearest.Solutions) != 1 || distance(nearest.Solutions[0], second) > 1e-4 || nearest.Rejected == 0 {
			t.Errorf("%s: the nearest that the filter accepts is %v of %v; expected %v", solver, nearest, nearest.Solutions, second)
		}
		none := s.Solve(&target, &kinematics.Query{Accept: func([]float64) bool { return false }})
		if none.Status != kinematics.Rejected || len(none.Solutions) != 0 {
			t.Errorf("%s: %v; expected that all are rejected", solver, none)
		}
	}
}

func TestAStartFarBeyondTheLimitsIsTolerated(t *testing.T) {
	for _, solver := range kinematics.SolverNames() {
		for _, name := range []string{"panda", "ur5", "iiwa"} {
			m := arm(t, name)
			s, near := newSolver(t, solver, m, kinematics.Options{}), make([]float64, m.Dim())
			draw(random(t, 9), m, near)
			target := kinematics.AtPose(toolPose(t, m, near))
			for _, far := range []float64{1e300, -1e300, 1e9, 7} {
				for i := range near {
					near[i] = far
				}
				result := s.Solve(&target, &kinematics.Query{Near: near, Want: kinematics.Nearest})
				if result.Status != kinematics.Solved || !m.WithinLimits(result.Solutions[0]) {
					t.Errorf("%s, %s from %g: %v", solver, name, far, result)
				}
			}
		}
	}
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum)
}

func TestSolvingAllocatesNothing(t *testing.T) {
	for _, solver := range kinematics.SolverNames() {
		for _, name := range []string{"panda", "ur5", "iiwa", "puma"} {
			m := arm(t, name)
			s := newSolver(t, solver, m, kinematics.Options{Starts: 10})
			q := make([]float64, m.Dim())
			draw(random(t, 4), m, q)
			target := kinematics.AtPose(toolPose(t, m, q))
			query := kinematics.Query{Near: q, Want: kinematics.All}
			if n := testing.AllocsPerRun(20, func() { s.Solve(&target, &query) }); n != 0 {
				t.Errorf("%s, %s: %g allocations a solution", solver, name, n)
			}
		}
	}
}

func TestAnUnknownSolverIsRejectedWithTheKnownNames(t *testing.T) {
	m := arm(t, "panda")
	if _, err := kinematics.NewSolver("magic", m, kinematics.Options{}); err == nil || !strings.Contains(err.Error(), "known: "+strings.Join(kinematics.SolverNames(), ", ")) {
		t.Error(err)
	}
	if _, err := kinematics.NewSolver("numeric", nil, kinematics.Options{}); err == nil {
		t.Error("a manipulator that is nil is accepted")
	}
	if _, err := kinematics.NewSolver("numeric", m, kinematics.Options{Starts: -1, Tolerance: math.NaN()}); err == nil ||
		!strings.Contains(err.Error(), "Options.Starts") || !strings.Contains(err.Error(), "Options.Tolerance") {
		t.Error(err)
	}
}

package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// planarArm has three parallel axes, turned about the world's x: what leads out of their plane is
// zero, or rounding.
func planarArm(t testing.TB, turned float64) *robot {
	t.Helper()
	sin, cos := math.Sincos(turned)
	base := spatial.Pose{R: [9]float64{1, 0, 0, 0, cos, -sin, 0, sin, cos}}
	link := spatial.IdentityPose()
	link.P = [3]float64{0.4, 0, 0}
	inertia := rigidbody.Inertia{Mass: 2, Com: [3]float64{0.2, 0, 0}, Ixx: 0.01, Iyy: 0.03, Izz: 0.03}
	body := func(name string, parent int, at spatial.Pose) rigidbody.Body {
		return rigidbody.Body{Name: name, JointName: "joint_" + name, Parent: parent, Kind: rigidbody.Revolute, Axis: [3]float64{0, 0, 1},
			Placement: at, Inertia: inertia}
	}
	m, err := rigidbody.New([]rigidbody.Body{body("upper", -1, base), body("lower", 0, link), body("hand", 1, link)})
	must(t, err)
	return &robot{name: "planar arm", model: m, tip: "hand", low: []float64{-3, -3, -3}, high: []float64{3, 3, 3}}
}

// besideLimits returns a bench of a task, and one of the task and limits in one level.
func besideLimits(t testing.TB, r *robot, task taskspace.Task) (alone, beside *bench) {
	t.Helper()
	return newBench(t, r, task), newBench(t, r, task, taskspace.Task{Name: "limits", Kind: taskspace.JointLimits})
}

// both ticks two benches at a state.
func both(t testing.TB, s *state, benches ...*bench) {
	t.Helper()
	for _, b := range benches {
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
	}
}

// Nothing moves a pose out of the plane of its arm, in whatever level it stands.
func TestRowsThatNothingMovesAreNoDirectionsBesideLimits(t *testing.T) {
	for _, turned := range []float64{0, math.Pi, 0.7} {
		r := planarArm(t, turned)
		alone, beside := besideLimits(t, r, taskspace.Task{Name: "hand", Kind: taskspace.FramePose, Frame: "hand",
			Point: [3]float64{0.1, 0, 0}, Goal: taskspace.Goal{Measured: true}})
		s := r.newState()
		rng := rand.New(rand.NewPCG(41, 1))
		compared := 0
		for i := range 200 {
			r.randomise(t, s, rng)
			both(t, s, alone, beside)
			a, b := &alone.out.Levels[0], &beside.out.Levels[0]
			if b.Rows > 6 || a.Damped+b.Damped > 0 {
				continue // a joint is near a limit, or the arm is stretched
			}
			compared++
			if a.Rank != 3 || b.Rank != 3 {
				t.Fatalf("turned by %g, state %d: the ranks are %d alone and %d beside limits; expected 3", turned, i, a.Rank, b.Rank)
			}
			size := b.Condition * (1 + greatest(alone.out.Acceleration))
			if miss := greatest(difference(alone.out.Acceleration, beside.out.Acceleration)); !(miss <= 1e-8*size) {
				t.Fatalf("turned by %g, state %d: accelerations of %v, beside limits %v", turned, i, alone.out.Acceleration, beside.out.Acceleration)
			}
		}
		if compared < 100 {
			t.Errorf("turned by %g: %d of 200 states are compared", turned, compared)
		}
	}
}

// A place that no joint moves is lost, and no reason to stop.
func TestATaskThatNothingMovesIsLostBesideLimits(t *testing.T) {
	r := planarArm(t, 0)
	_, beside := besideLimits(t, r, taskspace.Task{Name: "up", Kind: taskspace.FramePosition, Frame: "hand", Axes: taskspace.Z})
	s := r.newState()
	must(t, s.w.SetState(s.q, s.v))
	both(t, s, beside)
	if o := &beside.out.Levels[0]; o.Rank != 0 || o.Lost != 1 || greatest(beside.out.Acceleration) != 0 {
		t.Errorf("%+v, accelerations of %v; expected a row that is lost", o, beside.out.Acceleration)
	}
}

// A stretched arm cannot give what its singular direction is asked for, and does not run away for
// it.
func TestASingularRowIsDampedBesideLimits(t *testing.T) {
	r := planarArm(t, 0)
	task := taskspace.Task{Name: "reach", Kind: taskspace.FramePosition, Frame: "hand", Axes: taskspace.X, Goal: taskspace.Goal{Position: [3]float64{2, 0, 0}}}
	alone, beside := besideLimits(t, r, task)
	s := r.newState()
	most := 0.0
	for _, bent := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-9, 0} {
		s.q[1] = bent
		must(t, s.w.SetState(s.q, s.v))
		both(t, s, alone, beside)
		most = max(most, greatest(alone.out.Acceleration))
		if got := greatest(beside.out.Acceleration); !(got <= 5*most) {
			t.Errorf("bent by %g rad: accelerations of %g rad/s2 beside limits, of %g without at most", bent, got, most)
		}
		if bent > 0 && bent < 1e-3 && beside.out.Levels[0].Damped != 1 {
			t.Errorf("bent by %g rad: %+v; expected one direction that is damped", bent, beside.out.Levels[0])
		}
	}
}

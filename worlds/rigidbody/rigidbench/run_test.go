package rigidbench

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// steadyClock goes on by one step at every look.
func steadyClock(step time.Duration) func() time.Duration {
	var now time.Duration
	return func() time.Duration {
		now += step
		return now
	}
}

func newModel(t testing.TB, bodies []rigidbody.Body) *rigidbody.Model {
	m, err := rigidbody.New(bodies)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEveryOperationIsTimedOnTheGivenClock(t *testing.T) {
	const step = 100 * time.Microsecond
	results, err := Run(newModel(t, Arm()), 100*time.Millisecond, steadyClock(step))
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != len(operations) {
		t.Fatalf("%d results; expected %d", len(results), len(operations))
	}
	for _, r := range results {
		want := float64(step) / float64(r.Calls)
		if r.Err != nil || r.NV != 7 || r.Batches == 0 || r.MedianNs != want || r.AllNs != want || r.BestNs != want {
			t.Errorf("%+v; expected no error, nv 7, and %g ns a call", r, want)
		}
		if r.Calls < states || r.Calls&(r.Calls-1) != 0 {
			t.Errorf("%s: %d calls in a batch; expected a power of two of at least %d", r.Operation, r.Calls, states)
		}
	}
}

func TestRunEndsWithItsBudget(t *testing.T) {
	const step = 100 * time.Microsecond // a batch of the smallest size is then long enough at once
	for _, budget := range []time.Duration{0, 10 * time.Millisecond, 50 * time.Millisecond} {
		clock := steadyClock(step)
		results, err := Run(newModel(t, Arm()), budget, clock)
		if err != nil {
			t.Fatal(err)
		}
		if r := results[0]; r.Batches < 1 || r.Calls != states {
			t.Errorf("budget %v: %d batches of %d calls; expected at least one, of %d", budget, r.Batches, r.Calls, states)
		}
		calibration, round := time.Duration(4*len(operations)+2*20+2)*step, time.Duration(4*len(operations)+1)*step
		if spent := clock(); spent > budget+calibration+round+2*step {
			t.Errorf("budget %v: took %v", budget, spent)
		}
	}
}

// at has batches that took ns while the loop took rounds of loop.
func at(loop float64, ns ...float64) (samples []sample) {
	for _, x := range ns {
		samples = append(samples, sample{ns: x, loop: loop})
	}
	return samples
}

func TestTheMediansAreTheMiddlesOfTheBatches(t *testing.T) {
	for _, c := range []struct {
		what                    string
		samples                 []sample
		calm, median, all, best float64
	}{
		{"none", nil, 0, 0, 0, 0},
		{"one", at(1, 5), 1, 5, 5, 5},
		{"an odd number", at(1, 3, 1, 2), 1, 3, 2, 1},
		{"an even number", at(1, 4, 1, 3, 2), 1, 4, 2.5, 1},
		{"ten, one of them calm", slices.Concat(at(3, 1, 2, 3, 4, 5, 6, 7, 8), at(2, 9), at(3, 10)), 1, 9, 5.5, 1},
		{"eleven, two of them calm", slices.Concat(at(3, 1, 2, 3, 4, 5), at(1, 6), at(3, 7, 8, 9, 10), at(2, 11)), 2, 8.5, 6, 1},
	} {
		var r Result
		r.take(c.samples)
		if r.Calm != int(c.calm) || r.MedianNs != c.median || r.AllNs != c.all || r.BestNs != c.best || r.Batches != len(c.samples) {
			t.Errorf("%s: %+v; expected %g calm, median %g, of all %g, best %g", c.what, r, c.calm, c.median, c.all, c.best)
		}
	}
}

// A machine that is slow nine times in ten, for some batches at a time, and a clock that tells it: the batches beside fast
// arithmetic are those of the fast machine, but for the first and the last of such a time.
func TestTheBatchesOfTheFastMachineCount(t *testing.T) {
	looks := 0
	var now time.Duration
	clock := func() time.Duration {
		looks++
		step := 300 * time.Microsecond
		if looks%2000 < 200 {
			step = 100 * time.Microsecond
		}
		now += step
		return now
	}
	results, err := Run(newModel(t, Arm()), 5*time.Second, clock)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		fast := float64(100*time.Microsecond) / float64(r.Calls)
		if r.Batches < 500 || r.MedianNs != fast || r.BestNs != fast || r.AllNs != 3*fast {
			t.Errorf("%+v; expected %g ns a call, of all %g", r, fast, 3*fast)
		}
	}
}

func TestReferencesAreOfTheNearestRobot(t *testing.T) {
	for nv, want := range map[int]Reference{
		1: {"ur5", 6, 468}, 7: {"iiwa", 7, 528}, 8: {"iiwa", 7, 528}, 10: {"panda", 9, 657}, 38: {"talos floating", 38, 2503}, 500: {"talos floating", 38, 2503},
	} {
		if got := referenceFor(InverseDynamics, nv); *got != want {
			t.Errorf("nv %d: %+v; expected %+v", nv, *got, want)
		}
	}
	if r := referenceFor(ModelTerms, 7); r != nil {
		t.Errorf("model terms have the reference %+v; expected none", *r)
	}
	for name, figures := range references {
		if len(figures) != len(referenceRobots) {
			t.Errorf("%s has %d figures for %d robots", name, len(figures), len(referenceRobots))
		}
	}
}

func TestAnOperationThatARobotCannotDoSaysWhy(t *testing.T) {
	ghost := Arm()
	for i := range ghost {
		ghost[i].Inertia = rigidbody.Inertia{}
	}
	results, err := Run(newModel(t, ghost), time.Millisecond, steadyClock(100*time.Microsecond))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		needsInertia := r.Operation == ForwardDynamics || r.Operation == MassMatrixFactor || r.Operation == MassMatrixInverse
		if failed := r.Err != nil; failed != needsInertia {
			t.Errorf("%s on a robot without mass: %v", r.Operation, r.Err)
		}
		if r.Err != nil && (r.Batches != 0 || r.MedianNs != 0 || !strings.Contains(r.Err.Error(), `joint "arm joint 7"`)) {
			t.Errorf("%+v; expected no figures and the last joint's name", r)
		}
	}
	if _, err := Run(newModel(t, nil), time.Millisecond, steadyClock(1)); err == nil || !strings.Contains(err.Error(), "no degree of freedom") {
		t.Errorf("Run without joints: %v", err)
	}
}

func TestTheMadeUpRobotsHaveTheSizesOfTheReferences(t *testing.T) {
	if m := newModel(t, Arm()); m.NV() != 7 {
		t.Errorf("the arm has nv %d; expected 7", m.NV())
	}
	m := newModel(t, Humanoid())
	if m.NV() != 38 || m.NumBodies() != 33 {
		t.Errorf("the humanoid has nv %d and %d bodies; expected 38 and 33", m.NV(), m.NumBodies())
	}
	w := m.NewWorkspace()
	h := make([]float64, m.NV())
	if err := w.GravityForces(h); err != nil {
		t.Fatal(err)
	}
	if want := 9.81 * m.Mass(); math.Abs(h[2]-want) > 1e-12*want {
		t.Errorf("the humanoid weighs %g N; expected %g N", h[2], want)
	}
}

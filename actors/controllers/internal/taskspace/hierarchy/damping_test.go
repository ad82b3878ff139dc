package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/examples/mobile_manipulator/models"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// stretched puts an arm near or at a singular posture: all joints small but the first, so that it
// points up.
func (r *robot) stretched(t testing.TB, s *state, away float64, rng *rand.Rand) {
	t.Helper()
	for i := range s.q {
		s.q[i] = away * (2*rng.Float64() - 1)
	}
	s.q[0] = rng.Float64()
	for i := range s.v {
		s.v[i] = 2*rng.Float64() - 1
	}
	must(t, s.w.SetState(s.q, s.v))
}

func TestOnlyLostDirectionsAreDampedAndTheRestIsExact(t *testing.T) {
	r := ownArm(t)
	b := newBench(t, r, armTasks(r)[:1]...)
	s := r.newState()
	rng := rand.New(rand.NewPCG(31, 1))
	damped := 0
	for i := range 2000 {
		r.stretched(t, s, math.Pow(10, -4*rng.Float64()), rng)
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
		report := &b.out.Levels[0]
		want, lost := dampedByDefinition(t, b, report)
		if report.Damped != lost {
			t.Fatalf("state %d: %d directions damped; the singular values say %d: %+v", i, report.Damped, lost, report)
		}
		if lost > 0 {
			damped++
		}
		l := &b.in.Levels[0]
		got := product(l.Jacobian, b.out.Acceleration)
		size := 1 + greatest(l.Acceleration)
		for row := range got {
			if miss := math.Abs(report.Missing[row] - want[row]); !(miss <= 1e-7*size) {
				t.Fatalf("state %d: missing %v; by definition %v", i, report.Missing, want)
			}
			if miss := math.Abs(got[row] + l.Drift[row] + report.Missing[row] - l.Acceleration[row]); !(miss <= 1e-8*size) {
				t.Fatalf("state %d row %d: reached and missing do not add up: off by %g", i, row, miss)
			}
		}
	}
	if damped < 200 {
		t.Errorf("only %d of 2000 states were damped: the test tests nothing", damped)
	}
}

// dampedByDefinition returns what a first level must miss, from the singular value decomposition of
// its whitened rows, and how many directions are in the region.
func dampedByDefinition(t *testing.T, b *bench, report *LevelReport) (missing []float64, lost int) {
	t.Helper()
	l, n := &b.in.Levels[0], b.r.model.NV()
	var factor mat.Cholesky
	if !factor.Factorize(mat.NewSymDense(n, b.in.MassMatrix)) {
		t.Fatal("no factor")
	}
	var lower mat.TriDense
	factor.LTo(&lower)
	y := mat.NewDense(n, l.Rows, nil)
	must(t, y.Solve(&lower, mat.NewDense(l.Rows, n, l.Jacobian).T()))
	goal := make([]float64, l.Rows)
	for i := range goal {
		goal[i] = (l.Acceleration[i] - l.Drift[i]) / l.Scale[i]
		for c := range n {
			y.Set(c, i, y.At(c, i)/l.Scale[i])
		}
	}
	var svd mat.SVD
	if !svd.Factorize(y.T(), mat.SVDThin) {
		t.Fatal("no singular values")
	}
	var u mat.Dense
	svd.UTo(&u)
	missing = make([]float64, l.Rows)
	for j, sigma := range svd.Values(nil) {
		share := 0.0
		if sigma < defaultRegion {
			lost++
			lambda := (1 - sigma*sigma/defaultRegion/defaultRegion) * defaultRegion * defaultRegion
			share = lambda / (sigma*sigma + lambda)
		}
		along := 0.0
		for i := range goal {
			along += u.At(i, j) * goal[i]
		}
		for i := range missing {
			missing[i] += l.Scale[i] * share * along * u.At(i, j)
		}
		if report.Exact && sigma > 1e-9 && (sigma < report.Smallest*(1-1e-6) || sigma > report.Largest*(1+1e-6)) {
			t.Fatalf("singular value %g is outside of the reported %g to %g", sigma, report.Smallest, report.Largest)
		}
		if !report.Exact && sigma < report.Smallest*(1-1e-9) {
			t.Fatalf("singular value %g is below the bound %g", sigma, report.Smallest)
		}
	}
	return missing, lost
}

func TestTheTorqueHasNoStepThroughASingularPosture(t *testing.T) {
	r := ownArm(t)
	b := newBench(t, r, armTasks(r)...)
	s := r.newState()
	greatestStep := func(steps int) (step, most float64) {
		var last []float64
		for i := range steps + 1 {
			clear(s.v)
			for k := range s.q {
				s.q[k] = 0
			}
			s.q[0], s.q[1] = 0.3, 0.2
			s.q[3] = -0.2 + 0.4*float64(i)/float64(steps) // the elbow goes through the stretched arm
			must(t, s.w.SetState(s.q, s.v))
			must(t, b.e.Start(s.w, s.q))
			b.tick(t, s)
			if last != nil {
				step = math.Max(step, greatest(difference(b.out.Torque, last)))
			}
			last = append(last[:0], b.out.Torque...)
			most = math.Max(most, greatest(b.out.Torque))
		}
		return step, most
	}
	coarse, most := greatestStep(20000)
	fine, _ := greatestStep(80000)
	if !(fine < coarse/3) {
		t.Errorf("a step of %g Nm stays at %g when the way is cut in four times finer pieces: the torque jumps", coarse, fine)
	}
	t.Logf("through the stretched arm: at most %.0f Nm, steps of %.3g Nm, then %.3g Nm", most, coarse, fine)
	if !(most < 1e4) {
		t.Errorf("the torque grows to %g Nm", most)
	}
}

func TestATaskThatStandsTwiceIsMetOnceAndSaysSo(t *testing.T) {
	r := ownArm(t)
	tasks := armTasks(r)
	again := tasks[0]
	again.Name, again.Level = "again", 1
	tasks[1].Level, tasks[2].Level = 2, 3
	b := newBench(t, r, tasks[0], again, tasks[1], tasks[2])
	plain := newBench(t, r, armTasks(r)...)
	s := r.newState()
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		r.randomise(t, s, rng)
		must(t, b.e.Start(s.w, s.q))
		must(t, plain.e.Start(s.w, s.q))
		b.tick(t, s)
		plain.tick(t, s)
		if plain.out.Levels[0].Damped+plain.out.Levels[1].Damped > 0 {
			continue
		}
		second := &b.out.Levels[1]
		if second.Rank != 0 || second.Lost != 3 || second.Damped != 0 {
			t.Fatalf("the same task again: %+v", second)
		}
		if miss := greatest(second.Missing); miss > 1e-9*(1+greatest(b.in.Levels[0].Acceleration)) {
			t.Fatalf("it is met already, and misses %g", miss)
		}
		if miss := greatest(difference(b.out.Torque, plain.out.Torque)); miss > 1e-9*plain.out.Levels[1].Condition*greatest(plain.out.Torque) {
			t.Fatalf("it changes the torque by %g", miss)
		}
	}
}

func TestConflictingTasksOfOneLevelShareItByWeight(t *testing.T) {
	r := ownArm(t)
	low, high := armTasks(r)[0], armTasks(r)[0]
	high.Name, high.Weight = "other", 3
	high.Goal.Position[2] += 0.4
	b := newBench(t, r, low, high)
	s := r.newState()
	rng := rand.New(rand.NewPCG(18, 8))
	for range 100 {
		r.randomise(t, s, rng)
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
		if b.out.Levels[0].Damped > 0 {
			continue
		}
		l := &b.in.Levels[0]
		got := product(l.Jacobian, b.out.Acceleration)
		for i := range 3 {
			if want := (l.Acceleration[i] + 3*l.Acceleration[3+i]) / 4; math.Abs(got[i]+l.Drift[i]-want) > 1e-8*(1+math.Abs(want)) {
				t.Fatalf("row %d: %g; the weighted mean is %g", i, got[i]+l.Drift[i], want)
			}
		}
		if b.out.Levels[0].Rank != 3 || b.out.Levels[0].Lost != 3 {
			t.Fatalf("%+v", b.out.Levels[0])
		}
	}
}

func TestTheAnswerDoesNotDependOnUnits(t *testing.T) {
	r := ownArm(t)
	b := newBench(t, r, armTasks(r)...)
	s := r.newState()
	rng := rand.New(rand.NewPCG(77, 8))
	for i := range 300 {
		if i%2 == 0 {
			r.randomise(t, s, rng)
		} else {
			r.stretched(t, s, 0.02, rng)
		}
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
		before := append([]float64(nil), b.out.Acceleration...)
		for _, mass := range []float64{1e-9, 1e9} { // in other units of mass, and of the tasks' length
			in := b.in
			in.MassMatrix, in.Bias = times(b.in.MassMatrix, mass), times(b.in.Bias, mass)
			in.Levels = append([]taskspace.Level(nil), b.in.Levels...)
			for k := range 2 {
				l := &in.Levels[k]
				l.Jacobian, l.Drift, l.Acceleration = times(l.Jacobian, 1e6), times(l.Drift, 1e6), times(l.Acceleration, 1e6)
				l.Scale = times(l.Scale, 1e6/math.Sqrt(mass))
			}
			must(t, b.law.Solve(&in, b.out))
			if miss := greatest(difference(b.out.Acceleration, before)); !(miss <= 1e-9*(1+greatest(before))/defaultRegion) {
				t.Fatalf("state %d: masses in units of %g change the accelerations by %g of %g", i, mass, miss, greatest(before))
			}
		}
	}
}

func times(v []float64, k float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = k * v[i]
	}
	return out
}

// Of an arm that is mounted at a slant, a frame on the axis of its first joint has a Jacobian of
// 1e-17 where the upright arm's is zero. It is as lost for both: no acceleration of 1e18 is asked
// for.
func TestAFrameThatOnlyRoundingMovesIsLostAndNotChased(t *testing.T) {
	mounted := func(slant float64) *robot {
		d, err := urdf.Load(models.Files, "arm.urdf", urdf.Options{})
		must(t, err)
		c, s := math.Cos(slant), math.Sin(slant)
		d.Joints[0].Origin.R = [9]float64{c, -s * c, s * s, s, c * c, -c * s, 0, s, c}
		return build(t, d, "slanted arm", lastBody(d), false)
	}
	upright, slanted := mounted(0), mounted(0.4)
	lost := 0
	for i := range upright.model.NumBodies() {
		for _, kind := range []taskspace.Kind{taskspace.FramePosition, taskspace.FramePose} {
			var ranks [2]int
			for k, r := range []*robot{upright, slanted} {
				b := newBench(t, r, taskspace.Task{Name: "place", Kind: kind, Frame: r.model.Body(i).Name, Goal: taskspace.Goal{Measured: true}})
				s := r.newState()
				r.randomise(t, s, rand.New(rand.NewPCG(31, 7)))
				must(t, b.e.Start(s.w, s.q))
				must(t, b.e.SetGoal(0, &taskspace.Goal{Position: [3]float64{0.3, 0.2, 0.5}}))
				b.tick(t, s)
				if most := greatest(b.out.Acceleration); !(most < 1e5) {
					t.Errorf("%s, %v of %s: acceleration %g", r.name, kind, r.model.Body(i).Name, most)
				}
				ranks[k] = b.out.Levels[0].Rank
			}
			if ranks[0] != ranks[1] {
				t.Errorf("%v of %s: rank %d upright, %d at a slant", kind, upright.model.Body(i).Name, ranks[0], ranks[1])
			}
			if kind == taskspace.FramePosition && ranks[0] == 0 {
				lost++
			}
		}
	}
	if lost < 3 {
		t.Errorf("only %d frames are at rest: the test tests nothing", lost)
	}
}

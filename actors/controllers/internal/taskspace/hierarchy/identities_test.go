package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// identityTolerance is how far an identity may be off, times the conditioning of what it is about.
const identityTolerance = 1e-8

func TestTheIdentitiesHoldAtRandomStatesOfOwnRobots(t *testing.T) {
	for _, r := range []*robot{ownArm(t), onWheels(t)} {
		checkIdentities(t, r, 300)
	}
}

func TestTheIdentitiesHoldAtRandomStatesOfFiveRobots(t *testing.T) {
	folder := shared(t, "robots")
	states := 10000
	if testing.Short() {
		states = 200
	}
	for _, file := range []struct{ name, tip string }{{"ur5.urdf", "tool0"}, {"lwr.urdf", "lwr_lwr_7_link"}, {"iiwa.urdf", "lbr_iiwa_link_7"},
		{"panda.urdf", "panda_hand"}, {"authored_planar_base_lwr.urdf", "kuka_arm_7_link"}} {
		checkIdentities(t, load(t, folder, file.name, file.tip, false), states)
	}
}

// checkIdentities checks position over orientation over posture, and the same six rows as one
// level.
func checkIdentities(t *testing.T, r *robot, states int) {
	t.Helper()
	const seed = 20
	rng := rand.New(rand.NewPCG(seed, 1))
	tasks := armTasks(r)
	two := newBench(t, r, tasks...)
	tasks[1].Level, tasks[2].Level = 0, 1
	one := newBench(t, r, tasks...)
	s := r.newState()
	damped, worst, compared := 0, 0.0, 0
	for i := range states {
		r.randomise(t, s, rng)
		must(t, two.e.Start(s.w, s.q))
		two.tick(t, s)
		if two.out.Levels[0].Damped+two.out.Levels[1].Damped > 0 {
			damped++
		} else if two.out.Levels[0].Lost+two.out.Levels[1].Lost == 0 {
			must(t, one.e.Start(s.w, s.q))
			one.tick(t, s)
			if one.out.Levels[0].Damped == 0 {
				compared++
				size := identityTolerance * one.out.Levels[0].Condition * (1 + greatest(two.out.Acceleration))
				if miss := greatest(difference(one.out.Acceleration, two.out.Acceleration)); !(miss <= size) {
					t.Fatalf("%s state %d of seed %d: six rows differ from three over three by %g, allowed %g", r.name, i, seed, miss, size)
				}
			}
		}
		worst = math.Max(worst, checkLevels(t, two, i))
		if i < 1000 { // dense algebra is slow
			checkProjector(t, two, i)
		}
	}
	if damped > states/20 {
		t.Errorf("%s: %d of %d states are damped, more than 5 %%", r.name, damped, states)
	}
	if compared < states/2 {
		t.Errorf("%s: stacked rows were compared in %d of %d states only", r.name, compared, states)
	}
	t.Logf("%s: %d states, %.2f %% damped, levels reached to %.1e of what is asked, times the condition", r.name, states,
		100*float64(damped)/float64(states), worst)
}

// checkLevels checks that the final acceleration gives every level that is neither damped nor below
// a damped one what it wants, up to what it reports as missing, and that the equation of motion
// holds. It gives the worst error.
func checkLevels(t *testing.T, b *bench, i int) (worst float64) {
	t.Helper()
	condition := 1.0
	for k := range b.in.Levels {
		l, report := &b.in.Levels[k], &b.out.Levels[k]
		if report.Damped > 0 {
			break // its lost direction is the lower levels'
		}
		condition *= report.Condition
		got := product(l.Jacobian, b.out.Acceleration)
		for row := range got {
			miss := math.Abs(got[row] + l.Drift[row] + report.Missing[row] - l.Acceleration[row])
			size := condition * (1 + greatest(l.Acceleration) + greatest(b.out.Acceleration))
			worst = math.Max(worst, miss/size)
			if !(miss <= identityTolerance*size) {
				t.Fatalf("%s state %d level %d row %d: off by %g, allowed %g; %+v", b.r.name, i, k, row, miss, identityTolerance*size, report)
			}
			if report.Lost == 0 && report.Missing[row] != 0 {
				t.Fatalf("%s state %d level %d: misses %v, though nothing is lost or damped", b.r.name, i, k, report.Missing)
			}
		}
	}
	tau := product(b.in.MassMatrix, b.out.Acceleration)
	effort := make([]float64, len(tau))
	for _, l := range b.out.Levels {
		for j, x := range l.Effort {
			effort[j] += x
		}
	}
	for j := range tau {
		size := 1 + greatest(tau)
		if miss := math.Abs(tau[j] + b.in.Bias[j] - b.out.Torque[j]); !(miss <= 1e-10*size) {
			t.Fatalf("%s state %d: torque %d is off the equation of motion by %g", b.r.name, i, j, miss)
		}
		if miss := math.Abs(effort[j] - tau[j]); !(miss <= 1e-10*size) {
			t.Fatalf("%s state %d: the levels' efforts differ from the whole by %g", b.r.name, i, miss)
		}
	}
	return worst
}

// checkProjector checks the null space of the first level against the dynamically consistent
// inverse by its definition.
func checkProjector(t *testing.T, b *bench, i int) {
	t.Helper()
	report := &b.out.Levels[0]
	if report.Damped > 0 {
		return
	}
	n := b.r.model.NV()
	null := make([]float64, n*n)
	must(t, b.law.NullSpace(null, 0))
	l := &b.in.Levels[0]
	j, m := mat.NewDense(l.Rows, n, l.Jacobian), mat.NewDense(n, n, b.in.MassMatrix)
	var inverse, half, lambda, bar, square mat.Dense
	must(t, inverse.Inverse(m))
	half.Mul(&inverse, j.T())
	square.Mul(j, &half)
	must(t, lambda.Inverse(&square))
	bar.Mul(&half, &lambda)
	var spd mat.Cholesky
	if !spd.Factorize(mat.NewSymDense(l.Rows, symmetric(&lambda))) {
		t.Fatalf("%s state %d: Lambda is not positive definite", b.r.name, i)
	}
	nullspace := mat.NewDense(n, n, null)
	size := report.Condition * report.Condition * math.Max(1, mat.Max(m)) * math.Max(1, math.Sqrt(mat.Norm(&inverse, 2)))
	for name, p := range map[string][2]mat.Matrix{"N Jbar": {nullspace, &bar}, "J N": {j, nullspace}} {
		var out mat.Dense
		out.Mul(p[0], p[1])
		if miss := greatest(out.RawMatrix().Data); !(miss <= identityTolerance*size) {
			t.Fatalf("%s state %d: %s = %g, allowed %g", b.r.name, i, name, miss, identityTolerance*size)
		}
	}
	var twice, exact mat.Dense
	twice.Mul(nullspace, nullspace)
	exact.Mul(&bar, j)
	for r := range n {
		for c := range n {
			want := -exact.At(r, c)
			if r == c {
				want++
			}
			if miss := math.Abs(twice.At(r, c) - null[r*n+c]); !(miss <= identityTolerance*size) {
				t.Fatalf("%s state %d: N N differs from N by %g", b.r.name, i, miss)
			}
			if miss := math.Abs(want - null[r*n+c]); !(miss <= identityTolerance*size) {
				t.Fatalf("%s state %d: N differs from 1 - Jbar J by %g", b.r.name, i, miss)
			}
		}
	}
}

// symmetric returns the entries of a matrix, made symmetric; it is nearly so.
func symmetric(m *mat.Dense) []float64 {
	n, _ := m.Dims()
	out := make([]float64, n*n)
	for i := range n {
		for j := range n {
			out[i*n+j] = (m.At(i, j) + m.At(j, i)) / 2
		}
	}
	return out
}

func TestALowerLevelCannotDisturbAHigherOne(t *testing.T) {
	r := ownArm(t)
	b := newBench(t, r, armTasks(r)...)
	s := r.newState()
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 200 {
		r.randomise(t, s, rng)
		must(t, b.e.Start(s.w, s.q))
		must(t, b.e.SetGoal(2, &taskspace.Goal{Joints: make([]float64, r.model.NQ())}))
		b.tick(t, s)
		if b.out.Levels[0].Damped+b.out.Levels[1].Damped > 0 {
			continue
		}
		before := append([]float64(nil), b.out.Acceleration...)
		wild := make([]float64, r.model.NQ())
		for k := range wild {
			wild[k] = 200 * (rng.Float64() - 0.5)
		}
		must(t, b.e.SetGoal(2, &taskspace.Goal{Joints: wild}))
		b.tick(t, s)
		change := difference(b.out.Acceleration, before)
		for k := range 2 {
			condition := b.out.Levels[0].Condition * b.out.Levels[1].Condition
			if moved := greatest(product(b.in.Levels[k].Jacobian, change)); !(moved <= 1e-10*condition*(1+greatest(change))) {
				t.Fatalf("state %d: the posture moves level %d by %g while joints change by %g", i, k, moved, greatest(change))
			}
		}
	}
}

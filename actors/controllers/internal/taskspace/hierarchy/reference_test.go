package hierarchy

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The laws that this package replaces, for comparison: those of the Stanford whole-body control
// framework, which leave out the drift and the Coriolis forces. They are written by their formulas,
// without regard to speed, and checked against the golden numbers before anything is compared with
// them.

// oldInput is what the old laws take: a first level, and a posture acceleration.
type oldInput struct {
	mass, inverse, jacobian *mat.Dense
	gravity                 []float64
	task, posture           []float64
}

func newOldInput(t testing.TB, n int, mass, jacobian, gravity, task, posture []float64) *oldInput {
	in := &oldInput{mass: mat.NewDense(n, n, mass), inverse: new(mat.Dense), jacobian: mat.NewDense(len(task), n, jacobian),
		gravity: gravity, task: task, posture: posture}
	must(t, in.inverse.Inverse(in.mass))
	return in
}

// classic is tau = J^T Lambda b + N^T posture + g.
func (in *oldInput) classic(t testing.TB) []float64 {
	n := len(in.gravity)
	var half, square, lambda mat.Dense
	half.Mul(in.inverse, in.jacobian.T())
	square.Mul(in.jacobian, &half)
	must(t, lambda.Inverse(&square))
	var force, tau, back, backForce, rest mat.VecDense
	force.MulVec(&lambda, mat.NewVecDense(len(in.task), in.task))
	tau.MulVec(in.jacobian.T(), &force)
	back.MulVec(half.T(), mat.NewVecDense(n, in.posture)) // N^T = 1 - J^T Lambda J M^-1
	backForce.MulVec(&lambda, &back)
	rest.MulVec(in.jacobian.T(), &backForce)
	out := make([]float64, n)
	for i := range out {
		out[i] = tau.AtVec(i) + in.posture[i] - rest.AtVec(i) + in.gravity[i]
	}
	return out
}

// recursive is tau_k = tau_{k-1} + J*^T (Lambda* b + p* - Lambda* J* M^-1 tau_{k-1}) with p* =
// Lambda* J* M^-1 g, the task over the posture, singular values of the posture's J* M^-1 J*^T cut
// off below 1e-3.
func (in *oldInput) recursive(t testing.TB) []float64 {
	n := len(in.gravity)
	tau, null := mat.NewVecDense(n, nil), identity(n)
	gravity := mat.NewVecDense(n, in.gravity)
	for k, goal := range [][]float64{in.task, in.posture} {
		var j, half, square mat.Dense
		if k == 0 {
			j.Mul(in.jacobian, null)
		} else {
			j.CloneFrom(null)
		}
		half.Mul(in.inverse, j.T())
		square.Mul(&j, &half)
		lambda := pseudoInverse(t, &square, 1e-3)
		var down, seen, force, add mat.VecDense
		down.SubVec(gravity, tau)
		seen.MulVec(half.T(), &down)
		seen.AddVec(&seen, mat.NewVecDense(len(goal), goal))
		force.MulVec(lambda, &seen)
		add.MulVec(j.T(), &force)
		tau.AddVec(tau, &add)
		var bar, taken, left, next mat.Dense
		bar.Mul(&half, lambda)
		taken.Mul(&bar, &j)
		left.Sub(identity(n), &taken)
		next.Mul(&left, null)
		null = &next
	}
	return tau.RawVector().Data
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

func pseudoInverse(t testing.TB, m *mat.Dense, cut float64) *mat.Dense {
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDThin) {
		t.Fatal("no singular values")
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	r, _ := v.Dims()
	for j, s := range svd.Values(nil) {
		for i := range r {
			if s > cut {
				v.Set(i, j, v.At(i, j)/s)
			} else {
				v.Set(i, j, 0)
			}
		}
	}
	var out mat.Dense
	out.Mul(&v, u.T())
	return &out
}

func TestTheOldLawsAreWhatTheyWere(t *testing.T) {
	for _, path := range goldenPaths(t, "testdata") {
		g := readGolden(t, path)
		for i := range g.Cases {
			c := &g.Cases[i]
			levels := c.levels(true)
			in := newOldInput(t, len(c.Q), flat(c.M), levels[0].Jacobian, c.G, levels[0].Acceleration, levels[1].Acceleration)
			if miss := greatest(difference(in.classic(t), c.TauClassic)); miss > torqueTolerance*greatest(c.TauClassic) {
				t.Errorf("%s case %d: classic law off by %g", path, i, miss)
			}
			if miss := greatest(difference(in.recursive(t), c.TauRecursed)); miss > torqueTolerance*greatest(c.TauRecursed) {
				t.Errorf("%s case %d: recursive law off by %g", path, i, miss)
			}
		}
	}
}

func TestTheOldLawsMissTheirTaskWhereOursIsExact(t *testing.T) {
	r := ownArm(t)
	tasks := armTasks(r)
	tasks[2].Level = 1
	b := newBench(t, r, tasks[0], tasks[2])
	s := r.newState()
	rng := rand.New(rand.NewPCG(41, 1))
	n := r.model.NV()
	gravity := make([]float64, n)
	var ours, classic, recursive, count float64
	for range 500 {
		r.randomise(t, s, rng)
		must(t, b.e.Start(s.w, s.q))
		b.tick(t, s)
		if b.out.Levels[0].Damped > 0 || b.out.Levels[0].Smallest < 0.05 {
			continue
		}
		must(t, s.w.GravityForces(gravity))
		l := &b.in.Levels[0]
		in := newOldInput(t, n, b.in.MassMatrix, l.Jacobian, gravity, l.Acceleration, b.in.Levels[1].Acceleration)
		missed := func(tau []float64) float64 {
			a := make([]float64, n)
			must(t, s.w.Solve(a, difference(tau, b.in.Bias)))
			got := product(l.Jacobian, a)
			sum := 0.0
			for i := range got {
				d := got[i] + l.Drift[i] - l.Acceleration[i]
				sum += d * d
			}
			return math.Sqrt(sum)
		}
		ours = math.Max(ours, missed(b.out.Torque))
		classic += missed(in.classic(t))
		recursive += missed(in.recursive(t))
		count++
	}
	t.Logf("task acceleration missed at up to 1 rad/s a joint, %g states: classic law %.3g m/s2 in the mean, recursive law %.3g m/s2; ours at most %.1e m/s2",
		count, classic/count, recursive/count, ours)
	if count < 300 || !(ours < 1e-8) || !(classic/count > 0.1) || !(recursive/count > 0.1) {
		t.Errorf("in %g states: ours %g, classic %g, recursive %g", count, ours, classic/count, recursive/count)
	}
}

package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// boxed finds the least of Σ weight (a·x - wanted)² within |x| <= bound, by trying every choice of
// variables that are held at a bound, each a problem of least squares for an outside library. Level
// rows are fewer than variables: of the choices that are as good, all have the same values of the
// rows.
func boxed(t *qp.Tasks, bound []float64) (least float64, values []float64) {
	n, m := len(bound), t.Rows()
	least = math.Inf(1)
	choices := int(math.Pow(3, float64(n)))
	for choice := range choices {
		x, free := make([]float64, n), []int(nil)
		for j, c := 0, choice; j < n; j, c = j+1, c/3 {
			if c%3 == 0 {
				free = append(free, j)
			} else {
				x[j] = bound[j] * float64(2*(c%3)-3)
			}
		}
		if len(free) > m {
			continue // as good with more at their bounds
		}
		if len(free) > 0 {
			a, b := mat.NewDense(m, len(free), nil), mat.NewVecDense(m, nil)
			for i := range m {
				w, rest := math.Sqrt(t.Weight[i]), t.Lower[i]
				for j, v := range t.Row(i) {
					rest -= v * x[j]
				}
				for k, j := range free {
					a.Set(i, k, w*t.Row(i)[j])
				}
				b.SetVec(i, w*rest)
			}
			var y mat.VecDense
			if y.SolveVec(a, b) != nil {
				continue
			}
			inside := true
			for k, j := range free {
				x[j] = y.AtVec(k)
				inside = inside && math.Abs(x[j]) <= bound[j]*(1+1e-12)
			}
			if !inside {
				continue
			}
		}
		cost, at := 0.0, make([]float64, m)
		for i := range m {
			for j, v := range t.Row(i) {
				at[i] += v * x[j]
			}
			cost += t.Weight[i] * (at[i] - t.Lower[i]) * (at[i] - t.Lower[i])
		}
		if cost < least {
			least, values = cost, at
		}
	}
	return least, values
}

func TestALevelOfFarApartWeightsIsSolvedToItsOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 2))
	for _, apart := range []float64{1, 1e4, 1e6, 1e8} {
		held := 0
		for draw := range 60 {
			c, level := qp.NewConstraints(3, 0), qp.NewTasks(3, 2)
			bound := make([]float64, 3)
			for j := range bound {
				bound[j] = 0.5 + 2*math.Abs(rng.NormFloat64())
				c.Bound(j, -bound[j], bound[j])
			}
			for i := range 2 {
				for j := range 3 {
					level.Row(i)[j] = rng.NormFloat64()
				}
				level.Aim(i, 3*rng.NormFloat64())
			}
			level.Weight[0] = apart
			r := qp.NewCascade(c, level).Solve()
			if r.Err() != nil {
				t.Fatal(r.Err())
			}
			if len(r.Active) > 0 {
				held++
			}
			_, want := boxed(level, bound)
			for i := range want {
				at := 0.0
				for j, v := range level.Row(i) {
					at += v * r.X[j]
				}
				if !(math.Abs(at-want[i]) <= 1e-6*(1+math.Abs(want[i]))) {
					t.Fatalf("weights %g apart, draw %d: row %d reaches %g; by trying everything %g", apart, draw, i, at, want[i])
				}
			}
		}
		if held < 10 {
			t.Errorf("weights %g apart: bounds held %d of 60 draws: the test tests little", apart, held)
		}
	}
}

// A weak direction of a level is damped by its geometry, and goes as far, whatever the rows'
// importance.
func TestImportanceDoesNotDecideWhatIsDamped(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 3))
	for draw := range 100 {
		const n, m = 5, 3
		raw := mat.NewDense(m, n, nil)
		for i := range m {
			for j := range n {
				raw.Set(i, j, rng.NormFloat64())
			}
		}
		var svd mat.SVD
		svd.Factorize(raw, mat.SVDThin)
		var u, v, turned, a mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		turned.Mul(&u, mat.NewDiagDense(m, []float64{1, 0.8, 0.03 * rng.Float64()}))
		a.Mul(&turned, v.T())
		goal := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		solve := func(importance []float64) (along float64, level qp.LevelResult) {
			tasks := qp.NewTasks(n, m)
			for i, w := range importance {
				copy(tasks.Row(i), a.RawRowView(i))
				tasks.Aim(i, goal[i])
				tasks.Weight[i], tasks.Importance[i] = w, w
			}
			k := qp.NewCascade(qp.NewConstraints(n, 0), tasks)
			k.Region = 0.06
			r := k.Solve()
			if r.Err() != nil {
				t.Fatal(r.Err())
			}
			for j, x := range r.X {
				along += v.At(j, 2) * x
			}
			return along, r.Levels[0]
		}
		want, equal := solve([]float64{1, 1, 1})
		weights := []float64{math.Pow(10, 8*rng.Float64()-4), math.Pow(10, 8*rng.Float64()-4), math.Pow(10, 8*rng.Float64()-4)}
		got, level := solve(weights)
		if equal.Damped != 1 || level.Damped != 1 || math.Abs(level.Condition-equal.Condition) > 1e-6*equal.Condition {
			t.Fatalf("draw %d: weights %v: %+v; with equal ones %+v", draw, weights, level, equal)
		}
		if !(math.Abs(got-want) <= 1e-6*(1e-3+math.Abs(want))) {
			t.Fatalf("draw %d: with the weights %v the weak direction goes by %g, with equal ones by %g", draw, weights, got, want)
		}
	}
}

package qp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// hierarchy is a random cascade: constraints of all kinds that a known point fulfils, and levels of
// any rank.
type hierarchy struct {
	c      *qp.Constraints
	levels []*qp.Tasks
}

// randomHierarchy draws one. Rows within limits are drawn where soft is set.
func randomHierarchy(rng *rand.Rand, soft bool) hierarchy {
	n := 2 + rng.IntN(8)
	c := qp.NewConstraints(n, rng.IntN(2*n))
	inside := make([]float64, n)
	for j := range inside {
		inside[j] = rng.NormFloat64()
	}
	equalities := 0
	for i := range c.Rows() {
		at := 0.0
		for j := range n {
			c.Row(i)[j] = rng.NormFloat64()
			at += c.Row(i)[j] * inside[j]
		}
		switch kind := rng.IntN(6); {
		case kind == 0 && equalities < n/3:
			c.Equal(i, at)
			equalities++
		case kind < 3:
			c.AtMost(i, at+rng.Float64())
		default:
			c.Between(i, at-rng.Float64(), at+rng.Float64())
		}
	}
	for j := range n {
		if rng.IntN(2) == 0 {
			c.Bound(j, inside[j]-rng.Float64()*2, inside[j]+rng.Float64()*2)
		}
	}
	h := hierarchy{c: c}
	for range 1 + rng.IntN(4) {
		t := qp.NewTasks(n, 1+rng.IntN(n))
		for i := range t.Rows() {
			row := t.Row(i)
			switch kind := rng.IntN(8); {
			case kind == 0 && i > 0: // loses rank inside its level
				for j, v := range t.Row(rng.IntN(i)) {
					row[j] = 2 * v
				}
			case kind == 1 && len(h.levels) > 0: // conflicts with a higher level
				copy(row, h.levels[0].Row(0))
			case kind == 2:
				row[rng.IntN(n)] = 1
			default:
				for j := range row {
					row[j] = rng.NormFloat64()
				}
			}
			at := 3 * rng.NormFloat64()
			t.Aim(i, at)
			if soft && rng.IntN(3) == 0 {
				t.Within(i, at, at+rng.ExpFloat64())
			}
			t.Weight[i] = math.Exp(rng.NormFloat64())
		}
		h.levels = append(h.levels, t)
	}
	return h
}

// residual is the root of Σ weight·miss² of a level.
func residual(t *qp.Tasks, x []float64) float64 {
	sum := 0.0
	for i := range t.Rows() {
		at := 0.0
		for j, v := range t.Row(i) {
			at += v * x[j]
		}
		miss := max(t.Lower[i]-at, at-t.Upper[i], 0)
		sum += t.Weight[i] * miss * miss
	}
	return math.Sqrt(sum)
}

// feasible tells by how much x misses the constraints.
func feasible(c *qp.Constraints, x []float64) (worst float64) {
	for i := range c.Rows() {
		at := 0.0
		for j, v := range c.Row(i) {
			at += v * x[j]
		}
		worst = max(worst, c.Lower[i]-at, at-c.Upper[i])
	}
	for j, v := range x {
		worst = max(worst, c.Min[j]-v, v-c.Max[j])
	}
	return worst
}

const ridge = 1e-3

// proximal minimises a cost that has a ridge around zero for its first n variables as if it had
// none: it moves the ridge to the solution, again and again.
func proximal(t *testing.T, p *qp.Problem, n int) *qp.Result {
	s := qp.NewSolver(p)
	at := make([]float64, n)
	for range 2000 {
		r := s.Solve()
		if r.Status != qp.Optimal {
			t.Fatalf("the reference came to no answer: %v", r.Err())
		}
		moved := 0.0
		for j := range n {
			d := r.X[j] - at[j]
			p.G[j] -= ridge * d
			at[j] += d
			moved = math.Hypot(moved, d)
		}
		if moved < 1e-9 {
			return r
		}
	}
	t.Fatal("the reference does not settle")
	return nil
}

// best solves a hierarchy level by level with the plain solver: slacks for rows within limits as
// variables, and what higher levels reached as rows of equalities and limits. It returns the least
// residual of each level.
func (h hierarchy) best(t *testing.T) []float64 {
	n := h.c.Size()
	type row struct {
		a            []float64
		lower, upper float64
	}
	var rows []row
	for i := range h.c.Rows() {
		rows = append(rows, row{h.c.Row(i), h.c.Lower[i], h.c.Upper[i]})
	}
	for j := range n {
		unit := make([]float64, n)
		unit[j] = 1
		rows = append(rows, row{unit, h.c.Min[j], h.c.Max[j]})
	}
	var answer []float64
	for _, level := range h.levels {
		var slack []int
		for i := range level.Rows() {
			if level.Lower[i] < level.Upper[i] {
				slack = append(slack, i)
			}
		}
		p := qp.NewProblem(n+len(slack), len(rows)+len(slack))
		for i, r := range rows {
			copy(p.Row(i), r.a)
			p.Between(i, r.lower, r.upper)
		}
		for j := range n {
			p.HessianRow(j)[j] = ridge
		}
		for i, at := range slack {
			copy(p.Row(len(rows)+i), level.Row(at))
			p.Row(len(rows) + i)[n+i] = 1
			p.Between(len(rows)+i, level.Lower[at], level.Upper[at])
			p.HessianRow(n + i)[n+i] = level.Weight[at]
		}
		for i := range level.Rows() {
			if level.Lower[i] == level.Upper[i] {
				a, w := level.Row(i), level.Weight[i]
				for j := range n {
					p.G[j] -= w * a[j] * level.Lower[i]
					for k := range j + 1 {
						p.HessianRow(j)[k] += w * a[j] * a[k]
					}
				}
			}
		}
		r := proximal(t, p, n)
		answer = append(answer, residual(level, r.X[:n]))
		for i := range rows { // what rounding missed must not be what makes the next one infeasible
			at := 0.0
			for j, v := range rows[i].a {
				at += v * r.X[j]
			}
			rows[i].lower, rows[i].upper = min(rows[i].lower, at), max(rows[i].upper, at)
		}
		for i := range level.Rows() {
			a := level.Row(i)
			at := 0.0
			for j, v := range a {
				at += v * r.X[j]
			}
			if level.Lower[i] == level.Upper[i] { // the value reached stands, with room for the reference's own regularisation
				rows = append(rows, row{a, at - 1e-9, at + 1e-9})
			} else {
				rows = append(rows, row{a, min(level.Lower[i], at) - 1e-9, max(level.Upper[i], at) + 1e-9})
			}
		}
	}
	return answer
}

func TestACascadeIsAsGoodInEachLevelAsProgrammesOneAfterTheOther(t *testing.T) {
	count := 3000
	if testing.Short() {
		count = 500
	}
	const seed = 7
	for _, soft := range []bool{false, true} {
		t.Run(fmt.Sprintf("rows within limits %v", soft), func(t *testing.T) {
			worst := 0.0
			for i := range count {
				h := randomHierarchy(rand.New(rand.NewPCG(seed, uint64(i))), soft)
				k := qp.NewCascade(h.c, h.levels...)
				for range 2 { // the second time from the kept active sets
					r := k.Solve()
					if r.Status != qp.Optimal {
						t.Fatalf("hierarchy %d of seed %d: %v", i, seed, r.Err())
					}
					if miss := feasible(h.c, r.X); miss > 1e-8 {
						t.Fatalf("hierarchy %d of seed %d: the constraints are missed by %g", i, seed, miss)
					}
					for l, want := range h.best(t) {
						got := residual(h.levels[l], r.X)
						worst = max(worst, math.Abs(got-want)/(1+want))
						if math.Abs(got-want) > 2e-6*(1+want) {
							t.Fatalf("hierarchy %d of seed %d: level %d misses by %.12g, the least is %.12g", i, seed, l+1, got, want)
						}
						if math.Abs(got-r.Levels[l].Residual) > 1e-9*(1+got) {
							t.Fatalf("hierarchy %d of seed %d: level %d misses by %.12g and says %.12g", i, seed, l+1, got, r.Levels[l].Residual)
						}
					}
				}
			}
			t.Logf("%d hierarchies of seed %d, worst difference of a residual %.1e", count, seed, worst)
		})
	}
}

// pseudoInverse is taken from an outside library's singular values.
func pseudoInverse(a *mat.Dense) *mat.Dense {
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		panic("no singular values")
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	s := svd.Values(nil)
	for j, x := range s {
		inverse := 0.0
		if x > 1e-9 {
			inverse = 1 / x
		}
		for i := range v.RawMatrix().Rows {
			v.Set(i, j, v.At(i, j)*inverse)
		}
	}
	var out mat.Dense
	out.Mul(&v, u.T())
	return &out
}

func TestAnUnconstrainedCascadeIsTheRecursionOfNullSpaceProjections(t *testing.T) {
	for i := range 300 {
		rng := rand.New(rand.NewPCG(99, uint64(i)))
		h := randomHierarchy(rng, false)
		n := h.c.Size()
		free := qp.NewConstraints(n, 0)
		r := qp.NewCascade(free, h.levels...).Solve()
		if r.Err() != nil {
			t.Fatal(r.Err())
		}
		x, projector := mat.NewVecDense(n, nil), mat.NewDense(n, n, nil)
		for j := range n {
			projector.Set(j, j, 1)
		}
		for _, level := range h.levels {
			a, b := mat.NewDense(level.Rows(), n, nil), mat.NewVecDense(level.Rows(), nil)
			for k := range level.Rows() {
				w := math.Sqrt(level.Weight[k])
				for j, v := range level.Row(k) {
					a.Set(k, j, w*v)
				}
				b.SetVec(k, w*level.Lower[k])
			}
			var ap, step mat.Dense
			ap.Mul(a, projector)
			inverse := pseudoInverse(&ap)
			var miss, move mat.VecDense
			miss.MulVec(a, x)
			miss.SubVec(b, &miss)
			move.MulVec(inverse, &miss)
			x.AddVec(x, &move)
			step.Mul(inverse, &ap)
			projector.Sub(projector, &step)
		}
		for j := range n {
			if math.Abs(r.X[j]-x.AtVec(j)) > 1e-7*(1+math.Abs(x.AtVec(j))) {
				t.Fatalf("hierarchy %d: x[%d] is %.12g, by projections %.12g", i, j, r.X[j], x.AtVec(j))
			}
		}
	}
}

func TestACascadeIsTheLimitOfEverGreaterWeights(t *testing.T) {
	a := newArm(5, 30, 12, 4, 3, 10)
	a.fill(0.4)
	r := qp.NewCascade(a.c, a.levels...).Solve()
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	if len(r.Active) == 0 {
		t.Fatal("no limit is active: the case tests nothing")
	}
	last := math.Inf(1)
	for _, ratio := range []float64{1e2, 1e3, 1e4, 1e5} {
		p := qp.NewCost(a.c)
		for l, level := range a.levels {
			for i := range level.Weight {
				level.Weight[i] = math.Pow(ratio, float64(len(a.levels)-1-l))
			}
			p.AddTasks(level, 0, 10)
		}
		w := qp.NewSolver(p).Solve()
		if w.Err() != nil {
			t.Fatal(w.Err())
		}
		distance := 0.0
		for j, x := range r.X {
			distance = math.Hypot(distance, x-w.X[j])
		}
		t.Logf("weights that differ by %g: %.2e from the cascade", ratio, distance)
		if distance > last/5 {
			t.Errorf("with weights that differ by %g the answer is %g from the cascade, with lesser ones %g", ratio, distance, last)
		}
		last = distance
	}
	if last > 1e-3 {
		t.Errorf("the weights come no closer than %g", last)
	}
}

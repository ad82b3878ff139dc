package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// product is the value of a row at x.
func product(row, x []float64) (sum float64) {
	for j, v := range row {
		sum += v * x[j]
	}
	return sum
}

// whole fills a row with whole numbers of up to the given size.
func whole(rng *rand.Rand, row []float64, size int) {
	for j := range row {
		row[j] = float64(rng.IntN(2*size+1) - size)
	}
}

// normal fills a row with normal numbers.
func normal(rng *rand.Rand, row []float64) {
	for j := range row {
		row[j] = rng.NormFloat64()
	}
}

// conditioned draws H with eigenvalues that are spread over the given condition, in directions of
// no preference, and a linear cost that leads far along the weak ones.
func conditioned(rng *rand.Rand, p *qp.Problem, condition float64) {
	n := p.Size()
	draw := mat.NewDense(n, n, nil)
	normal(rng, draw.RawMatrix().Data)
	var qr mat.QR
	qr.Factorize(draw)
	var turn mat.Dense
	qr.QTo(&turn)
	scale := math.Pow(10, 12*rng.Float64()-6)
	for k := range n {
		value := scale * math.Pow(condition, -rng.Float64())
		for i := range n {
			for j := range i + 1 {
				p.HessianRow(i)[j] += value * turn.At(i, k) * turn.At(j, k)
			}
		}
	}
	for j := range p.G {
		p.G[j] = scale * rng.NormFloat64() * math.Pow(10, 4*rng.Float64()-2)
	}
}

// Rows that are others times a number, some of them turned around, all through one point: nothing
// contradicts anything, to the last digit. Where their limits are zero, there is nothing that
// rounding could be compared with but the rows.
func TestRowsThatAreOthersTimesANumberContradictNothing(t *testing.T) {
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(4711, seed))
		n := 1 + rng.IntN(10)
		p := qp.NewProblem(n, 2+rng.IntN(5*n+1))
		conditioned(rng, p, 1e4)
		point := make([]float64, n)
		whole(rng, point, 5)
		for i := range p.Rows() {
			row := p.Row(i)
			whole(rng, row, 4)
			if i > 0 && rng.IntN(2) == 0 {
				factor := math.Ldexp(float64(1-2*rng.IntN(2)), rng.IntN(41)-20)
				for j, v := range p.Row(rng.IntN(i)) {
					row[j] = factor * v
				}
			}
			switch at := product(row, point); rng.IntN(3) {
			case 0:
				p.AtMost(i, at)
			case 1:
				p.Equal(i, at)
			default:
				p.AtLeast(i, at)
			}
		}
		r := qp.NewSolver(p).Solve()
		if r.Err() != nil {
			t.Fatalf("seed %d: %v, but all rows hold at %v", seed, r.Err(), point)
		}
		if d := optimality(p, r); d.greatest() > 1e-9 {
			t.Fatalf("seed %d: %+v", seed, d)
		}
	}
}

// The noise that rows get where they are computed is no contradiction, though their limits are zero
// except for it.
func TestNoiseOfLimitsThatAreZeroContradictsNothing(t *testing.T) {
	p := qp.NewProblem(2, 3)
	for j := range 2 {
		p.HessianRow(j)[j] = 1
	}
	copy(p.Row(0), []float64{1, 0})
	copy(p.Row(1), []float64{2, 0})
	copy(p.Row(2), []float64{0, 1})
	p.Equal(0, 0)
	p.Equal(1, 1e-17)
	p.Equal(2, 5)
	if r := qp.NewSolver(p).Solve(); r.Err() != nil || len(r.Redundant) != 1 {
		t.Errorf("%v, redundant %v", r.Err(), r.Redundant)
	}
	p.Equal(1, 1e-9)
	if r := qp.NewSolver(p).Solve(); r.Status != qp.Infeasible || checkProof(p, r) != nil {
		t.Errorf("what is no noise: %v, %v", r.Err(), checkProof(p, r))
	}
}

// The optimum without any rows may be a billion times as far away as the answer. That excuses no
// row.
func TestAnIllConditionedCostExcusesNoRow(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(4712, seed))
		n := 2 + rng.IntN(12)
		p := qp.NewProblem(n, n+rng.IntN(2*n+1))
		conditioned(rng, p, math.Pow(10, 10*rng.Float64()))
		point := make([]float64, n)
		normal(rng, point)
		for i := range p.Rows() {
			normal(rng, p.Row(i))
			at := product(p.Row(i), point)
			p.Between(i, at-rng.Float64(), at+rng.Float64())
		}
		solver := qp.NewSolver(p)
		for _, start := range []string{"cold", "warm", "wrong"} {
			if start == "wrong" {
				solver.Start([]qp.Active{{Row: rng.IntN(p.Rows()), Side: qp.Upper}, {Row: rng.IntN(p.Rows()), Side: qp.Lower}})
			}
			r := solver.Solve()
			if r.Err() != nil {
				t.Fatalf("seed %d, %s: %v", seed, start, r.Err())
			}
			if d := optimality(p, r); d.greatest() > 1e-9 {
				t.Fatalf("seed %d, %s: %+v", seed, start, d)
			}
		}
	}
}

// A last row asks for a little more than the others together leave.
func TestRowsThatClashByLittleAreProvedToOrFulfilled(t *testing.T) {
	proved := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(4713, seed))
		n := 1 + rng.IntN(10)
		p := qp.NewProblem(n, 2+rng.IntN(4*n+1))
		conditioned(rng, p, 1e2)
		point := make([]float64, n)
		normal(rng, point)
		last := p.Rows() - 1
		scale := math.Pow(10, 8*rng.Float64()-4)
		limit := scale * math.Pow(10, -9*rng.Float64())
		for i := range last {
			normal(rng, p.Row(i))
			p.AtLeast(i, product(p.Row(i), point)-rng.Float64())
			if i <= rng.IntN(n) {
				weight := scale * (0.1 + rng.Float64())
				for j, v := range p.Row(i) {
					p.Row(last)[j] -= weight * v
				}
				limit -= weight * p.Lower[i]
			}
		}
		p.AtLeast(last, limit)
		switch r := qp.NewSolver(p).Solve(); r.Status {
		case qp.Infeasible:
			proved++
			if err := checkProof(p, r); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		case qp.Optimal:
			if d := optimality(p, r); d.greatest() > 1e-9 {
				t.Fatalf("seed %d: %+v", seed, d)
			}
		default:
			t.Fatalf("seed %d: %v", seed, r.Err())
		}
	}
	if proved < 2500 {
		t.Errorf("%d of 3000 are proved", proved)
	}
}

// nearlyDependent draws rows of which half differ from others, times a number, by the given share
// only. All allow one point.
func nearlyDependent(rng *rand.Rand, share float64) *qp.Problem {
	n := 2 + rng.IntN(9)
	p := qp.NewProblem(n, 2+rng.IntN(5*n+1))
	conditioned(rng, p, 1e3)
	point := make([]float64, n)
	normal(rng, point)
	equalities := 0
	for i := range p.Rows() {
		row := p.Row(i)
		whole(rng, row, 3)
		if i > 0 && rng.IntN(2) == 0 {
			factor := rng.NormFloat64()
			for j, v := range p.Row(rng.IntN(i)) {
				row[j] = factor*v + share*rng.NormFloat64()
			}
		}
		at := product(row, point)
		switch kind := rng.IntN(6); {
		case kind == 0:
			p.AtMost(i, at+share*rng.Float64())
		case kind == 1 && equalities < n/2:
			p.Equal(i, at)
			equalities++
		default:
			p.AtLeast(i, at-0.1*share*rng.Float64())
		}
	}
	return p
}

func TestRowsThatNearlyDependOnOthersAreFulfilled(t *testing.T) {
	for exponent := 2; exponent <= 6; exponent++ {
		for seed := range uint64(600) {
			p := nearlyDependent(rand.New(rand.NewPCG(uint64(exponent), seed)), math.Pow(10, -float64(exponent)))
			r := qp.NewSolver(p).Solve()
			if r.Err() != nil {
				t.Fatalf("1e-%d, seed %d: %v", exponent, seed, r.Err())
			}
			if d := optimality(p, r); d.greatest() > 1e-8 {
				t.Fatalf("1e-%d, seed %d: %+v", exponent, seed, d)
			}
		}
	}
}

// Closer than that, corners are as sharp as rounding. What is called an optimum still fulfils the
// rows, and nothing that has a solution is called infeasible.
func TestRowsThatDifferByRoundingAreNeverSaidToBeFulfilledWhereTheyAreNot(t *testing.T) {
	optimal := 0
	for exponent := 7; exponent <= 15; exponent++ {
		for seed := range uint64(400) {
			p := nearlyDependent(rand.New(rand.NewPCG(uint64(exponent), seed)), math.Pow(10, -float64(exponent)))
			r := qp.NewSolver(p).Solve()
			switch r.Status {
			case qp.Optimal:
				optimal++
				if d := optimality(p, r); d.rows > 1e-8 {
					t.Fatalf("1e-%d, seed %d: %+v", exponent, seed, d)
				}
			case qp.Infeasible:
				t.Fatalf("1e-%d, seed %d: %v", exponent, seed, r.Err())
			}
		}
	}
	if optimal < 3200 {
		t.Errorf("%d of 3600 are solved", optimal)
	}
}

// What is one problem in other units of its variables has one answer, in these units.
func TestTheUnitsOfVariablesDoNotMatter(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(4714, seed))
		p := randomProblem(rng)
		n := p.Size()
		q := qp.NewProblem(n, p.Rows())
		unit := make([]float64, n)
		for j := range unit {
			unit[j] = math.Ldexp(1, rng.IntN(27)-13)
		}
		for i := range n {
			for j := range i + 1 {
				q.HessianRow(i)[j] = p.HessianRow(i)[j] * unit[i] * unit[j]
			}
			q.G[i] = p.G[i] * unit[i]
			q.Bound(i, p.Min[i]/unit[i], p.Max[i]/unit[i])
		}
		for i := range p.Rows() {
			for j, v := range p.Row(i) {
				q.Row(i)[j] = v * unit[j]
			}
			q.Between(i, p.Lower[i], p.Upper[i])
		}
		want, solver := qp.NewSolver(p).Solve(), qp.NewSolver(q)
		solver.Start([]qp.Active{{Row: rng.IntN(n + p.Rows()), Side: qp.Lower}, {Row: rng.IntN(n + p.Rows()), Side: qp.Upper}})
		got := solver.Solve()
		if got.Status != want.Status {
			t.Fatalf("seed %d: %v in units of %v, %v without", seed, got.Status, unit, want.Status)
		}
		if want.Status != qp.Optimal {
			continue
		}
		for j, x := range want.X {
			if math.Abs(got.X[j]*unit[j]-x) > 1e-6*(1+math.Abs(x)) {
				t.Fatalf("seed %d: x[%d] is %g units of %g, want %g", seed, j, got.X[j], unit[j], x)
			}
		}
	}
}

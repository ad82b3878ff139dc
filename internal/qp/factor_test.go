package qp

import (
	"math"
	"math/rand/v2"
	"testing"
)

// vectorOf draws n numbers, padded with zeros.
func vectorOf(rng *rand.Rand, n int) []float64 {
	v := make([]float64, padded(n))
	for i := range n {
		v[i] = rng.NormFloat64()
	}
	return v
}

func TestTheFactorOfAMatrixWithZerosMultipliesBackToIt(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 21))
		n := 1 + rng.IntN(30)
		stride := padded(n)
		h := make([]float64, stride*stride)
		first := make([]int, n) // columns before it are zero in the row
		for i := range n {
			first[i] = rng.IntN(i + 1)
			if rng.IntN(3) == 0 {
				first[i] = 0
			}
			for j := first[i]; j < i; j++ {
				h[i*stride+j] = rng.NormFloat64()
			}
			h[i*stride+i] = 3 * float64(n)
		}
		c := newCholesky(n)
		for range 2 { // the second time over what the first left
			if j := c.factor(h, 0.5); j >= 0 {
				t.Fatalf("seed %d: no curvature at %d", seed, j)
			}
		}
		for i := range n {
			for j := range i + 1 {
				sum := 0.0
				for k := range j + 1 {
					sum += c.at(i, k) * c.at(j, k)
				}
				want := h[i*stride+j]
				if i == j {
					want += 0.5
				}
				if math.Abs(sum-want) > 1e-12*float64(n) {
					t.Fatalf("seed %d: H[%d][%d] = %g, of the factor %g", seed, i, j, want, sum)
				}
			}
		}
		x, hx := vectorOf(rng, n), make([]float64, stride)
		c.symmetric(hx, h, x, 0.5)
		c.forward(hx, 0)
		c.backward(hx)
		near(t, "H⁻¹H x", hx[:n], x[:n])
	}
}

// at returns one number of L.
func (c *cholesky) at(i, j int) float64 {
	switch {
	case i == j:
		return 1 / c.reciprocal[i]
	case j < c.first[i/width]:
		return 0
	default:
		return c.lower[i*c.stride+j]
	}
}

func TestABasisStaysOrthonormalAndSpansItsColumnsWhileTheyComeAndGo(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 22))
		n := 1 + rng.IntN(18)
		b := newBasis(n)
		var columns [][]float64
		for range 60 {
			if len(columns) < n && (len(columns) == 0 || rng.IntN(3) > 0) {
				v := vectorOf(rng, n)
				columns = append(columns, append([]float64(nil), v...))
				along := make([]float64, padded(n))
				_, rest := b.project(v, along, 0)
				b.add(along, v, math.Sqrt(rest))
			} else {
				l := rng.IntN(len(columns))
				columns = append(columns[:l], columns[l+1:]...)
				kept, lost := vectorOf(rng, n), make([]float64, padded(n))
				clear(kept[b.k:])
				before := make([]float64, padded(n))
				b.combine(before, kept)
				b.remove(l, lost, kept)
				after := make([]float64, padded(n))
				last := kept[b.k]
				kept[b.k] = 0
				b.combine(after, kept)
				axpy(after, last, lost)
				near(t, "what coordinates stand for after one is lost", after, before)
			}
			b.check(t, columns)
		}
	}
}

// check compares Q R with the columns, and QᵀQ with the identity.
func (b *basis) check(t *testing.T, columns [][]float64) {
	t.Helper()
	if b.k != len(columns) {
		t.Fatalf("%d columns, want %d", b.k, len(columns))
	}
	for j, column := range columns {
		coordinates := append([]float64(nil), b.r.lower[j*b.stride:][:b.stride]...)
		coordinates[j] = b.diagonal[j]
		sum := make([]float64, b.stride)
		b.combine(sum, coordinates)
		for i, want := range column {
			if math.Abs(sum[i]-want) > 1e-10 {
				t.Fatalf("column %d, number %d is %g, want %g", j, i, sum[i], want)
			}
		}
		for k := range columns {
			want := 0.0
			if j == k {
				want = 1
			}
			if got := dot(b.q[j*b.stride:][:b.stride], b.q[k*b.stride:][:b.stride]); math.Abs(got-want) > 1e-11 {
				t.Fatalf("Q %d times Q %d is %g", j, k, got)
			}
		}
	}
}

// turned replaces a row in the old variables by the same in the new ones: as the first of as many
// columns as a kernel takes.
func (r *reveal) turned(row []float64) {
	columns := make([]float64, width*(r.cols+width))
	for j, v := range row {
		columns[width*j] = v
	}
	r.turn(columns, width, false)
	for j := range row {
		row[j] = columns[width*j]
	}
}

func TestRevealTurnsTheAxesIntoWhatItTurnsEveryDirectionInto(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 25))
		n, m := 1+rng.IntN(14), 1+rng.IntN(14)
		v := newReveal(n, m)
		v.start(n)
		for i := range m {
			copy(v.next(), vectorOf(rng, n))
			row := v.b[i*v.cols:][:v.cols]
			v.push(0, dot(row, row), 1, i)
		}
		v.factor(n, 1e-9)
		directions := make([]float64, v.cols*(v.cols+width))
		for j := range n {
			directions[j*v.cols+j] = 1
		}
		v.turn(directions, v.cols, true)
		for range 3 {
			row := vectorOf(rng, n)
			want := append([]float64(nil), row...)
			v.turned(want)
			for j := range n {
				if got := dot(row, directions[j*v.cols:][:v.cols]); math.Abs(got-want[j]) > 1e-12 {
					t.Fatalf("seed %d: along direction %d a row is %g, turned %g", seed, j, got, want[j])
				}
			}
			first := make([]float64, padded(v.rank))
			for j := range v.rank {
				first[j] = rng.NormFloat64()
			}
			old := make([]float64, v.cols)
			v.unturn(old, first)
			v.turned(old)
			near(t, "turned back and forth", old[:v.rank], first[:v.rank])
			for _, rest := range old[v.rank:] {
				if math.Abs(rest) > 1e-12 {
					t.Fatalf("seed %d: %v where only the first %d are not zero", seed, old, v.rank)
				}
			}
		}
	}
}

func TestRevealTurnsRowsOntoAsManyVariablesAsTheyHaveRank(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 23))
		n, m := 1+rng.IntN(14), 1+rng.IntN(14)
		rank := 1 + rng.IntN(min(n, m))
		mixed := make([][]float64, m) // rows that are mixtures of as many as the rank
		base := make([][]float64, rank)
		for i := range base {
			base[i] = vectorOf(rng, n)
		}
		v := newReveal(n, m)
		v.start(n)
		gram := make([]float64, n*n)
		for i := range mixed {
			row := make([]float64, padded(n))
			for _, b := range base {
				axpy(row, rng.NormFloat64(), b)
			}
			mixed[i] = row
			copy(v.next(), row)
			v.push(0, dot(row, row), 1, i)
			for j := range n {
				for k := range n {
					gram[j*n+k] += row[j] * row[k]
				}
			}
		}
		v.factor(n, 1e-9)
		if v.rank != rank {
			t.Fatalf("seed %d: rank %d, want %d", seed, v.rank, rank)
		}
		for i, row := range mixed {
			size := dot(row, row)
			v.turned(row)
			if math.Abs(dot(row, row)-size) > 1e-10*size {
				t.Errorf("seed %d: row %d changed its length", seed, i)
			}
			for j := rank; j < n; j++ {
				if math.Abs(row[j]) > 1e-9*math.Sqrt(size) {
					t.Errorf("seed %d: row %d depends on variable %d by %g", seed, i, j, row[j])
				}
			}
		}
		v.fold()
		// VᵀBᵀBV = TᵀT: turn the Gram matrix from both sides.
		g := make([][]float64, n)
		for j := range g {
			g[j] = append(append([]float64(nil), gram[j*n:(j+1)*n]...), make([]float64, padded(n)-n)...)
			v.turned(g[j])
		}
		for k := range n {
			column := make([]float64, padded(n))
			for j := range n {
				column[j] = g[j][k]
			}
			v.turned(column)
			for j := range n {
				want := 0.0
				for i := range rank {
					if j <= i && k <= i {
						want += v.b[i*v.cols+j] * v.b[i*v.cols+k]
					}
				}
				if math.Abs(column[j]-want) > 1e-8*(1+math.Abs(want)) {
					t.Fatalf("seed %d: the squares of variables %d and %d are %g, of T %g", seed, j, k, column[j], want)
				}
			}
		}
	}
}

func TestRowsOfOneNumberBalanceAsTheyFactor(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 26))
		m := 1 + rng.IntN(12)
		apart, laid := newReveal(3, m), newReveal(3, m)
		apart.start(1)
		laid.start(1)
		for i := range m {
			number, goal, weight := rng.NormFloat64(), rng.NormFloat64(), rng.ExpFloat64()
			if seed%5 == 0 { // of a row of which only this is left
				number *= 1e-9
			}
			size := weight * (1 + number*number)
			apart.next()[0] = number
			apart.push(goal, size, weight, i)
			laid.lay(number, goal, size, weight)
		}
		apart.factor(1, 1e-8)
		apart.fold()
		laid.balance(1e-8)
		if laid.rank != apart.rank || laid.rows != apart.rows || (laid.rank == 0) != (seed%5 == 0) {
			t.Fatalf("seed %d: rank %d of %d rows, factored %d of %d", seed, laid.rank, laid.rows, apart.rank, apart.rows)
		}
		if laid.rank == 0 {
			continue
		}
		y, want := make([]float64, 1), make([]float64, 1)
		laid.solve(y, laid.goal)
		apart.solve(want, apart.goal) // the axis may be turned round
		near(t, "|y|", []float64{math.Abs(y[0]), laid.b[0]}, []float64{math.Abs(want[0]), math.Abs(apart.b[0])})
	}
}

func TestARootMultipliesAsItSolves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 24))
	s := newRootSolver(9, 3)
	s.resize(7, 2)
	for i := range 7 {
		s.root.set(i, vectorOf(rng, 7)[:i], 1+rng.Float64())
	}
	x := vectorOf(rng, 7)
	y := make([]float64, len(x))
	s.root.multiply(y, x, s.root.diagonal)
	s.root.forward(y, 0)
	near(t, "T⁻¹T x", y, x)
	s.root.multiplyTransposed(y, x, s.root.diagonal)
	s.root.backward(y)
	near(t, "T⁻ᵀTᵀ x", y, x)
}

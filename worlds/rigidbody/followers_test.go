package rigidbody_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Six velocities, a floating base of no followers left out: 4 follows 1, and 0 and 5 follow 3.
var (
	twoLeaders = rigidbody.Followers{
		{Position: 4, LeaderPosition: 1, Velocity: 4, Leader: 1, Multiplier: -2.5, Offset: 0.3},
		{Position: 0, LeaderPosition: 3, Velocity: 0, Leader: 3, Multiplier: 0.4, Offset: -1},
		{Position: 5, LeaderPosition: 3, Velocity: 5, Leader: 3, Multiplier: 1.5},
	}
	leading = []int{1, 2, 3} // the velocities that follow none
)

// relation is G, written out: six rows, one column an independent velocity.
func relation() []float64 {
	g := make([]float64, 6*3)
	for column, velocity := range leading {
		g[velocity*3+column] = 1
		for _, f := range twoLeaders {
			if f.Leader == velocity {
				g[f.Velocity*3+column] = f.Multiplier
			}
		}
	}
	return g
}

// product is a b, the inner dimension k.
func product(a, b []float64, k int) []float64 {
	rows, columns := len(a)/k, len(b)/k
	out := make([]float64, rows*columns)
	for i := range rows {
		for j := range columns {
			for x := range k {
				out[i*columns+j] += a[i*k+x] * b[x*columns+j]
			}
		}
	}
	return out
}

// transposed is a matrix of some columns, turned round.
func transposed(a []float64, columns int) []float64 {
	rows := len(a) / columns
	out := make([]float64, len(a))
	for i := range rows {
		for j := range columns {
			out[j*rows+i] = a[i*columns+j]
		}
	}
	return out
}

func random(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = r.NormFloat64()
	}
	return out
}

// placed puts columns of independent velocities to their places among six, the others zero.
func placed(rows []float64) []float64 {
	out := make([]float64, 2*len(rows))
	for r := range len(rows) / 3 {
		for column, velocity := range leading {
			out[6*r+velocity] = rows[3*r+column]
		}
	}
	return out
}

func TestFollowersReduceAsTheMatrixOfTheirRelationDoes(t *testing.T) {
	g, r := relation(), rand.New(rand.NewPCG(1, 2))
	jacobian := random(r, 4*6)
	want := placed(product(jacobian, g, 6))
	lead := append([]float64(nil), jacobian...)
	twoLeaders.Jacobian(jacobian, 6)
	compare(t, "J G", jacobian, want, 1e-15)
	before := append([]float64(nil), lead...)
	twoLeaders.Lead(lead, 6)
	for _, f := range twoLeaders {
		for row := range 4 {
			if lead[6*row+f.Velocity] != before[6*row+f.Velocity] {
				t.Errorf("Lead changes entry %d, %d, which is a follower's own", row, f.Velocity)
			}
		}
	}
	twoLeaders.ClearColumns(lead, 6)
	compare(t, "J G in two steps", lead, want, 1e-15)

	forces := random(r, 6)
	want = placed(product(transposed(g, 3), forces, 6))
	twoLeaders.Forces(forces)
	compare(t, "G^T tau", forces, want, 1e-15)

	u := random(r, 3)
	v := placed(u)
	twoLeaders.Velocities(v)
	compare(t, "G u", v, product(g, u, 3), 1e-15)
	twoLeaders.Clear(v)
	compare(t, "G u without followers", v, placed(u), 0)
}

// Two joints turn a body to and fro, by axes that agree except for rounding.
func TestWhatFollowersCancelIsZero(t *testing.T) {
	f := rigidbody.Followers{{Position: 1, Velocity: 1, Multiplier: -1}}
	j := []float64{0.3, 0.30000000000000004, 1e-17, -2e-17, -0.6, 0.2}
	f.Jacobian(j, 2)
	compare(t, "J G", j, []float64{0, 0, 0, 0, -0.8, 0}, 0)
}

func TestAReducedMatrixIsThatOfTheIndependentVelocities(t *testing.T) {
	g, r := relation(), rand.New(rand.NewPCG(3, 4))
	half := random(r, 36)
	mass := product(transposed(half, 6), half, 6)
	small := product(transposed(g, 3), product(mass, g, 6), 6)
	twoLeaders.Matrix(mass, 6)
	want := make([]float64, 36)
	for i, row := range leading {
		for j, column := range leading {
			want[6*row+column] = small[3*i+j]
		}
	}
	for _, f := range twoLeaders { // on the diagonal, their leaders'
		want[7*f.Velocity] = want[7*f.Leader]
	}
	compare(t, "G^T M G", mass, want, 1e-14)
}

func TestPositionsOfFollowersAreWhereTheirLeadersPutThem(t *testing.T) {
	q := []float64{9, 0.2, 7, -1, 9, 9}
	twoLeaders.Positions(q)
	compare(t, "positions", q, []float64{-1.4, 0.2, 7, -1, -0.2, -1.5}, 1e-15)
}

func TestLimitsOfFollowersNarrowThoseOfTheirLeaders(t *testing.T) {
	inf := math.Inf(1)
	lower, upper := []float64{-2, -1, -5, -inf, -0.2, -inf}, []float64{1, 2, 5, inf, 1.3, 6}
	twoLeaders.Bounds(lower, upper)
	// 4: -2.5 q + 0.3 from -0.2 to 1.3 is q from -0.4 to 0.2. 0: 0.4 q - 1 from -2 to 1 is q from
	// -2.5 to 5. 5: q to 4.
	compare(t, "lower bounds", []float64{lower[1], lower[2], lower[3]}, []float64{-0.4, -5, -2.5}, 1e-14)
	compare(t, "upper bounds", []float64{upper[1], upper[2], upper[3]}, []float64{0.2, 5, 4}, 1e-14)
	rates := []float64{1, 4, 7, inf, 5, 3}
	twoLeaders.Rates(rates)
	compare(t, "rates", rates, []float64{1, 2, 7, 2, 5, 3}, 1e-15)
	again := append([]float64(nil), rates...)
	twoLeaders.Rates(again)
	compare(t, "rates narrowed twice", again, rates, 0)
}

func TestAColumnIsThatOfTheLeader(t *testing.T) {
	for velocity, want := range map[int]struct {
		column     int
		multiplier float64
	}{0: {3, 0.4}, 1: {1, 1}, 2: {2, 1}, 4: {1, -2.5}, 5: {3, 1.5}} {
		if column, multiplier := twoLeaders.Column(velocity); column != want.column || multiplier != want.multiplier {
			t.Errorf("velocity %d is moved by %d, %g times as fast; expected %v", velocity, column, multiplier, want)
		}
	}
}

func TestReducingDoesNotAllocateAndWithoutFollowersDoesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	v, m := random(r, 6), random(r, 36)
	use := func(f rigidbody.Followers) {
		f.Positions(v)
		f.Velocities(v)
		f.Forces(v)
		f.Clear(v)
		f.Matrix(m, 6)
		f.Jacobian(m, 6)
		f.Lead(m, 6)
		f.ClearColumns(m, 6)
		f.Bounds(v, v)
		f.Rates(v)
	}
	was, wasMatrix := append([]float64(nil), v...), append([]float64(nil), m...)
	use(nil)
	compare(t, "a vector", v, was, 0)
	compare(t, "a matrix", m, wasMatrix, 0)
	if n := testing.AllocsPerRun(10, func() { use(twoLeaders) }); n != 0 {
		t.Errorf("reducing allocates %v times", n)
	}
}

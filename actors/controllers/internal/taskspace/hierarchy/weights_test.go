package hierarchy

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// drawnLevel is a level of random rows in the coordinates of a robot whose mass matrix is the
// identity.
func drawnLevel(rng *rand.Rand, m, n int) taskspace.Level {
	l := taskspace.Level{Rows: m, RowsMax: m, Jacobian: make([]float64, m*n), Drift: make([]float64, m), Acceleration: make([]float64, m),
		Weight: make([]float64, m), Activation: make([]float64, m), Scale: make([]float64, m)}
	for i := range l.Jacobian {
		l.Jacobian[i] = rng.NormFloat64()
	}
	for i := range m {
		l.Acceleration[i], l.Activation[i], l.Scale[i], l.Weight[i] = 3*rng.NormFloat64(), 1, 1, 1
	}
	return l
}

// answer returns what the law makes of levels, on a robot whose mass matrix is the identity.
func answer(t *testing.T, n int, levels ...taskspace.Level) *Output {
	t.Helper()
	law, err := New(ConfigFor(n, levels))
	must(t, err)
	in, out := Input{MassMatrix: make([]float64, n*n), Bias: make([]float64, n), Levels: levels}, law.NewOutput()
	for i := range n {
		in.MassMatrix[i*n+i] = 1
	}
	must(t, law.Solve(&in, out))
	return out
}

// weigh returns rows weights from 1e-4 to 1e4.
func weigh(rng *rand.Rand, weight []float64) {
	for i := range weight {
		weight[i] = math.Pow(10, 8*rng.Float64()-4)
	}
}

func TestWeightsChangeNothingOfALevelThatCanBeMetWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 18))
	const n = 6
	for i := range 300 {
		levels := []taskspace.Level{drawnLevel(rng, 3, n), drawnLevel(rng, 2, n)}
		want := answer(t, n, levels...)
		if want.Levels[0].Damped+want.Levels[1].Damped > 0 {
			continue
		}
		weigh(rng, levels[0].Weight)
		weigh(rng, levels[1].Weight)
		got := answer(t, n, levels...)
		if d := greatest(difference(got.Acceleration, want.Acceleration)); !(d <= 1e-9*(1+greatest(want.Acceleration))) || got.Levels[0].Damped > 0 {
			t.Fatalf("draw %d: weights %v and %v move the answer by %g, %d directions damped", i, levels[0].Weight, levels[1].Weight, d, got.Levels[0].Damped)
		}
	}
}

// By an independent route: the normal equations of weighted least squares.
func TestALevelThatCannotBeMetIsMetByItsWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 19))
	const n, m = 3, 5
	for i := range 300 {
		l := drawnLevel(rng, m, n)
		weigh(rng, l.Weight)
		got := answer(t, n, l)
		jacobian, w := mat.NewDense(m, n, l.Jacobian), mat.NewDiagDense(m, l.Weight)
		var left, wj mat.Dense
		var right, want mat.VecDense
		wj.Mul(w, jacobian)
		left.Mul(jacobian.T(), &wj)
		right.MulVec(wj.T(), mat.NewVecDense(m, l.Acceleration))
		if err := want.SolveVec(&left, &right); err != nil {
			continue
		}
		if d := greatest(difference(got.Acceleration, want.RawVector().Data)); !(d <= 1e-5*(1+greatest(got.Acceleration))) {
			t.Fatalf("draw %d: %v with the weights %v; by the normal equations %v", i, got.Acceleration, l.Weight, want.RawVector().Data)
		}
	}
}

func TestADampedDirectionGoesAsFarWhateverTheWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 20))
	const n, m = 5, 3
	for i := range 300 {
		l := drawnLevel(rng, m, n)
		var svd mat.SVD
		svd.Factorize(mat.NewDense(m, n, l.Jacobian), mat.SVDThin)
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		sigma := []float64{1, 0.7, 0.015 * rng.Float64()}
		var turned, near mat.Dense
		turned.Mul(&u, mat.NewDiagDense(m, sigma))
		near.Mul(&turned, v.T())
		copy(l.Jacobian, near.RawMatrix().Data)
		along := func(o *Output) (sum float64) {
			for c, a := range o.Acceleration {
				sum += v.At(c, 2) * a
			}
			return sum
		}
		want := answer(t, n, l)
		weigh(rng, l.Weight)
		got := answer(t, n, l)
		if want.Levels[0].Damped != 1 || got.Levels[0].Damped != 1 {
			t.Fatalf("draw %d: %d and %d directions damped of the singular values %v", i, want.Levels[0].Damped, got.Levels[0].Damped, sigma)
		}
		if a, b := along(want), along(got); !(math.Abs(a-b) <= 1e-6*(1e-3+math.Abs(a))) {
			t.Fatalf("draw %d: with the weights %v the damped direction goes by %g, with equal ones by %g", i, l.Weight, b, a)
		}
	}
}

func TestAWeightThatIsNoNumberAboveZeroIsReported(t *testing.T) {
	in := Input{MassMatrix: []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, Bias: make([]float64, 4)}
	for _, w := range []float64{math.NaN(), math.Inf(1), 0, -1} {
		l := drawnLevel(rand.New(rand.NewPCG(4, 21)), 2, 4)
		law, err := New(ConfigFor(4, []taskspace.Level{l}))
		must(t, err)
		in.Levels = []taskspace.Level{l}
		must(t, law.Solve(&in, law.NewOutput()))
		l.Weight[1] = w
		if err := law.Solve(&in, law.NewOutput()); !errors.Is(err, ErrNotFinite) || !strings.Contains(err.Error(), "weight") {
			t.Errorf("a weight of %g gives %v", w, err)
		}
	}
}

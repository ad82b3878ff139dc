package wholebody

import (
	"errors"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

func drawVector(t *rapid.T, name string, size float64) [3]float64 {
	return [3]float64{
		rapid.Float64Range(-size, size).Draw(t, name+".x"),
		rapid.Float64Range(-size, size).Draw(t, name+".y"),
		rapid.Float64Range(-size, size).Draw(t, name+".z"),
	}
}

func TestTheLogarithmUndoesTheExponentialUpToAHalfTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axis := drawVector(t, "axis", 1)
		if norm3(&axis) < 1e-3 {
			return
		}
		angle := rapid.SampledFrom([]float64{1e-12, 1e-6, 0.1, 1, 2, 3, 3.14159, 3.1415926535}).Draw(t, "angle")
		v := scaled(axis, angle/norm3(&axis))
		r := rotationExp(v)
		if !isRotation(&r) {
			t.Fatalf("not a rotation: %v", r)
		}
		got := rotationLog(&r)
		if gap := sub(got, v); norm3(&gap) > 1e-14+1e-9*angle {
			t.Fatalf("got %v, want %v", got, v)
		}
	})
}

func TestAHalfTurnHasALogarithmOfPi(t *testing.T) {
	for _, r := range [][9]float64{{1, 0, 0, 0, -1, 0, 0, 0, -1}, {-1, 0, 0, 0, 1, 0, 0, 0, -1}, {-1, 0, 0, 0, -1, 0, 0, 0, 1}} {
		if v := rotationLog(&r); norm3(&v) != math.Pi {
			t.Errorf("%v: got %v", r, v)
		}
	}
}

func TestOnlyRotationsPassAsRotations(t *testing.T) {
	good := rotationExp([3]float64{0.3, -0.2, 0.9})
	for name, r := range map[string][9]float64{
		"mirror":    {1, 0, 0, 0, 1, 0, 0, 0, -1},
		"zero":      {},
		"stretched": {1.00001, 0, 0, 0, 1, 0, 0, 0, 1},
		"sheared":   {1, 1e-5, 0, 0, 1, 0, 0, 0, 1},
		"NaN":       {math.NaN(), 0, 0, 0, 1, 0, 0, 0, 1},
	} {
		if isRotation(&r) {
			t.Errorf("%s passes", name)
		}
	}
	if !isRotation(&good) {
		t.Error("a rotation does not pass")
	}
}

func TestOrthogonalRowsHaveTheSingularValuesOfGonum(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 21))
	for trial := range 300 {
		m, n := 1+random.IntN(8), 1+random.IntN(12)
		a := make([]float64, m*n)
		for i := range a {
			a[i] = random.NormFloat64() * math.Pow(10, 3*random.Float64()-1.5)
		}
		rank := min(m, n)
		if trial%3 == 0 && m > 1 { // a row that depends on the others
			for c := range n {
				a[(m-1)*n+c] = 2*a[c] - a[(m-2)*n+c]
			}
			rank = min(m-1, n)
		}
		rows, b := make([]float64, m*(n+1)), make([]float64, m)
		for r := range m {
			b[r] = random.NormFloat64()
			copy(rows[r*(n+1):], a[r*n:r*n+n])
			rows[r*(n+1)+n] = b[r]
		}
		square := make([]float64, m)
		if !orthogonalizeRows(rows, m, n, 1e-24, square) {
			t.Fatalf("trial %d: no convergence", trial)
		}
		var svd mat.SVD
		if !svd.Factorize(mat.NewDense(m, n, a), mat.SVDNone) {
			t.Fatal("gonum's SVD fails")
		}
		want := svd.Values(nil)
		got := append([]float64(nil), square...)
		sort.Sort(sort.Reverse(sort.Float64Slice(got)))
		for k := range rank {
			if math.Abs(math.Sqrt(got[k])-want[k]) > 1e-12*want[0] {
				t.Fatalf("trial %d: singular value %d is %g, gonum has %g", trial, k, math.Sqrt(got[k]), want[k])
			}
		}
		// The rotations are orthogonal: the right-hand side keeps its norm.
		before, after := squaredNorm(b), 0.0
		for r := range m {
			after += rows[r*(n+1)+n] * rows[r*(n+1)+n]
		}
		if math.Abs(before-after) > 1e-12*before {
			t.Fatalf("trial %d: the right-hand side went from %g to %g", trial, before, after)
		}
	}
}

func TestRowsThatAreNotFiniteDoNotConverge(t *testing.T) {
	rows := []float64{1, math.NaN(), 0, 2, 1, 0}
	if orthogonalizeRows(rows, 2, 2, 0, make([]float64, 2)) {
		t.Error("rows with NaN are called orthogonal")
	}
}

func TestTheGradientOfManipulabilityMatchesFiniteDifferences(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 22))
	r := newRobot()
	a := newArm(3, 7)
	const length, h = 0.3, 1e-6
	for range 100 {
		q := randomState(random)
		value := func() float64 {
			_, _, jacobian := r.kinematics(q)
			return a.update(jacobian, robotAxes, length)
		}
		if value() < 1e-4 {
			continue
		}
		gradient := append([]float64(nil), a.gradient...)
		for j := range 7 {
			at := q[3+j]
			q[3+j] = at + h
			up := value()
			q[3+j] = at - h
			down := value()
			q[3+j] = at
			if want := (up - down) / (2 * h); math.Abs(gradient[j]-want) > 1e-7 {
				t.Fatalf("arm axis %d: got %g, want %g", j+1, gradient[j], want)
			}
		}
	}
}

func TestManipulabilityIsTheProductOfTheArmsSingularValues(t *testing.T) {
	r := newRobot()
	a := newArm(3, 7)
	_, _, jacobian := r.kinematics(home())
	w := a.update(jacobian, robotAxes, 0.3)
	scaledRows := mat.NewDense(6, 7, nil)
	for row := range 6 {
		for c := range 7 {
			v := jacobian[row*robotAxes+3+c]
			if row >= 3 {
				v *= 0.3
			}
			scaledRows.Set(row, c, v)
		}
	}
	var svd mat.SVD
	svd.Factorize(scaledRows, mat.SVDNone)
	want := 1.0
	for _, s := range svd.Values(nil) {
		want *= s
	}
	if math.Abs(w-want) > 1e-12 {
		t.Errorf("got %g, want %g", w, want)
	}
	_, _, jacobian = r.kinematics(make([]float64, robotAxes)) // stretched out: singular
	if w := a.update(jacobian, robotAxes, 0.3); w != 0 || squaredNorm(a.gradient) != 0 {
		t.Errorf("a singular arm has manipulability %g and gradient %v", w, a.gradient)
	}
}

func TestPredictionFollowsStraightLinesAndArcs(t *testing.T) {
	position := []float64{1, 2, 3, 0.5, 4, 5}
	velocity := []float64{0.1, 0.4, -0.2, 0.8, 0.3, 0.6}
	predicted := make([]float64, 6)
	if err := Predict(predicted, position, velocity, 1, 0.25); err != nil {
		t.Fatal(err)
	}
	base := planar.Pose{X: 2, Y: 3, Theta: 0.5}.Advance(planar.Twist{X: 0.4, Y: -0.2, Omega: 0.8}.Over(0.25))
	for i, want := range []float64{1.025, base.X, base.Y, base.Theta, 4.075, 5.15} {
		if math.Abs(predicted[i]-want) > 1e-15 {
			t.Errorf("axis %d: got %g, want %g", i, predicted[i], want)
		}
	}
	if err := Predict(predicted, predicted, velocity, 1, -0.25); err != nil { // in place, and back
		t.Fatal(err)
	}
	for i, want := range position {
		if math.Abs(predicted[i]-want) > 1e-15 {
			t.Errorf("back at axis %d: got %g, want %g", i, predicted[i], want)
		}
	}
}

func TestThePredictedPoseIsThatOfThePredictedAxesToSecondOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 23))
	r := newRobot()
	for range 50 {
		q, v := randomState(random), make([]float64, robotAxes)
		for i := range v {
			v[i] = 0.5 * random.NormFloat64()
		}
		p, rotation, jacobian := r.kinematics(q)
		miss := func(ahead float64) float64 {
			predicted := make([]float64, robotAxes)
			if err := Predict(predicted, q, v, 0, ahead); err != nil {
				t.Fatal(err)
			}
			wantP, wantR, _ := r.kinematics(predicted)
			gotP, gotR, err := PredictPose(p, rotation, jacobian, v, ahead)
			if err != nil {
				t.Fatal(err)
			}
			gap := sub(gotP, wantP)
			relative := timesTransposed(&gotR, &wantR)
			turn := rotationLog(&relative)
			return norm3(&gap) + norm3(&turn)
		}
		if far, near := miss(0.02), miss(0.01); near > 0.3*far || far > 0.02 {
			t.Fatalf("misses %g at 20 ms and %g at 10 ms", far, near)
		}
	}
}

func TestPredictionRefusesWhatIsNotFiniteAndChangesNothing(t *testing.T) {
	good, nan := []float64{1, 2, 3}, []float64{1, math.NaN(), 3}
	for _, c := range []struct {
		position, velocity []float64
		planar             int
		ahead              float64
		want               error
	}{
		{nan, good, NoPlanar, 0.1, ErrNotFinite},
		{good, nan, 0, 0.1, ErrNotFinite},
		{good, good, 0, math.Inf(1), ErrNotFinite},
		{good, []float64{1e308, 0, 0}, NoPlanar, 10, ErrNotFinite},
		{good, good[:2], NoPlanar, 0.1, ErrShape},
		{good, good, 1, 0.1, ErrShape},
		{good, good, -2, 0.1, ErrShape},
	} {
		predicted := []float64{7, 7, 7}
		if err := Predict(predicted, c.position, c.velocity, c.planar, c.ahead); !errors.Is(err, c.want) || predicted[0] != 7 {
			t.Errorf("%+v: error %v, predicted %v", c, err, predicted)
		}
	}
	identity := [9]float64{0: 1, 4: 1, 8: 1}
	if _, _, err := PredictPose([3]float64{}, identity, make([]float64, 17), good, 1); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
	if _, _, err := PredictPose([3]float64{}, identity, make([]float64, 18), nan, 1); !errors.Is(err, ErrNotFinite) {
		t.Error(err)
	}
	if _, _, err := PredictPose([3]float64{math.Inf(1)}, identity, make([]float64, 18), good, 1); !errors.Is(err, ErrNotFinite) {
		t.Error(err)
	}
}

func TestTheTimeToApplicationIsTheAgePlusTheDelay(t *testing.T) {
	for _, c := range [][4]float64{{10, 10.004, 0.01, 0.014}, {10, 9.5, 0.01, 0}, {10, 10, 0, 0}} {
		if got := ApplicationTime(c[0], c[1], c[2]); math.Abs(got-c[3]) > 1e-12 {
			t.Errorf("%v: got %g", c, got)
		}
	}
}

// Any pose error decays exponentially under the gripper's goal, about an axis that stays, whatever the reference does
// meanwhile.
func TestPoseErrorsDecayExponentiallyWhileTheReferenceMoves(t *testing.T) {
	law := newLaw(t, Config{Axes: []Axis{{Name: "only"}}, PositionGainPerS: 3, OrientationGainPerS: 2, FeedbackMaxMPerS: 50, FeedbackMaxRadPerS: 50})
	const dt, steps = 1e-4, 10000
	in := &Input{Rotation: rotationExp([3]float64{0, 0, 2.5}), Position: [3]float64{1, 0, -1}}
	in.Reference.Rotation = [9]float64{0: 1, 4: 1, 8: 1}
	in.Reference.Twist = [6]float64{0.2, -0.1, 0.3, 0.5, 0.8, -0.3}
	var found results
	law.gripperGoal(in, &found)
	startP, startO := found.positionError, found.orientationError
	direction := func() [3]float64 {
		relative := timesTransposed(&in.Reference.Rotation, &in.Rotation)
		e := rotationLog(&relative)
		return scaled(e, 1/norm3(&e))
	}
	startAxis := direction()
	for range steps {
		law.gripperGoal(in, &found)
		move := func(p *[3]float64, rotation *[9]float64, twist [6]float64) {
			turn := rotationExp([3]float64{twist[3] * dt, twist[4] * dt, twist[5] * dt})
			*rotation = multiply(&turn, rotation)
			for k := range p {
				p[k] += twist[k] * dt
			}
		}
		move(&in.Position, &in.Rotation, found.twist)
		move(&in.Reference.Position, &in.Reference.Rotation, in.Reference.Twist)
	}
	law.gripperGoal(in, &found)
	if got, want := found.positionError/startP, math.Exp(-3); math.Abs(got-want) > 1e-3*want {
		t.Errorf("the position error fell to %g of itself, want %g", got, want)
	}
	if turned := sub(direction(), startAxis); norm3(&turned) > 1e-3 {
		t.Errorf("the axis of the error turned by %g", norm3(&turned))
	}
	if got, want := found.orientationError/startO, math.Exp(-2); math.Abs(got-want) > 1e-3*want {
		t.Errorf("the orientation error fell to %g of itself, want %g", got, want)
	}
}

func TestFeedbackIsCutByNormAndFeedForwardIsNot(t *testing.T) {
	law := newLaw(t, Config{Axes: []Axis{{Name: "only"}}, LeadS: 0.1})
	in := &Input{Rotation: rotationExp([3]float64{0, 0, 2}), Position: [3]float64{3, 4, 0}}
	in.Reference.Rotation = [9]float64{0: 1, 4: 1, 8: 1}
	in.Reference.Twist = [6]float64{2: 5}
	in.Reference.Acceleration = [6]float64{2: 1}
	var found results
	law.gripperGoal(in, &found)
	want := [6]float64{-0.2 * 0.6, -0.2 * 0.8, 5.1, 0, 0, -0.5}
	for k := range want {
		if math.Abs(found.twist[k]-want[k]) > 1e-14 {
			t.Errorf("row %d: got %g, want %g", k, found.twist[k], want[k])
		}
	}
	if !found.feedbackLimited || math.Abs(found.positionError-5) > 1e-15 || math.Abs(found.orientationError-2) > 1e-15 {
		t.Errorf("%+v", found)
	}
}

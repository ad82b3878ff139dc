package wholebody

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// feasible answers by linear programming whether some velocity in the box gives the gripper its twist.
func feasible(t *testing.T, jacobian []float64, twist [6]float64, low, high []float64) bool {
	t.Helper()
	n := len(low)
	// Variables y = x - low >= 0 and slack z = high - low - y >= 0, and artificial a, b >= 0: J y + a - b = twist - J low.
	a := mat.NewDense(6+n, 2*n+12, nil)
	right := make([]float64, 6+n)
	cost := make([]float64, 2*n+12)
	for row := range 6 {
		right[row] = twist[row]
		for i := range n {
			a.Set(row, i, jacobian[row*n+i])
			right[row] -= jacobian[row*n+i] * low[i]
		}
		a.Set(row, 2*n+row, 1)
		a.Set(row, 2*n+6+row, -1)
		cost[2*n+row], cost[2*n+6+row] = 1, 1
	}
	for i := range n {
		a.Set(6+i, i, 1)
		a.Set(6+i, n+i, 1)
		right[6+i] = high[i] - low[i]
	}
	start := make([]int, 0, 6+n) // a basis that is feasible: slacks, and the artificial of the right sign
	for row := range 6 {
		if right[row] >= 0 {
			start = append(start, 2*n+row)
		} else {
			start = append(start, 2*n+6+row)
		}
	}
	for i := range n {
		start = append(start, n+i)
	}
	least, _, err := lp.Simplex(cost, a, right, 1e-12, start)
	if err != nil {
		t.Fatal(err)
	}
	return least < 1e-9
}

// Holding axes one by one is greedy, and letting them go again mends it. Linear programming says whether a solution that
// exists is ever missed.
func TestTheGripperIsNotCutWhereLinearProgrammingFindsAWay(t *testing.T) {
	const seed = 32
	random := rand.New(rand.NewPCG(seed, seed))
	r := newRobot()
	law := newLaw(t, testConfig())
	possible, reached := 0, 0
	for k := range 300 {
		in := r.inputAt(randomState(random), testLimits())
		in.Reference.Twist = randomTwist(random, 0.6, 0.9)
		tight := k%2 == 0 // a box around a command under way, or one of velocity and position limits alone
		for i := range in.Limits.AccelerationMax {
			in.Limits.AccelerationMax[i] *= 10
			if !tight {
				in.Limits.AccelerationMax[i] = math.Inf(1)
			}
		}
		if tight {
			for range 50 {
				copy(in.Previous, step(t, law, in).Velocity)
			}
			change := randomTwist(random, 0.15, 0.3)
			for row := range change {
				in.Reference.Twist[row] += change[row]
			}
		}
		out := step(t, law, in)
		if out.Levels[0].Damped > 0 {
			continue
		}
		low, high := make([]float64, robotAxes), make([]float64, robotAxes)
		touched := false
		for i := range low {
			low[i], high[i] = law.intervals[i].low, law.intervals[i].high
			touched = touched || out.Bounds[i] != Unbounded
		}
		can := feasible(t, in.Jacobian, in.Reference.Twist, low, high)
		did := out.Levels[0].Scale == 1
		if did && !can {
			t.Fatalf("seed %d state %d: reached what linear programming calls impossible", seed, k)
		}
		if can && touched {
			possible++
			if did {
				reached++
			}
		}
	}
	t.Logf("of %d feasible states with an axis at a bound, %d reached", possible, reached)
	if possible < 130 || reached < possible {
		t.Errorf("of %d feasible states with an axis at a bound only %d were reached", possible, reached)
	}
}

func TestALowerLevelIsCutBeforeTheGripper(t *testing.T) {
	r := newRobot()
	c := testConfig()
	for i := 3; i < robotAxes; i++ {
		c.Axes[i].PosturePosition, c.Axes[i].PostureGainPerS = 3, 50 // asks for far more than the limits allow
	}
	law := newLaw(t, c)
	in := r.inputAt(home(), testLimits())
	in.Reference.Twist = [6]float64{0.005, 0, 0.01, 0, 0.02, 0}
	out := step(t, law, in)
	posture := out.Levels[len(out.Levels)-1]
	if out.Levels[0].Scale != 1 || out.Levels[0].Residual > 1e-12 || posture.Kind != PostureLevel || !(posture.Scale < 1) {
		t.Errorf("levels %+v", out.Levels)
	}
}

func TestATwistThatTakesTimeIsApproachedStepByStepAndReached(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	in := r.inputAt(home(), testLimits())
	in.Reference.Twist = [6]float64{0.5, 0.2, 0, 0, 0, 0.1} // from rest, the base takes half a second
	last := math.Inf(1)
	for k := range 80 {
		out := step(t, law, in)
		residual := out.Levels[0].Residual
		if residual > last+1e-12 {
			t.Fatalf("step %d: the residual grows from %g to %g", k, last, residual)
		}
		if k == 0 && !(out.Levels[0].Scale > 0 && out.Levels[0].Scale < 1) {
			t.Errorf("scale of the first step is %g", out.Levels[0].Scale)
		}
		last = residual
		copy(in.Previous, out.Velocity)
	}
	if last > 1e-10 {
		t.Errorf("after 0.8 s %g m/s are missing", last)
	}
}

func TestAStretchedArmGivesBoundedVelocitiesAndSaysSo(t *testing.T) {
	r := newRobot()
	c := testConfig()
	law := newLaw(t, c)
	q := make([]float64, robotAxes) // stretched upright: height, roll and pitch are singular
	in := r.inputAt(q, wideLimits())
	in.Reference.Twist = [6]float64{0, 0, -0.2, 0, 0, 0}
	out := step(t, law, in)
	gripper := out.Levels[0]
	if gripper.Rank == 6 && gripper.Damped == 0 {
		t.Errorf("a stretched arm passes for regular: %+v", gripper)
	}
	for i, v := range out.Velocity {
		if math.Abs(v) > 20 {
			t.Errorf("axis %s at %g rad/s", axisNames[i], v)
		}
	}
	// What is not singular stays exact: sideways motion and turning about the vertical.
	in.Reference.Twist = [6]float64{0.1, -0.2, 0, 0, 0, 0.3}
	out = step(t, law, in)
	for _, row := range []int{0, 1, 5} {
		if got := times(in.Jacobian, out.Velocity, row); math.Abs(got-in.Reference.Twist[row]) > 1e-9 {
			t.Errorf("row %d: got %g, want %g", row, got, in.Reference.Twist[row])
		}
	}
}

// Through a singularity the commands stay continuous, and damped directions do not build up speed over time.
func TestPassingASingularityIsSmoothAndForgetsNothing(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	limits := wideLimits()
	var last []float64
	greatest := 0.0
	for angle := 0.4; angle > -0.4; angle -= 0.0005 { // arm/4 through zero: the elbow stretches
		q := append([]float64{0, 0, 0}, 0, 0.3, 0, angle, 0, 0.7, 0)
		in := r.inputAt(q, limits)
		in.Reference.Twist = [6]float64{0, 0, 0.05, 0, 0, 0}
		out := step(t, law, in)
		for i := range last {
			greatest = math.Max(greatest, math.Abs(out.Velocity[i]-last[i]))
		}
		last = append(last[:0], out.Velocity...)
	}
	if greatest > 0.2 {
		t.Errorf("a command changes by %g rad/s within half a milliradian", greatest)
	}
	q := append([]float64{0, 0, 0}, 0, 0, 0, 0.004, 0, 0.003, 0)
	in := r.inputAt(q, limits)
	in.Reference.Twist = [6]float64{0, 0, -0.05, 0, 0, 0}
	first := step(t, law, in)
	for range 100 {
		out := step(t, law, in)
		copy(in.Previous, out.Velocity)
	}
	again := step(t, law, in)
	if first.Levels[0].Damped == 0 {
		t.Fatalf("nothing is damped: %+v", first.Levels[0])
	}
	for i := range first.Velocity {
		if math.Abs(again.Velocity[i]-first.Velocity[i]) > 1e-9 {
			t.Errorf("axis %s: first %g, after a hundred repetitions %g", axisNames[i], first.Velocity[i], again.Velocity[i])
		}
	}
}

// leastResidual gives the least norm of what any velocity in the box misses of the twist, angular rows times length, by
// coordinate descent: slow, and without anything in common with the law.
func leastResidual(jacobian []float64, twist [6]float64, low, high []float64, length float64) float64 {
	n := len(low)
	var rows [6][]float64
	var missing [6]float64
	for row := range 6 {
		scale := 1.0
		if row >= 3 {
			scale = length
		}
		missing[row] = scale * twist[row]
		for i := range n {
			rows[row] = append(rows[row], scale*jacobian[row*n+i])
			missing[row] -= rows[row][i] * low[i]
		}
	}
	x := append([]float64(nil), low...)
	for range 3000 {
		moved := 0.0
		for i := range n {
			slope, curve := 0.0, 0.0
			for row := range 6 {
				slope += rows[row][i] * missing[row]
				curve += rows[row][i] * rows[row][i]
			}
			if curve == 0 {
				continue
			}
			next := math.Min(math.Max(x[i]+slope/curve, low[i]), high[i])
			for row := range 6 {
				missing[row] -= rows[row][i] * (next - x[i])
			}
			moved += math.Abs(next - x[i])
			x[i] = next
		}
		if moved < 1e-12 {
			break
		}
	}
	return math.Sqrt(squaredNorm(missing[:]))
}

// Where no velocity does it, the law comes close to the least residual there is.
func TestAnImpossibleTwistIsMetAlmostAsWellAsAnythingCan(t *testing.T) {
	const seed = 34
	random := rand.New(rand.NewPCG(seed, seed))
	r := newRobot()
	law := newLaw(t, testConfig())
	sum, least, worst, count := 0.0, 0.0, 1.0, 0
	for range 400 {
		in := r.inputAt(randomState(random), testLimits())
		in.Reference.Twist = randomTwist(random, 1.2, 2)
		for i := range in.Limits.AccelerationMax {
			in.Limits.AccelerationMax[i] *= 10
		}
		out := step(t, law, in)
		low, high := make([]float64, robotAxes), make([]float64, robotAxes)
		for i := range low {
			low[i], high[i] = law.intervals[i].low, law.intervals[i].high
		}
		best := leastResidual(in.Jacobian, in.Reference.Twist, low, high, law.config.CharacteristicLengthM)
		got := out.Levels[0].Residual
		if got < best*(1-1e-4)-1e-9 { // coordinate descent stops that close to the least
			t.Fatalf("seed %d: residual %g below the least one, %g", seed, got, best)
		}
		if best > 0.05 {
			sum, least, count = sum+got, least+best, count+1
			worst = math.Max(worst, got/best)
		}
	}
	t.Logf("%d twists: residuals %.4f of the least, at worst %.3f", count, sum/least, worst)
	if count < 200 || sum > 1.01*least {
		t.Errorf("%d twists: residuals are %g of the least ones", count, sum/least)
	}
}

package wholebody

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
	"pgregory.net/rapid"
)

// Full speed toward a limit from any start: the axis brakes within its acceleration and never passes the limit.
func TestAnAxisAtFullSpeedStopsBeforeItsLimitWithinItsAcceleration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		velocityMax := rapid.Float64Range(0.2, 4).Draw(t, "velocityMax")
		acceleration := rapid.Float64Range(0.2, 20).Draw(t, "acceleration")
		gain := rapid.Float64Range(0.5, 50).Draw(t, "gain")
		dt := rapid.SampledFrom([]float64{0.001, 0.01, 0.05}).Draw(t, "dt")
		share := rapid.SampledFrom([]float64{0.5, 0.8, 0.95}).Draw(t, "share")
		const low, high = -1.0, 1.0
		q := rapid.Float64Range(low, high).Draw(t, "q")
		v := 0.0
		for range int(40 / dt) {
			i := axisInterval(q, v, low, high, velocityMax, acceleration, share*acceleration, gain, dt)
			next := i.high
			if math.Abs(next-v) > acceleration*dt*(1+1e-9) {
				t.Fatalf("at %g the speed goes from %g to %g in %g s, limit %g", q, v, next, dt, acceleration)
			}
			if next > velocityMax {
				t.Fatalf("speed %g, limit %g", next, velocityMax)
			}
			v = next
			q += v * dt
			if q > high+1e-12 {
				t.Fatalf("passed the limit by %g", q-high)
			}
		}
		if high-q > 1e-3 {
			t.Fatalf("stopped %g short of the limit", high-q)
		}
	})
}

func TestBeyondALimitAnAxisMayOnlyMoveBack(t *testing.T) {
	i := axisInterval(1.1, 0, -1, 1, 2, math.Inf(1), math.Inf(1), 5, 0.01)
	if math.Abs(i.high+0.5) > 1e-12 || i.highCause != PositionBound || i.low != -2 {
		t.Errorf("above: %+v", i)
	}
	i = axisInterval(-1.1, 0, -1, 1, 2, math.Inf(1), math.Inf(1), 5, 0.01)
	if math.Abs(i.low-0.5) > 1e-12 || i.lowCause != PositionBound || i.high != 2 {
		t.Errorf("below: %+v", i)
	}
	i = axisInterval(50, 0, -1, 1, 2, math.Inf(1), math.Inf(1), 5, 0.01)
	if i.low != -2 || i.high != -2 {
		t.Errorf("far above: %+v", i)
	}
}

func TestTheAccelerationWindowWinsOverTheOtherLimits(t *testing.T) {
	i := axisInterval(0, 1.5, -1, 1, 0.5, 2, 1.6, 5, 0.01) // 1.5 rad/s, limit 0.5 rad/s since now
	if math.Abs(i.low-1.48) > 1e-12 || i.low != i.high || i.highCause != AccelerationBound {
		t.Errorf("%+v", i)
	}
}

// The box holds for every state, every command and every previous command; and a gripper that was not cut is exact.
func TestNoCommandEverLeavesItsBox(t *testing.T) {
	const seed = 31
	random := rand.New(rand.NewPCG(seed, seed))
	r := newRobot()
	c := testConfig()
	for i := range 3 {
		c.Axes[i].SmoothingS = 0.3
	}
	law := newLaw(t, c)
	full, cut := 0, 0
	for k := range 1000 {
		in := r.inputAt(randomState(random), testLimits())
		size := math.Pow(10, 3*random.Float64()-2)
		in.Reference.Twist = randomTwist(random, size, size)
		if k%2 == 0 {
			for i := range in.Previous {
				in.Previous[i] = 1.2 * in.Limits.VelocityMax[i] * (2*random.Float64() - 1)
			}
		} else { // a command under way, and a twist that changes a little
			for range 40 {
				copy(in.Previous, step(t, law, in).Velocity)
			}
			change := randomTwist(random, 0.005, 0.01)
			for row := range change {
				in.Reference.Twist[row] += change[row]
			}
		}
		out := step(t, law, in)
		for i, v := range out.Velocity {
			if change := math.Abs(v - in.Previous[i]); change > in.Limits.AccelerationMax[i]*in.PeriodS*(1+1e-12) {
				t.Fatalf("seed %d state %d axis %s: change %g", seed, k, axisNames[i], change)
			}
			if math.Abs(in.Previous[i]) <= in.Limits.VelocityMax[i] && math.Abs(v) > in.Limits.VelocityMax[i] {
				t.Fatalf("seed %d state %d axis %s: %g, limit %g", seed, k, axisNames[i], v, in.Limits.VelocityMax[i])
			}
		}
		gripper := out.Levels[0]
		if gripper.Scale < 1 {
			cut++
			continue
		}
		if gripper.Damped > 0 || gripper.Rank < 6 {
			continue
		}
		full++
		for row, want := range out.Twist {
			if math.Abs(times(in.Jacobian, out.Velocity, row)-want) > 1e-8 || math.Abs(out.TwistResidual[row]) > 1e-8 {
				t.Fatalf("seed %d state %d row %d: got %g, want %g, residual %g", seed, k, row, times(in.Jacobian, out.Velocity, row), want, out.TwistResidual[row])
			}
		}
	}
	if full < 100 || cut < 100 {
		t.Errorf("%d full and %d cut: the test does not see both", full, cut)
	}
}

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
	for k := range 500 {
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
	if possible < 200 || float64(reached) < 0.99*float64(possible) {
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

func TestLimitsTakeAnAxisOverFromThePostureWithoutAStep(t *testing.T) {
	r := newRobot()
	c := testConfig()
	for i := range c.Axes {
		c.Axes[i].PostureGainPerS = 0
	}
	c.Axes[5].PosturePosition, c.Axes[5].PostureGainPerS = 10, 0.05 // pulls arm/3 through its limit at 2.96 rad
	law := newLaw(t, c)
	limits := testLimits()
	limits.AccelerationMax = wideLimits().AccelerationMax
	last, greatest := math.NaN(), 0.0
	for q := 2.7; q < 2.96; q += 0.0005 {
		state := home()
		state[5] = q
		out := step(t, law, r.inputAt(state, limits))
		if !math.IsNaN(last) {
			greatest = math.Max(greatest, math.Abs(out.Velocity[5]-last))
		}
		last = out.Velocity[5]
	}
	if !(last < 0) {
		t.Errorf("at the limit arm/3 moves at %g rad/s, it should leave", last)
	}
	if greatest > 0.01 {
		t.Errorf("within half a milliradian the velocity changes by %g rad/s", greatest)
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

func TestDroppingTheBaseMakesNoJumpAndKeepsTheArmOnItsTask(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	q, limits := home(), testLimits()
	start, rotation, _ := r.kinematics(q)
	previous, base := make([]float64, robotAxes), make([]float64, 3)
	active, wasActive := make([]bool, robotAxes), make([]bool, robotAxes)
	worst := 0.0
	for k := range 1200 {
		now := 0.01 * float64(k)
		in := r.inputAt(q, limits)
		in.Reference.Rotation = rotation
		// The gripper goes at 0.15 m/s, stands from 3 s on, and goes on at 6 s; the base is away from 4 s to 5.5 s.
		ramp := func(from, to float64) float64 { return math.Min(math.Max((now-from)/(to-from), 0), 1) }
		speed := 0.15 * ramp(0, 0.5) * (1 - ramp(2.5, 3) + ramp(6, 6.5)) * (1 - ramp(9, 9.5))
		in.Reference.Twist[0] = speed
		start[0] += speed * 0.01
		in.Reference.Position = start
		for i := range active {
			active[i] = i >= 3 || now < 4 || now >= 5.5
		}
		copy(in.AxisVelocity, previous)
		copy(in.AxisVelocity[:3], base)
		Seed(previous, in.AxisVelocity, wasActive, active)
		copy(wasActive, active)
		in.Active, in.Previous = active, previous
		out := step(t, law, in)
		for i, v := range out.Velocity {
			if change := math.Abs(v - previous[i]); change > limits.AccelerationMax[i]*0.01*(1+1e-12) {
				t.Fatalf("at %g s axis %s jumps by %g", now, axisNames[i], change)
			}
			if !active[i] && out.Bounds[i] != InactiveBound {
				t.Fatalf("axis %s is out and %s", axisNames[i], out.Bounds[i])
			}
		}
		// The real base: follows while it is there; pushed by hand at 3 cm/s while it is away.
		copy(base, out.Velocity[:3])
		if !active[0] {
			base = []float64{0.03 * math.Sin(2*math.Pi*(now-4)/1.5), 0, 0}
		}
		moves := append(append([]float64(nil), base...), out.Velocity[3:]...)
		if err := Predict(q, q, moves, 0, 0.01); err != nil {
			t.Fatal(err)
		}
		worst = math.Max(worst, out.PositionErrorM)
		previous = append(previous[:0], out.Velocity...)
	}
	if worst > 0.004 {
		t.Errorf("the gripper was %g m off", worst)
	}
}

func TestEveryInputThatIsNotFiniteIsAnErrorAndNeverAnOutput(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	fresh := func() *Input {
		in := r.inputAt(home(), testLimits())
		in.PreferredVelocity = make([]float64, robotAxes)
		in.Tasks = []Task{{Jacobian: make([]float64, robotAxes), Velocity: make([]float64, 1)}}
		return in
	}
	fields := map[string]func(*Input) []float64{
		"Jacobian":      func(in *Input) []float64 { return in.Jacobian },
		"Position":      func(in *Input) []float64 { return in.Position[:] },
		"Rotation":      func(in *Input) []float64 { return in.Rotation[:] },
		"ref position":  func(in *Input) []float64 { return in.Reference.Position[:] },
		"ref rotation":  func(in *Input) []float64 { return in.Reference.Rotation[:] },
		"ref twist":     func(in *Input) []float64 { return in.Reference.Twist[:] },
		"ref acc":       func(in *Input) []float64 { return in.Reference.Acceleration[:] },
		"AxisPosition":  func(in *Input) []float64 { return in.AxisPosition },
		"AxisVelocity":  func(in *Input) []float64 { return in.AxisVelocity },
		"Previous":      func(in *Input) []float64 { return in.Previous },
		"VelocityMax":   func(in *Input) []float64 { return in.Limits.VelocityMax },
		"preferred":     func(in *Input) []float64 { return in.PreferredVelocity },
		"task jacobian": func(in *Input) []float64 { return in.Tasks[0].Jacobian },
		"task velocity": func(in *Input) []float64 { return in.Tasks[0].Velocity },
	}
	for name, field := range fields {
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			for i := range field(fresh()) {
				in := fresh()
				field(in)[i] = bad
				out := law.NewOutput()
				out.Velocity[0] = 42
				if err := law.Step(in, out); err == nil || out.Velocity[0] != 42 || len(out.Levels) != 0 {
					t.Fatalf("%s[%d] = %g: error %v, output %v", name, i, bad, err, out.Velocity)
				}
			}
		}
	}
	for name, change := range map[string]func(*Input){
		"limits cross":          func(in *Input) { in.Limits.PositionMin[4] = 3 },
		"NaN limit":             func(in *Input) { in.Limits.PositionMax[4] = math.NaN() },
		"negative velocity":     func(in *Input) { in.Limits.VelocityMax[4] = -1 },
		"NaN acceleration":      func(in *Input) { in.Limits.AccelerationMax[4] = math.NaN() },
		"period 0":              func(in *Input) { in.PeriodS = 0 },
		"period NaN":            func(in *Input) { in.PeriodS = math.NaN() },
		"short Previous":        func(in *Input) { in.Previous = in.Previous[:9] },
		"short Active":          func(in *Input) { in.Active = make([]bool, 3) },
		"short Jacobian":        func(in *Input) { in.Jacobian = in.Jacobian[:59] },
		"five tasks":            func(in *Input) { in.Tasks = make([]Task, 5) },
		"task of wrong shape":   func(in *Input) { in.Tasks[0].Velocity = make([]float64, 2) },
		"short preferred":       func(in *Input) { in.PreferredVelocity = in.PreferredVelocity[:1] },
		"not a rotation":        func(in *Input) { in.Rotation[0] = 2 },
		"overflowing Jacobian":  func(in *Input) { in.Jacobian[0], in.Jacobian[1] = 1e200, 1e200 },
		"overflowing reference": func(in *Input) { in.Reference.Position[0], in.Position[0] = 1.7e308, -1.7e308 },
	} {
		in := fresh()
		change(in)
		out := law.NewOutput()
		out.Velocity[0] = 42
		if err := law.Step(in, out); err == nil || out.Velocity[0] != 42 {
			t.Errorf("%s: error %v, output %v", name, err, out.Velocity)
		}
	}
	in := fresh()
	in.AxisPosition[6] = math.NaN()
	if err := law.Step(in, law.NewOutput()); !errors.Is(err, ErrNotFinite) || !strings.Contains(err.Error(), "arm/4") {
		t.Errorf("the error does not name the axis: %v", err)
	}
	if err := law.Step(fresh(), &Output{}); !errors.Is(err, ErrShape) {
		t.Errorf("an output without room: %v", err)
	}
	if err := law.Step(fresh(), law.NewOutput()); err != nil {
		t.Errorf("after all that a good input fails: %v", err)
	}
}

// Numbers of every size in every field: an error, or finite velocities inside the limits.
func TestWhateverComesInWhatGoesOutIsFiniteAndInsideTheLimits(t *testing.T) {
	const seed = 33
	random := rand.New(rand.NewPCG(seed, seed))
	r := newRobot()
	law := newLaw(t, testConfig())
	refused, passed := 0, 0
	for k := range 3000 {
		in := r.inputAt(randomState(random), testLimits())
		fields := [][]float64{
			in.Jacobian, in.AxisPosition, in.AxisVelocity, in.Previous, in.Position[:], in.Reference.Position[:],
			in.Reference.Twist[:], in.Reference.Acceleration[:], in.Limits.AccelerationMax,
		}
		for range 1 + random.IntN(4) {
			field := fields[random.IntN(len(fields))]
			v := math.Float64frombits(random.Uint64()) // any float64: tiny, huge, NaN, infinite
			if random.IntN(2) == 0 {
				v = math.Ldexp(random.NormFloat64(), random.IntN(80)-40)
			}
			field[random.IntN(len(field))] = v
		}
		out := law.NewOutput()
		if err := law.Step(in, out); err != nil {
			refused++
			continue
		}
		passed++
		for i, v := range out.Velocity {
			if !finite(v) {
				t.Fatalf("seed %d trial %d axis %s: %g", seed, k, axisNames[i], v)
			}
			if limit := math.Max(in.Limits.VelocityMax[i], math.Abs(in.Previous[i])); math.Abs(v) > limit {
				t.Fatalf("seed %d trial %d axis %s: %g, limit %g", seed, k, axisNames[i], v, limit)
			}
		}
		for _, level := range out.Levels {
			if !finite(level.Residual + level.Scale + level.SmallestSingular + level.LargestSingular) {
				t.Fatalf("seed %d trial %d: %+v", seed, k, level)
			}
		}
	}
	if refused < 300 || passed < 300 {
		t.Errorf("%d refused and %d passed: the test does not see both", refused, passed)
	}
}

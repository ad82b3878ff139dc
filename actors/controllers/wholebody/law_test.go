package wholebody

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func newLaw(t testing.TB, c Config) *Law {
	t.Helper()
	law, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return law
}

func step(t testing.TB, law *Law, in *Input) *Output {
	t.Helper()
	out := law.NewOutput()
	if err := law.Step(in, out); err != nil {
		t.Fatal(err)
	}
	return out
}

func randomTwist(random *rand.Rand, linear, angular float64) (t [6]float64) {
	for k := range t {
		size := linear
		if k >= 3 {
			size = angular
		}
		t[k] = size * (2*random.Float64() - 1)
	}
	return t
}

func TestTheJacobianOfTheTestRobotMatchesFiniteDifferences(t *testing.T) {
	r := newRobot()
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		q := randomState(random)
		_, rotation, jacobian := r.kinematics(q)
		const h = 1e-6
		for i := range robotAxes {
			velocity := make([]float64, robotAxes)
			velocity[i] = 1
			var p [2][3]float64
			var turned [2][9]float64
			for s, sign := range [2]float64{-h, h} {
				moved := make([]float64, robotAxes)
				if err := Predict(moved, q, velocity, 0, sign); err != nil {
					t.Fatal(err)
				}
				p[s], turned[s], _ = r.kinematics(moved)
			}
			relative := timesTransposed(&turned[1], &turned[0])
			turn := rotationLog(&relative)
			for k := range 3 {
				if got := (p[1][k] - p[0][k]) / (2 * h); math.Abs(got-jacobian[k*robotAxes+i]) > 1e-8 {
					t.Fatalf("axis %d row %d: %g, want %g", i, k, jacobian[k*robotAxes+i], got)
				}
				if got := turn[k] / (2 * h); math.Abs(got-jacobian[(3+k)*robotAxes+i]) > 1e-8 {
					t.Fatalf("axis %d row %d: %g, want %g", i, 3+k, jacobian[(3+k)*robotAxes+i], got)
				}
			}
		}
		if !isRotation(&rotation) {
			t.Fatalf("not a rotation: %v", rotation)
		}
	}
}

// The proof of strict priority, ten thousand times: the gripper gets its twist exactly, whatever posture, weights,
// tasks, limits level and the previous command ask for.
func TestTheGripperGetsItsTwistExactlyWhateverTheLowerLevelsWant(t *testing.T) {
	const seed, states = 3, 10000
	random := rand.New(rand.NewPCG(seed, seed))
	r := newRobot()
	worst, checked := 0.0, 0
	for k := range states {
		c := testConfig()
		for i := range c.Axes {
			c.Axes[i].Weight = math.Exp(4 * (random.Float64() - 0.5))
			c.Axes[i].PosturePosition = 4 * (random.Float64() - 0.5)
			c.Axes[i].PostureGainPerS = 5 * random.Float64()
			c.Axes[i].SmoothingS = random.Float64()
		}
		c.ManipulabilityGain = random.Float64()
		c.LimitMarginRad = 1
		law := newLaw(t, c)
		in := r.inputAt(randomState(random), testLimits())
		in.Limits.VelocityMax, in.Limits.AccelerationMax = wideLimits().VelocityMax, wideLimits().AccelerationMax
		for i := range in.Limits.PositionMin { // the limits level acts, the position bound does not
			in.Limits.PositionMin[i] = math.Min(in.Limits.PositionMin[i], in.AxisPosition[i]-0.2)
			in.Limits.PositionMax[i] = math.Max(in.Limits.PositionMax[i], in.AxisPosition[i]+0.2)
		}
		law.config.PositionLimitGainPerS = 1e4
		in.PeriodS = 1e-4
		in.Reference.Twist = randomTwist(random, 0.3, 0.5)
		for i := range in.Previous {
			in.Previous[i] = random.NormFloat64()
		}
		task := Task{Jacobian: make([]float64, 2*robotAxes), Velocity: []float64{random.NormFloat64(), random.NormFloat64()}}
		for i := range task.Jacobian {
			task.Jacobian[i] = random.NormFloat64()
		}
		in.Tasks = []Task{task}
		out := step(t, law, in)
		gripper := out.Levels[0]
		if gripper.Damped > 0 || gripper.Scale < 1 {
			continue
		}
		checked++
		for row := range 6 {
			miss := math.Abs(times(in.Jacobian, out.Velocity, row) - in.Reference.Twist[row])
			if worst = math.Max(worst, miss); miss > 1e-10 {
				t.Fatalf("seed %d state %d row %d: misses by %g; levels %+v", seed, k, row, miss, out.Levels)
			}
		}
	}
	if checked < states*9/10 {
		t.Errorf("only %d of %d states were feasible and undamped", checked, states)
	}
	t.Logf("%d states, worst miss %.2g", checked, worst)
}

// The second level keeps its own promise: it is met exactly where the gripper leaves room, and the third does not touch it.
func TestATaskIsMetExactlyAndNotDisturbedByWhatComesBelow(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	r := newRobot()
	law := newLaw(t, testConfig())
	met := 0
	for k := range 2000 {
		in := r.inputAt(randomState(random), wideLimits())
		in.Reference.Twist = randomTwist(random, 0.3, 0.5)
		task := Task{Jacobian: make([]float64, 3*robotAxes), Velocity: []float64{0.1, -0.2, 0.05}}
		for i := range task.Jacobian {
			task.Jacobian[i] = random.NormFloat64()
		}
		in.Tasks = []Task{task}
		out := step(t, law, in)
		if out.Levels[1].Damped > 0 || out.Levels[0].Damped > 0 {
			continue
		}
		met++
		for row, want := range task.Velocity {
			if got := times(task.Jacobian, out.Velocity, row); math.Abs(got-want) > 1e-9 {
				t.Fatalf("state %d task row %d: got %g, want %g; %+v", k, row, got, want, out.Levels)
			}
		}
		if out.Levels[3].Rank != 1 {
			t.Fatalf("10 axes, 6 and 3 rows: rank left to the posture is %d", out.Levels[3].Rank)
		}
	}
	if met < 1700 {
		t.Errorf("only %d states were undamped", met)
	}
}

// An independent route to the same answer: the equality-constrained least squares problem
//
//	minimise (x - wanted)^T W (x - wanted)   subject to   J x = twist
//
// by its optimality conditions, one dense linear system.
func TestWithoutLimitsTheAnswerIsTheConstrainedLeastSquaresOne(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	r := newRobot()
	c := testConfig()
	c.LimitGainPerS = -1
	c.PostureSpeedShare = 1
	law := newLaw(t, c)
	for k := range 500 {
		in := r.inputAt(randomState(random), wideLimits())
		in.Reference.Twist = randomTwist(random, 0.3, 0.5)
		in.PreferredVelocity = make([]float64, robotAxes)
		for i := range in.Previous {
			in.Previous[i] = random.NormFloat64()
			in.PreferredVelocity[i] = random.NormFloat64()
		}
		out := step(t, law, in)
		if out.Levels[0].Damped > 0 {
			continue
		}
		system, right := mat.NewDense(16, 16, nil), mat.NewVecDense(16, nil)
		for i, a := range law.config.Axes {
			system.Set(i, i, a.Weight)
			right.SetVec(i, a.Weight*(in.PreferredVelocity[i]+a.PostureGainPerS*(a.PosturePosition-in.AxisPosition[i])))
			for row := range 6 {
				system.Set(i, 10+row, in.Jacobian[row*10+i])
				system.Set(10+row, i, in.Jacobian[row*10+i])
			}
		}
		for row := range 6 {
			right.SetVec(10+row, in.Reference.Twist[row])
		}
		var x mat.VecDense
		if err := x.SolveVec(system, right); err != nil {
			t.Fatal(err)
		}
		for i := range robotAxes {
			if math.Abs(x.AtVec(i)-out.Velocity[i]) > 1e-8 {
				t.Fatalf("state %d axis %s: got %g, want %g", k, axisNames[i], out.Velocity[i], x.AtVec(i))
			}
		}
	}
}

func TestTheAnswerDoesNotDependOnWhatWasComputedBefore(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	r := newRobot()
	used := newLaw(t, testConfig())
	for range 200 {
		in := r.inputAt(randomState(random), testLimits())
		in.Reference.Twist = randomTwist(random, 1, 1)
		got, want := step(t, used, in), step(t, newLaw(t, testConfig()), in)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("a used law gives %+v, a new one %+v", got, want)
		}
	}
}

func TestATaskThatRepeatsTheGripperIsLostAndDisturbsNothing(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	in := r.inputAt(home(), wideLimits())
	in.Reference.Twist = [6]float64{0.1, 0.2, -0.1, 0.3, 0, 0.1}
	in.Tasks = []Task{{Jacobian: in.Jacobian, Velocity: []float64{1, 1, 1, 1, 1, 1}}}
	out := step(t, law, in)
	if out.Levels[1].Rank != 0 {
		t.Errorf("rank %d of a level that has nothing left", out.Levels[1].Rank)
	}
	for row, want := range in.Reference.Twist {
		if got := times(in.Jacobian, out.Velocity, row); math.Abs(got-want) > 1e-12 {
			t.Errorf("row %d: got %g, want %g", row, got, want)
		}
	}
}

func TestFreeRowsAreLeftToThePosture(t *testing.T) {
	r := newRobot()
	c := testConfig()
	c.Free = [6]bool{2: true, 5: true} // height, and turning about the vertical
	out := step(t, newLaw(t, c), r.inputAt(home(), wideLimits()))
	if out.Levels[0].Rows != 4 || out.Levels[2].Kind != PostureLevel || out.Levels[2].Rank != 6 {
		t.Errorf("levels %+v", out.Levels)
	}
}

func TestTheBaseFollowsWhenTheGripperMovesAway(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	q, limits := home(), testLimits()
	in := r.inputAt(q, limits)
	previous := make([]float64, robotAxes)
	start, _, _ := r.kinematics(q)
	rotation := in.Rotation
	for k := range 2000 { // 0.3 m/s along x for 20 s
		in = r.inputAt(q, limits)
		in.Previous = previous
		in.Reference.Position = add(start, [3]float64{0.3 * 0.01 * float64(k), 0, 0})
		in.Reference.Rotation = rotation
		in.Reference.Twist = [6]float64{0: 0.3}
		out := step(t, law, in)
		previous = out.Velocity
		if err := Predict(q, q, previous, 0, 0.01); err != nil {
			t.Fatal(err)
		}
	}
	if math.Abs(previous[0]-0.3) > 1e-3 {
		t.Errorf("after 20 s the base moves at %g m/s, the gripper at 0.3 m/s", previous[0])
	}
	for i := range 7 {
		if gap := math.Abs(q[3+i] - comfortable[i]); gap > 0.2 {
			t.Errorf("arm axis %d stands %g rad from its preferred position", i+1, gap)
		}
	}
}

func TestSmoothingGivesFastChangesToTheArmAndKeepsTheGripperExact(t *testing.T) {
	r := newRobot()
	share := func(smoothing float64) float64 {
		c := testConfig()
		for i := range 3 {
			c.Axes[i].SmoothingS = smoothing
		}
		in := r.inputAt(home(), wideLimits())
		in.Reference.Twist = [6]float64{0: 0.1}
		out := step(t, newLaw(t, c), in)
		if got := times(in.Jacobian, out.Velocity, 0); math.Abs(got-0.1) > 1e-12 {
			t.Errorf("smoothing %g s: the gripper moves at %g m/s", smoothing, got)
		}
		return out.Velocity[0]
	}
	last := math.Inf(1)
	for _, smoothing := range []float64{0, 0.05, 0.5, 5} {
		first := share(smoothing)
		if !(first > 0 && first < last) {
			t.Errorf("smoothing %g s: the base's first command is %g m/s, %g m/s with less", smoothing, first, last)
		}
		last = first
	}
	if sharp := share(0); last > sharp/5 {
		t.Errorf("the base's first command is %g m/s without smoothing and %g m/s with 5 s", sharp, last)
	}
}

func TestAStepDoesNotAllocate(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	out := law.NewOutput()
	q := home()
	q[4], q[5] = -1.5, 2.9 // limits level and bounds at work
	in := r.inputAt(q, testLimits())
	in.Reference.Twist = [6]float64{1, 1, 1, 1, 1, 1}
	in.Active = []bool{true, true, false, true, true, true, true, true, true, true}
	in.Tasks = []Task{{Jacobian: in.Jacobian[:robotAxes], Velocity: []float64{0.1}}}
	predicted := make([]float64, robotAxes)
	if n := testing.AllocsPerRun(100, func() {
		if err := law.Step(in, out); err != nil {
			t.Fatal(err)
		}
		if err := Predict(predicted, in.AxisPosition, in.AxisVelocity, 0, 0.01); err != nil {
			t.Fatal(err)
		}
		if _, _, err := PredictPose(in.Position, in.Rotation, in.Jacobian, in.AxisVelocity, 0.01); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

func TestImpossibleConfigurationsAreRefusedAllAtOnce(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		words  []string
	}{
		{func(c *Config) { c.Axes = nil; c.ArmCount = 0 }, []string{"0 axes"}},
		{func(c *Config) { c.Axes[1].Name = ""; c.Axes[2].Weight = -1; c.Damping = 7 }, []string{"axis 1 has no name", "base/theta", "Damping"}},
		{func(c *Config) { c.Axes[1].Name = "base/x" }, []string{"axes 0 and 1"}},
		{func(c *Config) { c.Axes[4].SmoothingS = math.NaN() }, []string{"arm/2", "smoothing"}},
		{func(c *Config) { c.Axes[4].PosturePosition = math.Inf(1) }, []string{"arm/2", "posture"}},
		{func(c *Config) { c.ArmFirst = 5 }, []string{"axes 5 to 11 of 10"}},
		{func(c *Config) { c.ArmCount, c.ManipulabilityGain = 0, 1 }, []string{"ManipulabilityGain"}},
		{func(c *Config) { c.TasksMax = 1000 }, []string{"1000 tasks"}},
		{func(c *Config) { c.LeadS = -1 }, []string{"LeadS"}},
	} {
		config := testConfig()
		c.change(&config)
		_, err := New(config)
		if !errors.Is(err, ErrConfig) {
			t.Errorf("want ErrConfig about %q, got %v", c.words, err)
			continue
		}
		for _, word := range c.words {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("want %q in: %v", word, err)
			}
		}
	}
}

func BenchmarkStep(b *testing.B) {
	r := newRobot()
	for _, c := range []struct {
		name   string
		change func(*Config, *Input)
	}{
		{"free", func(*Config, *Input) {}},
		{"manipulability", func(c *Config, _ *Input) { c.ManipulabilityGain = 1 }},
		{"nearLimits", func(_ *Config, in *Input) {
			in.AxisPosition[4], in.AxisPosition[6], in.AxisPosition[8] = -1.5, 2.0, 1.5
		}},
		{"saturated", func(_ *Config, in *Input) { in.Reference.Twist[0], in.Reference.Twist[2] = 3, 3 }},
	} {
		b.Run(c.name, func(b *testing.B) {
			config := testConfig()
			in := r.inputAt(home(), testLimits())
			in.Reference.Twist = [6]float64{0.02, 0.01, -0.01, 0.02, 0.01, 0.05}
			if c.name != "manipulability" {
				config.ArmCount = 0
			}
			c.change(&config, in)
			law := newLaw(b, config)
			out := law.NewOutput()
			for range 200 { // a command that has settled, so that only what the case is about is at work
				if err := law.Step(in, out); err != nil {
					b.Fatal(err)
				}
				copy(in.Previous, out.Velocity)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := law.Step(in, out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

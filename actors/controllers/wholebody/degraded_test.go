package wholebody

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

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
		Seed(previous, in.AxisVelocity, limits.VelocityMax, wasActive, active)
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

func TestAnAxisThatDropsOutWhileMovingRampsToZero(t *testing.T) {
	r := newRobot()
	law := newLaw(t, testConfig())
	in := r.inputAt(home(), testLimits())
	in.Previous[0], in.Previous[2] = 0.3, -0.5
	in.AxisVelocity[0], in.AxisVelocity[2] = 0.3, -0.5
	in.Active = []bool{false, false, false, true, true, true, true, true, true, true}
	for k := 1; k <= 40; k++ {
		out := step(t, law, in)
		wantX, wantTurn := math.Max(0, 0.3-0.01*float64(k)), math.Min(0, -0.5+0.02*float64(k))
		if math.Abs(out.Velocity[0]-wantX) > 1e-12 || math.Abs(out.Velocity[2]-wantTurn) > 1e-12 {
			t.Fatalf("step %d: %g m/s and %g rad/s, want %g and %g", k, out.Velocity[0], out.Velocity[2], wantX, wantTurn)
		}
		if out.Bounds[0] != InactiveBound || out.Bounds[0].String() != "inactive" {
			t.Fatalf("bound %s", out.Bounds[0])
		}
		for i := 3; i < robotAxes; i++ {
			if change := math.Abs(out.Velocity[i] - in.Previous[i]); change > 0.1*(1+1e-12) {
				t.Fatalf("step %d: %s jumps by %g", k, axisNames[i], change)
			}
		}
		copy(in.Previous, out.Velocity)
	}
}

func TestAContinuousAxisGoesTheShorterWayToItsPosture(t *testing.T) {
	r := newRobot()
	for _, continuous := range []bool{false, true} {
		c := testConfig()
		c.Free = [6]bool{true, true, true, true, true, true} // the posture has it all
		c.Axes[9].PosturePosition, c.Axes[9].Continuous = 6, continuous
		out := step(t, newLaw(t, c), r.inputAt(home(), wideLimits()))
		if got := out.Velocity[9]; (got < 0) != continuous || math.Abs(got) < 0.1 {
			t.Errorf("continuous %v: the axis moves at %g rad/s", continuous, got)
		}
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

// A spike of an encoder is no motion to begin with: from beyond its limits an axis would take long to come back.
func TestAnAxisThatComesBackBeginsWithinItsLimits(t *testing.T) {
	previous := []float64{9, 9, 9, 9}
	Seed(previous, []float64{0.3, -275, 275, -275}, []float64{1.9, 1.9, 0.8, 1}, []bool{false, false, false, true}, []bool{true, true, true, true})
	if want := []float64{0.3, -1.9, 0.8, 9}; !slices.Equal(previous, want) {
		t.Errorf("the commands before are %v, want %v", previous, want)
	}
}

package taskspace

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestUnknownFramesAndJointsAreAllNamed(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	s, err := NewSet(
		Task{Name: "hand", Kind: RelativePose, Frame: "fist", Base: "foot"},
		Task{Name: "rest", Kind: Posture, Joints: []string{"joint_a", "elbow"}, Goal: Goal{Measured: true}},
		Task{Name: "flange", Kind: Posture, Joints: []string{"joint_tool"}, Goal: Goal{Measured: true}},
		Task{Name: "stops", Kind: JointLimits, Joints: []string{"joint_b"}})
	must(t, err)
	_, err = s.Bind(Binding{Model: m})
	if !errors.Is(err, ErrUnknown) {
		t.Fatalf("error %v is no ErrUnknown", err)
	}
	for _, part := range []string{`task "hand": frame: unknown body "fist"; known: platform, column`, `base: unknown body "foot"`, `joints[1]: unknown joint "elbow"; known: joint_platform`,
		`joint "joint_tool" is fixed`, `joint "joint_b" has no position limits`} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in:\n%v", part, err)
		}
	}
	if _, err := s.Bind(Binding{}); !errors.Is(err, ErrTask) {
		t.Errorf("without a model: %v", err)
	}
}

func TestTheWantedAccelerationIsThePDLawWithAVelocityLimit(t *testing.T) {
	for _, c := range []struct {
		policy Saturation
		want   [3]float64 // of kp e = (30, 4, 12) with kd = 10 and a limit of 1.3 m/s
	}{
		{Off, [3]float64{30, 4, 12}},
		{PerComponent, [3]float64{13, 4, 12}},
		{ByGreatest, [3]float64{13, 4 * 13 / 30., 12 * 13 / 30.}},
		{ByNorm, [3]float64{30 * 0.4, 4 * 0.4, 12 * 0.4}}, // norm 32.56 to 13
	} {
		b := &bound{n: 3, task: Task{Kind: CentreOfMass, Gains: Gains{Proportional: []float64{2, 2, 2}, Derivative: []float64{10, 10, 10},
			VelocityMax: []float64{1.3, 1.3, 1.3}, Saturation: c.policy}}}
		b.room()
		b.e, b.de, b.ff = []float64{15, 2, 6}, []float64{0.5, -0.2, 0}, []float64{1, 2, 3}
		b.feedback()
		if c.policy == ByNorm {
			k := 13 / math.Sqrt(30*30+4*4+12*12)
			c.want = [3]float64{30 * k, 4 * k, 12 * k}
		}
		if b.status.Saturated != (c.policy != Off) {
			t.Errorf("%v: saturated %v", c.policy, b.status.Saturated)
		}
		for i := range 3 {
			a, v := b.wanted(i, 0.7)
			if want := c.want[i] + 10*b.de[i] + b.ff[i]; math.Abs(a-want) > 1e-12 {
				t.Errorf("%v component %d: acceleration %g; expected %g", c.policy, i, a, want)
			}
			if want := 0.7 + b.de[i] + c.want[i]/10; math.Abs(v-want) > 1e-12 {
				t.Errorf("%v component %d: velocity %g; expected %g", c.policy, i, v, want)
			}
		}
	}
	free := &bound{n: 1, task: Task{Gains: Gains{Proportional: []float64{9}, Derivative: []float64{0}, VelocityMax: []float64{0.1}}}}
	free.room()
	free.e[0] = 2
	free.feedback()
	if a, v := free.wanted(0, 0); a != 18 || v != 3 {
		t.Errorf("without damping: acceleration %g, velocity %g; expected 18 and 3", a, v)
	}
}

func TestATaskStaysWhereItWasMeasured(t *testing.T) {
	m := testRobot(t, rigidbody.Floating)
	rng := rand.New(rand.NewPCG(21, 1))
	for _, k := range []Kind{FramePosition, FrameOrientation, FramePose, CentreOfMass, Posture, Hybrid, RelativePose} {
		task := example(k)
		task.Goal.Measured = true
		task.Rotation = [4]float64{}
		r := newTrial(t, m, Binding{}, task)
		r.randomise(t, rng)
		r.evaluate(t, 0.01)
		l := &r.e.Levels()[0]
		for i, e := range l.Error {
			if math.Abs(e) > 1e-7 {
				t.Errorf("%v: error %d is %g", k, i, e)
			}
		}
		// Its definition now has the goal, and another robot at the same place has nothing to do
		// either.
		again := r.e.Set().Task(0)
		again.Goal.Measured = false
		o := newTrial(t, m, Binding{}, again)
		copy(o.q, r.q)
		copy(o.v, r.v)
		must(t, o.w.SetState(o.q, o.v))
		must(t, o.e.Start(o.w, o.q))
		o.evaluate(t, 0.01)
		if s := o.e.Status(0); s.LinearError > 1e-7 || s.AngularError > 1e-7 || s.Rows != l.Rows {
			t.Errorf("%v: status %+v", k, s)
		}
	}
}

func TestSelectedAndTurnedComponentsAreThoseOfTheWholeTask(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	rng := rand.New(rand.NewPCG(22, 1))
	whole := example(FramePose)
	whole.Name, whole.Goal.Position, whole.Goal.Orientation = "whole", [3]float64{0.3, 0.2, 0.9}, randomQuaternion(rng)
	part := whole
	part.Name, part.Level, part.Axes, part.Rotation = "part", 1, Z|RX, randomQuaternion(rng)
	r := newTrial(t, m, Binding{}, whole, part)
	axes := spatial.QuatOf(part.Rotation).Unit().Rotation()
	for range 10 {
		r.randomise(t, rng)
		r.evaluate(t, 0)
		a, b := r.e.Levels()[0], r.e.Levels()[1]
		for row, pick := range [][2]int{{0, 2}, {3, 0}} { // z of the linear, x of the angular ones
			first, k := pick[0], pick[1]
			mix := func(v []float64) float64 {
				return axes[k]*v[first] + axes[3+k]*v[first+1] + axes[6+k]*v[first+2]
			}
			for name, pair := range map[string][2][]float64{"drift": {a.Drift, b.Drift}, "error": {a.Error, b.Error},
				"acceleration": {a.Acceleration, b.Acceleration}, "velocity": {a.Velocity, b.Velocity}} {
				if want := mix(pair[0]); math.Abs(pair[1][row]-want) > 1e-9*(1+math.Abs(want)) {
					t.Errorf("%s of row %d: %g; the whole task says %g", name, row, pair[1][row], want)
				}
			}
			nv := m.NV()
			for c := range nv {
				want := axes[k]*a.Jacobian[first*nv+c] + axes[3+k]*a.Jacobian[(first+1)*nv+c] + axes[6+k]*a.Jacobian[(first+2)*nv+c]
				if math.Abs(b.Jacobian[row*nv+c]-want) > 1e-12 {
					t.Errorf("row %d column %d: %g; the whole task says %g", row, c, b.Jacobian[row*nv+c], want)
				}
			}
		}
	}
}

func TestAForceTaskFeedsItsForceForwardAndCorrectsWhatIsMissing(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	task := example(Hybrid)
	task.ForceAxes, task.Axes = Z|RX, Z|RX|X
	task.Goal.Wrench = [6]float64{2: 20, 3: 1}
	task.Gains = Gains{Force: []float64{0.2}, ForceIntegral: []float64{5}, ForceIntegralMax: 3, Derivative: []float64{10}}
	r := newTrial(t, m, Binding{}, task)
	rng := rand.New(rand.NewPCG(23, 1))
	r.randomise(t, rng)
	must(t, r.e.Measure(0, [6]float64{2: 15, 3: 1.5}))
	const dt = 0.01
	for i := 1; i <= 20; i++ {
		r.evaluate(t, dt)
		l := &r.e.Levels()[0]
		nv := m.NV()
		if l.Rows != 3 {
			t.Fatalf("%d rows", l.Rows)
		}
		for row, c := range []struct{ want, missing float64 }{1: {20, 5}, 2: {1, -0.5}} {
			if row == 0 {
				continue
			}
			speed := apply(l.Jacobian, r.v)[row]
			if want := 0.2*c.missing - 10*speed; math.Abs(l.Acceleration[row]-want) > 1e-9 {
				t.Errorf("row %d: acceleration %g; expected %g", row, l.Acceleration[row], want)
			}
		}
		force := 20 + math.Min(3, 5*5*dt*float64(i))
		moment := 1 + math.Max(-3, -5*0.5*dt*float64(i))
		for c := range nv {
			want := force*l.Jacobian[nv+c] + moment*l.Jacobian[2*nv+c]
			if math.Abs(r.e.Forces()[c]-want) > 1e-9 {
				t.Fatalf("tick %d: generalised force %d is %g; expected %g", i, c, r.e.Forces()[c], want)
			}
		}
	}
	if err := r.e.Measure(0, [6]float64{math.NaN()}); !errors.Is(err, ErrState) {
		t.Errorf("a wrench of NaN: %v", err)
	}
	if err := r.e.Measure(7, [6]float64{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("task 7: %v", err)
	}
}

// A force is fed forward as far as something resists it, and its integral waits for that. What a
// sensor that fell silent has shown stays; one that never spoke has shown nothing; where nobody
// measures, all is fed forward.
func TestAForceIsFedForwardAsFarAsSomethingCarriesIt(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	task := example(Force)
	task.Axes = Z
	task.Goal.Wrench = [6]float64{2: 20}
	task.Gains = Gains{Force: []float64{0.2}, ForceIntegral: []float64{5}, Derivative: []float64{10}}
	r := newTrial(t, m, Binding{}, task)
	r.randomise(t, rand.New(rand.NewPCG(29, 1)))
	fed := func() float64 { // in N, by the row of the task
		r.evaluate(t, 0)
		dot, square := 0.0, 0.0
		for i, j := range r.e.Levels()[0].Jacobian {
			dot, square = dot+j*r.e.Forces()[i], square+j*j
		}
		return dot / square
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %g N are fed forward; expected %g", what, got, want)
		}
	}
	near("nobody measures", fed(), 20)
	for measured, want := range map[float64]float64{-30: 0, 0: 0, 2.5: 5, 5: 10, 10: 20, 20: 20, 90: 20} {
		must(t, r.e.Measure(0, [6]float64{2: measured}))
		near(fmt.Sprintf("%g N are borne", measured), fed(), want)
	}
	must(t, r.e.Measure(0, [6]float64{}))
	for range 10 {
		r.evaluate(t, 0.1) // a second in which nothing resists a force
	}
	must(t, r.e.Measure(0, [6]float64{2: 20}))
	near("after a second in the air", fed(), 20)
	must(t, r.e.Measure(0, [6]float64{2: 16}))
	r.evaluate(t, 0.1)
	near("after 0.1 s in which 4 N were missing", fed(), 20+5*4*0.1)
	must(t, r.e.Forget(0))
	near("the sensor fell silent", fed(), 20+5*4*0.1)
	must(t, r.e.Start(r.w, r.q))
	must(t, r.e.Forget(0))
	near("the sensor never spoke", fed(), 0)
	if s := r.e.Status(0); !math.IsNaN(s.LinearError) {
		t.Errorf("the error of what is not measured is %g", s.LinearError)
	}
	if err := r.e.Forget(3); !errors.Is(err, ErrUnknown) {
		t.Errorf("task 3: %v", err)
	}
}

// The velocity limit of a hybrid task is about its positions: a force that is missing takes nothing
// away from them.
func TestAMissingForceDoesNotSaturateThePositionsOfAHybridTask(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	for _, policy := range []Saturation{PerComponent, ByGreatest, ByNorm} {
		task := example(Hybrid)
		task.Axes, task.ForceAxes = X|Y|Z, Z
		task.Gains = Gains{Proportional: []float64{100}, Derivative: []float64{20}, VelocityMax: []float64{0.5}, Saturation: policy, Force: []float64{0.1}}
		task.Goal.Wrench = [6]float64{2: 20}
		r := newTrial(t, m, Binding{}, task)
		r.randomise(t, rand.New(rand.NewPCG(31, 1)))
		var accelerations [2][3]float64
		for k, measured := range []float64{20, -400} {
			must(t, r.e.Measure(0, [6]float64{2: measured}))
			r.evaluate(t, 0)
			copy(accelerations[k][:], r.e.Levels()[0].Acceleration)
		}
		for c := range 2 {
			if a, b := accelerations[0][c], accelerations[1][c]; a != b {
				t.Errorf("%v: component %d wants %g m/s2 where the force is there, and %g where it is not", policy, c, a, b)
			}
		}
		if d := accelerations[1][2] - accelerations[0][2]; math.Abs(d-0.1*420) > 1e-9 {
			t.Errorf("%v: 420 N that are missing are worth %g m/s2", policy, d)
		}
	}
}

func TestLimitsComeIntoForceWithoutAStep(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	b := Binding{PositionMin: make([]float64, m.NV()), PositionMax: make([]float64, m.NV())}
	for i := range m.NV() {
		b.PositionMin[i], b.PositionMax[i] = math.Inf(-1), math.Inf(1)
	}
	body, err := m.JointIndex("joint_upper")
	must(t, err)
	at, _ := m.VelocityRange(body)
	p, _ := m.PositionRange(body)
	b.PositionMin[at], b.PositionMax[at] = -1, 1
	r := newTrial(t, m, b, Task{Name: "stops", Kind: JointLimits, Margin: 0.2})
	must(t, m.Neutral(r.q))
	must(t, r.w.SetState(r.q, r.v))
	must(t, r.e.Start(r.w, r.q))
	last := 0.0
	for i := range 3000 {
		r.q[p] = 0.7 + 0.5*float64(i)/3000
		r.evaluate(t, 0)
		l := &r.e.Levels()[0]
		inside := r.q[p] <= 0.8
		if (l.Rows == 0) != inside || len(l.Jacobian) != l.Rows*m.NV() {
			t.Fatalf("at %g: %d rows", r.q[p], l.Rows)
		}
		if inside {
			continue
		}
		if l.Jacobian[at] != 1 || !(l.Acceleration[0] < 0) || math.Abs(l.Error[0]-(0.8-r.q[p])) > 1e-12 {
			t.Fatalf("at %g: %+v", r.q[p], l)
		}
		if step := l.Activation[0] - last; step < 0 || step > 0.01 {
			t.Fatalf("at %g the activation steps from %g to %g", r.q[p], last, l.Activation[0])
		}
		last = l.Activation[0]
	}
	if last != 1 {
		t.Errorf("beyond the limit the activation is %g", last)
	}
}

func TestParametersOfARunningTaskAreCheckedBeforeTheyAreSet(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	b := Binding{PositionMin: slices.Repeat([]float64{-1}, m.NV()), PositionMax: slices.Repeat([]float64{1}, m.NV())}
	hand := example(FramePose)
	hand.Name, hand.Gains = "hand", Gains{VelocityMax: []float64{1}, Saturation: ByNorm}
	rest := Task{Name: "rest", Kind: Posture, Level: 1, Joints: []string{"joint_a", "joint_b"}, Goal: Goal{Joints: []float64{0.1, 0.2}},
		Motion: Motion{Velocity: []float64{1}, Acceleration: []float64{1}, Jerk: []float64{1}}}
	r := newTrial(t, m, b, hand, rest, Task{Name: "stops", Kind: JointLimits, Level: 2})
	r.randomise(t, rand.New(rand.NewPCG(1, 2)))
	for _, c := range []struct {
		task, parameter string
		value           Value
		is              error
		says            string
	}{
		{"hand", "gains.proportional", Number(40), nil, ""},
		{"hand", "gains.proportional", Number(40, 50), nil, ""},
		{"hand", "gains.proportional", Number(1, 2, 3, 4, 5, 6), ErrParameter, "by_norm needs equal"},
		{"hand", "gains.derivative", Number(-1), ErrParameter, "at least 0"},
		{"hand", "goal.position", Number(1, 2, math.Inf(1)), ErrParameter, "finite"},
		{"hand", "goal.orientation", Number(1, 1, 0, 0), ErrParameter, "unit length"},
		{"hand", "goal.orientation", Number(0.6, 0.8, 0, 0), nil, ""},
		{"hand", "axes", Word("x"), ErrParameter, "declare another task with it"},
		{"hand", "motion.velocity", Number(1), ErrParameter, "no motion profile"},
		{"rest", "motion.velocity", Number(2), nil, ""},
		{"rest", "goal.joints", Number(0.1), ErrParameter, "2 positions"},
		{"rest", "goal.joints", Number(1, 2), nil, ""},
		{"rest", "goal.joint_velocity", Number(1, 2), ErrParameter, "at rest"},
		{"rest", "weight", Number(0), ErrParameter, "from 0.0001 to 10000"},
		{"stops", "margin", Number(1.5), ErrParameter, "less than"},
		{"stops", "margin", Number(0.5), nil, ""},
		{"hand", "colour", Number(1), ErrUnknown, `unknown parameter "colour"; known: level`},
		{"foot", "weight", Number(1), ErrUnknown, "known: hand, rest, stops"},
	} {
		before := r.e.Set()
		err := r.e.SetParameter(c.task, c.parameter, c.value)
		if c.is == nil {
			if err != nil {
				t.Errorf("%s.%s = %v: %v", c.task, c.parameter, c.value, err)
			}
			continue
		}
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s.%s = %v: %v; expected %v with %q", c.task, c.parameter, c.value, err, c.is, c.says)
		}
		for i := range before.Len() {
			was, is := before.Task(i), r.e.Set().Task(i)
			for k, v := range was.vectors() {
				if !slices.Equal(*v, *is.vectors()[k]) {
					t.Errorf("refused %s.%s changed %s", c.task, c.parameter, was.Name)
				}
			}
		}
	}
	list, err := r.e.Parameters("hand")
	must(t, err)
	i := slices.IndexFunc(list, func(p Parameter) bool { return p.Name == "gains.proportional" })
	if i < 0 || list[i].Unit != "1/s2" || list[i].Type != Vector || !slices.Equal(list[i].Value.Real, []float64{40, 40, 40, 50, 50, 50}) {
		t.Errorf("gains.proportional is listed as %+v", list[i])
	}
	r.evaluate(t, 0.001)
	if l := r.e.Levels()[0]; l.Acceleration[0] == 0 {
		t.Error("nothing is wanted of the hand")
	}
}

func TestStatesThatCannotBeAreRefused(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	r := newTrial(t, m, Binding{}, example(FramePose))
	if err := r.e.Evaluate(r.w, r.q, r.v, 0.001); !errors.Is(err, ErrState) || !strings.Contains(err.Error(), "before Start") {
		t.Errorf("before Start: %v", err)
	}
	r.randomise(t, rand.New(rand.NewPCG(3, 2)))
	for _, c := range []struct {
		says string
		err  error
	}{
		{"length 1", r.e.Evaluate(r.w, r.q[:1], r.v, 0.001)},
		{"another model", r.e.Evaluate(testRobot(t, rigidbody.Floating).NewWorkspace(), r.q, r.v, 0.001)},
		{"from 0 to 1 s", r.e.Evaluate(r.w, r.q, r.v, -1)},
		{"from 0 to 1 s", r.e.Evaluate(r.w, r.q, r.v, math.NaN())},
		{"finite", r.e.Evaluate(r.w, r.q, slices.Repeat([]float64{math.NaN()}, m.NV()), 0.001)},
	} {
		if !errors.Is(c.err, ErrState) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%v; expected %q", c.err, c.says)
		}
	}
	if err := r.e.SetGoal(0, &Goal{Position: [3]float64{math.NaN()}}); !errors.Is(err, ErrParameter) {
		t.Errorf("a goal of NaN: %v", err)
	}
	if err := r.e.SetGoal(3, &Goal{}); !errors.Is(err, ErrUnknown) {
		t.Errorf("a goal of no task: %v", err)
	}
}

// Beside its twin, which never failed, an evaluator of which ticks failed goes on as if they had
// not been.
func TestATickThatFailsMovesNothingOn(t *testing.T) {
	m := testRobot(t, rigidbody.Floating)
	reach, force, gaze := example(FramePosition), example(Force), example(Gaze)
	reach.Name, force.Name, gaze.Name = "reach", "force", "gaze"
	reach.Motion = Motion{Velocity: []float64{1}, Acceleration: []float64{1}, Jerk: []float64{10}}
	force.Level, force.Gains.ForceIntegral, force.Goal.Wrench = 1, []float64{5}, [6]float64{2: 10}
	gaze.Level = 2
	good := &Goal{Position: [3]float64{3, 2, 1}}
	var twins [2]*trial
	for i := range twins {
		r := newTrial(t, m, Binding{}, reach, force, gaze)
		r.randomise(t, rand.New(rand.NewPCG(5, 6)))
		must(t, r.e.SetGoal(0, &Goal{Position: [3]float64{2, 2, 2}}))
		must(t, r.e.SetGoal(2, good))
		must(t, r.e.Measure(1, [6]float64{2: 7}))
		r.evaluate(t, 0.01)
		twins[i] = r
	}
	failed := twins[0]
	body, err := m.BodyIndex(gaze.Frame)
	must(t, err)
	at := failed.w.Pose(body)
	eye := at.P
	for i := range eye {
		for k, p := range gaze.Point {
			eye[i] += at.R[3*i+k] * p
		}
	}
	must(t, failed.e.SetGoal(2, &Goal{Position: eye}))
	for range 50 {
		if err := failed.e.Evaluate(failed.w, failed.q, failed.v, 0.01); !errors.Is(err, ErrSight) || !errors.Is(err, ErrState) || !strings.Contains(err.Error(), "where the eye is") {
			t.Fatal(err)
		}
	}
	must(t, failed.e.SetGoal(2, good))
	for range 3 {
		for _, r := range twins {
			r.evaluate(t, 0.01)
		}
		for k := range 3 {
			a, b := twins[0].e.Levels()[k], twins[1].e.Levels()[k]
			if !slices.Equal(a.Error, b.Error) || !slices.Equal(a.Acceleration, b.Acceleration) || !slices.Equal(a.Velocity, b.Velocity) {
				t.Fatalf("level %d wants %v; its twin, which did not fail, %v", k, a.Acceleration, b.Acceleration)
			}
		}
		if !slices.Equal(twins[0].e.Forces(), twins[1].e.Forces()) {
			t.Fatalf("forces are %v; those of the twin %v", twins[0].e.Forces(), twins[1].e.Forces())
		}
	}
}

func TestEvaluatingAllocatesNothing(t *testing.T) {
	m := testRobot(t, rigidbody.Floating)
	var tasks []Task
	for k := range kinds {
		task := example(k)
		task.Name = "it_" + k.String()
		task.Level = int(k)
		if k == FramePose {
			task.Motion = Motion{Velocity: []float64{1}, Acceleration: []float64{1}, Jerk: []float64{1}}
		}
		tasks = append(tasks, task)
	}
	r := newTrial(t, m, Binding{PositionMin: slices.Repeat([]float64{-2}, m.NV()), PositionMax: slices.Repeat([]float64{2}, m.NV())}, tasks...)
	r.randomise(t, rand.New(rand.NewPCG(4, 2)))
	goal := Goal{Position: [3]float64{1, 1, 1}, Orientation: [4]float64{0.6, 0, 0.8, 0}}
	if allocated := testing.AllocsPerRun(200, func() {
		if err := r.w.SetState(r.q, r.v); err != nil {
			t.Fatal(err)
		}
		if err := r.e.SetGoal(int(FramePose), &goal); err != nil {
			t.Fatal(err)
		}
		if err := r.e.Evaluate(r.w, r.q, r.v, 0.001); err != nil {
			t.Fatal(err)
		}
	}); allocated != 0 {
		t.Errorf("%g allocations a tick", allocated)
	}
}

// Who finds a motion too fast while it is under way slows it down: within the bounds of
// acceleration and jerk, and for good.
func TestABoundOfMotionHoldsForTheMotionUnderWay(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	motion := Motion{Velocity: []float64{1}, Acceleration: []float64{2}, Jerk: []float64{20}}
	reach, pose := example(FramePosition), example(Posture)
	reach.Motion, pose.Motion = motion, motion
	reach.Name, pose.Name, pose.Joints, pose.Level = "reach", "pose", []string{"joint_wrist"}, 1
	r := newTrial(t, m, Binding{}, reach, pose)
	must(t, r.w.SetState(r.q, r.v))
	must(t, r.e.Start(r.w, r.q))
	must(t, r.e.SetGoal(0, &Goal{Position: [3]float64{20, 0, 0}}))
	must(t, r.e.SetGoal(1, &Goal{Joints: []float64{20}}))
	speeds := func() [2]float64 { // the robot stands: velocity errors are the speeds of the references
		r.evaluate(t, 1e-3)
		return [2]float64{math.Abs(r.e.Levels()[0].VelocityError[0]), math.Abs(r.e.Levels()[1].VelocityError[0])}
	}
	var before [2]float64
	for range 3000 {
		before = speeds()
	}
	for i, name := range []string{"reach", "pose"} {
		if !(before[i] > 0.9) {
			t.Fatalf("%s moves at %g", name, before[i])
		}
		must(t, r.e.SetParameter(name, "motion.velocity", Number(0.1)))
	}
	for tick := range 3000 {
		now := speeds()
		for i, name := range []string{"reach", "pose"} {
			if math.Abs(now[i]-before[i]) > 2e-3*(1+1e-9) || tick > 600 && now[i] > 0.1+1e-9 {
				t.Fatalf("%d ms after its bound fell to 0.1, %s moves at %g, after %g", tick, name, now[i], before[i])
			}
		}
		before = now
	}
	if r.e.Status(0).Arrived || r.e.Status(1).Arrived {
		t.Error("a reference that is on its way has arrived")
	}
}

func TestAContinuousJointGoesTheShorterWayToItsPosture(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	for name, motion := range map[string]Motion{
		"at once":         {},
		"along a profile": {Velocity: []float64{1}, Acceleration: []float64{4}, Jerk: []float64{40}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newTrial(t, m, Binding{}, Task{Name: "it", Kind: Posture, Motion: motion, Joints: []string{"joint_a", "joint_upper"}, Goal: Goal{Joints: []float64{6, 6}}})
			must(t, r.w.SetState(r.q, r.v))
			must(t, r.e.Start(r.w, r.q))
			for range 100 {
				r.evaluate(t, 0.01)
			}
			wanted := r.e.Levels()[0].Velocity
			if !(wanted[0] < -0.1) || !(wanted[1] > 0.1) {
				t.Errorf("the continuous joint goes at %g rad/s, the revolute one at %g rad/s; expected the shorter way of the first only", wanted[0], wanted[1])
			}
			if e := r.e.Status(0).AngularError; math.Abs(e-6) > 1e-9 {
				t.Errorf("the error is %g rad; expected that of the revolute joint, 6", e)
			}
		})
	}
}

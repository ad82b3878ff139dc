package constrained

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// reacher is a planar arm of three joints, half a metre each, with a law for some tasks.
func reacher(t testing.TB, tasks ...taskspace.Task) *bench {
	t.Helper()
	var bodies []rigidbody.Body
	for i, name := range []string{"a", "b", "c"} {
		place := spatial.IdentityPose()
		if i > 0 {
			place.P[0] = 0.5
		}
		bodies = append(bodies, rigidbody.Body{Name: name, JointName: "joint_" + name, Parent: i - 1, Kind: rigidbody.Revolute, Axis: [3]float64{0, 0, 1},
			Placement: place, Inertia: rigidbody.Inertia{Mass: 1, Com: [3]float64{0.25, 0, 0}, Ixx: 0.01, Iyy: 0.02, Izz: 0.02}})
	}
	m, err := rigidbody.New(bodies)
	must(t, err)
	set, err := taskspace.NewSet(tasks...)
	must(t, err)
	e, err := set.Bind(taskspace.Binding{Model: m, PositionMin: []float64{-1, -1, -1}, PositionMax: []float64{1, 1, 1}})
	must(t, err)
	law, err := NewTorqueLaw(Config{Model: m, Rows: RowsOf(e.Levels()), PeriodS: 0.001})
	must(t, err)
	return &bench{r: &robot{model: m}, w: m.NewWorkspace(), e: e, law: law, out: law.NewOutput()}
}

// at solves in a state.
func (b *bench) at(t testing.TB, q, v []float64) *Output {
	t.Helper()
	must(t, b.w.SetState(q, v))
	must(t, b.e.Start(b.w, q))
	must(t, b.e.Evaluate(b.w, q, v, 0.001))
	must(t, b.law.Solve(&Input{Workspace: b.w, Position: q, Velocity: v, Levels: b.e.Levels()}, b.out))
	return b.out
}

func fadingTasks() []taskspace.Task {
	return []taskspace.Task{
		{Name: "limits", Kind: taskspace.JointLimits, Joints: []string{"joint_a", "joint_b", "joint_c"}, Margin: 0.1},
		{Name: "tip", Kind: taskspace.FramePosition, Level: 1, Frame: "c", Point: [3]float64{0.5, 0, 0}, Axes: taskspace.X, Goal: taskspace.Goal{Position: [3]float64{0.6, 0, 0}}},
		{Name: "rest", Kind: taskspace.Posture, Level: 2, Goal: taskspace.Goal{Joints: []float64{2, -1, 2}}},
	}
}

// Along a line through the margins of all joints, the torque moves by no more than a slope times
// the way: where joints enter their margins, where they are wholly in force, and where one does
// while others fade.
func TestTheTorqueIsContinuousWhereJointsEnterTheirMargins(t *testing.T) {
	b := reacher(t, fadingTasks()...)
	v := []float64{0.5, -0.2, 0.1}
	position := func(s float64) []float64 { return []float64{0.87 + s, 0.88 + 0.8*s, 0.89 + 1.3*s} }
	edges := []float64{0.03, 0.02 / 0.8, 0.01 / 1.3, 0.08, 0.07 / 0.8, 0.06 / 1.3} // where a joint enters, and where it is whole
	const near, slope = 1e-9, 2e4
	for _, s := range edges {
		before := append([]float64(nil), b.at(t, position(s-near), v).Torque...)
		after := b.at(t, position(s+near), v).Torque
		for i := range after {
			// A row appears with an activation of 1e-6.
			if d := math.Abs(after[i] - before[i]); !(d <= 2*near*slope+2e-6*(200+math.Abs(before[i]))) {
				t.Errorf("%g rad along the way the torque of joint %d jumps from %g to %g N m", s, i, before[i], after[i])
			}
		}
	}
	fading := 0
	last := append([]float64(nil), b.at(t, position(0), v).Torque...)
	for i := 1; i <= 2000; i++ {
		tau := b.at(t, position(0.1*float64(i)/2000), v).Torque
		fading = max(fading, len(b.law.fading))
		for k := range tau {
			if d := math.Abs(tau[k] - last[k]); !(d <= slope*0.1/2000) {
				t.Fatalf("step %d: the torque of joint %d goes from %g to %g N m", i, k, last[k], tau[k])
			}
		}
		copy(last, tau)
	}
	if fading < 2 {
		t.Errorf("%d rows faded at once: the test tests too little", fading)
	}
}

// With one joint fading, by hand: the accelerations are the blend of those of the tasks with its
// row whole and without it.
func TestARowThatFadesIsBlendedByItsActivation(t *testing.T) {
	tasks := fadingTasks()
	b := reacher(t, tasks...)
	q, v := []float64{0.92, 0.3, -0.4}, []float64{0.5, -0.2, 0.1}
	got := append([]float64(nil), b.at(t, q, v).Acceleration...)
	level := &b.e.Levels()[0]
	h := level.Activation[0]
	if level.Rows != 1 || !(h > 0.2 && h < 0.8) {
		t.Fatalf("%d rows, activation %g: the test tests nothing", level.Rows, h)
	}
	level.Activation[0] = 1
	in := Input{Workspace: b.w, Position: q, Velocity: v, Levels: b.e.Levels()}
	must(t, b.law.Solve(&in, b.out))
	whole := append([]float64(nil), b.out.Acceleration...)
	tasks[1].Level, tasks[2].Level = 0, 1
	without := reacher(t, tasks[1:]...)
	none := without.at(t, q, v).Acceleration
	for i := range got {
		if want := h*whole[i] + (1-h)*none[i]; !(math.Abs(got[i]-want) <= 1e-9*(1+math.Abs(want))) {
			t.Errorf("joint %d accelerates by %g; by hand %g", i, got[i], want)
		}
	}
}

func TestMoreRowsThanLayersAreTakenTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	l := &Law{}
	for i := range 30 {
		l.fading = append(l.fading, fading{row: i, activation: float64(30-i) / 31})
	}
	for range 20 { // some are close already
		i := 1 + rng.IntN(29)
		l.fading[i].activation = l.fading[i-1].activation
	}
	before := append([]fading(nil), l.fading...)
	l.gather()
	layers := map[float64]bool{}
	for i, f := range l.fading {
		layers[f.activation] = true
		if i > 0 && f.activation > l.fading[i-1].activation || f.activation < before[i].activation || f.activation > 30.0/31 {
			t.Errorf("row %d has %g after %g", i, f.activation, before[i].activation)
		}
	}
	if len(layers) != layersMost {
		t.Errorf("%d layers; expected %d", len(layers), layersMost)
	}
}

func TestFadingRowsDoNotAllocate(t *testing.T) {
	b := reacher(t, fadingTasks()...)
	q, v := []float64{0.92, 0.93, -0.94}, []float64{0.5, -0.2, 0.1}
	b.at(t, q, v)
	in := Input{Workspace: b.w, Position: q, Velocity: v, Levels: b.e.Levels()}
	if n := testing.AllocsPerRun(50, func() {
		if err := b.law.Solve(&in, b.out); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a tick with %d rows that fade", n, len(b.law.fading))
	}
}

func TestWeightsChangeNothingOfALevelThatCanBeMetWhole(t *testing.T) {
	q, v := []float64{0.5, 0.9, 0.7}, []float64{0.3, -0.1, 0.2}
	for _, weight := range []float64{1e-4, 1e-2, 1, 100, 1e4} {
		b := reacher(t,
			taskspace.Task{Name: "x", Kind: taskspace.FramePosition, Frame: "c", Point: [3]float64{0.5, 0, 0}, Axes: taskspace.X, Weight: weight, Goal: taskspace.Goal{Position: [3]float64{0.6, 0, 0}}},
			taskspace.Task{Name: "y", Kind: taskspace.FramePosition, Frame: "c", Point: [3]float64{0.5, 0, 0}, Axes: taskspace.Y, Goal: taskspace.Goal{Position: [3]float64{0, 0.9, 0}}})
		out := b.at(t, q, v)
		level := &b.e.Levels()[0]
		for r := range level.Rows {
			got := level.Drift[r] + rowTimes(level.Jacobian[r*3:r*3+3], out.Acceleration)
			if d := math.Abs(got - level.Acceleration[r]); !(d <= 1e-8*(1+math.Abs(got))) || out.Levels[0].Damped != 0 {
				t.Errorf("weight %g: row %d gets %g of %g m/s2, %d directions damped", weight, r, got, level.Acceleration[r], out.Levels[0].Damped)
			}
		}
	}
}

// Of the arm of three joints no, one and all rows fade, each to a share of its own: one, two and
// four solutions a tick.
func BenchmarkRowsThatFade(b *testing.B) {
	for _, c := range []struct {
		name string
		q    []float64
	}{{"none", []float64{0.3, 0.3, -0.4}}, {"one", []float64{0.92, 0.3, -0.4}}, {"three", []float64{0.92, 0.93, -0.94}}} {
		b.Run(c.name, func(b *testing.B) {
			x, v := reacher(b, fadingTasks()...), []float64{0.5, -0.2, 0.1}
			x.at(b, c.q, v)
			in := Input{Workspace: x.w, Position: c.q, Velocity: v, Levels: x.e.Levels()}
			b.ReportAllocs()
			for b.Loop() {
				if err := x.law.Solve(&in, x.out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

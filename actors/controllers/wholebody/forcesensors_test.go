package wholebody

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// pressingArm presses its hand downwards with 15 N, or does so while the hand keeps its place in
// the plane.
func pressingArm(kind string) Options {
	o := DefaultOptions()
	o.JointGroup, o.ForceSensors = "all", []string{"hand"}
	press := TaskOptions{Name: "press", Kind: kind, Frame: "hand", Axes: "z", Goal: GoalOptions{Wrench: []float64{0, 0, -15, 0, 0, 0}},
		Gains: GainOptions{Force: []float64{0.1}, ForceIntegral: []float64{10}, Derivative: []float64{60}}}
	if kind == "hybrid" {
		press.Axes, press.ForceAxes = "x,y,z", "z"
		press.Gains.Proportional = []float64{400}
	}
	o.Tasks = []TaskOptions{press, {Name: "calm", Kind: "posture", Gains: GainOptions{Proportional: []float64{0}, Derivative: []float64{20}}}}
	o.TaskSets = []TaskSetOptions{{Name: "press", Levels: [][]string{{"press"}, {"calm"}}}}
	return o
}

// floor is what the hand presses on: a stiff spring with a damper, below a height. A load that the
// model does not know hangs on the hand.
type floor struct {
	*pilot
	height, load float64 // m, N
	force        float64 // of the floor on the hand, N
	silent       bool    // the sensor says nothing
	mad          bool    // the sensor sends NaN
	jacobian     []float64
}

func newFloor(t *testing.T, o Options) *floor {
	t.Helper()
	p := newPilot(t, o)
	return &floor{pilot: p, height: p.hand()[2] - 0.01, load: 5, jacobian: make([]float64, 24)}
}

// step has the sensor say what the floor did in the step before, in the axes of the hand, decides,
// and moves the arm.
func (f *floor) step() {
	f.t.Helper()
	i, _ := f.workspace.Model().BodyIndex("hand")
	if err := f.workspace.SetState(f.q, f.v); err != nil {
		f.t.Fatal(err)
	}
	pose := f.workspace.Pose(i)
	f.in.Wrenches = nil
	if !f.silent {
		f.in.Wrenches = make([]float64, wrenchNumbers)
		for c := range 3 {
			f.in.Wrenches[c] = pose.R[6+c] * f.force // R^T (0, 0, force)
		}
		if f.mad {
			f.in.Wrenches[4] = math.NaN()
		}
	}
	copy(f.in.Position, f.q)
	copy(f.in.Velocity, f.v)
	copy(f.in.Effort, f.tau)
	if err := f.Step(f.in, f.out); err != nil {
		f.t.Fatal(err)
	}
	if err := f.workspace.Jacobian(f.jacobian, i, rigidbody.LocalWorldAligned); err != nil {
		f.t.Fatal(err)
	}
	f.force = 0
	if depth := f.height - pose.P[2]; depth > 0 {
		sinks := 0.0
		for k, v := range f.v {
			sinks -= f.jacobian[8+k] * v
		}
		f.force = math.Max(0, 2e4*depth+200*sinks)
	}
	if f.velocities {
		copy(f.v, f.out.Velocity)
		for k, v := range f.v {
			f.q[k] += 1e-3 * v
		}
		return
	}
	for k := range f.tau {
		f.tau[k] = f.out.Effort[k] + f.jacobian[8+k]*(f.force-f.load)
	}
	if err := f.move(1e-3); err != nil {
		f.t.Fatal(err)
	}
	copy(f.tau, f.out.Effort)
}

// unsensed takes the sensor and what goes with it away.
func unsensed(o Options) Options {
	o.ForceSensors, o.Tasks = nil, slices.Clone(o.Tasks)
	o.Tasks[0].Gains.Force, o.Tasks[0].Gains.ForceIntegral = []float64{0}, nil
	return o
}

// A force that nothing bears moves the hand at the speed that the gains say, and under the
// constrained law no joint leaves its limits: what is fed forward would have thrown it beyond them.
func TestAForceThatNothingBearsThrowsNoJointBeyondItsLimits(t *testing.T) {
	for _, force := range []float64{15, 200} {
		if testing.Short() && force == 15 {
			continue // the greater one, under the race detector, which the short run is for
		}
		o := pressingArm("force")
		o.Law = "constrained"
		o.Tasks[0].Goal.Wrench[2] = -force
		f := newFloor(t, o)
		f.height, f.load = math.Inf(-1), 0
		sinks := 0.0
		for tick := range soon(4000) {
			was := f.hand()[2]
			f.step()
			if tick > 200 && tick < 300 {
				sinks = math.Max(sinks, (was-f.hand()[2])/1e-3)
			}
			f.inside(t)
			for i, l := range f.world.Limits() {
				if math.Abs(f.v[i]) > l.Velocity+1e-3 {
					t.Fatalf("%g N, tick %d: joint %d moves with %g rad/s", force, tick, i, f.v[i])
				}
			}
		}
		if want := 0.1 * force / 60; math.Abs(sinks-want) > 0.1*want {
			t.Errorf("%g N that nothing bears move the hand with %g m/s, want %g", force, sinks, want)
		}
		if f.out.Status.Phase != messages.TaskRunning {
			t.Errorf("%g N: the phase is %s, because %v", force, f.out.Status.Phase, f.out.Why)
		}
	}
}

// With its sensor the hand presses as hard as commanded, whatever the model does not know; without
// one it presses with what is fed forward, and the load beside it.
func TestAForceIsWhatItsSensorMeasuresWhateverTheModelDoesNotKnow(t *testing.T) {
	for _, kind := range []string{"force", "hybrid"} {
		if testing.Short() && kind == "force" {
			continue // a hybrid task has all of it, except for its error
		}
		for _, law := range bothLaws() {
			o := pressingArm(kind)
			o.Law = law
			f := newFloor(t, o)
			begin := f.hand()
			for range soon(3000) {
				f.step()
			}
			if math.Abs(f.force-15) > 0.05 {
				t.Errorf("%s, %s: the floor bears %g N, told are 15", kind, law, f.force)
			}
			at := f.hand()
			if d := math.Hypot(at[0]-begin[0], at[1]-begin[1]); kind == "hybrid" && d > 1e-3 {
				t.Errorf("%s: the hand went aside by %g m", law, d)
			}
			if e := f.out.Status.Error[0]; kind == "force" && math.Abs(e-math.Abs(f.force-15)) > 0.02 {
				t.Errorf("%s: the reported error is %g N, the force on the floor %g", law, e, f.force)
			}
			// The sensor falls silent: the integral stays, and the force with it.
			f.silent = true
			for range 500 {
				f.step()
			}
			if math.Abs(f.force-15) > 0.5 || f.out.Status.Phase != messages.TaskRunning {
				t.Errorf("%s, %s: after the sensor fell silent the floor bears %g N, and the phase is %s", kind, law, f.force, f.out.Status.Phase)
			}
			if e := f.out.Status.Error[0]; kind == "force" && !math.IsNaN(e) {
				t.Errorf("%s: without a sensor the reported error is %g N", law, e)
			}
			// Resistance is unknown: no force is fed forward, and the floor
			// carries the load only.
			unheard := newFloor(t, o)
			unheard.silent = true
			for range soon(3000) {
				unheard.step()
			}
			if math.Abs(unheard.force-unheard.load) > 0.3 {
				t.Errorf("%s, %s: of a sensor that never spoke the floor bears %g N", kind, law, unheard.force)
			}
			// Without a declared sensor the force is fed forward, and the floor
			// carries it and the load.
			blind := newFloor(t, unsensed(o))
			blind.silent = true
			for range soon(3000) {
				blind.step()
			}
			if want := 15 + blind.load; math.Abs(blind.force-want) > 0.3 {
				t.Errorf("%s, %s: fed forward only, the floor bears %g N, want %g", kind, law, blind.force, want)
			}
		}
	}
}

// Drives that take velocities only press by giving way: the hand moves until the floor resists the
// commanded force, and users may set another force while it presses, at both levels, which is
// handed over.
func TestAForceThatUsersChangeIsReachedAtBothLevelsWithinTheBound(t *testing.T) {
	for _, output := range []string{"velocity", "effort"} {
		if testing.Short() && output == "velocity" {
			continue // under the race detector, which the short run is for
		}
		o := pressingArm("hybrid")
		o.Law, o.Output = "constrained", output
		f := newFloor(t, o)
		for range soon(4000) {
			f.step()
		}
		for _, force := range []float64{15, 30, 8} {
			r, _ := f.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: "press", Parameter: "goal.wrench", Numbers: []float64{0, 0, -force, 0, 0, 0}}, f.in)
			if r.Result != messages.TaskSuccess {
				t.Fatalf("%+v", r)
			}
			for tick := range soon(4000) {
				before, law := append([]float64(nil), f.last...), append([]float64(nil), f.now...)
				f.step()
				for i, x := range f.last {
					bound := 0.02 * f.limit[i]
					if !f.velocities && tick > 0 {
						bound += math.Abs(f.now[i] - law[i])
					}
					if step := math.Abs(x - before[i]); step > bound*(1+1e-9)+1e-9 {
						t.Fatalf("%s, %g N, tick %d: joint %d steps by %g, bound %g", output, force, tick, i, step, bound)
					}
				}
			}
			if math.Abs(f.force-force) > 0.02*force {
				t.Errorf("%s: the floor bears %g N, told are %g", output, f.force, force)
			}
		}
		if r, _ := f.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: "press", Parameter: "goal.wrench", Numbers: []float64{0, 0, math.NaN(), 0, 0, 0}}, f.in); r.Result != messages.TaskInvalidData {
			t.Errorf("a force of NaN is answered %+v", r)
		}
	}
}

// A sensor that falls silent, talks nonsense or comes back changes what the law wants, which is
// handed over.
func TestASensorThatFallsSilentIsAHandover(t *testing.T) {
	f := newFloor(t, pressingArm("force"))
	for range 300 {
		f.step()
	}
	for k, sensor := range []string{"silent", "good", "mad", "good", "silent"} {
		f.silent, f.mad = sensor == "silent", sensor == "mad"
		for tick := range 40 {
			before, law := append([]float64(nil), f.last...), append([]float64(nil), f.now...)
			f.step()
			for i := range before {
				bound := 0.02 * f.limit[i]
				if tick > 0 {
					bound += math.Abs(f.now[i] - law[i])
				}
				if step := math.Abs(f.last[i] - before[i]); step > bound*(1+1e-9)+1e-9 {
					t.Fatalf("change %d, tick %d: joint %d steps by %g N m, bound %g", k, tick, i, step, bound)
				}
			}
		}
		if e := f.out.Status.Error[0]; math.IsNaN(e) != (sensor != "good") {
			t.Errorf("change %d: with a %s sensor the reported error is %g N", k, sensor, e)
		}
	}
}

// A wrench about the origin of a body and in its axes is turned about a point and into world axes:
// by the rule for moments there, computed another way.
func TestAWrenchIsTurnedIntoTheWorldAndAboutThePoint(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 7))
	draw := func() (v [3]float64) {
		for i := range v {
			v[i] = random.NormFloat64()
		}
		return v
	}
	turned := func(r [9]float64, v [3]float64) (out [3]float64) {
		for i := range 3 {
			out[i] = r[3*i]*v[0] + r[3*i+1]*v[1] + r[3*i+2]*v[2]
		}
		return out
	}
	cross := func(a, b [3]float64) [3]float64 {
		return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	for range 100 {
		force, moment, point := draw(), draw(), draw()
		var q [4]float64
		norm := 0.0
		for i := range q {
			q[i] = random.NormFloat64()
			norm += q[i] * q[i]
		}
		for i := range q {
			q[i] /= math.Sqrt(norm)
		}
		pose := spatial.Pose{R: spatial.QuatOf(q).Rotation(), P: draw()}
		var in [wrenchNumbers]float64
		copy(in[:3], force[:])
		copy(in[3:], moment[:])
		got := exerted(in, pose, point)
		f := turned(pose.R, force)
		arm := cross(turned(pose.R, point), f)
		about := turned(pose.R, moment)
		for i := range 3 {
			if math.Abs(got[i]+f[i]) > 1e-12 || math.Abs(got[3+i]+about[i]-arm[i]) > 1e-12 {
				t.Fatalf("wrench %v in pose %v about %v: got %v", in, pose, point, got)
			}
		}
	}
}

func TestEachWrongForceSensorIsRefusedByName(t *testing.T) {
	w := shelltest.World(t, armText)
	for name, c := range map[string]struct {
		spoil func(*Options)
		want  []string
	}{
		"an unknown body":            {func(o *Options) { o.ForceSensors = []string{"hnd"} }, []string{"force_sensors[0]", `"hnd"`, "hand"}},
		"a body twice":               {func(o *Options) { o.ForceSensors = []string{"hand", "hand"} }, []string{"force_sensors[1]", `"hand"`}},
		"a task without a sensor":    {func(o *Options) { o.ForceSensors = []string{"wrist"} }, []string{`"press"`, `"hand"`, "wrist", "gains.force"}},
		"no sensor at all":           {func(o *Options) { o.ForceSensors = nil }, []string{`"press"`, "force_sensors"}},
		"an integral without sensor": {func(o *Options) { o.ForceSensors, o.Tasks[0].Gains.Force = nil, []float64{0} }, []string{`"press"`, "gains.force_integral"}},
		"forces on unknown axes":     {func(o *Options) { o.Tasks[0].ForceAxes = "z" }, []string{`"press"`, "force_axes"}},
		"a wrench of three":          {func(o *Options) { o.Tasks[0].Goal.Wrench = []float64{0, 0, -1} }, []string{"tasks[0].goal.wrench", "3 numbers", "expected 6"}},
	} {
		o := pressingArm("force")
		c.spoil(&o)
		text := refusalOf(w, "all", o)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the error reads %q, want %q in it", name, text, want)
			}
		}
	}
	o := pressingArm("force")
	o.ForceSensors, o.Tasks[0].Gains.Force, o.Tasks[0].Gains.ForceIntegral = nil, []float64{0}, nil
	if text := refusalOf(w, "all", o); text != "" {
		t.Errorf("a force that is only fed forward is refused: %s", text)
	}
}

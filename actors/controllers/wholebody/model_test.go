package wholebody

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/models"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// modelAt is what a model actor sends of a state, computed without one.
func modelAt(t testing.TB, a *arm, frames []string, q, v []float64) *messages.Model {
	t.Helper()
	n, f := len(v), len(frames)
	m := &messages.Model{SnapshotSequence: 1, Position: slices.Clone(q), Velocity: slices.Clone(v), Pose: make([]messages.Pose, f), Twist: make([]messages.Twist, f),
		Jacobian: make([]float64, 6*n*f), Drift: make([]float64, 6*f), MassMatrix: make([]float64, n*n), Factor: make([]float64, n*n), Bias: make([]float64, n),
		Gravity: make([]float64, n), CenterOfMassJacobian: make([]float64, 3*n), Computed: make([]bool, f)}
	w := a.workspace.Model().NewWorkspace()
	err := errors.Join(w.SetState(q, v), w.MassMatrix(m.MassMatrix), w.Bias(m.Bias), w.GravityForces(m.Gravity))
	for i, name := range frames {
		body, missing := w.Model().BodyIndex(name)
		err = errors.Join(err, missing, w.Jacobian(m.Jacobian[6*n*i:6*n*(i+1)], body, rigidbody.LocalWorldAligned))
		twist := w.Velocity(body, rigidbody.LocalWorldAligned)
		m.Twist[i], m.Computed[i] = messages.Twist{Linear: twist.Linear, Angular: twist.Angular}, true
		pose := w.Pose(body)
		m.Pose[i] = messages.Pose{Position: pose.P, Orientation: pose.R.Quat().Array()}
	}
	if err = errors.Join(err, models.Factor(m.Factor, m.MassMatrix)); err != nil {
		t.Fatal(err)
	}
	return m
}

func newLaw(t *testing.T, o Options) (*arm, *Law) {
	t.Helper()
	a := newArm(t)
	g, err := a.world.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(a.world, g, time.Millisecond, &o)
	if err != nil {
		t.Fatal(err)
	}
	return a, l
}

// Two snapshots a few degrees apart: a model that is put together from both, in whatever part, does
// not pass.
func TestAModelOfTwoSnapshotsDoesNotPass(t *testing.T) {
	o := fromActor(armOptions())
	a, l := newLaw(t, o)
	v := []float64{0.5, -0.3, 0.8, 0.2}
	other := []float64{0.35, 0.64, -1.26, 0.43}
	whole := func() *messages.Model { return modelAt(t, a, o.ModelFrames, armStart, v) }
	if err := l.inspect(whole()); err != nil {
		t.Fatalf("a whole model does not pass: %v", err)
	}
	b := modelAt(t, a, o.ModelFrames, other, v)
	nan := math.NaN()
	for name, spoil := range map[string]func(*messages.Model){
		"mass matrix":       func(m *messages.Model) { m.MassMatrix = b.MassMatrix },
		"factor":            func(m *messages.Model) { m.Factor = b.Factor },
		"both of them":      func(m *messages.Model) { m.MassMatrix, m.Factor = b.MassMatrix, b.Factor },
		"bias":              func(m *messages.Model) { m.Bias = b.Bias },
		"poses":             func(m *messages.Model) { m.Pose = b.Pose },
		"a turned pose":     func(m *messages.Model) { m.Pose[1].Orientation = [4]float64{0, 1, 0, 0} },
		"NaN in a pose":     func(m *messages.Model) { m.Pose[1].Position[2] = nan },
		"Jacobians":         func(m *messages.Model) { m.Jacobian = b.Jacobian },
		"a Jacobian":        func(m *messages.Model) { copy(m.Jacobian[24:], b.Jacobian[24:]) },
		"position":          func(m *messages.Model) { m.Position = b.Position },
		"half a matrix":     func(m *messages.Model) { copy(m.MassMatrix[8:], b.MassMatrix[8:]) },
		"NaN in a matrix":   func(m *messages.Model) { m.MassMatrix[5] = nan },
		"NaN in the bias":   func(m *messages.Model) { m.Bias[2] = nan },
		"NaN in a Jacobian": func(m *messages.Model) { m.Jacobian[7] = nan },
		"infinity":          func(m *messages.Model) { m.Position[0] = math.Inf(1) },
		"zeros":             func(m *messages.Model) { clear(m.MassMatrix); clear(m.Factor); clear(m.Bias) },
		"a negative mass":   func(m *messages.Model) { m.MassMatrix[0] *= -1 },
		"too short":         func(m *messages.Model) { m.MassMatrix = m.MassMatrix[:9] },
		"no dynamics":       func(m *messages.Model) { m.MassMatrix, m.Factor, m.Bias, m.Gravity = nil, nil, nil, nil },
		"fewer frames":      func(m *messages.Model) { m.Computed = m.Computed[:1] },
	} {
		m := whole()
		spoil(m)
		if err := l.inspect(m); !errors.Is(err, errGarbage) {
			t.Errorf("%s of another snapshot, or spoilt: the verdict is %v", name, err)
		}
	}
}

// A model actor whose frames are others than the controller takes them for, or in another order,
// gives Jacobians of other bodies. Nothing is commanded by them, and an event says why.
func TestAModelOfOtherFramesDoesNotPassAndIsReported(t *testing.T) {
	a, l := newLaw(t, fromActor(steady(armOptions())))
	in, out := l.NewInput(), l.NewOutput()
	copy(in.Position, armStart)
	in.StepS, in.ModelSequence = 0.001, 1
	for i := range in.Valid {
		in.Valid[i], in.Passes[i], in.Mode[i] = true, true, messages.ModeRun
	}
	in.Model = modelAt(t, a, []string{"hand", "lower"}, in.Position, in.Velocity)
	told := 0
	for range 5 {
		if err := l.Step(in, out); err != nil || out.Commanded {
			t.Fatalf("commanded: %t, error %v", out.Commanded, err)
		}
		if out.Entered {
			told++
			if out.Why == nil || !strings.Contains(out.Why.Error(), `frame 0 is not at the pose of "lower"`) || !strings.Contains(out.Why.Error(), "[lower hand], in this order") {
				t.Errorf("the reported reason is %v", out.Why)
			}
		}
	}
	if why := l.halted(in); told != 1 || !strings.Contains(why, "in this order; ask again") {
		t.Errorf("it is reported %d times; a request is answered %q", told, why)
	}
	in.Model, in.ModelSequence = modelAt(t, a, []string{"lower", "hand"}, in.Position, in.Velocity), 2
	if err := l.Step(in, out); err != nil || !out.Commanded {
		t.Errorf("with the frames in their order: commanded: %t, error %v", out.Commanded, err)
	}
}

// Frames and dynamics that the controller needs and its model actor does not send are seen before
// anything starts.
func TestAModelActorThatGivesTooLittleIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*models.Options){
		"mass_matrix": func(o *models.Options) { o.Dynamics = false },
		"frames":      func(o *models.Options) { o.Frames = []string{"lower"} },
	} {
		o := models.DefaultOptions()
		o.Frames, o.Dynamics = []string{"lower", "hand"}, true
		spoil(&o)
		app := actors.Application{Name: "rig", Worlds: []string{"arm"}, Resources: []any{shelltest.World(t, armText)}, Actors: []actors.Spec{
			{Name: "arm/model", Period: time.Millisecond, Phase: actors.Planning, New: func() any { return &models.Actor{Options: o} }},
			{Name: "arm/controller", Period: time.Millisecond, Phase: actors.Control, New: func() any { return &Actor{Options: fromActor(steady(armOptions()))} }},
			{Name: "arm/plant", Period: time.Millisecond, Phase: actors.Perception, New: func() any { return &plant{arm: newArm(t)} }},
		}, Links: []actors.Link{{From: "arm/plant.snapshot", To: "arm/controller.snapshot"}, {From: "arm/plant.snapshot", To: "arm/model.snapshot"},
			{From: "arm/model.model", To: "arm/controller.model"}}}
		if _, err := actors.New(app, actors.WithVirtualTime()); err == nil || !strings.Contains(err.Error(), `dimension "`+name) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// What a bad model leads to, by name.
func TestEachBadModelLeadsToTheDegradedLawAndBack(t *testing.T) {
	const link = "arm/model.model->arm/controller.model"
	for name, c := range map[string]struct {
		fault actors.Fault
		why   string
	}{
		"slow":    {actors.Fault{Kind: actors.FaultDelay, Target: link, Delay: 150 * time.Millisecond, Duration: 300 * time.Millisecond}, "too old"},
		"dead":    {actors.Fault{Kind: actors.FaultCrashLoop, Target: "arm/model", Duration: 300 * time.Millisecond}, "there is no model"},
		"silent":  {actors.Fault{Kind: actors.FaultDrop, Target: link, Duration: 300 * time.Millisecond}, "too old"},
		"garbage": {actors.Fault{Kind: actors.FaultNaN, Target: link, Duration: 300 * time.Millisecond}, "not finite"},
		"frozen":  {actors.Fault{Kind: actors.FaultFreeze, Target: link, Duration: 300 * time.Millisecond}, "too old"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, fromActor(steady(armOptions())), rigOptions{period: 4 * time.Millisecond})
			r.arm.each = r.inside
			tr := r.trace()
			r.start()
			r.run(500 * time.Millisecond)
			if err := r.sys.Inject(c.fault); err != nil {
				t.Fatal(err)
			}
			r.run(1500 * time.Millisecond)
			if !slices.Contains(tr.phase, messages.TaskDegraded) || r.status.Phase != messages.TaskRunning {
				t.Errorf("degraded: %t; now it is %s", slices.Contains(tr.phase, messages.TaskDegraded), r.status.Phase)
			}
			told := ""
			for _, e := range r.events {
				if e.Source == "arm/controller" && strings.HasPrefix(e.Text, "law: degraded") {
					told = e.Text
				}
			}
			if !strings.Contains(told, c.why) {
				t.Errorf("the event reads %q, want %q in it", told, c.why)
			}
			if f := r.failures(); len(f) > 0 {
				t.Errorf("the controller failed: %q", f)
			}
			checkSteps(t, name, tr, r.shell.law.limit)
		})
	}
}

func TestAModelThatStaysAwayEndsInASafeModeAndComesBack(t *testing.T) {
	r := newRig(t, fromActor(steady(armOptions())), rigOptions{period: 4 * time.Millisecond})
	r.arm.each = r.inside
	r.start()
	r.run(500 * time.Millisecond)
	if err := r.sys.Inject(actors.Fault{Kind: actors.FaultCrashLoop, Target: "arm/model", Duration: 3 * time.Second}); err != nil {
		t.Fatal(err)
	}
	r.run(900 * time.Millisecond)
	if r.status.Phase != messages.TaskDegraded || len(r.failures()) > 0 || !r.running {
		t.Errorf("after 0.9 s the phase is %s, %d failures", r.status.Phase, len(r.failures()))
	}
	r.run(300 * time.Millisecond)
	f := r.failures()
	if len(f) != 1 || !strings.Contains(f[0], "lasted too long") || !strings.Contains(f[0], "1s at most") || r.running {
		t.Errorf("after 1.2 s it has failed: %q; the joints run: %t", f, r.running)
	}
	r.run(500 * time.Millisecond)
	if r.status.Phase != messages.TaskWaitModel {
		t.Errorf("the next incarnation is in phase %s", r.status.Phase)
	}
	r.run(3 * time.Second)
	if r.status.Phase != messages.TaskRunning || !r.running {
		t.Errorf("once the model is back the phase is %s, the joints run: %t", r.status.Phase, r.running)
	}
}

func TestNothingIsCommandedBeforeTheFirstModel(t *testing.T) {
	r := newRig(t, fromActor(armOptions()), rigOptions{period: 4 * time.Millisecond})
	if err := r.sys.Inject(actors.Fault{Kind: actors.FaultDrop, Target: "arm/model.model->arm/controller.model", Duration: time.Second}); err != nil {
		t.Fatal(err)
	}
	commands := 0
	if _, err := actors.Tap(r.sys, "arm/controller.command", func(messages.Stamp, *messages.JointCommand) { commands++ }); err != nil {
		t.Fatal(err)
	}
	r.start()
	r.run(900 * time.Millisecond)
	if commands != 0 || r.status.Phase != messages.TaskWaitModel || r.running {
		t.Errorf("%d commands were sent in phase %s", commands, r.status.Phase)
	}
	if got := r.ask(messages.TaskRequest{Verb: messages.TaskBehavior}); got.Behavior.Phase != "wait_model" {
		t.Errorf("asked for it, the phase is %q", got.Behavior.Phase)
	}
	r.run(300 * time.Millisecond)
	if commands == 0 || r.status.Phase != messages.TaskRunning {
		t.Errorf("%d commands were sent in phase %s", commands, r.status.Phase)
	}
}

// The degraded law takes velocities away, and hold keeps the position against a push.
func TestTheDegradedLawSlowsDownAndHolds(t *testing.T) {
	for _, law := range []string{"damp", "hold"} {
		o := fromActor(steady(armOptions()))
		o.Degraded, o.DegradedFor = law, time.Minute
		r := newRig(t, o, rigOptions{period: 4 * time.Millisecond})
		r.start()
		r.run(400 * time.Millisecond)
		if err := r.sys.Inject(actors.Fault{Kind: actors.FaultDrop, Target: "arm/model.model->arm/controller.model"}); err != nil {
			t.Fatal(err)
		}
		r.run(140 * time.Millisecond)
		if r.status.Phase != messages.TaskDegraded {
			t.Fatalf("the phase is %s", r.status.Phase)
		}
		hold := slices.Clone(r.q)
		r.v[0] += 1 // a push
		r.run(2 * time.Second)
		for i := range r.v {
			if math.Abs(r.v[i]) > 0.01 {
				t.Errorf("%s: joint %d still moves at %g rad/s", law, i, r.v[i])
			}
		}
		back := math.Abs(r.q[0] - hold[0])
		if law == "hold" && back > 0.05 || law == "damp" && back < 0.02 {
			t.Errorf("%s: the pushed joint ends %g rad away", law, back)
		}
	}
}

func TestAStateThatIsNoNumberFailsTheControllerByName(t *testing.T) {
	r := newRig(t, steady(armOptions()), rigOptions{})
	r.start()
	r.run(50 * time.Millisecond)
	r.nan = true
	r.run(2 * time.Millisecond)
	if f := r.failures(); len(f) != 1 || !strings.Contains(f[0], "position[1] is NaN") {
		t.Errorf("the failures are %q", f)
	}
	r.nan = false
	r.run(time.Second)
	if r.status.Phase != messages.TaskRunning {
		t.Errorf("the phase is %s", r.status.Phase)
	}
}

func TestAJointOfUnknownStateLeadsToTheDegradedLaw(t *testing.T) {
	r := newRig(t, steady(armOptions()), rigOptions{})
	r.start()
	r.run(50 * time.Millisecond)
	r.valid = false
	r.run(5 * time.Millisecond)
	if r.status.Phase != messages.TaskDegraded {
		t.Errorf("the phase is %s", r.status.Phase)
	}
	r.valid = true
	r.run(50 * time.Millisecond)
	if r.status.Phase != messages.TaskRunning {
		t.Errorf("the phase is %s", r.status.Phase)
	}
}

// A model of a snapshot in which nobody had heard of a joint is of zeros, however young it is: it
// is waited for the next one.
func TestAModelOfJointsThatNobodyKnewIsNotUsed(t *testing.T) {
	o := fromActor(steady(armOptions()))
	r := newRig(t, o, rigOptions{period: 40 * time.Millisecond})
	r.valid = false
	used, known := 0, messages.Instant(10*time.Millisecond)
	r.each = func(stamp messages.Stamp, s *messages.TaskStatus) {
		if s.Phase == messages.TaskRunning {
			if used++; stamp.Time.Add(-s.ModelAge) < known {
				t.Fatalf("at %v the model is of %v, before all joints were known", stamp.Time, stamp.Time.Add(-s.ModelAge))
			}
		}
	}
	r.start()
	r.run(10 * time.Millisecond)
	r.valid = true
	r.run(20 * time.Millisecond)
	if used != 0 {
		t.Errorf("%d ticks ran with a model of unknown joints", used)
	}
	r.run(200 * time.Millisecond)
	if used < 150 {
		t.Errorf("%d ticks ran when all was known", used)
	}
	known = r.at.Add(5 * time.Millisecond)
	r.valid = false
	r.run(5 * time.Millisecond)
	r.valid, used = true, 0
	r.run(200 * time.Millisecond)
	if used < 100 || len(r.failures()) > 0 {
		t.Errorf("%d ticks ran after a joint was unknown for a moment; failures %q", used, r.failures())
	}
}

func TestATickDoesNotAllocate(t *testing.T) {
	for name, o := range map[string]Options{"own": steady(armOptions()), "actor": fromActor(steady(armOptions()))} {
		a, l := newLaw(t, o)
		in, out := l.NewInput(), l.NewOutput()
		in.StepS = 1e-3
		copy(in.Position, a.q)
		for i := range in.Valid {
			in.Valid[i], in.Passes[i] = true, true
		}
		if o.Source == "actor" {
			in.Model, in.Prepared = modelAt(t, a, o.ModelFrames, a.q, a.v), math.MaxUint64
		}
		step := func() {
			if in.Model != nil {
				in.ModelSequence++ // each tick has a model of its own
			}
			if err := l.Step(in, out); err != nil {
				t.Fatal(err)
			}
		}
		step()
		if n := testing.AllocsPerRun(200, step); n != 0 && !raceEnabled {
			t.Errorf("%s: a tick allocates %g times", name, n)
		}
		if !out.Commanded || out.Status.Phase != messages.TaskRunning {
			t.Errorf("%s: it does not run", name)
		}
	}
}

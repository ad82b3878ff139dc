package wholebody

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// trace is what a rig's controller did, tick by tick.
type trace struct {
	effort, own [][]float64 // commanded, and what the law in force wants by itself
	state       []uint32
	phase       []messages.TaskPhase
}

func (r *rig) trace() *trace {
	tr := &trace{}
	r.each = func(_ messages.Stamp, s *messages.TaskStatus) {
		l := r.shell.law
		tr.effort = append(tr.effort, append([]float64(nil), r.shell.out.Effort...))
		tr.own = append(tr.own, append([]float64(nil), l.now...))
		tr.state, tr.phase = append(tr.state, s.State), append(tr.phase, s.Phase)
	}
	return tr
}

// steady is the behaviour without ways of its own: states are left by request only.
func steady(o Options) Options {
	states := append([]StateOptions(nil), o.Behavior.States...)
	for i := range states {
		states[i].Transitions = nil
	}
	o.Behavior.States = states
	return o
}

// checkSteps checks that every tick of a trace steps by no more than the law in force does by
// itself plus the bound. Ticks at which the law changed are compared otherwise. It gives the
// greatest excess, as a share of the limit.
func checkSteps(t *testing.T, what string, tr *trace, limit []float64) (worst float64) {
	t.Helper()
	for k := 1; k < len(tr.effort); k++ {
		if tr.state[k] != tr.state[k-1] || tr.phase[k] != tr.phase[k-1] {
			continue
		}
		for i, x := range tr.effort[k] {
			own := math.Abs(tr.own[k][i] - tr.own[k-1][i])
			excess := (math.Abs(x-tr.effort[k-1][i]) - own) / limit[i]
			worst = math.Max(worst, excess)
			if excess > 0.02*(1+1e-9) {
				t.Fatalf("%s: tick %d: axis %d steps from %g to %g, the law by %g; the bound is %g more", what, k, i, tr.effort[k-1][i], x, own, 0.02*limit[i])
			}
		}
	}
	return worst
}

// A parameter of a user, and the way to the degraded law and back, are hand-overs too.
func TestAChangeOfAGainAndOfTheLawIsAHandover(t *testing.T) {
	o := fromActor(steady(armOptions()))
	o.ModelMaxAge = 20 * time.Millisecond
	r := newRig(t, o, rigOptions{period: 4 * time.Millisecond})
	r.start()
	tr := r.trace()
	r.run(500 * time.Millisecond)
	if got := r.ask(messages.TaskRequest{Verb: messages.TaskSet, Task: "arm_posture", Parameter: "gains.proportional", Numbers: []float64{900}}); got.Result != messages.TaskSuccess {
		t.Fatalf("%+v", got)
	}
	r.run(100 * time.Millisecond)
	if err := r.sys.Inject(actors.Fault{Kind: actors.FaultDrop, Target: "arm/model.model->arm/controller.model", Duration: 100 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	r.run(500 * time.Millisecond)
	var phases []messages.TaskPhase
	for k, p := range tr.phase {
		if k == 0 || p != tr.phase[k-1] {
			phases = append(phases, p)
		}
	}
	if want := "[wait_model running degraded running]"; fmt.Sprint(phases) != want && fmt.Sprint(phases) != "[running degraded running]" {
		t.Fatalf("the phases were %v, want %s", phases, want)
	}
	limit := r.shell.law.limit
	checkSteps(t, "a gain and the degraded law", tr, limit)
	for k := 1; k < len(tr.effort); k++ {
		if tr.phase[k] != messages.TaskDegraded || tr.phase[k-1] == messages.TaskDegraded {
			continue
		}
		for i, x := range tr.effort[k] {
			if math.Abs(x-tr.effort[k-1][i]) > 1e-9 {
				t.Errorf("axis %d steps from %g to %g where the degraded law begins", i, tr.effort[k-1][i], x)
			}
		}
	}
	if f := r.failures(); len(f) > 0 {
		t.Errorf("it failed: %q", f)
	}
}

// Joints that come back from a safe mode begin with the effort that is measured, wherever the robot
// was moved to.
func TestJointsThatComeBackBeginWithTheMeasuredEffort(t *testing.T) {
	r := newRig(t, steady(armOptions()), rigOptions{})
	r.start()
	r.run(300 * time.Millisecond)
	drop := actors.Fault{Kind: actors.FaultDrop, Target: "arm/controller.command->arm/plant.command", Duration: 200 * time.Millisecond}
	if err := r.sys.Inject(drop); err != nil {
		t.Fatal(err)
	}
	r.run(100 * time.Millisecond)
	if r.running {
		t.Fatal("the joints run without commands")
	}
	r.q[1] -= 0.3 // somebody moves the arm
	tr := r.trace()
	r.run(99 * time.Millisecond)
	before, arms := append([]float64(nil), r.tau...), r.arms
	r.run(5 * time.Millisecond)
	if r.arms != arms+1 {
		t.Fatalf("the joints began to run %d times", r.arms-arms)
	}
	for i, x := range tr.effort[len(tr.effort)-5] {
		if math.Abs(x-before[i]) > 0.02*5*r.shell.law.limit[i] {
			t.Errorf("axis %d comes back with %g, measured were %g", i, x, before[i])
		}
	}
	r.run(2 * time.Second)
	r.inside()
	if e := r.status.Error[3]; !(e < 0.02) {
		t.Errorf("the posture is off by %g rad after 2 s", e)
	}
}

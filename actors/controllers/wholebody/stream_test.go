package wholebody

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// streamed is what a law is given anew in every tick, so that it changes as often as it is asked.
var streamed = map[string]func(p *pursuit, tick int) *messages.BodyReference{
	"a gain": func(p *pursuit, tick int) *messages.BodyReference {
		p.set("arm_posture", "gains.proportional", 100+float64(tick%2))
		return nil
	},
	"a goal": func(p *pursuit, tick int) *messages.BodyReference {
		p.set("arm_posture", "goal.joints", -0.4, 0.9, -bend, 0.2+1e-4*float64(tick%2))
		return nil
	},
	"a reference that comes and goes": func(p *pursuit, tick int) *messages.BodyReference {
		if tick%2 == 0 {
			return nil
		}
		return &messages.BodyReference{Pose: messages.Pose{Position: [3]float64{0.45, 0.2, 0.5}, Orientation: [4]float64{1, 0, 0, 0}}}
	},
}

// set returns a parameter of a task a value.
func (p *pursuit) set(task, parameter string, numbers ...float64) {
	p.t.Helper()
	if reply, _ := p.law.Answer(&messages.TaskRequest{Verb: messages.TaskSet, Task: task, Parameter: parameter, Numbers: numbers}, p.in); reply.Result != messages.TaskSuccess {
		p.t.Fatalf("%s of %s: %+v", parameter, task, reply)
	}
}

// A goal sent in every tick, as by a joystick, is followed: the efforts follow the law,
// which follows the robot. Each change is handed over, and none of them holds the efforts where
// they were.
func TestALawThatIsChangedInEveryTickStaysInForce(t *testing.T) {
	for name, change := range streamed {
		o := steady(armOptions())
		task := 3
		o.Tasks[task].Motion = MotionOptions{}
		if name == "a reference that comes and goes" {
			o, task = followOptions(), 1
			o.Tasks[task].Goal = GoalOptions{Position: []float64{0.45, 0.2, 0.5}}
		}
		p := newPursuit(t, o)
		for range 2500 {
			p.tick(nil)
		}
		p.v[1] += 0.5 // a push
		var tr trace
		greatest := 0.0
		for k := range 2000 {
			p.tick(change(p, k))
			tr.note(p)
			greatest = math.Max(greatest, p.out.Status.Error[task])
		}
		if last := p.out.Status.Error[task]; greatest > 0.2 || last > 2e-3 {
			t.Errorf("%s: after a push the error grows to %g, and is %g after 2 s", name, greatest, last)
		}
		t.Logf("%s: the error was %.3g at most, %.3g at last; the greatest step %.2f %%", name, greatest, p.out.Status.Error[task], 100*checkSteps(t, name, &tr, p.law.limit))
	}
}

// note adds the last tick to a trace.
func (tr *trace) note(p *pursuit) {
	s := &p.out.Status
	tr.effort, tr.own = append(tr.effort, append([]float64(nil), p.out.Effort...)), append(tr.own, append([]float64(nil), p.law.now...))
	tr.state, tr.phase = append(tr.state, s.State), append(tr.phase, s.Phase)
}

// What is left of a hand-over when the law changes once more goes on to fade in the tick of that
// change.
func TestAChangeDoesNotHoldUpTheHandoverBefore(t *testing.T) {
	p := newPursuit(t, steady(armOptions()))
	for range 500 {
		p.tick(nil)
	}
	p.set("arm_posture", "gains.derivative", 200) // far from where the efforts are
	p.v[0], p.v[1] = 1, -1
	for k := range 10 {
		p.tick(nil)
		p.set("arm_posture", "gains.proportional", 100+float64(k))
	}
	before := p.out.Status.Handover
	p.tick(nil)
	if left := p.out.Status.Handover; before == 0 || left > before-0.015 {
		t.Errorf("%.4f of the limit were left to hand over before the change, and %.4f after it; expected 0.02 less a tick of %v", before, left, time.Millisecond)
	}
}

// Conditions that hold at once lead round and round, one state a tick: the efforts stay those of
// the laws, whichever is in force, and a push dies out.
func TestStatesThatChangeInEveryTickStayCalm(t *testing.T) {
	for _, law := range bothLaws() {
		for _, round := range [][]int{{0, 3}, {0, 1}, {1, 3}, {0, 1, 2, 3}} {
			o := steady(armOptions())
			o.Law = law
			for i, at := range round {
				to := o.Behavior.States[round[(i+1)%len(round)]].Name
				o.Behavior.States[at].Transitions = []TransitionOptions{{To: to, When: []string{"position of elbow below 10 rad"}}}
			}
			o.Behavior.Initial = o.Behavior.States[round[0]].Name
			p := newPursuit(t, o)
			for range 50 {
				p.tick(nil)
			}
			p.v[0], p.v[1] = 0.8, -0.6 // a push
			changes, state, greatest, worst := 0, p.out.Status.State, 0.0, 0.0
			for range 4000 {
				worst = math.Max(worst, p.tick(nil))
				if p.out.Status.State != state {
					changes++
				}
				state = p.out.Status.State
				for i, l := range p.world.Limits() {
					greatest = math.Max(greatest, math.Max(l.Lower-p.q[i], p.q[i]-l.Upper))
				}
			}
			speed := 0.0
			for _, v := range p.v {
				speed = math.Max(speed, math.Abs(v))
			}
			if changes != 4000 || greatest > 0 || speed > 0.05 {
				t.Errorf("%s, round %v: %d changes in 4000 ticks, %g rad beyond a limit, at last %g rad/s", law, round, changes, greatest, speed)
			}
			t.Logf("%s, round %v: the greatest step is %.2f %% of a limit, at last %.3g rad/s", law, round, 100*worst, speed)
		}
	}
}

package wholebody

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

func (r *rig) goal(q messages.GoalRequest) messages.GoalReply {
	r.t.Helper()
	return askRig[messages.GoalReply](r, q)
}

func sendGoal(task string, values ...messages.GoalValue) messages.GoalRequest {
	return messages.GoalRequest{Verb: messages.GoalSend, Goal: messages.Goal{Task: task, Values: values}}
}

func goalOf(name string, numbers ...float64) messages.GoalValue {
	return messages.GoalValue{Name: name, Numbers: numbers}
}

func (r *rig) wantGoal(id messages.GoalID, state messages.GoalState, reason messages.GoalReason) {
	r.t.Helper()
	reply := r.goal(messages.GoalRequest{Verb: messages.GoalShow, ID: id})
	if len(reply.Goals) != 1 || reply.Goals[0].State != state || reply.Goals[0].Reason != reason {
		r.t.Errorf("goal %s is %+v; expected %s (%s)", id, reply, state, reason)
	}
}

func (r *rig) hand() [3]float64 {
	m, _ := r.world.Model()
	hand, _ := m.BodyIndex("hand")
	if err := r.workspace.SetState(r.q, r.v); err != nil {
		r.t.Fatal(err)
	}
	return r.workspace.Pose(hand).P
}

// still reports how far the joints go within some time.
func (r *rig) still(d time.Duration) (moved float64) {
	r.t.Helper()
	from := slices.Clone(r.q)
	r.run(d)
	for i, q := range r.q {
		moved = math.Max(moved, math.Abs(q-from[i]))
	}
	return moved
}

// manual has a state for each task set, entered by request only.
func manual(o Options) Options {
	o.Behavior = BehaviorOptions{}
	return o
}

func TestAGoalOfATaskSucceedsAndANewerOnePreemptsIt(t *testing.T) {
	r := running(t, manual(armOptions()))
	var status messages.GoalStatus
	if _, err := actors.Tap(r.sys, "arm/controller.goals", func(_ messages.Stamp, s *messages.GoalStatus) {
		status = messages.GoalStatus{Goal: slices.Clone(s.Goal)}
	}); err != nil {
		t.Fatal(err)
	}
	r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reaching"})
	first := r.goal(sendGoal("reach", goalOf("position", 0.4, -0.2, 0.45))).Goals[0].ID
	r.run(500 * time.Millisecond)
	if g := status.Goal[1]; g.ID != first || g.State != messages.GoalActive || !(g.Progress > 0 && g.Progress < 1) || !(g.Remaining > 0.01) {
		t.Errorf("on the way: %+v", g)
	}
	second := r.goal(sendGoal("reach", goalOf("position", 0.5, 0.1, 0.4))).Goals[0].ID
	r.run(6 * time.Second)
	if at := r.hand(); math.Hypot(at[0]-0.5, math.Hypot(at[1]-0.1, at[2]-0.4)) > 5e-3 {
		t.Errorf("the hand is at %v", at)
	}
	r.wantGoal(first, messages.GoalPreempted, messages.GoalNoReason)
	r.wantGoal(second, messages.GoalSucceeded, messages.GoalNoReason)
	if g := status.Goal[1]; g.State != messages.GoalSucceeded || status.Goal[3].ID != 0 {
		t.Errorf("at the goal: %+v", status)
	}
}

func TestAPostureTakesAGoalByJointName(t *testing.T) {
	r := running(t, manual(armOptions()))
	r.run(4 * time.Second)
	id := r.goal(sendGoal("arm_posture", goalOf("elbow", -0.8))).Goals[0].ID
	r.run(4 * time.Second)
	for i, want := range []float64{-0.4, 0.9, -0.8, 0.2} { // the others keep the goal of the options
		if math.Abs(r.q[i]-want) > 1e-2 {
			t.Errorf("joint %d is at %g, want %g", i, r.q[i], want)
		}
	}
	r.wantGoal(id, messages.GoalSucceeded, messages.GoalNoReason)
}

func TestAGoalGivenToAStoppedRobotIsRejectedAndItsReArmMovesNothing(t *testing.T) {
	r := running(t, manual(armOptions()))
	r.run(4 * time.Second)
	r.stopped = true
	r.run(200 * time.Millisecond)
	reply := r.goal(sendGoal("arm_posture", goalOf("joints", 0.5, 0.5, -0.5, 0)))
	if reply.Result != messages.TaskStopped || len(reply.Stopped) != 4 || !strings.Contains(reply.Text, `joints turn (ramp_hold), shoulder (ramp_hold)`) || !strings.Contains(reply.Text, "robo-actors rearm arm") {
		t.Errorf("%+v", reply)
	}
	set := messages.TaskRequest{Verb: messages.TaskSet, Task: "arm_posture", Parameter: "goal.joints", Numbers: []float64{0.5, 0.5, -0.5, 0}}
	if reply := r.ask(set); reply.Result != messages.TaskStopped {
		t.Errorf("%+v", reply)
	}
	r.stopped = false
	if moved := r.still(2 * time.Second); moved > 1e-2 {
		t.Errorf("the re-arm moved a joint by %g rad", moved)
	}
	if reply := r.ask(set); reply.Result != messages.TaskSuccess {
		t.Errorf("asked again: %+v", reply)
	}
}

// Each kind of goal is interrupted on its way: after the re-arm the robot stays where it was.
func TestAReArmResumesNoGoal(t *testing.T) {
	for task, c := range map[string]struct {
		state string
		value messages.GoalValue
	}{
		"arm_posture": {"hold", goalOf("joints", 1.2, 0.2, -0.3, -0.5)},
		"reach":       {"reaching", goalOf("position", 0.3, -0.4, 0.5)},
	} {
		r := running(t, manual(armOptions()))
		r.run(2 * time.Second)
		if c.state != "hold" {
			r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: c.state})
		}
		reply := r.goal(sendGoal(task, c.value))
		if reply.Result != messages.TaskSuccess {
			t.Fatalf("%s: %+v", task, reply)
		}
		id := reply.Goals[0].ID
		r.run(600 * time.Millisecond)
		r.stopped = true
		r.run(300 * time.Millisecond)
		r.wantGoal(id, messages.GoalAborted, messages.GoalJointStopped)
		r.stopped = false
		if moved := r.still(3 * time.Second); moved > 2e-2 {
			t.Errorf("%s: the re-arm moved a joint by %g rad", task, moved)
		}
		if again := r.goal(sendGoal(task, c.value)); again.Result != messages.TaskSuccess {
			t.Errorf("%s: asked again: %+v", task, again)
		}
		r.run(5 * time.Second)
		r.wantGoal(messages.NewGoalID(id.Incarnation(), uint32(id)+1), messages.GoalSucceeded, messages.GoalNoReason)
		if len(r.failures()) != 0 {
			t.Errorf("%s: %q", task, r.failures())
		}
	}
}

func TestACanceledTaskStaysWhereItIs(t *testing.T) {
	r := running(t, manual(armOptions()))
	r.run(4 * time.Second)
	id := r.goal(sendGoal("arm_posture", goalOf("joints", 1.2, 0.2, -0.3, -0.5))).Goals[0].ID
	r.run(500 * time.Millisecond)
	if reply := r.goal(messages.GoalRequest{Verb: messages.GoalCancel, Task: "arm_posture"}); reply.Result != messages.TaskSuccess || reply.Goals[0].ID != id {
		t.Errorf("%+v", reply)
	}
	r.run(time.Second)
	if moved := r.still(2 * time.Second); moved > 1e-3 || math.Abs(r.q[0]-1.2) < 0.3 {
		t.Errorf("the joints are at %v and move by %g", r.q, moved)
	}
	r.wantGoal(id, messages.GoalCanceled, messages.GoalNoReason)
}

func TestAStateThatSetsAnotherGoalOrLeavesTheTaskEndsTheGoal(t *testing.T) {
	o := armOptions()
	o.Behavior.States = o.Behavior.States[:3]
	for i := range o.Behavior.States {
		o.Behavior.States[i].Transitions = nil
	}
	r := running(t, o)
	r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"})
	first := r.goal(sendGoal("reach", goalOf("position", 0.5, 0.1, 0.4))).Goals[0].ID
	r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_right"})
	r.wantGoal(first, messages.GoalAborted, messages.GoalReplaced)
	if law := r.shell.law; law.goals.aims[slices.Index(law.tasks, "reach")].given {
		t.Error("the goal of the state counts as given: a joint that stops would end it")
	}
	second := r.goal(sendGoal("reach", goalOf("position", 0.5, 0.1, 0.4))).Goals[0].ID
	r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "hold"})
	r.run(10 * time.Millisecond)
	r.wantGoal(second, messages.GoalAborted, messages.GoalReplaced)
}

func TestAGoalThatIsNotReachedInTimeIsAborted(t *testing.T) {
	r := running(t, manual(armOptions()))
	q := sendGoal("arm_posture", goalOf("joints", 1.2, 0.2, -0.3, -0.5))
	q.Goal.Within = 400 * time.Millisecond
	id := r.goal(q).Goals[0].ID
	r.run(time.Second)
	r.wantGoal(id, messages.GoalAborted, messages.GoalMissed)
	r.run(time.Second)
	if moved := r.still(2 * time.Second); moved > 1e-3 {
		t.Errorf("after its time the joints move by %g", moved)
	}
}

func TestAWrongGoalOfATaskIsRejected(t *testing.T) {
	r := running(t, manual(armOptions()))
	timed := sendGoal("arm_posture", goalOf("joints", 0, 0, 0, 0))
	timed.Goal.Times = []time.Duration{time.Second}
	for text, c := range map[string]struct {
		request messages.GoalRequest
		result  messages.TaskResult
	}{
		`task "rech"; known tasks are limits, reach, turned, arm_posture, calm`: {sendGoal("rech", goalOf("position", 0, 0, 0)), messages.TaskUnknownTask},
		"the goal names no task":                            {sendGoal("", goalOf("position", 0, 0, 0)), messages.TaskUnknownTask},
		`has no "elbw"; parts of its goal are joints, turn`: {sendGoal("arm_posture", goalOf("elbw", 0)), messages.TaskUnknownParameter},
		"there are 2 numbers; expected 4":                   {sendGoal("arm_posture", goalOf("joints", 0, 0)), messages.TaskInvalidDimension},
		`joint "elbow" has 2 numbers; expected 1`:           {sendGoal("arm_posture", goalOf("elbow", 0, 0)), messages.TaskInvalidDimension},
		`task "reach" is not in task set "hold"`:            {sendGoal("reach", goalOf("position", 0.4, 0, 0.4)), messages.TaskNotNow},
		"takes no times":                                    {timed, messages.TaskInvalidData},
		"no goal is active":                                 {messages.GoalRequest{Verb: messages.GoalCancel}, messages.TaskNotNow},
		"known verbs are send":                              {messages.GoalRequest{Verb: "go"}, messages.TaskUnknownVerb},
	} {
		if reply := r.goal(c.request); reply.Result != c.result || !strings.Contains(reply.Text, text) {
			t.Errorf("%+v is answered %s: %s; expected %s: %s", c.request, reply.Result, reply.Text, c.result, text)
		}
	}
}

// base puts the base into a mode; stopped, it comes to rest at once.
func (b *mobile) base(mode messages.Mode) {
	for i := range 3 {
		b.in.Passes[i], b.in.Mode[i], b.in.Velocity[i] = mode.Passes(), mode, 0
	}
}

// A base that stops ends the goals that it takes part in; its re-arm moves nothing.
func TestAStoppedBaseEndsTheGoalsThatItTakesPartIn(t *testing.T) {
	b := newMobile(t, "exact")
	send := func(task string, v messages.GoalValue) messages.GoalReply {
		r := sendGoal(task, v)
		return b.law.Goal(&r, b.in)
	}
	for range 3000 {
		b.step()
	}
	reach := send("reach", goalOf("position", 2, 0.5, 0.5))
	fold := send("folded", goalOf("joints", 0.2, 0.4))
	if reach.Result != messages.TaskSuccess || fold.Result != messages.TaskSuccess {
		t.Fatalf("%+v, %+v", reach, fold)
	}
	for range 500 {
		b.step()
	}
	b.base(messages.ModeDamp)
	for range 500 {
		b.step()
	}
	shown := b.law.Goal(&messages.GoalRequest{Verb: messages.GoalShow, ID: reach.Goals[0].ID}, b.in).Goals[0]
	if shown.State != messages.GoalAborted || shown.Reason != messages.GoalJointStopped || !strings.Contains(shown.Text, `joint "planar" stopped`) {
		t.Errorf("%+v", shown)
	}
	if g := b.law.Goal(&messages.GoalRequest{Verb: messages.GoalShow, ID: fold.Goals[0].ID}, b.in).Goals[0]; g.State == messages.GoalAborted {
		t.Errorf("the posture of the arm does not need the base: %+v", g)
	}
	if again := send("reach", goalOf("position", 2, 0.5, 0.5)); again.Result != messages.TaskStopped || !again.Stopped[0].Virtual || !strings.Contains(again.Text, "planar (damp), which another world realises,") {
		t.Errorf("%+v", again)
	}
	at := [2]float64{b.in.Position[0], b.in.Position[1]}
	b.base(messages.ModeRun)
	for range 3000 {
		b.step()
	}
	if moved := math.Hypot(b.in.Position[0]-at[0], b.in.Position[1]-at[1]); moved > 0.05 {
		t.Errorf("the re-arm moved the base by %g m", moved)
	}
}

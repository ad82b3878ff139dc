package jointspace_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/jointspace"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// request sends a request about goals and lets two periods pass.
func (a *arm) request(t *testing.T, r messages.GoalRequest) (reply messages.GoalReply) {
	t.Helper()
	answered := false
	if err := a.Sys.Request(shelltest.Shell, r, func(v any, err error) {
		if reply, answered = v.(messages.GoalReply); err != nil {
			t.Fatal(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	a.Ticks(2)
	if !answered {
		t.Fatal("the request was not answered")
	}
	return reply
}

func send(values ...messages.GoalValue) messages.GoalRequest {
	return messages.GoalRequest{Verb: messages.GoalSend, Goal: messages.Goal{Values: values}}
}

func to(joint string, numbers ...float64) messages.GoalValue {
	return messages.GoalValue{Name: joint, Numbers: numbers}
}

func (a *arm) wantGoal(t *testing.T, id messages.GoalID, state messages.GoalState, reason messages.GoalReason) {
	t.Helper()
	reply := a.request(t, messages.GoalRequest{Verb: messages.GoalShow, ID: id})
	if len(reply.Goals) != 1 || reply.Goals[0].State != state || reply.Goals[0].Reason != reason {
		t.Errorf("goal %s is %+v; expected %s (%s)", id, reply, state, reason)
	}
}

func TestAGoalOfVelocitySucceedsOnceTheJointHasIt(t *testing.T) {
	o := armOptions()
	o.Control, o.Goal = "velocity", nil
	a := newArm(t, o, false)
	a.start(t)
	a.Ticks(5)
	id := a.request(t, send(to("shoulder", 0.8))).Goals[0].ID
	a.wantGoal(t, id, messages.GoalActive, messages.GoalNoReason)
	a.Ticks(500)
	a.wantGoal(t, id, messages.GoalSucceeded, messages.GoalNoReason)
}

func TestAGoalByJointNameSucceedsAndANewerOnePreemptsIt(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	status := shelltest.Tap[messages.GoalStatus](a.Rig, "status", nil)
	a.Ticks(5)
	first := a.request(t, send(to("shoulder", 1), to("lift", 0.4))).Goals[0].ID
	a.Ticks(30)
	if g := status.Value.Goal[0]; g.State != messages.GoalActive || !(g.Progress > 0.05 && g.Progress < 0.9) {
		t.Errorf("on the way: %+v", g)
	}
	second := a.request(t, send(to("shoulder", -0.5))).Goals[0].ID // the lift keeps its goal
	a.Ticks(500)
	if math.Abs(a.position(0)+0.5) > 1e-3 || math.Abs(a.position(1)-0.4) > 1e-3 {
		t.Errorf("the joints are at %g and %g", a.position(0), a.position(1))
	}
	a.wantGoal(t, first, messages.GoalPreempted, messages.GoalNoReason)
	a.wantGoal(t, second, messages.GoalSucceeded, messages.GoalNoReason)
	a.WantNoAllocation()
}

// The shoulder turns and the lift slides: a number without its joint would mix their units.
func TestTheDistanceToAGoalIsThatOfTheFarthestJointInItsUnit(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	a.Ticks(5)
	id := a.request(t, send(to("shoulder", 1), to("lift", 0.01))).Goals[0].ID
	if g := a.request(t, messages.GoalRequest{Verb: messages.GoalShow, ID: id}).Goals[0]; g.Joint != "shoulder" || g.Unit != "rad" {
		t.Errorf("%g %s of joint %q; expected rad of the shoulder", g.Remaining, g.Unit, g.Joint)
	}
	late := send(to("lift", 0))
	late.Goal.Within = 100 * time.Millisecond
	a.request(t, send(to("shoulder", 0), to("lift", 0.4)))
	a.Ticks(1000)
	id = a.request(t, late).Goals[0].ID
	a.Ticks(100)
	g := a.request(t, messages.GoalRequest{Verb: messages.GoalShow, ID: id}).Goals[0]
	if g.Joint != "lift" || g.Unit != "m" || !strings.Contains(g.Text, ` m of joint "lift" remain after 100ms`) {
		t.Errorf("a late goal: %+v", g)
	}
}

func TestAGoalGivenToStoppedJointsDoesNotMoveThemAtReArm(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	a.Ticks(5)
	a.Robot.Mode[a.joints[0]] = messages.ModeRampHold
	a.Ticks(5)
	reply := a.request(t, send(to("shoulder", 1)))
	if reply.Result != messages.TaskStopped || len(reply.Stopped) != 1 || reply.Stopped[0] != (messages.StoppedJoint{Joint: "shoulder", Known: true, Mode: messages.ModeRampHold}) ||
		!strings.Contains(reply.Text, `joint shoulder (ramp_hold) of world "robot" take no commands; re-arm first`) {
		t.Errorf("%+v", reply)
	}
	if reply := a.asks(t, goal(1, 0.2)); reply.Result != messages.TaskStopped || !strings.Contains(reply.Text, "robo-actors rearm robot") {
		t.Errorf("%+v", reply)
	}
	a.Robot.Mode[a.joints[0]] = messages.ModeRun
	a.Ticks(200)
	if a.position(0) != 0 || a.position(1) != 0 {
		t.Errorf("the re-arm moved the joints to %g and %g", a.position(0), a.position(1))
	}
}

// The shoulder stops on its way; the lift comes to rest too, and neither moves at the re-arm.
func TestAReArmDoesNotResumeAGoal(t *testing.T) {
	for _, output := range []string{"velocity", "effort"} {
		o := armOptions()
		if o.Output = output; output == "effort" {
			o.PositionGains = jointspace.GainOptions{Proportional: 100, Derivative: 20}
		}
		a := newArm(t, o, false)
		a.start(t)
		a.Ticks(5)
		id := a.request(t, send(to("shoulder", 1.5), to("lift", 0.45))).Goals[0].ID
		a.Ticks(40)
		a.Robot.Mode[a.joints[0]] = messages.ModeRampHold
		*a.speed(0) = 0
		at := a.position(0)
		a.Ticks(200)
		lift := a.position(1)
		if math.Abs(*a.speed(1)) > 1e-3 || lift < 0.05 || lift > 0.35 {
			t.Fatalf("%s: the lift is at %g with %g", output, lift, *a.speed(1))
		}
		a.Robot.Mode[a.joints[0]] = messages.ModeRun
		a.Ticks(300)
		if math.Abs(a.position(0)-at) > 1e-3 || math.Abs(a.position(1)-lift) > 2e-3 {
			t.Errorf("%s: the re-arm moved the joints from %g and %g to %g and %g", output, at, lift, a.position(0), a.position(1))
		}
		a.wantGoal(t, id, messages.GoalAborted, messages.GoalJointStopped)
		again := a.request(t, send(to("shoulder", 1), to("lift", 0.1))).Goals[0].ID
		a.Ticks(500)
		a.wantGoal(t, again, messages.GoalSucceeded, messages.GoalNoReason)
	}
}

func TestAReachedGoalIsNotTakenUpAgainAfterAStop(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	a.Ticks(5)
	a.request(t, send(to("shoulder", 0.5)))
	a.Ticks(300)
	a.Robot.Mode[a.joints[0]] = messages.ModeOff
	a.Robot.Position[a.slots[0].Position] = 0.2 // it sank
	a.Ticks(20)
	a.Robot.Mode[a.joints[0]] = messages.ModeRun
	a.Ticks(200)
	if math.Abs(a.position(0)-0.2) > 1e-6 {
		t.Errorf("the re-arm moved the shoulder to %g", a.position(0))
	}
}

func TestACanceledGoalComesToRestAndALateOneIsAborted(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	a.Ticks(5)
	id := a.request(t, send(to("shoulder", 1.5))).Goals[0].ID
	a.Ticks(30)
	if reply := a.request(t, messages.GoalRequest{Verb: messages.GoalCancel, ID: id}); reply.Result != messages.TaskSuccess || reply.Goals[0].State != messages.GoalCanceled {
		t.Errorf("%+v", reply)
	}
	a.Ticks(200)
	if at := a.position(0); at < 0.1 || at > 1 || math.Abs(*a.speed(0)) > 1e-3 {
		t.Errorf("the shoulder is at %g with %g", at, *a.speed(0))
	}
	late := send(to("shoulder", -1.5))
	late.Goal.Within = 500 * time.Millisecond
	id = a.request(t, late).Goals[0].ID
	a.Ticks(300)
	a.wantGoal(t, id, messages.GoalAborted, messages.GoalMissed)
	if at := a.position(0); at < -1.2 || math.Abs(*a.speed(0)) > 1e-3 {
		t.Errorf("after the time the shoulder is at %g with %g", at, *a.speed(0))
	}
}

func TestAWrongGoalIsRejected(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	a.Ticks(5)
	timed := send(to("lift", 0.1))
	timed.Goal.Times = []time.Duration{time.Second}
	other := send(to("lift", 0.1))
	other.Goal.Task = "joint"
	for text, c := range map[string]struct {
		request messages.GoalRequest
		result  messages.TaskResult
	}{
		`joint "lfit"; joints of group "arm" are shoulder, lift`: {send(to("lfit", 0.1)), messages.TaskUnknownParameter},
		`0.6 for joint "lift"; expected 0 to 0.5`:                {send(to("lift", 0.6)), messages.TaskOutOfRange},
		`"lift" has 2 numbers; expected 1`:                       {send(to("lift", 0.1, 0.2)), messages.TaskInvalidDimension},
		"takes no times":                                         {timed, messages.TaskInvalidData},
		"known tasks are joints":                                 {other, messages.TaskUnknownTask},
		"the goal is empty":                                      {send(), messages.TaskInvalidData},
		"known verbs are send, cancel and show":                  {messages.GoalRequest{Verb: "go"}, messages.TaskUnknownVerb},
		"no goal is active":                                      {messages.GoalRequest{Verb: messages.GoalCancel}, messages.TaskNotNow},
	} {
		if reply := a.request(t, c.request); reply.Result != c.result || !strings.Contains(reply.Text, text) {
			t.Errorf("%+v is answered %s: %s; expected %s: %s", c.request, reply.Result, reply.Text, c.result, text)
		}
	}
}

func TestAPlannerSendsGoals(t *testing.T) {
	a := newArm(t, armOptions(), false)
	goals, tick := map[int][]float64{30: {1, 0.4}, 60: {-0.5, 0.2}, 90: {0, 7}}, 0
	shelltest.Feed(a.Rig, "goal", actors.Sizes{"points": 1, "values": 2}, 0, func(_ *actors.Tick, m *messages.GoalCommand) bool {
		goal := goals[tick]
		tick++
		m.Points = 1
		copy(m.Value, goal)
		return goal != nil
	})
	a.start(t)
	status := shelltest.Tap[messages.GoalStatus](a.Rig, "status", nil)
	a.Ticks(500)
	if math.Abs(a.position(0)+0.5) > 1e-3 || math.Abs(a.position(1)-0.2) > 1e-3 {
		t.Errorf("the joints are at %g and %g", a.position(0), a.position(1))
	}
	if s := status.Value; s.Goal[0].State != messages.GoalSucceeded || s.Goal[0].Command != 2 || s.Rejected != 3 {
		t.Errorf("%+v", s)
	}
	if told := strings.Join(a.Told(messages.EventNote), "\n"); !strings.Contains(told, `goal at input goal rejected: out of range: goal of task "joints": 7 for joint "lift"`) {
		t.Error(told)
	}
}

// What the application declares is no request that could succeed, but the events of a run still say
// that the robot got there.
func TestTheGoalOfTheOptionsIsReachedOnceAfterEachStart(t *testing.T) {
	o := armOptions()
	o.Goal = []float64{0.5, 0.2}
	a := newArm(t, o, false)
	a.start(t)
	reached := func() int {
		return strings.Count(strings.Join(a.Told(messages.EventNote), "\n"), `the goal of the options of task "joints" is reached`)
	}
	a.Ticks(20)
	if got := reached(); got != 0 {
		t.Errorf("on the way it was reached %d times", got)
	}
	a.Ticks(1000)
	if got := reached(); got != 1 || math.Abs(a.position(0)-0.5) > 0.01 {
		t.Errorf("reached %d times, with the shoulder at %g rad", got, a.position(0))
	}
	a.Robot.Mode[a.joints[0]] = messages.ModeRampHold
	a.Ticks(20)
	a.Robot.Mode[a.joints[0]] = messages.ModeRun
	a.Ticks(1000)
	if got := reached(); got != 2 {
		t.Errorf("reached %d times after a stop and a re-arm; expected 2", got)
	}
	a.request(t, send(to("shoulder", -0.5)))
	a.Ticks(1000)
	if got := reached(); got != 2 {
		t.Errorf("reached %d times after a goal by request, which has events of its own", got)
	}
}

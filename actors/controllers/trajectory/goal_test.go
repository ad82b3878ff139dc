package trajectory_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// goalOptions are those of an arm without waypoints.
func goalOptions() trajectory.Options {
	o := trajectory.DefaultOptions()
	o.JointGroup = "arm"
	return o
}

// ask sends a request and lets a period pass for the reply.
func (a *arm) ask(t *testing.T, r messages.GoalRequest) (reply messages.GoalReply) {
	t.Helper()
	answered := false
	if err := a.Sys.Request(shelltest.Shell, r, func(v any, err error) {
		if reply, answered = v.(messages.GoalReply); err != nil {
			t.Fatal(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	a.Ticks(1)
	if !answered {
		t.Fatal("the request was not answered")
	}
	return reply
}

func send(values ...messages.GoalValue) messages.GoalRequest {
	return messages.GoalRequest{Verb: messages.GoalSend, Goal: messages.Goal{Values: values}}
}

func to(name string, numbers ...float64) messages.GoalValue {
	return messages.GoalValue{Name: name, Numbers: numbers}
}

// accepted sends a goal and returns its number.
func (a *arm) accepted(t *testing.T, r messages.GoalRequest) messages.GoalID {
	t.Helper()
	reply := a.ask(t, r)
	if reply.Result != messages.TaskSuccess || len(reply.Goals) != 1 || reply.Goals[0].State != messages.GoalActive {
		t.Fatalf("the goal is answered %+v", reply)
	}
	return reply.Goals[0].ID
}

// wantGoal checks the state of a goal.
func (a *arm) wantGoal(t *testing.T, id messages.GoalID, state messages.GoalState, reason messages.GoalReason) {
	t.Helper()
	reply := a.ask(t, messages.GoalRequest{Verb: messages.GoalShow, ID: id})
	if len(reply.Goals) != 1 || reply.Goals[0].State != state || reply.Goals[0].Reason != reason {
		t.Errorf("goal %s is %+v; expected %s (%s)", id, reply, state, reason)
	}
}

func TestWithoutWaypointsTheJointsHoldUntilAGoalArrives(t *testing.T) {
	a := newArm(t, goalOptions())
	a.set(0, messages.ModeRun, 0.2)
	a.start(t)
	a.Ticks(100)
	if a.where[0] != 0.2 || a.rate != [2]float64{} {
		t.Fatalf("without a goal the joints are sent to %v with %v", a.where, a.rate)
	}
	status := shelltest.Tap[messages.GoalStatus](a.Rig, "status", nil)
	id := a.accepted(t, send(to("shoulder", 1)))
	a.smooth(t, 50, 0)
	if g := status.Value.Goal[0]; g.ID != id || g.State != messages.GoalActive || !(g.Progress > 0.2 && g.Progress < 0.8) || g.Remaining < 0.1 {
		t.Errorf("on the way the status is %+v", g)
	}
	a.smooth(t, 250, 0)
	a.wantAt(t, 1, 0)
	a.wantGoal(t, id, messages.GoalSucceeded, messages.GoalNoReason)
	if g := status.Value.Goal[0]; g.State != messages.GoalSucceeded || g.Progress != 1 || g.Remaining > 1e-3 {
		t.Errorf("at the goal the status is %+v", g)
	}
	a.WantNoFailure()
}

// Goals at random instants of each other's way: what is commanded never jumps, and the last one is
// reached.
func TestGoalsReplaceEachOtherWithoutAJump(t *testing.T) {
	for _, shape := range []string{"quintic", "cubic"} {
		for seed := range uint64(10) {
			r := rand.New(rand.NewPCG(seed, 1))
			o := goalOptions()
			o.Interpolation = shape
			a := newArm(t, o)
			a.start(t)
			a.Ticks(5)
			var last messages.GoalID
			preempted := 0
			want := [2]float64{}
			for range 12 {
				goal := [2]float64{r.Float64()*3 - 1.5, 0.1 + 0.3*r.Float64()}
				where, rate := a.where, a.rate
				reply := a.ask(t, send(to("shoulder", goal[0]), to("lift", goal[1])))
				for i := range where {
					if math.Abs(a.where[i]-where[i]-(rate[i]+a.rate[i])/2*period) > 5*period*period || math.Abs(a.rate[i]-rate[i]) > 2*5*period {
						t.Fatalf("seed %d: joint %d jumps from %g with %g to %g with %g", seed, i, where[i], rate[i], a.where[i], a.rate[i])
					}
				}
				if reply.Result == messages.TaskSuccess {
					if last != 0 {
						preempted++
					}
					last, want = reply.Goals[0].ID, goal
				} else if reply.Result != messages.TaskOutOfRange { // a joint that is fast near its limit may have no way
					t.Fatalf("seed %d: %+v", seed, reply)
				}
				a.smooth(t, 10+r.IntN(60), r.IntN(2))
			}
			a.smooth(t, 500, 0)
			a.wantAt(t, want[0], want[1])
			a.wantGoal(t, last, messages.GoalSucceeded, messages.GoalNoReason)
			if preempted < 5 {
				t.Errorf("seed %d: only %d goals were replaced", seed, preempted)
			}
			a.WantNoFailure()
		}
	}
}

func TestATrajectoryByRequestMeetsItsTimes(t *testing.T) {
	a := newArm(t, armOptions())
	a.start(t)
	a.Ticks(100) // on the way of the options' waypoints
	r := send(to("shoulder", 0.5, -0.5), to("lift", 0.2, 0.3))
	r.Goal.Times = []time.Duration{2 * time.Second, 4 * time.Second}
	id := a.accepted(t, r)
	a.smooth(t, 199, 0)
	if math.Abs(a.where[0]-0.5) > 1e-6 || math.Abs(a.where[1]-0.2) > 1e-6 {
		t.Errorf("at the first time the joints are sent to %v", a.where)
	}
	a.smooth(t, 230, 1)
	a.wantAt(t, -0.5, 0.3)
	a.wantGoal(t, id, messages.GoalSucceeded, messages.GoalNoReason)
}

func TestAJointThatAGoalDoesNotNameKeepsItsOwn(t *testing.T) {
	a := newArm(t, goalOptions())
	a.start(t)
	a.Ticks(5)
	first := a.accepted(t, send(to("shoulder", 1), to("lift", 0.4)))
	a.smooth(t, 30, 0)
	second := a.accepted(t, send(to("shoulder", -0.5)))
	a.smooth(t, 500, 1)
	a.wantAt(t, -0.5, 0.4)
	a.wantGoal(t, first, messages.GoalPreempted, messages.GoalNoReason)
	a.wantGoal(t, second, messages.GoalSucceeded, messages.GoalNoReason)
}

func TestACanceledGoalComesToRest(t *testing.T) {
	a := newArm(t, goalOptions())
	a.start(t)
	a.Ticks(5)
	id := a.accepted(t, send(to("shoulder", 1.5)))
	a.smooth(t, 50, 0)
	if reply := a.ask(t, messages.GoalRequest{Verb: messages.GoalCancel}); reply.Result != messages.TaskSuccess || !strings.Contains(reply.Text, "is canceled") {
		t.Fatalf("%+v", reply)
	}
	a.smooth(t, 100, 0)
	if a.rate != [2]float64{} || a.where[0] < 0.1 || a.where[0] > 1.4 {
		t.Errorf("the joints are sent to %v with %v", a.where, a.rate)
	}
	a.wantGoal(t, id, messages.GoalCanceled, messages.GoalNoReason)
	if reply := a.ask(t, messages.GoalRequest{Verb: messages.GoalCancel, ID: id}); reply.Result != messages.TaskNotNow || !strings.Contains(reply.Text, "has ended already: canceled") {
		t.Errorf("a second cancel is answered %+v", reply)
	}
	if notes := a.Told(messages.EventNote); len(notes) != 2 || !strings.Contains(notes[1], "goal 1.1 of task \"trajectory\" canceled") {
		t.Errorf("the events are %q", notes)
	}
}

func TestAGoalGivenToAStoppedRobotIsRejectedAndNeverCarriedOut(t *testing.T) {
	a := newArm(t, goalOptions())
	a.start(t)
	a.Ticks(5)
	a.set(0, messages.ModeRampHold, 0.1)
	a.Ticks(5)
	reply := a.ask(t, send(to("shoulder", 1)))
	if reply.Result != messages.TaskStopped || !strings.Contains(reply.Text, `joint shoulder (ramp_hold) of world "robot" take`) || !strings.Contains(reply.Text, "robo-actors rearm robot") {
		t.Errorf("the reply is %+v", reply)
	}
	a.set(0, messages.ModeRun, 0.1)
	a.smooth(t, 200, 0)
	a.wantAt(t, 0.1, 0)
}

func TestAReArmDoesNotResumeAnInterruptedGoal(t *testing.T) {
	for name, o := range map[string]trajectory.Options{"by request": goalOptions(), "of the options": armOptions()} {
		t.Run(name, func(t *testing.T) {
			o.AfterStop = "hold"
			a := newArm(t, o)
			a.start(t)
			a.Ticks(80)
			if len(o.Waypoints) == 0 {
				a.accepted(t, send(to("shoulder", 1.5)))
				a.smooth(t, 50, 0)
			}
			stopped := a.position(0) + 0.02
			a.set(0, messages.ModeRampHold, stopped)
			a.smooth(t, 60, 1)
			a.wantGoal(t, messages.NewGoalID(1, 1), messages.GoalAborted, messages.GoalJointStopped)
			lift := a.where[1]
			a.set(0, messages.ModeRun, stopped)
			a.smooth(t, 400, 0)
			a.wantAt(t, stopped, lift)
			id := a.accepted(t, send(to("shoulder", -0.5))) // asked again
			a.smooth(t, 400, 0)
			a.wantGoal(t, id, messages.GoalSucceeded, messages.GoalNoReason)
		})
	}
}

func TestAJointPushedAwayAfterTheGoalStaysThereAtReArm(t *testing.T) {
	a := newArm(t, goalOptions())
	a.start(t)
	a.Ticks(5)
	a.accepted(t, send(to("shoulder", 1)))
	a.smooth(t, 400, 0)
	a.set(0, messages.ModeOff, 0.9)
	a.Ticks(20)
	a.set(0, messages.ModeRun, 0.9)
	a.smooth(t, 200, 0)
	a.wantAt(t, 0.9, 0)
}

func TestAWrongGoalIsRejectedWithItsReason(t *testing.T) {
	timed := func(r messages.GoalRequest, times ...time.Duration) messages.GoalRequest {
		r.Goal.Times = times
		return r
	}
	a := newArm(t, goalOptions())
	a.start(t)
	a.Ticks(5)
	other := send(to("shoulder", 1))
	other.Goal.Task = "reach"
	for name, c := range map[string]struct {
		request messages.GoalRequest
		result  messages.TaskResult
		text    string
	}{
		"an unknown joint":     {send(to("sholder", 1)), messages.TaskUnknownParameter, `joint "sholder"; joints of group "arm" are shoulder, lift`},
		"an unknown task":      {other, messages.TaskUnknownTask, "known tasks are trajectory"},
		"beyond a limit":       {send(to("lift", 0.6)), messages.TaskOutOfRange, `position 0.6 of joint "lift"; expected 0 to 0.5 m`},
		"too fast":             {timed(send(to("shoulder", 1)), 100*time.Millisecond), messages.TaskOutOfRange, `velocity of joint "shoulder"`},
		"too many numbers":     {send(to("shoulder", 1, 2)), messages.TaskInvalidDimension, "has 2 positions; expected 1"},
		"times that decrease":  {timed(send(to("shoulder", 1, 2)), 2*time.Second, time.Second), messages.TaskInvalidData, "times[1]: the time is 1s; expected more than 2s"},
		"not a number":         {send(to("shoulder", math.NaN())), messages.TaskInvalidData, "shoulder: number 0 is NaN"},
		"nothing":              {send(), messages.TaskInvalidData, "the goal is empty"},
		"a joint twice":        {send(to("lift", 0), to("lift", 0.1)), messages.TaskInvalidData, "the name occurs twice"},
		"an unknown verb":      {messages.GoalRequest{Verb: "go"}, messages.TaskUnknownVerb, "known verbs are send, cancel and show"},
		"nothing to cancel":    {messages.GoalRequest{Verb: messages.GoalCancel}, messages.TaskNotNow, "no goal is active"},
		"an unknown goal":      {messages.GoalRequest{Verb: messages.GoalShow, ID: 77}, messages.TaskUnknownGoal, "goal 0.77 is unknown"},
		"more than is allowed": {timed(send(to("lift", 0)), make([]time.Duration, messages.MaxGoalTimes+1)...), messages.TaskInvalidData, "1000 at most"},
	} {
		if reply := a.ask(t, c.request); reply.Result != c.result || !strings.Contains(reply.Text, c.text) {
			t.Errorf("%s is answered %s: %s; expected %s: %s", name, reply.Result, reply.Text, c.result, c.text)
		}
	}
	a.smooth(t, 50, 0)
	a.wantAt(t, 0, 0)
	a.WantNoFailure()
}

// A planner sends a goal, a better one on the way, and one that cannot be.
func TestAPlannerSendsGoalsToThePort(t *testing.T) {
	o := goalOptions()
	o.Points = 2
	a := newArm(t, o)
	at, tick := map[int][]float64{50: {1, 0.4}, 90: {-0.5, 0.2}, 130: {9, 0}}, 0
	shelltest.Feed(a.Rig, "goal", actors.Sizes{"points": 2, "values": 4}, 0, func(_ *actors.Tick, m *messages.GoalCommand) bool {
		goal := at[tick]
		tick++
		if goal == nil {
			return false
		}
		m.Points, m.TimeS[0] = 1, 0
		copy(m.Value, goal)
		return true
	})
	a.start(t)
	status := shelltest.Tap[messages.GoalStatus](a.Rig, "status", nil)
	a.Ticks(1)
	a.smooth(t, 500, 0)
	a.wantAt(t, -0.5, 0.2)
	if g := status.Value; g.Goal[0].Command != 2 || g.Goal[0].State != messages.GoalSucceeded || g.Rejected != 3 {
		t.Errorf("the status is %+v", g)
	}
	if notes := strings.Join(a.Told(messages.EventNote), "\n"); !strings.Contains(notes, "goal 1.1 of task \"trajectory\" preempted") || !strings.Contains(notes, `goal at input goal rejected: out of range: position 9 of joint "shoulder"`) {
		t.Errorf("the events are\n%s", notes)
	}
	a.WantNoAllocation()
}

// A trajectory may fill the port: two points of two joints in four values.
func TestAPlannersTrajectoryMayHaveAsManyPointsAsThePort(t *testing.T) {
	o := goalOptions()
	o.Points = 2
	a := newArm(t, o)
	tick := 0
	shelltest.Feed(a.Rig, "goal", actors.Sizes{"points": 2, "values": 4}, 0, func(_ *actors.Tick, m *messages.GoalCommand) bool {
		tick++
		m.Points = 2
		copy(m.TimeS, []float64{2, 4})
		copy(m.Value, []float64{0.5, 0.2, 1, 0.1})
		return tick == 50
	})
	a.start(t)
	status := shelltest.Tap[messages.GoalStatus](a.Rig, "status", nil)
	a.Ticks(600)
	if g := status.Value; g.Rejected != 0 || g.Goal[0].State != messages.GoalSucceeded {
		t.Errorf("the status is %+v; expected that the goal succeeded", g)
	}
	a.wantAt(t, 1, 0.1)
}

func TestARestartedControllerSaysThatItsGoalEnded(t *testing.T) {
	a := newArm(t, goalOptions())
	a.start(t)
	a.Ticks(5)
	id := a.accepted(t, send(to("shoulder", 1.5)))
	a.smooth(t, 40, 0)
	a.Fail()
	a.Ticks(30)
	reply := a.ask(t, messages.GoalRequest{Verb: messages.GoalShow, ID: id})
	if reply.Result != messages.TaskUnknownGoal || !strings.Contains(reply.Text, "goal 1.1 ended when the controller restarted, as incarnation 2") {
		t.Errorf("the reply is %+v", reply)
	}
}

// planned returns a goal of dense way points from rest to rest, as a planner gives them: the
// shoulder goes 0.5 rad on from a place within a second.
func planned(from float64) messages.GoalRequest {
	var at []float64
	var times []time.Duration
	for k := range 51 {
		s := float64(k) / 50
		at = append(at, from+0.5*s*s*s*(10+s*(6*s-15)))
		times = append(times, time.Duration(k)*20*time.Millisecond)
	}
	r := send(to("shoulder", at...))
	r.Goal.Times = times
	return r
}

func TestATrajectoryThatWasPlannedFromBesideTheCommandsIsJoined(t *testing.T) {
	a := newArm(t, goalOptions())
	a.set(0, messages.ModeRun, 0.2)
	a.start(t)
	a.Ticks(10)
	r := planned(0.203)
	r.Goal.Times, r.Goal.Values[0].Numbers = r.Goal.Times[1:], r.Goal.Values[0].Numbers[1:]
	if reply := a.ask(t, r); reply.Result != messages.TaskOutOfRange || !strings.Contains(reply.Text, "acceleration") {
		t.Errorf("without its start the trajectory is answered by %+v; expected a refusal for its acceleration", reply)
	}
	id := a.accepted(t, planned(0.203))
	a.smooth(t, 24, 0) // in half of the time rejoin
	if want := 0.203 + 0.5*0.103515625 - 0.0015; math.Abs(a.where[0]-want) > 1e-4 {
		t.Errorf("after 0.25 s the shoulder is at %g; expected %g, with half of the 3 mrad", a.where[0], want)
	}
	a.smooth(t, 100, 0)
	a.wantAt(t, 0.703, 0)
	a.wantGoal(t, id, messages.GoalSucceeded, messages.GoalNoReason)
	if reply := a.ask(t, planned(0.5)); reply.Result == messages.TaskSuccess || !strings.Contains(reply.Text, "the way points begin at 0.5") {
		t.Errorf("a trajectory from far away is answered by %+v; expected a refusal", reply)
	}
}

package jointspace_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// asks sends a request to the controller and returns the answer, which comes with the next ticks.
func (a *arm) asks(t *testing.T, r messages.TaskRequest) (reply messages.TaskReply) {
	t.Helper()
	answered := false
	if err := a.Sys.Request(shelltest.Shell, r, func(v any, err error) {
		reply, answered = v.(messages.TaskReply)
		if err != nil {
			t.Error(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	a.Ticks(2)
	if !answered {
		t.Fatalf("%+v was not answered", r)
	}
	return reply
}

func goal(numbers ...float64) messages.TaskRequest {
	return messages.TaskRequest{Verb: messages.TaskSet, Task: "joints", Parameter: "goal", Numbers: numbers}
}

func TestAUserGivesAGoalAndTheJointsGoThereWithinTheirLimits(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	a.Ticks(50)
	if reply := a.asks(t, goal(-0.6, 0.25)); reply.Result != messages.TaskSuccess || reply.Text != `goal of task "joints" is [-0.6 0.25] rad, m` {
		t.Fatalf("%+v", reply)
	}
	was := a.told
	for range 300 {
		a.Ticks(1)
		for i, acceleration := range [2]float64{5, 2} {
			if step := math.Abs(a.told[i] - was[i]); step > 2.2*acceleration*period {
				t.Fatalf("the velocity of joint %d jumps from %g to %g", i, was[i], a.told[i])
			}
		}
		was = a.told
	}
	if math.Abs(a.position(0)+0.6) > 1e-3 || math.Abs(a.position(1)-0.25) > 1e-3 {
		t.Errorf("the joints are at %g and %g, want -0.6 and 0.25", a.position(0), a.position(1))
	}
	if told := a.Told(messages.EventNote); len(told) != 3 || !strings.Contains(told[0], `goal of task "joints" is [-0.6 0.25]`) || !strings.Contains(told[2], `goal 1.1 of task "joints" succeeded`) {
		t.Errorf("the events are %q", told)
	}
	a.WantNoFailure()
}

func TestAGoalIsShownWithItsUnitsAndIsThatOfTheOptionsAfterARestart(t *testing.T) {
	o := armOptions()
	o.Goal = []float64{1, 0.1}
	a := newArm(t, o, false)
	a.start(t)
	if list := a.asks(t, messages.TaskRequest{Verb: messages.TaskList}); len(list.Tasks) != 1 || list.Tasks[0].Name != "joints" || list.Tasks[0].Kind != "joint_space" {
		t.Errorf("%+v", list)
	}
	show := messages.TaskRequest{Verb: messages.TaskShow, Task: "joints"}
	shown := func() messages.ParameterInfo {
		t.Helper()
		reply := a.asks(t, show)
		if len(reply.Parameters) != 1 {
			t.Fatalf("%+v", reply)
		}
		return reply.Parameters[0]
	}
	if p := shown(); p.Name != "goal" || p.Unit != "rad, m" || p.Doc != "position of the joints shoulder, lift" || len(p.Numbers) != 2 || p.Numbers[0] != 1 || p.Fixed {
		t.Errorf("%+v", p)
	}
	a.asks(t, goal(0.5, 0.2))
	if p := shown(); p.Numbers[0] != 0.5 || p.Numbers[1] != 0.2 {
		t.Errorf("%+v", p)
	}
	a.Fail()
	a.Ticks(50)
	if p := shown(); p.Numbers[0] != 1 || p.Numbers[1] != 0.1 {
		t.Errorf("after a restart: %+v", p)
	}
}

func TestGoalsThatCannotBeAreRefusedByName(t *testing.T) {
	a := newArm(t, armOptions(), false)
	a.start(t)
	for text, c := range map[string]struct {
		request messages.TaskRequest
		want    messages.TaskResult
	}{
		"there are 1 numbers; expected 2, for the joints shoulder, lift": {goal(0.1), messages.TaskInvalidDimension},
		`3 for joint "shoulder"; expected -2 to 2`:                       {goal(3, 0.1), messages.TaskOutOfRange},
		`-0.1 for joint "lift"; expected 0 to 0.5`:                       {goal(1, -0.1), messages.TaskOutOfRange},
		`NaN for joint "lift"; expected a finite number`:                 {goal(1, math.NaN()), messages.TaskInvalidData},
		"it is a vector, not \"home\"":                                   {messages.TaskRequest{Verb: messages.TaskSet, Task: "joints", Parameter: "goal", Text: "home"}, messages.TaskInvalidData},
		`task "reach"; known: joints`:                                    {messages.TaskRequest{Verb: messages.TaskShow, Task: "reach"}, messages.TaskUnknownTask},
		`parameter "gains" of task "joints"; known: goal`:                {messages.TaskRequest{Verb: messages.TaskSet, Task: "joints", Parameter: "gains"}, messages.TaskUnknownParameter},
		`verb "event"; a joint_space controller knows list, show`:        {messages.TaskRequest{Verb: messages.TaskEvent, Name: "go"}, messages.TaskUnknownVerb},
	} {
		if reply := a.asks(t, c.request); reply.Result != c.want || !strings.Contains(reply.Text, text) {
			t.Errorf("%+v is answered %+v; expected %v: %s", c.request, reply, c.want, text)
		} else if _, known, _ := strings.Cut(text, "; known: "); known != strings.Join(reply.Known, ", ") {
			t.Errorf("%+v: known are %q, beside %q", c.request, reply.Known, text)
		}
	}
	if told := a.Told(messages.EventNote); len(told) != 0 {
		t.Errorf("the events of a refusal are %q", told)
	}
	a.WantNoFailure()
}

func TestWhereTargetsComeThroughTheInputUsersGiveNone(t *testing.T) {
	a := newArm(t, armOptions(), true)
	a.want(0, messages.ControlPosition, 0)
	a.want(1, messages.ControlPosition, 0)
	a.start(t)
	if reply := a.asks(t, goal(0.1, 0.1)); reply.Result != messages.TaskNotAllowed || !strings.Contains(reply.Text, "targets come through the input") {
		t.Errorf("%+v", reply)
	}
}

func TestGoalsOfOtherControlsHaveTheirUnitsAndBounds(t *testing.T) {
	for control, c := range map[string]struct {
		unit string
		good [2]float64
		bad  string
	}{
		"velocity": {"rad/s, m/s", [2]float64{1.5, -0.4}, `0.5 for joint "lift"; expected -0.4 to 0.4`},
		"effort":   {"N m, N", [2]float64{10, -50}, `51 for joint "lift"; expected -50 to 50`},
	} {
		o := armOptions()
		o.Control, o.Output = control, "effort"
		a := newArm(t, o, false)
		a.start(t)
		a.Ticks(2)
		if reply := a.asks(t, goal(c.good[:]...)); reply.Result != messages.TaskSuccess || !strings.HasSuffix(reply.Text, c.unit) {
			t.Errorf("%s: %+v", control, reply)
		}
		bad := map[string]float64{"velocity": 0.5, "effort": 51}[control]
		if reply := a.asks(t, goal(0, bad)); reply.Result != messages.TaskOutOfRange || !strings.Contains(reply.Text, c.bad) {
			t.Errorf("%s: %+v", control, reply)
		}
	}
}

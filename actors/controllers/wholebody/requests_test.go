package wholebody

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

func running(t *testing.T, o Options) *rig {
	t.Helper()
	r := newRig(t, o, rigOptions{})
	r.start()
	r.run(100 * time.Millisecond)
	return r
}

func TestTasksAreListedWithTheirSetsErrorsAndUnits(t *testing.T) {
	r := running(t, steady(armOptions()))
	reply := r.ask(messages.TaskRequest{Verb: messages.TaskList})
	if reply.Result != messages.TaskSuccess || len(reply.Tasks) != 5 {
		t.Fatalf("%+v", reply)
	}
	posture, reach := reply.Tasks[3], reply.Tasks[1]
	if posture.Name != "arm_posture" || posture.Kind != "posture" || posture.Level != 1 || !slices.Equal(posture.Sets, []string{"hold"}) || posture.Error == nil || *posture.Error <= 0 || posture.Unit != "rad|m" {
		t.Errorf("posture is %+v", posture)
	}
	if reach.Level != -1 || reach.Error != nil || reach.Unit != "m" || reach.SpeedUnit != "m/s" {
		t.Errorf("reach, which is not active, is %+v", reach)
	}
	if _, err := json.Marshal(reply); err != nil {
		t.Error(err)
	}
}

func TestParametersAreShownWithTypeUnitAndRange(t *testing.T) {
	r := running(t, steady(armOptions()))
	for _, task := range []string{"limits", "reach", "turned", "arm_posture", "calm"} {
		reply := r.ask(messages.TaskRequest{Verb: messages.TaskShow, Task: task})
		if len(reply.Parameters) < 5 {
			t.Errorf("%s has the parameters %+v", task, reply.Parameters)
		}
		for _, p := range reply.Parameters {
			if p.Name == "" || p.Doc == "" || p.Type == "" {
				t.Errorf("%s: %+v", task, p)
			}
		}
		if _, err := json.Marshal(reply); err != nil {
			t.Errorf("%s: %v", task, err)
		}
	}
	reply := r.ask(messages.TaskRequest{Verb: messages.TaskShow, Task: "limits", Parameter: "gains.proportional"})
	if len(reply.Parameters) != 1 {
		t.Fatalf("%+v", reply)
	}
	if p := reply.Parameters[0]; p.Unit != "1/s2" || p.Min == nil || *p.Min != 0 || p.Max == nil || *p.Max != 1e9 || p.Numbers[0] != 400 || p.Fixed {
		t.Errorf("%+v", p)
	}
}

func TestAParameterIsSetInEverySetThatHasTheTask(t *testing.T) {
	r := running(t, steady(armOptions()))
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSet, Task: "calm", Parameter: "gains.derivative", Numbers: []float64{7}}); reply.Result != messages.TaskSuccess {
		t.Fatalf("%+v", reply)
	}
	for _, s := range r.shell.law.sets[1:] {
		if got := s.fresh.Set().Task(len(s.tasks) - 1).Gains.Derivative; got[0] != 7 {
			t.Errorf("in set %s it is %v", s.name, got)
		}
	}
	found := false
	for _, e := range r.events {
		found = found || e.Kind == messages.EventNote && strings.Contains(e.Text, "gains.derivative") && strings.Contains(e.Text, "calm") && strings.Contains(e.Text, "7")
	}
	if !found {
		t.Errorf("no event reports it: %v", r.events)
	}
}

func TestAGoalMovesTheRobot(t *testing.T) {
	r := running(t, steady(armOptions()))
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"}); reply.Result != messages.TaskSuccess || !strings.Contains(reply.Text, "reach_left") {
		t.Fatalf("%+v", reply)
	}
	goal := []float64{0.5, -0.1, 0.4}
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "goal.position", Numbers: goal}); reply.Result != messages.TaskSuccess {
		t.Fatalf("%+v", reply)
	}
	r.run(4 * time.Second)
	m, _ := r.world.Model()
	hand, _ := m.BodyIndex("hand")
	at := r.workspace.Pose(hand).P
	for i := range goal {
		if math.Abs(at[i]-goal[i]) > 2e-3 {
			t.Errorf("the hand is at %v, the goal is %v", at, goal)
		}
	}
}

// Each wrong request has its own result and a text that says what is known, and changes nothing.
func TestEachWrongRequestHasItsResult(t *testing.T) {
	o := steady(armOptions())
	o.Signals = []SignalOptions{{Name: "grip", Unit: "N", Minimum: 0, Maximum: 50}}
	r := running(t, o)
	set := func(task, parameter string, numbers ...float64) messages.TaskRequest {
		return messages.TaskRequest{Verb: messages.TaskSet, Task: task, Parameter: parameter, Numbers: numbers}
	}
	for name, c := range map[string]struct {
		request messages.TaskRequest
		result  messages.TaskResult
		text    string
	}{
		"verb":              {messages.TaskRequest{Verb: "sing"}, messages.TaskUnknownVerb, "behavior"},
		"task":              {set("rech", "goal.position", 0, 0, 0), messages.TaskUnknownTask, "reach"},
		"task shown":        {messages.TaskRequest{Verb: messages.TaskShow, Task: "rech"}, messages.TaskUnknownTask, "reach"},
		"parameter":         {set("reach", "goal.positon", 0, 0, 0), messages.TaskUnknownParameter, "goal.position"},
		"NaN goal":          {set("reach", "goal.position", 0, math.NaN(), 0), messages.TaskInvalidData, "number 1 is NaN"},
		"infinite goal":     {set("arm_posture", "goal.joints", 0, 0, 0, math.Inf(1)), messages.TaskInvalidData, "Inf"},
		"two numbers":       {set("reach", "goal.position", 1, 2), messages.TaskInvalidDimension, "2 numbers"},
		"joints":            {set("arm_posture", "goal.joints", 1, 2, 3), messages.TaskInvalidDimension, "expected 4"},
		"gains of joints":   {set("arm_posture", "gains.derivative", 1, 2, 3), messages.TaskInvalidDimension, "a count of [1 4]"},
		"nothing":           {set("reach", "goal.position"), messages.TaskInvalidDimension, "0 numbers"},
		"no rotation":       {set("turned", "goal.orientation", 0, 0, 0, 0), messages.TaskInvalidData, "unit length"},
		"gain below zero":   {set("reach", "gains.proportional", -1), messages.TaskOutOfRange, "at least 0"},
		"weight of zero":    {set("reach", "weight", 0), messages.TaskOutOfRange, "at least 0.0001 and at most 10000"},
		"frame":             {messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "frame", Text: "lower"}, messages.TaskNotAllowed, "application file"},
		"level":             {set("reach", "level", 0), messages.TaskNotAllowed, "application file"},
		"choice":            {messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "gains.saturation", Text: "by_luck"}, messages.TaskInvalidData, "by_norm"},
		"word for a number": {messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "weight", Text: "much"}, messages.TaskInvalidData, "real"},
		"event":             {messages.TaskRequest{Verb: messages.TaskEvent, Name: "begn"}, messages.TaskUnknownEvent, "begn"},
		"state":             {messages.TaskRequest{Verb: messages.TaskState, Name: "hld"}, messages.TaskUnknownState, "hold"},
		"signal":            {messages.TaskRequest{Verb: messages.TaskSignal, Name: "grp", Numbers: []float64{1}}, messages.TaskUnknownSignal, "grip"},
		"signal NaN":        {messages.TaskRequest{Verb: messages.TaskSignal, Name: "grip", Numbers: []float64{math.NaN()}}, messages.TaskInvalidData, "NaN"},
		"signal range":      {messages.TaskRequest{Verb: messages.TaskSignal, Name: "grip", Numbers: []float64{51}}, messages.TaskOutOfRange, "0 to 50"},
		"signal numbers":    {messages.TaskRequest{Verb: messages.TaskSignal, Name: "grip"}, messages.TaskInvalidDimension, "one number"},
	} {
		before := r.ask(messages.TaskRequest{Verb: messages.TaskShow, Task: "reach"})
		got := r.ask(c.request)
		if got.Result != c.result || !strings.Contains(got.Text, c.text) {
			t.Errorf("%s is answered %s: %s; want %s with %q", name, got.Result, got.Text, c.result, c.text)
		}
		unknown := []messages.TaskResult{messages.TaskUnknownTask, messages.TaskUnknownParameter, messages.TaskUnknownState, messages.TaskUnknownEvent, messages.TaskUnknownSignal}
		known := cmp.Or(strings.Join(got.Known, ", "), "none")
		if is := slices.Contains(unknown, c.result); is && !strings.HasSuffix(got.Text, " are "+known) || !is && got.Known != nil {
			t.Errorf("%s: known are %q, beside %q", name, got.Known, got.Text)
		}
		after := r.ask(messages.TaskRequest{Verb: messages.TaskShow, Task: "reach"})
		for i := range before.Parameters {
			if !slices.Equal(before.Parameters[i].Numbers, after.Parameters[i].Numbers) {
				t.Errorf("%s changed %s", name, before.Parameters[i].Name)
			}
		}
	}
	if f := r.failures(); len(f) > 0 {
		t.Errorf("the controller failed: %q", f)
	}
}

func TestASecondTransitionIsRefusedForNowAndTheFirstIsAnsweredWhenItIsOver(t *testing.T) {
	o := fromActor(steady(armOptions()))
	r := newRig(t, o, rigOptions{period: 10 * time.Millisecond, jitter: time.Millisecond})
	r.start()
	r.run(200 * time.Millisecond)
	if err := r.sys.Inject(actors.Fault{Kind: actors.FaultDelay, Target: "arm/model.model->arm/controller.model", Delay: 60 * time.Millisecond, Duration: 300 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	var first *messages.TaskReply
	if err := r.sys.Request("arm/controller", messages.TaskRequest{Verb: messages.TaskState, Name: "loose"}, func(v any, _ error) { reply := v.(messages.TaskReply); first = &reply }); err != nil {
		t.Fatal(err)
	}
	r.run(5 * time.Millisecond)
	where := r.ask(messages.TaskRequest{Verb: messages.TaskBehavior}).Behavior
	if second := r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"}); second.Result != messages.TaskTryAgain || !strings.Contains(second.Text, "loose") {
		t.Errorf("the second is answered %+v", second)
	}
	if first != nil || where.State != "hold" || where.Pending != "loose" {
		t.Errorf("the first is answered %+v before it is over; the machine is at %+v", first, where)
	}
	r.run(200 * time.Millisecond)
	if first == nil || first.Result != messages.TaskSuccess {
		t.Errorf("the first is answered %+v", first)
	}
	where = r.ask(messages.TaskRequest{Verb: messages.TaskBehavior}).Behavior
	if where.State != "loose" || where.Set != "free" || where.Pending != "" || where.Phase != "running" || !slices.Equal(where.DeadEnds, []string{"hold", "reach_left", "reach_right", "loose"}) {
		t.Errorf("the machine is at %+v", where)
	}
}

func TestATransitionThatIsNotPreparedIsGivenUpAndAnswered(t *testing.T) {
	o := fromActor(steady(armOptions()))
	o.PrepareWithin = 200 * time.Millisecond
	r := newRig(t, o, rigOptions{})
	r.start()
	r.run(100 * time.Millisecond)
	if err := r.sys.Inject(actors.Fault{Kind: actors.FaultDrop, Target: "arm/controller.request->arm/model.request", Duration: time.Second}); err != nil {
		t.Fatal(err)
	}
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"}); reply.Result != messages.TaskGivenUp || !strings.Contains(reply.Text, "200ms") {
		t.Errorf("it is answered %+v", reply)
	}
	if r.state() != "hold" {
		t.Errorf("the state is %s", r.state())
	}
	r.run(time.Second)
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"}); reply.Result != messages.TaskSuccess {
		t.Errorf("once the link is whole again it is answered %+v", reply)
	}
}

// What a user was refused is not carried out when the joints come back.
func TestWhileJointsAreInASafeModeATransitionIsRefusedForGood(t *testing.T) {
	o := steady(armOptions())
	o.Behavior.States[0].Transitions = append(o.Behavior.States[0].Transitions, TransitionOptions{To: "loose", On: "let_go", After: time.Minute})
	_, l := newLaw(t, o)
	in, out := l.NewInput(), l.NewOutput()
	copy(in.Position, armStart)
	in.StepS = 0.001
	step := func(ticks int, mode messages.Mode) (given int) {
		t.Helper()
		for range ticks {
			for i := range in.Valid {
				in.Valid[i], in.Mode[i], in.Passes[i] = true, mode, mode.Passes()
			}
			if err := l.Step(in, out); err != nil {
				t.Fatal(err)
			}
			if out.outcome.GivenUp {
				given++
			}
		}
		return given
	}
	refused := func(verb messages.TaskVerb, name string, words ...string) {
		t.Helper()
		reply, pending := l.Answer(&messages.TaskRequest{Verb: verb, Name: name}, in)
		if reply.Result != messages.TaskNotNow || pending != 0 {
			t.Errorf("%s %s is answered %+v, pending %d", verb, name, reply, pending)
		}
		for _, word := range words {
			if !strings.Contains(reply.Text, word) {
				t.Errorf("%s %s is answered %q; expected %q in it", verb, name, reply.Text, word)
			}
		}
	}
	where := func() *messages.BehaviorInfo {
		reply, _ := l.Answer(&messages.TaskRequest{Verb: messages.TaskBehavior}, in)
		return reply.Behavior
	}
	refused(messages.TaskState, "reach_left", "nothing is commanded yet")
	step(50, messages.ModeRun)
	if b := where(); b.Halted != "" || b.State != "hold" {
		t.Errorf("it is at %+v", b)
	}
	step(50, messages.ModeRampHold)
	refused(messages.TaskState, "reach_left", "the joints turn, shoulder, elbow, bend (ramp_hold), and states")
	refused(messages.TaskState, "loose")
	refused(messages.TaskEvent, "let_go", `waits for state "hold" to be active for 1m0s`, "bend (ramp_hold), and states do not change meanwhile")
	if b := where(); b.Pending != "" || !strings.Contains(b.Halted, "elbow, bend (ramp_hold)") {
		t.Errorf("it is at %+v", b)
	}
	if step(2000, messages.ModeRampHold); where().State != "hold" {
		t.Errorf("it is at %+v", where())
	}
	if step(100, messages.ModeRun); where().State != "hold" || where().Halted != "" {
		t.Errorf("when the joints come back it is at %+v", where())
	}
	// What was pending before is given up in its time.
	if _, pending := l.Answer(&messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"}, in); pending == 0 {
		t.Fatal("nothing is pending")
	}
	if n := step(999, messages.ModeRampHold); n != 0 || where().Pending != "reach_left" {
		t.Errorf("given up too early: %+v", where())
	}
	if n := step(2, messages.ModeRampHold); n != 1 || where().Pending != "" {
		t.Errorf("given up %d times: %+v", n, where())
	}
	out.outcome.GivenUp = true
	if reply := l.over(&out.outcome); reply.Result != messages.TaskGivenUp || !strings.Contains(reply.Text, "commands did not reach all joints") {
		t.Errorf("it is answered %+v", reply)
	}
	if step(100, messages.ModeRun); where().State != "hold" {
		t.Errorf("when the joints come back it is at %+v", where())
	}
}

// A tick answers as many requests as the option says; the others wait in their order, and the rest
// is rejected at once. No tick is missed.
func TestAFloodOfRequestsDelaysNoTick(t *testing.T) {
	o := steady(armOptions())
	o.Requests, o.Waiting = 2, 8
	r := running(t, o)
	var order []int
	again := 0
	before := r.at
	for i := range 20 {
		if err := r.sys.Request("arm/controller", messages.TaskRequest{Verb: messages.TaskList}, func(v any, err error) {
			switch reply := v.(messages.TaskReply); {
			case err != nil:
				t.Error(err)
			case reply.Result == messages.TaskTryAgain:
				again++
			default:
				order = append(order, i)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	for tick := 1; tick <= 4; tick++ {
		r.run(time.Millisecond)
		if len(order) != 2*tick || again != 12 {
			t.Errorf("after %d ticks %d are answered and %d rejected with try again", tick, len(order), again)
		}
	}
	if !slices.IsSorted(order) || r.at.Sub(before) != 4*time.Millisecond {
		t.Errorf("they were answered in the order %v within %v", order, r.at.Sub(before))
	}
	if h := r.sys.Health(); h[1].Missed != 0 {
		t.Errorf("%d ticks were missed", h[1].Missed)
	}
}

func TestASignalAndAnEventMoveTheMachine(t *testing.T) {
	o := steady(armOptions())
	o.Signals = []SignalOptions{{Name: "grip", Unit: "N"}}
	o.Behavior.States[0].Transitions = []TransitionOptions{{To: "loose", On: "go", When: []string{"signal grip above 3 N for 20 ms"}}, {To: "reach_left", When: []string{"position of elbow below -2.3 rad"}}}
	r := running(t, o)
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskEvent, Name: "go"}); reply.Result != messages.TaskNotNow {
		t.Errorf("without the signal it is answered %+v", reply)
	}
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSignal, Name: "grip", Numbers: []float64{4}}); reply.Result != messages.TaskSuccess {
		t.Errorf("%+v", reply)
	}
	r.run(30 * time.Millisecond)
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskEvent, Name: "go"}); reply.Result != messages.TaskSuccess || r.state() != "loose" {
		t.Errorf("it is answered %+v, the state is %s", reply, r.state())
	}
}

// A posture by velocities stays within the limits of its joints; efforts may press against an end.
func TestAGoalOfAPostureBeyondTheLimitsOfAJointIsRejectedWhereJointsTakeVelocities(t *testing.T) {
	for output, want := range map[string]messages.TaskResult{"velocity": messages.TaskOutOfRange, "effort": messages.TaskSuccess} {
		o := manual(armOptions())
		o.Law, o.Output = "constrained", output
		_, l := newLaw(t, o)
		examine := func(numbers ...float64) *messages.TaskReply {
			p, refusal := l.parameter("arm_posture", "goal.joints")
			if refusal != nil {
				t.Fatal(refusal.Text)
			}
			return l.examine(&messages.TaskRequest{Verb: messages.TaskSet, Task: "arm_posture", Parameter: "goal.joints", Numbers: numbers}, p)
		}
		if refusal := examine(0.5, 0.5, -0.5, 0); refusal != nil {
			t.Errorf("output %s: %s", output, refusal.Text)
		}
		switch refusal := examine(0.5, 77, -0.5, 0); {
		case want == messages.TaskSuccess && refusal != nil:
			t.Errorf("output %s: %s", output, refusal.Text)
		case want != messages.TaskSuccess && (refusal == nil || refusal.Result != want || !strings.Contains(refusal.Text, `the goal 77 of joint "shoulder" is beyond its limits; expected `)):
			t.Errorf("output %s: the refusal is %+v", output, refusal)
		}
	}
}

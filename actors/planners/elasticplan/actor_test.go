package elasticplan

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// roomActor is an environment that answers every request for its scene.
type roomActor struct {
	scene *environment.Scene
	asked int
}

func (r *roomActor) Receive(c *actors.Context, message any) error {
	if _, asks := message.(environment.Read); asks {
		r.asked++
		c.Reply(r.scene)
	}
	return nil
}

// plannerActor answers requests with straight motions, or with a status.
type plannerActor struct {
	status   planning.Status
	requests []motion.PlanRequest
}

func (p *plannerActor) Receive(c *actors.Context, message any) error {
	q, is := message.(motion.PlanRequest)
	if !is {
		return nil
	}
	p.requests = append(p.requests, q)
	goal := q.Goals[0].Positions
	r := motion.PlanReply{Status: p.status, Detail: "of the test", Goal: -1}
	if p.status.HasPath() {
		r.Path, r.Positions = planning.Path{q.From, goal}, [][]float64{goal}
	}
	c.Reply(r)
	return nil
}

// bench is an arm on its way in virtual time: it is always where the plan has it.
type bench struct {
	*shelltest.Rig
	t        *testing.T
	room     *roomActor
	planner  *plannerActor
	at       []float64 // of the joints
	speed    float64   // that is commanded
	stopped  bool      // the joints are in a safe mode
	stuck    bool      // the arm does not follow
	status   messages.GoalProgress
	replies  []Reply
	refusals []string
}

var begin = []float64{-1, 0.2, 0, -1.9, 0, 2.1, 0.785}

func newBench(t *testing.T, change func(*Options)) *bench {
	t.Helper()
	world := panda(t)
	o := pandaOptions()
	if change != nil {
		change(&o)
	}
	b := &bench{t: t, room: &roomActor{scene: cell(t, world, [3]float64{0.5, 1.5, 0.5})}, planner: &plannerActor{status: planning.Solved}, at: append([]float64(nil), begin...)}
	b.Rig = shelltest.New(t, world, func() any { return &Actor{Options: o} })
	group, err := world.Group("arm")
	if err != nil {
		t.Fatal(err)
	}
	b.Plant = func() {
		for i := range b.Robot.Mode {
			if b.Robot.Mode[i] = messages.ModeRun; b.stopped {
				b.Robot.Mode[i] = messages.ModeRampHold
			}
		}
		_ = group.ScatterPosition(b.Robot.Position, b.at) // its length is that of the group
	}
	b.Add(actors.Spec{Name: o.Environment, New: func() any { return b.room }})
	b.Add(actors.Spec{Name: o.Planner, New: func() any { return b.planner }})
	b.Start()
	shelltest.Tap(b.Rig, "posture", func(_ messages.Stamp, c *messages.JointCommand) {
		if b.speed = planning.Distance(c.Velocity, make([]float64, len(c.Velocity))); !b.stuck {
			copy(b.at, c.Position)
		}
	})
	shelltest.Tap(b.Rig, "status", func(_ messages.Stamp, s *messages.GoalStatus) { b.status = s.Goal[0] })
	b.Run(100 * time.Millisecond)
	return b
}

// ask sends a request for a configuration.
func (b *bench) ask(goal []float64) {
	b.t.Helper()
	if err := b.Sys.Request(shelltest.Shell, Request{Goals: []motion.Goal{{Positions: goal}}}, func(reply any, err error) {
		if err != nil {
			b.refusals = append(b.refusals, err.Error())
			return
		}
		b.replies = append(b.replies, reply.(Reply))
	}); err != nil {
		b.t.Fatal(err)
	}
}

// want checks the reply to the only request.
func (b *bench) want(state messages.GoalState, detail string) {
	b.t.Helper()
	if len(b.replies) != 1 || b.replies[0].State != state || !strings.Contains(b.replies[0].Detail, detail) || b.status.State != state {
		b.t.Errorf("the replies are %+v, the status %+v; expected %v and %q", b.replies, b.status, state, detail)
	}
}

var goal = []float64{-0.4, 0.3, 0.1, -1.8, 0, 2, 0.785}

func TestAGoalIsReachedAndAnotherOneWaitsForItsEnd(t *testing.T) {
	b := newBench(t, nil)
	b.ask(goal)
	b.Run(time.Second)
	if b.status.State != messages.GoalActive || b.status.Progress <= 0 || b.status.Remaining <= 0 {
		t.Errorf("on the way the status is %+v", b.status)
	}
	b.ask(begin)
	b.Run(5 * time.Second)
	b.want(messages.GoalSucceeded, "")
	if planning.Distance(b.at, goal) > 1e-9 || b.status.Progress != 1 {
		t.Errorf("the arm is at %v, the status is %+v", b.at, b.status)
	}
	if len(b.refusals) != 1 || !strings.Contains(b.refusals[0], "on its way") {
		t.Errorf("the second request is refused by %q", b.refusals)
	}
	b.WantNoFailure()
}

func TestGoalsOfTheOptionsFollowEachOther(t *testing.T) {
	b := newBench(t, func(o *Options) { o.Goals = []Goal{{Positions: goal}, {Positions: begin}} })
	b.Run(12 * time.Second)
	if len(b.planner.requests) != 2 || b.status.State != messages.GoalSucceeded || planning.Distance(b.at, begin) > 1e-9 {
		t.Errorf("%d plans, the status is %+v at %v", len(b.planner.requests), b.status, b.at)
	}
}

func TestAnArmThatIsCanceledComesToRestOnItsPlan(t *testing.T) {
	b := newBench(t, nil)
	b.ask(goal)
	b.Run(time.Second)
	if err := b.Sys.Send(shelltest.Shell, Cancel{}); err != nil {
		t.Fatal(err)
	}
	b.Run(time.Second)
	b.want(messages.GoalCanceled, "")
	if d := planning.Distance(b.at, goal); d < 0.05 || d > planning.Distance(begin, goal)-0.05 {
		t.Errorf("the arm rests %g from the goal", d)
	}
	rests := append([]float64(nil), b.at...)
	b.Run(time.Second)
	if planning.Distance(b.at, rests) > 0 {
		t.Error("the arm moves on")
	}
}

// A motion that the planner does not find for some time is found later, or given up.
func TestAPlannerThatFindsNothingIsAskedUntilThePatienceEnds(t *testing.T) {
	b := newBench(t, func(o *Options) { o.Patience = 3 * time.Second })
	b.planner.status = planning.GoalInCollision
	b.ask(goal)
	b.Run(2 * time.Second)
	if len(b.planner.requests) < 3 || len(b.replies) > 0 {
		t.Errorf("after 2 s there are %d requests and the replies %+v", len(b.planner.requests), b.replies)
	}
	b.Run(3 * time.Second)
	b.want(messages.GoalAborted, "of the test")
}

func TestAStartTooNearIsPlannedWithLessClearanceAtOnce(t *testing.T) {
	b := newBench(t, nil)
	b.planner.status = planning.StartInCollision
	b.ask(goal)
	b.Run(200 * time.Millisecond)
	if n := len(b.planner.requests); n != len(shares) || b.planner.requests[n-1].Clearance >= b.planner.requests[0].Clearance {
		t.Errorf("the requests are %+v", b.planner.requests)
	}
}

// A ball on the way that does not move breaks the plan. The arm stops before it, and the planner is
// asked again from there.
func TestAPlanThatBreaksIsReplaced(t *testing.T) {
	b := newBench(t, nil)
	b.ask(goal)
	b.Run(300 * time.Millisecond)
	b.room.scene = moved(t, b.room.scene, [3]float64{0.57, -0.24, 0.42}) // on the gripper's goal
	b.Run(5 * time.Second)
	if n := len(b.planner.requests); n < 2 || len(b.Told(messages.EventNote)) == 0 || len(b.replies) > 0 {
		t.Errorf("%d plans were asked for, the replies are %+v", n, b.replies)
	}
	if first, last := b.planner.requests[0], b.planner.requests[len(b.planner.requests)-1]; planning.Distance(first.From, last.From) < 0.05 || planning.Distance(last.Goals[0].Positions, goal) > 0 {
		t.Errorf("the last request is %+v", last)
	}
	b.room.scene = moved(t, b.room.scene, [3]float64{0.5, 1.5, 0.5})
	b.Run(8 * time.Second)
	b.want(messages.GoalSucceeded, "")
	if r := b.replies[0]; r.Breaks < 1 || r.Plans != r.Breaks+1 {
		t.Errorf("the reply is %+v", r)
	}
}

func TestAStoppedJointEndsTheGoalAndARearmMovesNothing(t *testing.T) {
	b := newBench(t, func(o *Options) { o.Goals = []Goal{{Positions: goal}, {Positions: begin}} })
	b.Run(time.Second)
	b.stopped = true
	b.Run(100 * time.Millisecond)
	if b.status.State != messages.GoalAborted || b.status.Reason != messages.GoalJointStopped {
		t.Errorf("the status is %+v", b.status)
	}
	b.stopped = false
	rests := append([]float64(nil), b.at...)
	b.Run(time.Second)
	if planning.Distance(b.at, rests) > 0 || len(b.planner.requests) != 1 {
		t.Errorf("%d plans, and the arm moved by %g", len(b.planner.requests), planning.Distance(b.at, rests))
	}
	b.ask(goal)
	b.Run(5 * time.Second)
	b.want(messages.GoalSucceeded, "")
}

func TestAnArmThatDoesNotFollowGivesTheGoalUp(t *testing.T) {
	b := newBench(t, nil)
	b.stuck = true
	b.ask(goal)
	b.Run(5 * time.Second)
	b.want(messages.GoalAborted, "from where it shall be")
	if b.status.Reason != messages.GoalOffPath {
		t.Errorf("the status is %+v", b.status)
	}
}

// Deformations that take longer than a period are not used: the arm does not move, because nobody
// has looked at its way in time.
func TestDeformationsThatComeTooLateMoveNothing(t *testing.T) {
	b := newBench(t, func(o *Options) { o.Duration = 50 * time.Millisecond })
	b.ask(goal)
	b.Run(2 * time.Second)
	if d := planning.Distance(b.at, begin); d > 1e-9 || b.room.asked < 10 {
		t.Errorf("the arm moved by %g after %d looks at the scene", d, b.room.asked)
	}
	b.WantNoFailure()
}

// A scene without the robot ends the goal, and the actor goes on.
func TestASceneThatDoesNotFitEndsTheGoal(t *testing.T) {
	b := newBench(t, nil)
	scene := b.room.scene
	b.ask(goal)
	b.Run(time.Second)
	if b.speed == 0 {
		t.Error("the arm is not on its way after 1 s")
	}
	b.room.scene = environment.New("empty")
	b.Run(time.Second)
	b.want(messages.GoalAborted, "panda")
	if b.speed != 0 {
		t.Errorf("at the end the arm shall move with %g rad/s", b.speed)
	}
	b.room.scene, b.replies = scene, nil
	b.ask(goal)
	b.Run(5 * time.Second)
	b.want(messages.GoalSucceeded, "")
	b.WantNoFailure()
}

// request sends a request about goals, and returns its reply.
func (b *bench) request(r messages.GoalRequest) (got messages.GoalReply) {
	b.t.Helper()
	if err := b.Sys.Request(shelltest.Shell, r, func(reply any, err error) {
		if err != nil {
			b.t.Fatal(err)
		}
		got = reply.(messages.GoalReply)
	}); err != nil {
		b.t.Fatal(err)
	}
	b.Run(20 * time.Millisecond)
	return got
}

func TestGoalsAreSentShownAndCanceledAsThoseOfOtherControllers(t *testing.T) {
	b := newBench(t, nil)
	send := func(name string, numbers ...float64) messages.GoalReply {
		return b.request(messages.GoalRequest{Verb: messages.GoalSend, Goal: messages.Goal{Values: []messages.GoalValue{{Name: name, Numbers: numbers}}}})
	}
	for result, r := range map[messages.TaskResult]messages.GoalReply{
		messages.TaskUnknownParameter: send("elbow", 1), messages.TaskInvalidDimension: send("joint_1", 1, 2), messages.TaskInvalidData: send("joint_1", math.NaN()),
		messages.TaskUnknownVerb: b.request(messages.GoalRequest{Verb: "push"}), messages.TaskUnknownTask: b.request(messages.GoalRequest{Verb: messages.GoalShow, Task: "arm"}),
		messages.TaskNotNow: b.request(messages.GoalRequest{Verb: messages.GoalCancel}),
	} {
		if r.Result != result || r.Text == "" {
			t.Errorf("the reply is %+v; expected %v", r, result)
		}
	}
	first := send("joint_1", begin[0]+0.4)
	if first.Result != messages.TaskSuccess || len(first.Goals) != 1 || first.Goals[0].State != messages.GoalActive {
		t.Fatalf("the reply is %+v; expected an active goal", first)
	}
	if r := send("joint_1", 0); r.Result != messages.TaskNotNow {
		t.Errorf("a goal during another one is answered by %+v", r)
	}
	b.Run(5 * time.Second)
	shown := b.request(messages.GoalRequest{Verb: messages.GoalShow, ID: first.Goals[0].ID})
	if len(shown.Goals) != 1 || shown.Goals[0].State != messages.GoalSucceeded || shown.Goals[0].Ended <= shown.Goals[0].Accepted {
		t.Errorf("at the end the goal is %+v", shown)
	}
	if math.Abs(b.at[0]-begin[0]-0.4) > 1e-9 || math.Abs(b.at[1]-begin[1]) > 1e-9 {
		t.Errorf("the arm is at %v; expected joint_1 to have moved by 0.4 rad", b.at)
	}
	second := send("joint_1", begin[0])
	b.Run(500 * time.Millisecond)
	if r := b.request(messages.GoalRequest{Verb: messages.GoalCancel, ID: second.Goals[0].ID}); r.Result != messages.TaskSuccess {
		t.Errorf("the cancellation is answered by %+v", r)
	}
	b.Run(time.Second)
	if b.status.State != messages.GoalCanceled {
		t.Errorf("after the cancellation the status is %+v", b.status)
	}
	b.stopped = true
	b.Run(100 * time.Millisecond)
	if r := send("joint_1", 0); r.Result != messages.TaskStopped {
		t.Errorf("a goal of an arm that is stopped is answered by %+v", r)
	}
}

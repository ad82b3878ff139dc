package motion

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// roomActor is an environment that answers every request for its scene.
type roomActor struct {
	scene  *environment.Scene
	silent bool
}

func (r *roomActor) Receive(c *actors.Context, message any) error {
	if _, asks := message.(environment.Read); asks && !r.silent {
		c.Reply(r.scene)
	} else if asks {
		c.Defer()
	}
	return nil
}

// bench is a motion planner beside an environment, in virtual time.
func bench(t *testing.T, room *roomActor, change func(*Options)) *shelltest.Rig {
	t.Helper()
	o := DefaultOptions()
	o.JointGroup, o.Robot, o.Tool, o.Environment = "arm", "crane", "hand", "robot/environment"
	if change != nil {
		change(&o)
	}
	r := shelltest.Blind(t, shelltest.World(t, crane), func() any { return &Actor{Options: o} })
	r.Add(actors.Spec{Name: "robot/environment", New: func() any { return room }})
	return r
}

// answer is what became of a request.
type answer struct {
	at    messages.Instant
	reply any
	err   error
}

func ask(t *testing.T, r *shelltest.Rig, q any) *answer {
	t.Helper()
	a := &answer{}
	if err := r.Sys.Request(shelltest.Shell, q, func(reply any, err error) { *a = answer{r.Sys.Now(), reply, err} }); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestRequestsAreAnsweredInTurnAfterTheirModelledTime(t *testing.T) {
	r := bench(t, &roomActor{scene: hall(t, nil)}, nil)
	r.Start()
	first, second := ask(t, r, turn), ask(t, r, PlanRequest{Goals: []Goal{{Tool: spatial.Pose{R: spatial.IdentityRotation(), P: [3]float64{9, 0, 0}}}}})
	r.Run(time.Second)
	one, is := first.reply.(PlanReply)
	if !is || one.Status != planning.Solved || len(one.Times) != len(one.Positions) || len(one.Times) == 0 || first.at < messages.Instant(100*time.Millisecond) {
		t.Errorf("the first answer is %+v; expected a motion after 100 ms", first)
	}
	two, is := second.reply.(PlanReply)
	if !is || two.Status != planning.Kinematics || second.at < first.at+messages.Instant(100*time.Millisecond) {
		t.Errorf("the second answer is %+v; expected a status, 100 ms after the first", second)
	}
}

func TestASearchThatIsNoLongerWantedIsInterrupted(t *testing.T) {
	r := bench(t, &roomActor{scene: hall(t, nil)}, func(o *Options) { o.Duration = time.Second })
	r.Start()
	a := ask(t, r, turn)
	r.Run(100 * time.Millisecond)
	if err := r.Sys.Send(shelltest.Shell, CancelRequest{}); err != nil {
		t.Fatal(err)
	}
	r.Run(100 * time.Millisecond)
	if reply, is := a.reply.(PlanReply); !is || reply.Status != planning.Interrupted {
		t.Errorf("the answer is %+v; expected an interrupted search", a)
	}
}

func TestASearchEndsAtItsDeadline(t *testing.T) {
	r := bench(t, &roomActor{scene: hall(t, nil)}, func(o *Options) { o.Duration, o.Deadline = 3*time.Second, time.Second })
	r.Start()
	a := ask(t, r, turn)
	r.Run(2 * time.Second)
	if reply, is := a.reply.(PlanReply); !is || reply.Status != planning.DeadlineExceeded || !strings.Contains(reply.Detail, "1s") {
		t.Errorf("the answer is %+v; expected a search that ended at its deadline", a)
	}
}

func TestWithoutASceneARequestIsRefused(t *testing.T) {
	r := bench(t, &roomActor{silent: true}, nil)
	r.Start()
	a := ask(t, r, turn)
	r.Run(5 * time.Second)
	if a.err == nil || !errors.Is(a.err, actors.ErrTimeout) {
		t.Errorf("the answer is %+v; expected a refusal, since the environment is silent", a)
	}
	r.WantNoFailure()
}

// A scene without the robot makes the job fail; the planner goes on.
func TestAfterAnErrorTheNextRequestIsAnswered(t *testing.T) {
	room := &roomActor{scene: environment.New("empty")}
	r := bench(t, room, nil)
	r.Start()
	a := ask(t, r, turn)
	r.Run(time.Second)
	if a.err == nil || !strings.Contains(a.err.Error(), "crane") {
		t.Errorf("the answer is %+v; expected an error that names the robot", a)
	}
	room.scene = hall(t, nil)
	a = ask(t, r, turn)
	r.Run(time.Second)
	if reply, is := a.reply.(PlanReply); !is || reply.Status != planning.Solved {
		t.Errorf("then the answer is %+v; expected a motion", a)
	}
	r.WantNoFailure()
}

func TestMoreRequestsThanMayWaitAreRefused(t *testing.T) {
	r := bench(t, &roomActor{scene: hall(t, nil)}, nil)
	r.Start()
	var all []*answer
	for range maxWaiting + 2 {
		all = append(all, ask(t, r, turn))
	}
	r.Run(10 * time.Second)
	refused := 0
	for _, a := range all {
		if a.err != nil {
			refused++
		}
	}
	if refused != 2 {
		t.Errorf("%d of %d requests are refused; expected 2", refused, len(all))
	}
}

func TestOptionsThatDoNotFitTheRobotAreNamed(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"joint_group": func(o *Options) { o.JointGroup = "arms" },
		"tool":        func(o *Options) { o.Tool = "hook" },
		"planner":     func(o *Options) { o.Planner = "magic" },
		"solver":      func(o *Options) { o.Solver = "analytic" },
	} {
		r := bench(t, &roomActor{}, change)
		var option *messages.OptionError
		if err := r.Build(); !errors.As(err, &option) || option.Path != want {
			t.Errorf("the error is %v; expected one about option %s", err, want)
		}
	}
}

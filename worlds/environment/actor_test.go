package environment_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

const address = "room/environment"

// spec returns the actor with an environment that begins with a scene.
func spec(period time.Duration, actor environment.Actor) actors.Spec {
	if actor.MaxAge == 0 {
		actor.Options = environment.DefaultOptions()
	}
	return actors.Spec{Name: address, Period: period, New: func() any { a := actor; return &a }}
}

func own(t testing.TB, scene *environment.Scene, variant environment.Variant) *environment.Environment {
	t.Helper()
	return must[*environment.Environment](t)(environment.Own(scene, variant, nil))
}

func start(t *testing.T, app actors.Application, options ...actors.Option) *actors.System {
	t.Helper()
	sys, err := actors.New(app, options...)
	check(t, err)
	check(t, sys.Start(context.Background()))
	t.Cleanup(func() { check(t, sys.Stop(context.Background())) })
	return sys
}

// answers collects the replies to requests.
type answers struct {
	replies []any
	errs    []error
}

func (a *answers) request(t *testing.T, sys *actors.System, message any) {
	t.Helper()
	i := len(a.replies)
	a.replies, a.errs = append(a.replies, nil), append(a.errs, nil)
	check(t, sys.Request(address, message, func(reply any, err error) { a.replies[i], a.errs[i] = reply, err }))
}

func pose(t testing.TB, s *environment.Scene, name string) [3]float64 {
	t.Helper()
	p, err := s.Pose(must[environment.Handle](t)(s.Handle(name)))
	check(t, err)
	return p.P
}

func TestAllChangesOfAStepBecomeVisibleAtOnce(t *testing.T) {
	scene, _, _, _ := cell(t)
	sys := start(t, actors.Application{Name: "app", Actors: []actors.Spec{spec(10*time.Millisecond, environment.Actor{Environment: own(t, scene, environment.Ideal)})}},
		actors.WithVirtualTime())
	check(t, sys.Advance(5*time.Millisecond))
	var a answers
	a.request(t, sys, environment.Changes{environment.Move{Object: "can", Pose: at(7, 0, 0)}, environment.Rename{Object: "table", Name: "desk"}})
	a.request(t, sys, environment.Read{})
	a.request(t, sys, environment.Changes{environment.Move{Object: "can", Pose: at(8, 0, 0)}, environment.Remove{Object: "shelf"}})
	a.request(t, sys, environment.AddBody{Body: environment.BodySpec{Name: "box", Shapes: box(1, 1, 1)}})
	a.request(t, sys, environment.ChangeFunc(func(e *environment.Edit) error {
		if h, err := e.Handle("box"); err == nil {
			_ = e.SetPose(h, at(9, 0, 0))
		}
		panic("in a change")
	}))
	a.request(t, sys, environment.Command{Robot: "arm", Position: []float64{1, 0, 0, 0, 0}})
	check(t, sys.Advance(20*time.Millisecond))
	if s, is := a.replies[1].(*environment.Scene); !is || pose(t, s, "can") != [3]float64{0, 2, 0} {
		t.Errorf("a reader sees a change before the end of the step: %v, %v", a.replies[1], a.errs[1])
	}
	if err := a.errs[2]; err == nil || !strings.Contains(err.Error(), `changes[1]: environment "cell" has no object named "shelf"`) {
		t.Errorf("a change of a missing object: %v", err)
	}
	if err := a.errs[4]; err == nil || !strings.Contains(err.Error(), "in a change") {
		t.Errorf("a change that panics: %v", err)
	}
	for _, i := range []int{0, 3, 5} {
		s, is := a.replies[i].(*environment.Scene)
		if !is || s != a.replies[0] {
			t.Fatalf("request %d: %v, %v; expected the scene of the step", i, a.replies[i], a.errs[i])
		}
		if got := fmt.Sprint(s.Names(), pose(t, s, "can"), pose(t, s, "box")); got != "[arm can desk box] [7 0 0] [0 0 0]" {
			t.Errorf("after the step: %s", got)
		}
		if r := must[environment.Robot](t)(s.Robot(must[environment.Handle](t)(s.Handle("arm")))); r.Position[0] != 1 || s.Time() != messages.Instant(10*time.Millisecond) {
			t.Errorf("the robot is at %v, time %v", r.Position, s.Time())
		}
	}
}

// asker asks the environment once, with little patience.
type asker struct{ err *error }

func (a *asker) Start(c *actors.Context) error {
	c.After("ask", 30*time.Millisecond, "ask")
	return nil
}

func (a *asker) Receive(c *actors.Context, _ any) error {
	return c.Ask(address, environment.Move{Object: "can", Pose: at(1, 1, 1)}, 5*time.Millisecond, func(_ *actors.Context, _ any, err error) error {
		*a.err = err
		return nil
	})
}

func TestARequestEndsAtItsDeadlineAndIsNotCarriedOut(t *testing.T) {
	scene, _, _, _ := cell(t)
	owned := own(t, scene, environment.Ideal)
	var late error
	sys := start(t, actors.Application{Name: "app", Actors: []actors.Spec{
		spec(100*time.Millisecond, environment.Actor{Environment: owned}),
		{Name: "room/asker", New: func() any { return &asker{&late} }},
	}}, actors.WithVirtualTime())
	check(t, sys.Advance(150*time.Millisecond))
	if !errors.Is(late, actors.ErrTimeout) {
		t.Errorf("the request ended with %v, want a timeout", late)
	}
	if got := pose(t, owned.Scene(), "can"); got != [3]float64{0, 2, 0} {
		t.Errorf("a request that had expired moved the can to %v", got)
	}
}

func TestACloneOfTheActorIsTheCallersOwn(t *testing.T) {
	scene, robot, _, _ := cell(t)
	owned := own(t, scene, environment.Mirror)
	check(t, owned.Connect(robot, motor{real: true}))
	sys := start(t, actors.Application{Name: "app", Actors: []actors.Spec{spec(10*time.Millisecond, environment.Actor{Environment: owned})}}, actors.WithVirtualTime())
	var a answers
	a.request(t, sys, environment.Clone{Name: "trial", Options: environment.Everything()})
	a.request(t, sys, environment.Command{Robot: "arm", Position: make([]float64, 5)})
	a.request(t, sys, environment.Measure{Sensor: "eye"})
	check(t, sys.Advance(20*time.Millisecond))
	clone, is := a.replies[0].(*environment.Environment)
	if !is {
		t.Fatalf("the clone is %v, %v", a.replies[0], a.errs[0])
	}
	before := owned.Scene().Hash()
	h := must[environment.Handle](t)(clone.Scene().Handle("arm"))
	check(t, clone.Command(h, []float64{1, 1, 1, 0, 0}))
	if owned.Scene().Hash() != before {
		t.Error("a command to the clone reached the original")
	}
	if err := a.errs[1]; err == nil || !strings.Contains(err.Error(), "a real drive was commanded") {
		t.Errorf("the drives panicked, and the reply was %v", err)
	}
	if err := a.errs[2]; err == nil || !strings.Contains(err.Error(), `no sensor named "eye"`) {
		t.Errorf("an unknown sensor: %v", err)
	}
}

// source sends snapshots of the arm until a given number of ticks.
type source struct {
	Snapshot actors.Out[messages.Snapshot] `port:"snapshot"`
	until    uint64
}

func (s *source) Configure(setup *actors.Setup) error {
	setup.Size(&s.Snapshot, actors.Sizes{"joints": 5, "positions": 5, "velocities": 5})
	return nil
}

func (s *source) Tick(t *actors.Tick) error {
	if t.Sequence > s.until {
		return nil
	}
	v := s.Snapshot.Loan()
	for i := range v.Position {
		v.Position[i], v.Valid[i] = float64(t.Sequence)/100, i != 2
	}
	return s.Snapshot.Publish(t)
}

func TestAMirrorFollowsSnapshotsAndObservationsAndMarksWhatIsStale(t *testing.T) {
	scene, robot, can, _ := cell(t)
	owned := own(t, scene, environment.Mirror)
	options := environment.DefaultOptions()
	options.MaxAge = 50 * time.Millisecond
	app := actors.Application{Name: "app",
		Actors: []actors.Spec{{Name: "arm/perception", Period: 10 * time.Millisecond, New: func() any { return &source{until: 10} }},
			spec(10*time.Millisecond, environment.Actor{Options: options, Environment: owned,
				Follows: []environment.Follow{{Robot: "arm", World: arm(t, "arm", 3), Port: "arm"}}})},
		Links: []actors.Link{{From: "arm/perception.snapshot", To: address + ".arm"}}}
	sys := start(t, app, actors.WithVirtualTime())
	check(t, sys.Send(address, environment.Observed{Object: "can", Pose: at(1, 0, 3), Time: messages.Instant(80 * time.Millisecond)}))
	check(t, sys.Advance(105*time.Millisecond))
	check(t, sys.Send(address, environment.Observed{Object: "can", Pose: at(2, 0, 3), Time: messages.Instant(70 * time.Millisecond)}))
	check(t, sys.Advance(10*time.Millisecond))
	r, c := must[environment.Robot](t)(owned.Scene().Robot(robot)), must[environment.Body](t)(owned.Scene().Body(can))
	if fmt.Sprintf("%.2f", r.Position) != "[0.10 0.10 0.00 0.10 0.10]" || !r.Stale {
		t.Errorf("the robot is at %.2f, stale %v; joint 3 is not valid", r.Position, r.Stale)
	}
	if c.Pose.P != [3]float64{1, 0, 3} || c.Stale || c.Stamp != messages.Instant(80*time.Millisecond) {
		t.Errorf("the can is at %v, stale %v, observed at %v; an older observation came later", c.Pose.P, c.Stale, c.Stamp)
	}
	check(t, sys.Advance(100*time.Millisecond))
	if c := must[environment.Body](t)(owned.Scene().Body(can)); !c.Stale || c.Pose.P != [3]float64{1, 0, 3} {
		t.Errorf("after 140 ms, the can is at %v, stale %v", c.Pose.P, c.Stale)
	}
	if b := must[environment.Body](t)(owned.Scene().Body(must[environment.Handle](t)(owned.Scene().Handle("table")))); b.Stale {
		t.Error("a body that nobody observes became stale")
	}
}

// The application provides what outlives an incarnation.
func TestAnActorThatIsRestartedKeepsItsScene(t *testing.T) {
	scene, _, _, _ := cell(t)
	sys := start(t, actors.Application{Name: "app", Actors: []actors.Spec{spec(10*time.Millisecond, environment.Actor{})},
		ActorResources: map[string][]any{address: {scene, &actors.Kept{}}}}, actors.WithVirtualTime(), actors.WithFaults())
	check(t, sys.Send(address, environment.Move{Object: "can", Pose: at(7, 0, 0)}))
	check(t, sys.Advance(20*time.Millisecond))
	check(t, sys.Inject(actors.Fault{Kind: actors.FaultPanic, Target: address}))
	check(t, sys.Advance(5*time.Second))
	var a answers
	a.request(t, sys, environment.Read{})
	check(t, sys.Advance(20*time.Millisecond))
	if s, is := a.replies[0].(*environment.Scene); !is || pose(t, s, "can") != [3]float64{7, 0, 0} {
		t.Errorf("after a restart: %v, %v", a.replies[0], a.errs[0])
	}
}

var rounds = flag.Int("rounds", 200, "how many changes each writer makes")

// Every writer moves its two bodies to one place by one message. No reader ever sees them apart.
func TestEverySceneOfManyWritersAndReadersIsConsistent(t *testing.T) {
	const writers, readers = 4, 4
	edit := environment.New("room").Edit()
	robot := must[environment.Handle](t)(edit.AddRobot(environment.RobotSpec{Name: "arm", World: arm(t, "arm", 3)}))
	for i := range writers {
		for _, side := range []string{"a", "b"} {
			must[environment.Handle](t)(edit.AddBody(environment.BodySpec{Name: fmt.Sprint("body", i, side), Shapes: ball(0.1), Pose: at(0, 5, 0)}))
		}
	}
	sys := start(t, actors.Application{Name: "app", Actors: []actors.Spec{spec(0, environment.Actor{Environment: own(t, edit.Scene(), environment.Ideal)})}})
	writing, stop := context.WithCancel(context.Background())
	var write, read sync.WaitGroup
	for i := range writers {
		write.Add(1)
		go func() {
			defer write.Done()
			writePairs(t, sys, i)
		}()
	}
	for i := range readers {
		read.Add(1)
		go func() {
			defer read.Done()
			for first, last := true, uint64(0); first || writing.Err() == nil; first = false {
				reply, err := sys.Ask(context.Background(), address, environment.Read{})
				if err != nil {
					t.Errorf("reader %d: %v", i, err)
					return
				}
				s := reply.(*environment.Scene)
				if s.Number() < last || !consistent(t, s, robot, writers) {
					t.Errorf("reader %d: scene %d after %d is not consistent", i, s.Number(), last)
					return
				}
				last = s.Number()
			}
		}()
	}
	write.Wait()
	stop()
	read.Wait()
}

// writePairs moves the two bodies of a writer to random places, and checks the replies.
func writePairs(t *testing.T, sys *actors.System, writer int) {
	const seed = 5
	r := rand.New(rand.NewPCG(seed, uint64(writer)))
	for range *rounds {
		to := at(r.Float64(), 5, r.Float64())
		a, b := fmt.Sprint("body", writer, "a"), fmt.Sprint("body", writer, "b")
		reply, err := sys.Ask(context.Background(), address, environment.Changes{environment.Move{Object: a, Pose: to}, environment.Move{Object: b, Pose: to}})
		if err != nil {
			t.Errorf("writer %d: %v", writer, err)
			return
		}
		if got := pose(t, reply.(*environment.Scene), b); got != to.P {
			t.Errorf("writer %d moved its bodies to %v, and got a scene with %v", writer, to.P, got)
			return
		}
	}
}

// consistent reports whether the two bodies of every writer are at one place, and the scene answers
// and stays as it is.
func consistent(t *testing.T, s *environment.Scene, robot environment.Handle, writers int) bool {
	hash := s.Hash()
	for k := range writers {
		if pose(t, s, fmt.Sprint("body", k, "a")) != pose(t, s, fmt.Sprint("body", k, "b")) {
			return false
		}
	}
	space, err := s.Space(robot, environment.SpaceOptions{Group: "arm"})
	return err == nil && space.Free([]float64{0, 0, 0}) && s.Hash() == hash
}

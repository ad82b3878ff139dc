package cascade

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// crane is where the joints of the crane are, by the plain geometry of its description.
type crane struct{ along, across, turn, lift, pan float64 }

// places returns what a planar joint of a body on the mast at (x, y) is, the height of the hook,
// and where the camera looks.
func (c crane) places(x, y float64) []float64 {
	sin, cos := math.Sincos(c.turn)
	return []float64{c.along + cos*x - sin*y, c.across + sin*x + cos*y, c.turn, c.lift, c.turn + c.pan}
}

// wished are the goals of the world plan, of the joints place, height and sight.
var wished = []float64{0.6, 0.3, 0.5, -0.3, -0.4}

// farFrom returns how far the places are from the goals.
func farFrom(goals, places []float64) (far float64) {
	for i := range goals {
		far = math.Max(far, math.Abs(goals[i]-places[i]))
	}
	return far
}

// Tasks of one controller realise a planar, a prismatic and a revolute joint of another world, and
// other tasks take over while the application runs: no commanded velocity jumps, and each joint
// stays where it is wished.
func TestTasksRealiseSeveralJointsAndOthersTakeOver(t *testing.T) {
	config := run.Load(t, "targets.yaml")
	config.Virtual = true
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	var is crane
	run.Tap(t, system, "crane/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) {
		w := config.World("crane").Model
		at := func(name string) float64 {
			i, err := w.JointIndex(name)
			if err != nil {
				t.Fatal(err)
			}
			return s.Position[w.Slot(i).Position]
		}
		is = crane{at("along"), at("across"), at("turn"), at("lift"), at("pan")}
	})
	var seen []float64 // by the world plan: place, height, sight
	run.Tap(t, system, "plan/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) {
		w := config.World("plan").Model
		seen = seen[:0]
		for _, name := range []string{"place", "height", "sight"} {
			i, err := w.JointIndex(name)
			if err != nil {
				t.Fatal(err)
			}
			slot := w.Slot(i)
			seen = append(seen, s.Position[slot.Position:slot.Position+slot.PositionLength]...)
		}
	})
	acceleration := []float64{8, 8, 12, 4, 24}
	before := []float64(nil)
	run.Tap(t, system, "crane/controller.command", func(s messages.Stamp, c *messages.JointCommand) {
		for i, v := range before {
			if math.Abs(c.Velocity[i]-v) > 1.1*0.002*acceleration[i] {
				t.Errorf("at %s the velocity of joint %d jumps by %g", s.Time, i, c.Velocity[i]-v)
			}
		}
		before = append(before[:0], c.Velocity...)
	})
	if err := system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := system.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	advance := func(d time.Duration) {
		t.Helper()
		if err := system.Advance(d); err != nil {
			t.Fatal(err)
		}
	}
	asks := func(want messages.TaskResult, text string, request messages.TaskRequest) {
		t.Helper()
		if err := system.Request("crane/controller", request, func(v any, err error) {
			if reply, _ := v.(messages.TaskReply); reply.Result != want || !strings.Contains(reply.Text, text) {
				t.Errorf("%+v is answered %+v, %v; want %v with %q", request, v, err, want, text)
			}
		}); err != nil {
			t.Fatal(err)
		}
		advance(20 * time.Millisecond)
	}
	advance(1500 * time.Millisecond)
	asks(messages.TaskNotAllowed, "realises the joints place, height, sight; name one of them", messages.TaskRequest{Verb: messages.TaskTarget, Task: "second"})
	asks(messages.TaskNotAllowed, `task "hook" realises joint "height" already`, messages.TaskRequest{Verb: messages.TaskTarget, Task: "hook", Name: "place"})
	asks(messages.TaskNotAllowed, `does not realise joint "depth"`, messages.TaskRequest{Verb: messages.TaskTarget, Task: "second", Name: "depth"})
	advance(5 * time.Second)
	if far := farFrom(wished, is.places(0.2, 0)); far > 0.01 {
		t.Errorf("the crane is at %+v, its tool, hook and camera at %.3f, want %.3f", is, is.places(0.2, 0), wished)
	}
	if far := farFrom(wished, seen); far > 0.01 {
		t.Errorf("the world plan sees %.3f, want %.3f", seen, wished)
	}
	asks(messages.TaskSuccess, `task "second" realises joint "place"`, messages.TaskRequest{Verb: messages.TaskTarget, Task: "second", Name: "place"})
	asks(messages.TaskSuccess, `task "rope" realises joint "height"`, messages.TaskRequest{Verb: messages.TaskTarget, Task: "rope", Name: "height"})
	asks(messages.TaskSuccess, "", messages.TaskRequest{Verb: messages.TaskState, Name: "other"})
	advance(6 * time.Second)
	if far := farFrom(wished, is.places(0.2, 0.1)); far > 0.015 {
		t.Errorf("the crane is at %+v, its second tool, hook and camera at %.3f, want %.3f", is, is.places(0.2, 0.1), wished)
	}
	if far := farFrom(wished, seen); far > 0.015 {
		t.Errorf("the world plan sees %.3f, want %.3f", seen, wished)
	}
}

// In real time each joint moves, too.
func TestTasksRealiseSeveralJointsInRealTime(t *testing.T) {
	_, system := inRealTime(t, slowed(t, "targets.yaml"))
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var most [5]float64
	run.Tap(t, system, "plan/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) {
		least := math.Inf(1)
		for i, q := range s.Position {
			most[i] = math.Max(most[i], math.Abs(q))
			least = math.Min(least, most[i])
		}
		if least > 0.02 {
			stop()
		}
	})
	if err := system.Run(ctx); err != nil && ctx.Err() == nil {
		t.Error(err)
	}
	if ctx.Err() == nil {
		t.Errorf("the joints moved by at most %.3f", most)
	}
}

// What check says about targets that cannot be.
func TestTargetsThatCannotBeAreNamed(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("targets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ before, after, want string }{
		"one task for two joints":  {"{joint: height, task: hook}", "{joint: height, task: tool}", `targets[1].task: task "tool" realises joint "place" already; a task realises one joint`},
		"a joint named twice":      {"{joint: height, task: hook}", "{joint: place, task: second}", `targets[1].joint: joint "place" is named by option targets[0] already`},
		"an unknown joint":         {"{joint: height, task: hook}", "{joint: heigth, task: hook}", `did you mean "height"?`},
		"an unknown task":          {"{joint: height, task: hook}", "{joint: height, task: hooks}", `targets[1].task: unknown task "hooks"; known: tool, second`},
		"a task that cannot":       {"{joint: height, task: hook}", "{joint: height, task: camera}", `task "camera" is a frame_orientation, and joint "height" is prismatic`},
		"a port of another name":   {"controller.target_height", "controller.target_hight", `did you mean "target_height"?`},
		"a joint without coupling": {"  - joint: sight\n    command: {from: plan, to: crane/controller.target_sight, mode: velocity, resample: linear}\n    state: {from: crane/controller.state_sight, to: plan}\n", "", `nobody moves joint "sight"`},
	} {
		file := filepath.Join(folder, "targets.yaml")
		if !strings.Contains(string(text), c.before) {
			t.Fatalf("%s: the example has no %q", name, c.before)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), c.before, c.after, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		config, err := app.LoadFile(file, registry)
		if err == nil {
			_, err = actors.New(mustBuild(t, config), actors.WithVirtualTime())
		}
		if err == nil || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
}

func mustBuild(t *testing.T, config *app.Config) actors.Application {
	t.Helper()
	built, err := app.Build(config, 1)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

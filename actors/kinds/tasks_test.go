package kinds_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// The whole way from a file: tasks, task sets, a behaviour, a model of another rate and domain,
// gate, drives and plant.
func TestAnApplicationWithTaskSetsRuns(t *testing.T) {
	_, sys, events := load(t, "testdata/tasks.yaml")
	var truth messages.BodyState
	if _, err := actors.Tap(sys, app.PlantActor+".truth", func(_ messages.Stamp, s *messages.BodyState) { truth = *s }); err != nil {
		t.Fatal(err)
	}
	phases := map[messages.TaskPhase]int{}
	oldest := time.Duration(0)
	if _, err := actors.Tap(sys, "arm/controller.status", func(_ messages.Stamp, s *messages.TaskStatus) {
		phases[s.Phase]++
		if s.Phase == messages.TaskRunning {
			oldest = max(oldest, s.ModelAge)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(5 * time.Second); err != nil {
		t.Fatal(err)
	}
	where := askTasks(t, sys, messages.TaskRequest{Verb: messages.TaskBehavior}).Behavior
	if where == nil || where.State != "work/near" || where.Set != "reaching" || where.Phase != "running" {
		t.Errorf("the behaviour is at %+v", where)
	}
	for i, want := range []float64{0.3, 0, 0.85} {
		if math.Abs(truth.Pose.Position[i]-want) > 0.02 {
			t.Errorf("the hand is at %v, want 0.3, 0, 0.85", truth.Pose.Position)
			break
		}
	}
	if reply := askTasks(t, sys, messages.TaskRequest{Verb: messages.TaskEvent, Name: "enough"}); reply.Result != messages.TaskSuccess || !strings.Contains(reply.Text, `"stand"`) {
		t.Errorf("the event is answered %+v", reply)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if phases[messages.TaskRunning] < 2400 || oldest < 10*time.Millisecond || oldest > 60*time.Millisecond {
		t.Errorf("phases %v, the oldest model that was used was %v", phases, oldest)
	}
	moves := 0
	for _, e := range *events {
		switch {
		case e.Kind == messages.EventFailed, e.Kind == messages.EventRefused, e.Kind == messages.EventHang:
			t.Errorf("%s", e)
		case strings.HasPrefix(e.Text, "behavior: state"):
			moves++
		}
	}
	if moves < 3 {
		t.Errorf("%d transitions are among the events", moves)
	}
}

// askTasks sends a request to the controller of the arm and moves time on until it is answered.
func askTasks(t *testing.T, sys *actors.System, request messages.TaskRequest) (reply messages.TaskReply) {
	t.Helper()
	answered := false
	if err := sys.Request("arm/controller", request, func(v any, err error) {
		answered = true
		if reply, _ = v.(messages.TaskReply); err != nil {
			t.Fatal(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if err := sys.Advance(2 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if answered {
			return reply
		}
	}
	t.Fatalf("%+v was not answered in 2 s", request)
	return reply
}

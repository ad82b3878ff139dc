package kinds_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// The whole way from a file: the commands of a virtual joint become the goal of a task of the world
// that realises it, and the joint's state comes back.
func TestAnApplicationRealisesAVirtualJointByATask(t *testing.T) {
	_, sys, events := load(t, "testdata/realised/app.yaml")
	var truth messages.BodyState
	var state messages.VirtualState
	if _, err := actors.Tap(sys, app.PlantActor+".truth", func(_ messages.Stamp, s *messages.BodyState) { truth = *s }); err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(sys, "gantry/controller.state", func(_ messages.Stamp, s *messages.VirtualState) {
		state.Position, state.Mode = append(state.Position[:0], s.Position...), s.Mode
	}); err != nil {
		t.Fatal(err)
	}
	before, fastest := []float64(nil), 0.0 // the greatest change of a commanded velocity in a tick
	if _, err := actors.Tap(sys, "gantry/controller.command", func(_ messages.Stamp, c *messages.JointCommand) {
		for i, v := range before {
			fastest = math.Max(fastest, math.Abs(c.Velocity[i]-v))
		}
		before = append(before[:0], c.Velocity...)
	}); err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	run := func(d time.Duration) {
		t.Helper()
		if err := sys.Advance(d); err != nil {
			t.Fatal(err)
		}
	}
	run(5 * time.Second)
	for i, want := range []float64{0.6, 0.3} {
		if math.Abs(truth.Pose.Position[i]-want) > 0.01 || math.Abs(state.Position[i]-want) > 0.01 {
			t.Errorf("the tool is at %v, the joint at %v; want 0.6, 0.3, 0.5", truth.Pose.Position, state.Position)
		}
	}
	if math.Abs(state.Position[2]-0.5) > 0.01 || state.Mode != messages.ModeRun {
		t.Errorf("the joint is at %v in %s", state.Position, state.Mode)
	}
	realise := func(task, set string) {
		t.Helper()
		for _, request := range []messages.TaskRequest{{Verb: messages.TaskTarget, Task: task}, {Verb: messages.TaskState, Name: set}} {
			if err := sys.Request("gantry/controller", request, func(v any, err error) {
				if reply, _ := v.(messages.TaskReply); err != nil || reply.Result != messages.TaskSuccess {
					t.Errorf("%+v is answered %+v, %v", request, v, err)
				}
			}); err != nil {
				t.Fatal(err)
			}
			run(20 * time.Millisecond)
		}
		run(5 * time.Second)
	}
	realise("second", "other")
	// the second tool, 0.1 m to the left of the first one, is at the place now
	if x, y := truth.Pose.Position[0]-0.1*math.Sin(0.5), truth.Pose.Position[1]+0.1*math.Cos(0.5); math.Hypot(x-0.6, y-0.3) > 0.015 {
		t.Errorf("the second tool is at %g, %g; want 0.6, 0.3", x, y)
	}
	realise("weight", "heavy")
	// the bridge, 4 kg, goes along x only, the cart and the mast, 3 kg, across it too
	w, z := truth.Pose.Orientation[0], truth.Pose.Orientation[3]
	along, across := truth.Pose.Position[0]-0.2*(w*w-z*z), truth.Pose.Position[1]-0.2*2*w*z
	if x, y := along, 3*across/7; math.Hypot(x-0.6, y-0.3) > 0.01 || math.Hypot(state.Position[0]-0.6, state.Position[1]-0.3) > 0.01 {
		t.Errorf("the centre of mass is at %g, %g, the joint at %v; want 0.6, 0.3", x, y, state.Position)
	}
	if fastest > 12*0.002*1.1 {
		t.Errorf("a commanded velocity jumped by %g rad/s; 12 rad/s^2 allow %g a tick", fastest, 12*0.002)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, e := range *events {
		switch e.Kind {
		case messages.EventFailed, messages.EventRefused, messages.EventHang:
			t.Errorf("%s", e)
		}
	}
}

// A force over a coupling, with what the plant says is true: the tool presses as hard as the other
// world commands, and lets go of the wall once nothing comes from there.
func TestAnApplicationPressesWithTheEffortOfAVirtualJoint(t *testing.T) {
	_, sys, events := load(t, "testdata/realised/press.yaml")
	force, touched := 0.0, false
	if _, err := actors.Tap(sys, app.PlantActor+".contacts", func(_ messages.Stamp, s *messages.Signals) {
		force, touched = -s.Value[0], touched || s.Value[7] == 1
	}); err != nil {
		t.Fatal(err)
	}
	before, greatest := []float64(nil), 0.0
	if _, err := actors.Tap(sys, "gantry/controller.command", func(_ messages.Stamp, c *messages.JointCommand) {
		for i, v := range before {
			greatest = math.Max(greatest, math.Abs(c.Velocity[i]-v))
		}
		before = append(before[:0], c.Velocity...)
	}); err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	run := func(d time.Duration) {
		t.Helper()
		if err := sys.Advance(d); err != nil {
			t.Fatal(err)
		}
	}
	run(4 * time.Second)
	if math.Abs(force-15) > 0.2 {
		t.Errorf("the tool presses with %g N, want 15 N", force)
	}
	drop := actors.Fault{Kind: actors.FaultDrop, Target: "hand/gate.joint_push->gantry/coupling_push.in", Duration: 2 * time.Second}
	if err := sys.Inject(drop); err != nil {
		t.Fatal(err)
	}
	run(1900 * time.Millisecond)
	if !touched || force > 0.2 {
		t.Errorf("without commands the tool presses with %g N", force)
	}
	run(3 * time.Second)
	if math.Abs(force-15) > 0.2 {
		t.Errorf("with commands again the tool presses with %g N, want 15 N", force)
	}
	if greatest > 8*0.002*1.1 {
		t.Errorf("a commanded velocity jumped by %g m/s; 8 m/s^2 allow %g a tick", greatest, 8*0.002)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, e := range *events {
		switch e.Kind {
		case messages.EventFailed, messages.EventHang:
			t.Errorf("%s", e)
		}
	}
}

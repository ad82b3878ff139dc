package mobilemanipulator

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/handover"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// The path of app.yaml at torque level, with drives that leave a little friction and inertia which
// the model has not.
func TestAtTorqueLevelTheGripperKeepsWithinThreeMillimetresAndOneDegree(t *testing.T) {
	if testing.Short() {
		t.Skip("10 s of virtual time take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	r, path := run.Simulate(t, "app_torque.yaml", 1)
	if missed, ticks := r.Missed(); missed != 0 || ticks < 90_000 || len(r.Faults) != 0 {
		t.Errorf("%d of %d releases were missed, faults %v", missed, ticks, r.Faults)
	}
	if len(r.Tracking) != 1 || r.Tracking[0].Samples < 4000 {
		t.Fatalf("the report compares %+v", r.Tracking)
	}
	result := r.Tracking[0]
	t.Logf("last half: position at most %.2f mm, angle at most %.3f degrees", 1e3*result.PositionMax, 180/math.Pi*result.AngleMax)
	if result.PositionMax > 3e-3 || result.AngleMax > math.Pi/180 {
		t.Errorf("position error %g m, angle %g rad; expected at most 3 mm and 1 degree", result.PositionMax, result.AngleMax)
	}
	recording := run.Open(t, path)
	checkCommands(t, recording)
	checkModels(t, recording)
}

// checkCommands checks that the arm is given efforts and the base velocities, and that the torque
// of the arm carries it: nothing else holds it up.
func checkCommands(t *testing.T, recording *record.Reader) {
	t.Helper()
	carried, moved := 0.0, 0.0
	for _, c := range run.Series[messages.JointCommand](t, recording, "whole_body/controller.command") {
		for i, mode := range c.Value.Control {
			want := messages.ControlEffort
			if i == 0 {
				want = messages.ControlVelocity
			}
			if mode != want {
				t.Fatalf("at %v joint %d is commanded by %v", c.Stamp.Time, i, mode)
			}
		}
		moved = math.Max(moved, math.Hypot(c.Value.Velocity[0], c.Value.Velocity[1]))
		carried = math.Max(carried, math.Abs(c.Value.Effort[4])) // joint 2: the shoulder
	}
	if moved < 0.3 || carried < 20 {
		t.Errorf("the base is commanded %g m/s at most and the shoulder %g N m; expected motion, and weight", moved, carried)
	}
	for _, s := range run.Series[messages.DriveState](t, recording, "whole_body/arm.state") {
		for i, m := range s.Value.Mode {
			if s.Stamp.Time > messages.Instant(600*time.Millisecond) && m != messages.ModeRun {
				t.Fatalf("at %v drive %d is in mode %v", s.Stamp.Time, i, m)
			}
		}
	}
}

// checkModels checks that the controller always had a model, which is of every second snapshot.
func checkModels(t *testing.T, recording *record.Reader) {
	t.Helper()
	older := 0
	for _, s := range run.Series[messages.TaskStatus](t, recording, "whole_body/controller.status") {
		if s.Stamp.Time < messages.Instant(100*time.Millisecond) {
			continue
		}
		if s.Value.Phase != messages.TaskRunning || s.Value.ModelAge > 4*time.Millisecond {
			t.Fatalf("at %v the law is %v, its model %v old", s.Stamp.Time, s.Value.Phase, s.Value.ModelAge)
		}
		if s.Value.ModelAge > 0 {
			older++
		}
	}
	if older == 0 {
		t.Error("every model was of the newest snapshot: the model actor has no rate of its own")
	}
}

func TestAtTorqueLevelEveryChangeOfTaskSetsKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	if testing.Short() {
		t.Skip("four runs take minutes under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	handover.CheckEveryPair(t, handover.Options{File: "app_torque.yaml", Controller: "whole_body/controller", States: []string{"stand", "carry"},
		Ready: 700 * time.Millisecond, Dwell: 1200 * time.Millisecond, After: 150 * time.Millisecond})
}

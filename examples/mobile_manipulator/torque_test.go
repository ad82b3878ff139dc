package mobilemanipulator

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// The states of the behaviour of app_torque.yaml, in the order of the file, and its tasks.
const (
	stateArrived, stateHome = 3, 4
	taskReach, taskTurned   = 0, 1
)

// Where app_torque.yaml sends the gripper at last: m, and a quarter turn to the left of how it was held at the start.
var (
	goalPlace  = [3]float64{2.4, 1, 0.9}
	goalTurned = [4]float64{0.3518, -0.6134, 0.6134, 0.3518}
)

func TestAtTorqueLevelArmAndBaseServeOneGripper(t *testing.T) {
	if testing.Short() {
		t.Skip("11 s of virtual time take a minute under the race detector")
	}
	r, path := simulate(t, "app_torque.yaml", 1)
	if missed, ticks := r.Missed(); missed != 0 || ticks < 90_000 || len(r.Faults) != 0 {
		t.Errorf("%d of %d releases were missed, faults %v", missed, ticks, r.Faults)
	}
	recording := open(t, path)
	t.Run("the gripper arrives where the arm alone cannot reach", func(t *testing.T) { checkArrival(t, recording) })
	t.Run("the arm has efforts and the base velocities", func(t *testing.T) { checkCommands(t, recording) })
}

func checkArrival(t *testing.T, recording *record.Reader) {
	status := series[messages.TaskStatus](t, recording, "whole_body/controller.status")
	truth := series[messages.BodyState](t, recording, "plant/robot.truth")
	var arrived, gone messages.Instant
	for _, s := range status {
		switch {
		case s.Value.State == stateArrived && arrived == 0:
			arrived = s.Stamp.Time
		case s.Value.State == stateHome && gone == 0:
			gone = s.Stamp.Time
		}
		if s.Value.ModelAge > 20*time.Millisecond || s.Stamp.Time > messages.Instant(100*time.Millisecond) && s.Value.Phase != messages.TaskRunning {
			t.Fatalf("at %v the law is %v, its model %v old", s.Stamp.Time, s.Value.Phase, s.Value.ModelAge)
		}
	}
	if arrived == 0 || gone == 0 {
		t.Fatalf("the gripper arrived at %v and went home at %v; expected both to happen", arrived, gone)
	}
	worstPlace, worstTurn, samples := 0.0, 0.0, 0
	for _, s := range truth {
		if s.Stamp.Time < arrived.Add(time.Second) || s.Stamp.Time >= gone {
			continue
		}
		samples++
		worstPlace = math.Max(worstPlace, distance(s.Value.Pose.Position, goalPlace))
		worstTurn = math.Max(worstTurn, angleBetween(s.Value.Pose.Orientation, goalTurned))
	}
	t.Logf("for %d ms the gripper is at most %.2f mm and %.2f mrad from its goal", samples, 1e3*worstPlace, 1e3*worstTurn)
	if samples < 1000 || worstPlace > 3e-3 || worstTurn > 10e-3 {
		t.Errorf("in %d samples the gripper is at most %g m and %g rad from its goal; expected 3 mm and 10 mrad", samples, worstPlace, worstTurn)
	}
	first := truth[0].Value.Pose
	if d := distance(first.Position, goalPlace); d < reach+1 {
		t.Errorf("the goal is %g m from the start only", d)
	}
}

// angleBetween is that of the rotation from a to b, unit quaternions, rad.
func angleBetween(a, b [4]float64) float64 {
	w := a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3]
	x := a[0]*b[1] - a[1]*b[0] - a[2]*b[3] + a[3]*b[2]
	y := a[0]*b[2] - a[2]*b[0] - a[3]*b[1] + a[1]*b[3]
	z := a[0]*b[3] - a[3]*b[0] - a[1]*b[2] + a[2]*b[1]
	return 2 * math.Atan2(math.Sqrt(x*x+y*y+z*z), math.Abs(w))
}

// checkCommands checks that the arm is given efforts and the base velocities, and that the torque of the arm carries it:
// nothing else holds it up.
func checkCommands(t *testing.T, recording *record.Reader) {
	commands := series[messages.JointCommand](t, recording, "whole_body/controller.command")
	carried, moved := 0.0, 0.0
	for _, c := range commands {
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
	for _, s := range series[messages.DriveState](t, recording, "whole_body/arm.state") {
		for i, m := range s.Value.Mode {
			if s.Stamp.Time > messages.Instant(600*time.Millisecond) && m != messages.ModeRun {
				t.Fatalf("at %v drive %d is in mode %v", s.Stamp.Time, i, m)
			}
		}
	}
}

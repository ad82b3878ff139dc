package mobilemanipulator

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// What an undisturbed run is asked, all of one run.
func TestAnUndisturbedRun(t *testing.T) {
	r, path := run.Simulate(t, "app.yaml", 1)
	recording := run.Open(t, path)
	t.Run("keeps the gripper within five millimetres and one degree", func(t *testing.T) { keepsTheGripper(t, r) })
	t.Run("leads where the arm alone cannot reach", func(t *testing.T) { leadsBeyondTheArm(t, recording) })
	t.Run("has no controller that reads the truth", func(t *testing.T) { hidesTheTruth(t, recording) })
	t.Run("is the same for the same seed, and another for another", func(t *testing.T) { dependsOnItsSeed(t, path) })
}

func keepsTheGripper(t *testing.T, r *report.Report) {
	missed, ticks := r.Missed()
	if missed != 0 || ticks == 0 {
		t.Errorf("%d of %d releases were missed", missed, ticks)
	}
	if len(r.Tracking) != 1 || r.Tracking[0].Samples < 400 {
		t.Fatalf("the report compares %+v", r.Tracking)
	}
	result := r.Tracking[0]
	t.Logf("last half: position at most %.2f mm, angle at most %.3f degrees", 1e3*result.PositionMax, 180/math.Pi*result.AngleMax)
	if result.PositionMax > 5e-3 || result.AngleMax > math.Pi/180 {
		t.Errorf("position error %g m, angle %g rad; expected at most 5 mm and 1 degree", result.PositionMax, result.AngleMax)
	}
}

// reach is the arm's: the distance from its shoulder, which stands on the base, to the gripper.
const reach = 0.9

func leadsBeyondTheArm(t *testing.T, r *record.Reader) {
	truth := run.Series[messages.BodyState](t, r, "plant/robot.truth")
	length, fast, fastAtTheEnd := 0.0, 0, 0
	for i, s := range truth {
		v := s.Value.Twist.Linear
		speed := math.Hypot(math.Hypot(v[0], v[1]), v[2])
		if i > 0 {
			length += distance(s.Value.Pose.Position, truth[i-1].Value.Pose.Position)
		}
		if speed >= 0.25 {
			fast++
			if i >= len(truth)*3/4 {
				fastAtTheEnd++
			}
		}
	}
	if length < 4 {
		t.Errorf("the gripper went %.2f m; expected at least 4 m", length)
	}
	if fast < len(truth)/2 || fastAtTheEnd < len(truth)-len(truth)*3/4 {
		t.Errorf("it was at 0.25 m/s or faster in %d of %d samples, in the last quarter in %d; expected half of them, and all of the last quarter", fast, len(truth), fastAtTheEnd)
	}
	first, last := truth[0].Value.Pose, truth[len(truth)-1].Value.Pose
	if turn := yaw(last) - yaw(first); math.Abs(turn) < math.Pi/2-0.02 {
		t.Errorf("it turned by %.3f rad; expected a quarter turn", turn)
	}
	shoulder := [3]float64{0.12, 0, 0.65} // on the mount of the base at its start
	if d := distance(last.Position, shoulder); d < reach+1 {
		t.Errorf("it ends %.2f m from where the shoulder was; the arm reaches %.1f m, and 1 m more is expected", d, reach)
	}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// yaw is the heading of the gripper's horizontal axis y, which does not tilt on this path.
func yaw(p messages.Pose) float64 {
	w, x, y, z := p.Orientation[0], p.Orientation[1], p.Orientation[2], p.Orientation[3]
	return math.Atan2(-(2*x*y - 2*w*z), 1-2*x*x-2*z*z)
}

func hidesTheTruth(t *testing.T, r *record.Reader) {
	truth := run.Series[messages.BodyState](t, r, "plant/robot.truth")
	model := run.Series[messages.Model](t, r, "whole_body/model.model")
	same := 0
	for _, m := range model {
		for _, s := range near(truth, m.Stamp.Time) {
			if s.Value.Pose.Position == m.Value.Pose[0].Position {
				same++
			}
		}
	}
	if same > len(model)/100 {
		t.Errorf("%d of %d estimated poses are exactly the true one: encoders and odometry cannot do that", same, len(model))
	}
}

// near returns the samples of one instant.
func near(all []record.Sample[messages.BodyState], at messages.Instant) []record.Sample[messages.BodyState] {
	for i, s := range all {
		if s.Stamp.Time == at {
			return all[i : i+1]
		}
	}
	return nil
}

package armlevels

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// againstLimit is the arm with a goal of its sixth joint 0.35 rad beyond the limit that its
// controller keeps.
const againstLimit = `
app: {name: pressing, duration: 3s, seed: 1}
worlds:
  arm:
    rate: RATE
    models: [{path: models/arm.urdf.yaml}]
    processors:
      controller:
        type: whole_body
        options:
          joint_group: arm
          law: constrained
          limits: {position_margin: 0.75} # of joint_6 1.25 rad are left
          tasks:
            - {name: elbow, kind: posture, gains: {proportional: [100], derivative: [20]}, goal: {joints: [0, 0.4, 0, 1.5, 0, 1.6, 0]}}
          task_sets: [{name: press, levels: [[elbow]]}]
    drives:
      motors: {type: simulated, rate: RATE, joints: [joint_1, joint_2, joint_3, joint_4, joint_5, joint_6, joint_7], safe_mode: ramp_hold, start: auto}
plant:
  type: rigid_body
  rate: 1kHz
  models: [{path: models/arm.urdf.yaml}]
  options:
    servos:
      - {joints: [joint_1, joint_2, joint_3, joint_4], brake_effort: 200, torque_sensor: true}
      - {joints: [joint_5, joint_6, joint_7], brake_effort: 60, torque_sensor: true}
    start: [{joint: joint_2, position: [0.4]}, {joint: joint_4, position: [1.5]}, {joint: joint_6, position: [1.1]}]
`

// A joint that is pressed against its limit rests there: drives follow late, and a bound that makes
// up for all in one tick would have it go to and fro, with all the acceleration that the limits
// leave.
func TestAJointThatIsPressedAgainstItsLimitRestsThere(t *testing.T) {
	const joint, limit, effort = 5, 1.25, 45.0
	for _, rate := range []string{"1kHz", "250Hz", "100Hz"} {
		t.Run(rate, func(t *testing.T) {
			system, err := app.New(run.Load(t, written(t, againstLimit, "RATE", rate)))
			if err != nil {
				t.Fatal(err)
			}
			farthest, previous, step := 0.0, math.NaN(), 0.0
			run.Tap(t, system, "plant/robot.state", func(_ messages.Stamp, s *messages.JointState) {
				farthest = math.Max(farthest, s.Position[joint])
			})
			run.Tap(t, system, "arm/controller.command", func(s messages.Stamp, c *messages.JointCommand) {
				if s.Time > messages.Instant(2*time.Second) {
					step = math.Max(step, math.Abs(c.Effort[joint]-previous))
				}
				previous = c.Effort[joint]
			})
			if err := system.Run(context.Background()); err != nil {
				t.Fatal(err)
			}
			t.Logf("it came to %.5f rad, and its torque changes by %.3f N m a tick", farthest, step)
			if farthest < limit-0.01 || farthest > limit+1e-3 {
				t.Errorf("it came to %.5f rad; expected its limit, %g", farthest, limit)
			}
			if step > 0.02*effort {
				t.Errorf("its torque changes by %.2f N m from one tick to the next at the limit; expected at most 2 %% of %g", step, effort)
			}
		})
	}
}

// written writes an application beside its models, with words replaced: old, new, old, new. It
// returns its path.
func written(t *testing.T, application string, words ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "models"), os.DirFS("models")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "app.yaml")
	if err := os.WriteFile(path, []byte(strings.NewReplacer(words...).Replace(application)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

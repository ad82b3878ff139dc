package wholebody_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// craneApp is an application of the crane under whole_body, on a plant with its drives.
const craneApp = `
app: {name: crane, duration: 3s, seed: 1}
worlds:
  crane:
    rate: 1kHz
    models: [{path: crane.urdf.yaml}]
    processors:
      control:
        type: whole_body
        options:
          joint_group: all
          tasks:
            - {name: place, kind: frame_position, frame: platform, axes: "x,z", gains: {proportional: [25], derivative: [10]}, goal: {position: [0.9, 0, 0.2]}}
            - {name: rest, kind: posture, gains: {proportional: [25], derivative: [10]}, goal: {joints: [0.5, 0.05, 0.4, 0.02]}}
          task_sets: [{name: go, levels: [[place], [rest]]}]
          behavior:
            states:
              - {name: begin, task_set: go, transitions: [{to: move, after: 1s}]}
              - {name: move, task_set: go, entry: [{task: place, parameter: goal.position, numbers: [1.1, 0, 0.35]}, {task: rest, parameter: goal.joints, numbers: [0.6, 0.1, 0.6, 0.06]}]}
    drives:
      motors: {type: simulated, rate: 1kHz, joints: [rail, lift, swing, grip], safe_mode: ramp_hold, start: auto}
plant:
  type: rigid_body
  rate: 1kHz
  models: [{path: crane.urdf.yaml}]
  options:
    truth: platform
    servos: [{joints: [rail, lift, swing, grip], brake_effort: 300, torque_sensor: true}]
    start: [{joint: rail, position: [0.5]}, {joint: swing, position: [0.4]}, {joint: grip, position: [0.02]}]
`

// platformOf runs the application of a description, and gives the way of the platform: x, z, and
// their rates, tick by tick.
func platformOf(t *testing.T, description string) (way [][4]float64) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"app.yaml": craneApp, "crane.urdf.yaml": description} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(filepath.Join(dir, "app.yaml"), registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Virtual = true
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(system, "plant/robot.truth", func(_ messages.Stamp, s *messages.BodyState) {
		way = append(way, [4]float64{s.Pose.Position[0], s.Pose.Position[2], s.Twist.Linear[0], s.Twist.Linear[2]})
	}); err != nil {
		t.Fatal(err)
	}
	if reason := system.Run(context.Background()); reason != nil {
		t.Fatal(reason)
	}
	return way
}

// An error e of a task obeys d2e/dt2 + kd de/dt + kp e = 0, whatever mimic joints carry the body:
// with kp = 25 and kd = 10 from e0 and e0' on, e = (e0 + (e0' + 5 e0) t) exp(-5 t). What is left
// are the times of a loop with drives and encoders, some milliseconds, and of the encoders: some
// thousandths of where it began. The twin, with no mimic joints, has the same.
func TestAPlatformOnAParallelogramMovesAsItsTaskSays(t *testing.T) {
	crane, twin := platformOf(t, wholebody.CraneText(false)), platformOf(t, wholebody.CraneText(true))
	if len(crane) != len(twin) || len(crane) < 2900 {
		t.Fatalf("the crane was seen %d times, its twin %d times", len(crane), len(twin))
	}
	for k, x := range crane {
		for i := range x {
			if d := math.Abs(x[i] - twin[k][i]); d > 1e-5 {
				t.Fatalf("after %d ms the crane and its twin differ by %g in component %d", k, d, i)
			}
		}
	}
	goal, begin := [2]float64{1.1, 0.35}, 1800 // ms: the joints run from 0.5 s on, the goal has moved 1 s later, and the hand-over is done
	worst := 0.0
	for axis, g := range goal {
		e0, rate := g-crane[begin][axis], -crane[begin][2+axis]
		if math.Abs(e0) < 0.02 {
			t.Errorf("the error along axis %d is %g m at the beginning", axis, e0)
		}
		for k := begin; k < len(crane); k++ {
			at := float64(k-begin) * 1e-3
			want := (e0 + (rate+5*e0)*at) * math.Exp(-5*at)
			worst = math.Max(worst, math.Abs(g-crane[k][axis]-want)/math.Abs(e0))
		}
	}
	t.Logf("the error of the task differs from the analytic one by %.2g of where it began", worst)
	if worst > 0.005 {
		t.Errorf("the error of the task differs from the analytic one by %.2g of where it began", worst)
	}
}

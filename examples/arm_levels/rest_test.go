package armlevels

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// pulled is the arm with a goal that it cannot reach.
const pulled = `
app: {name: pulled, duration: DURATION, seed: 1}
worlds:
  arm:
    rate: 1kHz
    models: [{path: models/arm.urdf.yaml}]
    processors:
      controller:
        type: whole_body
        options:
          joint_group: arm
          law: LAW
          tasks:
            - {name: place, kind: frame_position, frame: gripper, gains: {proportional: [400], derivative: [40], velocity_max: [0.3], saturation: by_norm}, goal: {position: [GOAL]}}
            - {name: turned, kind: frame_orientation, frame: gripper, gains: {proportional: [400], derivative: [40]TURNING}, goal: {orientation: [0, 0, 1, 0]}}
            - {name: elbow, kind: posture, gains: {proportional: [STIFF], derivative: [20]BENDING}, goal: {joints: [0, 0.4, 0, 1.5, 0, 1.2416, 0]}}
          task_sets:
            - {name: pull, levels: LEVELS}
            - {name: every, levels: [[place], [turned], [elbow]]}
    drives:
      motors: {type: simulated, rate: 1kHz, joints: [joint_1, joint_2, joint_3, joint_4, joint_5, joint_6, joint_7], safe_mode: ramp_hold, start: auto}
plant:
  type: rigid_body
  rate: 1kHz
  models: [{path: models/arm.urdf.yaml}]
  options:
    servos:
      - {joints: [joint_1, joint_2, joint_3, joint_4], brake_effort: 200, torque_sensor: true}
      - {joints: [joint_5, joint_6, joint_7], brake_effort: 60, torque_sensor: true}
    start: [{joint: joint_2, position: [0.4]}, {joint: joint_4, position: [1.5]}, {joint: joint_6, position: [1.2416]}]
`

// What the documentation of wholebody says of goals out of reach: where an arm comes to rest.
func TestAnArmWhoseGoalIsOutOfReachRestsUnderTheSetsThatAreSaidToRest(t *testing.T) {
	goals := []string{"1.5, 0.3, 0.4", "0, 1.6, 0.9", "-1, 0.9, 0.2"}
	const rest, creep = 0.02, 0.25
	const followed = ", velocity_max: [0.4], saturation: " // times the derivative gain less than what joints can accelerate
	type set struct {
		name, law, proportional, levels string
		bounded                         bool
		calm                            float64 // rad/s that joints move at, at most
	}
	sets := []set{
		{"law exact, three levels", "exact", "100", "[[place], [turned], [elbow]]", false, rest},
		{"law exact, two levels", "exact", "100", "[[place], [elbow]]", false, rest},
		{"law constrained, place alone", "constrained", "100", "[[place]]", false, rest},
		{"law constrained, one level of all tasks", "constrained", "100", "[[place, turned, elbow]]", false, rest},
		{"law constrained, a posture that only calms", "constrained", "0", "[[place], [elbow]]", false, rest},
		{"law constrained, two levels that joints can follow", "constrained", "100", "[[place], [elbow]]", true, rest},
		{"law constrained, two levels of bodies that joints can follow", "constrained", "100", "[[place], [turned]]", true, creep},
		{"law constrained, three levels that joints can follow", "constrained", "100", "[[place], [turned], [elbow]]", true, creep},
	}
	length := 30 * time.Second
	if testing.Short() { // with the race detector a run takes longer than what it simulates
		goals, sets, length = goals[:1], []set{sets[1], sets[5]}, 12*time.Second
	}
	for _, c := range sets {
		t.Run(c.name, func(t *testing.T) {
			for _, goal := range goals {
				turning, bending := "", ""
				if c.bounded {
					turning, bending = followed+"by_norm", followed+"by_greatest"
				}
				speed, step := unrest(t, length, "TURNING", turning, "BENDING", bending, "LAW", c.law, "STIFF", c.proportional, "LEVELS", c.levels, "GOAL", goal)
				t.Logf("[%s]: %.4f rad/s, %.2f %% a tick", goal, speed, 100*step)
				if speed > c.calm || step > 0.01 {
					t.Errorf("with the goal [%s] joints move at %.3f rad/s, and torques change by %.1f %% of their limits a tick; expected at most %g rad/s and 1 %%", goal, speed, 100*step, c.calm)
				}
			}
		})
	}
}

// unrest is how fast joints move, and by which share of their limits torques change from one tick
// to the next, in the last 5 s of a run of some length.
func unrest(t *testing.T, length time.Duration, words ...string) (speed, step float64) {
	t.Helper()
	system, err := app.New(run.Load(t, written(t, pulled, append(words, "DURATION", length.String())...)))
	if err != nil {
		t.Fatal(err)
	}
	limits := [7]float64{180, 180, 110, 110, 60, 45, 30}
	late := func(s messages.Stamp) bool { return s.Time > messages.Instant(length-5*time.Second) }
	run.Tap(t, system, "plant/robot.state", func(at messages.Stamp, s *messages.JointState) {
		if late(at) {
			for _, v := range s.Velocity {
				speed = math.Max(speed, math.Abs(v))
			}
		}
	})
	var previous []float64
	run.Tap(t, system, "arm/controller.command", func(at messages.Stamp, c *messages.JointCommand) {
		if late(at) && previous != nil {
			for i, e := range c.Effort {
				step = math.Max(step, math.Abs(e-previous[i])/limits[i])
			}
		}
		previous = append(previous[:0], c.Effort...)
	})
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return speed, step
}

// Package upkie proves what the example claims, from what the simulated plant says is true.
package upkie

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// load reads the application file with another controller for a run in virtual time.
func load(t *testing.T, controller string) *app.Config {
	t.Helper()
	text, err := os.ReadFile("app.yaml")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), "    processors:\n")
	_, after, ends := strings.Cut(rest, "    drives:\n")
	if !found || !ends {
		t.Fatal("app.yaml has no processors before its drives")
	}
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "models"), os.DirFS("models")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "app.yaml")
	if err := os.WriteFile(file, []byte(before+"    processors:\n"+controller+"    drives:\n"+strings.ReplaceAll(after, "start: acknowledge", "start: auto")), 0o600); err != nil {
		t.Fatal(err)
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(actors.Register(registry, "crude_balance", actors.RoleController, "balances", crude{}),
		actors.Register(registry, "driven", actors.RoleController, "passes commands of the balancer on", driven{})); err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	config.Virtual = true
	return config
}

// balanced is a controller that keeps the robot upright.
const balanced = "      balance: {type: crude_balance, options: {joint_group: servos}, inputs: {imu: plant/robot.imu}}\n"

// longRun leaves a run of many seconds to the plain tests: the race detector, which the short ones
// are for, makes the physics 25 times slower.
func longRun(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the plain tests have it; the short ones leave it out, because the race detector makes the physics 25 times slower")
	}
}

// truth is what is true of a run.
type truth struct {
	lean, way, height, speed float64 // of the torso at the end: rad, m, m, m/s
	leaned, went             float64 // greatest absolute lean and way
	airborne                 int     // instants at which no wheel touches the ground
	landed                   bool    // a wheel touches it at the end
}

// move runs the application and returns what is true of the torso.
func move(t *testing.T, config *app.Config, plan func(*actors.System)) (f truth) {
	t.Helper()
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	run.Tap(t, system, "plant/robot.truth", func(_ messages.Stamp, s *messages.BodyState) {
		q := s.Pose.Orientation
		f.lean = math.Atan2(2*(q[1]*q[3]+q[0]*q[2]), 1-2*(q[1]*q[1]+q[2]*q[2]))
		f.way, f.height = math.Hypot(s.Pose.Position[0], s.Pose.Position[1]), s.Pose.Position[2]
		f.speed = math.Hypot(s.Twist.Linear[0], s.Twist.Linear[1])
		f.leaned, f.went = max(f.leaned, math.Abs(f.lean)), max(f.went, f.way)
	})
	run.Tap(t, system, "plant/robot.contacts", func(_ messages.Stamp, s *messages.Signals) {
		if f.landed = s.Value[7]+s.Value[9+7] > 0; !f.landed {
			f.airborne++
		}
	})
	if plan != nil {
		plan(system)
	}
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return f
}

// pushes are the pushes of the plant of a configuration.
func pushes(t *testing.T, config *app.Config) *[]physics.PushOptions {
	t.Helper()
	plant, ok := config.Plants[0].Instance.(*sim.PlantOptions)
	if !ok {
		t.Fatalf("the plant is a %T", config.Plants[0].Instance)
	}
	return &plant.Pushes
}

func TestTheRobotStandsWhileItsWheelsBalance(t *testing.T) {
	longRun(t)
	f := move(t, load(t, balanced), nil)
	if f.leaned > 0.1 || f.went > 0.2 || math.Abs(f.height-0.56) > 0.01 || f.speed > 0.02 {
		t.Errorf("after 10 s: %+v; expected it to stand where it was", f)
	}
}

func TestTheRobotRecoversFromAPush(t *testing.T) {
	longRun(t)
	config := load(t, balanced)
	*pushes(t, config) = []physics.PushOptions{{Body: "torso", Force: [3]float64{10, 0, 0}, From: 2 * time.Second, Duration: 100 * time.Millisecond}}
	f := move(t, config, nil)
	if f.leaned < 0.02 || f.leaned > 0.6 || f.went < 0.05 || math.Abs(f.lean) > 0.05 || f.speed > 0.05 {
		t.Errorf("after a push of 1 N s: %+v; expected it to lean, to roll and to stand again", f)
	}
}

func TestTheRobotFallsWithoutBalance(t *testing.T) {
	longRun(t)
	config := load(t, balanced)
	*pushes(t, config) = []physics.PushOptions{{Body: "torso", Force: [3]float64{100, 0, 0}, From: time.Second, Duration: 100 * time.Millisecond}}
	f := move(t, config, nil)
	if math.Abs(f.lean) < 1 || f.height > 0.4 || f.height < 0.05 {
		t.Errorf("after a push of 10 N s: %+v; expected it to lie on the ground", f)
	}
}

func TestItsWheelsLeaveTheGroundAndMeetItAgain(t *testing.T) {
	longRun(t)
	config := load(t, balanced)
	// lifted by half more than its weight for a moment, and dropped
	*pushes(t, config) = []physics.PushOptions{{Body: "torso", Force: [3]float64{0, 0, 80}, From: 2 * time.Second, Duration: 150 * time.Millisecond}}
	f := move(t, config, nil)
	if f.airborne < 150 || f.airborne > 600 || !f.landed || math.Abs(f.height-0.56) > 0.01 || math.Abs(f.lean) > 0.1 {
		t.Errorf("lifted and dropped: %+v; expected it in the air for a while and standing at the end", f)
	}
}

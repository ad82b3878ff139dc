package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/generated/robot"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/generate"
)

const file = "../mobile_manipulator/app.yaml"

func TestTheCommittedCodeIsWhatTheGeneratorGivesNow(t *testing.T) {
	want, err := generate.Source(run.Load(t, file), "robot")
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("robot/robot.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("robot/robot.go is not what the application file gives now; run go generate in examples/generated")
	}
}

// last returns the last snapshot of the whole body in a run of the same length, by names: the other
// way to the same numbers.
func last(t *testing.T, length time.Duration) *worlds.Snapshot {
	t.Helper()
	config := run.Load(t, file)
	config.Duration = length
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	var snapshot *worlds.Snapshot
	run.Tap(t, system, "whole_body/perception.snapshot", func(stamp messages.Stamp, s *messages.Snapshot) {
		if snapshot, err = config.Worlds[0].Model.Snapshot(stamp, s); err != nil {
			t.Error(err)
		}
	})
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return snapshot
}

func joint(t *testing.T, s *worlds.Snapshot, name string) worlds.JointValues {
	t.Helper()
	j, err := s.Joint(name)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestTheProgramReadsAndReportsWhatNamesRead(t *testing.T) {
	const length = 2 * time.Second
	where, err := execute(context.Background(), file, length)
	if err != nil {
		t.Fatal(err)
	}
	snapshot := last(t, length)
	base, at, v := joint(t, snapshot, "mobile_planar"), where.Base.Position, where.Base.Velocity
	if got := []float64{float64(at.X), float64(at.Y), float64(at.Theta)}; !slices.Equal(got, base.Position) {
		t.Errorf("the base is at %v, by names at %v", got, base.Position)
	}
	if got := []float64{float64(v.X), float64(v.Y), float64(v.Omega)}; !slices.Equal(got, base.Velocity) || where.Base.Time != base.Time || !where.Base.Valid {
		t.Errorf("the base moves by %v at %s, by names by %v at %s", got, where.Base.Time, base.Velocity, base.Time)
	}
	for i := range where.Arm.Position {
		j := joint(t, snapshot, fmt.Sprintf("arm_joint_%d", i+1))
		if got := [3]float64{where.Arm.Position[i], where.Arm.Velocity[i], where.Arm.Effort[i]}; got != [3]float64{j.Position[0], j.Velocity[0], j.Effort[0]} {
			t.Errorf("joint %d of the arm has %v, by its name %+v", i+1, got, j)
		}
	}
	if at.X < 0.1 || math.Abs(float64(at.X)-where.Odometry.Planar.X) > 0.02 {
		t.Errorf("the base is at x = %v m, by odometry %v m; expected it on its way", at.X, where.Odometry.Planar.X)
	}
	checkPrinted(t, where)
}

// checkPrinted looks at what the program prints.
func checkPrinted(t *testing.T, where place) {
	t.Helper()
	var out strings.Builder
	if err := where.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`^base: x 0\.\d{3} m, y -?0\.\d{3} m, theta -?0\.\d{3} rad, run;`, `(?m)^arm joint 4: -1\.\d{3} rad, 0\.\d{3} rad from its limit$`} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("it prints\n%s, expected a line like %s", out.String(), want)
		}
	}
}

func TestAnApplicationOfAnotherStructureIsRefused(t *testing.T) {
	if _, err := execute(context.Background(), "../door/app.yaml", time.Second); err == nil || !strings.Contains(err.Error(), `has no world "whole_body"; it has arm`) ||
		!strings.Contains(err.Error(), "run robo-actors generate anew") {
		t.Errorf("error %v, expected one that says what to do", err)
	}
	if _, err := execute(context.Background(), "missing.yaml", time.Second); err == nil || !strings.Contains(err.Error(), "missing.yaml") {
		t.Errorf("error %v, expected one that names the file", err)
	}
}

// Joint groups of package worlds scatter a command into their world's vectors by the names of the
// joints.
func TestACommandOfAGroupNamesItsJoints(t *testing.T) {
	world := run.Load(t, file).Worlds[0].Model
	group, err := world.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	command := robot.NewWholeBodyAllCommand()
	command.ArmJoint3().SetPositionVelocity(0.25, -0.5)
	command.ArmJoint7().SetEffort(3)
	all := world.All().NewCommand()
	if err := group.ScatterCommand(&all, command.Values()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		control messages.ControlMode
		values  [3]float64
	}{"arm_joint_3": {messages.ControlPositionVelocity, [3]float64{0.25, -0.5, 0}}, "arm_joint_7": {messages.ControlEffort, [3]float64{0, 0, 3}}, "arm_joint_1": {}} {
		i, err := world.JointIndex(name)
		if err != nil {
			t.Fatal(err)
		}
		at := world.Slot(i)
		if got := [3]float64{all.Position[at.Position], all.Velocity[at.Velocity], all.Effort[at.Velocity]}; got != want.values || all.Control[i] != want.control {
			t.Errorf("%s is commanded by %s: %v, expected %s: %v", name, all.Control[i], got, want.control, want.values)
		}
	}
}

func TestLimitsAreThoseOfTheFile(t *testing.T) {
	world := run.Load(t, file).Worlds[0].Model
	group, err := world.Group("arm")
	if err != nil {
		t.Fatal(err)
	}
	l := &robot.WholeBodyArmLimits
	for i := range group.NumJoints() {
		got := worlds.Limit{Lower: l.Lower[i], Upper: l.Upper[i], Velocity: l.Velocity[i], Acceleration: l.Acceleration[i], Jerk: l.Jerk[i], Effort: l.Effort[i]}
		if want := world.Joint(group.WorldJoint(i)).Limits[0]; got != want {
			t.Errorf("joint %d of the arm has the limits %+v, in the file %+v", i+1, got, want)
		}
	}
	if got := reflect.TypeOf(robot.WholeBodyLimits).NumField(); got != world.NumJoints() {
		t.Errorf("%d joints have limits, expected %d", got, world.NumJoints())
	}
	if got, want := float64(robot.WholeBodyLimits.ArmJoint4.Upper), l.Upper[3]; got != want {
		t.Errorf("joint 4 may go to %v, by the group to %v", got, want)
	}
}

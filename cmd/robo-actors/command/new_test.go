package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/jointspace"
	"github.com/robo-actors/robo-actors/actors/controllers/wholebody"
	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/app/draft"
)

// moves writes an application for a robot and simulates it. Every joint of the group must reach its
// goal, which is not where it began.
func moves(t *testing.T, robot string, choices draft.Choices) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "app.yaml")
	if err := writeNew(io.Discard, robot, file, choices); err != nil {
		t.Fatal(err)
	}
	s, err := session.New(standardKinds(), file, session.WithVirtualTime(), session.WithLogger(nil))
	if err != nil {
		text, _ := os.ReadFile(file)
		t.Fatalf("%v\n%s", err, text)
	}
	world := s.Config.Worlds[0].Model
	group, err := world.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	first, last := []float64(nil), []float64(nil)
	if _, err := actors.Tap(s.System, s.Config.Worlds[0].Name+"/perception.snapshot", func(_ messages.Stamp, m *messages.Snapshot) {
		if last = append(last[:0], m.Position...); first == nil {
			first = append(first, m.Position...)
		}
	}); err != nil {
		t.Fatal(err)
	}
	height := 0.0 // of the tip
	if _, err := actors.Tap(s.System, "plant/robot.truth", func(_ messages.Stamp, b *messages.BodyState) { height = b.Pose.Position[2] }); err != nil {
		t.Fatal(err)
	}
	report, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, stop := range report.Stops {
		t.Errorf("%v stopped at %v: %v", stop.Joints, stop.At, stop.Cause)
	}
	if height < -5 || math.IsNaN(height) {
		t.Errorf("the robot fell: its tip is at %.3g m", height)
	}
	goal := goalOf(t, s.Config)
	moved := 0
	for i := range goal {
		joint := group.WorldJoint(i)
		at := world.Slot(joint).Position
		if math.Abs(last[at]-goal[i]) > 0.02 {
			t.Errorf("joint %s went from %.4g to %.4g; its goal is %.4g", world.Joint(joint).Name, first[at], last[at], goal[i])
		}
		if math.Abs(first[at]-goal[i]) > 1e-3 {
			moved++
		}
	}
	if moved*2 < len(goal) {
		t.Errorf("%d of %d joints have a goal away from their start", moved, len(goal))
	}
	if t.Failed() {
		text, _ := os.ReadFile(file)
		t.Logf("%s", text)
	}
}

// goalOf returns the goal of the only controller, by joint of its group.
func goalOf(t *testing.T, c *app.Config) []float64 {
	t.Helper()
	switch kind := c.Worlds[0].Actor("controller").Instance.(type) {
	case *jointspace.Actor:
		return kind.Goal
	case *wholebody.Actor:
		return kind.Tasks[1].Goal.Joints
	default:
		t.Fatalf("the controller is %T", kind)
		return nil
	}
}

func TestANewApplicationMovesItsRobot(t *testing.T) {
	shared, err := filepath.Glob("../../../../shared/robots/*.urdf")
	if err != nil {
		t.Fatal(err)
	}
	robots := append(shared, "../../../examples/custom_actor/arm.urdf", "../../../examples/mobile_manipulator/models/arm.urdf")
	if testing.Short() {
		robots = robots[len(shared):]
	}
	for _, robot := range robots {
		t.Run(strings.TrimSuffix(filepath.Base(robot), ".urdf"), func(t *testing.T) { moves(t, robot, draft.Choices{}) })
	}
}

func TestANewApplicationMovesTheTipOfItsRobot(t *testing.T) {
	for _, robot := range []string{"../../../examples/custom_actor/arm.urdf", "../../../examples/mobile_manipulator/models/arm.urdf"} {
		t.Run(filepath.Base(filepath.Dir(robot)), func(t *testing.T) { moves(t, robot, draft.Choices{Controller: "whole_body"}) })
	}
}

func TestANewApplicationMovesWhateverRobot(t *testing.T) {
	n := uint64(50)
	if testing.Short() {
		n = 5
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			robot := filepath.Join(t.TempDir(), "robot.urdf")
			if err := os.WriteFile(robot, []byte(randomRobot(rand.New(rand.NewPCG(seed, 7)))), 0o600); err != nil {
				t.Fatal(err)
			}
			moves(t, robot, draft.Choices{})
			if t.Failed() {
				text, _ := os.ReadFile(robot)
				t.Logf("%s", text)
			}
		})
	}
}

// randomRobot draws a robot description: a tree of joints of all kinds that drives move, of fixed
// joints and of followers; with and without limits, inertias and meshes; at times on a base that
// moves freely.
func randomRobot(r *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<robot name=%q>\n", []string{"bot", "robot 2", "on", "all"}[r.IntN(4)])
	links := 2 + r.IntN(8)
	var turning []string // joints that others may mimic
	for i := range links {
		fmt.Fprintf(&b, "  <link name=\"l%d\">", i)
		if i == 0 || r.IntN(4) > 0 {
			m, half := 0.05+3*r.Float64(), 0.02+0.1*r.Float64()
			inertia := m * half * half
			fmt.Fprintf(&b, "<inertial><origin xyz=\"%.3f %.3f %.3f\"/><mass value=\"%.4g\"/><inertia ixx=\"%.4g\" iyy=\"%.4g\" izz=\"%.4g\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>",
				half*r.NormFloat64(), half*r.NormFloat64(), half, m, inertia, inertia*(1+r.Float64()*0.5), inertia)
		}
		switch r.IntN(4) {
		case 0:
			b.WriteString("<visual><geometry><mesh filename=\"package://bot/meshes/part.dae\"/></geometry></visual>")
		case 1:
			fmt.Fprintf(&b, "<collision><geometry><box size=\"0.1 0.05 %.3f\"/></geometry></collision>", 0.05+0.1*r.Float64())
		}
		b.WriteString("</link>\n")
		if i == 0 {
			continue
		}
		kind := []string{"revolute", "revolute", "revolute", "continuous", "prismatic", "fixed"}[r.IntN(6)]
		if i == 1 { // at least one joint moves
			kind = []string{"revolute", "continuous", "prismatic"}[r.IntN(3)]
		}
		fmt.Fprintf(&b, "  <joint name=\"j%d\" type=%q><parent link=\"l%d\"/><child link=\"l%d\"/><origin xyz=\"%.3f %.3f %.3f\" rpy=\"%.3f %.3f 0\"/>", i, kind, r.IntN(i), i,
			0.2*r.NormFloat64(), 0.2*r.NormFloat64(), 0.2*r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
		if kind != "fixed" {
			fmt.Fprintf(&b, "<axis xyz=\"%d %d 1\"/>", r.IntN(2), r.IntN(2))
		}
		switch kind {
		case "revolute":
			low := -3 * r.Float64()
			fmt.Fprintf(&b, "<limit lower=\"%.4f\" upper=\"%.4f\" velocity=\"%.3g\" effort=\"%.3g\"/>", low+0.5, low+0.6+4*r.Float64(), 0.3+4*r.Float64(), 30+200*r.Float64())
		case "prismatic":
			fmt.Fprintf(&b, "<limit lower=\"0\" upper=\"%.3f\" velocity=\"%.3g\" effort=\"%.3g\"/>", 0.05+r.Float64(), 0.05+r.Float64(), 200+500*r.Float64())
		case "continuous":
			if r.IntN(2) > 0 {
				b.WriteString("<limit velocity=\"6\" effort=\"80\"/>")
			}
		}
		if kind == "revolute" && len(turning) > 0 && r.IntN(5) == 0 {
			fmt.Fprintf(&b, "<mimic joint=%q multiplier=\"%.2f\"/>", turning[r.IntN(len(turning))], 0.2+r.Float64())
		} else if kind == "revolute" || kind == "continuous" {
			turning = append(turning, fmt.Sprintf("j%d", i))
		}
		b.WriteString("</joint>\n")
	}
	switch r.IntN(5) {
	case 0:
		b.WriteString("  <link name=\"world\"/><joint name=\"free\" type=\"floating\"><parent link=\"world\"/><child link=\"l0\"/></joint>\n")
	case 1:
		b.WriteString("  <link name=\"floor\"/><joint name=\"slides\" type=\"planar\"><parent link=\"floor\"/><child link=\"l0\"/><axis xyz=\"0 0 1\"/></joint>\n")
	}
	b.WriteString("</robot>\n")
	return b.String()
}

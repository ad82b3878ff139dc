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
	"github.com/robo-actors/robo-actors/supervision/faults"
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
		robots = robots[len(shared) : len(shared)+1]
	}
	for _, robot := range robots {
		t.Run(strings.TrimSuffix(filepath.Base(robot), ".urdf"), func(t *testing.T) {
			if filepath.Base(robot) == "upkie.urdf" {
				balances(t, robot)
				moves(t, robot, draft.Choices{Mobile: "none"})
				return
			}
			moves(t, robot, draft.Choices{})
		})
	}
}

func TestANewApplicationMovesTheTipOfItsRobot(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows physics down")
	}
	for _, robot := range []string{"../../../examples/custom_actor/arm.urdf", "../../../examples/mobile_manipulator/models/arm.urdf"} {
		t.Run(filepath.Base(filepath.Dir(robot)), func(t *testing.T) { moves(t, robot, draft.Choices{Controller: "whole_body"}) })
	}
}

// balances writes an application for a robot on two wheels and simulates it. The robot must stay
// upright, though its controller fails on the way.
func balances(t *testing.T, robot string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "app.yaml")
	if err := writeNew(io.Discard, robot, file, draft.Choices{World: "robot"}); err != nil {
		t.Fatal(err)
	}
	failure, err := faults.ParseNow("at 4s panic robot/controller")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(standardKinds(), file, session.WithVirtualTime(), session.WithLogger(nil), session.WithSchedule(failure))
	if err != nil {
		t.Fatal(err)
	}
	leans := 0.0
	if _, err := actors.Tap(s.System, "robot/orientation.orientation", func(_ messages.Stamp, o *messages.BaseOrientation) {
		leans = max(leans, math.Abs(o.Pitch))
	}); err != nil {
		t.Fatal(err)
	}
	report, err := s.Run(context.Background())
	if err != nil || len(report.Faults) != 1 || len(report.Stopped) > 0 || leans > 0.5 || leans == 0 {
		text, _ := os.ReadFile(file)
		t.Errorf("%v; stopped %v, it leans by up to %.3g rad\n%s", err, report.Stopped, leans, text)
	}
}

const biped = `<robot name="biped"><link name="torso"><inertial><origin xyz="0.01 0 0.05"/><mass value="4"/><inertia ixx="0.03" iyy="0.03" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
%s%s</robot>`

const leg = `<link name="%[1]s_thigh"><inertial><origin xyz="0 0 -0.1"/><mass value="0.4"/><inertia ixx="0.002" iyy="0.002" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="%[1]s_hip" type="revolute"><parent link="torso"/><child link="%[1]s_thigh"/><origin xyz="0 %[2]g 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="10" effort="16"/></joint>
<link name="%[1]s_shank"><inertial><origin xyz="0 0 -0.1"/><mass value="0.3"/><inertia ixx="0.002" iyy="0.002" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="%[1]s_knee" type="revolute"><parent link="%[1]s_thigh"/><child link="%[1]s_shank"/><origin xyz="0 0 -0.2"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="10" effort="16"/></joint>
<link name="%[1]s_tyre"><inertial><mass value="0.2"/><inertia ixx="0.0003" iyy="0.0004" izz="0.0003" ixy="0" ixz="0" iyz="0"/></inertial><visual><origin rpy="1.5708 0 0"/><geometry><cylinder radius="0.06" length="0.03"/></geometry></visual></link>
<joint name="%[1]s_wheel" type="continuous"><parent link="%[1]s_shank"/><child link="%[1]s_tyre"/><origin xyz="0 0 -0.2"/><axis xyz="0 %[3]g 0"/><limit velocity="60" effort="4"/></joint>
`

func TestANewApplicationBalancesARobotOnTwoLegsWithWheels(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows physics down")
	}
	robot := filepath.Join(t.TempDir(), "robot.urdf")
	text := fmt.Sprintf(biped, fmt.Sprintf(leg, "left", 0.15, 1.0), fmt.Sprintf(leg, "right", -0.15, -1.0))
	if err := os.WriteFile(robot, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	balances(t, robot)
}

// wheeled returns a robot on wheels at places, whose axes point to the left or to the right, with
// an arm of one joint.
func wheeled(name string, places [][3]float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<robot name=%q><link name="chassis"><inertial><mass value="12"/><inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="mast"><inertial><origin xyz="0 0 0.2"/><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="tilt" type="revolute"><parent link="chassis"/><child link="mast"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="2" effort="30"/></joint>
<link name="ball"/><joint name="caster_swivel" type="continuous"><parent link="chassis"/><child link="ball"/><origin xyz="-0.2 0 0"/><axis xyz="0 0 1"/></joint>
`, name)
	for i, p := range places {
		fmt.Fprintf(&b, `<link name="w%[1]d"><inertial><mass value="0.5"/><inertia ixx="0.001" iyy="0.002" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><origin rpy="1.5708 0 0"/><geometry><cylinder radius="0.08" length="0.04"/></geometry></collision></link>
<joint name="wheel_%[1]d" type="continuous"><parent link="chassis"/><child link="w%[1]d"/><origin xyz="%[2]g %[3]g 0.03"/><axis xyz="0 %[4]g 0"/><limit velocity="20" effort="8"/></joint>
`, i, p[0], p[1], p[2])
	}
	return b.String() + "</robot>\n"
}

func TestANewApplicationDrivesARobotOnWheels(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows physics down")
	}
	two, four := [][3]float64{{0, -0.2, 1}, {0, 0.2, 1}}, [][3]float64{{-0.2, 0.2, 1}, {0.2, 0.2, 1}, {0.2, -0.2, -1}, {-0.2, -0.2, -1}}
	for name, c := range map[string]struct {
		robot  string
		mobile string
		want   []float64 // x and y at the end, m
	}{
		"two wheels":                {wheeled("cart", two), "", []float64{0.5, 0}},
		"two wheels, asked for":     {wheeled("cart", two), "differential_drive", []float64{0.5, 0}},
		"four mecanum wheels":       {wheeled("mecanum_cart", four), "", []float64{0.5, 0.3}},
		"four wheels, asked for":    {wheeled("cart", four), "mecanum", []float64{0.5, 0.3}},
		"four wheels of other make": {wheeled("cart", four), "", nil},
		"wheels that only turn":     {wheeled("cart", two), "none", nil},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			robot, file := filepath.Join(folder, "robot.urdf"), filepath.Join(folder, "app.yaml")
			if err := os.WriteFile(robot, []byte(c.robot), 0o600); err != nil {
				t.Fatal(err)
			}
			if c.want == nil {
				moves(t, robot, draft.Choices{Mobile: c.mobile})
				return
			}
			if err := writeNew(io.Discard, robot, file, draft.Choices{Mobile: c.mobile}); err != nil {
				t.Fatal(err)
			}
			s, err := session.New(standardKinds(), file, session.WithVirtualTime(), session.WithLogger(nil))
			if err != nil {
				text, _ := os.ReadFile(file)
				t.Fatalf("%v\n%s", err, text)
			}
			var at []float64
			if _, err := actors.Tap(s.System, s.Config.Worlds[0].Name+"/base.state", func(_ messages.Stamp, b *messages.VirtualState) { at = append(at[:0], b.Position...) }); err != nil {
				t.Fatal(err)
			}
			report, err := s.Run(context.Background())
			if err != nil || len(report.Stops) > 0 {
				t.Fatal(err, report.Stops)
			}
			if math.Abs(at[0]-c.want[0]) > 0.02 || math.Abs(at[1]-c.want[1]) > 0.02 {
				text, _ := os.ReadFile(file)
				t.Errorf("the base is at %.3g, expected %v\n%s", at, c.want, text)
			}
		})
	}
}

func TestANewApplicationMovesWhateverRobot(t *testing.T) {
	if testing.Short() {
		t.Skip("each run in virtual time uses one goroutine; the whole test has them")
	}
	for seed := range uint64(50) {
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

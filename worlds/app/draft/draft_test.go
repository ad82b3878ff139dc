package draft

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

const arm = `<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.3 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><limit lower="2.2" upper="2.9" velocity="1" effort="EFFORT"/></joint>
<link name="slide"/><joint name="extend" type="prismatic"><parent link="upper"/><child link="slide"/><origin xyz="0.3 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.2" velocity="0.1" effort="50"/></joint>
<link name="locked"/><joint name="lock" type="revolute"><parent link="slide"/><child link="locked"/><axis xyz="1 0 0"/><limit lower="0" upper="1" velocity="0" effort="1"/></joint>
</robot>`

func described(t *testing.T, text string) *worlds.Description {
	t.Helper()
	d, err := urdf.Load(fstest.MapFS{"robot.urdf": {Data: []byte(text)}}, "robot.urdf", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestStartAndGoalAreWithinTheLimitsAndApart(t *testing.T) {
	r, err := examine(described(t, strings.Replace(arm, "EFFORT", "40", 1)))
	if err != nil {
		t.Fatal(err)
	}
	r.plan()
	for i := range r.joints {
		j := &r.joints[i]
		for what, v := range map[string]float64{"start": j.start, "goal": j.goal} {
			if v <= j.limit.Lower || v >= j.limit.Upper {
				t.Errorf("the %s of %s is %g, its limits are %g and %g", what, j.name, v, j.limit.Lower, j.limit.Upper)
			}
		}
		if math.Abs(j.goal-j.start) < 0.01 {
			t.Errorf("joint %s moves from %g to %g", j.name, j.start, j.goal)
		}
	}
	// 2 kg at 0.3 m: 5.9 N m at most.
	if s := &r.joints[0]; s.weight > 5.9 || s.weight < 4 || s.brake < s.weight || s.weak {
		t.Errorf("the shoulder carries %g N m with a brake of %g N m, weak %t", s.weight, s.brake, s.weak)
	}
	if len(r.idle) != 1 || r.idle[0].name != "lock" {
		t.Errorf("idle joints: %+v", r.idle)
	}
}

func TestAJointHasABrakeOrFrictionThatStopsIt(t *testing.T) {
	level := strings.ReplaceAll(strings.Replace(arm, "EFFORT", "40", 1), `<axis xyz="0 1 0"/>`, `<axis xyz="0 0 1"/>`)
	for text, want := range map[string][2]bool{arm: {true, false}, level: {false, true}} {
		r, err := examine(described(t, strings.Replace(text, "EFFORT", "40", 1)))
		if err != nil {
			t.Fatal(err)
		}
		r.plan()
		shoulder := &r.joints[0]
		if got := [2]bool{shoulder.brake > 0, shoulder.friction() != ""}; got != want {
			t.Errorf("the shoulder has a brake of %g N m and %q", shoulder.brake, shoulder.friction())
		}
	}
}

func TestADriveThatCannotCarryItsJointIsNamed(t *testing.T) {
	a, err := App(described(t, strings.Replace(arm, "EFFORT", "1", 1)), Choices{Path: "robot.urdf"})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(a.Text, []byte("# the 1 of the description cannot carry it")) {
		t.Errorf("%s", a.Text)
	}
}

func TestTheSameRobotGivesTheSameFile(t *testing.T) {
	var first []byte
	for range 2 {
		a, err := App(described(t, strings.Replace(arm, "EFFORT", "40", 1)), Choices{Path: "robot.urdf"})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = a.Text
		}
		if !bytes.Equal(a.Text, first) {
			t.Errorf("first\n%s\nthen\n%s", first, a.Text)
		}
	}
}

func TestAWholeBodyControllerNeedsDrivesForAllJoints(t *testing.T) {
	_, err := App(described(t, strings.Replace(arm, "EFFORT", "40", 1)), Choices{Path: "robot.urdf", Controller: "whole_body"})
	if err == nil || !strings.Contains(err.Error(), `controller whole_body needs the state of joint "lock"`) {
		t.Errorf("got %v", err)
	}
}

func TestABaseThatNoDriveMovesIsExplained(t *testing.T) {
	text := strings.Replace(arm, `<link name="base"/>`, `<link name="floor"/><link name="base"/>
<joint name="slides" type="planar"><parent link="floor"/><child link="base"/><axis xyz="0 0 1"/></joint>`, 1)
	a, err := App(described(t, strings.Replace(text, "EFFORT", "40", 1)), Choices{Path: "robot.urdf"})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(a.Text, []byte("slides: {passive: true} # no drive moves it: it slides freely")) {
		t.Errorf("%s", a.Text)
	}
}

func TestNamesAreQuotedWhereYAMLReadsThemDifferently(t *testing.T) {
	for name, want := range map[string]string{"arm": "arm", "no": `"no"`, "y": `"y"`, "N": `"N"`, "all": `"all"`, "1st": `"1st"`, "a:b": `"a:b"`, "models/arm.urdf": "models/arm.urdf"} {
		if got := text(name); got != want {
			t.Errorf("%s is written as %s, expected %s", name, got, want)
		}
	}
}

package worlds

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// toolArm is gripperArm with a manipulator and two sensors.
func toolArm() *Description {
	d := gripperArm()
	d.Manipulators = []Manipulator{{Name: "arm", Base: "base", Tip: "tool", Direction: [3]float64{0, 0, 1},
		Gripper: []GripperJoint{{Joint: "finger_l_joint", Closing: -1}}}}
	d.Sensors = []Sensor{
		{Name: "eye", Kind: "camera", Link: "tool", Properties: []Property{{"height", []float64{480}}, {"width", []float64{640}}}},
		{Name: "scan", Kind: "laser", Link: "base"},
	}
	return d
}

func TestManipulatorsAndSensorsHaveHashesOfTheirOwn(t *testing.T) {
	before := mustBuild(t, toolArm()).Hashes()
	for name, c := range map[string]struct {
		change                func(*Description)
		manipulators, sensors bool
	}{
		"nothing":       {func(*Description) {}, false, false},
		"namespace":     {func(d *Description) { *d = *d.Prefixed("left") }, false, false},
		"name":          {func(d *Description) { d.Manipulators[0].Name, d.Sensors[0].Name = "other", "other" }, false, false},
		"order":         {func(d *Description) { d.Sensors[0], d.Sensors[1] = d.Sensors[1], d.Sensors[0] }, false, false},
		"identity tool": {func(d *Description) { d.Manipulators[0].Tool = spatial.IdentityPose() }, false, false},
		"tool": {func(d *Description) {
			d.Manipulators[0].Tool = spatial.PoseFromRPY([3]float64{0, 0, 0.1}, [3]float64{})
		}, true, false},
		"tip":             {func(d *Description) { d.Manipulators[0].Tip = "upper" }, true, false},
		"direction":       {func(d *Description) { d.Manipulators[0].Direction = [3]float64{1, 0, 0} }, true, false},
		"closing":         {func(d *Description) { d.Manipulators[0].Gripper[0].Closing = 1 }, true, false},
		"no manipulator":  {func(d *Description) { d.Manipulators = nil }, true, false},
		"kind":            {func(d *Description) { d.Sensors[0].Kind = "lidar" }, false, true},
		"property":        {func(d *Description) { d.Sensors[0].Properties[1].Values[0] = 641 }, false, true},
		"link":            {func(d *Description) { d.Sensors[1].Link = "tool" }, false, true},
		"pose":            {func(d *Description) { d.Sensors[1].Pose = spatial.PoseFromRPY([3]float64{1, 0, 0}, [3]float64{}) }, false, true},
		"length of a arm": {func(d *Description) { d.Joint("upper_joint").Origin.P[2] += 0.01 }, true, true},
	} {
		d := toolArm()
		c.change(d)
		after := mustBuild(t, d).Hashes()
		if got := after.Manipulators != before.Manipulators; got != c.manipulators {
			t.Errorf("%s: the hash of manipulators changes: %v", name, got)
		}
		if got := after.Sensors != before.Sensors; got != c.sensors {
			t.Errorf("%s: the hash of sensors changes: %v", name, got)
		}
		if (c.manipulators || c.sensors) && after.All == before.All {
			t.Errorf("%s: the hash of all stays", name)
		}
	}
}

func TestManipulatorsAndSensorsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*Description){
		`manipulators[arm].tip: no link is named "tol"`:   func(d *Description) { d.Manipulators[0].Tip = "tol" },
		`manipulators[arm].base: no link is named`:        func(d *Description) { d.Manipulators[0].Base = "" },
		`manipulators[arm].gripper[0]: no joint is named`: func(d *Description) { d.Manipulators[0].Gripper[0].Joint = "x" },
		`gripper[0].closing: the closing direction is 2`:  func(d *Description) { d.Manipulators[0].Gripper[0].Closing = 2 },
		`direction[1]: the direction is`:                  func(d *Description) { d.Manipulators[0].Direction[1] = math.NaN() },
		`tool: the orientation is not a rotation matrix`:  func(d *Description) { d.Manipulators[0].Tool.R[0] = 2 },
		`sensors[eye].pose: the position is`:              func(d *Description) { d.Sensors[0].Pose.P[0] = math.Inf(1) },
		`sensors[scan].link: no link is named`:            func(d *Description) { d.Sensors[1].Link = "tol" },
		`a sensor named "scan" was declared already`:      func(d *Description) { d.Sensors[0].Name = "scan" },
		`the name is empty`:                               func(d *Description) { d.Sensors[0].Name = "" },
		`properties[0]: "height" has the value NaN`:       func(d *Description) { d.Sensors[0].Properties[0].Values[0] = math.NaN() },
		`properties[1]: "height" comes after "height"`:    func(d *Description) { d.Sensors[0].Properties[1].Name = "height" },
		`did you mean "tool"`:                             func(d *Description) { d.Sensors[0].Link = "tol" },
		`a manipulator named "arm" was declared already`:  func(d *Description) { d.Manipulators = append(d.Manipulators, d.Manipulators[0]) },
	} {
		d := toolArm()
		change(d)
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; expected %q", err, want)
		}
	}
	if err := toolArm().Check(); err != nil {
		t.Error(err)
	}
}

func TestACopyOfADescriptionSharesNoTools(t *testing.T) {
	d := toolArm()
	copied := d.Clone()
	copied.Manipulators[0].Gripper[0].Closing = 1
	copied.Sensors[0].Properties[0].Values[0] = 1
	if d.Manipulators[0].Gripper[0].Closing != -1 || d.Sensors[0].Properties[0].Values[0] != 480 {
		t.Error("a change of the copy reached the original")
	}
	into := single("room")
	if err := into.Attach(d, Joint{Parent: "room"}); err != nil {
		t.Fatal(err)
	}
	w := mustBuild(t, into)
	if len(w.Manipulators()) != 1 || len(w.Sensors()) != 2 {
		t.Errorf("attaching lost tools: %v, %v", w.Manipulators(), w.Sensors())
	}
}

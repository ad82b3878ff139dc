package urdf

import (
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// soundYAML is a description without defects that the tests damage.
const soundYAML = `robot:
  name: r
  links:
    - name: a
    - name: b
      inertial: {mass: 2, origin: {xyz: [0, 0, 1]}, inertia: {ixx: 1, iyy: 1, izz: 1}}
    - name: c
  joints:
    - name: j
      type: revolute
      parent: a
      child: b
      axis: [0, 0, 1]
      limits: {lower: -1, upper: 1, velocity: 2, effort: 3}
    - name: k
      type: planar
      parent: b
      child: c
      axis: [0, 0, 1]
      limits: [{velocity: 1}, {velocity: 1}, {velocity: 2}]
      role: virtual
  joint_groups:
    all: [j, k]
`

func damagedYAML(t *testing.T, old, replacement string) string {
	t.Helper()
	if strings.Count(soundYAML, old) != 1 {
		t.Fatalf("%q stands %d times in the sound description", old, strings.Count(soundYAML, old))
	}
	return strings.Replace(soundYAML, old, replacement, 1)
}

func TestTheTwoFormsSayTheSame(t *testing.T) {
	fromXML, err := Parse("mobile_arm.urdf", readFile(t, "testdata/mobile_arm.urdf"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	fromYAML, err := Parse("mobile_arm.urdf.yaml", readFile(t, "testdata/mobile_arm.urdf.yaml"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(fromYAML.Notes) != 0 || len(fromXML.Notes) != 1 {
		t.Errorf("notes %v and %v", fromXML.Notes, fromYAML.Notes)
	}
	a, err := worlds.Build(fromXML)
	if err != nil {
		t.Fatal(err)
	}
	b, err := worlds.Build(fromYAML)
	if err != nil {
		t.Fatal(err)
	}
	if a.Hashes().Geometry != b.Hashes().Geometry {
		t.Error("the hashes of geometry differ")
	}
	for i := range a.NumBodies() {
		visuals, collisions := a.Shapes(i)
		if v, c := b.Shapes(i); !reflect.DeepEqual(visuals, v) || !reflect.DeepEqual(collisions, c) {
			t.Errorf("the shapes of body %d differ:\n%+v %+v\n%+v %+v", i, visuals, collisions, v, c)
		}
	}
	if !reflect.DeepEqual(a.Bodies(), b.Bodies()) {
		t.Errorf("the bodies differ:\n%+v\n%+v", a.Bodies(), b.Bodies())
	}
	if a.Hashes().Kinematics != b.Hashes().Kinematics || a.Hashes().Dynamics != b.Hashes().Dynamics {
		t.Error("the hashes of kinematics or dynamics differ")
	}
	for _, name := range a.JointNames() {
		i, _ := a.JointIndex(name)
		j, _ := b.JointIndex(name)
		differences := worlds.CompareJoint(a.Joint(i), b.Joint(j))
		if name != "base_planar" && len(differences) != 0 {
			t.Errorf("joint %s differs: %v", name, differences)
		}
	}
	planar, _ := b.JointIndex("base_planar")
	joint := b.Joint(planar)
	if joint.Role != worlds.Virtual || joint.Control != messages.ControlPositionVelocity ||
		joint.Limits[1].Effort != 300 || joint.Limits[2].Effort != 100 || joint.Limits[2].Acceleration != 6 {
		t.Errorf("what only YAML says is read as %+v", joint)
	}
	if want := []string{"arm", "gripper", "whole_body"}; !reflect.DeepEqual(b.GroupNames(), want) {
		t.Errorf("groups %q, want %q", b.GroupNames(), want)
	}
	if g, err := b.Group("whole_body"); err != nil || g.NumPositions() != 6 {
		t.Errorf("the group whole_body: %v", err)
	}
}

func TestEveryDefectOfYAMLIsReportedAtItsPlace(t *testing.T) {
	cases := map[string]struct {
		old, replacement string
		want             []string
	}{
		"unknown key":         {"      role: virtual", "      §rolle: virtual", []string{`did you mean "role"?`}},
		"unknown top key":     {"robot:\n", "§robots: 1\nrobot:\n", []string{`did you mean "robot"?`}},
		"no robot":            {soundYAML, "§joint_groups: {}\n", []string{"the key robot is missing"}},
		"no mapping":          {soundYAML, "§- 1\n", []string{"this is a list"}},
		"robot no mapping":    {soundYAML, "robot: §x\n", []string{"this is a scalar"}},
		"no name":             {"robot:\n  name: r\n  links", "robot:\n  §links", []string{"the name of the robot is missing"}},
		"links no list":       {soundYAML, "robot:\n  name: r\n  links: §x\n", []string{"this is a scalar", "there are no links"}},
		"link no mapping":     {"    - name: c\n", "    - §c\n", []string{"this is a scalar", "the name is empty", `no link is named "c"`, "not connected"}},
		"name a list":         {"    - name: c\n", "    - name: [c]\n", []string{"the name is empty", `no link is named "c"`, "not connected"}},
		"number NaN":          {"effort: 3", "effort: §.nan", []string{`".nan" is no decimal number`}},
		"number infinite":     {"effort: 3", "effort: §.inf", []string{`".inf" is no decimal number`}},
		"number octal":        {"effort: 3", "effort: §010", []string{"could be read as octal"}},
		"number hexadecimal":  {"effort: 3", "effort: §0x10", []string{"is no decimal number"}},
		"number a list":       {"effort: 3", "effort: §[3]", []string{"this is a list", "lacks the limits effort"}},
		"number null":         {"effort: 3", "effort: ~", []string{"lacks the limits effort"}},
		"effort twice":        {"effort: 3", "effort: 3, torque: §3", []string{"given twice, under two names"}},
		"duplicate key":       {"effort: 3", "effort: 3, §effort: 4", []string{`the key "effort" stands twice`}},
		"vector too short":    {"origin: {xyz: [0, 0, 1]}", "origin: {xyz: §[0, 0]}", []string{"inertial.origin.xyz: 2 numbers"}},
		"vector with text":    {"origin: {xyz: [0, 0, 1]}", "origin: {xyz: [0, §x, 0]}", []string{`"x" is no decimal number`}},
		"mass missing":        {"{mass: 2, ", "§{", []string{"the mass is missing"}},
		"moment missing":      {"{ixx: 1, ", "§{", []string{"the moment ixx is missing"}},
		"type missing":        {"      type: planar\n", "", []string{"the type of the joint is missing", "is fixed: it has no state"}},
		"type unknown":        {"type: planar", "type: §plane", []string{`joint type "plane" is unknown`, "is fixed: it has no state"}},
		"role unknown":        {"role: virtual", "role: §virtal", []string{`did you mean "virtual"?`}},
		"control unknown":     {"role: virtual", "control: §speed", []string{`control mode "speed" is unknown`}},
		"two limits of one":   {"limits: {lower: -1, upper: 1, velocity: 2, effort: 3}", "limits: §[{lower: -1, upper: 1, velocity: 2, effort: 3}, {}]", []string{"2 limits for a revolute joint"}},
		"two limits of three": {"[{velocity: 1}, {velocity: 1}, {velocity: 2}]", "§[{velocity: 1}, {velocity: 1}]", []string{"2 limits for a planar joint"}},
		"limit negative":      {"{velocity: 2}]", "{velocity: §-2}]", []string{"joints[k].limits[2].velocity: the limit is -2"}},
		"limit and limits":    {"      role: virtual", "      limit: {}\n      role: virtual", []string{"given twice, under two names"}},
		"group of strangers":  {"all: [j, k]", "all: [j, §x]", []string{`joint_groups[all].joints[1]: no joint is named "x"`}},
		"group empty":         {"all: [j, k]", "§all: []", []string{"the joint group is empty"}},
		"group null":          {"all: [j, k]", "§all:", []string{"the joint group is empty"}},
		"group no list":       {"all: [j, k]", "all: §j", []string{"this is a scalar", "the joint group is empty"}},
		"groups a scalar":     {"  joint_groups:\n    all: [j, k]\n", "  joint_groups: §x\n", []string{"this is a scalar"}},
		"group twice":         {"    all: [j, k]\n", "    all: [j, k]\njoint_groups: [{name: §all, joints: [j]}]\n", []string{`a joint group named "all" was declared already`}},
		"mimic without joint": {"limits: {lower", "mimic: §{multiplier: 2}\n      limits: {lower", []string{"the joint to mimic is missing"}},
		"parent a list":       {"      parent: a\n", "      parent: §[a]\n", []string{"this is a list", "the parent link is missing"}},
		"two shapes":          {"    - name: c\n", "    - name: c\n      visual: {geometry: {box: {size: [1, 1, 1]}, sphere: §{radius: 1}}}\n", []string{"two shapes in one geometry"}},
		"size missing":        {"    - name: c\n", "    - name: c\n      visual: {geometry: {box: §{}}}\n", []string{"the size of a box is missing"}},
		"radius negative":     {"    - name: c\n", "    - name: c\n      collision: {geometry: {sphere: {radius: §-1}}}\n", []string{"the radius -1 m is negative"}},
		"mesh leads out":      {"    - name: c\n", "    - name: c\n      visual: {geometry: {mesh: {filename: \"§../x\"}}}\n", []string{"leads out of its folder"}},
		"mesh without name":   {"    - name: c\n", "    - name: c\n      visual: {geometry: {mesh: §{scale: [1, 1, 1]}}}\n", []string{"the filename of a mesh is missing"}},
		"alias":               {"axis: [0, 0, 1]\n      limits: {", "axis: §&x [0, 0, 1]\n      limits: {", []string{`the anchor "x" is not allowed here`}},
		"tag":                 {"name: r", "name: §!!str r", []string{`the tag "!!str" is not allowed`, "the name of the robot is missing"}},
		"two documents":       {"    all: [j, k]\n", "    all: [j, k]\n§---\na: 1\n", []string{"a second document begins"}},
		"tabulator":           {"    all: [j, k]\n", "§\tall: [j, k]\n", []string{"never with tabulators"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			wantRefused(t, "r.urdf.yaml", damagedYAML(t, c.old, c.replacement), Options{}, c.want...)
		})
	}
}

func TestBoundsOfAFloatingJointAreNoted(t *testing.T) {
	text := strings.NewReplacer("type: planar", "type: floating",
		"[{velocity: 1}, {velocity: 1}, {velocity: 2}]", "[{lower: 0}, {}, {}, {}, {}, {velocity: 2}]").Replace(soundYAML)
	d, err := Parse("r.yaml", []byte(text), Options{})
	if err != nil || len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Problem, "a floating joint has no bounds") {
		t.Fatalf("%+v (%v)", d, err)
	}
	if got := d.Joint("k").Limits; len(got) != 6 || got[0] != worlds.Unlimited() || got[5].Velocity != 2 {
		t.Errorf("the limits are %+v", got)
	}
}

func TestTheEndingOfTheNameTellsTheFormat(t *testing.T) {
	for _, name := range []string{"r.yaml", "r.yml", "r.urdf.yaml", "R.YAML", "a.urdf/r.yml"} {
		if _, err := Parse(name, []byte(soundYAML), Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"r.urdf", "r.xml", "r", "yaml", "a.yaml/r"} {
		if _, err := Parse(name, []byte(sound), Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

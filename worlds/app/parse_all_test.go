package app

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const handRobot = `
robot:
  name: hand
  links: [{name: floor}, {name: base}, {name: palm, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1, ixy: 0, ixz: 0, iyz: 0}}}, {name: left}, {name: right}, {name: tool}, {name: roller}]
  joints:
    - {name: floating, type: floating, parent: floor, child: base}
    - {name: wrist, type: revolute, parent: base, child: palm, axis: [0, 0, 1], limits: {lower: -1, upper: 1, velocity: 1, effort: 1}}
    - {name: left, type: prismatic, parent: palm, child: left, axis: [0, 1, 0], limits: {lower: 0, upper: 0.1, velocity: 1, effort: 1}}
    - {name: right, type: prismatic, parent: palm, child: right, axis: [0, -1, 0], limits: {lower: 0, upper: 0.1, velocity: 1, effort: 1}, mimic: {joint: left}}
    - {name: mount, type: fixed, parent: palm, child: tool}
    - {name: caster, type: continuous, parent: base, child: roller, axis: [0, 1, 0]}
`

func handWorld(t *testing.T, lines string) (*Config, error) {
	t.Helper()
	files := fstest.MapFS{"hand.urdf.yaml": {Data: []byte(handRobot)},
		"app.yaml": {Data: []byte("rate: 100Hz\nmodels: [{path: hand.urdf.yaml}]\njoints: {floating: {passive: true}, caster: {passive: true}}\n" + lines)}}
	return Load(files, "app.yaml", testRegistry(t))
}

func TestTheWordAllStandsForTheJointsThatSomebodyMoves(t *testing.T) {
	c, err := handWorld(t, "joint_groups: {everything: all}\ndrives: {bus: {type: sim, joints: all}}\n")
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	w := &c.Worlds[0]
	group, err := w.Model.Group("everything")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"wrist", "left"}
	if diff := cmp.Diff(want, group.JointNames()); diff != "" {
		t.Error(diff)
	}
	var driven []string
	for _, j := range w.Drives[0].Joints {
		driven = append(driven, w.Joints[j].Name)
	}
	if diff := cmp.Diff(want, driven); diff != "" {
		t.Error(diff)
	}
}

func TestTheWordAllOfASecondBusMeansTheRest(t *testing.T) {
	c, err := handWorld(t, "drives: {one: {type: sim, joints: [left]}, two: {type: sim, joints: all}}\n")
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	if w := &c.Worlds[0]; len(w.Drives[1].Joints) != 1 || w.Joints[w.Drives[1].Joints[0]].Name != "wrist" {
		t.Errorf("the second bus has %v", w.Drives[1].Joints)
	}
	_, err = handWorld(t, "drives: {one: {type: sim, joints: all}, two: {type: sim, joints: all}}\n")
	if want := "no joint of the world is left for this bus"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected %q", err, want)
	}
}

func TestAQuotedAllIsNoListOfJoints(t *testing.T) {
	_, err := handWorld(t, "joint_groups: {everything: 'all'}\ndrives: {one: {type: sim, joints: all}}\n")
	if want := "expected: a list of joints, or all"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected %q", err, want)
	}
}

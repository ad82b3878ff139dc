package database_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

const scara = `<robot name="scara">
  <link name="base"/>
  <link name="upper"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="fore"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.4"/><axis xyz="0 0 1"/>
    <limit lower="-2.5" upper="2.5" velocity="2" effort="9"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.4 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" velocity="2" effort="9"/></joint>
  <joint name="quill" type="prismatic"><parent link="fore"/><child link="hand"/><origin xyz="0.3 0 0"/><axis xyz="0 0 -1"/>
    <limit lower="0" upper="0.2" velocity="2" effort="9"/></joint>
</robot>`

// robot builds a world, and the manipulator of its last link, of a description in which pairs of
// words are replaced.
func robot(t testing.TB, tip string, replace ...string) (*worlds.World, *kinematics.Manipulator) {
	t.Helper()
	text := strings.NewReplacer(replace...).Replace(scara)
	d, err := urdf.Load(fstest.MapFS{"robot.urdf": {Data: []byte(text)}}, "robot.urdf", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := w.NewManipulator(kinematics.Spec{Name: tip, Tip: tip})
	if err != nil {
		t.Fatal(err)
	}
	return w, m
}

func TestKeysOfMapsFollowWhatTheyAreComputedFrom(t *testing.T) {
	spec := kinematics.ReachabilitySpec{}
	w, m := robot(t, "hand")
	want := database.ReachabilityKey(m, w.Hashes().Geometry, spec)
	for name, c := range map[string]struct {
		tip     string
		replace []string
		same    bool
	}{
		"other names":        {"claw", []string{"hand", "claw", "elbow", "joint7", "scara", "robot"}, true},
		"another mass":       {"hand", []string{`mass value="2"`, `mass value="3"`}, true},
		"another velocity":   {"hand", []string{`velocity="2"`, `velocity="3"`}, true},
		"a rounded length":   {"hand", []string{`0.4 0 0`, `0.40000000000001 0 0`}, true},
		"another length":     {"hand", []string{`0.4 0 0`, `0.5 0 0`}, false},
		"another limit":      {"hand", []string{`upper="0.2"`, `upper="0.3"`}, false},
		"another shape":      {"hand", []string{`0.1 0.1 0.1`, `0.1 0.1 0.2`}, false},
		"another tip":        {"fore", nil, false},
		"another joint type": {"hand", []string{`"elbow" type="revolute"`, `"elbow" type="prismatic"`}, false},
	} {
		other, tip := robot(t, c.tip, c.replace...)
		if got := database.ReachabilityKey(tip, other.Hashes().Geometry, spec); (got == want) != c.same {
			t.Errorf("%s: the keys are the same: %t; expected %t", name, got == want, c.same)
		}
	}
	for name, other := range map[string]kinematics.ReachabilitySpec{
		"voxels": {Voxel: 0.2}, "seed": {Seed: 1}, "directions": {Directions: 9}, "samples": {Samples: 9}, "axis": {ToolAxis: [3]float64{1, 0, 0}},
		"a filter": {Accept: func([]float64) bool { return true }},
	} {
		if database.ReachabilityKey(m, w.Hashes().Geometry, other) == want {
			t.Errorf("the parameter %s does not change the key", name)
		}
	}
	if database.InverseReachabilityKey(m, w.Hashes().Geometry, spec) == want {
		t.Error("the inverse has the key of the map")
	}
}

func TestMapsAndGraspsAreBuiltAndReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plans.db")
	w, m := robot(t, "hand")
	geometry := w.Hashes().Geometry
	spec := kinematics.ReachabilitySpec{Voxel: 0.1, Directions: 4, Samples: 5000}
	can, gripper := database.Object{Cylinder: [2]float64{0.03, 0.12}}, kinematics.Gripper{Opening: 0.08, Depth: 0.05, Pad: 0.02}
	jobs := append(database.ReachabilityJobs("scara hand", m, geometry, spec), database.GraspsJob(can, gripper, kinematics.GraspOptions{}))
	together := func(n int, work func(i int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { work(i) })
		}
		all.Wait()
	}
	d, err := database.Open(path, database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	report, err := d.Build(context.Background(), jobs, database.BuildOptions{Parallel: together})
	if err != nil || len(report.Built) != 3 {
		t.Fatalf("%+v, %v; expected three entries", report, err)
	}
	shut(t, d)
	d = open(t, path, database.Options{ReadOnly: true})
	want, err := kinematics.NewReachability(m, spec)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := d.Reachability(m, geometry, spec); err != nil || !bytes.Equal(r.Bytes(), want.Bytes()) {
		t.Errorf("reachability: %v, or it differs", err)
	}
	if v, err := d.InverseReachability(m, geometry, spec); err != nil || !bytes.Equal(v.Bytes(), want.Inverse().Bytes()) {
		t.Errorf("inverse reachability: %v, or it differs", err)
	}
	grasps, err := d.Grasps(can, gripper, kinematics.GraspOptions{})
	if computed, _ := can.Grasps(gripper, kinematics.GraspOptions{}); err != nil || len(grasps) == 0 || len(grasps) != len(computed) {
		t.Errorf("%d grasps, %v; expected %d", len(grasps), err, len(computed))
	}
	if _, err := d.Grasps(database.Object{Sphere: 0.03}, gripper, kinematics.GraspOptions{}); err == nil || !strings.Contains(err.Error(), "cylinder of radius 0.03 m") {
		t.Errorf("%v; expected an error that names the known grasps", err)
	}
	if _, err := (database.Object{}).Grasps(gripper, kinematics.GraspOptions{}); err == nil {
		t.Error("an object without a size has grasps")
	}
}

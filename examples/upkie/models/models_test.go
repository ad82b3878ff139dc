package models

import (
	"math"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func TestItHasTheJointsAndTheWeightOfAnUpkie(t *testing.T) {
	d, err := urdf.Load(Files, "upkie.urdf.yaml", urdf.Options{PhysicalInertia: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range d.Notes {
		t.Error(note)
	}
	robot := &worlds.Description{Name: "upkie", Links: []worlds.Link{{Name: "world"}}}
	if err := robot.Attach(d, worlds.Joint{Name: "base", Type: worlds.Floating, Parent: "world", Role: worlds.Passive}); err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	group, err := w.Group("servos")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range group.NumJoints() {
		j := w.Joint(group.WorldJoint(i))
		names = append(names, j.Name)
		effort, lower := 16.0, -1.26
		switch i % 3 {
		case 1:
			lower = -2.51
		case 2:
			effort, lower = 1.7, math.Inf(-1)
		}
		if j.Limits[0].Effort != effort || j.Limits[0].Lower != lower {
			t.Errorf("joint %s has the limits %+v", j.Name, j.Limits[0])
		}
	}
	if want := []string{"left_hip", "left_knee", "left_wheel", "right_hip", "right_knee", "right_wheel"}; !slices.Equal(names, want) {
		t.Errorf("the servos move %q, want %q", names, want)
	}
	m, err := w.Model()
	if err != nil {
		t.Fatal(err)
	}
	if mass := m.Mass(); mass < 5 || mass > 5.6 {
		t.Errorf("it weighs %g kg", mass)
	}
}

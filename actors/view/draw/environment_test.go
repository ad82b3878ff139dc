package draw

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

func TestTheBodiesOfAnEnvironmentAreDrawnAtTheirPoses(t *testing.T) {
	o := environment.Options{Bodies: []environment.BodyOptions{
		{Name: "shelf", Shape: "box", Size: []messages.Meters{1, 2, 3}, Position: []messages.Meters{0, 0, 0}},
		{Name: "can", Shape: "cylinder", Radius: 0.1, Length: 0.3, Position: []messages.Meters{0, 0, 0}},
	}}
	room, joints, err := o.Room()
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRobot("hall/environment", room, false)
	if err != nil {
		t.Fatal(err)
	}
	cubes, cylinders := 0, 0
	for _, e := range r.entities(NewMeshes(nil)) {
		cubes, cylinders = cubes+len(e.Cubes), cylinders+len(e.Cylinders)
		if e.FrameId == "hall/environment/body_shelf" && len(e.Cubes) != 1 || e.FrameId == "hall/environment/body_can" && len(e.Cylinders) != 1 {
			t.Errorf("the frame %s is drawn with %d cubes and %d cylinders", e.FrameId, len(e.Cubes), len(e.Cylinders))
		}
	}
	if cubes != 1 || cylinders != 1 {
		t.Errorf("%d cubes and %d cylinders are drawn; expected one of each", cubes, cylinders)
	}
	turned := [4]float64{0, 0, 0, 1}
	r.setBodies(1e9, joints, &messages.BodyPoses{Pose: []messages.Pose{
		{Position: [3]float64{1, 2, 3}, Orientation: turned}, {Position: [3]float64{4, 5, 6}, Orientation: [4]float64{1, 0, 0, 0}}, {},
	}})
	want := map[string][4]float64{"hall/environment/body_shelf": {1, 2, 3, 0}, "hall/environment/body_can": {4, 5, 6, 1}}
	seen := 0
	for _, f := range r.appendTransforms(nil) {
		w, body := want[f.ChildFrameId]
		if !body {
			continue
		}
		seen++
		if p := f.Translation; !near(p.X, w[0]) || !near(p.Y, w[1]) || !near(p.Z, w[2]) || !near(f.Rotation.W*f.Rotation.W, w[3]) {
			t.Errorf("%s is at %v, %v; expected %v", f.ChildFrameId, p, f.Rotation, w)
		}
	}
	if seen != 2 {
		t.Errorf("%d bodies are drawn; expected 2", seen)
	}
}

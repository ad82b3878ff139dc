package environment

import (
	"errors"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func cellar() Options {
	return Options{Bodies: []BodyOptions{
		{Name: "room", Shape: "box", Size: []messages.Meters{1, 2, 3}, Position: []messages.Meters{4, 5, 6}, Color: []float64{0.1, 0.2, 0.3}},
		{Name: "ball", Shape: "sphere", Radius: 0.5, Position: []messages.Meters{0, 0, 1}},
	}}
}

// A body may be named as the root of the drawing is.
func TestARoomHasALinkForEachPose(t *testing.T) {
	o := cellar()
	w, joints, err := o.Room()
	if err != nil {
		t.Fatal(err)
	}
	names := w.BodyNames()
	if len(names) != 3 || len(joints) != 2 || names[w.BodyOfJoint(joints[0])] != "body_room" || names[w.BodyOfJoint(joints[1])] != "body_ball" {
		t.Fatalf("the room has the links %q, and for the poses the joints %v", names, joints)
	}
	visuals, _ := w.Shapes(w.BodyOfJoint(joints[0]))
	if m := visuals[0].Material; len(visuals) != 1 || visuals[0].Size != [3]float64{1, 2, 3} || !m.HasColor || m.Color != [4]float64{0.1, 0.2, 0.3, 1} {
		t.Errorf("the box is drawn as %+v", visuals)
	}
	edit := New("cellar").Edit()
	if err := o.addOptions(edit, nil); err != nil {
		t.Fatal(err)
	}
	scene := edit.Scene()
	v := messages.BodyPoses{Pose: make([]messages.Pose, 0, scene.numBodies()), Stale: make([]bool, 0, scene.numBodies())}
	scene.poses(&v)
	if len(v.Pose) != 2 || v.Pose[0].Position != [3]float64{4, 5, 6} || v.Pose[1].Position != [3]float64{0, 0, 1} || v.Pose[0].Orientation != [4]float64{1, 0, 0, 0} || v.Stale[0] {
		t.Errorf("the poses are %+v", v)
	}
}

func TestAnEnvironmentWithoutBodiesHasNoRoomToDraw(t *testing.T) {
	if w, _, err := (&Options{}).Room(); w != nil || err != nil {
		t.Errorf("the room is %v, %v; expected none", w, err)
	}
}

func TestAnInvalidColorIsNamed(t *testing.T) {
	for _, color := range [][]float64{{1, 0}, {0, 0, 2}, {-1, 0, 0}} {
		o := cellar()
		o.Bodies[1].Color = color
		var option *messages.OptionError
		if _, _, err := o.Room(); !errors.As(err, &option) || option.Path != "bodies[1].color" {
			t.Errorf("the color %v gives %v; expected an error about bodies[1].color", color, err)
		}
	}
}

package environment_test

import (
	"fmt"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

// changed returns the names of the hashes that differ.
func changed(a, b environment.Hashes) string {
	out := ""
	for _, h := range []struct {
		name string
		a, b worlds.Hash
	}{
		{"kinematics", a.Kinematics, b.Kinematics}, {"geometry", a.Geometry, b.Geometry}, {"dynamics", a.Dynamics, b.Dynamics},
		{"limits", a.Limits, b.Limits}, {"sensors", a.Sensors, b.Sensors}, {"manipulators", a.Manipulators, b.Manipulators},
		{"names", a.Names, b.Names}, {"state", a.State, b.State},
	} {
		if h.a != h.b {
			out += h.name + " "
		}
	}
	if (out != "") != (a.All != b.All) {
		return out + "but not all"
	}
	return out
}

func TestEachChangeOfASceneReachesItsHashesOnly(t *testing.T) {
	scene, robot, can, lid := grabbing(t)
	table := must[environment.Handle](t)(scene.Handle("table"))
	for name, c := range map[string]struct {
		change func(*environment.Edit) error
		want   string
	}{
		"time":          {func(e *environment.Edit) error { e.SetTime(7); return nil }, ""},
		"the same pose": {func(e *environment.Edit) error { return e.SetPose(table, at(0, 0, -0.3)) }, ""},
		"rounding":      {func(e *environment.Edit) error { return e.SetPose(table, at(0, 0, -0.3-1e-15)) }, ""},
		"stamp":         {func(e *environment.Edit) error { return e.Observed(can, 7, true) }, ""},
		"move":          {func(e *environment.Edit) error { return e.SetPose(table, at(0, 0, -0.4)) }, "state "},
		"joint":         {func(e *environment.Edit) error { return e.SetPosition(robot, []float64{1e-6, 0, 0, 0, 0}) }, "state "},
		"release":       {func(e *environment.Edit) error { return e.Release(can) }, "state "},
		"allow": {func(e *environment.Edit) error {
			return e.Allow(environment.Part{Object: lid}, environment.Part{Object: table})
		}, "state "},
		"rename":    {func(e *environment.Edit) error { return e.Rename(table, "desk") }, "names state "},
		"no sensor": {func(e *environment.Edit) error { return e.RemoveSensor("eye") }, "sensors state "},
		"a body": {func(e *environment.Edit) error {
			_, err := e.AddBody(environment.BodySpec{Name: "new", Shapes: ball(1)})
			return err
		}, "geometry dynamics names state "},
		"a robot": {func(e *environment.Edit) error {
			_, err := e.AddRobot(environment.RobotSpec{Name: "new", World: arm(t, "arm", 2)})
			return err
		}, "kinematics geometry dynamics limits sensors manipulators names state "},
	} {
		edit := scene.Edit()
		check(t, c.change(edit))
		if got := changed(scene.Hashes(), edit.Scene().Hashes()); got != c.want {
			t.Errorf("%s changes %q, want %q", name, got, c.want)
		}
	}
}

func TestTheHashesOfASceneDoNotDependOnTheOrderInWhichItWasMade(t *testing.T) {
	w := arm(t, "arm", 2)
	make := func(order ...int) environment.Hashes {
		e := environment.New("room").Edit()
		handles := map[int]environment.Handle{}
		for _, i := range order {
			var err error
			if name := fmt.Sprintf("object%d", i); i == 0 {
				handles[i], err = e.AddRobot(environment.RobotSpec{Name: name, World: w})
			} else {
				handles[i], err = e.AddBody(environment.BodySpec{Name: name, Shapes: ball(float64(i)), Pose: at(0, 10*float64(i), 0)})
			}
			check(t, err)
		}
		check(t, e.Allow(environment.Part{Object: handles[order[0]]}, environment.Part{Object: handles[order[2]]}))
		if order[0] > order[2] {
			check(t, e.Forbid(environment.Part{Object: handles[0]}, environment.Part{Object: handles[2]}))
			check(t, e.Allow(environment.Part{Object: handles[2]}, environment.Part{Object: handles[0]}))
		}
		return e.Scene().Hashes()
	}
	if got := changed(make(0, 1, 2), make(2, 1, 0)); got != "" {
		t.Errorf("the order changes %q", got)
	}
}

func TestAChangeOfARobotReachesTheHashOfItsCategory(t *testing.T) {
	scene := func(change func(*worlds.Description)) environment.Hashes {
		d := arm(t, "arm", 2).Description()
		d.Manipulators = []worlds.Manipulator{{Name: "arm", Base: "base", Tip: "link2"}}
		d.Sensors = []worlds.Sensor{{Name: "eye", Kind: "camera", Link: "link2"}}
		change(d)
		e := environment.New("room").Edit()
		must[environment.Handle](t)(e.AddRobot(environment.RobotSpec{Name: "arm", World: build(t, d), Position: make([]float64, 4)}))
		return e.Scene().Hashes()
	}
	before := scene(func(*worlds.Description) {})
	for want, change := range map[string]func(*worlds.Description){
		"dynamics ":     func(d *worlds.Description) { d.Links[1].Inertia.Mass *= 2 },
		"limits ":       func(d *worlds.Description) { d.Joints[0].Limits[0].Upper = 2 },
		"geometry ":     func(d *worlds.Description) { d.Links[1].Collisions[0].Radius = 0.06 },
		"sensors ":      func(d *worlds.Description) { d.Sensors[0].Kind = "laser" },
		"manipulators ": func(d *worlds.Description) { d.Manipulators[0].Tip = "link1" },
	} {
		if got := changed(before, scene(change)); got != want {
			t.Errorf("a change reaches %q, want %q", got, want)
		}
	}
}

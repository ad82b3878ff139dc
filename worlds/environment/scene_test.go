package environment_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestAHandleBelongsToOneEnvironment(t *testing.T) {
	scene, robot, can, _ := cell(t)
	other, _, _, _ := cell(t)
	clone := must[*environment.Scene](t)(scene.Clone("copy", environment.Everything()))
	edit := scene.Edit()
	check(t, edit.Remove(can))
	gone := edit.Scene()
	added := must[environment.Handle](t)(edit.AddBody(environment.BodySpec{Name: "can", Shapes: ball(1)}))
	for name, c := range map[string]struct {
		scene  *environment.Scene
		handle environment.Handle
		want   error
	}{
		"its own":               {scene, can, nil},
		"zero":                  {scene, environment.Handle{}, environment.ErrZeroHandle},
		"another environment":   {other, can, environment.ErrOtherEnvironment},
		"a clone":               {clone, can, environment.ErrOtherEnvironment},
		"removed":               {gone, can, environment.ErrGone},
		"added later":           {scene, added, environment.ErrGone},
		"a new one of its name": {edit.Scene(), can, environment.ErrGone},
		"a robot":               {scene, robot, environment.ErrKind},
	} {
		_, err := c.scene.Body(c.handle)
		var typed *environment.HandleError
		if !errors.Is(err, c.want) || c.want != nil && !errors.As(err, &typed) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err := c.scene.Edit().SetPose(c.handle, at(1, 0, 0)); c.want != environment.ErrKind && !errors.Is(err, c.want) {
			t.Errorf("%s: SetPose: %v, want %v", name, err, c.want)
		}
	}
	translated := must[environment.Handle](t)(clone.Translate(can))
	if body := must[environment.Body](t)(clone.Body(translated)); body.ID != can.ID() || body.Name != "can" {
		t.Errorf("the clone has %q with ID %d; expected can with ID %d", body.Name, body.ID, can.ID())
	}
	if added.ID() == can.ID() {
		t.Error("the ID of a removed object was given again")
	}
}

func TestNamesAreUniqueAndARenamedObjectKeepsItsHandle(t *testing.T) {
	scene, _, can, table := cell(t)
	edit := scene.Edit()
	var name *environment.NameError
	if _, err := edit.AddBody(environment.BodySpec{Name: "can"}); !errors.As(err, &name) || !name.Taken {
		t.Errorf("a second can: %v", err)
	}
	if err := edit.Rename(table, "can"); !errors.As(err, &name) || !name.Taken {
		t.Errorf("a table named can: %v", err)
	}
	if edit.Scene() != scene {
		t.Error("edits that failed made a new scene")
	}
	check(t, edit.Rename(can, "tin"))
	next := edit.Scene()
	if found := must[environment.Handle](t)(next.Handle("tin")); found != can {
		t.Errorf("renamed, the can is %v", found)
	}
	if _, err := next.Handle("can"); !errors.As(err, &name) || name.Taken || !strings.Contains(err.Error(), "tin") {
		t.Errorf("the former name: %v", err)
	}
	if found := must[environment.Handle](t)(scene.Handle("can")); found != can || scene.Number() != 0+1 || next.Number() != 2 {
		t.Errorf("the earlier scene %d has %v; the later one is %d", scene.Number(), found, next.Number())
	}
}

func TestWrongEditsChangeNothingAndNameTheObject(t *testing.T) {
	scene, robot, can, table := cell(t)
	turned := at(0, 0, 0)
	turned.R[0] = 0.5
	mesh := []worlds.Shape{{Kind: worlds.Mesh, Mesh: "package://can.stl", Scale: [3]float64{1, 1, 1}}}
	for want, change := range map[string]func(*environment.Edit) error{
		`environment "cell": "can": the orientation is not`: func(e *environment.Edit) error { return e.SetPose(can, turned) },
		`environment "cell": "can": the position is`:        func(e *environment.Edit) error { return e.SetPose(can, at(math.NaN(), 0, 0)) },
		`expected 5`:                      func(e *environment.Edit) error { return e.SetPosition(robot, []float64{1}) },
		`arm/joint2: position[0] is +Inf`: func(e *environment.Edit) error { return e.SetPosition(robot, []float64{0, math.Inf(1), 0, 0, 0}) },
		`"can" is free; expected`:         func(e *environment.Edit) error { return e.Release(can) },
		`no body named "hand"`:            func(e *environment.Edit) error { return e.Grab(robot, "hand", can) },
		`"can" cannot touch "thumb"`:      func(e *environment.Edit) error { return e.Grab(robot, "link3", can, "thumb") },
		`has no link "leg"`:               func(e *environment.Edit) error { return e.Attach(can, table, "leg") },
		`"can" would hold itself`:         func(e *environment.Edit) error { return e.Attach(can, can, "") },
		`the name is empty`:               func(e *environment.Edit) error { return e.Rename(can, "") },
		`a length of the box is -1 m`: func(e *environment.Edit) error {
			_, err := e.AddBody(environment.BodySpec{Name: "b", Shapes: box(1, -1, 1)})
			return err
		},
		`the world is nil`: func(e *environment.Edit) error { _, err := e.AddRobot(environment.RobotSpec{Name: "r"}); return err },
		`package://can.stl", which nobody reads`: func(e *environment.Edit) error {
			_, err := e.AddBody(environment.BodySpec{Name: "b", Shapes: mesh})
			return err
		},
		`sensor "eye" is on a robot, without a link`: func(e *environment.Edit) error {
			return e.AddSensor(environment.RangeSensor{Name: "eye", On: environment.Part{Object: robot}, Max: 1})
		},
		`measures 2 m to 1 m`: func(e *environment.Edit) error {
			return e.AddSensor(environment.RangeSensor{Name: "eye", On: environment.Part{Object: can}, Min: 2, Max: 1})
		},
		`no sensor named "ear"`: func(e *environment.Edit) error { return e.RemoveSensor("ear") },
		`is a body and has no link "leg"`: func(e *environment.Edit) error {
			return e.Allow(environment.Part{Object: can, Link: "leg"}, environment.Part{Object: robot})
		},
	} {
		edit := scene.Edit()
		if err := change(edit); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; expected %q", err, want)
		}
		if edit.Scene() != scene {
			t.Errorf("%s: a change that failed made another scene", want)
		}
	}
	edit := scene.Edit()
	check(t, edit.Attach(can, robot, "link1"))
	for want, change := range map[string]func(*environment.Edit) error{
		`is held by "arm"`:        func(e *environment.Edit) error { return e.SetPose(can, at(0, 0, 0)) },
		`"arm" holds "can"`:       func(e *environment.Edit) error { return e.Remove(robot) },
		`"can" is held already`:   func(e *environment.Edit) error { return e.Grab(robot, "link3", can) },
		`"arm" would hold itself`: func(e *environment.Edit) error { return e.Attach(robot, can, "") },
	} {
		if err := change(edit.Scene().Edit()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; expected %q", err, want)
		}
	}
}

func TestAChainOfAttachedBodiesMovesWithItsRobot(t *testing.T) {
	scene, robot, can, table := cell(t)
	edit := scene.Edit()
	lid := must[environment.Handle](t)(edit.AddBody(environment.BodySpec{Name: "lid", Shapes: ball(0.01), Pose: at(0, 2, 0.1)}))
	check(t, edit.Attach(lid, can, ""))
	check(t, edit.Attach(can, robot, "link1"))
	check(t, edit.Attach(robot, table, ""))
	check(t, edit.SetPosition(robot, []float64{math.Pi / 2, 0, 0, 0, 0}))
	check(t, edit.SetPose(table, at(5, 0, 0)))
	pose, err := edit.Scene().Pose(lid)
	check(t, err)
	// The robot stood 0.3 m above the table; a quarter turn brings (0, 2) to (-2, 0).
	want := spatial.PoseFromRPY([3]float64{3, 0, 0.4}, [3]float64{0, 0, math.Pi / 2})
	for i := range want.P {
		if math.Abs(pose.P[i]-want.P[i]) > 1e-12 {
			t.Fatalf("the lid is at %v, want %v", pose.P, want.P)
		}
	}
	for i := range want.R {
		if math.Abs(pose.R[i]-want.R[i]) > 1e-12 {
			t.Fatalf("the lid has the axes %v, want %v", pose.R, want.R)
		}
	}
	// A space carries the chain along.
	space := must[*environment.Space](t)(edit.Scene().Space(robot, environment.SpaceOptions{Joints: []string{"joint1"}}))
	if got := space.Explain([]float64{0}); strings.Contains(got, "lid") || strings.Contains(got, "can") {
		t.Errorf("the attached bodies hit something: %q", got)
	}
}

func TestARangeSensorMeasuresTheNearestSurface(t *testing.T) {
	scene, robot, _, table := cell(t)
	edit := scene.Edit()
	down := spatial.PoseFromRPY([3]float64{0.5, 0, 0}, [3]float64{0, math.Pi / 2, 0}) // its x axis points down
	check(t, edit.AddSensor(environment.RangeSensor{Name: "down", On: environment.Part{Object: robot, Link: "link1"}, Pose: down, Min: 0.01, Max: 2}))
	check(t, edit.AddSensor(environment.RangeSensor{Name: "along", On: environment.Part{Object: robot, Link: "link3"}, Pose: at(1.3, 0, 0), Max: 7}))
	flat := edit.Scene()
	if got := must[environment.Ray](t)(flat.Measure("down")); math.Abs(got.Distance-0.25) > 1e-5 || got.Hit != table {
		t.Errorf("looking down: %+v, want the table at 0.25 m", got)
	}
	if got := must[environment.Ray](t)(flat.Measure("along")); got.Distance != 7 || !got.Hit.IsZero() {
		t.Errorf("looking along: %+v, want nothing up to 7 m", got)
	}
	check(t, edit.SetPosition(robot, []float64{math.Pi / 2, 0, 0, 0, 0}))
	check(t, edit.SetPose(must[environment.Handle](t)(edit.Handle("can")), at(0, 5, 0)))
	if got := must[environment.Ray](t)(edit.Scene().Measure("along")); math.Abs(got.Distance-1.6) > 1e-5 || got.Hit.ID() != 2 {
		t.Errorf("looking at the can: %+v, want it at 1.6 m", got)
	}
	if err := edit.Remove(robot); err == nil || !strings.Contains(err.Error(), `carries the sensor "along"`) {
		t.Errorf("removing the carrier of a sensor: %v", err)
	}
	check(t, edit.RemoveSensor("down"))
	if names := edit.Scene().SensorNames(); len(names) != 1 || names[0] != "along" {
		t.Errorf("sensors %v", names)
	}
}

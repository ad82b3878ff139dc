package kinds_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// sceneOf returns the scene of arm/room, 20 ms later.
func sceneOf(t *testing.T, sys *actors.System) (scene *environment.Scene) {
	t.Helper()
	if err := sys.Request("arm/room", environment.Read{}, func(reply any, _ error) { scene, _ = reply.(*environment.Scene) }); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(20 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if scene == nil {
		t.Fatal("the environment did not send its scene")
	}
	return scene
}

func TestAnEnvironmentOfAnApplicationFollowsTheRobotOfItsWorld(t *testing.T) {
	_, sys, _ := load(t, "testdata/environment.yaml")
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(4500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	scene := sceneOf(t, sys)
	h, err := scene.Handle("robot")
	if err != nil {
		t.Fatal(err)
	}
	robot, err := scene.Robot(h)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(robot.Position[0]-0.8) > 0.05 || robot.Stale || scene.Time().Sub(robot.Stamp) > 20*time.Millisecond {
		t.Errorf("the robot is at %v, stale %v, measured at %v and now %v; expected the goal 0.8", robot.Position, robot.Stale, robot.Stamp, scene.Time())
	}
	if got := strings.Join(scene.Names(), " "); got != "robot floor can" {
		t.Errorf("the environment has %s", got)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestMistakesInAnEnvironmentAreReportedAtTheirLine(t *testing.T) {
	text, err := os.ReadFile("testdata/environment.yaml")
	if err != nil {
		t.Fatal(err)
	}
	description, err := os.ReadFile("testdata/arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"name: floor", "name: can", `app.yaml:16:`},
		{"size: [4 m, 4 m, 0.1 m]", "size: [4 m]", `bodies[0].size: 1 numbers`},
		{"radius: 0.04 m, ", "", `bodies[1].radius: the radius is missing`},
		{"shape: cylinder", "shape: ball", `one of`},
		{"second: floor", "second: flor", `did you mean "floor"`},
		{"second: floor", "second: floor/top", `is a body and has no link`},
		{"robot: robot", "robot: ro/bot", `app.yaml:12:`},
		{"shape: cylinder, ", "shape: mesh, ", `bodies[1].mesh: the mesh of a mesh is ""`},
		{"shape: cylinder, ", "shape: mesh, mesh: can.stl, ", `app.yaml:16:46: worlds.arm.processors.room.options.bodies[1].mesh: "can.stl": the file does not exist`},
		{"shape: cylinder, ", "shape: mesh, mesh: ../can.stl, ", `leads out of the folder of the application file`},
		{"shape: cylinder, ", "shape: cylinder, scale: [1, 1], ", `bodies[1].scale: 2 numbers`},
		{"position: [0 m, 0 m, -2 m]", "position: [0 m, 0 m]", `bodies[0].position: 2 numbers`},
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "arm.urdf"), description, 0o600); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, "app.yaml")
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), c.from, c.to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		config, err := app.LoadFile(file, standard(t))
		if err == nil {
			_, err = app.New(config)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; expected %q", c.to, err, c.want)
		}
	}
}

// A body is the mesh of a file beside the application file: its hull, or its surface.
func TestAnEnvironmentReadsMeshesBesideTheApplicationFile(t *testing.T) {
	text, err := os.ReadFile("testdata/environment.yaml")
	if err != nil {
		t.Fatal(err)
	}
	description, err := os.ReadFile("testdata/arm.urdf")
	if err != nil {
		t.Fatal(err)
	}
	const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
	for _, meshes := range []string{"hull", "surface"} {
		folder := t.TempDir()
		changed := strings.NewReplacer("shape: cylinder, radius: 0.04 m, length: 0.1 m,", "shape: mesh, mesh: meshes/can.obj, scale: [1, 1, 2],",
			"max_age: 200 ms", "max_age: 200 ms\n          meshes: "+meshes).Replace(string(text))
		if err := os.Mkdir(filepath.Join(folder, "meshes"), 0o700); err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string]string{"arm.urdf": string(description), "app.yaml": changed, "meshes/can.obj": tetrahedron} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		scene := runScene(t, filepath.Join(folder, "app.yaml"))
		// Above and within the mesh, where it is 1.6 m high.
		x, y := 1+0.1*(math.Cos(0.5)-math.Sin(0.5)), 1+0.1*(math.Cos(0.5)+math.Sin(0.5))
		within := map[string]float64{"hull": 0, "surface": 0.5}[meshes]
		for height, want := range map[float64]float64{4: 2.4, 0.5: within} {
			if got := below(t, scene, [3]float64{x, y, height + 2}); math.Abs(got-want) > 1e-5 {
				t.Errorf("%s: from %g m the mesh is %g m away; expected %g m", meshes, height, got, want)
			}
		}
	}
}

// runScene runs an application for a moment and returns the scene of its environment.
func runScene(t *testing.T, file string) *environment.Scene {
	t.Helper()
	_, sys, _ := load(t, file)
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	scene := sceneOf(t, sys)
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	return scene
}

// below returns the distance from a point, in the frame of the floor, to what is next below it, at
// most 5 m.
func below(t *testing.T, scene *environment.Scene, point [3]float64) float64 {
	t.Helper()
	floor, err := scene.Handle("floor")
	if err != nil {
		t.Fatal(err)
	}
	edit := scene.Edit()
	down := spatial.PoseFromRPY(point, [3]float64{1: math.Pi / 2})
	if err := edit.AddSensor(environment.RangeSensor{Name: "eye", On: environment.Part{Object: floor}, Pose: down, Max: 5}); err != nil {
		t.Fatal(err)
	}
	ray, err := edit.Scene().Measure("eye")
	if err != nil {
		t.Fatal(err)
	}
	return ray.Distance
}

// inFolder writes files of an application to a folder and returns the name of app.yaml.
func inFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "app.yaml")
}

// contentOf returns the content of a file of the tests.
func contentOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Meshes of a robot are relative to its description, as everywhere, and may be parts of COLLADA
// files, as those of COLLADA robots are.
func TestAnEnvironmentReadsMeshesBesideTheDescriptionOfTheRobot(t *testing.T) {
	scene := runScene(t, inFolder(t, map[string]string{
		"app.yaml": strings.ReplaceAll(contentOf(t, "testdata/environment.yaml"), "path: arm.urdf", "path: models/arm.urdf"),
		"models/arm.urdf": strings.Replace(contentOf(t, "testdata/arm.urdf"), `<link name="foot"/>`, `<link name="foot">
  <collision><origin xyz="-1 -1 0"/><geometry><mesh filename="meshes/plate.obj"/></geometry></collision>
  <collision><origin xyz="-1 1 0.5"/><geometry><mesh filename="package://models/parts.dae#plate" scale="2 2 2"/></geometry></collision>
</link>`, 1),
		"models/meshes/plate.obj": "v 0 0 1\nv 0.1 0 1\nv 0 0.1 1\nf 1 2 3\n",
		"models/parts.dae":        contentOf(t, "../../worlds/collada/testdata/arm.dae"),
	}))
	for point, want := range map[[3]float64]float64{{-0.98, -0.98, 6}: 3, {-0.9, 1.05, 6}: 3.5} {
		if got := below(t, scene, point); math.Abs(got-want) > 1e-5 {
			t.Errorf("below %v the nearest shape is %g m away; expected a mesh at %g m", point, got, want)
		}
	}
}

// An SRDF file names the links of a robot that touch wherever they are.
func TestLinksThatAnSRDFFileDisablesMayTouch(t *testing.T) {
	const box = `<collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>`
	arm := strings.NewReplacer(`<link name="foot"/>`, `<link name="foot"><collision><geometry><box size="1 1 1"/></geometry></collision></link>`,
		"</link>\n  <joint", box+"\n  <joint", "</link>\n  <link name=\"hand\"", box+"\n  <link name=\"hand\"").Replace(contentOf(t, "testdata/arm.urdf"))
	semantics := `<robot name="arm">
  <disable_collisions link1="left_foot" link2="left_hand" reason="Default"/>
</robot>`
	file := func(option, srdf string) string {
		text := strings.Replace(contentOf(t, "testdata/environment.yaml"), "robot: robot", "robot: "+option, 1)
		return inFolder(t, map[string]string{"app.yaml": text, "arm.urdf": arm, "config/arm.srdf": srdf})
	}
	const named = "robot\n          srdf: config/arm.srdf"
	for option, want := range map[string]string{"robot": "left_foot", named: ""} {
		scene := runScene(t, file(option, semantics))
		robot, err := scene.Handle("robot")
		if err != nil {
			t.Fatal(err)
		}
		space, err := scene.Space(robot, environment.SpaceOptions{Group: "arm"})
		if err != nil {
			t.Fatal(err)
		}
		if text := space.Explain([]float64{0, 0}); (text == "") != (want == "") || !strings.Contains(text, want) {
			t.Errorf("with the robot %q: %q; expected %q", option, text, want)
		}
	}
	for _, c := range []struct{ option, srdf, want string }{
		{"robot\n          srdf: config/arms.srdf", semantics, `did you mean "arm.srdf"?`},
		{named, strings.Replace(semantics, "left_hand", "hand", 1), "config/arm.srdf:2:"},
		{"'-'\n          srdf: config/arm.srdf", semantics, "there is no robot to which the file could belong"},
	} {
		config, err := app.LoadFile(file(c.option, c.srdf), standard(t))
		if err == nil {
			_, err = app.New(config)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; expected %q", c.option, err, c.want)
		}
	}
}

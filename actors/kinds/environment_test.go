package kinds_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

func TestAnEnvironmentOfAnApplicationFollowsTheRobotOfItsWorld(t *testing.T) {
	_, sys, _ := load(t, "testdata/environment.yaml")
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(4500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	var scene *environment.Scene
	if err := sys.Request("arm/room", environment.Read{}, func(reply any, err error) { scene, _ = reply.(*environment.Scene) }); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(50 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if scene == nil {
		t.Fatal("the environment did not send its scene")
	}
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

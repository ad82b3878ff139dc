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
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// canOf returns where the can of a simulated room is.
func canOf(t *testing.T, sys *actors.System) spatial.Pose {
	t.Helper()
	scene := sceneOf(t, sys)
	h, err := scene.Handle("can")
	if err != nil {
		t.Fatal(err)
	}
	pose, err := scene.Pose(h)
	if err != nil {
		t.Fatal(err)
	}
	return pose
}

// The can falls onto the table and is swept from it by the arm. Twins, one of them made while the
// can falls from the table, predict where it comes to rest to the last bit.
func TestASimulatedRoomOfAnApplicationAndItsTwins(t *testing.T) {
	config, sys, _ := load(t, "testdata/room.yaml")
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	var twins []*actors.System
	advance := func(sys *actors.System, d time.Duration) {
		t.Helper()
		if err := sys.Advance(d); err != nil {
			t.Fatal(err)
		}
	}
	advance(sys, 400*time.Millisecond)
	if at := canOf(t, sys); math.Abs(at.P[2]-0.55) > 1e-3 {
		t.Errorf("the can is at %.4f m; expected it on the table, at 0.55 m", at.P)
	}
	begin := sys.Now()
	for range 2 {
		for canOf(t, sys).P[2] > 0.54 && sys.Now().Sub(begin) < 4*time.Second && len(twins) == 1 {
			advance(sys, 20*time.Millisecond)
		}
		twin, err := app.Twin(config, sys)
		if err != nil {
			t.Fatal(err)
		}
		twins = append(twins, twin)
	}
	if now := canOf(t, sys); now.P[2] > 0.54 || now.P[2] < 0.1 {
		t.Fatalf("the can is at %.4f m; expected it on its way to the floor", now.P)
	}
	advance(sys, 2*time.Second)
	want := canOf(t, sys)
	if want.P[2] > 0.06 || want.P[2] < 0.03 {
		t.Errorf("the can is at %.4f m; expected it on the floor", want.P)
	}
	for i, twin := range twins {
		advance(twin, sys.Now().Sub(twin.Now())-20*time.Millisecond)
		if got := canOf(t, twin); got != want {
			t.Errorf("twin %d has the can at %v, the original at %v", i, got.P, want.P)
		}
		if err := twin.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestMistakesInASimulatedRoomAreReportedAtTheirLine(t *testing.T) {
	text, err := os.ReadFile("testdata/room.yaml")
	if err != nil {
		t.Fatal(err)
	}
	robot, err := os.ReadFile("testdata/paddle.urdf.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"position: [0.6 m, 0.3 m, 0.7 m]", "position: [0.6 m, 0.3 m, 0.5 m]", `app.yaml:12:20: worlds.arm.processors.room.options.variant: environment "arm/room": "can" lies 0.050 m deep in "table"`},
		{"friction: 0.4", "friction: 0", `app.yaml:13:21: worlds.arm.processors.room.options.friction:`},
		{"variant: physics", "variant: fysics", `one of`},
	} {
		folder := t.TempDir()
		for name, content := range map[string]string{"paddle.urdf.yaml": string(robot), "app.yaml": strings.Replace(string(text), c.from, c.to, 1)} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		config, err := app.LoadFile(filepath.Join(folder, "app.yaml"), standard(t))
		if err == nil {
			_, err = app.New(config)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; expected %q", c.to, err, c.want)
		}
	}
}

package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// load loads app.yaml, with one text replaced, in virtual time.
func load(t *testing.T, old, new string) (*app.Config, error) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"app.yaml", "head.urdf"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.Replace(string(text), old, new, 1)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := register(r); err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(filepath.Join(dir, "app.yaml"), r)
	if err == nil {
		config.Virtual = true
	}
	return config, err
}

// The head follows its way points, the switch closes at the left stop, and the driver panics on the
// way: the drives hold, and the head gets back without a jump.
func TestTheHeadGetsToItsGoalInSpiteOfAPanic(t *testing.T) {
	system := headSystem(t)
	var position []float64
	var modes []messages.Mode
	closed, fastest := false, 0.0
	tap(t, system, "head/perception.snapshot", func(s *messages.Snapshot) {
		position = append(position[:0], s.Position...)
		fastest = max(fastest, math.Abs(s.Velocity[0]), math.Abs(s.Velocity[1]))
	})
	tap(t, system, "head/line.state", func(s *messages.DriveState) {
		if !slices.Contains(modes, s.Mode[0]) {
			modes = append(modes, s.Mode[0])
		}
	})
	tap(t, system, "head/line.left_stop", func(s *messages.Switch) { closed = closed || s.Closed })
	system.At(messages.Instant(time.Second), func() {
		if err := system.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "head/line"}); err != nil {
			t.Error(err)
		}
	})
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if math.Abs(position[0]) > 0.01 || math.Abs(position[1]) > 0.01 {
		t.Errorf("the head ends at %.4f rad, expected zero", position)
	}
	if want := []messages.Mode{messages.ModeOff, messages.ModeRun, messages.ModeRampHold}; !slices.Equal(modes, want) {
		t.Errorf("the drive was in %v, expected %v", modes, want)
	}
	if fastest > 3 {
		t.Errorf("a joint moved at %.2f rad/s, beyond its limit of 3", fastest)
	}
	if !closed {
		t.Error("the switch at the left stop never closed")
	}
}

func tap[T any](t *testing.T, system *actors.System, output string, f func(*T)) {
	t.Helper()
	if _, err := actors.Tap(system, output, func(_ messages.Stamp, v *T) { f(v) }); err != nil {
		t.Fatal(err)
	}
}

// trajectory is the controller of app.yaml.
const trajectory = `        type: joint_trajectory
        options:
          joint_group: head
          after_stop: resume
          waypoints:
            - {time: 2s, position: [1.2, -0.5]}
            - {time: 4s, position: [-1.2, 0.5]}
            - {time: 5s, position: [0, 0]}
`

func TestMistakesInTheFileAreNamedWithTheirPlace(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"an unknown joint":        {"joint: tilt", "joint: tlt", `app.yaml:39:23: worlds.head.drives.line.options.drives[1].joint`},
		"a joint without a drive": {"            - {joint: tilt, address: 2}\n", "", `joint "tilt": the joint has no drive`},
		"one address twice":       {"address: 9", "address: 2", "switches[0].address"},
		"an unknown mode":         {"watchdog_mode: ramp_hold", "watchdog_mode: hold", "app.yaml:36:26"},
		"efforts of no drive":     {trajectory, "        type: joint_space\n        options: {joint_group: head, output: effort, goal: [0, 0]}\n", "takes position, velocity, position+velocity, but controller head/controller commands effort"},
		"a drive without limits":  {`<limit lower="-1" upper="1" velocity="3" acceleration="20" effort="2"/>`, "", "tilt"},
	} {
		config, err := load(t, c.old, c.new)
		if err == nil {
			_, err = app.New(config)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v\n\twant %q", name, err, c.want)
		}
	}
}

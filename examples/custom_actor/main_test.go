package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// goal is that of app.yaml, rad.
var goal = []float64{0.8, -1.2}

// stuck is how far dry friction may keep a joint from its goal: friction / stiffness, with a margin
// for the encoder.
const stuck = 0.1/60 + 1e-4 // rad

func TestTheArmReachesItsGoal(t *testing.T) {
	system, position, _ := build(t)
	start(t, system)
	if err := system.Advance(4 * time.Second); err != nil {
		t.Fatal(err)
	}
	got := *position
	for i, want := range goal {
		if math.Abs(got[i]-want) > stuck {
			t.Errorf("joint %d ends at %.5f rad, expected %.5f within %.5f", i, got[i], want, stuck)
		}
	}
}

// The controller panics on its way, when the arm holds half of its weight out. It must come back
// from where the arm is then, and the arm must neither fall nor jump.
func TestTheArmReachesItsGoalInSpiteOfAPanic(t *testing.T) {
	system, position, commands := build(t)
	system.At(messages.Instant(500*time.Millisecond), func() {
		if err := system.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "arm/controller"}); err != nil {
			t.Error(err)
		}
	})
	start(t, system)
	fastest, last := 0.0, math.NaN()
	for system.Now() < messages.Instant(4*time.Second) {
		if err := system.Advance(2 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if !math.IsNaN(last) {
			fastest = max(fastest, math.Abs((*position)[0]-last)/0.002)
		}
		last = (*position)[0]
	}
	for i, want := range goal {
		if math.Abs((*position)[i]-want) > stuck {
			t.Errorf("joint %d ends at %.5f rad, expected %.5f", i, (*position)[i], want)
		}
	}
	if fastest > 1.5 {
		t.Errorf("the shoulder moved at %.2f rad/s; the reference never does more than 1", fastest)
	}
	for _, h := range system.Health() {
		if h.Actor == "arm/controller" && h.Restarts != 1 {
			t.Errorf("the controller restarted %d times, expected 1", h.Restarts)
		}
	}
	if *commands == 0 {
		t.Error("nothing was commanded")
	}
}

func TestTheReferenceMovesByAStepAtMost(t *testing.T) {
	for _, c := range []struct{ from, to, step, want messages.Radians }{
		{0, 1, 0.1, 0.1}, {0, -1, 0.1, -0.1}, {0.95, 1, 0.1, 1}, {1, 1, 0.1, 1}, {1, 0, 0, 1},
	} {
		if got := toward(c.from, c.to, c.step); got != c.want {
			t.Errorf("from %v to %v by %v: %v, expected %v", c.from, c.to, c.step, got, c.want)
		}
	}
}

func TestMistakesInTheFileAreNamedWithTheirPlace(t *testing.T) {
	text, err := os.ReadFile("app.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for old, c := range map[string]struct{ change, want string }{
		"stiffness: 60 N m/rad": {"stiffness: 60 N m s/rad", "app.yaml:23:22: worlds.arm.processors.controller.options.stiffness"},
		"joint_group: both":     {"joint_group: bth", "both"},
		"type: impedance":       {"type: impedence", "impedance"},
		"dynamics: true":        {"dynamics: false", `dimension "dynamics"`},
		"goal: [0.8, -1.2]":     {"goal: [0.8]", "goal has 1 angles for the 2 joints"},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "app.yaml")
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, c.change, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := load(t, file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected one with %q", c.change, err, c.want)
		}
	}
}

// build makes the arm in virtual time, with its newest position and the number of commands so far.
func build(t *testing.T) (system *actors.System, position *[]float64, commands *int) {
	t.Helper()
	system, err := load(t, "app.yaml")
	if err != nil {
		t.Fatal(err)
	}
	position, commands = &[]float64{math.NaN(), math.NaN()}, new(int)
	if _, err := actors.Tap(system, "arm/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) { copy(*position, s.Position) }); err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(system, "arm/controller.command", func(messages.Stamp, *messages.JointCommand) { *commands++ }); err != nil {
		t.Fatal(err)
	}
	return system, position, commands
}

// load builds an application file in virtual time.
func load(t *testing.T, file string) (*actors.System, error) {
	t.Helper()
	r, err := registry()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, r)
	if err != nil {
		return nil, err
	}
	config.Virtual = true
	return app.New(config)
}

func start(t *testing.T, system *actors.System) {
	t.Helper()
	if err := system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := system.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

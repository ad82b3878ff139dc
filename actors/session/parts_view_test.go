package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/actors/view/draw"
)

// pilot is a part that commands the turntable.
const pilot = `worlds:
  pilot:
    rate: 20Hz
    on_overrun: {missed: 1000000, hang_after: 1000s}
    models: [{include: table.urdf.yaml}]
    joint_groups: {all: [turntable]}
    processors: {controller: {type: joint_space, options: {joint_group: all, goal: [0.5]}}}
couplings:
  - {joint: turntable, command: {from: pilot, to: servo/exports, mode: velocity, max_age: 2s}, state: {from: servo/exports, to: pilot, max_age: 2s}}
`

// counted are metrics of what has happened, which stay.
var counted = regexp.MustCompile(`(?m)^robo_actors_(failures|restarts|joint_stops)_total\{.*$`)

// Metrics, the description of the application with its graph, and the status have what a part adds
// while it is open, and nothing of it afterwards. Then a single actor is closed.
func TestViewersSeeAPartThatCommandsOpenAndClose(t *testing.T) {
	folder := t.TempDir()
	file := turntableFile(t, folder)
	for name, text := range map[string]string{
		file:                                   strings.Replace(turntable, "controller: {type: joint_space, options: {joint_group: all, goal: [0.5]}}", "exports: {type: exported_joints, options: {joint_group: all, commanded_by_parts: true}}", 1),
		filepath.Join(folder, "pilot.yaml"):    pilot,
		filepath.Join(folder, "observer.yaml"): "worlds:\n  servo: {processors: {tracker: {type: kinematics, options: {frames: [plate]}}, second: {type: kinematics, options: {frames: [plate]}}}}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, address := viewed(t, file, view.Options{Control: true})
	v := connect(t, ctx, address, "?token="+token)
	if err := v.Subscribe(ctx, "/application", "/status"); err != nil {
		t.Fatal(err)
	}
	// sees waits until viewers see all names, or none of them.
	sees := func(open bool, names ...string) {
		t.Helper()
		for n := 1; ; n++ {
			var about draw.Application
			newest(t, ctx, v, "/application", n, &about)
			text, err := json.Marshal(about)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(string(text), `"`+name) != open }) {
				break
			}
		}
		_, metrics := get(t, ctx, address+"metrics?token="+token)
		metrics = counted.ReplaceAllString(metrics, "")
		for _, name := range names {
			if strings.Contains(metrics, `"`+name) != open {
				t.Errorf("while it is open: %v, %s is in the metrics: %v", open, name, !open)
			}
		}
	}
	// has waits until the status has the world, or does not have it.
	has := func(world string, open bool) {
		t.Helper()
		for n := 1; ; n++ {
			var status struct{ Worlds map[string]any }
			if newest(t, ctx, v, "/status", n, &status); (status.Worlds[world] != nil) == open {
				break
			}
		}
	}
	call := func(verb string, a Arguments) {
		t.Helper()
		if err := v.Call(ctx, verb, a, nil); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"pilot", "pilot/controller", "servo/coupling_turntable", "servo/coupling_turntable.in", "pilot/gate.joint_turntable"}
	sees(false, names...)
	for range 2 {
		call("open", Arguments{Part: filepath.Join(folder, "pilot.yaml")})
		sees(true, names...)
		has("pilot", true)
		call("close", Arguments{Name: "pilot"})
		sees(false, names...)
		has("pilot", false)
	}
	call("open", Arguments{Part: filepath.Join(folder, "observer.yaml")})
	sees(true, "servo/tracker", "servo/second")
	call("close", Arguments{Name: "servo/tracker"})
	sees(false, "servo/tracker")
	sees(true, "servo/second")
}

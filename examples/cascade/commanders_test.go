package cascade

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// commanders opens a world that commands the joints of a running one, closes it, and opens two
// others that share the joints.
var commanders = []string{"at 1500ms open parts/reach.yaml", "at 4s close arm", "at 4500ms open parts/fold.yaml", "at 5s open parts/wave.yaml", "at 7s close parts/fold.yaml"}

// The joints are off before the first world commands them, hold when a world is closed, and follow
// the next one. They are always within the limits of velocity and acceleration.
func TestWorldsThatCommandRunningJointsAreOpenedAndClosed(t *testing.T) {
	r, path := run.Simulate(t, "commanders.yaml", 1, commanders...)
	if missed, _ := r.Missed(); missed != 0 || len(r.Faults) != 0 {
		t.Errorf("%d releases were missed, faults %v", missed, r.Faults)
	}
	at := map[time.Duration]*messages.Snapshot{}
	servo := run.Load(t, "commanders.yaml").World("servo")
	limits := servo.Model.Limits()
	var before *messages.Snapshot
	for _, s := range run.Series[messages.Snapshot](t, run.Open(t, path), "servo/perception.snapshot") {
		at[time.Duration(s.Stamp.Time)] = &s.Value
		for i, v := range s.Value.Velocity {
			if before != nil && (math.Abs(v) > limits[i].Velocity*1.01 || math.Abs(v-before.Velocity[i]) > limits[i].Acceleration*2*servo.Period.Seconds()) {
				t.Fatalf("at %s joint %d goes from %g to %g rad/s", s.Stamp.Time, i, before.Velocity[i], v)
			}
		}
		before = &s.Value
	}
	for _, want := range []struct {
		at       time.Duration
		mode     messages.Mode
		position []float64
	}{
		{1498 * time.Millisecond, messages.ModeOff, []float64{0, 0, 0}},
		{3998 * time.Millisecond, messages.ModeRun, []float64{0.6, -1.2, 0.8}},
		{4498 * time.Millisecond, messages.ModeRampHold, []float64{0.6, -1.2, 0.8}},
		{6998 * time.Millisecond, messages.ModeRun, []float64{-0.3, 1, -0.7}},
		{7998 * time.Millisecond, messages.ModeRampHold, []float64{-0.3, 1, -0.7}},
	} {
		s := at[want.at]
		if s == nil {
			t.Fatalf("the world has no cycle at %s", want.at)
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 0.05 }
		if s.Mode[0] != want.mode || !slices.EqualFunc(s.Position, want.position, near) {
			t.Errorf("at %s the joints are at %.3f in modes %v, want %.3f in %s", want.at, s.Position, s.Mode, want.position, want.mode)
		}
	}
}

func TestWorldsThatCommandRunningJointsAreRecordedAlikeEachTime(t *testing.T) {
	var recordings [2][]byte
	for i := range recordings {
		_, path := run.Simulate(t, "commanders.yaml", 3, append(commanders, "at 2s for 300ms partition arm/*->servo/*", "at 3s panic arm/controller", "at 5500ms panic servo/coupling_wrist")...)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		recordings[i] = data
	}
	if !bytes.Equal(recordings[0], recordings[1]) {
		t.Error("two recordings differ")
	}
}

// Parts whose couplings a running world cannot take are rejected at the coupling.
func TestCouplingsThatARunningWorldCannotTakeAreNamed(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	const world = "worlds:\n  more: {rate: 100Hz, models: [{include: models/arm.urdf.yaml}], joint_groups: {all: [shoulder, elbow, wrist]}, processors: {c: {type: joint_space, options: {joint_group: all}}}}\ncouplings:\n"
	for name, c := range map[string]struct{ file, part, want string }{
		"an exporter for observers": {"commanders.yaml", world + "  - {joints: [shoulder, elbow], command: {from: more, to: servo/upper, mode: velocity}, state: {from: servo/upper, to: more}}\n  - {joint: wrist, command: {from: more, to: servo/hand, mode: velocity}, state: {from: servo/hand, to: more}}\n",
			"more.yaml:5:29: couplings[1].command: servo/hand runs, and exports its joints only to worlds that observe them"},
		"a second commander": {"app.yaml", world + "  - {joints: [shoulder, elbow, wrist], command: {from: more, to: servo/exports, mode: velocity}, state: {from: servo/exports, to: more}}\n",
			"another coupling writes input servo/exports.command_shoulder already"},
	} {
		file := filepath.Join(folder, c.file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.NewReplacer("joint_group: hand, commanded_by_parts: true", "joint_group: hand",
			"parts: [parts/reach.yaml, parts/fold.yaml, parts/wave.yaml]", "parts: [more.yaml]", "faults: allowed}", "faults: allowed, parts: [more.yaml]}").Replace(string(text))
		for name, text := range map[string]string{file: edited, filepath.Join(folder, "more.yaml"): c.part} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err = app.LoadFile(file, registry)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

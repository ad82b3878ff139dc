package cascade

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// topology is one application file, and what must come of it.
type topology struct {
	file string
	// goals are the positions of the joints at the end, in every world that has them, rad or m.
	goals map[string]float64
	// command and state are links between worlds, exporter is an actor between them, and low the
	// world with the drives.
	command, state, exporter, low string
	// acknowledge lets joints with drives go on whose exporter failed.
	acknowledge []string
	// planar is the goal of the planar joint.
	planar []float64
}

var arm = map[string]float64{"shoulder": 0.6, "elbow": -1.2, "wrist": 0.8}

var topologies = []topology{
	{file: "app.yaml", goals: arm, command: "arm/*->servo/*", state: "servo/*->arm/*", exporter: "servo/exports", acknowledge: []string{"at 3s acknowledge servo"}, low: "servo"},
	{file: "chain.yaml", goals: arm, command: "mid/*->servo/*", state: "servo/*->mid/*", exporter: "mid/exports", low: "servo"},
	{file: "shared.yaml", goals: arm, command: "left/*->servo/*", state: "servo/*->right/*", exporter: "servo/for_left", acknowledge: []string{"at 3s acknowledge servo"}, low: "servo"},
	{file: "observers.yaml", goals: arm, command: "arm/*->servo/*", state: "servo/*->monitor/*", exporter: "arm/seen", low: "servo"},
	{file: "mutual.yaml", goals: map[string]float64{"along": -0.3, "across": 0.4}, command: "one/*->two/*", state: "one/*->two/*", exporter: "one/exports", acknowledge: []string{"at 3s acknowledge one"}, low: "two"},
	{file: "base.yaml", planar: []float64{0.5, 0.3, 0.5}, command: "pilot/*->wheels/*", state: "wheels/*->pilot/*", exporter: "pilot/exports", low: "wheels"},
}

func TestEveryTopologyMovesItsJoints(t *testing.T) {
	all := topologies
	if testing.Short() {
		all = all[:2] // the race detector takes thirty times as long
	}
	for _, x := range all {
		r, path := run.Simulate(t, x.file, 1)
		if missed, _ := r.Missed(); missed != 0 || len(r.Faults) != 0 || len(r.Waiting) != 0 {
			t.Errorf("%s: %d releases were missed, faults %v, waiting %v", x.file, missed, r.Faults, r.Waiting)
		}
		x.arrives(t, path)
		x.staysValid(t, path)
	}
}

// A partition of commands, one of states, a restart of an exporter, and a stop that is acknowledged
// end in the same place.
func TestEveryTopologySurvivesPartitionsRestartsAndStops(t *testing.T) {
	all := topologies
	if testing.Short() {
		all = all[:1] // the race detector takes thirty times as long
	}
	for _, x := range all {
		for what, schedule := range map[string][]string{
			"commands": {"at 2s for 400ms partition " + x.command},
			"states":   {"at 2s for 400ms partition " + x.state},
			"restart":  append([]string{"at 2s panic " + x.exporter}, x.acknowledge...),
			"stop":     {"at 2s stop " + x.low + " mode=ramp_hold", "at 2600ms acknowledge " + x.low},
		} {
			_, path := run.Simulate(t, x.file, 1, schedule...)
			t.Logf("%s, %s", x.file, what)
			x.arrives(t, path)
			x.usesNothingOld(t, path)
		}
	}
}

// snapshots calls a function for each world of a recording.
func (x *topology) snapshots(t *testing.T, path string, each func(w *app.World, all []record.Sample[messages.Snapshot])) {
	t.Helper()
	config, recording := run.Load(t, x.file), run.Open(t, path)
	for i := range config.Worlds {
		w := &config.Worlds[i]
		each(w, run.Series[messages.Snapshot](t, recording, w.Name+"/perception.snapshot"))
	}
}

// arrives checks that every world sees its joints at their goals in the end.
func (x *topology) arrives(t *testing.T, path string) {
	t.Helper()
	x.snapshots(t, path, func(w *app.World, all []record.Sample[messages.Snapshot]) {
		last := all[len(all)-1].Value
		for j := range w.Joints {
			slot := w.Model.Slot(j)
			got := last.Position[slot.Position : slot.Position+slot.PositionLength]
			want := x.planar
			if goal, scalar := x.goals[w.Joints[j].Name]; scalar {
				want = []float64{goal}
			} else if slot.PositionLength != len(want) {
				continue // a wheel
			}
			near := func(a, b float64) bool { return math.Abs(a-b) < 0.05 }
			if !last.Valid[j] || !slices.EqualFunc(got, want, near) {
				t.Errorf("%s: world %s sees joint %s at %.3f, valid %v; expected %.3f", x.file, w.Name, w.Joints[j].Name, got, last.Valid[j], want)
			}
		}
	})
}

// staysValid checks that no world loses a joint without a fault.
func (x *topology) staysValid(t *testing.T, path string) {
	t.Helper()
	x.snapshots(t, path, func(w *app.World, all []record.Sample[messages.Snapshot]) {
		for _, s := range all {
			if s.Stamp.Time > messages.Instant(time.Second) && slices.Contains(s.Value.Valid, false) {
				t.Fatalf("%s: at %s world %s sees joints as %v", x.file, s.Stamp.Time, w.Name, s.Value.Valid)
			}
		}
	})
	x.usesNothingOld(t, path)
}

// usesNothingOld checks that no state is marked valid that is older than its bound.
func (x *topology) usesNothingOld(t *testing.T, path string) {
	t.Helper()
	config := run.Load(t, x.file)
	x.snapshots(t, path, func(w *app.World, all []record.Sample[messages.Snapshot]) {
		for _, c := range config.Couplings {
			if config.Worlds[c.State.To.World].Name != w.Name {
				continue
			}
			for _, s := range all {
				if age := s.Stamp.Time.Sub(s.Value.Time[c.State.To.Joint]); s.Value.Valid[c.State.To.Joint] && age > c.State.MaxAge {
					t.Fatalf("%s: at %s world %s uses a state of joint %s of age %s; its bound is %s", x.file, s.Stamp.Time, w.Name, c.Joint, age, c.State.MaxAge)
				}
			}
		}
	})
}

// Each topology runs in real time until its first world sees a joint move. A busy machine misses
// releases: the copy of the file has a fifth of the rates, tolerates them, and re-arms by itself.
func TestEveryTopologyRunsInRealTime(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	all := topologies
	if testing.Short() {
		all = all[:2] // the plain run has all of them
	}
	for _, x := range all {
		config, err := app.LoadFile(slowed(t, x.file), registry)
		if err != nil {
			t.Fatal(err)
		}
		config.Virtual, config.Duration = false, time.Minute
		system, err := app.New(config)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		moved, w := false, config.Worlds[0].Name
		run.Tap(t, system, w+"/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) {
			for _, q := range s.Position {
				moved = moved || math.Abs(q) > 0.02
			}
			if moved {
				stop()
			}
		})
		if err := system.Run(ctx); err != nil && ctx.Err() == nil {
			t.Errorf("%s: %v", x.file, err)
		}
		stop()
		if !moved {
			t.Errorf("%s: world %s saw no joint move", x.file, w)
		}
	}
}

// slowed returns the path of a copy of an application file with a fifth of its rates.
func slowed(t *testing.T, file string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "models"), os.DirFS("models")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	slow := regexp.MustCompile(`(\d+)(k?)Hz`).ReplaceAllStringFunc(string(text), func(rate string) string {
		hertz := strings.Replace(strings.TrimSuffix(rate, "Hz"), "k", "000", 1)
		n, err := strconv.Atoi(hertz)
		if err != nil {
			t.Fatal(err)
		}
		return strconv.Itoa(n/5) + "Hz"
	})
	slow = strings.NewReplacer("{missed: 1000, recover_per: 10}", "{missed: 1000000, hang_after: 20s}", "start: auto", "start: auto, rearm: auto",
		"type: rigid_body", "type: rigid_body\n  hang_after: 20s").Replace(slow)
	path := filepath.Join(folder, file)
	if err := os.WriteFile(path, []byte(slow), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAChainThatCarriesAnotherControlModeBelowIsRefused(t *testing.T) {
	text, err := os.ReadFile("chain.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const sound = "{from: mid, to: servo/exports, mode: velocity, resample: linear}"
	wrong := strings.Replace(string(text), sound, "{from: mid, to: servo/exports, mode: effort}", 1)
	arm, err := os.ReadFile("models/arm.urdf.yaml")
	if err != nil {
		t.Fatal(err)
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"chain.yaml": {Data: []byte(wrong)}, "models/arm.urdf.yaml": {Data: arm}}
	_, err = app.Load(files, "chain.yaml", registry)
	const want = "couplings[1].command.mode: the coupling carries effort, and mid/exports (exported_joints) commands velocity"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got the error %v; expected %q", err, want)
	}
}

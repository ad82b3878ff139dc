package mobilemanipulator

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// diary records every event and a digest of every value.
type diary struct {
	topics []string
	lines  []string
}

func (d *diary) Channel(topic string, _ reflect.Type) (int, bool) {
	d.topics = append(d.topics, topic)
	return len(d.topics) - 1, true
}

func (d *diary) Record(id int, stamp messages.Stamp, value any) {
	d.lines = append(d.lines, fmt.Sprintf("%s %v %v", d.topics[id], stamp, reflect.ValueOf(value).Elem()))
}

func (d *diary) Event(e messages.Event) { d.lines = append(d.lines, e.String()) }

func (d *diary) Dropped(int, uint64) {}

// hash is the hash of what was recorded from a line on.
func (d *diary) hash(from int) [sha256.Size]byte {
	h := sha256.New()
	for _, line := range d.lines[from:] {
		fmt.Fprintln(h, line)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// running starts an application file in virtual time.
func running(t testing.TB, file string, options ...actors.Option) (*app.Config, *actors.System) {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	sys, err := app.New(c, append(options, actors.WithVirtualTime(), actors.WithFaults())...)
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sys.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c, sys
}

// passing reports whether all obstacles to a twin disappear by themselves.
func passing(err error) bool {
	var refused *actors.TwinError
	return errors.As(err, &refused) && !slices.ContainsFunc(refused.Obstacles, func(o actors.Obstacle) bool { return !o.Passing })
}

// expectTwin clones a system at its next instant without a passing obstacle, and compares event by
// event and value by value for 2 s.
func expectTwin(t *testing.T, c *app.Config, sys *actors.System, of *diary) {
	t.Helper()
	by := &diary{}
	twin, err := app.Twin(c, sys, actors.WithRecorder(by))
	for passing(err) {
		if err := sys.Advance(time.Millisecond); err != nil {
			t.Fatal(err)
		}
		twin, err = app.Twin(c, sys, actors.WithRecorder(by))
	}
	if err != nil {
		t.Fatal(err)
	}
	from := len(of.lines)
	if err := errors.Join(sys.Advance(2*time.Second), twin.Advance(2*time.Second)); err != nil {
		t.Fatal(err)
	}
	want := of.lines[from:]
	for i := range min(len(want), len(by.lines)) {
		if want[i] != by.lines[i] {
			t.Fatalf("line %d of %d after the cut:\n  twin     %s\n  original %s", i, len(want), by.lines[i], want[i])
		}
	}
	if len(want) < 1000 || of.hash(from) != by.hash(0) {
		t.Errorf("the twin recorded %d lines, the original %d", len(by.lines), len(want))
	}
	if err := twin.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// examples is set to clone every example.
var examples = flag.Bool("examples", false, "clone every example application into a twin")

func TestATwinContinuesLikeTheRunningRobot(t *testing.T) {
	files := []string{"app.yaml", "app_strategies.yaml", "../door/app.yaml", "../cascade/app.yaml", "../arm_levels/app.yaml", "../pick_place/app.yaml"}
	if !testing.Short() { // its drives exchange frames a thousand times a second
		files = append(files, "../upkie/campaign.yaml")
	}
	if *examples {
		files = append(files, "app_auto.yaml", "app_torque.yaml", "second_arm.yaml", "../arm_levels/polish.yaml", "../arm_levels/two_arms.yaml", "../cascade/base.yaml",
			"../cascade/chain.yaml", "../cascade/mutual.yaml", "../cascade/observers.yaml", "../cascade/shared.yaml", "../humanoid/app.yaml")
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			seed := testkit.Seed(t)
			t.Logf("seed %d", seed)
			of := &diary{}
			c, sys := running(t, file, actors.WithRecorder(of), actors.WithSeed(seed))
			if err := sys.Advance(time.Duration(rand.New(rand.NewPCG(seed, 0)).Int64N(2_000_000_000))); err != nil {
				t.Fatal(err)
			}
			expectTwin(t, c, sys, of)
		})
	}
}

// TestATwinContinuesAfterFaults cuts while a restart waits for the end of its back-off, and while
// joints stop.
func TestATwinContinuesAfterFaults(t *testing.T) {
	stop := func(sys *actors.System) error {
		return sys.Request(gate.Path("whole_body"), gate.StopRequest{Mode: messages.ModeRampHold}, func(any, error) {})
	}
	panics := func(actor string) func(*actors.System) error {
		return func(sys *actors.System) error {
			return sys.Inject(actors.Fault{Kind: actors.FaultPanic, Target: actor})
		}
	}
	for name, fault := range map[string]func(*actors.System) error{
		"a drive bus fails": panics("mobile_base/wheels"), "the arm's bus fails": panics("whole_body/arm"),
		"a controller fails": panics("whole_body/controller"), "the gate fails": panics("whole_body/gate"), "the joints stop": stop,
	} {
		t.Run(name, func(t *testing.T) {
			seed := testkit.Seed(t)
			t.Logf("seed %d", seed)
			draws := rand.New(rand.NewPCG(seed, 0))
			of := &diary{}
			c, sys := running(t, "app.yaml", actors.WithRecorder(of), actors.WithSeed(seed))
			if err := sys.Advance(time.Second + time.Duration(draws.Int64N(1_000_000_000))); err != nil {
				t.Fatal(err)
			}
			if err := fault(sys); err != nil {
				t.Fatal(err)
			}
			if err := sys.Advance(12*time.Millisecond + time.Duration(draws.Int64N(70_000_000))); err != nil {
				t.Fatal(err)
			}
			expectTwin(t, c, sys, of)
		})
	}
}

// TestATwinContinuesWhileFaultsAct cuts while several faults act at once, which end in the twin as
// in the original.
func TestATwinContinuesWhileFaultsAct(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector; the whole test has it")
	}
	for name, lines := range map[string][]string{
		"links lose values and hold them back": {"drop *.snapshot p=0.1 burst=3", "delay mobile_base/controller.* delay=12ms", "clog mobile_base/gate.wheels", "delay_random * mean=3ms",
			"duplicate whole_body/* p=0.2 delay=4ms", "misdirect mobile_base/* p=0.05"},
		"links change values": {"freeze mobile_base/controller.state", "replay whole_body/perception.snapshot values=10 after=30ms", "corrupt mobile_base/controller.* p=0.01",
			"masquerade whole_body/* p=0.05", "clock_drift mobile_base/perception.* rate=50"},
		"actors and sensors fail": {"slow whole_body/controller delay=200us", "tick_missed mobile_base/controller p=0.3 burst=2", "tick_late * delay=300us p=0.2", "sensor_noise * deviation=0.001",
			"no_reply * p=0.05"},
		"sensors and drives fail": {"sensor_delayed arm_joint_1 samples=3", "sensor_stuck arm_joint_3", "late_reply arm_joint_5 cycles=2", "repeated_reply mobile_front_left", "sensor_intermittent arm_joint_2"},
	} {
		t.Run(name, func(t *testing.T) {
			seed := testkit.Seed(t)
			t.Logf("seed %d", seed)
			draws := rand.New(rand.NewPCG(seed, 0))
			of := &diary{}
			c, sys := running(t, "app.yaml", actors.WithRecorder(of), actors.WithSeed(seed))
			if err := sys.Advance(time.Second + time.Duration(draws.Int64N(1_000_000_000))); err != nil {
				t.Fatal(err)
			}
			for _, line := range lines {
				a, err := faults.ParseNow(fmt.Sprintf("for %dms %s", 200+draws.IntN(1500), line))
				if err != nil {
					t.Fatal(err)
				}
				if err := sys.Inject(a.Fault); err != nil {
					t.Fatal(err)
				}
			}
			if err := sys.Advance(time.Duration(draws.Int64N(150_000_000))); err != nil {
				t.Fatal(err)
			}
			from := len(of.lines)
			expectTwin(t, c, sys, of)
			ended := 0
			for _, line := range of.lines[from:] {
				if strings.Contains(line, messages.EventFaultEnded.String()) {
					ended++
				}
			}
			if ended < len(lines) {
				t.Errorf("%d faults ended after the cut; expected at least %d", ended, len(lines))
			}
		})
	}
}

// TestATwinChangesNothingOfTheOriginal compares a run that was cloned with one that was not.
func TestATwinChangesNothingOfTheOriginal(t *testing.T) {
	var runs [2]*diary
	for i := range runs {
		runs[i] = &diary{}
		c, sys := running(t, "app.yaml", actors.WithRecorder(runs[i]))
		for range 4 {
			if err := sys.Advance(200 * time.Millisecond); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				continue
			}
			twin, err := app.Twin(c, sys)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(twin.Advance(100*time.Millisecond), twin.Stop(context.Background())); err != nil {
				t.Fatal(err)
			}
		}
	}
	if runs[0].hash(0) != runs[1].hash(0) {
		t.Error("the run with twins differs from the one without")
	}
}

// TestAnApplicationWithProgramsOutsideOfItIsNotCloned names what cannot be cloned.
func TestAnApplicationWithProgramsOutsideOfItIsNotCloned(t *testing.T) {
	c, sys := running(t, "../upkie/app.yaml")
	_, err := app.Twin(c, sys)
	var refused *actors.TwinError
	if !errors.As(err, &refused) || len(refused.Obstacles) != 1 || refused.Obstacles[0].Actor != "upkie/agent" ||
		!strings.Contains(refused.Obstacles[0].Reason, "its agents are programs outside of this process") {
		t.Errorf("%v", err)
	}
	if notes := app.TwinNotes(sys); len(notes) != 1 || !strings.Contains(notes[0], "upkie/") {
		t.Errorf("%q", notes)
	}
}

func BenchmarkTwin(b *testing.B) {
	c, sys := running(b, "app.yaml")
	if err := sys.Advance(time.Second); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		twin, err := app.Twin(c, sys)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := twin.Stop(context.Background()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

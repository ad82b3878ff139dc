package upkie

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/examples/upkie/drive"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// spineRun is the application in virtual time, with a pipe to its agent.
type spineRun struct {
	t      *testing.T
	sys    *actors.System
	pipe   *spine.Pipe
	events []messages.Event

	pitch, steepest float64 // of the base, as the observer has it, rad
	observation     dictionary.Observation
	action          *dictionary.Action
}

func startSpine(t *testing.T) *spineRun {
	t.Helper()
	return startSpineOf(t, "app.yaml")
}

// startSpineOf starts an application file with one spine.
func startSpineOf(t *testing.T, file string) *spineRun {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	r := &spineRun{t: t, pipe: spine.NewPipe(), action: dictionary.NewAction(drive.Servos(), dictionary.DefaultServoAction())}
	config.Virtual, config.Duration = true, 0
	config.Resources = append(config.Resources, &spine.LockStep{Open: func(string) (spine.Link, error) { return r.pipe, nil }})
	if r.sys, err = app.New(config, actors.WithEvents(func(e messages.Event) { r.events = append(r.events, e) })); err != nil {
		t.Fatal(err)
	}
	if err := r.sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.sys.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if _, err := actors.Tap(r.sys, "upkie/orientation.orientation", func(_ messages.Stamp, o *messages.BaseOrientation) {
		r.pitch = o.Pitch
		r.steepest = max(r.steepest, math.Abs(o.Pitch))
	}); err != nil {
		t.Fatal(err)
	}
	return r
}

// pass lets time pass.
func (r *spineRun) pass(d time.Duration) {
	r.t.Helper()
	if err := r.sys.Advance(d); err != nil {
		r.t.Fatal(err)
	}
}

// ask posts a request and waits for its answer, for at most 100 ms as an agent does.
func (r *spineRun) ask(request machine.Request, data []byte) error {
	r.t.Helper()
	if err := r.pipe.Post(request, data); err != nil {
		r.t.Fatal(err)
	}
	for range 100 {
		r.pass(time.Millisecond)
		data, answered, err := r.pipe.Take(nil)
		if !answered {
			continue
		}
		if err == nil && len(data) > 0 {
			r.observation, err = dictionary.ParseObservation(data)
		}
		return err
	}
	r.t.Fatalf("%s: no answer to %s within 100 ms", r.sys.Now(), request)
	return nil
}

func (r *spineRun) start() {
	r.t.Helper()
	if err := r.ask(machine.Start, []byte{0x80}); err != nil {
		r.t.Fatalf("%s: the start was answered with %v\n%s", r.sys.Now(), err, r.told())
	}
}

// drive lets a driver act at 200 Hz for a time.
func (r *spineRun) drive(d *drive.Driver, length time.Duration) {
	r.t.Helper()
	for end := r.sys.Now().Add(length); r.sys.Now() < end; {
		if err := d.Act(&r.observation, r.action); err != nil {
			r.t.Fatal(err)
		}
		if err := r.ask(machine.Action, r.action.Append(nil)); err != nil {
			r.t.Fatalf("%s: an action was answered with %v\n%s", r.sys.Now(), err, r.told())
		}
		r.pass(4 * time.Millisecond)
	}
}

// upright fails the test if the robot leaned by more than a bound since the last call.
func (r *spineRun) upright(when string, bound float64) {
	r.t.Helper()
	if r.steepest > bound {
		r.t.Errorf("%s, %s: the robot leaned by %.3f rad, at most %g\n%s", r.sys.Now(), when, r.steepest, bound, r.told())
	}
	r.t.Logf("%s, %s: pitch at most %.3f rad", r.sys.Now(), when, r.steepest)
	r.steepest = 0
}

// told returns the events of the run that matter.
func (r *spineRun) told() string {
	var b strings.Builder
	for _, e := range r.events {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

func TestAnAgentDrivesAroundASquare(t *testing.T) {
	longRun(t)
	r := startSpine(t)
	r.start()
	d := &drive.Driver{Route: drive.Route{SideM: 0.5}}
	r.drive(d, 30*time.Second)
	r.upright("around the square", 0.1)
	at := r.observation.Sim.Base.Position
	if away := math.Hypot(at[0], at[1]); away > 0.3 {
		t.Errorf("after 30 s, near the end of the square, the robot is at %.2f, %.2f m", at[0], at[1])
	}
}

// The agent dies, the robot balances by itself, another agent takes over, and it is pushed
// meanwhile.
func TestTheRobotKeepsItsBalanceWithoutItsAgent(t *testing.T) {
	longRun(t)
	r := startSpine(t)
	r.start()
	r.drive(&drive.Driver{Route: drive.Route{SideM: 0.5}}, 3*time.Second) // on the first side
	r.upright("driven by the first agent", 0.1)
	r.pass(20 * time.Second)
	r.upright("without an agent", 0.15)
	if err := r.ask(machine.Start, []byte{0x80}); err != nil {
		t.Fatalf("the second agent could not take over: %v", err)
	}
	r.drive(&drive.Driver{}, 5*time.Second)
	r.upright("held by the second agent", 0.15)
	r.pass(70 * time.Second)
	if err := r.ask(machine.Action, r.action.Append(nil)); !errors.Is(err, spine.ErrRejected) {
		t.Errorf("after the ladder an action was answered with %v", err)
	}
}

func TestAnAgentThatStopsTheRobotCanStartItAgain(t *testing.T) {
	r := startSpine(t)
	for range 3 {
		r.start()
		r.drive(&drive.Driver{}, time.Second)
		if err := r.ask(machine.Stop, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// Agents die at random phases of a drive. The first step of the ladder comes within silent_after
// and one period of the spine, and the robot never falls.
func TestAgentsThatDieAtRandomPhasesLeaveTheRobotUpright(t *testing.T) {
	longRun(t)
	kills := 8
	if *manyKills > 0 {
		kills = *manyKills
	}
	const seed = 20261124
	rng := rand.New(rand.NewPCG(seed, 1))
	r := startSpine(t)
	var balancing bool
	var since messages.Instant
	if _, err := actors.Tap(r.sys, "upkie/agent.balancing", func(s messages.Stamp, v *messages.Switch) {
		if v.Closed && !balancing {
			since = s.Time
		}
		balancing = v.Closed
	}); err != nil {
		t.Fatal(err)
	}
	r.start()
	var times []float64 // s, from the newest action to the first step of the ladder
	for range kills {
		d := &drive.Driver{Route: drive.Route{SideM: 0.5}}
		r.drive(d, time.Duration(500+rng.IntN(4000))*time.Millisecond)
		alive := r.sys.Now().Add(-4 * time.Millisecond) // the answer came in the cycle of the action
		r.pass(1500 * time.Millisecond)
		if !balancing {
			t.Fatalf("seed %d: the robot does not balance without its agent\n%s", seed, r.told())
		}
		times = append(times, since.Sub(alive).Seconds())
		if err := r.ask(machine.Start, []byte{0x80}); err != nil { // the next agent
			t.Fatal(err)
		}
	}
	r.upright(fmt.Sprintf("%d agents died, seed %d", kills, seed), 0.3)
	slices.Sort(times)
	p := func(q float64) float64 { return 1000 * times[min(len(times)-1, int(q*float64(len(times))))] }
	t.Logf("from the newest action to the first step of the ladder: p50 %.2f ms, p99 %.2f ms, max %.2f ms", p(0.5), p(0.99), p(1))
	if worst := times[len(times)-1]; worst > 0.0521 {
		t.Errorf("the first step of the ladder came after %.2f ms; expected silent_after (50 ms) and at most two periods", 1000*worst)
	}
}

var manyKills = flag.Int("kills", 0, "agents that die, instead of 8")

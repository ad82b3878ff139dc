package supervision_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// The three layers that stop a drive, each with the other two switched off:
//
//	the gate        acts on what is too old        TestTheGateStopsTheDrivesAlone
//	the supervisor  fences the actor that failed   TestTheSupervisorStopsTheDrivesAlone
//	the watchdog    of the drive itself            TestTheDrivesOwnWatchdogStopsThemAlone
//
// The death of the whole process, where only the third remains, is tested by internal/killtest.

var wheels = []string{"mobile_front_left", "mobile_front_right", "mobile_rear_left", "mobile_rear_right"}

// layers is the mobile manipulator under way.
type layers struct {
	t      *testing.T
	system *actors.System
	plant  *sim.Plant
	truths []func(*hardware.Truth)
	asked  *int // how often a supervisor was asked
}

// counting has a policy decide, and counts.
type counting struct {
	actors.Policy
	asked *int
}

func (c counting) Decide(f *actors.Failure, siblings []string, draw float64) actors.Decision {
	*c.asked++
	return actors.Decision{Action: actors.Restart, After: time.Hour} // a failed actor does not come back in this test
}

func underWay(t *testing.T) *layers {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile("../examples/mobile_manipulator/app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	application, err := app.Build(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := &layers{t: t, asked: new(int)}
	for i := range application.Groups {
		application.Groups[i].Policy = counting{asked: l.asked}
	}
	for _, site := range application.FaultSites {
		if plant, is := site.(*sim.Plant); is {
			l.plant = plant
		}
	}
	if l.system, err = actors.New(application, actors.WithVirtualTime(), actors.WithFaults()); err != nil {
		t.Fatal(err)
	}
	if err := l.system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.system.Stop(context.Background()) }) // what was stopped for the test does not confirm
	for _, joint := range wheels {
		_, tell, err := l.plant.DriveModel(joint)
		if err != nil {
			t.Fatal(err)
		}
		l.truths = append(l.truths, tell)
	}
	l.advance(800 * time.Millisecond)
	l.expect("at the beginning", messages.ModeRun)
	return l
}

func (l *layers) advance(d time.Duration) {
	l.t.Helper()
	if err := l.system.Advance(d); err != nil {
		l.t.Fatal(err)
	}
}

func (l *layers) modes() (all []messages.Mode) {
	var truth hardware.Truth
	for _, tell := range l.truths {
		tell(&truth)
		all = append(all, truth.Mode)
	}
	return all
}

func (l *layers) expect(when string, want messages.Mode) {
	l.t.Helper()
	if slices.ContainsFunc(l.modes(), func(m messages.Mode) bool { return m != want }) {
		l.t.Errorf("%s the wheels are in %v, want %s", when, l.modes(), want)
	}
}

// withoutWatchdogs switches off what the drives do by themselves when commands stay away.
func (l *layers) withoutWatchdogs() {
	l.t.Helper()
	for _, joint := range wheels {
		if err := l.plant.Disturb(joint, servo.Disturbance{Unlimited: true}); err != nil {
			l.t.Fatal(err)
		}
	}
}

// withoutActors has the actors whose names contain one of the words stand still, as if they hung
// unnoticed.
func (l *layers) withoutActors(words ...string) {
	l.t.Helper()
	for _, h := range l.system.Health() {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(h.Actor, w) }) {
			l.inject(actors.Fault{Kind: actors.FaultSuspend, Target: h.Actor, Delay: 10 * time.Second})
		}
	}
}

func (l *layers) inject(f actors.Fault) {
	l.t.Helper()
	if err := l.system.Inject(f); err != nil {
		l.t.Fatal(err)
	}
}

func TestTheGateStopsTheDrivesAlone(t *testing.T) {
	l := underWay(t)
	l.withoutWatchdogs()
	l.inject(actors.Fault{Kind: actors.FaultDrop, Target: "mobile_base/controller.command", Probability: 1})
	l.advance(20 * time.Millisecond)
	l.expect("before the command is too old", messages.ModeRun)
	l.advance(30 * time.Millisecond) // the bound of its age is 30 ms
	l.expect("with nothing but the gate", messages.ModeDamp)
	if *l.asked > 0 {
		t.Errorf("supervisors were asked %d times", *l.asked)
	}
}

func TestTheSupervisorStopsTheDrivesAlone(t *testing.T) {
	l := underWay(t)
	l.withoutWatchdogs()
	l.withoutActors("/gate")
	l.advance(5 * time.Millisecond)
	l.expect("before the driver fails", messages.ModeRun)
	l.inject(actors.Fault{Kind: actors.FaultPanic, Target: "mobile_base/wheels"})
	l.advance(3 * time.Millisecond)
	l.expect("with nothing but the supervisor", messages.ModeDamp)
	if *l.asked != 1 {
		t.Errorf("supervisors were asked %d times, want once", *l.asked)
	}
}

func TestTheDrivesOwnWatchdogStopsThemAlone(t *testing.T) {
	l := underWay(t)
	l.withoutActors("mobile_base/", "whole_body/")
	l.advance(95 * time.Millisecond)
	l.expect("before the watchdog's time is over", messages.ModeRun)
	l.advance(10 * time.Millisecond)
	l.expect("with nothing but the drives' watchdogs", messages.ModeDamp)
	if *l.asked > 0 {
		t.Errorf("supervisors were asked %d times", *l.asked)
	}
}

// TestWithoutAnyLayerNothingStopsTheDrives shows that the tests above find a layer that does not
// act.
func TestWithoutAnyLayerNothingStopsTheDrives(t *testing.T) {
	l := underWay(t)
	l.withoutWatchdogs()
	l.withoutActors("mobile_base/", "whole_body/")
	l.advance(300 * time.Millisecond)
	l.expect("without gate, supervisor and watchdogs", messages.ModeRun)
}

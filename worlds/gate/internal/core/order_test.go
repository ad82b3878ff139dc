package core

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

func TestAStaleCommandRampsToASafeMode(t *testing.T) {
	c := armConfig()
	c.Joints[0].OnStale = OnStale{Position: messages.ModeRampHold, Velocity: messages.ModeDamp, Effort: messages.ModeRampOff}
	c.Controllers[0].MaxAge = 10 * time.Millisecond
	for control, want := range map[messages.ControlMode]messages.Mode{
		messages.ControlPosition: messages.ModeRampHold, messages.ControlPositionVelocityEffort: messages.ModeRampHold,
		messages.ControlVelocity: messages.ModeDamp, messages.ControlEffort: messages.ModeRampOff,
	} {
		r := running(t, c, control)
		for range 4 { // the command of the cycle before is 2 ms old in the first of these, 8 in the last
			r.cycle()
			r.wantMode(0, messages.ModeRun)
		}
		r.cycle() // 10 ms, still not older than the bound
		r.wantMode(0, messages.ModeRun)
		r.cycle()
		r.wantMode(0, want)
		if r.bus.Mode[0] != want || r.bus.Control[0] != messages.ControlNone {
			t.Errorf("%s: sent %s %s", control, r.bus.Mode[0], r.bus.Control[0])
		}
	}
}

func TestACommandThatWasTakenBackIsStaleAtOnce(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.in.Commands[0].OK = false
	r.cycle()
	r.wantMode(0, messages.ModeRampHold)
}

func TestARepeatedCommandRefreshesNothing(t *testing.T) {
	c := armConfig()
	c.Controllers[0].MaxAge = 10 * time.Millisecond
	r := running(t, c, messages.ControlPosition)
	for range 10 {
		r.cycle() // the same value in the slot
	}
	r.wantMode(0, messages.ModeRampHold)
	if len(r.g.Refusals()) != 0 {
		t.Errorf("the value in the slot was judged again: %v", r.g.Refusals())
	}
}

func TestRefusedCommandsRefreshNothing(t *testing.T) {
	c := armConfig()
	c.Controllers[0].MaxAge = 10 * time.Millisecond
	c.Controllers[0].Faults = 16
	r := running(t, c, messages.ControlPosition)
	r.in.Commands[0].Value.Position[0] = math.NaN()
	for range 5 {
		r.run(1)
		if len(r.g.Refusals()) != 1 || r.bus.Position[0] != 0 {
			t.Fatalf("%v, sent %v", r.g.Refusals(), r.bus.Position[0])
		}
		r.wantMode(0, messages.ModeRun) // the last good one goes on
	}
	r.run(1)
	r.wantMode(0, messages.ModeRampHold)
	if got := r.changes("elbow"); got[len(got)-1] != "run->ramp_hold stale" {
		t.Error(got)
	}
}

func TestThreeRefusalsWithinASecondAreAFaultOfTheController(t *testing.T) {
	c := armConfig()
	c.Controllers[0].MaxAge = 2 * time.Second
	r := running(t, c, messages.ControlPosition)
	v := r.in.Commands[0].Value
	bad := func() {
		v.Position[0] = 99
		r.run(1)
		v.Position[0] = 0
	}
	bad()
	r.run(250)
	bad()
	r.run(248) // the third one comes 1 s after the first and counts
	r.wantMode(0, messages.ModeRun)
	bad()
	r.wantMode(0, messages.ModeRampHold)
	if refusals := r.g.Refusals(); len(refusals) != 1 || !refusals[0].Fault || refusals[0].Controller != "arm/controller" {
		t.Errorf("%+v", refusals)
	}
	if err := r.acknowledge(modes.Acknowledge); err == nil || !strings.Contains(err.Error(), "still present: invalid") {
		t.Errorf("the cause must last until a good command comes: %v", err)
	}
	r.run(1)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Error(err)
	}
}

func TestRefusalsThatAreFarApartAreNoFault(t *testing.T) {
	c := armConfig()
	c.Controllers[0].MaxAge = 2 * time.Second
	r := running(t, c, messages.ControlPosition)
	v := r.in.Commands[0].Value
	for range 6 {
		v.Position[0] = 99
		r.run(1)
		v.Position[0] = 0
		r.run(250)
	}
	r.wantMode(0, messages.ModeRun)
}

func TestAnOlderIncarnationIsRefusedForGood(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.in.Commands[0].Stamp.Incarnation = 2
	r.run(5)
	v := r.in.Commands[0].Value
	r.in.Commands[0].Stamp.Incarnation = 1
	v.Position[0] = 0.001
	r.run(1)
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != OldIncarnation || got[0].Reason.Counts() {
		t.Fatalf("%+v", got)
	}
	if r.bus.Position[0] != 0 {
		t.Errorf("it passed: %v", r.bus.Position[0])
	}
}

func TestAFencedIncarnationIsRefusedAndItsCauseGoesWithTheNextOne(t *testing.T) {
	c := armConfig()
	c.Joints[0].Rearm = autoStart(modes.Auto)
	r := running(t, c, messages.ControlPosition)
	r.g.ControllerFailed(0, messages.CausePanic, 1, r.now)
	r.run(20)
	r.wantMode(0, messages.ModeRampHold)
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != Fenced {
		t.Fatalf("%+v", got)
	}
	r.in.Commands[0].Stamp.Incarnation = 2
	r.run(2)
	r.wantMode(0, messages.ModeRun)
	if got := r.changes("elbow")[1:]; !slices.Equal(got, []string{"run->ramp_hold panic", "ramp_hold->run rearm"}) {
		t.Error(got)
	}
}

func TestAHungControllerIsNotTakenBackWithoutAPerson(t *testing.T) {
	c := armConfig()
	c.Joints[0].Rearm = autoStart(modes.Auto)
	r := running(t, c, messages.ControlPosition)
	r.g.ControllerFailed(0, messages.CauseHang, 1, r.now)
	r.in.Commands[0].Stamp.Incarnation = 2
	r.run(500)
	r.wantMode(0, messages.ModeRampHold)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	r.wantMode(0, messages.ModeRun)
}

func TestASequenceThatDoesNotGrowIsRefused(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	for _, step := range []uint64{0, ^uint64(2)} { // the same number with another stamp, and a smaller one
		r.in.Commands[0].Stamp = messages.Stamp{Time: r.now, Sequence: r.sequence[0] + step, Incarnation: 1}
		r.cycle()
		if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != OldSequence {
			t.Fatalf("%+v", got)
		}
	}
}

func TestACommandFromTheFutureIsRefused(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.sequence[0]++
	r.in.Commands[0].Stamp = messages.Stamp{Time: r.now.Add(period), Sequence: r.sequence[0], Incarnation: 1}
	r.cycle()
	if got := r.g.Refusals(); len(got) != 0 {
		t.Fatalf("one cycle ahead is the jitter of threads: %+v", got)
	}
	r.sequence[0]++
	r.in.Commands[0].Stamp = messages.Stamp{Time: r.now.Add(period + 1), Sequence: r.sequence[0], Incarnation: 1}
	r.cycle()
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != FromTheFuture {
		t.Fatalf("%+v", got)
	}
}

// A cycle that comes late is long, but nothing that was sent meanwhile is stamped later than it.
func TestALateCycleAcceptsNoCommandFromFartherAhead(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.now = r.now.Add(4 * period) // the releases that it missed
	r.sequence[0]++
	r.in.Commands[0].Stamp = messages.Stamp{Time: r.now.Add(2 * period), Sequence: r.sequence[0], Incarnation: 1}
	r.cycle()
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != FromTheFuture {
		t.Fatalf("%+v", got)
	}
}

func TestACommandThatCameTooOldIsRefused(t *testing.T) {
	c := armConfig()
	c.Controllers[0].MaxAge = 10 * time.Millisecond
	r := running(t, c, messages.ControlPosition)
	r.sequence[0]++
	r.in.Commands[0].Stamp = messages.Stamp{Time: r.now.Add(-10*time.Millisecond - 1), Sequence: r.sequence[0], Incarnation: 1}
	r.cycle()
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != TooOld || got[0].Reason.Counts() {
		t.Fatalf("%+v", got)
	}
}

func TestACommandOfNobodyIsRefused(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	r.in.Commands = append(r.in.Commands, Command{Value: newCommand(1, 1, 1), OK: true})
	r.send(0)
	r.cycle()
	if got := r.g.Refusals(); len(got) != 1 || got[0].Reason != Unclaimed {
		t.Fatalf("%+v", got)
	}
}

func TestAJointThatNobodyClaimsStaysOff(t *testing.T) {
	c := armConfig()
	c.Joints = append(c.Joints, arm("wrist", 1))
	c.Buses[0].Drives = 2
	r := newRig(t, c)
	r.control(0, messages.ControlPosition)
	r.run(10)
	r.wantMode(0, messages.ModeRun)
	r.wantMode(1, messages.ModeOff)
	if err := r.acknowledge(modes.Reset); err == nil {
		t.Error("there is nothing to re-arm")
	}
	r.run(1)
	r.wantMode(1, messages.ModeOff)
}

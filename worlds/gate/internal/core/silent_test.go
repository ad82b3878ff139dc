package core

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// quiet runs cycles in which the bus's answers do not reach the gate, while snapshots still do.
func (r *rig) quiet(cycles int) {
	for range cycles {
		for i := range r.in.Commands {
			r.send(i)
		}
		r.in.States[0].OK = false
		r.cycle()
		r.servos[0].mute = false
		r.in.States[0].OK = true
		r.read()
		r.in.States[0].OK = false
	}
}

func TestADriveThatIsNotHeardOfStopsItsJointThoughTheSnapshotGoesOn(t *testing.T) {
	r := running(t, armConfig(), messages.ControlPosition)
	bound := int(r.g.joints[0].StateMaxAge / period)
	r.quiet(bound)
	r.wantMode(0, messages.ModeRun)
	r.quiet(2)
	r.wantMode(0, messages.ModeRampHold)
	if got := r.changes("elbow"); got[len(got)-1] != "run->ramp_hold stale" {
		t.Error(got)
	}
	if err := r.acknowledge(modes.Acknowledge); err == nil {
		t.Error("it was armed again without being heard of")
	}
	r.in.States[0].OK = true
	r.run(2)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(3)
	r.wantMode(0, messages.ModeRun)
}

func TestAHandOverDoesNotWaitForeverForASilentDrive(t *testing.T) {
	r := newRig(t, armConfig())
	r.control(0, messages.ControlPosition)
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	r.quiet(int(r.g.joints[0].StateMaxAge/period) + 2)
	if !r.g.Mode(0).Stops() {
		t.Errorf("it is in %s", r.g.Mode(0))
	}
}

func TestATimerThatTellsNonsenseLiftsNoBound(t *testing.T) {
	for name, step := range map[string]time.Duration{"negative": -time.Second, "zero": 0, "a nanosecond": 1, "an hour": time.Hour} {
		r := running(t, armConfig(), messages.ControlVelocity)
		r.in.Commands[0].Value.Velocity[0] = 1.5
		limit, before := r.g.joints[0].Limits[0].Acceleration*dt, r.bus.Velocity[0]
		for range 20 {
			r.send(0)
			r.in.Now, r.in.Step = r.now, step
			r.g.Decide(&r.in)
			r.g.Drive(0, &r.bus)
			if d := r.bus.Velocity[0] - before; d > limit*(1+1e-9) || d < 0 {
				t.Fatalf("%s: the velocity changed by %g rad/s in a cycle, limit %g", name, d, limit)
			}
			before = r.bus.Velocity[0]
			r.servos[0].obey(&r.bus, 0)
			r.now = r.now.Add(period)
			r.read()
		}
		if before < 0.1 {
			t.Errorf("%s: after 20 cycles the velocity is %g rad/s; expected that it grows", name, before)
		}
	}
}

// A clock that is ahead makes no command valid for longer.
func TestTheAgeOfACommandThatIsStampedAheadCountsFromItsArrival(t *testing.T) {
	ends := func(ahead time.Duration) messages.Instant {
		r := running(t, armConfig(), messages.ControlPosition)
		r.send(0)
		r.in.Commands[0].Stamp.Time = r.now.Add(ahead)
		for r.g.Mode(0) == messages.ModeRun {
			r.cycle()
		}
		return r.now
	}
	if onTime, early := ends(0), ends(period); onTime != early {
		t.Errorf("the joint stops at %s; with a stamp of a cycle ahead at %s", onTime, early)
	}
}

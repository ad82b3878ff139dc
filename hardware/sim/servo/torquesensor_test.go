package servo

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestATorqueSensorMeasuresWhatTheBrakeCarries(t *testing.T) {
	for _, weight := range []float64{-30, 0, 40} {
		o := held
		o.TorqueSensor = true
		b := newBench(t, o)
		b.weight = weight
		b.advance(200 * time.Millisecond)
		var r Reply
		b.Reply(b.now, &r)
		near(t, "effort that the drive answers", r.Effort, weight, 1e-6)
		near(t, "effort of the motor", b.effort, 0, 0)
		b.weight = 100 // more than the brake holds: the joint slips through it
		b.advance(50 * time.Millisecond)
		b.Reply(b.now, &r)
		near(t, "effort while the joint slips through the brake", r.Effort, o.BrakeEffort, 1e-6)
	}
}

// What the brake carries at any moment, the motor has taken over when the brake opens: the joint
// does not move, and commands that begin with the effort that was answered leave it there. A drive
// that does not know its load lets the joint sag.
func TestWithATorqueSensorNothingSagsWhenTheBrakeOpens(t *testing.T) {
	const weight = 40
	sag := func(sensor bool, begin time.Duration) float64 {
		o := held
		o.TorqueSensor = sensor
		b := newBench(t, o)
		b.weight = weight
		b.advance(begin)
		lowest, effort := 0.0, 0.0
		b.each = func() {
			lowest = math.Min(lowest, b.q)
			var r Reply
			if b.Reply(b.now, &r); !b.mode.Passes() { // seeded with what is measured, as a gate does
				effort = r.Effort
			}
			if sensor && math.Abs(r.Effort-weight) > 1e-3*weight && b.now > messages.Instant(10*time.Millisecond) {
				t.Fatalf("at %s the drive answers %g N m, the joint carries %d N m", b.now, r.Effort, weight)
			}
		}
		for b.now < messages.Instant(begin+300*time.Millisecond) {
			b.keep(time.Millisecond, 1, messages.ControlEffort, 0, 0, effort)
		}
		b.wantMode(messages.ModeRun)
		return -lowest
	}
	for _, begin := range []time.Duration{0, 5 * time.Millisecond, 500 * time.Millisecond} {
		if s := sag(true, begin); s > 2e-4 {
			t.Errorf("started after %s, the joint sags by %g rad", begin, s)
		}
	}
	if s := sag(false, 0); s < 0.05 {
		t.Errorf("without a sensor the joint sags by %g rad only: the measure proves nothing", s)
	}
}

// A drive that is stopped by its brake and started again finds its load again, although it is
// another one.
func TestALoadThatChangedUnderTheBrakeIsTakenOver(t *testing.T) {
	o := held
	o.TorqueSensor = true
	b := newBench(t, o)
	b.weight = 10
	b.keep(300*time.Millisecond, 1, messages.ControlPosition|messages.ControlEffort, 0, 0, 10)
	b.Stop(b.now, messages.ModeBrake, 1)
	b.advance(time.Second)
	b.weight = 45
	b.advance(100 * time.Millisecond)
	at := b.q
	b.keep(300*time.Millisecond, 2, messages.ControlPosition|messages.ControlEffort, at, 0, 45)
	if b.wantMode(messages.ModeRun); math.Abs(b.q-at) > 5e-4 {
		t.Errorf("the joint moved by %g rad", b.q-at)
	}
}

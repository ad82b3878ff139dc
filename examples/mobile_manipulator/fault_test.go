package mobilemanipulator

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

const (
	panicAt       = messages.Instant(4 * time.Second)
	acknowledgeAt = messages.Instant(5 * time.Second)
	basePeriod    = 2 * time.Millisecond
	// What app.yaml and the models declare.
	wheelAcceleration = 80.0   // rad/s^2
	wheelResolution   = 7.7e-5 // rad
	couplingMaxAge    = 30 * time.Millisecond
	backoffMax        = 111 * time.Millisecond // 100 ms and a tenth of it
)

func event(t *testing.T, events []record.Sample[messages.Event], kind messages.EventKind, source string, after messages.Instant) messages.Event {
	t.Helper()
	for _, e := range events {
		if e.Value.Kind == kind && e.Value.Source == source && e.Value.Time >= after {
			return e.Value
		}
	}
	t.Fatalf("no event %s of %s after %s", kind, source, after)
	return messages.Event{}
}

func TestAPanicOfTheWheelsDriverIsSurvived(t *testing.T) {
	_, path := run.Simulate(t, "app.yaml", 1, "at 4s panic mobile_base/wheels", "at 5s acknowledge mobile_base")
	r := run.Open(t, path)
	events := run.Series[messages.Event](t, r, record.EventsTopic)
	if e := event(t, events, messages.EventStopSent, "mobile_base/wheels", panicAt); e.Time.Sub(panicAt) > basePeriod {
		t.Errorf("the safe command was handed over %v after the panic; expected one period of the world, %v", e.Time.Sub(panicAt), basePeriod)
	}
	restarted := event(t, events, messages.EventStarted, "mobile_base/wheels", panicAt)
	if restarted.Incarnation != 2 || restarted.Time.Sub(panicAt) > backoffMax {
		t.Errorf("incarnation %d started %v after the panic; expected the second within %v", restarted.Incarnation, restarted.Time.Sub(panicAt), backoffMax)
	}
	acknowledged := event(t, events, messages.EventAcknowledged, "mobile_base/gate", acknowledgeAt)
	nothingPasses(t, r, acknowledged.Time)
	nothingMoves(t, r, acknowledged.Time)
	theBaseComesBackWithoutAJump(t, r, acknowledged.Time)
	noStaleStateIsUsed(t, r)
}

// nothingPasses checks that no wheel is commanded in a mode that passes between the panic and the
// acknowledgement.
func nothingPasses(t *testing.T, r *record.Reader, acknowledged messages.Instant) {
	t.Helper()
	for _, c := range run.Series[messages.DriveCommand](t, r, "mobile_base/gate.wheels") {
		if c.Stamp.Time <= panicAt.Add(basePeriod) || c.Stamp.Time >= acknowledged {
			continue
		}
		for d, mode := range c.Value.Mode {
			if mode.Passes() {
				t.Fatalf("at %s the gate sent mode %s to wheel %d", c.Stamp.Time, mode, d)
			}
		}
	}
}

// nothingMoves checks, by what is true of the robot, that the wheels rest from half a second after
// the panic on.
func nothingMoves(t *testing.T, r *record.Reader, acknowledged messages.Instant) {
	t.Helper()
	states := run.Series[messages.DriveState](t, r, "mobile_base/wheels.state")
	var rest []float64
	for _, s := range states {
		if s.Stamp.Time < panicAt.Add(600*time.Millisecond) || s.Stamp.Time > acknowledged {
			continue
		}
		if rest == nil {
			rest = append(rest, s.Value.Position...)
		}
		for d := range rest {
			if moved := math.Abs(s.Value.Position[d] - rest[d]); moved > 0.02 {
				t.Fatalf("at %s wheel %d has moved by %g rad since it came to rest", s.Stamp.Time, d, moved)
			}
		}
	}
	if rest == nil {
		t.Fatal("no state of the wheels between the stop and the acknowledgement")
	}
}

// theBaseComesBackWithoutAJump checks the first command after re-arm, and all changes after it.
func theBaseComesBackWithoutAJump(t *testing.T, r *record.Reader, acknowledged messages.Instant) {
	t.Helper()
	snapshots := run.Series[messages.Snapshot](t, r, "mobile_base/perception.snapshot")
	measured := func(at messages.Instant) []float64 {
		var newest []float64
		for _, s := range snapshots {
			if s.Stamp.Time > at {
				break
			}
			newest = s.Value.Velocity[len(s.Value.Velocity)-4:]
		}
		return newest
	}
	var last []float64
	armed := 0
	for _, c := range run.Series[messages.DriveCommand](t, r, "mobile_base/gate.wheels") {
		if c.Stamp.Time < acknowledged || !c.Value.Mode[0].Passes() {
			continue
		}
		if last == nil {
			for d, v := range measured(c.Stamp.Time) {
				if math.Abs(c.Value.Velocity[d]-v) > wheelResolution/basePeriod.Seconds() {
					t.Errorf("the first command to wheel %d is %g rad/s, measured %g", d, c.Value.Velocity[d], v)
				}
			}
		} else {
			for d := range last {
				if step := math.Abs(c.Value.Velocity[d] - last[d]); step > wheelAcceleration*basePeriod.Seconds()*(1+1e-9) {
					t.Fatalf("at %s the command to wheel %d changes by %g rad/s in one period", c.Stamp.Time, d, step)
				}
			}
		}
		last = append(last[:0], c.Value.Velocity...)
		armed++
	}
	if armed < 1000 {
		t.Fatalf("%d commands after the acknowledgement; expected the base to run on", armed)
	}
}

// noStaleStateIsUsed checks that the other world marks the virtual joint invalid whenever its state
// is too old.
func noStaleStateIsUsed(t *testing.T, r *record.Reader) {
	t.Helper()
	invalid := 0
	for _, s := range run.Series[messages.Snapshot](t, r, "whole_body/perception.snapshot") {
		// The planar joint is one of eight; the arm's come from their own bus.
		for j, valid := range s.Value.Valid {
			age := s.Stamp.Time.Sub(s.Value.Time[j])
			if valid && age > couplingMaxAge {
				t.Fatalf("at %s joint %d is valid at an age of %v", s.Stamp.Time, j, age)
			}
			if !valid && s.Stamp.Time > panicAt {
				invalid++
			}
		}
	}
	if invalid == 0 {
		t.Error("the lost state was never marked invalid")
	}
}

func TestTheAutoVariantComesBackByItself(t *testing.T) {
	_, path := run.Simulate(t, "app_auto.yaml", 1, "at 4s panic mobile_base/wheels")
	r := run.Open(t, path)
	events := run.Series[messages.Event](t, r, record.EventsTopic)
	back := false
	for _, e := range events {
		if e.Value.Kind == messages.EventAcknowledged {
			t.Errorf("somebody acknowledged: %s", e.Value)
		}
		back = back || e.Value.Kind == messages.EventModeChanged && e.Value.Source == "mobile_base/gate" && e.Value.To == messages.ModeRun && e.Value.Time > panicAt
	}
	if !back {
		t.Error("the wheels did not come back")
	}
	theBaseComesBackWithoutAJump(t, r, panicAt.Add(basePeriod))
}

func TestWithoutAnAcknowledgementNothingComesBack(t *testing.T) {
	_, path := run.Simulate(t, "app.yaml", 1, "at 4s panic mobile_base/wheels")
	r := run.Open(t, path)
	nothingPasses(t, r, messages.Instant(10*time.Second))
	nothingMoves(t, r, messages.Instant(10*time.Second))
}

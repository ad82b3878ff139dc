package jointspace

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func unlimited() (low, high float64) { return math.Inf(-1), math.Inf(1) }

func drawLimits(t *rapid.T, dt float64) SetpointLimits {
	low, high := unlimited()
	l := SetpointLimits{
		PositionMin: low, PositionMax: high,
		VelocityMax:     rapid.Float64Range(0.1, 4).Draw(t, "velocityMax"),
		AccelerationMax: rapid.Float64Range(0.2, 20).Draw(t, "accelerationMax"),
	}
	if rapid.Bool().Draw(t, "jerky") {
		l.JerkMax = 2 * l.AccelerationMax / (dt * float64(rapid.IntRange(1, 60).Draw(t, "periods")))
	}
	return l
}

func newSetpoint(t rapid.TB, l SetpointLimits, dt float64) *Setpoint {
	t.Helper()
	s, err := NewSetpoint(l, dt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Targets that jump at random: limits hold at every step, as differences of the positions
// themselves say.
func TestReferencesKeepVelocityAccelerationAndJerkWhateverTheTargetsDo(t *testing.T) {
	const dt = 0.01
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimits(t, dt)
		s := newSetpoint(t, l, dt)
		target, speed := 0.0, false
		var p, v, a float64
		for k := range 600 {
			if k%rapid.IntRange(5, 80).Draw(t, "hold") == 0 {
				target = rapid.Float64Range(-3, 3).Draw(t, "target")
				speed = rapid.Bool().Draw(t, "speed")
			}
			var r Reference
			if speed {
				r = s.toVelocity(target)
			} else {
				r = s.toPosition(target)
			}
			nextV := (r.Position - p) / dt
			nextA := (nextV - v) / dt
			jerk := (nextA - a) / dt
			if math.Abs(r.Velocity-nextV) > 1e-9 || math.Abs(r.Acceleration-nextA) > 1e-7 {
				t.Fatalf("step %d: %+v, differences say %g and %g", k, r, nextV, nextA)
			}
			if math.Abs(nextV) > l.VelocityMax*(1+1e-9) || math.Abs(nextA) > l.AccelerationMax*(1+1e-6) {
				t.Fatalf("step %d: velocity %g, acceleration %g, limits %+v", k, nextV, nextA, l)
			}
			if l.JerkMax > 0 && math.Abs(jerk) > l.JerkMax*(1+1e-5) {
				t.Fatalf("step %d: jerk %g, limit %g", k, jerk, l.JerkMax)
			}
			p, v, a = r.Position, nextV, nextA
		}
	})
}

func TestAPositionTargetIsReachedExactlyWithoutOvershootAndInTheLeastTime(t *testing.T) {
	const dt = 0.01
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimits(t, dt)
		s := newSetpoint(t, l, dt)
		target := rapid.Float64Range(-5, 5).Draw(t, "target")
		way := math.Abs(target)
		least := way/l.VelocityMax + l.VelocityMax/l.AccelerationMax // of a trapezoid
		if way < l.VelocityMax*l.VelocityMax/l.AccelerationMax {
			least = 2 * math.Sqrt(way/l.AccelerationMax) // of a triangle
		}
		steps := 0
		for s.reference.Position != target || s.reference.Velocity != 0 {
			r := s.toPosition(target)
			if math.Abs(r.Position) > way*(1+1e-12) {
				t.Fatalf("overshoot: %g of %g", r.Position, target)
			}
			if steps++; float64(steps)*dt > least+float64(len(s.positions)+4)*dt {
				t.Fatalf("after %d steps at %+v of %g, the least time is %g s", steps, r, target, least)
			}
		}
		if float64(steps+1)*dt < least-1e-9 {
			t.Fatalf("faster than possible: %d steps, %g s", steps, least)
		}
	})
}

func TestAVelocityTargetStopsExactlyAtThePositionLimit(t *testing.T) {
	const dt = 0.005
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimits(t, dt)
		l.PositionMin, l.PositionMax = -0.7, 1.3
		s := newSetpoint(t, l, dt)
		for _, direction := range []float64{1, -1} {
			for range int((4/l.VelocityMax + 2*l.VelocityMax/l.AccelerationMax + 2) / dt) {
				r := s.toVelocity(direction * l.VelocityMax)
				if r.Position > 1.3+1e-12 || r.Position < -0.7-1e-12 {
					t.Fatalf("passed a limit: %g", r.Position)
				}
			}
			want := 1.3
			if direction < 0 {
				want = -0.7
			}
			if r := s.Reference(); math.Abs(r.Position-want) > 1e-9 || math.Abs(r.Velocity) > 1e-9 {
				t.Fatalf("is at %+v, want %g", r, want)
			}
		}
	})
}

func TestAPositionTargetBeyondALimitEndsAtTheLimit(t *testing.T) {
	s := newSetpoint(t, SetpointLimits{PositionMin: -1, PositionMax: 1, VelocityMax: 1, AccelerationMax: 2, JerkMax: 20}, 0.01)
	for range 400 {
		s.toPosition(7)
	}
	if r := s.Reference(); r.Position != 1 || r.Velocity != 0 {
		t.Errorf("%+v", r)
	}
}

func TestReferencesStartFromTheMeasuredState(t *testing.T) {
	const dt = 0.01
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimits(t, dt)
		s := newSetpoint(t, l, dt)
		position := rapid.Float64Range(-3, 3).Draw(t, "position")
		velocity := rapid.Float64Range(-1, 1).Draw(t, "velocity") * 1.5 * l.VelocityMax
		if err := s.Reset(position, velocity); err != nil {
			t.Fatal(err)
		}
		if r := s.Reference(); math.Abs(r.Position-position) > 1e-12 || r.Velocity != velocity {
			t.Fatalf("reference %+v", r)
		}
		r := s.toVelocity(0)
		if math.Abs(r.Velocity-velocity) > l.AccelerationMax*dt*(1+1e-9) || math.Abs(r.Position-position-r.Velocity*dt) > 1e-9 {
			t.Fatalf("first step %+v from position %g and velocity %g", r, position, velocity)
		}
		speed := math.Abs(velocity)
		window := float64(len(s.positions)-1) * dt
		overrun := speed*speed/(2*l.AccelerationMax) + speed*window/2 // the staircase is ahead of its average
		seconds := speed/l.AccelerationMax + 2*math.Sqrt(overrun/l.AccelerationMax) + overrun/l.VelocityMax
		for range int(seconds/dt) + len(s.positions) + 10 { // brake, come back, and the average catches up
			r = s.toPosition(position)
		}
		if r.Position != position || r.Velocity != 0 {
			t.Fatalf("does not come back: %+v, want %g", r, position)
		}
	})
}

func TestSetpointsRefuseWhatCannotBe(t *testing.T) {
	low, high := unlimited()
	good := SetpointLimits{PositionMin: low, PositionMax: high, VelocityMax: 1, AccelerationMax: 1, JerkMax: 10}
	for _, c := range []struct {
		change func(*SetpointLimits)
		dt     float64
		word   string
	}{
		{func(l *SetpointLimits) { l.PositionMin = math.NaN() }, 0.01, "position limits"},
		{func(l *SetpointLimits) { l.PositionMin, l.PositionMax = 1, -1 }, 0.01, "position limits"},
		{func(l *SetpointLimits) { l.VelocityMax = 0 }, 0.01, "velocity"},
		{func(l *SetpointLimits) { l.AccelerationMax = math.Inf(1) }, 0.01, "acceleration"},
		{func(l *SetpointLimits) { l.JerkMax = -1 }, 0.01, "jerk"},
		{func(l *SetpointLimits) { l.JerkMax = 1e-4 }, 0.01, "within 1000 periods"},
		{func(l *SetpointLimits) { l.JerkMax = math.NaN() }, 0.01, "jerk"},
		{func(*SetpointLimits) {}, 0, "period"},
		{func(*SetpointLimits) {}, math.NaN(), "period"},
	} {
		l := good
		c.change(&l)
		if _, err := NewSetpoint(l, c.dt); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want an error about %q, got %v", c.word, err)
		}
	}
	s := newSetpoint(t, good, 0.01)
	if _, err := s.ToPosition(1); err != nil {
		t.Fatal(err)
	}
	before := s.Reference()
	for _, bad := range []float64{math.NaN(), math.Inf(1), -1e13} {
		_, first := s.ToPosition(bad)
		_, second := s.ToVelocity(bad)
		for _, err := range []error{first, second, s.Reset(bad, 0), s.Reset(0, bad)} {
			if !errors.Is(err, ErrNotFinite) {
				t.Errorf("%g: %v", bad, err)
			}
		}
	}
	if s.Reference() != before {
		t.Errorf("a refused target changed the reference from %+v to %+v", before, s.Reference())
	}
	if r, err := s.ToVelocity(0.5); err != nil || r == before {
		t.Errorf("%+v, %v", r, err)
	}
}

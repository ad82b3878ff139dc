package floorcontact

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

const seed = 20261124

func upkie() Config { o := DefaultOptions(); return o.config() }

const h = 1e-3 // s

// Two steps by hand: T = 0.2 s and h = 1 ms make the factor 0.005. The velocity is 0, then 2 and 4
// rad/s; its filter goes to 0.01 and 0.02995 rad/s, the acceleration is 10 and 19.95 rad/s^2.
func TestTwoStepsByHand(t *testing.T) {
	c, w := upkie().Wheel, WheelContact{}
	w.Step(&c, h, 0, 0)
	w.Step(&c, h, 2, 0.4)
	w.Step(&c, h, 4, -0.4)
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"acceleration", w.AbsAcceleration, 0.05 + 0.005*(19.95-0.05)},
		{"torque", w.AbsTorque, 0.002 + 0.005*(0.4-0.002)},
		{"inertia", w.Inertia, 0},
	} {
		if math.Abs(x.got-x.want) > 1e-12 {
			t.Errorf("%s %g, expected %g", x.name, x.got, x.want)
		}
	}
	if w.Contact {
		t.Error("a wheel that has hardly accelerated touches the ground")
	}
}

// A wheel that a torque accelerates as an inertia does has that apparent inertia.
func TestAnAcceleratedWheelShowsItsInertia(t *testing.T) {
	for _, x := range []struct {
		inertia float64
		before  bool
		want    bool
	}{{0.0005, true, false}, {0.0005, false, false}, {0.002, true, true}, {0.002, false, false}, {0.02, false, true}, {0.02, true, true}} {
		c, w := upkie().Wheel, WheelContact{}
		const acceleration = 20
		w.Contact = x.before
		if x.inertia == 0.002 { // between the bounds, so begin with filters at rest
			w.Inertia, w.AbsTorque, w.AbsAcceleration = x.inertia, x.inertia*acceleration, acceleration
			w.velocity, w.begun = -acceleration*c.CutoffPeriod, true
		}
		for k := range 4000 {
			w.Step(&c, h, acceleration*h*float64(k), x.inertia*acceleration)
		}
		if w.Contact != x.want {
			t.Errorf("inertia %g kg m^2, contact before %t: contact %t, expected %t", x.inertia, x.before, w.Contact, x.want)
		}
		settled := x.inertia * acceleration / (acceleration + 1e-4)
		if seen := w.Contact || x.inertia*acceleration > c.MinTouchdownTorque; seen && math.Abs(w.Inertia/settled-1) > 1e-4 {
			t.Errorf("apparent inertia %g kg m^2, expected %g", w.Inertia, settled)
		}
	}
}

func TestAWheelAtRestKeepsItsContact(t *testing.T) {
	c := upkie().Wheel
	air := WheelContact{}
	for range 3000 {
		air.Step(&c, h, 0, 0.5) // a torque without motion
	}
	if air.Contact {
		t.Error("a wheel in the air that does not move touches down")
	}
	ground := WheelContact{WheelContact: messages.WheelContact{Contact: true}}
	for range 3000 {
		ground.Step(&c, h, 0, 0.5)
	}
	if !ground.Contact {
		t.Error("a wheel on the ground that carries a torque lifts off")
	}
}

// literal is the law as its specification has it, one statement for each sentence.
type literal struct {
	velocity, absAcceleration, absTorque, inertia float64
	contact                                       bool
}

func (l *literal) step(c *messages.WheelContactConfig, dt, velocity, torque float64) {
	alpha := dt / c.CutoffPeriod
	before := l.velocity
	l.velocity += alpha * (velocity - l.velocity)
	l.absAcceleration += alpha * (math.Abs((l.velocity-before)/dt) - l.absAcceleration)
	l.absTorque += alpha * (math.Abs(torque) - l.absTorque)
	if !l.contact {
		if l.absAcceleration < c.MinTouchdownAcceleration || l.absTorque < c.MinTouchdownTorque {
			return
		}
	}
	l.inertia = l.absTorque / (l.absAcceleration + 1e-4)
	if l.inertia < c.LiftoffInertia {
		l.contact = false
	}
	if l.inertia > c.TouchdownInertia {
		l.contact = true
	}
}

func TestRandomWheelsAgreeWithTheSpecification(t *testing.T) {
	r := rand.New(rand.NewPCG(seed, 1))
	changes := 0
	for range 200 {
		c := upkie().Wheel
		c.CutoffPeriod, c.MinTouchdownTorque = 0.01+0.3*r.Float64(), 0.05*r.Float64()
		got, want := WheelContact{}, literal{}
		got.Step(&c, h, 0, 0)
		want.step(&c, h, 0, 0)
		velocity, load := 0.0, 0.01
		for k := range 500 {
			if k%100 == 0 {
				load = math.Exp(r.Float64()*8 - 9) // kg m^2
			}
			torque := r.NormFloat64()
			velocity += torque / load * h
			before := got.Contact
			got.Step(&c, h, velocity, torque)
			want.step(&c, h, velocity, torque)
			if got.Contact != before {
				changes++
			}
			if got.Contact != want.contact || math.Abs(got.Inertia-want.inertia) > 1e-9*(1+want.inertia) ||
				math.Abs(got.AbsTorque-want.absTorque) > 1e-9 || math.Abs(got.AbsAcceleration-want.absAcceleration) > 1e-9*(1+want.absAcceleration) {
				t.Fatalf("seed %d, step %d: %+v, expected %+v", seed, k, got, want)
			}
		}
	}
	if changes < 100 {
		t.Errorf("seed %d: the contact changed %d times only", seed, changes)
	}
}

// step makes one step of a robot without wheels that matter.
func step(l *Law, legs ...float64) messages.FloorContact {
	out := messages.FloorContact{Wheel: make([]messages.WheelContact, 1)}
	l.Step(h, &Input{WheelVelocity: []float64{0}, WheelTorque: []float64{0}, LegTorque: legs}, &out)
	return out
}

func TestLegsThatCarryTheRobotShowTheGround(t *testing.T) {
	l := New(upkie(), 1)
	// |(6, 0, -8, 1)| = 10.05 N m; the factor of the filter is 0.1.
	if out := step(l, 6, 0, -8, 1); math.Abs(out.UpperLegTorque-0.1*math.Sqrt(101)) > 1e-12 || out.Contact {
		t.Errorf("after one step %+v", out)
	}
	for range 200 {
		step(l, 6, 0, -8, 1)
	}
	if out := step(l, 6, 0, -8, 1); !out.Contact || math.Abs(out.UpperLegTorque-math.Sqrt(101)) > 1e-6 {
		t.Errorf("settled, %+v", out)
	}
	l.Reset()
	if out := step(l, 6, 0, -8); out.Contact {
		t.Errorf("after a reset %+v", out)
	}
	for range 200 {
		step(l, 5, 0, -8)
	}
	if out := step(l, 5, 0, -8); out.Contact {
		t.Errorf("below the threshold %+v", out)
	}
}

func TestOneWheelOnTheGroundIsEnough(t *testing.T) {
	l := New(upkie(), 2)
	out := messages.FloorContact{Wheel: make([]messages.WheelContact, 2)}
	for k := range 2000 {
		speed := 10 * h * float64(k)
		l.Step(h, &Input{WheelVelocity: []float64{speed, speed}, WheelTorque: []float64{0.001, 0.5}}, &out)
	}
	if out.Wheel[0].Contact || !out.Wheel[1].Contact || !out.Contact {
		t.Errorf("%+v", out)
	}
}

func TestConfigurationsThatCannotBeAreRejected(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"wheel_contact.cutoff_period: the cut-off period is 0.002 s and the period of the actor 1ms; expected more than two periods": func(c *Config) { c.Wheel.CutoffPeriod = 0.002 },
		"wheel_contact.cutoff_period: the cut-off period is NaN s":                                                                   func(c *Config) { c.Wheel.CutoffPeriod = math.NaN() },
		"upper_leg_cutoff_period: the cut-off period is 0.001 s":                                                                     func(c *Config) { c.LegCutoff = 0.001 },
		"wheel_contact.liftoff_inertia: 0.01 kg m^2 is above":                                                                        func(c *Config) { c.Wheel.LiftoffInertia = 0.01 },
		"wheel_contact.min_touchdown_torque: the value is -1":                                                                        func(c *Config) { c.Wheel.MinTouchdownTorque = -1 },
		"upper_leg_torque_threshold: the value is +Inf":                                                                              func(c *Config) { c.UpperLegTorque = math.Inf(1) },
	} {
		c := upkie()
		spoil(&c)
		if err := c.check(time.Millisecond); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; expected %q", err, want)
		}
	}
	c := upkie()
	if err := c.check(time.Millisecond); err != nil {
		t.Error(err)
	}
}

func FuzzFiniteSamplesGiveFiniteContacts(f *testing.F) {
	f.Add(1.0, 0.1, 1.0, 1e-3, uint8(3))
	f.Add(-1e100, 1e100, 1e100, 1e-9, uint8(20))
	f.Add(0.0, 0.0, 0.0, 10.0, uint8(1))
	f.Fuzz(func(t *testing.T, velocity, torque, leg, h float64, steps uint8) {
		for _, x := range []float64{velocity, torque, leg} {
			if !(math.Abs(x) <= 1e100) {
				return
			}
		}
		if !(h >= 1e-9 && h <= 3600) {
			return
		}
		l, out := New(upkie(), 1), messages.FloorContact{Wheel: make([]messages.WheelContact, 1)}
		for k := range steps {
			sign := float64(int(k%3) - 1)
			l.Step(h, &Input{WheelVelocity: []float64{sign * velocity}, WheelTorque: []float64{torque}, LegTorque: []float64{leg, -leg}}, &out)
		}
		w := out.Wheel[0]
		for _, x := range []float64{out.UpperLegTorque, w.Inertia, w.AbsTorque, w.AbsAcceleration} {
			if !(x >= 0) || math.IsInf(x, 1) {
				t.Errorf("velocity %g, torque %g, legs %g, h %g: %+v", velocity, torque, leg, h, out)
			}
		}
		if out.Contact != (w.Contact || out.UpperLegTorque > l.UpperLegTorque) {
			t.Errorf("%+v", out)
		}
	})
}

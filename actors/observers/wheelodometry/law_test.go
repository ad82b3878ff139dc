package wheelodometry

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

const seed = 20261124

func contacts(on ...bool) []messages.WheelContact {
	all := make([]messages.WheelContact, len(on))
	for i := range on {
		all[i].Contact = on[i]
	}
	return all
}

func TestVelocityIsTheMeanOfTheWheelsOnTheGround(t *testing.T) {
	radius := []float64{0.05, -0.05}
	for _, x := range []struct {
		name        string
		left, right float64
		on          []messages.WheelContact
		want        float64
		ok          bool
	}{
		{"straight ahead", 10, -10, contacts(true, true), 0.5, true},
		{"on the spot", 10, 10, contacts(true, true), 0, true},
		{"left wheel only", 10, 100, contacts(true, false), 0.5, true},
		{"right wheel only", 100, -20, contacts(false, true), 1, true},
		{"in the air", 10, -10, contacts(false, false), 0, false},
	} {
		got, ok := Velocity(radius, []float64{x.left, x.right}, x.on)
		if math.Abs(got-x.want) > 1e-12 || ok != x.ok {
			t.Errorf("%s: %g m/s, %t; expected %g, %t", x.name, got, ok, x.want, x.ok)
		}
	}
}

func TestInTheAirPositionAndVelocityAreFrozen(t *testing.T) {
	o := messages.WheelOdometry{Position: 3, Velocity: 0.7}
	if got := Step(o, []float64{0.05}, []float64{100}, contacts(false), 0.001); got != o {
		t.Errorf("%+v, expected %+v", got, o)
	}
}

// The way is the angle of the wheels times their radius, however the speed changes.
func TestTheWayIsThatOfTheWheels(t *testing.T) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		var o messages.WheelOdometry
		angle, radius, n := []float64{0, 0}, []float64{0.02 + r.Float64(), -0.02 - r.Float64()}, 500
		for range n {
			h, speed := 0.01*r.Float64(), []float64{r.NormFloat64(), r.NormFloat64()}
			for i := range angle {
				angle[i] += speed[i] * h
			}
			o = Step(o, radius, speed, contacts(true, true), h)
		}
		if want := (radius[0]*angle[0] + radius[1]*angle[1]) / 2; math.Abs(o.Position-want) > 1e-9 {
			t.Fatalf("seed %d: %g m, expected %g", seed, o.Position, want)
		}
	}
}

func FuzzFiniteSpeedsGiveAFiniteWay(f *testing.F) {
	f.Add(0.05, 10.0, -10.0, 0.001, true, true)
	f.Add(-1e100, 1e100, 1e100, 3600.0, true, false)
	f.Add(1.0, 1.0, 1.0, 0.0, false, false)
	f.Fuzz(func(t *testing.T, radius, left, right, h float64, leftOn, rightOn bool) {
		for _, x := range []float64{radius, left, right} {
			if !(math.Abs(x) <= 1e100) {
				return
			}
		}
		if !(h >= 0 && h <= 3600) {
			return
		}
		got := Step(messages.WheelOdometry{}, []float64{radius, -radius}, []float64{left, right}, contacts(leftOn, rightOn), h)
		if !finite(got.Position) || !finite(got.Velocity) || !leftOn && !rightOn && got != (messages.WheelOdometry{}) {
			t.Errorf("radius %g m, speeds %g and %g rad/s, %g s: %+v", radius, left, right, h, got)
		}
	})
}

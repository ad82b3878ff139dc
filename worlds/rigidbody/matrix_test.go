package rigidbody

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// drawn is a function that draws vectors from a printed seed.
func drawn(t *testing.T) func() spatial.Vec {
	seed := testkit.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	return func() spatial.Vec { return randomVec(random) }
}

func near(a, b spatial.Vec, size float64) bool {
	d := a.Sub(b)
	return math.Sqrt(d.Dot(d)) <= 1e-14*size
}

func TestTheSpinIsTheSumOfItsCrossProducts(t *testing.T) {
	draw := drawn(t)
	for range 1000 {
		w, dw, p := draw(), draw(), draw()
		var spin mat3
		spin.setSpin(w, dw)
		want := dw.Cross(p).Add(w.Cross(w.Cross(p)))
		size := math.Sqrt(p.Dot(p)) * (1 + math.Sqrt(dw.Dot(dw)) + w.Dot(w))
		if got := spin.mul(p); !near(got, want, size) {
			t.Fatalf("w %v, dw %v, p %v: %v; expected %v", w, dw, p, got, want)
		}
	}
}

// Of a point on the axis of a steady turn the acceleration is that of the origin.
func TestAPointOnTheAxisDoesNotAccelerate(t *testing.T) {
	draw := drawn(t)
	for range 1000 {
		w := draw()
		var spin mat3
		spin.setSpin(w, spatial.Vec{})
		if got := spin.mul(w); !near(got, spatial.Vec{}, math.Sqrt(w.Dot(w))*w.Dot(w)) {
			t.Fatalf("w %v: %v; expected zero", w, got)
		}
	}
}

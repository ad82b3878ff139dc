package rigidbody

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawn is a function that draws vectors from a printed seed.
func drawn(t *testing.T) func() vec3 {
	seed := rand.Uint64()
	t.Log("seed", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	return func() vec3 { return randomVec(random) }
}

func near(a, b vec3, size float64) bool {
	d := a.sub(b)
	return math.Sqrt(d.dot(d)) <= 1e-14*size
}

func TestTheSpinIsTheSumOfItsCrossProducts(t *testing.T) {
	draw := drawn(t)
	for range 1000 {
		w, dw, p := draw(), draw(), draw()
		var spin mat3
		spin.setSpin(w, dw)
		want := dw.cross(p).add(w.cross(w.cross(p)))
		size := math.Sqrt(p.dot(p)) * (1 + math.Sqrt(dw.dot(dw)) + w.dot(w))
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
		spin.setSpin(w, vec3{})
		if got := spin.mul(w); !near(got, vec3{}, math.Sqrt(w.dot(w))*w.dot(w)) {
			t.Fatalf("w %v: %v; expected zero", w, got)
		}
	}
}

func TestTheSumWithACrossProductIsThatOfBoth(t *testing.T) {
	draw := drawn(t)
	for range 1000 {
		a, b, c := draw(), draw(), draw()
		size := math.Sqrt(a.dot(a)) + math.Sqrt(b.dot(b)*c.dot(c))
		if got, want := a.addCross(b, c), a.add(b.cross(c)); !near(got, want, size) {
			t.Fatalf("%v + %v x %v: %v; expected %v", a, b, c, got, want)
		}
	}
}

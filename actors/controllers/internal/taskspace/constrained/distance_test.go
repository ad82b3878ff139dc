package constrained

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func gap(a0, a1, b0, b1 spatial.Vec, s, t float64) float64 {
	return mix(a0, a1, s).Sub(mix(b0, b1, t)).Norm()
}

// searched finds the least distance by a grid that closes in.
func searched(a0, a1, b0, b1 spatial.Vec) float64 {
	best, s0, t0, width := math.Inf(1), 0.5, 0.5, 0.5
	for range 40 {
		cs, ct := s0, t0
		for i := -4; i <= 4; i++ {
			for j := -4; j <= 4; j++ {
				s, t := within(cs+width*float64(i)/4), within(ct+width*float64(j)/4)
				if d := gap(a0, a1, b0, b1, s, t); d < best {
					best, s0, t0 = d, s, t
				}
			}
		}
		width *= 0.6
	}
	return best
}

func TestTheClosestPointsOfSegmentsAreThoseOfASearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 5))
	point := func() spatial.Vec {
		return spatial.Vec{X: 2*rng.Float64() - 1, Y: 2*rng.Float64() - 1, Z: 2*rng.Float64() - 1}
	}
	for i := range 3000 {
		a0, a1, b0, b1 := point(), point(), point(), point()
		switch i % 6 {
		case 1:
			a1 = a0
		case 2:
			b1 = b0
		case 3:
			a1, b1 = a0, b0
		case 4: // parallel
			b1 = b0.AddScaled(2*rng.Float64()-1, a1.Sub(a0))
		}
		s, u := closest(a0, a1, b0, b1)
		got, want := gap(a0, a1, b0, b1, s, u), searched(a0, a1, b0, b1)
		if s < 0 || s > 1 || u < 0 || u > 1 || got > want+1e-6 {
			t.Fatalf("%v-%v and %v-%v: %g at %g, %g; a search finds %g", a0, a1, b0, b1, got, s, u, want)
		}
	}
}

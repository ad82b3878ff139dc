package worlds

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestARotatedInertiaKeepsItsPrincipalMoments(t *testing.T) {
	const seed = 82
	random := rand.New(rand.NewPCG(seed, 0))
	for range 200 {
		x, y := 0.1+random.Float64(), 0.1+random.Float64()
		z := math.Abs(x-y) + random.Float64()*(x+y-math.Abs(x-y)) // anything the triangle inequality allows
		in := rigidbody.Inertia{Mass: 1, Ixx: x, Iyy: y, Izz: z}
		turned := RotateInertia(spatial.RotationFromRPY([3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}), in)
		a, b := principalMoments(in), principalMoments(turned)
		sorted := [3]float64{min(x, y, z), x + y + z - min(x, y, z) - max(x, y, z), max(x, y, z)}
		if !near1(a[:], b[:], 1e-7) || !near1(a[:], sorted[:], 1e-7) {
			t.Fatalf("seed %d: moments %v, turned %v, want %v", seed, a, b, sorted)
		}
		if problems := InertiaProblems(turned); len(problems) != 0 {
			t.Fatalf("seed %d: %v", seed, problems)
		}
	}
}

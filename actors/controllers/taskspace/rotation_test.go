package taskspace

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestTheWayBetweenAxesIsTheLogarithmOfTheirRotation(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for i := range 2000 {
		from := matrixOf(randomQuaternion(rng))
		axis := vec3{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		axis = times(axis, 1/norm(axis))
		angle := math.Pi * rng.Float64()
		switch i % 4 { // next to no turn, to a third of one, and to half of one
		case 0:
			angle = math.Pow(10, -12*rng.Float64())
		case 1:
			angle = 2*math.Pi/3 + 1e-9*rng.NormFloat64()
		case 2:
			angle = math.Pi - math.Pow(10, -9*rng.Float64())
		}
		turned, _, _ := rotationMotion(times(axis, angle), vec3{}, vec3{})
		to := product(&turned, &from)
		if way := wayBetween(&from, &to); norm(sub(way, times(axis, angle))) > 1e-14+1e-15/math.Max(1e-9, math.Pi-angle) {
			t.Fatalf("turned by %g about %v: the way is %v", angle, axis, way)
		}
	}
	same := matrixOf([4]float64{1, 2, 3, 4})
	if way := wayBetween(&same, &same); norm(way) > 1e-15 {
		t.Errorf("no turn is %v", way)
	}
}

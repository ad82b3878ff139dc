package spatial

import (
	"math"
	"math/rand/v2"
)

func randomVec(r *rand.Rand) Vec { return Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }

func randomQuat(r *rand.Rand) Quat {
	return Quat{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
}

func randomPose(r *rand.Rand) Pose {
	return Pose{R: randomQuat(r).Rotation(), P: randomVec(r).Array()}
}

// randomAngle returns an angle in [0, pi]: tiny, about a third of a turn, near half a turn, or any.
func randomAngle(r *rand.Rand) float64 {
	switch r.IntN(4) {
	case 0:
		return math.Pow(10, -200*r.Float64())
	case 1:
		return 2*math.Pi/3 + 1e-9*r.NormFloat64()
	case 2:
		return math.Pi - math.Pow(10, -9*r.Float64())
	}
	return math.Pi * r.Float64()
}

func distance(a, b Vec) float64 { return a.Sub(b).Norm() }

// rotationDistance is the largest difference of two entries.
func rotationDistance(a, b *Rotation) (d float64) {
	for i := range a {
		d = max(d, math.Abs(a[i]-b[i]))
	}
	return d
}

func poseDistance(a, b *Pose) float64 {
	return max(rotationDistance(&a.R, &b.R), distance(VecOf(a.P), VecOf(b.P)))
}

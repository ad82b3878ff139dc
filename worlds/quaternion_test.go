package worlds

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestAQuaternionSurvivesTheWayThroughItsMatrix(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 26))
	cases := [][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1e-9, 1, 1e-9, 0}, {0, 0.6, 0.8, 0}}
	for range 2000 {
		cases = append(cases, [4]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()})
	}
	for _, q := range cases {
		norm := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		for i := range q {
			q[i] /= norm
		}
		got := QuaternionFromRotation(RotationFromQuaternion(q))
		same, opposite := 0.0, 0.0
		for i := range q {
			same = max(same, math.Abs(got[i]-q[i]))
			opposite = max(opposite, math.Abs(got[i]+q[i]))
		}
		if min(same, opposite) > 1e-14 || got[0] < 0 {
			t.Fatalf("%v came back as %v", q, got)
		}
	}
}

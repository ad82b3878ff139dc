package spheres_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/planning/spheres"
)

var _ planning.Clearance = (*spheres.Checker)(nil)

func TestClearanceIsTheDistanceOfThePlainReading(t *testing.T) {
	const seed = 24
	r := rand.New(rand.NewPCG(seed, 0))
	compared, slopes := 0, 0
	for n := range 200 {
		fast, s := draw(t, r)
		s.moving = true
		gradient, other := make([]float64, fast.Dim()), make([]float64, fast.Dim())
		for range 10 {
			q := configuration(r, fast)
			got, want := fast.Clearance(q, gradient), -s.depth(q)
			compared++
			if math.Abs(got-want) > 1e-9 && !math.IsInf(want, 1) || math.IsInf(want, 1) != math.IsInf(got, 1) {
				t.Fatalf("seed %d, robot %d: clearance %g m; expected %g m", seed, n, got, want)
			}
			slopes += compareSlopes(t, fast, q, got, gradient, other)
		}
	}
	if compared < 1000 || slopes < 1000 {
		t.Errorf("only %d clearances and %d slopes were compared", compared, slopes)
	}
}

// compareSlopes compares the gradient with differences, except where another pair becomes the
// nearest one, and returns the number of joints that it compared.
func compareSlopes(t *testing.T, c *spheres.Checker, q []float64, at float64, gradient, other []float64) (compared int) {
	t.Helper()
	if math.IsInf(at, 1) || at < -0.015 { // centres may be inside, where distances are constant
		return 0
	}
	const h = 1e-6
	for j := range q {
		old := q[j]
		q[j] = old + h
		after := c.Clearance(q, other)
		q[j] = old - h
		before := c.Clearance(q, other)
		q[j] = old
		up, down := (after-at)/h, (at-before)/h
		if math.Abs(up-down) > 1e-4 {
			continue
		}
		compared++
		if math.Abs(up-gradient[j]) > 1e-4 {
			t.Fatalf("the slope of joint %d is %g; differences give %g", j, gradient[j], up)
		}
	}
	return compared
}

package constrained

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
)

// States as a broken sensor may claim them, with joints that move at up to 100 rad/s while the feet
// stand: what comes out keeps every limit, or is the law that brakes, with the names of what
// clashes. Such problems have rows that nearly depend on one another, and answers that are next to
// infinitely far away.
func TestWhateverIsMeasuredLimitsHoldOrWhatClashesIsNamed(t *testing.T) {
	for name, r := range map[string]*robot{"quadruped": quadruped(t), "humanoid": humanoid(t)} {
		for _, weighted := range []bool{false, true} {
			c := r.config()
			c.Weighted = weighted
			for i := range c.Limits.Acceleration {
				if c.Limits.Acceleration[i] = 20; i < 6 {
					c.Limits.Acceleration[i] = math.Inf(1)
				}
			}
			b := newBench(t, r, c, NewTorqueLaw, r.bent(t),
				taskspace.Task{Name: "balance", Kind: taskspace.CentreOfMass, Goal: taskspace.Goal{Measured: true}},
				taskspace.Task{Name: "posture", Kind: taskspace.Posture, Level: 1, Goal: taskspace.Goal{Measured: true}})
			rng := rand.New(rand.NewPCG(seed, 40))
			clashes, solved := 0, 0
			for i := range 150 {
				most := math.Pow(10, 3*rng.Float64()-1)
				for k := range b.v {
					if b.v[k] = 0; rng.IntN(4) == 0 {
						b.v[k] = most * rng.NormFloat64()
					}
				}
				err := b.tick(t)
				var clash *InfeasibleError
				switch {
				case err == nil:
					solved++
					keeps(t, name, i, b, c.Limits.Acceleration)
				case errors.As(err, &clash):
					if clashes++; len(clash.Constraints) == 0 || !b.out.Braking {
						t.Fatalf("%s, state %d: %v; it brakes: %t", name, i, err, b.out.Braking)
					}
				case !errors.Is(err, ErrUnsolved):
					t.Fatalf("%s, state %d: %v", name, i, err)
				}
				for k, tau := range b.out.Torque {
					if !(math.Abs(tau) <= r.limits.Effort[k]) {
						t.Fatalf("%s, state %d: torque %d is %g", name, i, k, tau)
					}
				}
			}
			t.Logf("%s, weighted %t: %d solved, %d clash", name, weighted, solved, clashes)
			if solved < 10 || clashes < 10 {
				t.Errorf("%s: %d solved and %d clash: one side only", name, solved, clashes)
			}
		}
	}
}

// keeps checks the limits of acceleration, and cones.
func keeps(t *testing.T, name string, i int, b *bench, limit []float64) {
	t.Helper()
	for k, a := range b.out.Acceleration {
		if !(math.Abs(a) <= limit[k]*(1+1e-6)+1e-6) {
			t.Fatalf("%s, state %d: acceleration %d is %g of %g", name, i, k, a, limit[k])
		}
	}
	for p, f := range b.out.Forces {
		if size := math.Abs(f[2]) + 1; !(math.Hypot(f[0], f[1]) <= 0.7*f[2]+1e-6*size) || f[2] > 1e7 {
			t.Fatalf("%s, state %d: the force at point %d is %v", name, i, p, f)
		}
	}
}

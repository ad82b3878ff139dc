package planning

import (
	"math"
	"slices"
	"testing"
)

// bellman returns the least time along a curve by dynamic programming over a grid of x: a step
// from one value to another is possible where the accelerations at both of its ends are within the
// limits.
func bellman(t *topp, levels int) float64 {
	n := len(t.stations) - 1
	least := make([]float64, levels+1) // from each level at the station
	for k := 1; k <= levels; k++ {
		least[k] = infinity
	}
	x := func(i, k int) float64 { return t.most[i] * float64(k) / float64(levels) }
	for i := n - 1; i >= 0; i-- {
		next := make([]float64, levels+1)
		step := t.stations[i+1] - t.stations[i]
		for k := range next {
			next[k] = infinity
			for m, rest := range least {
				u := (x(i+1, m) - x(i, k)) / (2 * step)
				low, high := t.accelerations(i, x(i, k))
				if math.IsInf(rest, 1) || u < low || u > high || k+m == 0 {
					continue
				}
				next[k] = min(next[k], rest+2*step/(math.Sqrt(x(i, k))+math.Sqrt(x(i+1, m))))
			}
		}
		least = next
	}
	return least[0]
}

func TestReachabilityFindsTheTimeOfDynamicProgramming(t *testing.T) {
	path := Path{{0, 0}, {1, 0.2}, {1.2, 1}, {0.9, 1.5}}
	c := newCurve(path, blendRadii(path, RetimeOptions{Blend: 0.3}))
	l := &Limits{Velocity: []float64{1.5, 1}, Acceleration: []float64{4, 3}}
	p := newTopp(c, l, 8)
	x := p.solve()
	f, ok := p.profile(x)
	if !ok {
		t.Fatal("the profile rests on the way")
	}
	best := bellman(p, 500)
	// Both approach the optimum: one as the grid of x becomes finer, the other as the steps do.
	if f.end > 1.005*best || f.end < 0.98*best {
		t.Errorf("%g s by reachability, %g s by dynamic programming", f.end, best)
	}
}

func TestProfilesAreContinuousAndEndAtRest(t *testing.T) {
	for _, jerk := range []float64{infinity, 20} {
		s := scalar{velocity: 2, acceleration: 3, jerk: jerk}
		for _, v := range [][2]float64{{0, 0}, {0.5, 1}, {1, 0.5}, {2, 2}, {0, 2}} {
			for _, distance := range []float64{1.6, 3, 10} {
				f := &profile{}
				f.append(1, 0, 0) // a rest, which the motion leaves with the first velocity
				f.pieces[0].v = v[0]
				s.append(f, distance, v[0], v[1])
				for i := 1; i < len(f.pieces); i++ {
					before, after := f.pieces[i-1].at(f.pieces[i].time), f.pieces[i]
					if math.Abs(before.s-after.s)+math.Abs(before.v-after.v) > 1e-12 || after.v > s.velocity+1e-12 || math.Abs(after.a) > s.acceleration+1e-9 {
						t.Errorf("jerk %g, %v over %g: from %+v to %+v", jerk, v, distance, before, after)
					}
				}
				end := f.at(f.end)
				if math.Abs(end.s-v[0]-distance) > 1e-9 || math.Abs(end.v-v[1]) > 1e-9 {
					t.Errorf("jerk %g, %v over %g: ends at %+v", jerk, v, distance, end)
				}
			}
		}
	}
}

func TestDerivativesOfACurveAreDifferences(t *testing.T) {
	path := Path{{0, 0, 1}, {1, 0.2, 0}, {1.2, 1, 0.5}}
	c := newCurve(path, blendRadii(path, RetimeOptions{Blend: 0.4}))
	const h = 1e-4
	before, at, after := newDerivatives(3), newDerivatives(3), newDerivatives(3)
	for k := range 200 {
		s := h + (c.end-2*h)*float64(k)/199
		c.at(s-h, before)
		c.at(s, at)
		c.at(s+h, after)
		meets := slices.ContainsFunc(c.parts, func(p part) bool { return math.Abs(p.begin-s) <= h })
		for order := 1; order < 4; order++ {
			for j := range 3 {
				want := (after[order-1][j] - before[order-1][j]) / (2 * h)
				// The third derivative jumps where parts meet.
				if (order < 3 || !meets) && math.Abs(at[order][j]-want) > 0.02 {
					t.Errorf("derivative %d of joint %d at %g is %g; differences give %g", order, j, s, at[order][j], want)
				}
			}
		}
	}
}

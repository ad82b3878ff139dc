package planning

import "math"

// topp computes time-optimal profiles along a curve under limits of velocity and acceleration by
// reachability analysis (Pham and Pham, IEEE Transactions on Robotics 34, 2018). With x the
// squared velocity of the parameter and u its acceleration, a joint has the acceleration first u +
// second x: both are bounded by lines in (x, u), and one step of the parameter leads from x to x +
// 2 u step.
type topp struct {
	stations []float64
	first    [][]float64 // derivative of the path at each station
	second   [][]float64 // derivative
	limit    []float64   // of acceleration
	most     []float64   // x that the limits of velocity permit
}

func newTopp(c *curve, l *Limits, steps int) *topp {
	t := &topp{stations: c.stations(steps), limit: l.Acceleration}
	d := newDerivatives(c.dim)
	for _, s := range t.stations {
		c.at(s, d)
		t.first, t.second = append(t.first, append([]float64(nil), d[1]...)), append(t.second, append([]float64(nil), d[2]...))
		most := infinity
		for j, f := range d[1] {
			if f != 0 {
				most = min(most, l.Velocity[j]/math.Abs(f))
			}
		}
		t.most = append(t.most, most*most)
	}
	// Where the path turns back, the first derivative vanishes and permits any x. The ends bound it.
	ceiling := 4 * max(t.most[0], t.most[len(t.most)-1])
	for i, x := range t.most {
		t.most[i] = min(x, ceiling)
	}
	return t
}

// accelerations returns the interval of u that the limits permit at a station with x. It is empty,
// with low > high, where x is too large.
func (t *topp) accelerations(i int, x float64) (low, high float64) {
	low, high = math.Inf(-1), infinity
	for j, f := range t.first[i] {
		turn := t.second[i][j] * x
		switch {
		case f > 0:
			low, high = max(low, (-t.limit[j]-turn)/f), min(high, (t.limit[j]-turn)/f)
		case f < 0:
			low, high = max(low, (t.limit[j]-turn)/f), min(high, (-t.limit[j]-turn)/f)
		case math.Abs(turn) > t.limit[j]:
			return 1, 0
		}
	}
	return low, high
}

// largest returns the largest x of at most a bound that fits. The set of all that fit is an
// interval from 0, because it is convex.
func largest(bound float64, fits func(x float64) bool) float64 {
	if fits(bound) {
		return bound
	}
	low, high := 0.0, bound
	for range 60 {
		if middle := (low + high) / 2; fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// solve returns x at each station, 0 at both ends.
func (t *topp) solve() []float64 {
	n := len(t.stations) - 1
	reach := make([]float64, n+1) // the largest x from which the end can be reached
	for i := n - 1; i >= 0; i-- {
		step := 2 * (t.stations[i+1] - t.stations[i])
		reach[i] = largest(t.most[i], func(x float64) bool {
			low, high := t.accelerations(i, x)
			return max(low, -x/step) <= min(high, (reach[i+1]-x)/step)
		})
	}
	x := make([]float64, n+1)
	for i := range n {
		step := 2 * (t.stations[i+1] - t.stations[i])
		_, high := t.accelerations(i, x[i])
		x[i+1] = max(min(x[i]+step*high, reach[i+1]), 0)
	}
	x[n] = 0
	return x
}

// profile returns the motion with x at the stations. It reports false where it would rest on the
// way.
func (t *topp) profile(x []float64) (f *profile, ok bool) {
	f = &profile{}
	last := 0.0
	for i := range len(x) - 1 {
		step := t.stations[i+1] - t.stations[i]
		sum := math.Sqrt(x[i]) + math.Sqrt(x[i+1])
		if !(sum > 0) {
			return nil, false
		}
		u := (x[i+1] - x[i]) / (2 * step)
		f.append(2*step/sum, u-last, 0)
		last = u
	}
	return f, true
}

package geometry

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// outcome is what closest found out about the cores of a pair.
type outcome uint8

const (
	apart   outcome = iota // the simplex holds the nearest points
	touches                // the cores have a point in common: the origin is in the simplex
	within                 // the distance is at most enough
	beyond                 // the distance is above far
)

// mostRounds bounds the rounds of an algorithm. Polytopes need few; round shapes converge linearly.
const mostRounds = 256

// mostStalled bounds the rounds that come no nearer.
const mostStalled = 8

// closest finds the point of the Minkowski difference nearest to the origin. The simplex holds the
// vertices around it. It returns within as soon as it knows that the distance of the cores is at
// most enough, and beyond as soon as it knows that it is above far; either may be NaN, for never.
func (q *Query) closest(enough, far float64) outcome {
	p, s := &q.pair, &q.simplex
	s.n, s.v[0], s.l[0] = 1, p.support(p.between().Neg()), 1
	s.nearest = s.v[0].w
	v := s.nearest
	least := v.Dot(v)
	stalled := 0
	result := apart
	for range mostRounds {
		length := v.Norm()
		if length <= p.tolerance {
			result = touches
			break
		}
		if length <= enough {
			return within
		}
		w := p.support(v.Neg())
		along := v.Dot(w.w)
		if along > far*length {
			return beyond
		}
		s.gap = length - along/length
		if s.gap <= p.tolerance || s.has(&w) {
			break
		}
		before := *s
		s.add(&w)
		inside := false
		if v, inside = s.reduce(); inside {
			result = touches
			break
		}
		s.nearest = v
		// The square of the length stops falling at the limit of the numbers, the gap a little later.
		now := v.Dot(v)
		if now >= least {
			stalled++
		}
		if now > least*(1+1e-12) || stalled > mostStalled {
			*s = before
			break
		}
		least = min(least, now)
	}
	if result == touches && enough >= 0 {
		return within
	}
	return result
}

// points returns the nearest points of the cores.
func (s *simplex) points() (a, b spatial.Vec) {
	for i := range s.n {
		a = a.AddScaled(s.l[i], s.v[i].a)
		b = b.AddScaled(s.l[i], s.v[i].b)
	}
	return a, b
}

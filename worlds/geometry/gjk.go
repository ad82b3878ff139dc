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

// closest finds the point of the Minkowski difference nearest to the origin. The simplex holds the
// vertices around it. It returns within as soon as it knows that the distance of the cores is at
// most enough, and beyond as soon as it knows that it is above far; either may be NaN, for never.
func (q *Query) closest(enough, far float64) outcome {
	p, s := &q.pair, &q.simplex
	s.n, s.v[0], s.l[0] = 1, p.support(p.between().Neg()), 1
	v := s.v[0].w
	least := v.Dot(v)
	result := apart
	for range mostRounds {
		length := v.Norm()
		if length <= 1e-15*p.scale {
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
		if length*length-along <= p.tolerance*length || s.has(&w) {
			break
		}
		before := *s
		s.add(&w)
		inside := false
		if v, inside = s.reduce(); inside {
			result = touches
			break
		}
		if now := v.Dot(v); now < least {
			least = now
			continue
		}
		*s = before // the limit of the numbers
		break
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

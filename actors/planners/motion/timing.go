package motion

import (
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// limit has the limits of one joint: rad/s or m/s, and the same per second and per second squared.
// An infinite one does not bind.
type limit struct{ velocity, acceleration, jerk float64 }

// The greatest values of the derivatives of s(t) = 10 t^3 - 15 t^4 + 6 t^5, which goes from 0 to 1
// in unit time, from rest without acceleration to rest without acceleration.
var (
	quinticVelocity     = 15.0 / 8
	quinticAcceleration = 10 / math.Sqrt(3)
	quinticJerk         = 60.0
)

func quintic(t float64) float64 { return t * t * t * (10 + t*(6*t-15)) }

// piece is a part of a motion from rest to rest: a curve of configurations at equal distances of
// its parameter, which runs from 0 to 1.
type piece [][]float64

// pieces returns the parts of a path: a planned path stops at each of its configurations, since its
// direction changes there; a line of the tool is one piece.
func pieces(path planning.Path, line bool) (all []piece) {
	if line {
		return []piece{piece(path)}
	}
	for i := range len(path) - 1 {
		all = append(all, piece(path[i:i+2]))
	}
	return all
}

// seconds returns the time that a piece takes within the limits. With the derivatives q' and q” of
// the curve, the speed is q' s', and the acceleration q' s” + q” s'^2.
func (p piece) seconds(limits []limit) (seconds float64) {
	n := float64(len(p) - 1)
	for i, l := range limits {
		first, second := 0.0, 0.0
		for k := 1; k < len(p); k++ {
			first = max(first, n*math.Abs(p[k][i]-p[k-1][i]))
			if k > 1 {
				second = max(second, n*n*math.Abs(p[k][i]-2*p[k-1][i]+p[k-2][i]))
			}
		}
		squared := first*quinticAcceleration + second*quinticVelocity*quinticVelocity
		cubed := first*quinticJerk + 3*second*quinticVelocity*quinticAcceleration
		seconds = max(seconds, first*quinticVelocity/l.velocity, math.Sqrt(squared/l.acceleration), math.Cbrt(cubed/l.jerk))
	}
	return seconds
}

// at returns the configuration at a share of the piece's time. Between the configurations of a
// curve it follows cubics whose slopes are those of the neighbours (E. Catmull, R. Rom, A class of
// local interpolating splines, 1974).
func (p piece) at(share float64) []float64 {
	s := quintic(share) * float64(len(p)-1)
	k := min(int(s), len(p)-2)
	t := s - float64(k)
	q := make([]float64, len(p[0]))
	for i := range q {
		a, b, m, n := p[k][i], p[k+1][i], p.slope(k, i), p.slope(k+1, i)
		q[i] = a + t*(m+t*(3*(b-a)-2*m-n+t*(2*(a-b)+m+n)))
	}
	return q
}

// slope is the change of a number per step at a configuration.
func (p piece) slope(k, i int) float64 {
	before, after := max(k-1, 0), min(k+1, len(p)-1)
	return (p[after][i] - p[before][i]) / float64(after-before)
}

// time gives a path times, and checks the motion once more at a fine step and without a margin.
func (s *searcher) time(r *room, q *PlanRequest, reply *PlanReply) {
	before := 0.0
	for _, p := range pieces(reply.Path, q.Line != nil) {
		takes := p.seconds(s.limits)
		n := max(int(math.Ceil(takes/s.options.Period.Seconds())), 1)
		for k := 1; k <= n && takes > 0; k++ {
			share := float64(k) / float64(n)
			reply.Times = append(reply.Times, time.Duration(math.Round(1e9*(before+share*takes))))
			at := p.at(share)
			for i := range at {
				at[i] = min(max(at[i], s.lower[i]), s.upper[i])
			}
			reply.Positions = append(reply.Positions, at)
		}
		before += takes
	}
	last := r.start
	for _, next := range reply.Positions {
		if !r.exact.FreeEdge(last, next) {
			*reply = PlanReply{Status: planning.PathInCollision, Goal: -1, Scene: reply.Scene,
				Detail: "the timed motion is not free: " + explain(r.exact, next)}
			return
		}
		last = next
	}
}

// share returns the limits of joints that motions use.
func share(of float64, limits []limit) []limit {
	out := slices.Clone(limits)
	for i := range out {
		out[i].velocity *= of
		out[i].acceleration *= of
		out[i].jerk *= of
	}
	return out
}

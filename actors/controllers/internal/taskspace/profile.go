package taskspace

import "math"

// motionState is a position, a velocity and an acceleration of one component.
type motionState struct{ p, v, a float64 }

// after returns the state after t seconds of constant jerk.
func (s motionState) after(jerk, t float64) motionState {
	return motionState{
		s.p + t*(s.v+t*(s.a/2+t*jerk/6)),
		s.v + t*(s.a+t*jerk/2),
		s.a + t*jerk,
	}
}

// steady is the velocity that is left once the acceleration has been taken away at this jerk.
func (s motionState) steady(jerk float64) float64 { return s.v + s.a*math.Abs(s.a)/(2*jerk) }

// motionBound bounds velocity, acceleration and jerk; all are above 0.
type motionBound struct{ v, a, j float64 }

// profile is a motion to rest at zero in pieces of constant jerk: at most a correction of the
// acceleration, three to a cruising velocity, the cruise, and three to rest.
type profile struct {
	start    motionState
	jerk     [8]float64
	time     [8]float64 // of each piece
	duration float64
	elapsed  float64 // how much of it has gone by
	offset   float64 // added to the position
}

// at returns the state t seconds after the start: exactly at rest at the offset from the end on.
func (p *profile) at(t float64) motionState {
	if t >= p.duration {
		return motionState{p: p.offset}
	}
	s := p.start
	for i, d := range p.time {
		if t <= d {
			s = s.after(p.jerk[i], t)
			break
		}
		s, t = s.after(p.jerk[i], d), t-d
	}
	s.p += p.offset
	return s
}

// toVelocity returns the jerks and times, in three pieces, that take v and a to the velocity target
// without acceleration in least time. It needs |a| within the bound.
func toVelocity(v, a, target float64, b motionBound) (jerk, time [3]float64) {
	// Bringing a to zero at once ends at the steady velocity: on the other side of target the first
	// piece goes that way.
	way := target - motionState{v: v, a: a}.steady(b.j)
	sign := 1.0
	if way < 0 {
		sign = -1
	}
	up, gap := sign*a, sign*(target-v)
	// Acceleration to a peak with up^2 <= peak^2: v gains (peak^2 - up^2)/(2j) + peak^2/(2j).
	peak := math.Sqrt(math.Max(0, b.j*gap+up*up/2))
	flat := 0.0
	if peak > b.a {
		peak = b.a
		flat = (gap - (2*peak*peak-up*up)/(2*b.j)) / peak
	}
	jerk = [3]float64{sign * b.j, 0, -sign * b.j}
	time = [3]float64{math.Max(0, (peak-up)/b.j), math.Max(0, flat), peak / b.j}
	return jerk, time
}

// plan makes the motion from a state to rest at zero in least time, within bounds; a start beyond
// the bounds is brought back within them first.
//
// The velocity in the middle is found by bisection (T. Kroeger, F. Wahl, Online trajectory
// generation: basic concepts for instantaneous reactions to unforeseen events, 2010, for the
// pieces). The way that is made without a cruise does not always grow with it: on either side of
// the velocity that s comes to by giving up its acceleration, some time goes by at about that
// velocity, which is a way too. So three velocities may lead to the same place, and which side of
// it the fastest is on is seen from where that one leads.
func plan(start motionState, b motionBound) (p profile) {
	p.start = start
	s := start
	if over := math.Abs(s.a) - b.a; over > 0 {
		p.jerk[0], p.time[0] = -math.Copysign(b.j, s.a), over/b.j
		s = s.after(p.jerk[0], p.time[0])
		s.a = math.Copysign(b.a, s.a)
	}
	if s == (motionState{}) && p.time[0] == 0 {
		return p
	}
	end := func(middle float64) float64 { return p.build(s, middle, 0, b) }
	switch high, low := end(b.v), end(-b.v); {
	case high < 0:
		p.build(s, b.v, -high/b.v, b)
	case low > 0:
		p.build(s, -b.v, low/b.v, b)
	default:
		lo, hi := -b.v, b.v
		steady := math.Max(-b.v, math.Min(b.v, s.steady(b.j)))
		if end(steady) < 0 {
			lo = steady
		} else {
			hi = steady
		}
		for range 60 {
			middle := (lo + hi) / 2
			if end(middle) < 0 {
				lo = middle
			} else {
				hi = middle
			}
		}
		end((lo + hi) / 2)
	}
	for _, t := range p.time {
		p.duration += t
	}
	return p
}

// build sets the pieces that go from s over a velocity in the middle, held for the time cruise, to
// rest, and gives where they end.
func (p *profile) build(s motionState, middle, cruise float64, b motionBound) float64 {
	j1, t1 := toVelocity(s.v, s.a, middle, b)
	j2, t2 := toVelocity(middle, 0, 0, b)
	copy(p.jerk[1:4], j1[:])
	copy(p.time[1:4], t1[:])
	p.jerk[4], p.time[4] = 0, cruise
	copy(p.jerk[5:8], j2[:])
	copy(p.time[5:8], t2[:])
	for i := 1; i < len(p.time); i++ {
		s = s.after(p.jerk[i], p.time[i])
	}
	return s.p
}

// planTogether plans several components to zero. From rest all bounds of a component are scaled by
// its share of the way, measured in its own bounds, such that all arrive together on a straight
// line.
func planTogether(p []profile, now []motionState, bounds []motionBound) {
	rest, longest := true, 0.0
	for k := range now {
		rest = rest && now[k].v == 0 && now[k].a == 0
		p[k] = plan(now[k], bounds[k])
		longest = math.Max(longest, p[k].duration)
	}
	if !rest || longest == 0 {
		return
	}
	// The same shape for all: the greatest velocity, acceleration and jerk that each component's
	// way allows, for a way of 1.
	shape := motionBound{math.Inf(1), math.Inf(1), math.Inf(1)}
	for k := range now {
		if d := math.Abs(now[k].p); d > 0 {
			shape.v, shape.a, shape.j = math.Min(shape.v, bounds[k].v/d), math.Min(shape.a, bounds[k].a/d),
				math.Min(shape.j, bounds[k].j/d)
		}
	}
	for k := range now {
		if d := math.Abs(now[k].p); d > 0 {
			p[k] = plan(now[k], motionBound{shape.v * d, shape.a * d, shape.j * d})
		}
	}
}

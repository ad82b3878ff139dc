package trajectory

import "math"

// Rejoin brings one joint back to a reference that it stands away from, at rest: the difference
// fades out along the quintic 10 s^3 - 15 s^4 + 6 s^5, whose velocity and acceleration begin and
// end at zero. The zero value adds nothing.
type Rejoin struct {
	offset    float64 // rad or m, at the beginning
	durationS float64
	elapsedS  float64
	slowed    float64 // share of its pace that Rest has taken away
}

// The greatest velocity and acceleration of that quintic over a time of one and a way of one.
const (
	quinticVelocityMax     = 15.0 / 8
	quinticAccelerationMax = 5.773502691896258 // 10/sqrt(3)
)

// Begin takes a difference in rad or m, which fades out in leastS seconds, or in more where the
// limits of velocity and acceleration need them. All three are above zero.
func (r *Rejoin) Begin(offset, leastS, velocityMax, accelerationMax float64) {
	way := math.Abs(offset)
	*r = Rejoin{offset: offset, durationS: math.Max(leastS, math.Max(quinticVelocityMax*way/velocityMax, math.Sqrt(quinticAccelerationMax*way/accelerationMax)))}
	if offset == 0 {
		r.durationS = 0
	}
}

// Advance moves on by dt seconds.
func (r *Rejoin) Advance(dt float64) { r.elapsedS = math.Min(r.elapsedS+dt, r.durationS) }

// Rest slows the way back to a stop within slowDownS seconds and advances it by dt seconds. A
// rejoin that has not started to move stays where it is.
func (r *Rejoin) Rest(dt, slowDownS float64) {
	if r.elapsedS == 0 {
		return
	}
	before := r.slowed
	r.slowed = math.Min(before+dt/slowDownS, 1)
	r.Advance(dt * (1 - (before+r.slowed)/2))
}

// Done reports whether the joint is back.
func (r *Rejoin) Done() bool { return r.elapsedS >= r.durationS }

// Offset returns what is left of the difference, and the rate at which it changes, in rad or m and
// per second.
func (r *Rejoin) Offset() (position, velocity float64) {
	if r.Done() {
		return 0, 0
	}
	s := r.elapsedS / r.durationS
	left := 1 - s*s*s*(10+s*(6*s-15))
	return r.offset * left, -r.offset * 30 * s * s * (1 - s) * (1 - s) / r.durationS * (1 - r.slowed)
}

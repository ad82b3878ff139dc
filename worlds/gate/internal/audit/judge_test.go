package audit

import (
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// What the documentation of the gate names: no value lies beyond farthest, what exceeds a limit by
// the share rounding counts as equal to it, and quaternions miss unit length by no more than
// unitary.
const (
	farthest = 1e9
	rounding = 1e-9
	unitary  = 1e-6
)

// sound checks one joint's part of a command.
func (a *Auditor) sound(n int, v *messages.JointCommand) bool {
	j, l := &a.config.Joints[n], &a.joints[n]
	control, known := v.Control[l.cj], false
	for _, c := range j.Controls {
		known = known || c == control
	}
	if !known {
		return false
	}
	if control&messages.ControlPosition != 0 && !a.reachable(j, v.Position[l.cq:l.cq+l.nq]) {
		return false
	}
	for i := range l.nv {
		m := &j.Limits[i]
		if control&messages.ControlVelocity != 0 && !inside(v.Velocity[l.cv+i], -m.Velocity, m.Velocity) {
			return false
		}
		if control&messages.ControlEffort != 0 && !inside(v.Effort[l.cv+i], -m.Effort, m.Effort) {
			return false
		}
	}
	return true
}

// reachable checks a commanded position. A floating joint has no position limits.
func (a *Auditor) reachable(j *core.Joint, p []float64) bool {
	if j.Type != core.Floating {
		for i, x := range p {
			if !inside(x, j.Limits[i].Lower, j.Limits[i].Upper) {
				return false
			}
		}
		return true
	}
	for _, x := range p {
		if !inside(x, -farthest, farthest) {
			return false
		}
	}
	return unit(p[3:7])
}

// inside reports whether a number is in an interval, up to rounding. NaN is not.
func inside(x, low, high float64) bool {
	if x >= low && x <= high && math.Abs(x) <= farthest {
		return true
	}
	low, high = max(low, -farthest), min(high, farthest)
	return x >= low-slack(low) && x <= high+slack(high)
}

// slack is what counts as rounding at a limit.
func slack(limit float64) float64 {
	if math.Abs(limit) >= farthest {
		return 0
	}
	return rounding * math.Abs(limit)
}

func unit(q []float64) bool {
	return math.Abs(math.Sqrt(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3])-1) <= unitary
}

// jumps reports whether a joint's part of a command of a strict controller is too far from the one
// before.
func (a *Auditor) jumps(n int, s messages.Stamp, v *messages.JointCommand) bool {
	j, l := &a.config.Joints[n], &a.joints[n]
	c := &a.config.Controllers[l.claim]
	if !c.Strict {
		return false
	}
	elapsed := s.Time.Sub(a.claims[l.claim].taken.Time).Seconds()
	if p := c.Period.Seconds(); p > 0 {
		elapsed = max(p, p*math.Round(elapsed/p)) // whole periods
	} else {
		elapsed = max(elapsed, a.cycle.Seconds())
	}
	both := v.Control[l.cj] & l.control
	if both&messages.ControlPosition != 0 {
		way := displacement(j.Type, l.p[:l.nq], v.Position[l.cq:l.cq+l.nq])
		for i := range l.nv {
			if math.Abs(way[i]) > min(j.Limits[i].Velocity, farthest)*elapsed*(1+rounding) {
				return true
			}
		}
	}
	if both&messages.ControlVelocity != 0 {
		for i := range l.nv {
			if math.Abs(v.Velocity[l.cv+i]-l.w[i]) > j.Limits[i].Acceleration*elapsed*(1+rounding) {
				return true
			}
		}
	}
	return false
}

// displacement is the way from one position to another in the axes of the first, by rotation
// matrices.
func displacement(t core.Type, a, b []float64) (way [6]float64) {
	switch t {
	case core.Planar:
		c, s := math.Cos(a[2]), math.Sin(a[2])
		x, y := b[0]-a[0], b[1]-a[1]
		way[0], way[1], way[2] = c*x+s*y, -s*x+c*y, b[2]-a[2]
	case core.Floating:
		turn(&way, rotation(a[3:7]), rotation(b[3:7]), a, b)
	default:
		way[0] = b[0] - a[0]
	}
	return way
}

// turn is the displacement of a floating joint between two orientations.
func turn(way *[6]float64, ra, rb [3][3]float64, a, b []float64) {
	var r [3][3]float64 // ra^T rb
	for i := range 3 {
		for m := range 3 {
			way[i] += ra[m][i] * (b[m] - a[m])
			for n := range 3 {
				r[i][n] += ra[m][i] * rb[m][n]
			}
		}
	}
	axis := [3]float64{r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]}
	sine := math.Sqrt(axis[0]*axis[0]+axis[1]*axis[1]+axis[2]*axis[2]) / 2
	angle := math.Atan2(sine, (r[0][0]+r[1][1]+r[2][2]-1)/2)
	scale := 0.5
	if sine > 1e-9 {
		scale = angle / (2 * sine)
	}
	for i := range 3 {
		way[3+i] = scale * axis[i]
	}
}

func rotation(q []float64) [3][3]float64 {
	w, x, y, z := q[0], q[1], q[2], q[3]
	return [3][3]float64{
		{w*w + x*x - y*y - z*z, 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), w*w - x*x + y*y - z*z, 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), w*w - x*x - y*y + z*z},
	}
}

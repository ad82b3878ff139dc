package servo

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
)

// checkStability rejects gains that make the loop unstable around the least inertia, because of the
// loop's delays.
func (s *Servo) checkStability(c *optioncheck.Errors, o *Options, least float64) {
	if c.Count() > 0 || s.stable(s.stiffness, s.damping, least) {
		return
	}
	low, high := 0.0, 1.0 // shares of the bandwidth
	for range 30 {
		if middle := (low + high) / 2; s.stable(middle*middle*s.stiffness, middle*s.damping, least) {
			low = middle
		} else {
			high = middle
		}
	}
	path := "bandwidth"
	most := fmt.Sprintf("bandwidth of at most %.4g Hz", roundedDown(low*optioncheck.Or(o.Bandwidth, 5)))
	if o.Stiffness != 0 || o.Damping != 0 {
		if path = "stiffness"; o.Stiffness == 0 {
			path = "damping"
		}
		most = fmt.Sprintf("stiffness of at most %.4g and damping of at most %.4g", roundedDown(low*low*s.stiffness), roundedDown(low*s.damping))
	}
	c.Add(path, most+", more rotor_inertia or encoder_bandwidth, a shorter current_lag, or a shorter step of the plant",
		"%s is too high: with its delays, the loop is unstable at a stiffness of %.4g and a damping of %.4g where the joint moves its least inertia, %.4g",
		path, s.stiffness, s.damping, least)
}

// Stable reports whether the position loop is stable around an inertia, kg m^2 or kg, with no
// margin of gain.
func (s *Servo) Stable(inertia float64) bool {
	return s.stable(s.stiffness/gainMargin, s.damping/gainMargin, inertia)
}

// roundedDown keeps three digits of a positive number, so that what is printed of a bound is within
// it.
func roundedDown(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	return math.Floor(v/unit) * unit
}

const (
	// gainMargin is the gain margin of the loop: the usual 6 dB.
	gainMargin = 2
	// loopStates is the number of states of the loop: position, velocity and effort of the joint,
	// and the encoder filter's position and velocity.
	loopStates = 5
	// loopDoublings is how often stable squares the loop's matrix: 2^20 steps, far longer than any
	// loop needs to settle.
	loopDoublings = 20
)

// stable reports whether the position loop with those gains is stable around an inertia, with a
// gain margin: whether the powers of the matrix that leads from one step to the next of the linear
// loop of joint, encoder filter and current loop vanish. Once one of them has a norm below one, all
// that follow do.
func (s *Servo) stable(stiffness, damping, inertia float64) bool {
	var m loopMatrix
	for i := range m {
		var x [loopStates]float64
		x[i] = 1
		s.ring(&x, gainMargin*stiffness, gainMargin*damping, inertia)
		for k := range m {
			m[k][i] = x[k]
		}
	}
	for range loopDoublings {
		switch norm := m.norm(); {
		case norm < 1:
			return true
		case !(norm < 1e100): // also for NaN
			return false
		}
		m = m.squared()
	}
	return false
}

// ring lets the linear loop take one step. The states are in the order of loopStates.
func (s *Servo) ring(x *[loopStates]float64, stiffness, damping, inertia float64) {
	position, velocity, effort := x[0], x[1], x[2]
	e := s.encoder
	e.noise, e.tracked = 0, x[3]
	e.position, e.velocity = position, x[4] // the reading of the step before
	effort += s.lagged * (-stiffness*(1+s.viscous/damping)*e.position - damping*e.velocity - effort)
	velocity = (velocity + s.dt*effort/inertia) / (1 + s.dt*s.viscous/inertia)
	position += s.dt * velocity
	if e.resolution > 0 {
		e.track(position)
	} else {
		e.tracked, e.velocity = position, velocity
	}
	*x = [loopStates]float64{position, velocity, effort, e.tracked, e.velocity}
}

type loopMatrix [loopStates][loopStates]float64

func (m *loopMatrix) squared() (p loopMatrix) {
	for i := range m {
		for k, a := range m[i] {
			for j, b := range m[k] {
				p[i][j] += a * b
			}
		}
	}
	return p
}

// norm is the greatest sum of the absolute values of a row, which bounds every eigenvalue.
func (m *loopMatrix) norm() float64 {
	most := 0.0
	for i := range m {
		sum := 0.0
		for _, a := range m[i] {
			sum += math.Abs(a)
		}
		if !(sum <= most) { // also for NaN
			most = sum
		}
	}
	return most
}

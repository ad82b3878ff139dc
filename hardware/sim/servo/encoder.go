package servo

import (
	"math"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
)

// encoder reads the position of a joint in counts, and estimates its velocity with a tracking
// filter of constant velocity, critically damped (the g-h filter of E. Brookner, Tracking and
// Kalman Filtering Made Easy, 1998, section
// 1.3): it lags behind accelerations, never behind steady motion, and is stable at every bandwidth.
type encoder struct {
	resolution float64 // rad or m a count; 0 = exact, as is the velocity then
	noise      float64 // rad or m, standard deviation
	g, h       float64
	rate       float64 // 1/s, h/dt
	dt         float64 // s
	perUnit    float64 // counts, 1/resolution
	random     *rand.Rand

	position float64 // rad or m, the last reading
	velocity float64 // rad/s or m/s, the estimate
	tracked  float64 // rad or m, the filter's position
}

// newEncoder returns an encoder that is sampled every dt seconds.
func newEncoder(resolution, noise, bandwidthHz, dt float64, random *rand.Rand) encoder {
	theta := math.Exp(-2 * math.Pi * bandwidthHz * dt)
	e := encoder{resolution: resolution, noise: noise, g: 1 - theta*theta, h: (1 - theta) * (1 - theta), dt: dt, random: random}
	e.rate = e.h / dt
	if resolution > 0 {
		e.perUnit = 1 / resolution
	}
	return e
}

// lag is by how much the velocity is late, s.
func (e *encoder) lag() float64 {
	if e.resolution == 0 {
		return 0
	}
	return e.dt * (e.g/e.h - 0.5)
}

// reset makes the encoder read a position and velocity as if it had read them for long.
func (e *encoder) reset(position, velocity float64) {
	e.position, e.tracked, e.velocity = e.count(position), position, velocity
}

// sample reads a joint once. Where the reading is not a number, the velocity keeps its last value.
func (e *encoder) sample(position, velocity float64) {
	if e.resolution == 0 {
		e.position, e.velocity = position, velocity
		return
	}
	if e.noise > 0 {
		position += e.noise * e.random.NormFloat64()
	}
	e.position = e.count(position)
	if !optioncheck.Finite(e.position) {
		return
	}
	e.track(e.position)
}

// track takes a reading into the filter.
func (e *encoder) track(reading float64) {
	predicted := e.tracked + e.dt*e.velocity
	innovation := reading - predicted
	e.tracked = predicted + e.g*innovation
	e.velocity += e.rate * innovation
}

func (e *encoder) count(position float64) float64 {
	if e.resolution == 0 {
		return position
	}
	return e.resolution * math.RoundToEven(position*e.perUnit)
}

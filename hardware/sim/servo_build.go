package sim

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// driven is what a servo is built for: a joint and the inertia that it moves.
type driven struct {
	joint worlds.Joint
	// inertia is what the joint moves at the start position while all others stand still, least what it moves at least
	// while all others are free, rotor included. kg m^2 or kg.
	inertia, least float64
	viscous        float64 // N m s/rad, linear friction of all that it moves
	weight         float64 // N m, the most that gravity does to it
	dt             float64 // s
	random         *rand.Rand
}

// unnoticed is the share of its damping beyond which a servo makes up for linear friction. What there is less takes as much
// of the velocity limit as a small load.
const unnoticed = 0.1

// newServo resolves the options of one servo. The error names every option that cannot be.
func newServo(o Servo, d driven) (*servo, error) {
	c := &checker{where: fmt.Sprintf("servo of joint %q", o.Joint)}
	limits := d.joint.Limits[0]
	unit := 1e-6
	if d.joint.Type != worlds.Prismatic {
		unit = 2 * math.Pi / (1 << 20)
	}
	s := &servo{dt: d.dt, mode: messages.ModeOff, disturbance: Disturbance{}, torqueSensor: o.TorqueSensor}

	velocity := c.positive("VelocityLimit", orLimit(o.VelocityLimit, limits.Velocity))
	effort := c.positive("EffortLimit", orLimit(o.EffortLimit, limits.Effort))
	acceleration := c.derived("AccelerationLimit", orLimit(o.AccelerationLimit, limits.Acceleration), velocity/0.25)
	s.stopDeceleration = c.derived("StopDeceleration", o.StopDeceleration, acceleration)
	s.dampEffort = c.derived("DampEffort", o.DampEffort, effort/4)
	s.limitedSpeed = c.within("LimitedSpeed", or(o.LimitedSpeed, 0.25), 1e-3, 1, "")

	s.tune(c, o, d)
	if c.least("ViscousFriction", o.ViscousFriction, 0); d.viscous > s.damping*unnoticed {
		s.viscous = d.viscous
	}
	s.takes = d.weight > borne*s.damping*velocity
	s.slip = min(effort/s.stiffness, 2*velocity/s.corner)

	lag := c.duration("CurrentLag", o.CurrentLag, 500*time.Microsecond, 50*time.Microsecond, 20*time.Millisecond)
	s.lagged = 1 - math.Exp(-d.dt/lag.Seconds())
	s.smoothed = 1 - math.Exp(-d.dt/loadTime)
	s.coulomb = c.least("CoulombFriction", or(o.CoulombFriction, d.joint.Friction), 0)
	s.breakaway = c.least("BreakawayFriction", or(o.BreakawayFriction, s.coulomb), s.coulomb)
	s.stribeck = c.derived("StribeckVelocity", o.StribeckVelocity, velocity/100)

	resolution, noise := c.positive("Resolution", or(o.Resolution, unit)), c.least("PositionNoise", o.PositionNoise, 0)
	bandwidth := c.within("EncoderBandwidth", or(o.EncoderBandwidth, 250), 10, 1000, " Hz")
	if o.Exact {
		resolution, noise = 0, 0
	}
	if noise > 0 && d.random == nil {
		c.report("PositionNoise is %g, but the plant has no source of noise; give Options.Noise or no noise", noise)
	}
	s.encoder = newEncoder(resolution, noise, bandwidth, d.dt, d.random)
	s.checkStability(c, o, d)

	s.brake = brake{
		effort: c.least("BrakeEffort", o.BrakeEffort, 0), closed: true, wanted: true,
		opens:  c.duration("BrakeOpens", o.BrakeOpens, 50*time.Millisecond, 10*time.Microsecond, time.Second),
		closes: c.duration("BrakeCloses", o.BrakeCloses, 30*time.Millisecond, 10*time.Microsecond, time.Second),
	}
	s.faultMode = c.stops("FaultMode", o.FaultMode, messages.ModeOff)
	s.overspeed = velocity * c.within("Overspeed", or(o.Overspeed, 1.5), 1.05, 100, "")
	s.followingError = c.least("FollowingError", o.FollowingError, 0)
	s.info = hardware.DriveInfo{
		Name: o.Name, Joint: o.Joint, Resolution: resolution, Controls: allControls, Brake: s.brake.fitted(),
		Limits: hardware.Limits{Lower: limits.Lower, Upper: limits.Upper, Velocity: velocity, Acceleration: acceleration, Effort: effort},
		Watchdog: hardware.Watchdog{
			Timeout: c.duration("Watchdog", o.Watchdog, 100*time.Millisecond, time.Millisecond, time.Second),
			Mode:    c.stops("TimeoutMode", o.TimeoutMode, messages.ModeRampHold),
		},
	}
	if s.info.Name == "" {
		s.info.Name = o.Joint
	}
	return s, errors.Join(c.errors...)
}

// tune fills the gains.
func (s *servo) tune(c *checker, o Servo, d driven) {
	bandwidth := 2 * math.Pi * c.within("Bandwidth", or(o.Bandwidth, 5), 0.5, 50, " Hz")
	s.stiffness = c.positive("Stiffness", or(o.Stiffness, bandwidth*bandwidth*d.inertia))
	s.damping = c.positive("Damping", or(o.Damping, 2*math.Sqrt(s.stiffness*d.inertia)))
	s.corner = s.stiffness / s.damping
	most := s.corner / 4
	s.holdRate = c.within("HoldRate", or(o.HoldRate, most), 0, most*(1+1e-9), " 1/s")
}

// checkStability refuses gains that the delays of the loop do not bear around the least inertia.
func (s *servo) checkStability(c *checker, o Servo, d driven) {
	if len(c.errors) > 0 || s.bears(s.stiffness, s.damping, d.least) {
		return
	}
	low, high := 0.0, 1.0 // shares of the bandwidth
	for range 30 {
		if middle := (low + high) / 2; s.bears(middle*middle*s.stiffness, middle*s.damping, d.least) {
			low = middle
		} else {
			high = middle
		}
	}
	what, most := "Bandwidth", fmt.Sprintf("Bandwidth of at most %.4g Hz", roundedDown(low*or(o.Bandwidth, 5)))
	if o.Stiffness != 0 || o.Damping != 0 {
		if what = "Stiffness"; o.Stiffness == 0 {
			what = "Damping"
		}
		most = fmt.Sprintf("Stiffness of at most %.4g and Damping of at most %.4g", roundedDown(low*low*s.stiffness), roundedDown(low*s.damping))
	}
	c.report("%s is too high: the delays of the loop do not bear a Stiffness of %.4g and Damping of %.4g where the joint moves its least inertia, %.4g; "+
		"expected %s, more RotorInertia or EncoderBandwidth, a shorter CurrentLag, or a shorter step of the plant", what, s.stiffness, s.damping, d.least, most)
}

// roundedDown keeps three digits of a positive number, so that what is printed of a bound is within it.
func roundedDown(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	return math.Floor(v/unit) * unit
}

const (
	// gainMargin is how much more gain the loop bears than it has: the usual 6 dB.
	gainMargin = 2
	// loopStates is the number of states of the loop: position, velocity and effort of the joint, and the encoder
	// filter's position and velocity.
	loopStates = 5
	// loopDoublings is how often bears squares the loop's matrix: 2^20 steps, far longer than any loop needs to settle.
	loopDoublings = 20
)

// bears tells whether the position loop with those gains is stable around an inertia, with a gain margin: whether the
// powers of the matrix that leads from one step to the next of the linear loop of joint, encoder filter and current loop
// vanish. Once one of them has a norm below one, all that follow do.
func (s *servo) bears(stiffness, damping, inertia float64) bool {
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
		case !(norm < 1e100): // also where it is no number
			return false
		}
		m = m.squared()
	}
	return false
}

// ring lets the linear loop take one step. The states stand in the order of loopStates.
func (s *servo) ring(x *[loopStates]float64, stiffness, damping, inertia float64) {
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
		if !(sum <= most) { // also where it is no number
			most = sum
		}
	}
	return most
}

// checker collects what is wrong with options.
type checker struct {
	where  string
	errors []error
}

func (c *checker) report(format string, args ...any) {
	c.errors = append(c.errors, fmt.Errorf("%s: "+format, append([]any{c.where}, args...)...))
}

func (c *checker) positive(name string, value float64) float64 {
	if !(value > 0) || math.IsInf(value, 1) {
		c.report("%s is %g; expected a finite number above 0, from the option or the joint's limits", name, value)
	}
	return value
}

// derived is value, or standard where that is zero. A standard that will not do comes from an option that was reported.
func (c *checker) derived(name string, value, standard float64) float64 {
	if value == 0 {
		return standard
	}
	return c.positive(name, value)
}

func (c *checker) least(name string, value, least float64) float64 {
	if !(value >= least) || math.IsInf(value, 1) {
		c.report("%s is %g; expected a finite number of at least %g", name, value, least)
	}
	return value
}

func (c *checker) within(name string, value, low, high float64, unit string) float64 {
	if !(value >= low && value <= high) {
		c.report("%s is %g%s; expected %g to %g%s", name, value, unit, low, high, unit)
	}
	return value
}

func (c *checker) duration(name string, value, standard, low, high time.Duration) time.Duration {
	if value == 0 {
		return standard
	}
	if value < low || value > high {
		c.report("%s is %s; expected %s to %s", name, value, low, high)
	}
	return value
}

func (c *checker) stops(name string, mode, standard messages.Mode) messages.Mode {
	if mode == messages.ModeRun {
		return standard
	}
	if !mode.Valid() || mode.Passes() {
		c.report("%s is %s; expected one of ramp_hold, damp, ramp_off, brake, off", name, mode)
	}
	return mode
}

// or is value, or standard where that is zero.
func or(value, standard float64) float64 {
	if value == 0 {
		return standard
	}
	return value
}

// orLimit is value, or where that is zero the joint's limit if it has one.
func orLimit(value, limit float64) float64 {
	if value == 0 && !math.IsInf(limit, 1) {
		return limit
	}
	return value
}

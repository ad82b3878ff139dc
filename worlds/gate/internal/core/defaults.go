package core

import (
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// Defaults that Config documents.
const (
	defaultFaults       = 3
	defaultFaultWindow  = time.Second
	maxFaults           = 16
	defaultLimitedShare = 0.25
	leastStandstill     = 0.02 // rad/s or m/s
	standstillShare     = 0.01 // of the velocity limit
	defaultPatience     = 500 * time.Millisecond
	defaultArmWithin    = time.Second
	defaultStopWithin   = 100 * time.Millisecond
	defaultOutside      = 0.01
	rampTime            = 0.5 // s, from the velocity limit to rest, and from zero to the effort limit

	// Farthest limits every position, velocity and effort of joints without a limit, in SI units.
	// Larger numbers are no states or commands of a robot, and their sums overflow.
	Farthest = 1e9

	unlimitedDeceleration = 2  // rad/s^2 or m/s^2
	unlimitedEffortRate   = 50 // N m/s or N/s
)

// clampDuration returns d, clamped to [low, high].
func clampDuration(d, low, high time.Duration) time.Duration { return max(low, min(high, d)) }

// filled returns a deep copy of the configuration with all defaults.
func (c Config) filled() Config {
	c.Joints = slices.Clone(c.Joints)
	for i := range c.Joints {
		c.Joints[i].fill(c.Period)
	}
	c.Controllers = slices.Clone(c.Controllers)
	for i := range c.Controllers {
		k := &c.Controllers[i]
		k.Joints = slices.Clone(k.Joints)
		if k.MaxAge == 0 {
			k.MaxAge = max(clampDuration(3*max(c.Period, k.Period), 10*time.Millisecond, 100*time.Millisecond), k.Period)
		}
		if k.Faults == 0 {
			k.Faults = defaultFaults
		}
		if k.FaultWindow == 0 {
			k.FaultWindow = defaultFaultWindow
		}
	}
	c.Buses = slices.Clone(c.Buses)
	return c
}

func (j *Joint) fill(period time.Duration) {
	j.Controls = slices.Clone(j.Controls)
	j.Limits = slices.Clone(j.Limits)
	for i := range j.Limits {
		j.Limits[i].fill()
	}
	or(&j.SafeMode, messages.ModeRampHold)
	or(&j.OnStale.Position, j.SafeMode)
	or(&j.OnStale.Velocity, j.SafeMode)
	or(&j.OnStale.Effort, j.SafeMode)
	or(&j.LimitedShare, defaultLimitedShare)
	or(&j.Standstill, j.standstill())
	or(&j.Outside, defaultOutside)
	or(&j.Patience, defaultPatience)
	or(&j.ArmWithin, defaultArmWithin)
	or(&j.StopWithin, defaultStopWithin)
	or(&j.StateMaxAge, clampDuration(3*period, 5*time.Millisecond, 100*time.Millisecond))
	if j.Rearm == (modes.Rules{}) {
		j.Rearm = modes.NewRules(modes.Acknowledge, modes.Acknowledge, 0)
	}
}

// standstill returns the default of Joint.Standstill.
func (j *Joint) standstill() float64 {
	if len(j.Limits) == 0 || !(j.Limits[0].Velocity > 0) || j.Limits[0].Velocity >= Farthest {
		return leastStandstill
	}
	return max(leastStandstill, standstillShare*j.Limits[0].Velocity)
}

func (l *Limit) fill() {
	l.Velocity, l.Effort = min(l.Velocity, Farthest), min(l.Effort, Farthest) // Farthest means no limit from here on
	switch {
	case l.StopDeceleration != 0:
	case !math.IsInf(l.Acceleration, 1):
		l.StopDeceleration = l.Acceleration
	case l.Velocity < Farthest:
		l.StopDeceleration = l.Velocity / rampTime
	default:
		l.StopDeceleration = unlimitedDeceleration
	}
	or(&l.RearmAcceleration, l.StopDeceleration)
	switch {
	case l.RearmEffortRate != 0:
	case l.Effort < Farthest:
		l.RearmEffortRate = l.Effort / rampTime
	default:
		l.RearmEffortRate = unlimitedEffortRate
	}
}

// or replaces a zero value by a default.
func or[T comparable](value *T, fallback T) {
	var zero T
	if *value == zero {
		*value = fallback
	}
}

var typeNames = [...]string{"revolute", "continuous", "prismatic", "planar", "floating"}

// Valid reports whether t is one of the declared types.
func (t Type) Valid() bool { return int(t) < len(typeNames) }

// String returns the name in URDF.
func (t Type) String() string {
	if t.Valid() {
		return typeNames[t]
	}
	return "undeclared"
}

// Positions returns the number of entries in a position vector.
func (t Type) Positions() int { return t.shape().Positions() }

// Velocities returns the number of degrees of freedom, which is the number of entries in vectors of
// velocity and effort.
func (t Type) Velocities() int { return t.shape().Velocities() }

func (t Type) shape() setpoint.Shape {
	switch t {
	case Planar:
		return setpoint.Planar
	case Floating:
		return setpoint.Floating
	}
	return setpoint.Scalar
}

// angular reports whether degree of freedom i is a rotation.
func (t Type) angular(i int) bool {
	switch t {
	case Planar:
		return i == 2
	case Floating:
		return i >= 3
	}
	return t != Prismatic
}

var roleNames = [...]string{"driven", "virtual", "passive"}

// String returns the name of the role.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "undeclared"
}

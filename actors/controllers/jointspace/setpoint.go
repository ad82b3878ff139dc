package jointspace

import (
	"errors"
	"fmt"
	"math"
)

// Errors of this package, for errors.Is.
var (
	// ErrConfig marks a configuration that cannot be.
	ErrConfig = errors.New("jointspace: configuration")
	// ErrShape marks slices whose lengths do not fit the joint group.
	ErrShape = errors.New("jointspace: wrong shape")
	// ErrNotFinite marks an input that holds NaN, an infinity, or a number beyond 1e12. Nothing was
	// changed and no output was written.
	ErrNotFinite = errors.New("jointspace: not a finite number")
	// ErrNotStarted marks a Step before Start.
	ErrNotStarted = errors.New("jointspace: not started")
	// ErrMode marks a control mode that a joint does not have.
	ErrMode = errors.New("jointspace: control mode")
)

// SetpointLimits bound what a Setpoint generates.
type SetpointLimits struct {
	PositionMin, PositionMax float64 // rad or m; infinite for no limit
	VelocityMax              float64 // rad/s or m/s, finite and above 0
	AccelerationMax          float64 // rad/s^2 or m/s^2, finite and above 0
	JerkMax                  float64 // rad/s^3 or m/s^3; 0 means none
}

// windowMax is the longest average that a jerk limit may ask for, in periods.
const windowMax = 2000

// Setpoint generates references for one joint that move to targets within limits of velocity,
// acceleration and jerk. Targets may change at any step.
//
// A staircase of velocities under an acceleration limit moves to the target in the least time, and
// lands on it exactly; the jerk limit is kept by averaging the last N positions of it, with N
// periods of 2 AccelerationMax/JerkMax: the moving average of a motion keeps its limits of
// position, velocity and acceleration, and its acceleration changes by at most 2 AccelerationMax
// over N periods (Biagiotti and Melchiorri, "FIR filters for online trajectory planning with time-
// and frequency-domain specifications", Control Engineering Practice 20, 2012). The price is that
// every motion takes N periods longer.
type Setpoint struct {
	limits SetpointLimits
	dt     float64

	position, velocity float64 // of the staircase

	// The last len(positions) states of the staircase, in a ring; next is the oldest, to be
	// replaced.
	positions, velocities []float64
	next                  int
	reference             Reference
}

// Reference is a state that a Setpoint has generated.
type Reference struct {
	Position     float64 // rad or m
	Velocity     float64 // rad/s or m/s: of the last period
	Acceleration float64 // rad/s^2 or m/s^2: the change of that velocity
}

// NewSetpoint makes a generator for steps of dt seconds, at rest at zero until Reset. Errors are
// ErrConfig.
func NewSetpoint(limits SetpointLimits, dt float64) (*Setpoint, error) {
	if !(dt > 0 && dt <= 1) {
		return nil, fmt.Errorf("%w: the period is %g s, it must be above 0 and at most 1 s", ErrConfig, dt)
	}
	if !(limits.PositionMin <= limits.PositionMax) || math.IsInf(limits.PositionMin, 1) || math.IsInf(limits.PositionMax, -1) {
		return nil, fmt.Errorf("%w: position limits are %g and %g, the first must not be above the second", ErrConfig, limits.PositionMin, limits.PositionMax)
	}
	for _, f := range [...]struct {
		name  string
		value float64
	}{{"velocity", limits.VelocityMax}, {"acceleration", limits.AccelerationMax}} {
		if !(f.value > 0 && f.value <= magnitudeMax) {
			return nil, fmt.Errorf("%w: %s limit is %g; expected more than 0, and at most %g", ErrConfig, f.name, f.value, float64(magnitudeMax))
		}
	}
	window := 1
	if limits.JerkMax != 0 {
		periods := math.Ceil(2 * limits.AccelerationMax / (limits.JerkMax * dt) * (1 - 1e-12))
		if !(limits.JerkMax > 0) || periods > windowMax {
			return nil, fmt.Errorf("%w: jerk limit is %g with an acceleration limit of %g: it must be above 0, and reach that acceleration within %d periods of %g s",
				ErrConfig, limits.JerkMax, limits.AccelerationMax, windowMax/2, dt)
		}
		window = max(1, int(periods))
	}
	s := &Setpoint{limits: limits, dt: dt, positions: make([]float64, window), velocities: make([]float64, window)}
	s.reset(0, 0)
	return s, nil
}

// magnitudeMax bounds every number that comes in: beyond it a sum could overflow, and no robot has
// it.
const magnitudeMax = 1e12

func usable(v float64) bool { return v >= -magnitudeMax && v <= magnitudeMax }

// Reset starts from a measured state: the references go on from this position and velocity, in rad
// or m and per second. Numbers that are not finite, or beyond 1e12, are ErrNotFinite and change
// nothing.
func (s *Setpoint) Reset(position, velocity float64) error {
	if !usable(position) || !usable(velocity) {
		return fmt.Errorf("%w: reset to position %g and velocity %g", ErrNotFinite, position, velocity)
	}
	s.reset(position, velocity)
	return nil
}

func (s *Setpoint) reset(position, velocity float64) {
	n := len(s.positions)
	// A past at constant velocity whose average is the position now.
	lead := float64(n-1) / 2 * s.dt * velocity
	for k := range n {
		s.positions[k] = position + lead - float64(n-1-k)*s.dt*velocity
		s.velocities[k] = velocity
	}
	s.next = 0
	s.position, s.velocity = position+lead, velocity
	s.reference = Reference{Position: position, Velocity: velocity}
}

// Reference returns the state of the last step.
func (s *Setpoint) Reference() Reference { return s.reference }

// ToPosition makes a step toward a position, or toward the position limit before it. A target that
// is not finite, or beyond 1e12, is ErrNotFinite: no step is made.
func (s *Setpoint) ToPosition(target float64) (Reference, error) {
	if !usable(target) {
		return s.reference, fmt.Errorf("%w: target position %g", ErrNotFinite, target)
	}
	return s.toPosition(target), nil
}

func (s *Setpoint) toPosition(target float64) Reference {
	target = math.Min(math.Max(target, s.limits.PositionMin), s.limits.PositionMax)
	gap := target - s.position
	speed, lands := landingSpeed(math.Abs(gap), s.limits.AccelerationMax, s.dt)
	wanted := math.Copysign(math.Min(speed, s.limits.VelocityMax), gap)
	velocity := s.within(wanted)
	if lands && speed <= s.limits.VelocityMax && velocity == wanted {
		return s.take(target, velocity)
	}
	return s.take(s.position+velocity*s.dt, velocity)
}

// ToVelocity makes a step toward a velocity. It stops at the position limits. A target that is not
// finite, or beyond 1e12, is ErrNotFinite: no step is made.
func (s *Setpoint) ToVelocity(target float64) (Reference, error) {
	if !usable(target) {
		return s.reference, fmt.Errorf("%w: target velocity %g", ErrNotFinite, target)
	}
	return s.toVelocity(target), nil
}

func (s *Setpoint) toVelocity(target float64) Reference {
	wanted := clamp(target, s.limits.VelocityMax)
	if wanted > 0 {
		wanted = math.Min(wanted, s.speedBefore(s.limits.PositionMax-s.position))
	} else {
		wanted = -math.Min(-wanted, s.speedBefore(s.position-s.limits.PositionMin))
	}
	velocity := s.within(wanted)
	return s.take(s.position+velocity*s.dt, velocity)
}

// speedBefore returns the greatest speed toward a limit at this distance; none beyond it.
func (s *Setpoint) speedBefore(distance float64) float64 {
	if math.IsInf(distance, 1) {
		return distance
	}
	speed, _ := landingSpeed(math.Max(distance, 0), s.limits.AccelerationMax, s.dt)
	return speed
}

// within returns the velocity closest to wanted that the acceleration limit allows.
func (s *Setpoint) within(wanted float64) float64 {
	step := s.limits.AccelerationMax * s.dt
	return math.Min(math.Max(wanted, s.velocity-step), s.velocity+step)
}

// take moves the staircase on and gives the average.
func (s *Setpoint) take(position, velocity float64) Reference {
	n := len(s.positions)
	s.position, s.velocity = position, velocity
	oldest, oldestVelocity := s.positions[s.next], s.velocities[s.next]
	s.positions[s.next], s.velocities[s.next] = position, velocity
	s.next = (s.next + 1) % n
	sum := 0.0
	for _, p := range s.positions {
		sum += p - position // small numbers: at rest the average is the position itself
	}
	s.reference = Reference{
		Position:     position + sum/float64(n),
		Velocity:     (position - oldest) / (float64(n) * s.dt),
		Acceleration: (velocity - oldestVelocity) / (float64(n) * s.dt),
	}
	return s.reference
}

// landingSpeed returns the greatest speed at which a staircase of speeds, each held for dt and each
// at most braking*dt below the one before, lands exactly at this distance and at rest; and whether
// one step does it. With n steps left the way is n v dt - braking dt^2 n (n-1)/2, and n is the
// least number of steps whose first speed is at most n braking dt.
func landingSpeed(distance, braking, dt float64) (speed float64, lands bool) {
	steps := math.Max(1, math.Ceil((math.Sqrt(1+8*distance/(braking*dt*dt))-1)/2))
	if math.IsInf(steps, 1) {
		return steps, false // farther than numbers go
	}
	return distance/(steps*dt) + braking*dt*(steps-1)/2, steps == 1
}

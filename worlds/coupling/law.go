package coupling

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// OnStale is the reaction to a stale or withdrawn value.
type OnStale uint8

const (
	// RampToZero brings velocities and efforts to zero within the joint's limits. It is the default
	// for velocity.
	RampToZero OnStale = iota
	// DecelerateAndHold stops a position set-point within the joint's limits and holds it. It is
	// the default for position.
	DecelerateAndHold
	// Withdraw withdraws the command. It suits efforts that must not ramp to zero by themselves.
	Withdraw
)

var onStaleNames = [...]string{"ramp_to_zero", "decelerate_and_hold", "withdraw"}

// String returns the name in application files.
func (o OnStale) String() string { return onStaleNames[o] }

// ParseOnStale returns the reaction with that name. The error lists the known names.
func ParseOnStale(name string) (OnStale, error) {
	for i, n := range onStaleNames {
		if n == name {
			return OnStale(i), nil
		}
	}
	return RampToZero, fmt.Errorf("on_stale %q is unknown; expected one of ramp_to_zero, decelerate_and_hold, withdraw", name)
}

// Resample is the interpolation between two values of a slow source.
type Resample uint8

const (
	// Hold repeats the newest value.
	Hold Resample = iota
	// Linear interpolates from the previous value to the newest within one period of the source.
	Linear
	// Cubic interpolates with a cubic whose derivative has no step.
	Cubic
)

var resampleNames = [...]string{"hold", "linear", "cubic"}

// String returns the name in application files.
func (r Resample) String() string { return resampleNames[r] }

// ParseResample returns the interpolation with that name. The error lists the known names.
func ParseResample(name string) (Resample, error) {
	for i, n := range resampleNames {
		if n == name {
			return Resample(i), nil
		}
	}
	return Hold, fmt.Errorf("resample %q is unknown; expected one of hold, linear, cubic", name)
}

// DefaultMaxAge returns the MaxAge of a coupling that declares none: three times the longer
// period, clamped to 30 ms to 250 ms, and never below one period of the source.
func DefaultMaxAge(source, receiver time.Duration) time.Duration {
	age := min(max(3*max(source, receiver), 30*time.Millisecond), 250*time.Millisecond)
	return max(age, source)
}

// Config is the configuration of the receiving end of one virtual joint.
type Config struct {
	// Control is the control mode that the coupling carries.
	Control messages.ControlMode
	// MaxAge is the age at which a value becomes stale.
	MaxAge time.Duration
	// SourcePeriod is the period of the sending world.
	SourcePeriod time.Duration
	OnStale      OnStale
	Resample     Resample
	// Acceleration and Velocity are the limits of the ramps, with one entry for each degree of
	// freedom, in rad/s^2 or m/s^2 and in rad/s or m/s.
	Acceleration, Velocity []float64
	// EffortRate is the limit of the rate of efforts, with one entry for each degree of freedom,
	// in N m/s or N/s.
	EffortRate []float64
	// Positions is the length of the joint's position; a joint of one degree of freedom has 1.
	Positions int
}

func (c *Config) check() error {
	n := len(c.Acceleration)
	var errs []error
	if len(c.Velocity) != n || len(c.EffortRate) != n || n == 0 {
		errs = append(errs, fmt.Errorf("acceleration, velocity and effort rate have %d, %d and %d entries; expected one for each degree of freedom", n, len(c.Velocity), len(c.EffortRate)))
	}
	for i := range min(n, len(c.Velocity), len(c.EffortRate)) {
		if !(c.Acceleration[i] > 0) || !(c.Velocity[i] > 0) || !(c.EffortRate[i] > 0) {
			errs = append(errs, fmt.Errorf("degree of freedom %d has acceleration %g, velocity %g and effort rate %g; expected more than zero", i, c.Acceleration[i], c.Velocity[i], c.EffortRate[i]))
		}
	}
	if c.MaxAge < c.SourcePeriod || c.MaxAge <= 0 {
		errs = append(errs, &messages.OptionError{Path: "max_age", Err: fmt.Errorf("the age is %v", c.MaxAge),
			Expected: fmt.Sprintf("more than zero, and at least the period of the source, %v", c.SourcePeriod)})
	}
	if c.Control == messages.ControlNone || !c.Control.Valid() {
		errs = append(errs, &messages.OptionError{Path: "mode", Err: fmt.Errorf("control mode %s is invalid", c.Control), Expected: "position, velocity, effort or a combination"})
	}
	if c.Control.Has(messages.ControlPosition) && c.OnStale == RampToZero {
		errs = append(errs, &messages.OptionError{Path: "on_stale", Err: errors.New("ramp_to_zero would move a position to zero"), Expected: "decelerate_and_hold or withdraw"})
	}
	return errors.Join(errs...)
}

// Receiver is the receiving end of one virtual joint. It reads no clock and allocates nothing
// after [New].
type Receiver struct {
	config  Config
	n       int
	old     sample // the value before the newest
	newest  sample
	have    int // values that arrived since the last interruption, at most 2
	started bool
	last    messages.Instant // of the newest step
	stepped bool
	out     sample // what was handed on last
	moves   setPoint
}

type sample struct {
	at                         messages.Instant
	position, velocity, effort []float64
}

func newSample(positions, n int) sample {
	return sample{position: make([]float64, positions), velocity: make([]float64, n), effort: make([]float64, n)}
}

func (s *sample) set(at messages.Instant, c *messages.JointCommand) {
	s.at = at
	copy(s.position, c.Position)
	copy(s.velocity, c.Velocity)
	copy(s.effort, c.Effort)
}

// New returns a receiver that waits for its first value. The error joins *messages.OptionErrors.
func New(c Config) (*Receiver, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	n := len(c.Acceleration)
	shape, err := shapeOf(c.Positions, n)
	if err != nil {
		return nil, err
	}
	return &Receiver{config: c, n: n, moves: setPoint{shape: shape}, old: newSample(c.Positions, n), newest: newSample(c.Positions, n), out: newSample(c.Positions, n)}, nil
}

// rounding is the relative excess over a limit that counts as rounding and is clamped.
const rounding = 1e-9

// Arrived accepts a new value. It rejects a value that is not finite, has a wrong length or
// control mode, exceeds the velocity limit, or has an orientation that is not a unit quaternion. A
// rejected value changes nothing.
func (r *Receiver) Arrived(at messages.Instant, c *messages.JointCommand) error {
	if len(c.Position) != r.config.Positions || len(c.Velocity) != r.n || len(c.Effort) != r.n || len(c.Control) != 1 {
		return fmt.Errorf("the command has %d positions, %d velocities and %d efforts of %d joints; expected %d, %d, %d of one joint", len(c.Position), len(c.Velocity), len(c.Effort), len(c.Control), r.config.Positions, r.n, r.n)
	}
	if c.Control[0] != r.config.Control {
		return fmt.Errorf("the command has control mode %s; expected %s", c.Control[0], r.config.Control)
	}
	for _, v := range [...][]float64{c.Position, c.Velocity, c.Effort} {
		for _, x := range v {
			if x-x != 0 {
				return fmt.Errorf("the command contains %g; expected finite numbers", x)
			}
		}
	}
	for i, v := range c.Velocity {
		if limit := r.config.Velocity[i]; r.config.Control.Has(messages.ControlVelocity) && math.Abs(v) > limit*(1+rounding) {
			return fmt.Errorf("velocity[%d] is %g; expected at most %g, the joint's limit", i, v, limit)
		}
	}
	if err := r.checkOrientation(c.Position); err != nil {
		return err
	}
	r.old, r.newest = r.newest, r.old
	r.newest.set(at, c)
	r.have = min(r.have+1, 2)
	return nil
}

// Withdrawn reports that the sender has withdrawn its value.
func (r *Receiver) Withdrawn() { r.have = 0 }

// Step computes the command of this cycle and reports whether there is one. Dt is the time since
// the previous cycle by the timer, in s; the clock counts if it contradicts the timer.
func (r *Receiver) Step(now messages.Instant, dt float64, out *messages.JointCommand) bool {
	if r.stepped {
		told := time.Duration(math.Round(dt * float64(time.Second)))
		if step := setpoint.Step(told, now.Sub(r.last)); step != told {
			dt = step.Seconds()
		}
	}
	r.last, r.stepped = now, true
	fresh := r.have > 0 && now.Sub(r.newest.at) <= r.config.MaxAge
	if !fresh {
		r.have = 0 // no interpolation across an interruption
	}
	switch {
	case fresh && !r.started:
		r.started = true
		r.begin()
	case !fresh && (!r.started || r.config.OnStale == Withdraw):
		r.started = false
		return false
	}
	r.move(now, dt, fresh)
	out.Control[0] = r.config.Control
	copy(out.Position, r.out.position)
	copy(out.Velocity, r.out.velocity)
	copy(out.Effort, r.out.effort)
	return true
}

// begin starts at rest, at the position of the first value.
func (r *Receiver) begin() {
	copy(r.out.position, r.newest.position)
	clear(r.out.velocity)
	clear(r.out.effort)
	r.moves = setPoint{shape: r.moves.shape}
}

// move brings the command toward the newest value, or to rest.
func (r *Receiver) move(now messages.Instant, dt float64, fresh bool) {
	share := r.share(now)
	for i := range r.n {
		velocity, effort := 0.0, 0.0
		if fresh {
			velocity = mix(r.old.velocity[i], r.newest.velocity[i], share)
			effort = mix(r.old.effort[i], r.newest.effort[i], share)
		}
		velocity = bounded(velocity, r.config.Velocity[i])
		r.out.velocity[i] = toward(r.out.velocity[i], velocity, r.config.Acceleration[i]*dt)
		r.out.effort[i] = toward(r.out.effort[i], effort, r.config.EffortRate[i]*dt)
	}
	if !r.config.Control.Has(messages.ControlPosition) {
		return
	}
	r.movePosition(now, dt, share, fresh)
}

// share returns the interpolation parameter between the previous value (0) and the newest (1).
func (r *Receiver) share(now messages.Instant) float64 {
	if r.config.Resample == Hold || r.have < 2 || r.config.SourcePeriod <= 0 {
		return 1
	}
	s := min(max(now.Sub(r.newest.at).Seconds()/r.config.SourcePeriod.Seconds(), 0), 1)
	if r.config.Resample == Cubic {
		s = s * s * (3 - 2*s)
	}
	return s
}

func mix(a, b, share float64) float64 {
	if share == 1 {
		return b
	}
	return a + share*(b-a)
}

// toward moves a number toward another one by at most a step. A step of NaN, from an infinite
// limit in zero time, means no limit.
func toward(from, to, step float64) float64 {
	if step != step {
		return to
	}
	return from + min(max(to-from, -step), step)
}

func bounded(v, limit float64) float64 { return math.Copysign(min(math.Abs(v), limit), v) }

package coupling

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// OnStale says what an old value leads to.
type OnStale uint8

const (
	// RampToZero brings velocities and efforts to zero within the joint's limits. It is the default for velocity.
	RampToZero OnStale = iota
	// DecelerateAndHold stops a position set-point within the joint's limits and holds it. It is the default for position.
	DecelerateAndHold
	// Withdraw hands nothing on: the receiver has no command. It is the choice for efforts that must not fade by themselves.
	Withdraw
)

var onStaleNames = [...]string{"ramp_to_zero", "decelerate_and_hold", "withdraw"}

// String returns the word that application files use.
func (o OnStale) String() string { return onStaleNames[o] }

// ParseOnStale returns the choice with that name.
func ParseOnStale(name string) (OnStale, error) {
	for i, n := range onStaleNames {
		if n == name {
			return OnStale(i), nil
		}
	}
	return RampToZero, fmt.Errorf("on_stale %q is unknown; expected one of ramp_to_zero, decelerate_and_hold, withdraw", name)
}

// Resample says how a slow source is followed between two of its values.
type Resample uint8

const (
	// Hold repeats the newest value.
	Hold Resample = iota
	// Linear goes from the value before to the newest within one period of the source.
	Linear
	// Cubic does so along a cubic without a step in its derivative.
	Cubic
)

var resampleNames = [...]string{"hold", "linear", "cubic"}

// String returns the word that application files use.
func (r Resample) String() string { return resampleNames[r] }

// ParseResample returns the choice with that name.
func ParseResample(name string) (Resample, error) {
	for i, n := range resampleNames {
		if n == name {
			return Resample(i), nil
		}
	}
	return Hold, fmt.Errorf("resample %q is unknown; expected one of hold, linear, cubic", name)
}

// DefaultMaxAge is the bound of a coupling that declares none: three times the longer period, at least 30 ms and at most
// 250 ms, and never below one period of the source.
func DefaultMaxAge(source, receiver time.Duration) time.Duration {
	age := min(max(3*max(source, receiver), 30*time.Millisecond), 250*time.Millisecond)
	return max(age, source)
}

// Config of the receiving end of one virtual joint.
type Config struct {
	// Control is the control mode that the coupling carries.
	Control messages.ControlMode
	// MaxAge is the bound of a value's age.
	MaxAge time.Duration
	// SourcePeriod is that of the sending world.
	SourcePeriod time.Duration
	OnStale      OnStale
	Resample     Resample
	// Acceleration and Velocity bound the ramps, one entry a degree of freedom; rad/s^2 or m/s^2, rad/s or m/s.
	Acceleration, Velocity []float64
	// EffortRate bounds the change of efforts, N m/s or N/s, one entry a degree of freedom.
	EffortRate []float64
	// Positions is the length of the joint's position; a joint of one degree of freedom has 1.
	Positions int
}

func (c *Config) check() error {
	n := len(c.Acceleration)
	var errs []error
	if len(c.Velocity) != n || len(c.EffortRate) != n || n == 0 {
		errs = append(errs, fmt.Errorf("acceleration, velocity and effort rate have %d, %d and %d entries; expected one a degree of freedom in each", n, len(c.Velocity), len(c.EffortRate)))
	}
	for i := range min(n, len(c.Velocity), len(c.EffortRate)) {
		if !(c.Acceleration[i] > 0) || !(c.Velocity[i] > 0) || !(c.EffortRate[i] > 0) {
			errs = append(errs, fmt.Errorf("degree of freedom %d: acceleration %g, velocity %g and effort rate %g must be positive", i, c.Acceleration[i], c.Velocity[i], c.EffortRate[i]))
		}
	}
	if c.MaxAge < c.SourcePeriod || c.MaxAge <= 0 {
		errs = append(errs, fmt.Errorf("max_age %v must be positive and not below the source's period of %v", c.MaxAge, c.SourcePeriod))
	}
	if c.Control == messages.ControlNone || !c.Control.Valid() {
		errs = append(errs, fmt.Errorf("a coupling carries position, velocity, effort or a mix; not %s", c.Control))
	}
	if c.Control.Has(messages.ControlPosition) && c.OnStale == RampToZero {
		errs = append(errs, errors.New("on_stale ramp_to_zero would drive a position to zero; expected decelerate_and_hold or withdraw"))
	}
	return errors.Join(errs...)
}

// Receiver is the state of the receiving end. It reads no clock and allocates nothing after New.
type Receiver struct {
	config  Config
	n       int
	old     sample // the value before the newest
	newest  sample
	have    int // values that arrived since the last interruption, at most 2
	started bool
	stale   bool
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

// New checks a configuration and returns a receiver that waits for its first value.
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

// Stale reports whether the newest value was too old when Step was called last.
func (r *Receiver) Stale() bool { return r.stale }

// rounding is how far, relative to it, a value may exceed a limit: what is rounded is clamped.
const rounding = 1e-9

// Arrived takes a new value. One that is not finite, of another length, faster than the joint may be, or with an
// orientation that is no unit quaternion is refused and changes nothing.
func (r *Receiver) Arrived(at messages.Instant, c *messages.JointCommand) error {
	if len(c.Position) != r.config.Positions || len(c.Velocity) != r.n || len(c.Effort) != r.n || len(c.Control) != 1 {
		return fmt.Errorf("the command has %d positions, %d velocities and %d efforts of %d joints; expected %d, %d, %d of one joint", len(c.Position), len(c.Velocity), len(c.Effort), len(c.Control), r.config.Positions, r.n, r.n)
	}
	if c.Control[0] != r.config.Control {
		return fmt.Errorf("the command's control mode is %s; the coupling carries %s", c.Control[0], r.config.Control)
	}
	for _, v := range [...][]float64{c.Position, c.Velocity, c.Effort} {
		for _, x := range v {
			if x-x != 0 {
				return fmt.Errorf("the command has %g in it", x)
			}
		}
	}
	for i, v := range c.Velocity {
		if limit := r.config.Velocity[i]; r.config.Control.Has(messages.ControlVelocity) && math.Abs(v) > limit*(1+rounding) {
			return fmt.Errorf("the command's velocity[%d] is %g; expected at most %g, the joint's limit", i, v, limit)
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

// Withdrawn tells that the sender took its value back.
func (r *Receiver) Withdrawn() { r.have = 0 }

// Step computes the command of this cycle, dt seconds after the last one by the timer, and reports whether there is one.
// Where the clock says something else than the timer, the clock counts.
func (r *Receiver) Step(now messages.Instant, dt float64, out *messages.JointCommand) bool {
	if r.stepped {
		told := time.Duration(math.Round(dt * float64(time.Second)))
		if step := setpoint.Step(told, now.Sub(r.last)); step != told {
			dt = step.Seconds()
		}
	}
	r.last, r.stepped = now, true
	fresh := r.have > 0 && now.Sub(r.newest.at) <= r.config.MaxAge
	r.stale = r.started && !fresh
	if !fresh {
		r.have = 0 // the first value after an interruption is not mixed with the last one before it
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

// begin starts from standstill at the position that the first value asks for.
func (r *Receiver) begin() {
	copy(r.out.position, r.newest.position)
	clear(r.out.velocity)
	clear(r.out.effort)
	r.moves = setPoint{shape: r.moves.shape}
}

// move brings what is handed on toward the newest value, or toward rest.
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

// share is how far the way from the value before to the newest has been gone.
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

// toward goes from one number to another by at most a step. What is no number, the step of a limit that is infinite in no
// time, bounds nothing.
func toward(from, to, step float64) float64 {
	if step != step {
		return to
	}
	return from + min(max(to-from, -step), step)
}

func bounded(v, limit float64) float64 { return math.Copysign(min(math.Abs(v), limit), v) }

package jointspace

import (
	"errors"
	"fmt"
	"math"
)

// Mode is what the target of a joint means.
type Mode uint8

// The control modes. The zero value is not one of them, so that a forgotten mode is an error.
const (
	NoMode   Mode = iota
	Position      // target in rad or m
	Velocity      // target in rad/s or m/s
	Effort        // target in N m or N
)

var modeNames = [...]string{"no mode", "position", "velocity", "effort"}

// String returns the mode's name.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("mode %d", uint8(m))
}

// Quantity is what the output of a joint is.
type Quantity uint8

// The quantities of the output.
const (
	VelocityOutput Quantity = iota // rad/s or m/s
	EffortOutput                   // N m or N
)

// JointConfig configures one joint.
type JointConfig struct {
	Name   string
	Output Quantity
	// Limits of the references. The velocity limit bounds a velocity output too.
	Limits SetpointLimits
	// PositionGains and VelocityGains close the loop in position and velocity mode.
	PositionGains, VelocityGains Gains
	// EffortMax bounds an effort output, N m or N; it must be above 0 there. EffortRateMax bounds
	// the change of the target in effort mode, N m/s or N/s; 0 means none.
	EffortMax, EffortRateMax float64
	// Tracking takes targets as they are, clamped to the limits but not smoothed: for targets that
	// come from a trajectory.
	Tracking bool
}

// Config configures a Law.
type Config struct {
	Joints    []JointConfig
	PeriodS   float64 // of a step, s, above 0 and at most 1
	HandoverS float64 // in which the difference to the output before fades out, s; 0 means 0.2
}

// Law is the control law of a joint group. It holds the state of its references, integrals and
// hand-overs; after an error that state is as before.
type Law struct {
	config  Config
	joints  []joint
	started bool
}

type joint struct {
	setpoint *Setpoint
	mode     Mode
	integral float64
	handover Handover
	effort   float64 // target of effort mode after its rate limit
	output   float64 // of the step before
}

// New checks c and makes a Law. Errors are ErrConfig, all of them at once, and name the joint.
func New(c Config) (*Law, error) {
	if c.HandoverS == 0 {
		c.HandoverS = 0.2
	}
	var errs []error
	if len(c.Joints) == 0 {
		errs = append(errs, fmt.Errorf("%w: there are no joints", ErrConfig))
	}
	if !(c.HandoverS > 0 && c.HandoverS <= 60) {
		errs = append(errs, fmt.Errorf("%w: the hand-over takes %g s, it must be above 0 and at most 60 s", ErrConfig, c.HandoverS))
	}
	c.Joints = append([]JointConfig(nil), c.Joints...)
	l := &Law{config: c, joints: make([]joint, len(c.Joints))}
	for i := range c.Joints {
		var err error
		if l.joints[i].setpoint, err = NewSetpoint(c.Joints[i].Limits, c.PeriodS); err == nil {
			err = c.Joints[i].check()
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("joint %q: %w", c.Joints[i].Name, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return l, nil
}

func (c *JointConfig) check() error {
	if c.Output != VelocityOutput && c.Output != EffortOutput {
		return fmt.Errorf("%w: output %d is unknown", ErrConfig, c.Output)
	}
	if err := c.PositionGains.check(); err != nil {
		return fmt.Errorf("%w: position gains: %w", ErrConfig, err)
	}
	if err := c.VelocityGains.check(); err != nil {
		return fmt.Errorf("%w: velocity gains: %w", ErrConfig, err)
	}
	if c.Output == EffortOutput && !(c.EffortMax > 0 && c.EffortMax <= magnitudeMax) {
		return fmt.Errorf("%w: effort limit is %g; expected more than 0, and at most %g, with efforts as output", ErrConfig, c.EffortMax, float64(magnitudeMax))
	}
	if !(c.EffortRateMax >= 0) {
		return fmt.Errorf("%w: effort rate limit is %g, it must be at least 0", ErrConfig, c.EffortRateMax)
	}
	return nil
}

// Input of a Step. Slices have one entry a joint.
type Input struct {
	Mode     []Mode
	Target   []float64 // what Mode says
	Position []float64 // measured, rad or m
	Velocity []float64 // measured, rad/s or m/s
	// TargetVelocity is the velocity that belongs to the position target of a joint with Tracking.
	// nil means zero.
	TargetVelocity []float64
	// FeedForward is added to the output, in its quantity: gravity and inertia for efforts. nil
	// means zero.
	FeedForward []float64
}

// Output of a Step. Make it with Law.NewOutput.
type Output struct {
	Value     []float64   // for each joint, in its quantity
	Reference []Reference // that the loop was closed on; zero in effort mode
	Limited   []bool      // the output is at its limit
}

// NewOutput returns an Output with room for all joints.
func (l *Law) NewOutput() *Output {
	n := len(l.joints)
	return &Output{Value: make([]float64, n), Reference: make([]Reference, n), Limited: make([]bool, n)}
}

// Start begins from the measured positions and velocities, and from the outputs that are in effect
// now, in each joint's quantity: the output that was commanded last, or what is measured. The first
// Step returns those outputs again.
func (l *Law) Start(position, velocity, output []float64) error {
	n := len(l.joints)
	if len(position) != n || len(velocity) != n || len(output) != n {
		return fmt.Errorf("%w: %d positions, %d velocities and %d outputs for %d joints", ErrShape, len(position), len(velocity), len(output), n)
	}
	for i := range n {
		if !usable(position[i]) || !usable(velocity[i]) || !usable(output[i]) {
			return fmt.Errorf("%w: joint %q starts at position %g, velocity %g and output %g", ErrNotFinite, l.config.Joints[i].Name, position[i], velocity[i], output[i])
		}
	}
	for i := range l.joints {
		l.joints[i].mode, l.joints[i].output = NoMode, output[i]
	}
	l.started = true
	return nil
}

// Step computes the outputs. A joint whose mode differs from the step before takes over bumplessly
// from the measured state and the last output. On an error neither the law nor out is changed:
// ErrNotStarted, ErrShape, ErrMode or ErrNotFinite.
func (l *Law) Step(in *Input, out *Output) error {
	if err := l.check(in, out); err != nil {
		return err
	}
	for i := range l.joints {
		l.step(i, in, out)
	}
	return nil
}

func (l *Law) step(i int, in *Input, out *Output) {
	c, j := &l.config.Joints[i], &l.joints[i]
	switched := in.Mode[i] != j.mode
	if switched {
		j.mode, j.integral, j.handover = in.Mode[i], 0, Handover{}
		j.setpoint.reset(in.Position[i], in.Velocity[i])
		j.effort = j.output - at(in.FeedForward, i)
	}
	reference := l.reference(i, in)
	output, limited := l.close(i, in, reference, switched)
	if switched {
		j.handover.Begin(j.output, output, int(math.Ceil(l.config.HandoverS/l.config.PeriodS)))
	}
	wanted := j.handover.Next(output)
	j.output = clamp(wanted, c.outputMax())
	out.Value[i], out.Reference[i] = j.output, reference
	out.Limited[i] = limited || j.output != wanted
}

// stopsAt returns the position at which the reference of joint i can come to rest.
func (l *Law) stopsAt(i int) float64 {
	s := l.joints[i].setpoint
	if l.config.Joints[i].Tracking {
		return s.reference.Position
	}
	q := s.position + s.velocity*math.Abs(s.velocity)/(2*s.limits.AccelerationMax)
	return math.Min(math.Max(q, s.limits.PositionMin), s.limits.PositionMax)
}

// reference returns what the loop of joint i is closed on.
func (l *Law) reference(i int, in *Input) Reference {
	c, j := &l.config.Joints[i], &l.joints[i]
	switch {
	case j.mode == Effort:
		return Reference{}
	case j.mode == Position && c.Tracking:
		return Reference{
			Position: math.Min(math.Max(in.Target[i], c.Limits.PositionMin), c.Limits.PositionMax),
			Velocity: clamp(at(in.TargetVelocity, i), c.Limits.VelocityMax),
		}
	case j.mode == Position:
		return j.setpoint.toPosition(in.Target[i])
	case c.Tracking:
		return Reference{Velocity: clamp(in.Target[i], c.Limits.VelocityMax)}
	}
	return j.setpoint.toVelocity(in.Target[i])
}

// close returns the output of joint i's mode. In effort mode the rate limit makes the hand-over:
// the target starts from the last output, and moves from the step after the switch on.
func (l *Law) close(i int, in *Input, r Reference, switched bool) (output float64, limited bool) {
	c, j, dt := &l.config.Joints[i], &l.joints[i], l.config.PeriodS
	forward := at(in.FeedForward, i)
	if c.Output == VelocityOutput {
		forward += r.Velocity
	}
	switch j.mode {
	case Position:
		output, j.integral, limited = c.PositionGains.Output(j.integral, r.Position-in.Position[i], r.Velocity-in.Velocity[i], forward, c.outputMax(), dt)
	case Velocity:
		output, j.integral, limited = c.VelocityGains.Output(j.integral, r.Velocity-in.Velocity[i], 0, forward, c.outputMax(), dt)
	default:
		switch {
		case c.EffortRateMax == 0:
			j.effort = in.Target[i]
		case !switched:
			j.effort += clamp(in.Target[i]-j.effort, c.EffortRateMax*dt)
		}
		wanted := forward + j.effort
		output = clamp(wanted, c.outputMax())
		limited = output != wanted
	}
	return output, limited
}

func (c *JointConfig) outputMax() float64 {
	if c.Output == EffortOutput {
		return c.EffortMax
	}
	return c.Limits.VelocityMax
}

func (l *Law) check(in *Input, out *Output) error {
	n := len(l.joints)
	if !l.started {
		return fmt.Errorf("%w: call Start with the measured state first", ErrNotStarted)
	}
	if len(in.Mode) != n || len(in.Target) != n || len(in.Position) != n || len(in.Velocity) != n ||
		(in.TargetVelocity != nil && len(in.TargetVelocity) != n) || (in.FeedForward != nil && len(in.FeedForward) != n) {
		return fmt.Errorf("%w: %d modes, %d targets, %d positions, %d velocities, %d target velocities and %d feed-forwards for %d joints",
			ErrShape, len(in.Mode), len(in.Target), len(in.Position), len(in.Velocity), len(in.TargetVelocity), len(in.FeedForward), n)
	}
	if len(out.Value) != n || len(out.Reference) != n || len(out.Limited) != n {
		return fmt.Errorf("%w: the output has no room: make it with NewOutput", ErrShape)
	}
	for i := range n {
		c := &l.config.Joints[i]
		if m := in.Mode[i]; m < Position || m > Effort || (m == Effort && c.Output == VelocityOutput) {
			return fmt.Errorf("%w: joint %q cannot be in %s: known are position and velocity, and effort where efforts are the output", ErrMode, c.Name, m)
		}
		if !usable(in.Target[i]) || !usable(in.Position[i]) || !usable(in.Velocity[i]) || !usable(at(in.TargetVelocity, i)) || !usable(at(in.FeedForward, i)) {
			return fmt.Errorf("%w: joint %q has target %g, position %g, velocity %g, target velocity %g and feed-forward %g",
				ErrNotFinite, c.Name, in.Target[i], in.Position[i], in.Velocity[i], at(in.TargetVelocity, i), at(in.FeedForward, i))
		}
	}
	return nil
}

// at returns entry i of a slice that may be nil, which means zeros.
func at(s []float64, i int) float64 {
	if s == nil {
		return 0
	}
	return s[i]
}

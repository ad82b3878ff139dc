package mecanum

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

// Config configures a Law.
type Config struct {
	Geometry
	// WheelSpeedMaxRadPerS bounds the speed of every wheel, rad/s, finite and above 0. A twist that
	// needs more is scaled down as a whole, so the base keeps its direction and curvature.
	WheelSpeedMaxRadPerS float64
	// Acceleration bounds the change of the commanded twist per second and axis, m/s^2, m/s^2 and
	// rad/s^2, each above 0. The change is scaled uniformly over the axes (planar.Ramp).
	Acceleration planar.Twist
	// Noise is how fast the covariance of the odometry grows. Zero: the covariance stays as it is.
	Noise planar.Noise
}

// Law turns twist commands into wheel speeds, and wheel motion into odometry. It is constant after
// New.
type Law struct {
	Kinematics
	config Config
}

// New checks c. Its errors are ErrConfig and name the field.
func New(c Config) (*Law, error) {
	k, err := NewKinematics(c.Geometry)
	if err != nil {
		return nil, err
	}
	if !(c.WheelSpeedMaxRadPerS > 0) || math.IsInf(c.WheelSpeedMaxRadPerS, 1) {
		return nil, fmt.Errorf("%w: greatest wheel speed is %g rad/s, it must be finite and above 0", ErrConfig, c.WheelSpeedMaxRadPerS)
	}
	if a := c.Acceleration; !(a.X > 0 && a.Y > 0 && a.Omega > 0) || !a.Finite() {
		return nil, fmt.Errorf("%w: acceleration limit is %+v, every axis must be finite and above 0", ErrConfig, a)
	}
	if err := c.Noise.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return &Law{Kinematics: k, config: c}, nil
}

// Input of a Step.
type Input struct {
	Twist    planar.Twist // wanted body twist
	Previous planar.Twist // Output.Twist of the step before; at the start, the measured body twist
	PeriodS  float64      // time from the step before, s, above 0
}

// Output of a Step.
type Output struct {
	WheelRadPerS Wheels       // commanded wheel speeds
	Twist        planar.Twist // the body twist they make: to be passed back as Input.Previous
	SpeedScale   float64      // share of the wanted twist that the wheels can do, 1 where all of it
	RampShare    float64      // share of the wanted change that the acceleration limits allowed, 1 where all of it
}

// Step works in this order: the wanted twist is scaled down uniformly until no wheel is too fast
// (SpeedScale); the command moves from the previous twist toward it as far as the acceleration
// limits allow (RampShare); and where the previous twist itself asked too much of a wheel, as a
// measured twist at the start may, the result is scaled down once more: the wheel speed limit is
// never exceeded, whatever it costs in acceleration.
//
// An input that is not finite is ErrNotFinite, and out is left as it was.
func (l *Law) Step(in Input, out *Output) error {
	if !in.Twist.Finite() || !in.Previous.Finite() || !(in.PeriodS > 0) || math.IsInf(in.PeriodS, 1) {
		return fmt.Errorf("%w: twist %+v, previous twist %+v, period %g s: all must be finite and the period above 0",
			ErrNotFinite, in.Twist, in.Previous, in.PeriodS)
	}
	if !l.Inverse(in.Twist).finite() || !l.Inverse(in.Previous).finite() {
		return fmt.Errorf("%w: twist %+v or previous twist %+v is beyond what wheel speeds can be computed for",
			ErrNotFinite, in.Twist, in.Previous)
	}
	speedScale := l.speedScale(in.Twist)
	twist, share := planar.Ramp(in.Previous, in.Twist.Scale(speedScale), l.config.Acceleration, in.PeriodS)
	twist = twist.Scale(l.speedScale(twist))
	wheels := l.Inverse(twist)
	for i, w := range wheels { // rounding may leave the last digit above the limit
		wheels[i] = math.Min(math.Max(w, -l.config.WheelSpeedMaxRadPerS), l.config.WheelSpeedMaxRadPerS)
	}
	if !twist.Finite() || !wheels.finite() {
		return fmt.Errorf("%w: twist %+v and previous twist %+v overflow", ErrNotFinite, in.Twist, in.Previous)
	}
	*out = Output{WheelRadPerS: wheels, Twist: twist, SpeedScale: speedScale, RampShare: share}
	return nil
}

// speedScale returns the greatest factor in [0, 1] by which no wheel is faster than its limit.
func (l *Law) speedScale(t planar.Twist) float64 {
	if greatest := l.Inverse(t).greatest(); greatest > l.config.WheelSpeedMaxRadPerS {
		return l.config.WheelSpeedMaxRadPerS / greatest
	}
	return 1
}

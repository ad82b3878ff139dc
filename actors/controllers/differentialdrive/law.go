package differentialdrive

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/controllers/planar"
)

// Config configures a Law.
type Config struct {
	Geometry
	// WheelSpeedMaxRadPerS bounds the speed of both wheels, rad/s, finite and above 0. A twist that
	// needs more is scaled down as a whole, so the base keeps its curvature.
	WheelSpeedMaxRadPerS float64
	// AccelerationMPerS2 and AngularAccelerationRadPerS2 bound the change of the commanded twist
	// per second, both above
	// 0. The change is scaled uniformly over both (planar.Ramp).
	AccelerationMPerS2          float64
	AngularAccelerationRadPerS2 float64
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
	for _, f := range [...]struct {
		name, unit string
		value      float64
	}{
		{"greatest wheel speed", "rad/s", c.WheelSpeedMaxRadPerS},
		{"acceleration limit", "m/s^2", c.AccelerationMPerS2},
		{"angular acceleration limit", "rad/s^2", c.AngularAccelerationRadPerS2},
	} {
		if !(f.value > 0) || math.IsInf(f.value, 1) {
			return nil, fmt.Errorf("%w: %s is %g %s, it must be finite and above 0", ErrConfig, f.name, f.value, f.unit)
		}
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
	WheelRadPerS   Wheels       // commanded wheel speeds
	Twist          planar.Twist // the body twist they make, lateral 0: to be passed back as Input.Previous
	LateralLeftOut float64      // lateral velocity that was asked for and cannot be had, m/s
	SpeedScale     float64      // share of the wanted twist that the wheels can do, 1 where all of it
	RampShare      float64      // share of the wanted change that the acceleration limits allowed, 1 where all of it
}

// Step works in this order: the lateral velocity is left out (LateralLeftOut); the rest is scaled
// down uniformly until no wheel is too fast (SpeedScale); the command moves from the previous twist
// toward it as far as the acceleration limits allow (RampShare); and where the previous twist
// itself asked too much of a wheel, as a measured twist at the start may, the result is scaled down
// once more: the wheel speed limit is never exceeded.
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
	wanted := planar.Twist{X: in.Twist.X, Omega: in.Twist.Omega}
	previous := planar.Twist{X: in.Previous.X, Omega: in.Previous.Omega}
	speedScale := l.speedScale(wanted)
	acceleration := planar.Twist{X: l.config.AccelerationMPerS2, Omega: l.config.AngularAccelerationRadPerS2}
	twist, share := planar.Ramp(previous, wanted.Scale(speedScale), acceleration, in.PeriodS)
	twist = twist.Scale(l.speedScale(twist))
	wheels := l.Inverse(twist)
	for i, w := range wheels { // rounding may leave the last digit above the limit
		wheels[i] = math.Min(math.Max(w, -l.config.WheelSpeedMaxRadPerS), l.config.WheelSpeedMaxRadPerS)
	}
	if !twist.Finite() || !wheels.finite() {
		return fmt.Errorf("%w: twist %+v and previous twist %+v overflow", ErrNotFinite, in.Twist, in.Previous)
	}
	*out = Output{WheelRadPerS: wheels, Twist: twist, LateralLeftOut: in.Twist.Y, SpeedScale: speedScale, RampShare: share}
	return nil
}

// speedScale returns the greatest factor in [0, 1] by which no wheel is faster than its limit.
func (l *Law) speedScale(t planar.Twist) float64 {
	if greatest := l.Inverse(t).greatest(); greatest > l.config.WheelSpeedMaxRadPerS {
		return l.config.WheelSpeedMaxRadPerS / greatest
	}
	return 1
}

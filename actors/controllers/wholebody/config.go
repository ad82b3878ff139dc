package wholebody

import (
	"errors"
	"fmt"
	"math"
)

// Errors of this package, to be told apart with errors.Is.
var (
	// ErrConfig marks a configuration that cannot be.
	ErrConfig = errors.New("wholebody: configuration")
	// ErrShape marks an input whose slices do not have the length that the configuration asks for.
	ErrShape = errors.New("wholebody: wrong shape")
	// ErrNotFinite marks an input that holds NaN or an infinity where none may be, or a result that overflowed.
	ErrNotFinite = errors.New("wholebody: not a finite number")
	// ErrInput marks an input that is finite and still impossible: a rotation that is none, limits that cross.
	ErrInput = errors.New("wholebody: input")
)

// Axis configures one degree of freedom, that is, one column of the Jacobian. A planar joint has three: x and y of the
// body twist in m/s, and the turning rate in rad/s.
type Axis struct {
	// Name is used in errors, for instance "arm/joint_2" or "base_planar/x". It must not be empty.
	Name string
	// Weight says how dear a velocity of this axis is against that of the others: the posture level minimises
	// the sum of Weight (v - preferred v)^2. 0 means 1. Above 1 the axis rests, below 1 it moves first.
	Weight float64
	// SmoothingS is the time constant, in s, with which the axis takes up its share of the motion: changes of its
	// velocity are made dearer, so that other axes do the fast part. 0 means at once. It never affects the gripper.
	SmoothingS float64
	// PosturePosition is the preferred position, rad or m. It has an effect only with PostureGainPerS above 0.
	PosturePosition float64
	// PostureGainPerS is the rate, in 1/s, at which the axis returns to PosturePosition when nothing else is asked of
	// it. 0 means the axis has no preferred position and would rather stand still.
	PostureGainPerS float64
	// Continuous says that positions a whole turn apart are the same: the way to PosturePosition is the shorter one.
	Continuous bool
}

// Config is what a Law is made from. The zero value of a field means the default that its comment states.
type Config struct {
	// Axes are the degrees of freedom in the order of the Jacobian's columns: at least one, at most 64.
	Axes []Axis

	// PositionGainPerS and OrientationGainPerS are the rates, in 1/s, at which a pose error decays. 0 means 4. A loop
	// with the total delay d (latency, servo lag) stays well damped below 1/(4 d).
	PositionGainPerS, OrientationGainPerS float64
	// FeedbackMaxMPerS and FeedbackMaxRadPerS bound the velocity that feedback may ask for, by norm, so that a large
	// error is approached at a fixed speed. 0 means 0.2 m/s and 0.5 rad/s.
	FeedbackMaxMPerS, FeedbackMaxRadPerS float64
	// LeadS is how far, in s, the feed-forward twist is led by the reference's acceleration to make up for the lag of
	// the servos: twist + LeadS * acceleration. 0 means no lead.
	LeadS float64
	// Free marks rows of the gripper's twist that are left to the lower levels: linear x, y, z, angular x, y, z in the
	// axes of the room. The zero value controls all six.
	Free [6]bool
	// CharacteristicLengthM makes angular and linear velocities comparable where a singular value is judged:
	// 1 rad/s counts as this many m/s. 0 means 0.3 m.
	CharacteristicLengthM float64

	// LimitMarginRad is the distance from a position limit, in the axis's unit, where the limits level begins to act,
	// at most a quarter of the axis's range. 0 means 0.15. LimitGainPerS is the rate, in 1/s, at which it leaves the
	// margin. 0 means 1; a negative gain switches the level off.
	LimitMarginRad, LimitGainPerS float64
	// PositionLimitGainPerS is k of the bound v <= k (q_max - q), in 1/s. 0 means 5. More than one over the period
	// counts as one over the period.
	PositionLimitGainPerS float64
	// BrakingShare is the share of the acceleration limit that the position bound plans its braking with, in (0, 1].
	// 0 means 0.8.
	BrakingShare float64
	// PostureSpeedShare bounds the speed that posture and limits levels ask of an axis, as a share of its velocity
	// limit, in (0, 1]. 0 means 0.5.
	PostureSpeedShare float64

	// SingularRegion is the singular value, relative to the greatest norm of the level's rows (LevelReport), below
	// which a direction of the gripper or of a task is damped. 0 means 0.02. Damping is the greatest damping factor,
	// in the same unit. 0 means 0.02.
	SingularRegion, Damping float64

	// ArmFirst and ArmCount name the axes of one serial chain that ends at the gripper, in order from its base, of
	// revolute and prismatic joints, 6 at least. With ArmCount above 0 its manipulability is reported.
	ArmFirst, ArmCount int
	// ManipulabilityGain moves the arm toward better manipulability in the posture level: preferred velocities grow by
	// this gain times the gradient of the manipulability. It needs ArmCount. 0 means not at all.
	ManipulabilityGain float64

	// TasksMax and TaskRowsMax bound Input.Tasks: how many, and rows of each. 0 means 4 tasks of 6 rows.
	TasksMax, TaskRowsMax int
}

const (
	axesMax     = 64
	taskRowsCap = 64
	tasksCap    = 64
)

// withDefaults gives c with every zero value replaced by its documented default.
func (c Config) withDefaults() Config {
	for _, d := range [...]struct {
		field *float64
		value float64
	}{
		{&c.PositionGainPerS, 4}, {&c.OrientationGainPerS, 4},
		{&c.FeedbackMaxMPerS, 0.2}, {&c.FeedbackMaxRadPerS, 0.5},
		{&c.CharacteristicLengthM, 0.3},
		{&c.LimitMarginRad, 0.15}, {&c.LimitGainPerS, 1},
		{&c.PositionLimitGainPerS, 5}, {&c.BrakingShare, 0.8}, {&c.PostureSpeedShare, 0.5},
		{&c.SingularRegion, 0.02}, {&c.Damping, 0.02},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	c.Axes = append([]Axis(nil), c.Axes...)
	for i := range c.Axes {
		if c.Axes[i].Weight == 0 {
			c.Axes[i].Weight = 1
		}
	}
	if c.TasksMax == 0 {
		c.TasksMax = 4
	}
	if c.TaskRowsMax == 0 {
		c.TaskRowsMax = 6
	}
	return c
}

// check tells all that is wrong with c, whose defaults are filled in.
func (c *Config) check() error {
	var errs []error
	wrong := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%w: %s", ErrConfig, fmt.Sprintf(format, args...)))
	}
	if len(c.Axes) < 1 || len(c.Axes) > axesMax {
		wrong("there are %d axes, there must be 1 to %d", len(c.Axes), axesMax)
	}
	seen := make(map[string]int, len(c.Axes))
	for i, a := range c.Axes {
		if a.Name == "" {
			wrong("axis %d has no name", i)
		} else if first, twice := seen[a.Name]; twice {
			wrong("axes %d and %d are both named %q", first, i, a.Name)
		}
		seen[a.Name] = i
		if !(a.Weight >= 1e-6 && a.Weight <= 1e6) {
			wrong("weight of axis %q is %g, it must be between 1e-6 and 1e6", a.Name, a.Weight)
		}
		if !(a.SmoothingS >= 0 && a.SmoothingS <= 100) {
			wrong("smoothing of axis %q is %g s, it must be between 0 and 100 s", a.Name, a.SmoothingS)
		}
		if !finite(a.PosturePosition) || !(a.PostureGainPerS >= 0 && a.PostureGainPerS <= 100) {
			wrong("posture of axis %q is %g with a gain of %g 1/s, it must be finite and the gain between 0 and 100 1/s",
				a.Name, a.PosturePosition, a.PostureGainPerS)
		}
	}
	c.checkNumbers(wrong)
	if c.ArmCount != 0 && (c.ArmCount < 6 || c.ArmFirst < 0 || c.ArmFirst+c.ArmCount > len(c.Axes)) {
		wrong("the arm is axes %d to %d of %d: it must be inside and have 6 axes at least", c.ArmFirst, c.ArmFirst+c.ArmCount-1, len(c.Axes))
	}
	if c.ManipulabilityGain != 0 && c.ArmCount == 0 {
		wrong("ManipulabilityGain is %g but no arm is named: set ArmFirst and ArmCount", c.ManipulabilityGain)
	}
	if c.TasksMax < 0 || c.TasksMax > tasksCap || c.TaskRowsMax < 1 || c.TaskRowsMax > taskRowsCap {
		wrong("room for %d tasks of %d rows: at most %d tasks and 1 to %d rows", c.TasksMax, c.TaskRowsMax, tasksCap, taskRowsCap)
	}
	return errors.Join(errs...)
}

func (c *Config) checkNumbers(wrong func(string, ...any)) {
	for _, f := range [...]struct {
		name            string
		value, low, top float64
	}{
		{"PositionGainPerS", c.PositionGainPerS, 0, 1000},
		{"OrientationGainPerS", c.OrientationGainPerS, 0, 1000},
		{"FeedbackMaxMPerS", c.FeedbackMaxMPerS, 0, 100},
		{"FeedbackMaxRadPerS", c.FeedbackMaxRadPerS, 0, 100},
		{"LeadS", c.LeadS, 0, 1},
		{"CharacteristicLengthM", c.CharacteristicLengthM, 1e-3, 100},
		{"LimitMarginRad", c.LimitMarginRad, 0, 10},
		{"LimitGainPerS", c.LimitGainPerS, math.Inf(-1), 100},
		{"PositionLimitGainPerS", c.PositionLimitGainPerS, 1e-3, 1e4},
		{"BrakingShare", c.BrakingShare, 0.01, 1},
		{"PostureSpeedShare", c.PostureSpeedShare, 0.001, 1},
		{"SingularRegion", c.SingularRegion, 1e-6, 1},
		{"Damping", c.Damping, 1e-6, 1},
		{"ManipulabilityGain", c.ManipulabilityGain, 0, 1e6},
	} {
		if !(f.value >= f.low && f.value <= f.top) {
			wrong("%s is %g, it must be between %g and %g", f.name, f.value, f.low, f.top)
		}
	}
}

func finite(v float64) bool { return v-v == 0 }

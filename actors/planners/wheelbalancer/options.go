package wheelbalancer

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
)

// Options are the options of the planner in application files.
type Options struct {
	JointGroup    string                    `option:"joint_group" doc:"joints that are commanded: the two wheels, and the legs" required:"true"`
	Left          WheelOptions              `option:"left_wheel" doc:"the left wheel" required:"true"`
	Right         WheelOptions              `option:"right_wheel" doc:"the right wheel" required:"true"`
	ContactRadius messages.Meters           `option:"contact_radius" doc:"distance of each wheel from the robot's middle" min:"0.01" max:"5"`
	LegPositions  []messages.Radians        `option:"leg_positions" doc:"positions at which the other joints of the group are held, in its order; default: all 0"`
	LegVelocity   messages.RadiansPerSecond `option:"leg_velocity" doc:"velocity at which the legs move there" min:"0.001" max:"20"`
	Legs          DriveOptions              `option:"legs" doc:"drives of the legs"`
	Wheels        DriveOptions              `option:"wheels" doc:"drives of the wheels"`

	PitchStiffness    float64            `option:"pitch_stiffness" unit:"m/s^2/rad" doc:"acceleration of the wheels for a pitch" min:"0"`
	PitchDamping      float64            `option:"pitch_damping" unit:"m/s/rad" doc:"the same for a pitch rate" min:"0"`
	PositionStiffness float64            `option:"position_stiffness" unit:"1/s^2" doc:"the same for a distance from the target" min:"0"`
	PositionDamping   messages.PerSecond `option:"position_damping" doc:"the same for an excess of speed over the target" min:"0"`
	YawStiffness      messages.PerSecond `option:"yaw_stiffness" doc:"yaw velocity for an error of heading" min:"0" max:"50"`

	FallPitch       messages.Radians                 `option:"fall_pitch" doc:"pitch beyond which the balancer gives up" min:"0.05" max:"1.5"`
	MaxVelocity     messages.MetersPerSecond         `option:"max_ground_velocity" doc:"bound of the velocity over the ground" min:"0.01" max:"20"`
	MaxYaw          messages.RadiansPerSecond        `option:"max_yaw_velocity" doc:"bound of the yaw velocity" min:"0" max:"20"`
	Acceleration    messages.MetersPerSecondSquared  `option:"target_acceleration" doc:"bound of changes of the target's velocity" min:"0.01" max:"100"`
	YawAcceleration messages.RadiansPerSecondSquared `option:"target_yaw_acceleration" doc:"bound of changes of the target's yaw velocity" min:"0.01" max:"100"`
	VelocityLead    messages.MetersPerSecond         `option:"velocity_lead" doc:"bound of the commanded velocity against that of the wheels" min:"0.01" max:"20"`
	StiffYaw        messages.RadiansPerSecond        `option:"stiff_yaw_velocity" doc:"yaw velocity of the target above which the gain scales of the legs are doubled, at most 1" min:"0"`
}

// WheelOptions describe a wheel.
type WheelOptions struct {
	Joint  string          `option:"joint" doc:"joint of the wheel" required:"true"`
	Radius messages.Meters `option:"signed_radius" doc:"radius of the wheel; negative where the joint turns backwards when the robot drives forward" required:"true"`
}

// DriveOptions tune the drives of joints.
type DriveOptions struct {
	Kp        float64 `option:"kp_scale" doc:"scale of the stiffness" min:"0" max:"1"`
	Kd        float64 `option:"kd_scale" doc:"scale of the damping" min:"0" max:"1"`
	MaxEffort float64 `option:"max_effort" unit:"N m|N" doc:"bound of the absolute effort; 0: that of the drive" min:"0"`
}

// effortCap returns the bound of the effort.
func (d *DriveOptions) effortCap() float64 {
	if d.MaxEffort == 0 {
		return math.Inf(1)
	}
	return d.MaxEffort
}

// DefaultOptions returns the options of a file that sets only the required ones: those of an Upkie.
func DefaultOptions() Options {
	return Options{ContactRadius: 0.1524, LegVelocity: 0.5, Legs: DriveOptions{Kp: 1, Kd: 1}, Wheels: DriveOptions{Kp: 1, Kd: 1},
		PitchStiffness: 40, PitchDamping: 8, PositionStiffness: 5, PositionDamping: 6, YawStiffness: 4,
		FallPitch: 1, MaxVelocity: 2, MaxYaw: 2, Acceleration: 1, YawAcceleration: 3, VelocityLead: 0.5, StiffYaw: 0.1}
}

// config returns the configuration of the law.
func (o *Options) config() Config {
	return Config{PitchStiffness: o.PitchStiffness, PitchDamping: o.PitchDamping, PositionStiffness: o.PositionStiffness, PositionDamping: float64(o.PositionDamping),
		YawStiffness: float64(o.YawStiffness), FallPitch: float64(o.FallPitch), MaxVelocity: float64(o.MaxVelocity), MaxYawVelocity: float64(o.MaxYaw),
		MaxAcceleration: float64(o.Acceleration), MaxYawAcceleration: float64(o.YawAcceleration), VelocityLead: float64(o.VelocityLead)}
}

// checkSection returns the errors of the section of a spine's configuration.
func checkSection(c *messages.WheelBalancerConfig) error {
	for _, x := range []struct {
		name        string
		value, most float64
		positive    bool
	}{
		{"contact_radius", c.ContactRadius, 5, true}, {"fall_pitch", c.FallPitch, math.Pi / 2, true}, {"max_ground_velocity", c.MaxGroundVelocity, 20, true},
		{"pitch_damping", c.PitchDamping, 1e4, false}, {"pitch_stiffness", c.PitchStiffness, 1e4, false},
		{"position_damping", c.PositionDamping, 1e4, false}, {"position_stiffness", c.PositionStiffness, 1e4, false},
		{"stiff_yaw_velocity", c.StiffYawVelocity, 1e4, false}, {"wheel_radius", c.WheelRadius, 2, true},
	} {
		if !(x.value >= 0 && x.value <= x.most) || x.positive && x.value == 0 {
			expected := fmt.Sprintf("from 0 to %g", x.most)
			if x.positive {
				expected = fmt.Sprintf("above 0, at most %.4g", x.most)
			}
			return &messages.OptionError{Path: "wheel_balancer." + x.name, Err: fmt.Errorf("the value is %g", x.value), Expected: expected}
		}
	}
	return nil
}

// apply replaces options by the section of a spine's configuration. The signs of radii stay.
func (o *Options) apply(c *messages.WheelBalancerConfig) {
	o.ContactRadius, o.StiffYaw = messages.Meters(c.ContactRadius), messages.RadiansPerSecond(c.StiffYawVelocity)
	o.FallPitch, o.MaxVelocity = messages.Radians(c.FallPitch), messages.MetersPerSecond(c.MaxGroundVelocity)
	o.PitchDamping, o.PitchStiffness = c.PitchDamping, c.PitchStiffness
	o.PositionDamping, o.PositionStiffness = messages.PerSecond(c.PositionDamping), c.PositionStiffness
	for _, w := range []*WheelOptions{&o.Left, &o.Right} {
		w.Radius = messages.Meters(math.Copysign(c.WheelRadius, float64(w.Radius)))
	}
}

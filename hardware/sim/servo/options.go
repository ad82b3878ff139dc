package servo

import (
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
)

// Options describe the drives of some joints, all of one kind. Every zero value stands for its
// default. Units are rad, rad/s, N m and kg m^2 for a joint that turns, and m, m/s, N and kg for
// one that slides.
//
// Stiffness and Damping default to the gains that give the position loop two equal real poles at
// Bandwidth, with the inertia that the joint moves at the start position. Position control follows
//
//	wanted = velocity set-point + Stiffness/Damping * position error
//	effort = Damping * (wanted - velocity) + ViscousFriction * wanted + effort set-point
//
// with wanted bounded by VelocityLimit: a stiff spring and damper that never asks for more speed.
// The drive compensates linear friction of more than a tenth of Damping. Where more weight pulls at
// the joint than half of what Damping gives at VelocityLimit, as at a slow lift, the loop takes
// over the rest, at the rate Stiffness/Damping, while it saturates.
type Options struct {
	// Joints have one degree of freedom each and mimic no other joint; joints that mimic them move
	// along.
	Joints []string `option:"joints" doc:"joints that drives of this kind move" required:"true"`

	// A joint with a load gets no faster than VelocityLimit less the load over Damping.
	VelocityLimit     float64 `option:"velocity_limit" unit:"rad/s|m/s" doc:"greatest speed, beside a load less by load / damping; 0: the joint's" min:"0"`
	EffortLimit       float64 `option:"effort_limit" unit:"N m|N" doc:"greatest effort; 0: the joint's" min:"0"`
	AccelerationLimit float64 `option:"acceleration_limit" unit:"rad/s^2|m/s^2" doc:"bound of the set-point's acceleration; 0: the joint's, or velocity_limit in 0.25 s" min:"0"`
	StopDeceleration  float64 `option:"stop_deceleration" unit:"rad/s^2|m/s^2" doc:"ramp of stops; 0: acceleration_limit" min:"0"`
	DampEffort        float64 `option:"damp_effort" unit:"N m|N" doc:"greatest effort of mode damp; 0: a quarter of effort_limit" min:"0"`
	LimitedSpeed      float64 `option:"limited_speed" doc:"share of velocity_limit in mode limited; 0: 0.25" min:"0" max:"1"`

	Bandwidth float64 `option:"bandwidth" unit:"Hz" doc:"of the position loop; 0: 5" min:"0" max:"50"`
	Stiffness float64 `option:"stiffness" unit:"N m/rad|N/m" doc:"of the position loop; 0: by bandwidth" min:"0"`
	Damping   float64 `option:"damping" unit:"N m s/rad|N s/m" doc:"of the position loop; 0: by bandwidth" min:"0"`
	// HoldRate is at most a quarter of Stiffness/Damping.
	HoldRate float64 `option:"hold_rate" unit:"1/s" doc:"rate at which ramp_hold takes over the load; 0: a quarter of stiffness / damping" min:"0"`

	// The joint feels RotorInertia * GearRatio^2.
	RotorInertia    float64       `option:"rotor_inertia" unit:"kg m^2|kg" doc:"of the motor's rotor; 0: the joint's armature" min:"0"`
	GearRatio       float64       `option:"gear_ratio" doc:"turns of the rotor for one of the joint; 0: 1" min:"0"`
	CurrentLag      time.Duration `option:"current_lag" doc:"time constant of the current loop; 0: 500us" min:"0" max:"0.02"`
	CoulombFriction float64       `option:"coulomb_friction" unit:"N m|N" doc:"dry friction; 0: the joint's" min:"0"`
	ViscousFriction float64       `option:"viscous_friction" unit:"N m s/rad|N s/m" doc:"linear friction; 0: the joint's" min:"0"`
	// BreakawayFriction falls to CoulombFriction with the square of the velocity over
	// StribeckVelocity.
	BreakawayFriction float64 `option:"breakaway_friction" unit:"N m|N" doc:"dry friction at standstill; 0: coulomb_friction" min:"0"`
	StribeckVelocity  float64 `option:"stribeck_velocity" unit:"rad/s|m/s" doc:"velocity by which breakaway_friction falls; 0: a hundredth of velocity_limit" min:"0"`

	Resolution       float64 `option:"resolution" unit:"rad|m" doc:"of the encoder; 0: 2 pi / 2^20 rad, 1 um" min:"0"`
	PositionNoise    float64 `option:"position_noise" unit:"rad|m" doc:"standard deviation of the encoder's noise" min:"0"`
	EncoderBandwidth float64 `option:"encoder_bandwidth" unit:"Hz" doc:"of the filter that gives the velocity; 0: 250" min:"0" max:"1000"`
	Exact            bool    `option:"exact" doc:"the drive reads the true position and velocity; resolution, position_noise and encoder_bandwidth have no effect"`

	BrakeEffort float64       `option:"brake_effort" unit:"N m|N" doc:"effort that the spring brake holds; 0: no brake" min:"0"`
	BrakeOpens  time.Duration `option:"brake_opens" doc:"time that the brake takes to open; 0: 50ms" min:"0" max:"1"`
	BrakeCloses time.Duration `option:"brake_closes" doc:"time that the brake takes to close; 0: 30ms" min:"0" max:"1"`
	// With TorqueSensor the drive reports the effort of motor and brake together. Without one it
	// reports its motor's effort, and opens its brake with the torque that it has.
	TorqueSensor bool `option:"torque_sensor" doc:"the drive measures the effort of motor and brake together, and takes over what the brake carries before it opens"`

	TorqueConstant float64       `option:"torque_constant" doc:"effort for one ampere, N m/A or N/A; 0: the drive does not measure its current" min:"0"`
	SupplyVoltage  float64       `option:"supply_voltage" unit:"V" doc:"voltage that the drive measures; 0: it measures none" min:"0"`
	Ambient        float64       `option:"ambient_temperature" unit:"degC" doc:"temperature of the motor without load" min:"-40" max:"100"`
	HeatRise       float64       `option:"heat_rise" unit:"degC" doc:"rise of the motor's temperature under steady full effort; 0: the drive does not measure it" min:"0" max:"500"`
	HeatTime       time.Duration `option:"heat_time" doc:"time constant of the motor's temperature; 0: 5m" min:"0"`

	Watchdog    time.Duration `option:"watchdog" doc:"longest time without a fresh valid command; 0: 100ms" min:"0" max:"1"`
	TimeoutMode string        `option:"timeout_mode" doc:"mode to which the drive's watchdog leads; left out: ramp_hold" one_of:"ramp_hold,damp,ramp_off,brake,off"`
	// A failed encoder leads to off, whatever FaultMode says.
	FaultMode      string  `option:"fault_mode" doc:"mode to which the drive's own faults lead; left out: off" one_of:"ramp_hold,damp,ramp_off,brake,off"`
	Overspeed      float64 `option:"overspeed" doc:"share of velocity_limit above which the drive trips; 0: 1.5" min:"0"`
	FollowingError float64 `option:"following_error" unit:"rad|m" doc:"distance between set-point and position above which the drive trips; 0: never" min:"0"`
}

// Armature returns the inertia of the rotor at the joint, kg m^2 or kg; zero stands for that of the
// joint's description.
func (o *Options) Armature() (float64, error) {
	c := &optioncheck.Errors{}
	c.AtLeast("rotor_inertia", o.RotorInertia, 0)
	c.AtLeast("gear_ratio", o.GearRatio, 0)
	ratio := optioncheck.Or(o.GearRatio, 1)
	return o.RotorInertia * ratio * ratio, c.Err()
}

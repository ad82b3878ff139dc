package sim

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Servo describes one simulated drive. Only Joint must be given: every other zero value stands for the default that its
// comment names. Units are rad, rad/s, N m and kg m^2 for a joint that turns, and m, m/s, N and kg for one that slides.
type Servo struct {
	// Joint is the joint that the drive moves. It has one degree of freedom and mimics none; joints that mimic it move along.
	Joint string
	// Name is the drive's own name on its bus. Default: Joint.
	Name string

	// VelocityLimit and EffortLimit bound what the drive does, rad/s and N m, above 0. Default: the joint's limits; they
	// must be given where the joint has none. Beside a load the joint gets no faster than VelocityLimit less the load over
	// Damping: see Servos in the package's documentation.
	VelocityLimit, EffortLimit float64
	// AccelerationLimit bounds the set-point of velocity control, rad/s^2, above 0. Default: the joint's limit, or where it
	// has none, what reaches VelocityLimit in 0.25 s.
	AccelerationLimit float64
	// StopDeceleration is that of the ramp of ramp_hold, ramp_off and brake, rad/s^2, above 0. Default: AccelerationLimit.
	StopDeceleration float64
	// DampEffort bounds the effort of mode damp, N m, above 0. Default: a quarter of EffortLimit.
	DampEffort float64
	// LimitedSpeed is the share of VelocityLimit that is left in mode limited, in (0, 1]. Default: 0.25.
	LimitedSpeed float64

	// Bandwidth is that of the position loop where Stiffness is not given: the loops are then tuned for two equal real
	// poles at it, with the inertia that the joint moves at the start position. Hz, 0.5 to 50. Default: 5.
	Bandwidth float64
	// Stiffness and Damping are the gains of the position loop, N m/rad and N m s/rad, above 0. Default: by Bandwidth.
	// Position control follows
	//
	//	wanted = velocity set-point + Stiffness/Damping * position error
	//	effort = Damping * (wanted - velocity) + ViscousFriction * wanted + effort set-point
	//
	// with wanted bounded by VelocityLimit: a stiff spring and damper that never asks for more speed. It makes up for linear
	// friction of more than a tenth of Damping: descriptions give some joints many times that.
	//
	// A joint on which more weighs than half of what Damping pulls with at VelocityLimit, as on a slow lift or a finger, has
	// the loop take over what is missing, at the rate Stiffness/Damping, while it is pulled with all of that.
	Stiffness, Damping float64
	// HoldRate is how fast ramp_hold takes over the load that the spring alone would sag under, 1/s, 0 to a quarter of
	// Stiffness/Damping. Default: a quarter of that.
	HoldRate float64

	// RotorInertia is that of the motor's rotor, kg m^2 (kg for a linear motor), at least 0, and GearRatio how many times
	// faster than the joint it turns, rad/rad or rad/m, above 0; default 1. The joint feels RotorInertia * GearRatio^2.
	// Default of RotorInertia: the joint's armature in its description is used.
	RotorInertia, GearRatio float64
	// CurrentLag is the time constant of the current loop. 50 us to 20 ms. Default: 500 us.
	CurrentLag time.Duration
	// CoulombFriction is the dry friction of gear and joint, N m, and ViscousFriction the linear one, N m s/rad, at least
	// 0. Default: those of the joint's description.
	CoulombFriction, ViscousFriction float64
	// BreakawayFriction is the dry friction at standstill, N m, at least CoulombFriction; it falls to that with the square of
	// the velocity over StribeckVelocity, rad/s. Default: CoulombFriction, and a hundredth of VelocityLimit.
	BreakawayFriction, StribeckVelocity float64

	// Resolution is what one count of the encoder stands for, rad or m, above 0. Default: 2 pi / 2^20 rad, 1e-6 m.
	Resolution float64
	// PositionNoise is the standard deviation of what the encoder adds before it counts, rad or m, at least 0. Default: 0.
	// Above zero the plant must be given a source of noise.
	PositionNoise float64
	// EncoderBandwidth is that of the filter from which the velocity comes, Hz, 10 to 1000. Default: 250.
	EncoderBandwidth float64
	// Exact makes the drive read the true position and velocity, and Resolution, PositionNoise and EncoderBandwidth void.
	Exact bool

	// BrakeEffort is what the spring brake holds when it is closed, N m, at least 0. Default: 0, no brake.
	BrakeEffort float64
	// BrakeOpens and BrakeCloses are how long the brake takes, 10 us to 1 s. Default: 50 ms, 30 ms.
	BrakeOpens, BrakeCloses time.Duration

	// TorqueSensor measures what motor and brake together give the gear. The effort that the drive answers is then that, also
	// while the brake holds the joint, and while the brake opens the motor takes over what the brake carries: nothing sags.
	// Default: none, the drive answers its motor's effort, and opens its brake with the torque that it has.
	TorqueSensor bool

	// Watchdog is the longest time without a fresh valid command, 1 ms to 1 s. Default: 100 ms.
	Watchdog time.Duration
	// TimeoutMode is what the watchdog leads to: a mode that stops. Default (the zero value is run): ramp_hold.
	TimeoutMode messages.Mode
	// FaultMode is what the drive's own faults lead to. Default (the zero value is run): off. A failed encoder leads to off.
	FaultMode messages.Mode
	// Overspeed is the share of VelocityLimit above which the drive shows FaultVelocity, above 1. Default: 1.5.
	Overspeed float64
	// FollowingError is the distance between set-point and position above which the drive shows FaultPosition, rad or m.
	// Default: 0, never.
	FollowingError float64
}

// allControls are the control modes that a servo takes: all there are.
var allControls = []messages.ControlMode{
	messages.ControlPosition,
	messages.ControlVelocity,
	messages.ControlEffort,
	messages.ControlPositionVelocity,
	messages.ControlPosition | messages.ControlEffort,
	messages.ControlVelocity | messages.ControlEffort,
	messages.ControlPositionVelocityEffort,
}

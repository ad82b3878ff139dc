package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// PlantOptions are the options of the kind sim of role plant, as application files name them. A value of zero stands for
// the default that Servo, WheelSet and Options document.
type PlantOptions struct {
	Step   time.Duration  `option:"step" doc:"fixed step of the integration and period of the drives' own loops" min:"0" max:"0.005"`
	Servos []ServoOptions `option:"servos" doc:"the drives, several joints of one kind at a time" required:"true"`
	Wheels []WheelOptions `option:"wheels" doc:"what rolls on the ground"`
	Start  []StartOptions `option:"start" doc:"positions of joints at the beginning, at rest; mimic joints begin where their leaders put them"`
	Truth  string         `option:"truth" doc:"body whose true state is sent, for reports; controllers never see it"`

	Ground      GroundOptions    `option:"ground" doc:"level ground"`
	Surfaces    []SurfaceOptions `option:"surfaces" doc:"further planes and boxes that may be touched"`
	Contacts    []ContactOptions `option:"contacts" doc:"points and spheres that may touch ground and surfaces"`
	Grasps      []GraspOptions   `option:"grasps" doc:"what grippers may hold"`
	Springs     []SpringOptions  `option:"springs" doc:"springs and dampers at joints"`
	Latches     []LatchOptions   `option:"latches" doc:"what holds joints until a handle is turned"`
	RigidLimits bool             `option:"rigid_limits" doc:"joints stop at their limits at once, rather than at a spring a little behind them"`
	Pushes      []PushOptions    `option:"pushes" doc:"pushes from outside"`
	Base        BaseOptions      `option:"base" doc:"sensor of a floating or planar base, sent by port base"`
	Imu         InertialOptions  `option:"imu" doc:"inertial measurement unit, sent by port imu"`
	Feet        FeetOptions      `option:"feet" doc:"noise of the force sensors of contacts, sent by port feet"`
}

// ServoOptions describe the drives of some joints; see Servo for every field.
type ServoOptions struct {
	Joints            []string      `option:"joints" doc:"joints that drives of this kind move" required:"true"`
	VelocityLimit     float64       `option:"velocity_limit" unit:"rad/s|m/s" doc:"greatest speed, beside a load less by load / damping; 0: the joint's" min:"0"`
	EffortLimit       float64       `option:"effort_limit" unit:"N m|N" doc:"greatest effort; 0: the joint's" min:"0"`
	AccelerationLimit float64       `option:"acceleration_limit" unit:"rad/s^2|m/s^2" doc:"bound of the set-point's acceleration; 0: the joint's" min:"0"`
	StopDeceleration  float64       `option:"stop_deceleration" unit:"rad/s^2|m/s^2" doc:"ramp of stops; 0: acceleration_limit" min:"0"`
	DampEffort        float64       `option:"damp_effort" unit:"N m|N" doc:"greatest effort of mode damp; 0: a quarter of effort_limit" min:"0"`
	Bandwidth         float64       `option:"bandwidth" unit:"Hz" doc:"of the position loop; 0: 5" min:"0" max:"50"`
	Stiffness         float64       `option:"stiffness" unit:"N m/rad|N/m" doc:"of the position loop; 0: by bandwidth" min:"0"`
	Damping           float64       `option:"damping" unit:"N m s/rad|N s/m" doc:"of the position loop; 0: by bandwidth" min:"0"`
	RotorInertia      float64       `option:"rotor_inertia" unit:"kg m^2|kg" doc:"of the motor's rotor; 0: the joint's armature" min:"0"`
	GearRatio         float64       `option:"gear_ratio" doc:"turns of the rotor for one of the joint; 0: 1" min:"0"`
	CurrentLag        time.Duration `option:"current_lag" doc:"time constant of the current loop; 0: 500us" min:"0" max:"0.02"`
	CoulombFriction   float64       `option:"coulomb_friction" unit:"N m|N" doc:"dry friction; 0: the joint's" min:"0"`
	ViscousFriction   float64       `option:"viscous_friction" unit:"N m s/rad|N s/m" doc:"linear friction; 0: the joint's" min:"0"`
	Resolution        float64       `option:"resolution" unit:"rad|m" doc:"of the encoder; 0: 2 pi / 2^20 rad, 1 um" min:"0"`
	PositionNoise     float64       `option:"position_noise" unit:"rad|m" doc:"standard deviation of the encoder's noise" min:"0"`
	EncoderBandwidth  float64       `option:"encoder_bandwidth" unit:"Hz" doc:"of the filter from which the velocity comes; 0: 250" min:"0" max:"1000"`
	BrakeEffort       float64       `option:"brake_effort" unit:"N m|N" doc:"what the spring brake holds; 0: no brake" min:"0"`
	TorqueSensor      bool          `option:"torque_sensor" doc:"the drive measures what motor and brake together give, and takes over what the brake carries before it opens"`
	Watchdog          time.Duration `option:"watchdog" doc:"longest time without a fresh valid command; 0: 100ms" min:"0" max:"1"`
	TimeoutMode       string        `option:"timeout_mode" doc:"what the drive's watchdog leads to; left out: ramp_hold" one_of:"ramp_hold,damp,ramp_off,brake,off"`
}

// WheelOptions describe wheels that carry one base; see WheelSet.
type WheelOptions struct {
	Type              string           `option:"type" doc:"kind of the wheels" one_of:"mecanum,standard" required:"true"`
	Joints            []string         `option:"joints" doc:"joints of the wheels" required:"true"`
	Radius            messages.Meters  `option:"radius" doc:"from the wheel's axis to the ground" min:"0.001" required:"true"`
	RollerAngle       messages.Radians `option:"roller_angle" doc:"angle of the rollers' axles; 0: 45 degrees" min:"-1.4" max:"1.4"`
	Grip              float64          `option:"grip" doc:"coefficient of friction; 0: never slips" min:"0" max:"10"`
	RollingResistance float64          `option:"rolling_resistance" doc:"as a share of the load" min:"0" max:"0.5"`
}

// StartOptions is the position of one joint at the beginning.
type StartOptions struct {
	Joint    string    `option:"joint" doc:"joint to place" required:"true"`
	Position []float64 `option:"position" unit:"rad|m" doc:"one number; x, y, theta of a planar joint; position and quaternion w x y z of a floating one" required:"true"`
}

// MakePlant implements hardware.PlantMaker.
func (o *PlantOptions) MakePlant(c hardware.PlantContext) (handle any, actor func() any, err error) {
	options := Options{Step: o.Step, Noise: func(joint string) *rand.PCG { return noise(c.Seed, joint) }}
	for i, s := range o.Servos {
		servos, err := s.servos()
		if err != nil {
			return nil, nil, fmt.Errorf("servos[%d].%w", i, err)
		}
		options.Servos = append(options.Servos, servos...)
	}
	for _, w := range o.Wheels {
		kind := Mecanum
		if w.Type == Standard.String() {
			kind = Standard
		}
		options.Wheels = append(options.Wheels, WheelSet{Kind: kind, Joints: w.Joints, Radius: float64(w.Radius), RollerAngle: float64(w.RollerAngle),
			Grip: w.Grip, RollingResistance: w.RollingResistance})
	}
	for _, s := range o.Start {
		options.Start = append(options.Start, JointStart(s))
	}
	o.surroundings(&options)
	plant, err := New(c.World, options)
	if err != nil {
		return nil, nil, o.inFile(err)
	}
	if _, err := o.senses(plant, c.Seed); err != nil {
		return nil, nil, err
	}
	body := -1
	if o.Truth != "" {
		if body, err = plant.Body(o.Truth); err != nil {
			return nil, nil, fmt.Errorf("truth: %w", err)
		}
	}
	return plant, func() any {
		senses, _ := o.senses(plant, c.Seed) // it was made before without an error
		return &Actor{Plant: plant, body: body, senses: senses}
	}, nil
}

// servos are the drives of all joints of one description.
func (o *ServoOptions) servos() ([]Servo, error) {
	timeout := messages.ModeRun
	if o.TimeoutMode != "" {
		m, err := messages.ParseMode(o.TimeoutMode)
		if err != nil {
			return nil, fmt.Errorf("timeout_mode: %w", err)
		}
		timeout = m
	}
	var all []Servo
	for _, joint := range o.Joints {
		all = append(all, Servo{Joint: joint, VelocityLimit: o.VelocityLimit, EffortLimit: o.EffortLimit, AccelerationLimit: o.AccelerationLimit,
			StopDeceleration: o.StopDeceleration, DampEffort: o.DampEffort, Bandwidth: o.Bandwidth, Stiffness: o.Stiffness, Damping: o.Damping,
			RotorInertia: o.RotorInertia, GearRatio: o.GearRatio, CurrentLag: o.CurrentLag, CoulombFriction: o.CoulombFriction,
			ViscousFriction: o.ViscousFriction, Resolution: o.Resolution, PositionNoise: o.PositionNoise, EncoderBandwidth: o.EncoderBandwidth,
			BrakeEffort: o.BrakeEffort, TorqueSensor: o.TorqueSensor, Watchdog: o.Watchdog, TimeoutMode: timeout})
	}
	return all, nil
}

// noise derives the source of one drive's noise, which no other drive shifts.
func noise(seed uint64, joint string) *rand.PCG {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, seed), "encoder/"+joint...))
	return rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))
}

// DriverOptions are the options of the kind sim of role driver.
type DriverOptions struct {
	Silence time.Duration `option:"silence" doc:"for how long the plant may stand still until its drives count as silent" min:"0.001" max:"10"`

	OpenTime    time.Duration `option:"open_time" doc:"time for which opening the bus blocks in virtual time, as that of a real one does" min:"0" max:"10"`
	SendTime    time.Duration `option:"send_time" doc:"time for which sending blocks in virtual time" min:"0" max:"1"`
	CollectTime time.Duration `option:"collect_time" doc:"time for which collecting the answers blocks in virtual time" min:"0" max:"1"`
}

// MakeDriver implements hardware.DriverMaker.
func (o *DriverOptions) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	plant, ok := c.Plant.(*Plant)
	if !ok {
		return nil, fmt.Errorf("%s: a simulated bus needs a simulated robot; add a plant of type sim to the application", c.Name)
	}
	options := BusOptions{Name: c.Name, Joints: c.Joints, Silence: o.Silence, Open: o.OpenTime, Send: o.SendTime, Collect: o.CollectTime}
	return func() (hardware.Driver, error) { return plant.NewBus(options) }, nil
}

// FaultText says what a fault code of one of its drives means.
func (*DriverOptions) FaultText(code uint16) string { return FaultText(code) }

// Register adds the kinds sim of role plant and of role driver.
func Register(r *actors.Registry) error {
	if err := actors.Register(r, "sim", actors.RolePlant, "an articulated robot with servos and wheels, simulated", PlantOptions{}); err != nil {
		return err
	}
	return actors.Register(r, "sim", actors.RoleDriver, "a bus of simulated servos of the plant", DriverOptions{Silence: 100 * time.Millisecond})
}

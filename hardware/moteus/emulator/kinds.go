package emulator

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// driverKind is the name of the kind in application files.
const driverKind = "emulated_moteus"

// Options are those of the kind emulated_moteus of role driver: the driver of kind moteus, with
// servos that are emulated and move joints of a simulated robot.
type Options struct {
	Watchdog    time.Duration `option:"watchdog" doc:"longest time between two commands, after which a servo acts by itself" min:"0.001" max:"10"`
	TimeoutMode string        `option:"timeout_mode" doc:"what a servo does then" one_of:"stopped,decelerate_and_hold,zero_velocity,brake"`

	ServoOptions []ServoOptions `option:"servos" doc:"one for each joint of the bus" required:"true"`
}

// ServoOptions describe the emulated servo of one joint. Its loop has the law of the firmware:
//
//	torque = kp kp_scale (position - q) + kd kd_scale (velocity - dq/dt) + feed-forward torque
//
// within max_torque and the cap of the command. A command without a position holds, beside its
// velocity, the position that moves with it, unless kp is zero.
type ServoOptions struct {
	moteus.ServoOptions
	Kp            float64 `option:"kp" unit:"N m/rad" doc:"stiffness of the loop at the servo's output; with 0 the servo holds no place" min:"0" max:"100000" required:"true"`
	Kd            float64 `option:"kd" unit:"N m s/rad" doc:"damping of the loop at the servo's output" min:"0" max:"10000" required:"true"`
	TimeoutTorque float64 `option:"timeout_max_torque" unit:"N m" doc:"largest torque after the watchdog has expired; 0: 5 N m" min:"0" max:"10000"`
	Voltage       float64 `option:"voltage" unit:"V" doc:"of the supply; 0: 24 V" min:"0" max:"60"`
}

// Register adds the kind emulated_moteus to a registry.
func Register(r *actors.Registry) error {
	return actors.Register(r, driverKind, actors.RoleDriver, "a bus of emulated moteus servos that move joints of a plant, over CAN-FD frames in memory",
		Options{Watchdog: 100 * time.Millisecond, TimeoutMode: moteus.TimeoutZeroVelocity.String()})
}

// UsesPlant implements hardware.PlantUser.
func (*Options) UsesPlant() bool { return true }

// FaultText returns the meaning of a fault code of a servo.
func (*Options) FaultText(code uint16) string { return moteus.FaultText(code) }

// Units returns the units of numbers that depend on the joints.
func (o *Options) Units(world *worlds.World) map[string]string {
	return moteus.Units(o.drivers(), world)
}

// drivers are the options that the driver has of the servos.
func (o *Options) drivers() []moteus.ServoOptions {
	all := make([]moteus.ServoOptions, len(o.ServoOptions))
	for i := range all {
		all[i] = o.ServoOptions[i].ServoOptions
	}
	return all
}

// MakeDriver implements hardware.DriverMaker. The servos are hardware: every driver of the bus
// meets the same ones.
func (o *Options) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	plant, ok := c.Plant.(hardware.ActuatedPlant)
	if !ok {
		return nil, errors.New("the servos have no simulated robot; expected a plant of type rigid_body in the application")
	}
	timeout, err := moteus.ParseTimeoutMode(o.TimeoutMode)
	if err != nil {
		return nil, messages.InOption("timeout_mode", err)
	}
	servos, err := moteus.Servos(o.drivers(), c.World, c.Joints)
	if err != nil {
		return nil, err
	}
	bus, arms := NewBus(0), hardware.NewArmNumbers(len(servos))
	make := func() (hardware.Driver, error) {
		d, err := moteus.New(moteus.Config{Name: c.Name, Transport: bus.Transport(), Watchdog: o.Watchdog, Timeout: timeout, Servos: servos, Arms: arms})
		if err != nil {
			return nil, err
		}
		return &driver{d, plant}, nil
	}
	driver, err := make() // it checks the options
	if err != nil {
		return nil, err
	}
	for i := range servos {
		if err := o.attach(plant, bus, servos[i], timeout, driver.Drives()[i]); err != nil {
			return nil, err
		}
	}
	return make, nil
}

// attach makes the servo of a joint, and lets it move the joint.
func (o *Options) attach(plant hardware.ActuatedPlant, bus *Bus, drive moteus.Servo, timeout moteus.TimeoutMode, info hardware.DriveInfo) error {
	for i := range o.ServoOptions {
		if options := &o.ServoOptions[i]; options.Joint == drive.Joint {
			err := plant.Attach(drive.Joint, func(j hardware.ActuatedJoint) hardware.Actuator {
				return newShaft(bus, options, drive, timeout, info, &j)
			})
			return messages.InOption(fmt.Sprintf("servos[%d].joint", i), err)
		}
	}
	return nil
}

// newShaft adds the servo of a joint to a bus.
func newShaft(bus *Bus, o *ServoOptions, drive moteus.Servo, timeout moteus.TimeoutMode, info hardware.DriveInfo, joint *hardware.ActuatedJoint) *Shaft {
	lag := 0.0
	if o.Kp > 0 {
		lag = o.Kd / o.Kp
	}
	s := &Shaft{bus: bus, drive: drive, timeout: timeout, friction: joint.Friction, fastest: joint.Limits[0].Velocity,
		model: hardware.DriveModel{DriveInfo: info, StopDeceleration: math.Inf(1), Lag: lag, Yields: o.Kp == 0}}
	v := NewServo(drive.ID, s)
	s.servo = v
	v.Settings[SettingKp], v.Settings[SettingKd] = o.Kp*2*math.Pi, o.Kd*2*math.Pi
	v.Settings[SettingTimeoutMode], v.Settings[SettingMaxTorque] = float64(timeout), drive.MaxTorque
	if o.TimeoutTorque > 0 {
		v.Settings[SettingTimeoutTorque] = o.TimeoutTorque
	}
	if o.Voltage > 0 {
		v.Voltage = o.Voltage
	}
	v.Settings[SettingPositionMin], v.Settings[SettingPositionMax] = bounds(&drive)
	bus.servos = append(bus.servos, v)
	return s
}

// bounds returns the settings of the position bounds that a servo keeps, rev; NaN for none.
func bounds(drive *moteus.Servo) (lower, upper float64) {
	revolutions := func(position float64) float64 {
		if math.IsInf(position, 0) {
			return math.NaN()
		}
		return (position - drive.Offset) / drive.PerRevolution
	}
	lower, upper = revolutions(drive.Lower), revolutions(drive.Upper)
	if drive.PerRevolution < 0 {
		lower, upper = upper, lower
	}
	return lower, upper
}

package moteus

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Options are those of the kind moteus of role driver, as application files name them.
type Options struct {
	Transport    string        `option:"transport" doc:"how frames reach the bus: fdcanusb, an adapter or UART on a serial port; socketcan, a CAN interface of the kernel" one_of:"fdcanusb,socketcan" required:"true"`
	Device       string        `option:"device" doc:"serial port, such as /dev/fdcanusb, or CAN interface, such as can0" required:"true"`
	Checksums    bool          `option:"checksums" doc:"lines of fdcanusb carry checksums, as a UART needs"`
	HostID       int           `option:"host_id" doc:"identifier of this computer on the bus" min:"0" max:"126"`
	Prefix       int           `option:"prefix" doc:"CAN prefix for which the servos are configured" min:"0" max:"8191"`
	Watchdog     time.Duration `option:"watchdog" doc:"longest time between two commands, after which a servo acts by itself" min:"0.001" max:"10"`
	TimeoutMode  string        `option:"timeout_mode" doc:"what a servo does then: its setting servo.timeout_mode, which opening the bus compares" one_of:"stopped,decelerate_and_hold,zero_velocity,brake"`
	AnswerWithin time.Duration `option:"answer_within" doc:"longest wait for the answers of one exchange" min:"0.0001" max:"1"`
	SendWithin   time.Duration `option:"send_within" doc:"longest time for which sending one frame may block" min:"0.0001" max:"1"`

	ServoOptions []ServoOptions `option:"servos" doc:"one for each joint of the bus" required:"true"`
}

// ServoOptions describe the servo of one joint.
type ServoOptions struct {
	Joint         string    `option:"joint" doc:"joint that the servo moves" required:"true"`
	ID            int       `option:"id" doc:"identifier of the servo on the bus" min:"1" max:"126" required:"true"`
	MaxTorque     float64   `option:"max_torque" unit:"N m" doc:"cap of the torque at the servo's output, in every command" min:"0.001" max:"10000" required:"true"`
	PerRevolution float64   `option:"per_revolution" unit:"rad|m" doc:"motion of the joint for one revolution of the servo's output; negative where they turn in opposite directions; left out: one revolution of a joint that turns"`
	Offset        float64   `option:"offset" unit:"rad|m" doc:"position of the joint where that of the servo is zero"`
	Limits        []float64 `option:"limits" unit:"rad|m" doc:"lower and upper bound of the joint that the servo itself keeps, by its settings servopos, which opening the bus compares; left out: it keeps none"`
}

// Register adds the kind moteus to a registry.
func Register(r *actors.Registry) error {
	return actors.Register(r, "moteus", actors.RoleDriver, "a bus of moteus servos, over CAN-FD", Options{
		Watchdog: defaultWatchdog, TimeoutMode: TimeoutZeroVelocity.String(), AnswerWithin: defaultAnswerWithin, SendWithin: time.Millisecond})
}

// MakeDriver implements hardware.DriverMaker.
func (o *Options) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	timeout, err := ParseTimeoutMode(o.TimeoutMode)
	if err != nil {
		return nil, messages.InOption("timeout_mode", err)
	}
	servos, err := Servos(o.ServoOptions, c.World, c.Joints)
	if err != nil {
		return nil, err
	}
	arms := hardware.NewArmNumbers(len(servos))
	make := func() (hardware.Driver, error) {
		transport, err := NewTransport(TransportOptions{Kind: o.Transport, Device: o.Device, Checksums: o.Checksums, SendWithin: o.SendWithin})
		if err != nil {
			return nil, err
		}
		return New(Config{Name: c.Name, Transport: transport, HostID: uint8(o.HostID), Prefix: uint16(o.Prefix), Watchdog: o.Watchdog,
			Timeout: timeout, AnswerWithin: o.AnswerWithin, Servos: servos, Arms: arms})
	}
	_, err = make() // it checks the options
	return make, err
}

// Servos returns the servos of the joints of a bus, in their order. The paths of its errors begin
// with servos, the option.
func Servos(options []ServoOptions, world *worlds.World, joints []string) ([]Servo, error) {
	var known []string
	for i, s := range options {
		path := fmt.Sprintf("servos[%d].joint", i)
		switch {
		case !slices.Contains(joints, s.Joint):
			return nil, &messages.OptionError{Path: path, Err: fmt.Errorf("joint %q is not on the bus", s.Joint), Unknown: s.Joint, Known: joints}
		case slices.Contains(known, s.Joint):
			return nil, &messages.OptionError{Path: path, Joint: s.Joint, Err: fmt.Errorf("joint %q has two servos", s.Joint), Expected: "one for each joint of the bus"}
		}
		known = append(known, s.Joint)
	}
	var all []Servo
	for _, joint := range joints {
		i := slices.Index(known, joint)
		if i < 0 {
			return nil, &messages.OptionError{Path: "servos", Joint: joint, Err: fmt.Errorf("joint %q has no servo", joint), Expected: "one for each joint of the bus"}
		}
		s, err := options[i].servo(world)
		if err != nil {
			return nil, messages.InOption(fmt.Sprintf("servos[%d]", i), err)
		}
		all = append(all, s)
	}
	return all, nil
}

// servo returns the servo of a joint of the world.
func (o *ServoOptions) servo(world *worlds.World) (Servo, error) {
	s := Servo{ID: uint8(o.ID), Joint: o.Joint, PerRevolution: o.PerRevolution, Offset: o.Offset, MaxTorque: o.MaxTorque,
		Lower: math.Inf(-1), Upper: math.Inf(1)}
	j, err := world.JointIndex(o.Joint)
	if err != nil {
		return s, messages.InOption("joint", err)
	}
	slides := world.Joint(j).Type == worlds.Prismatic
	switch {
	case s.PerRevolution == 0 && slides:
		return s, &messages.OptionError{Path: "per_revolution", Joint: o.Joint, Err: fmt.Errorf("joint %q slides", o.Joint),
			Expected: "its motion for one revolution of the servo, m"}
	case s.PerRevolution == 0:
		s.PerRevolution = 2 * math.Pi
	}
	switch len(o.Limits) {
	case 0:
	case 2:
		s.Lower, s.Upper = o.Limits[0], o.Limits[1]
	default:
		return s, &messages.OptionError{Path: "limits", Joint: o.Joint, Err: fmt.Errorf("there are %d bounds", len(o.Limits)), Expected: "two, lower and upper"}
	}
	return s, nil
}

// Units returns the units of numbers that depend on the joints.
func (o *Options) Units(world *worlds.World) map[string]string { return Units(o.ServoOptions, world) }

// Units returns the units of numbers of the option servos that depend on the joints.
func Units(options []ServoOptions, world *worlds.World) map[string]string {
	units := map[string]string{}
	for i, s := range options {
		j, err := world.JointIndex(s.Joint)
		if err != nil {
			continue
		}
		unit := worlds.UnitOf(world.Joint(j).Type, messages.ControlPosition)
		for _, name := range []string{"per_revolution", "offset", "limits"} {
			units[fmt.Sprintf("servos[%d].%s", i, name)] = unit
		}
	}
	return units
}

// FaultText returns the meaning of a fault code of a servo.
func (*Options) FaultText(code uint16) string { return FaultText(code) }

package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Options are those of the kind serial_drives. The limits of each drive are those of its joint in
// the robot description: the driver rejects a drive that keeps others.
type Options struct {
	Device       string          `option:"device" doc:"path of the serial port, or emulator for emulated drives" required:"true"`
	Watchdog     time.Duration   `option:"watchdog" doc:"longest time between two commands, after which a drive stops by itself" min:"0.002" max:"10"`
	WatchdogMode string          `option:"watchdog_mode" doc:"what a drive does then" one_of:"ramp_hold,damp,off"`
	AnswerWithin time.Duration   `option:"answer_within" doc:"longest wait for the answers of all drives" min:"0" max:"1"`
	WriteWithin  time.Duration   `option:"write_within" doc:"longest time for which a write to the port blocks" min:"0" max:"1"`
	Drives       []DriveOptions  `option:"drives" doc:"one for each joint of the bus" required:"true"`
	Switches     []SwitchOptions `option:"switches" doc:"switches on the same line"`
}

// DriveOptions describe the drive of one joint.
type DriveOptions struct {
	Joint   string `option:"joint" doc:"joint that the drive moves" required:"true"`
	Address int    `option:"address" doc:"address of the drive on the line" min:"1" max:"254" required:"true"`
}

// SwitchOptions describe one switch.
type SwitchOptions struct {
	Name    string  `option:"name" doc:"name of the switch" required:"true"`
	Address int     `option:"address" doc:"address of the switch on the line" min:"1" max:"254" required:"true"`
	Link    string  `option:"link" doc:"link of the robot that carries the switch" required:"true"`
	Beyond  float64 `option:"beyond" unit:"rad|m" doc:"position of the first drive at which an emulated switch closes"`
}

// register adds the kind serial_drives to a registry.
func register(r *actors.Registry) error {
	return actors.Register(r, "serial_drives", actors.RoleDriver, "a bus of drives on a serial line", Options{
		Watchdog: 100 * time.Millisecond, WatchdogMode: messages.ModeDamp.String(),
		AnswerWithin: 2 * time.Millisecond, WriteWithin: time.Millisecond})
}

// MakeDriver implements hardware.DriverMaker.
func (o *Options) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	bus := busConfig{name: c.Name, openWithin: 100 * time.Millisecond, answerWithin: o.AnswerWithin, arms: hardware.NewArmNumbers(len(c.Joints))}
	if err := o.describe(&bus, c); err != nil {
		return nil, err
	}
	makeDriver := func() (hardware.Driver, error) {
		b := bus
		b.port = newSerialPort(o.Device, o.WriteWithin)
		return newDriver(b)
	}
	if o.Device == "emulator" {
		bus.answerWithin = 0
		line := emulate(&bus, o.Switches)
		line.faults = c.Faults
		makeDriver = func() (hardware.Driver, error) {
			b := bus
			b.port = &memoryPort{emulator: line}
			d, err := newDriver(b)
			return emulated{d, line}, err
		}
	}
	_, err := makeDriver() // it checks the description
	return makeDriver, err
}

// describe fills in the drives in the order of the joints, and the switches.
func (o *Options) describe(bus *busConfig, c hardware.DriverContext) error {
	mode, err := messages.ParseMode(o.WatchdogMode)
	if err != nil {
		return messages.InOption("watchdog_mode", err)
	}
	taken := map[int]string{}
	take := func(path string, address int, user string) error {
		if other, is := taken[address]; is {
			return &messages.OptionError{Path: path + ".address", Err: fmt.Errorf("%s and %s have address %d", other, user, address), Expected: "an address of its own for each"}
		}
		taken[address] = user
		return nil
	}
	for i, d := range o.Drives {
		path := fmt.Sprintf("drives[%d]", i)
		if !slices.Contains(c.Joints, d.Joint) {
			return &messages.OptionError{Path: path + ".joint", Err: fmt.Errorf("joint %q is not on the bus", d.Joint), Unknown: d.Joint, Known: c.Joints}
		}
		if err := take(path, d.Address, "the drive of joint "+d.Joint); err != nil {
			return err
		}
	}
	for i, s := range o.Switches {
		if err := take(fmt.Sprintf("switches[%d]", i), s.Address, "switch "+s.Name); err != nil {
			return err
		}
		bus.switches = append(bus.switches, switchConfig{uint8(s.Address), s.info()})
	}
	for _, joint := range c.Joints {
		i := slices.IndexFunc(o.Drives, func(d DriveOptions) bool { return d.Joint == joint })
		if i < 0 {
			return &messages.OptionError{Path: "drives", Joint: joint, Err: errors.New("the joint has no drive"), Expected: "one for each joint of the bus"}
		}
		limits, err := limitsOf(c.World, joint)
		if err != nil {
			return messages.InOption(fmt.Sprintf("drives[%d].joint", i), err)
		}
		bus.drives = append(bus.drives, driveConfig{uint8(o.Drives[i].Address), hardware.DriveInfo{
			Name: fmt.Sprintf("drive_%d", o.Drives[i].Address), Joint: joint, Limits: limits,
			Controls: []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlPosition | messages.ControlVelocity},
			Watchdog: hardware.Watchdog{Timeout: o.Watchdog, Mode: mode},
			Measures: hardware.Measurements{Temperature: true, FaultWord: true},
		}})
	}
	return nil
}

// limitsOf returns the limits of a joint in the robot description, which its drive must keep.
func limitsOf(world *worlds.World, joint string) (hardware.Limits, error) {
	j, err := world.JointIndex(joint)
	if err != nil {
		return hardware.Limits{}, err
	}
	if len(world.Joint(j).Limits) != 1 {
		return hardware.Limits{}, errors.New("a drive moves a joint of one degree of freedom")
	}
	l := world.Joint(j).Limits[0]
	return hardware.Limits{Lower: l.Lower, Upper: l.Upper, Velocity: l.Velocity, Acceleration: l.Acceleration, Effort: l.Effort}, nil
}

func (s *SwitchOptions) info() hardware.SensorInfo {
	return hardware.SensorInfo{Name: s.Name, Kind: messages.SwitchSensor, Link: s.Link}
}

// Sensors implements hardware.SensorLister.
func (o *Options) Sensors(any) (list hardware.SensorList, err error) {
	for i := range o.Switches {
		list = append(list, o.Switches[i].info())
	}
	return list, nil
}

// emulate returns a line with emulated drives that have the settings which the bus expects.
func emulate(bus *busConfig, switches []SwitchOptions) *emulator {
	line := &emulator{}
	for _, d := range bus.drives {
		l := d.info.Limits
		line.drives = append(line.drives, newEmulatedDrive(d.address, driveSettings{
			wireOf(d.info.Watchdog.Mode), uint16(d.info.Watchdog.Timeout / time.Millisecond), l.Lower, l.Upper, l.Velocity, l.Acceleration, l.Effort}))
	}
	for i := range switches {
		line.switches = append(line.switches, &emulatedSwitch{address: uint8(switches[i].Address), drive: line.drives[0], beyond: switches[i].Beyond})
	}
	return line
}

// DriveFaults implements hardware.FaultyDrives: the emulator carries these out. Drives on a serial
// port need nobody who breaks them.
func (o *Options) DriveFaults() []actors.FaultKind {
	if o.Device != "emulator" {
		return nil
	}
	return []actors.FaultKind{actors.FaultMute, actors.FaultStuckJoint}
}

// FaultText returns the meaning of a fault code in words.
func (*Options) FaultText(code uint16) string {
	switch code {
	case 1:
		return "over voltage"
	case 2:
		return "encoder fault"
	case overheated:
		return "over temperature"
	}
	return fmt.Sprintf("unknown code %d", code)
}

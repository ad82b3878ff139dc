package hardware_test

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// oneDrive is a driver in its shortest form: one drive in memory that obeys at once. A real driver
// sends frames in Send and Stop, and reads them in Collect.
type oneDrive struct {
	open     bool
	position float64 // rad
	ratchet  *hardware.Ratchet
}

func newOneDrive() *oneDrive {
	d := &oneDrive{}
	d.ratchet = hardware.NewRatchet("arm/bus", d.Drives(), nil)
	return d
}

func (d *oneDrive) Bus() hardware.BusInfo { return hardware.BusInfo{Name: "arm/bus"} }

func (d *oneDrive) Drives() []hardware.DriveInfo {
	return []hardware.DriveInfo{{Name: "d1", Joint: "shoulder", Controls: []messages.ControlMode{messages.ControlPosition},
		Limits:   hardware.Limits{Lower: -2, Upper: 2, Velocity: 3, Acceleration: 20, Effort: 10},
		Watchdog: hardware.Watchdog{Timeout: 100 * time.Millisecond, Mode: messages.ModeRampHold}}}
}

func (d *oneDrive) Open(messages.Instant, time.Duration) error {
	d.open = true
	d.ratchet.Found(0, messages.ModeOff)
	return nil
}

func (d *oneDrive) Send(_ messages.Instant, c *messages.DriveCommand) error {
	if !d.open {
		return hardware.ErrNotOpen
	}
	refused := d.ratchet.Take(c)
	if d.ratchet.Obeys(0) {
		d.position = c.Position[0]
	}
	return refused
}

func (d *oneDrive) Collect(_ messages.Instant, _ time.Duration, s *messages.DriveState) error {
	if !d.open {
		return hardware.ErrNotOpen
	}
	s.Position[0], s.Velocity[0], s.Effort[0] = d.position, 0, 0
	s.Mode[0], s.Arm[0], s.Fault[0], s.Answered[0] = d.ratchet.Target(0), d.ratchet.Arm(0), 0, true
	hardware.ClearOptional(s, 0)
	return nil
}

func (d *oneDrive) Stop(_ messages.Instant, modes []messages.Mode) error {
	if !d.open {
		return hardware.ErrNotOpen
	}
	d.ratchet.Stop(0, modes)
	return nil
}

func (d *oneDrive) Close() error { d.open = false; return nil }

func ExampleDriver() {
	var driver hardware.Driver = newOneDrive()
	if err := driver.Open(0, time.Second); err != nil {
		fmt.Println(err)
		return
	}
	command, state := hardware.NewCommand(1), hardware.NewState(1)
	command.Mode[0], command.Control[0], command.Position[0], command.Arm[0] = messages.ModeRun, messages.ControlPosition, 0.5, 1
	if err := hardware.Exchange(driver, 0, command, state); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(state.Mode[0], state.Position[0])
	fmt.Println(driver.Stop(0, []messages.Mode{messages.ModeRampHold}), driver.Close())
	// Output:
	// run 0.5
	// <nil> <nil>
}

func ExampleRatchet() {
	drives := newOneDrive().Drives()
	ratchet := hardware.NewRatchet("arm/bus", drives, hardware.NewArmNumbers(len(drives)))
	ratchet.Found(0, messages.ModeRun) // its watchdog leads to ramp_hold
	command := hardware.NewCommand(1)
	command.Mode[0], command.Control[0] = messages.ModeRun, messages.ControlPosition
	for _, arm := range []uint32{0, 1} {
		command.Arm[0] = arm
		fmt.Println(ratchet.Take(command), ratchet.Obeys(0), ratchet.Target(0))
	}
	fmt.Println(ratchet.Stop(0, []messages.Mode{messages.ModeDamp}))
	fmt.Println(ratchet.Take(command), ratchet.Obeys(0), ratchet.Target(0))
	// Output:
	// <nil> false ramp_hold
	// <nil> true run
	// damp
	// <nil> false damp
}

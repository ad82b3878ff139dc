package command

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/messages"
)

// emulatedStep is how often the emulated servos live, in real time.
const emulatedStep = time.Millisecond

func newMoteusEmulate() *cobra.Command {
	c := &cobra.Command{
		Use:   "emulate ID...",
		Short: "Emulate servos on a pseudo terminal, in real time",
		Long: `Emulate servos that turn rotors of 0.002 kg m^2, as if they hung on an fdcanusb adapter, until Ctrl-C. The first line of
the output is the path of the serial port, for --device and for the option device of an application file.`,
		Args: atLeast("ID"),
	}
	mode := c.Flags().String("timeout-mode", moteus.TimeoutZeroVelocity.String(), "what the servos do when their watchdog expires: stopped, decelerate_and_hold, zero_velocity or brake")
	prefix := c.Flags().Uint16("servo-prefix", 0, "CAN prefix for which the servos are configured")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		ids, err := servoIDs(arguments)
		if err != nil {
			return err
		}
		timeout, err := moteus.ParseTimeoutMode(*mode)
		if err != nil {
			return usageError{fmt.Errorf("--timeout-mode: %w", err)}
		}
		var servos []*emulator.Servo
		for _, id := range ids {
			s := emulator.NewServo(id, &emulator.Rotor{Inertia: 0.002, Friction: 0.01})
			s.Settings[emulator.SettingTimeoutMode] = float64(timeout)
			servos = append(servos, s)
		}
		return emulate(c, emulator.NewBus(*prefix, servos...))
	}
	return c
}

// emulate serves a bus until the command is interrupted.
func emulate(c *cobra.Command, bus *emulator.Bus) (err error) {
	port, path, err := emulator.OpenPort()
	if err != nil {
		return err
	}
	keep, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOCTTY, 0) // a terminal whose last user closes it ends
	if err != nil {
		return errors.Join(err, port.Close())
	}
	defer func() { err = errors.Join(err, keep.Close(), port.Close()) }()
	fmt.Fprintln(c.OutOrStdout(), path)
	ended := make(chan error, 1)
	go func() { ended <- bus.ServeLines(port) }()
	begin, ticks := time.Now(), time.NewTicker(emulatedStep)
	defer ticks.Stop()
	for {
		select {
		case <-c.Context().Done():
			return nil
		case err := <-ended:
			return err
		case <-ticks.C:
			bus.Advance(messages.Instant(time.Since(begin)))
		}
	}
}

package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/robo-actors/robo-actors/hardware/moteus"
)

// bus has the flags that name a bus of moteus servos.
type bus struct {
	transport, device string
	checksums         bool
	prefix            uint16
	hostID            uint8
}

func (b *bus) flags(c *cobra.Command) {
	f := c.PersistentFlags()
	f.StringVar(&b.transport, "transport", "fdcanusb", "fdcanusb, an adapter or UART on a serial port, or socketcan, a CAN interface")
	f.StringVar(&b.device, "device", "/dev/fdcanusb", "serial port or CAN interface")
	f.BoolVar(&b.checksums, "checksums", false, "lines of fdcanusb carry checksums, as a UART needs")
	f.Uint16Var(&b.prefix, "prefix", 0, "CAN prefix of the servos")
	f.Uint8Var(&b.hostID, "host-id", 0, "identifier of this computer on the bus")
}

// use opens the bus for f.
func (b *bus) use(f func(*moteus.Tool) error) error {
	transport, err := moteus.NewTransport(moteus.TransportOptions{Kind: b.transport, Device: b.device, Checksums: b.checksums})
	if err != nil {
		return usageError{err}
	}
	tool, err := moteus.NewTool(transport, b.prefix, b.hostID)
	if err != nil {
		return err
	}
	return errors.Join(f(tool), tool.Close())
}

// silent says what to look for on a bus where no servo answers.
func (b *bus) silent() error {
	serial := ""
	if b.transport == "fdcanusb" && !b.checksums {
		serial = "; a UART needs --checksums, and so does a servo that has received one since it got its supply"
	}
	return fmt.Errorf("no servo answers on %s %s; check the supply of the servos, the cable, --prefix and --host-id%s", b.transport, b.device, serial)
}

func newMoteus() *cobra.Command {
	c := &cobra.Command{
		Use:   "moteus",
		Short: "Look for moteus servos on a bus, read them and stop them",
		Long: `Talk to the moteus servos of a bus that no application uses.

  robo-actors moteus scan --device /dev/fdcanusb
  robo-actors moteus read 1 2 --transport socketcan --device can0
  robo-actors moteus stop`,
	}
	var b bus
	b.flags(c)
	c.AddCommand(newMoteusScan(&b), newMoteusRead(&b), newMoteusStop(&b), newMoteusEmulate())
	return group(c)
}

func newMoteusScan(b *bus) *cobra.Command {
	c := &cobra.Command{
		Use:   "scan",
		Short: "List the servos that answer",
		Long: `Ask every identifier from 1 to 126, which takes at most a second, and list the servos that answer. A servo that runs goes
on: a query neither stops a servo nor feeds its watchdog.`,
		Args: exactly(),
	}
	asJSON := c.Flags().Bool("json", false, "print JSON")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return b.use(func(t *moteus.Tool) error {
			all, err := t.Scan()
			if err != nil {
				return err
			}
			if len(all) == 0 {
				return b.silent()
			}
			return printServos(c.OutOrStdout(), all, *asJSON)
		})
	}
	return c
}

func newMoteusRead(b *bus) *cobra.Command {
	c := &cobra.Command{
		Use:   "read ID...",
		Short: "Read the state and the settings of servos",
		Long: `Read the state of servos, and the settings that an application file must agree with: servo.timeout_mode, and the position
bounds servopos.position_min and servopos.position_max, in revolutions of the output.

With --registers, read every register of the moteus protocol instead, one after the other: they are not of one instant. Those
that the firmware of a servo lacks are left out.`,
		Args: atLeast("ID"),
	}
	asJSON := c.Flags().Bool("json", false, "print JSON")
	registers := c.Flags().Bool("registers", false, "read every register that the servo has")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		ids, err := servoIDs(arguments)
		if err != nil {
			return err
		}
		return b.use(func(t *moteus.Tool) error {
			if *registers {
				return printRegisters(c.OutOrStdout(), t, ids, *asJSON)
			}
			var all []moteus.Found
			for _, id := range ids {
				found, err := t.Query(id)
				if err != nil {
					return err
				}
				all = append(all, found)
			}
			if err := printServos(c.OutOrStdout(), all, *asJSON); err != nil || *asJSON {
				return err
			}
			return printSettings(c.OutOrStdout(), t, ids)
		})
	}
	return c
}

func newMoteusStop(b *bus) *cobra.Command {
	c := &cobra.Command{
		Use:   "stop [ID...]",
		Short: "Stop servos: remove their torque and clear their faults",
		Long: `Stop servos, by default all that answer, and wait until each confirms it. A stopped servo has no torque: a joint that
carries weight falls.`,
	}
	asJSON := c.Flags().Bool("json", false, "print JSON")
	c.RunE = func(c *cobra.Command, arguments []string) error {
		ids, err := servoIDs(arguments)
		if err != nil {
			return err
		}
		return b.use(func(t *moteus.Tool) error {
			all, err := b.stopServos(t, ids)
			if len(all) > 0 {
				err = errors.Join(printServos(c.OutOrStdout(), all, *asJSON), err)
			}
			return err
		})
	}
	return c
}

// stopServos stops the servos with those identifiers, or all that answer. One that fails does not
// keep the others from being stopped.
func (b *bus) stopServos(t *moteus.Tool, ids []uint8) (all []moteus.Found, err error) {
	if len(ids) == 0 {
		found, err := t.Scan()
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			ids = append(ids, f.ID)
		}
		if len(ids) == 0 {
			return nil, fmt.Errorf("no servo was stopped: %w", b.silent())
		}
	}
	var errs []error
	for _, id := range ids {
		found, err := t.Stop(id)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		all = append(all, found)
	}
	return all, errors.Join(errs...)
}

// servoIDs reads identifiers.
func servoIDs(arguments []string) (ids []uint8, err error) {
	for _, text := range arguments {
		id, err := strconv.ParseUint(text, 10, 8)
		if err != nil || id < 1 || id > 126 {
			return nil, usageError{fmt.Errorf("%q is no identifier of a servo; expected 1 to 126", text)}
		}
		ids = append(ids, uint8(id))
	}
	return ids, nil
}

// servoLine is a servo in JSON.
type servoLine struct {
	ID          uint8   `json:"id"`
	Mode        string  `json:"mode"`
	Position    float64 `json:"position_rev"`
	Velocity    float64 `json:"velocity_rev_s"`
	Torque      float64 `json:"torque_Nm"`
	Voltage     float64 `json:"voltage_V"`
	Temperature float64 `json:"temperature_degC"`
	Fault       string  `json:"fault,omitempty"`
}

func printServos(w io.Writer, all []moteus.Found, asJSON bool) error {
	var lines []servoLine
	for _, f := range all {
		line := servoLine{ID: f.ID, Mode: f.Mode.String(), Position: f.Position, Velocity: f.Velocity, Torque: f.Torque, Voltage: f.Voltage, Temperature: f.Temperature}
		if f.Fault != 0 {
			line.Fault = fmt.Sprintf("%d: %s", f.Fault, moteus.FaultText(f.Fault))
		}
		lines = append(lines, line)
	}
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(lines)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "id\tmode\tposition [rev]\tvelocity [rev/s]\ttorque [N m]\tvoltage [V]\ttemperature [degC]\tfault")
	for _, l := range lines {
		fmt.Fprintf(table, "%d\t%s\t%.4f\t%.3f\t%.3f\t%.1f\t%.0f\t%s\n", l.ID, l.Mode, l.Position, l.Velocity, l.Torque, l.Voltage, l.Temperature, l.Fault)
	}
	return table.Flush()
}

// printSettings prints the settings that an application file must agree with.
func printSettings(w io.Writer, t *moteus.Tool, ids []uint8) error {
	for _, id := range ids {
		model, firmware, registerMap, err := t.Versions(id)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "servo %d: model %#x, firmware %#x, register map %d\n", id, model, firmware, registerMap)
		for _, name := range []string{"servo.timeout_mode", "servopos.position_min", "servopos.position_max"} {
			x, err := t.Setting(id, name)
			if err != nil {
				return err
			}
			text := ""
			if name == "servo.timeout_mode" {
				text = fmt.Sprintf(" (%s)", moteus.TimeoutMode(x))
			}
			if _, err := fmt.Fprintf(w, "  %s %g%s\n", name, x, text); err != nil {
				return err
			}
		}
	}
	return nil
}

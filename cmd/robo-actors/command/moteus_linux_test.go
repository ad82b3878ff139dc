package command

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
)

// emulatedPort returns the serial port of an emulated servo with the identifier 4.
func emulatedPort(t *testing.T) string {
	t.Helper()
	port, path, err := emulator.OpenPort()
	if err != nil {
		t.Fatal(err)
	}
	keep, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOCTTY, 0) // a terminal whose last user closes it ends
	if err != nil {
		t.Fatal(err)
	}
	bus := emulator.NewBus(0, emulator.NewServo(4, &emulator.Rotor{Inertia: 0.002, Position: 0.25}))
	go bus.ServeLines(port) //nolint:errcheck // it ends with the test
	t.Cleanup(func() { _, _ = keep.Close(), port.Close() })
	return path
}

// moteusOutput runs a verb of the tool for moteus servos.
func moteusOutput(t *testing.T, arguments ...string) string {
	t.Helper()
	var out bytes.Buffer
	c := newMoteus()
	c.SetArgs(arguments)
	c.SetOut(&out)
	if err := c.Execute(); err != nil {
		t.Fatalf("moteus %s: %v", strings.Join(arguments, " "), err)
	}
	return out.String()
}

func TestMoteusReadPrintsEveryRegister(t *testing.T) {
	path := emulatedPort(t)
	text := moteusOutput(t, "read", "4", "--registers", "--device", path)
	for _, line := range []string{"4 0x001 position 0.25 rev", "4 0x025 command_maximum_torque none", "4 0x102 register_map_version 5", "4 0x153 uuid_4 0"} {
		if !strings.Contains("\n"+strings.Join(strings.Fields(text), " ")+" ", " "+line+" ") {
			t.Errorf("%q is missing in\n%s", line, text)
		}
	}
	var servos []servoRegisters
	if err := json.Unmarshal([]byte(moteusOutput(t, "read", "4", "--registers", "--json", "--device", path)), &servos); err != nil {
		t.Fatal(err)
	}
	if len(servos) != 1 || servos[0].ID != 4 || len(servos[0].Registers) != strings.Count(text, "\n")-1 {
		t.Fatalf("%+v as JSON, in the table\n%s", servos, text)
	}
	for _, r := range servos[0].Registers {
		if r.Name == "command_maximum_torque" && r.Value != nil {
			t.Errorf("%s is %g, want null", r.Name, *r.Value)
		}
		if r.Name == "position" && (r.Value == nil || *r.Value != 0.25 || r.Unit != "rev" || r.Register != "0x001") {
			t.Errorf("the position is %+v", r)
		}
	}
}

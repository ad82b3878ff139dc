package moteus_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/hardware/moteus/emulator"
)

func TestAToolFindsReadsAndStopsServos(t *testing.T) {
	bus := emulated(moteus.TimeoutHold, 3)
	failed := bus.Servos()[1]
	failed.Failure = 38
	tool, err := moteus.NewTool(port(t, bus, true), 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	defer tool.Close()
	tool.ScanWithin = 20 * time.Millisecond
	all, err := tool.Scan()
	for scans := 1; scans < 20 && err == nil && len(all) < 3; scans++ {
		all, err = tool.Scan() // a servo whose goroutine waits for a processor is found by a later scan
	}
	if err != nil || len(all) != 3 || all[0].ID != 1 || all[1].ID != 2 || all[2].ID != 7 {
		t.Fatalf("found %+v, %v; want the servos 1, 2 and 7", all, err)
	}
	if math.Abs(all[0].Position-0.1) > 1e-6 || all[0].Voltage != 24 || all[0].Temperature != 30 || all[0].Mode != moteus.ServoStopped {
		t.Errorf("servo 1 is read as %+v; want it stopped at 0.1 rev, with 24 V and 30 degC", all[0])
	}
	if mode, err := tool.Setting(7, emulator.SettingTimeoutMode); err != nil || mode != 10 {
		t.Errorf("servo.timeout_mode of servo 7 is %g, %v; want 10", mode, err)
	}
	if _, err := tool.Setting(7, "servo.nothing"); err == nil || !strings.Contains(err.Error(), "servo.nothing") {
		t.Errorf("an unknown setting gives %v, want its name", err)
	}
	if _, _, registerMap, err := tool.Versions(2); err != nil || registerMap != 5 {
		t.Errorf("the register map is %d, %v; want 5", registerMap, err)
	}
	if found, err := tool.Stop(2); err != nil || found.Mode != moteus.ServoStopped || found.Fault != 0 {
		t.Errorf("stopping servo 2 gives %+v, %v; want it stopped without a fault", found, err)
	}
	if _, err := tool.Query(9); err == nil || !strings.Contains(err.Error(), "servo 9") {
		t.Errorf("a servo that is not there gives %v, want an error that names it", err)
	}
}

// TestNoiseBetweenLinesIsSkipped feeds a port what a disturbed line, a chatty adapter and a cut
// line leave.
func TestNoiseBetweenLinesIsSkipped(t *testing.T) {
	file, path, err := emulator.OpenPort()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	transport, err := moteus.NewTransport(moteus.TransportOptions{Kind: "fdcanusb", Device: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := transport.Open(0); err != nil {
		t.Fatal(err)
	}
	defer transport.Close()
	var f moteus.Frame
	for _, text := range []string{"\x00\xff garbage\r\n", "rcv 100 0", "\nrcv zz 00\n", "OK\nERR no\n", strings.Repeat("x", 9000) + "\n"} {
		for len(text) > 0 { // a terminal takes some thousand bytes at once
			n := min(len(text), 1000)
			if _, err := file.WriteString(text[:n]); err != nil {
				t.Fatal(err)
			}
			text = text[n:]
			if _, ok := transport.Receive(&f, 0); ok {
				t.Errorf("noise is taken for the frame %+v", f)
			}
		}
	}
	if _, err := file.WriteString("rcv 100 21000a E B\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, ok := transport.Receive(&f, 10*time.Second); !ok || f.ID != 0x100 || f.Length != 3 || f.Data[2] != 10 {
		t.Errorf("after the noise a frame: %t, %+v; want the one that was sent", ok, f)
	}
}

// TestAToolReadsEveryRegister reads a servo that was just powered up.
func TestAToolReadsEveryRegister(t *testing.T) {
	bus := emulated(moteus.TimeoutHold, 0)
	tool, err := moteus.NewTool(port(t, bus, true), 0, 5)
	if err != nil {
		t.Fatal(err)
	}
	defer tool.Close()
	all, err := tool.Registers(1)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"mode": 0, "position": 0.1, "voltage": 24, "board_temperature": 30, "register_map_version": 5, "multiplex_id": 1,
		"command_kp_scale": 1, "command_integral_limit_scale": 1, "command_maximum_torque": math.NaN(), "command_stop_position": math.NaN(),
		"command_fixed_current": math.NaN(), "control_position": math.NaN(), "position_error": 0, "encoder_0_position": 0.1, "encoder_validity": 3,
		"driver_fault_1": 0, "uuid_4": 0, "within_lower_bound": math.NaN(), "torque_error": 0, "total_torque": 0}
	units := map[string]string{"position": "rev", "voltage": "V", "command_acceleration_limit": "rev/s^2", "power": "W", "mode": "", "command_kp_scale": ""}
	last := -1
	for _, r := range all {
		if int(r.Number) <= last {
			t.Errorf("register %#03x comes after %#03x", r.Number, last)
		}
		last = int(r.Number)
		if value, known := want[r.Name]; known && !(math.Abs(r.Value-value) < 1e-6 || value != value && r.Value != r.Value) {
			t.Errorf("%s is %g, want %g", r.Name, r.Value, value)
		}
		delete(want, r.Name)
		if unit, known := units[r.Name]; known && r.Unit != unit {
			t.Errorf("the unit of %s is %q, want %q", r.Name, r.Unit, unit)
		}
	}
	if len(want) > 0 {
		t.Errorf("the registers %v are missing among %v", want, all)
	}
	if _, err := tool.Registers(9); err == nil || !strings.Contains(err.Error(), "servo 9") {
		t.Errorf("a servo that is not there gives %v, want an error that names it", err)
	}
}

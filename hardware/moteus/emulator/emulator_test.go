package emulator_test

import (
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	. "github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/messages"
)

// servo is one servo with identifier 1 and a transport to it.
type servo struct {
	t   *testing.T
	bus *Bus
	*Servo
	transport moteus.Transport
	now       messages.Instant
}

func newServo(t *testing.T) *servo {
	s := NewServo(1, &Rotor{Inertia: 0.002, Friction: 0.01})
	bus := NewBus(0, s)
	transport := bus.Transport()
	if err := transport.Open(0); err != nil {
		t.Fatal(err)
	}
	return &servo{t: t, bus: bus, Servo: s, transport: transport}
}

// send sends a payload in hexadecimal and returns the answer without its padding.
func (s *servo) send(payload string) string {
	s.t.Helper()
	data, err := hex.DecodeString(payload)
	if err != nil {
		s.t.Fatal(err)
	}
	f := moteus.Frame{ID: 0x8001}
	f.Set(data)
	if err := s.transport.Send(&f); err != nil {
		s.t.Fatal(err)
	}
	if _, ok := s.transport.Receive(&f, 0); !ok {
		return "silence"
	}
	return unpadded(hex.EncodeToString(f.Bytes()))
}

// unpadded removes the padding of a frame in hexadecimal.
func unpadded(text string) string {
	for strings.HasSuffix(text, "50") {
		text = strings.TrimSuffix(text, "50")
	}
	return text
}

func (s *servo) live(d time.Duration) {
	s.now = s.now.Add(d)
	s.bus.Advance(s.now)
}

// starts is for how long a servo enables its motor driver and calibrates its current sensors.
const starts = 10 * time.Millisecond

// Frames of the reference of the protocol.
const (
	stop         = "010000"
	upkieStop    = "01000015001b01130d"
	upkieMove    = "01000a0e200000803e000000bf0f230000803f0000803f0000803f15001b01130d"
	wheelForever = "01000a0e200000c07f000000000d270000c07f" // velocity 0, watchdog NaN
	query        = "11001f01130d"
)

func TestThePublishedFramesOfUpkieAreAnswered(t *testing.T) {
	s := newServo(t)
	// stopped, at 0 rev, at rest, without torque, 24 V, 30 degC, no fault
	if got, want := s.send(upkieStop), "25000000"+"2b01"+"000000000000000000000000"+"230d301e00"; got != want {
		t.Errorf("the stop is answered with %s, want %s", got, want)
	}
	s.Settings[SettingKp] = 40
	s.send(upkieMove)
	s.live(starts)
	if got := s.send(upkieMove); !strings.HasPrefix(got, "25000a002b01") || s.Mode() != moteus.ServoPosition {
		t.Errorf("the position is answered with %s in %s, want mode 10", got, s.Mode())
	}
	if math.Abs(s.Torque()-1) > 1e-9 {
		t.Errorf("the torque is %g, want the cap of the command, 1", s.Torque())
	}
}

func TestTheWatchdogCountsWithoutCommandsOnlyAndLatches(t *testing.T) {
	s := newServo(t)
	for range 50 { // commands feed it
		s.send(upkieMove)
		s.live(10 * time.Millisecond)
	}
	if s.Mode() != moteus.ServoPosition {
		t.Fatalf("with commands the servo is in %s", s.Mode())
	}
	for range 12 { // queries do not
		s.send(query)
		s.live(10 * time.Millisecond)
	}
	if s.Mode() != moteus.ServoTimeout {
		t.Fatalf("after 120 ms of queries the servo is in %s, want timeout", s.Mode())
	}
	s.send(upkieMove)
	s.live(time.Second)
	if s.Mode() != moteus.ServoTimeout {
		t.Errorf("a command leads out of timeout, to %s", s.Mode())
	}
	if _, velocity := s.Joint.Motion(); math.Abs(velocity) > 1e-3 {
		t.Errorf("in timeout with zero velocity it turns with %g rev/s", velocity)
	}
	s.send(stop)
	s.send(upkieMove)
	s.live(starts)
	if s.Mode() != moteus.ServoPosition {
		t.Errorf("after a stop and a command the servo is in %s, want position", s.Mode())
	}
}

// TestAWatchdogOfNaNNeverExpires shows the trap of the protocol that the driver avoids.
func TestAWatchdogOfNaNNeverExpires(t *testing.T) {
	s := newServo(t)
	s.send(wheelForever)
	s.live(time.Hour / 60)
	if s.Mode() != moteus.ServoPosition {
		t.Errorf("a minute after its newest command the servo is in %s, want position", s.Mode())
	}
}

func TestWritingTheModeResetsTheCommand(t *testing.T) {
	s := newServo(t)
	s.send(upkieMove)
	s.live(starts)
	s.send("01000a") // position 0, at once and with the full torque
	s.live(5 * time.Millisecond)
	if got := s.send("1d20"); got != "2d2000000000" {
		t.Errorf("the commanded position is %s, want 0", got)
	}
	if got := s.send("1d25"); got != "2d250000c07f" {
		t.Errorf("the torque cap is %s, want NaN", got)
	}
}

func TestAFaultLatchesUntilAStop(t *testing.T) {
	s := newServo(t)
	s.send(upkieMove)
	s.live(starts)
	s.Failure = 38
	s.live(time.Millisecond)
	if got := s.send("1100110f"); got != "2100"+"01"+"210f26" {
		t.Errorf("mode and fault are %s, want 1 and 38", got)
	}
	s.Failure = 0
	s.send(upkieMove)
	if s.Mode() != moteus.ServoFault {
		t.Errorf("a command leads out of the fault, to %s", s.Mode())
	}
	s.send(stop)
	if got := s.send("1100110f"); got != "210000210f00" {
		t.Errorf("after a stop mode and fault are %s, want 0 and 0", got)
	}
}

func TestRegistersThatTheServoLacksAreRejectedWithTheirCode(t *testing.T) {
	s := newServo(t)
	if got := s.send("11ff0f"); got != "31ff0f01" {
		t.Errorf("an unknown register is read as %s, want a read error with code 1", got)
	}
	if got := s.send("0101" + "05"); got != "300102" {
		t.Errorf("writing the position is answered with %s, want a write error with code 2", got)
	}
}

// As mjlib's server does, the one of the firmware.
func TestAReadOfARegisterThatTheServoLacksEndsTheAnswer(t *testing.T) {
	s := newServo(t)
	for _, c := range []struct{ read, want string }{
		{"1306", "310801"}, // 0x006 to 0x008: the servo has the first two
		{"110d" + "1108" + "110d", "210d30" + "310801"}, // voltage, 0x008, voltage
		{"11" + "8002", "31800201"},                     // the model number as int8: the firmware has it as int32
		{"19" + "8002", "29800200000000"},
	} {
		if got := s.send(c.read); got != c.want {
			t.Errorf("%s is answered with %s, want %s", c.read, got, c.want)
		}
	}
}

func TestFramesForOthersHaveNoAnswer(t *testing.T) {
	s := newServo(t)
	for _, id := range []uint32{0x8002, 0x18001, 0x0001, 0x8000} {
		f := moteus.Frame{ID: id}
		f.Set([]byte{0x11, 0x00})
		if err := s.transport.Send(&f); err != nil {
			t.Fatal(err)
		}
		if _, ok := s.transport.Receive(&f, 0); ok {
			t.Errorf("identifier %#x is answered", id)
		}
	}
	f := moteus.Frame{ID: 0x807f}
	f.Set([]byte{0x11, 0x00})
	if err := s.transport.Send(&f); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.transport.Receive(&f, 0); !ok || f.ID != 0x100 {
		t.Errorf("a broadcast is answered by %#x, %t; want 0x100", f.ID, ok)
	}
}

func TestTheTimeoutModeOfTheSettingsDecides(t *testing.T) {
	for mode, still := range map[moteus.TimeoutMode]bool{moteus.TimeoutStopped: false, moteus.TimeoutHold: true, moteus.TimeoutZeroVelocity: false, moteus.TimeoutBrake: false} {
		s := newServo(t)
		s.Settings[SettingTimeoutMode] = float64(mode)
		s.Settings[SettingKd] = 0.5
		s.send("01000a0e200000c07f000000000d270ad7233c") // velocity 0, watchdog 10 ms
		s.live(200 * time.Millisecond)
		if s.Mode() != moteus.ServoTimeout {
			t.Fatalf("%s: the servo is in %s, want timeout", mode, s.Mode())
		}
		s.Joint = &loaded{Rotor: *s.Joint.(*Rotor), torque: -0.1}
		s.live(2 * time.Second)
		position, velocity := s.Joint.Motion()
		if holds := math.Abs(velocity) < 1e-4 && math.Abs(position) < 0.1; holds != still {
			t.Errorf("%s: under a load the joint is at %g rev with %g rev/s; holds: %t, want %t", mode, position, velocity, holds, still)
		}
	}
}

// loaded is a rotor with a constant load.
type loaded struct {
	Rotor
	torque float64
}

func (l *loaded) Advance(torque float64, dt time.Duration) { l.Rotor.Advance(torque+l.torque, dt) }

func TestAServoLeavesModeStoppedThroughItsStart(t *testing.T) {
	s := newServo(t)
	s.Settings[SettingKp] = 40
	var modes []moteus.ServoMode
	for range 12 {
		s.send(upkieMove) // a host repeats its command meanwhile
		if n := len(modes); n == 0 || modes[n-1] != s.Mode() {
			modes = append(modes, s.Mode())
		}
		if s.Mode() != moteus.ServoPosition && s.Torque() != 0 {
			t.Errorf("in %s the torque is %g", s.Mode(), s.Torque())
		}
		s.live(time.Millisecond)
	}
	if want := []moteus.ServoMode{moteus.ServoEnabling, moteus.ServoCalibrating, moteus.ServoCalibrated, moteus.ServoPosition}; !slices.Equal(modes, want) {
		t.Errorf("the modes are %v, want %v", modes, want)
	}
}

// The position that a servo reports can be set: nearest to a number in whole revolutions, exactly,
// and to what it is after power-up. The joint stays where it is, and holds.
func TestTheReportedPositionCanBeSet(t *testing.T) {
	s := newServo(t)
	rotor := s.Joint.(*Rotor)
	rotor.Position = 3.25
	for _, c := range []struct {
		write string
		want  float64
	}{
		{"0db00200000040", 2.25}, // nearest to 2
		{"0db102000000c0", -2},   // exactly -2
		{"01b20201", 0.25},       // as after power-up
		{"01b30201", 0.25},       // recapture
		{"0db0020000803f", 1.25}, // nearest to 1
		{"0db102000000c0", -2},   // exactly -2
	} {
		s.send(stop)
		s.send("01000a0d200000c07f0d270000003f")
		s.live(starts)
		s.send("01000a0d200000c07f0d270000003f")
		if answer := s.send(c.write); answer != "" {
			t.Errorf("%s is answered with %s", c.write, answer)
		}
		s.live(50 * time.Millisecond)
		position, _ := hex.DecodeString(s.send("1d01")[4:])
		got := float64(math.Float32frombits(uint32(position[0]) | uint32(position[1])<<8 | uint32(position[2])<<16 | uint32(position[3])<<24))
		if math.Abs(got-c.want) > 1e-3 || math.Abs(rotor.Position-3.25) > 1e-3 {
			t.Errorf("after %s the servo reports %g and the joint is at %g rev; expected %g and 3.25", c.write, got, rotor.Position, c.want)
		}
	}
	if answer := s.send("110b"); answer != "210b01" {
		t.Errorf("the trajectory of a servo in mode position is answered with %s, want 210b01", answer)
	}
}

package remote

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// sensing is a recorder whose bus carries sensors.
type sensing struct {
	*recorder
	sensors  []hardware.SensorInfo
	readings []messages.SensorReading
}

func (s *sensing) Sensors() []hardware.SensorInfo                { return s.sensors }
func (s *sensing) ReadSensors(readings []messages.SensorReading) { copy(readings, s.readings) }

func newSensing() *sensing {
	return &sensing{recorder: newRecorder(2), readings: make([]messages.SensorReading, 4), sensors: []hardware.SensorInfo{
		{Name: "imu", Kind: messages.InertialSensor, Link: "torso", Pose: messages.Pose{Position: [3]float64{1, 2, 3}, Orientation: [4]float64{0.5, 0.5, 0.5, 0.5}}},
		{Name: "wrist", Kind: messages.WrenchSensor, Link: "hand"},
		{Name: "stop", Kind: messages.SwitchSensor, Link: "base"}, {Name: "motor", Kind: messages.TemperatureSensor, Link: "base"},
	}}
}

// reached serves a driver on a clock that is at a day, and returns a driver that expects those
// sensors. Open has not been called.
func (s *sensing) reached(t *testing.T, expected []hardware.SensorInfo) *Driver {
	t.Helper()
	server, err := Listen(s, "udp:127.0.0.1:0", func() messages.Instant { return day }, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	d, err := New(Config{Name: "bus", Address: server.Address(), Drives: s.info, Sensors: expected, Timeout: 10 * time.Second, Silence: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

const day = messages.Instant(24 * time.Hour)

func TestReadingsArriveByNameWithTheirAge(t *testing.T) {
	s := newSensing()
	s.readings[3] = messages.SensorReading{Valid: true, Time: day - messages.Instant(3*time.Millisecond), Temperature: messages.Temperature{Celsius: 40}}
	s.readings[1] = messages.SensorReading{Valid: true, Time: day, Wrench: messages.Wrench{Force: [3]float64{1, 2, 3}}}
	d := s.reached(t, []hardware.SensorInfo{s.sensors[3], s.sensors[0], s.sensors[1]})
	if err := d.Open(0, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	now, got := messages.Instant(time.Second), make([]messages.SensorReading, 4)
	want := []messages.SensorReading{s.readings[3], {}, s.readings[1], {}}
	want[0].Time, want[2].Time = now-messages.Instant(3*time.Millisecond), now
	for range 2 { // the second answer has the same samples
		if err := hardware.Exchange(d, now, nil, hardware.NewState(2)); err != nil {
			t.Fatal(err)
		}
		d.ReadSensors(got)
		want[1].Time = got[1].Time // of a reading that is not valid
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("reading %d is %+v, want %+v", i, got[i], want[i])
			}
		}
		now = now.Add(time.Millisecond)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if d.ReadSensors(got); got[0].Valid || got[2].Valid {
		t.Errorf("readings of a closed driver are valid: %+v", got)
	}
}

func TestSensorsThatDifferFromTheApplicationAreRefused(t *testing.T) {
	s := newSensing()
	moved, strange := s.sensors[0], s.sensors[0]
	moved.Pose.Position[0], strange.Name = 9, "imv"
	for want, expected := range map[string]hardware.SensorInfo{`sensor "imu" is `: moved, `unknown sensor "imv"`: strange} {
		d := newSensing().reached(t, []hardware.SensorInfo{expected})
		if err := d.Open(0, 10*time.Second); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestAnAnswerWithOtherReadingsIsNotUnderstood(t *testing.T) {
	p, into := testPayload(), make([]messages.SensorReading, 2)
	good := p.appendReadings(nil, newSensing().readings[:2])
	if r := (reader{rest: good}); !p.readings(&r, into) || !r.done() {
		t.Error("readings were not understood")
	}
	for n := range good {
		if r := (reader{rest: good[:n]}); p.readings(&r, into) {
			t.Errorf("the first %d bytes of %d were understood", n, len(good))
		}
	}
	if r := (reader{rest: p.appendReadings(nil, newSensing().readings)}); p.readings(&r, into) {
		t.Error("four readings were understood as two")
	}
}

// A description that fits into no frame is rejected when the server is made.
func TestABusWithTooManySensorsIsRejected(t *testing.T) {
	s := newSensing()
	for i := range maxDrives + 1 {
		s.sensors = append(s.sensors, hardware.SensorInfo{Name: strings.Repeat("n", i+1), Kind: messages.SwitchSensor, Link: "base"})
	}
	if _, err := newStation(s, time.Second); err == nil || !strings.Contains(err.Error(), "has 69 sensors; expected at most 64") {
		t.Error(err)
	}
	long := newSensing()
	long.recorder = newRecorder(maxDrives)
	for i := range long.info {
		long.info[i].Name, long.info[i].Joint = strings.Repeat("n", maxName-1)+string(rune('0'+i)), strings.Repeat("j", maxName-1)+string(rune('0'+i))
	}
	for i := range 32 {
		long.sensors = append(long.sensors, hardware.SensorInfo{Name: strings.Repeat("s", maxName-i), Kind: messages.SwitchSensor, Link: strings.Repeat("l", maxName)})
	}
	if _, err := newStation(long, time.Second); err == nil || !strings.Contains(err.Error(), "expected fewer or shorter names") {
		t.Error(err)
	}
}

func TestOptionsDescribeSensors(t *testing.T) {
	o := Options{SensorOptions: []SensorOptions{{Name: "stop", Kind: "switch", Link: "base", Position: [3]float64{0, 0, 1}}}}
	all, err := o.Sensors(nil)
	if err != nil || len(all) != 1 || all[0] != (hardware.SensorInfo{Name: "stop", Kind: messages.SwitchSensor, Link: "base", Pose: messages.Pose{Position: [3]float64{0, 0, 1}}}) {
		t.Errorf("%+v, %v", all, err)
	}
	o.SensorOptions[0].Kind = "swich"
	var option *messages.OptionError
	if _, err := o.Sensors(nil); !errors.As(err, &option) || option.Path != "sensors[0].kind" {
		t.Errorf("%v", err)
	}
}

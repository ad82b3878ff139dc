package hardware

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// sensingDriver is a fake driver with sensors whose readings the test sets.
type sensingDriver struct {
	*fakeDriver
	infos    []SensorInfo
	readings []messages.SensorReading
}

func (d *sensingDriver) Sensors() []SensorInfo { return d.infos }

func (d *sensingDriver) ReadSensors(readings []messages.SensorReading) { copy(readings, d.readings) }

func sensing() *sensingDriver {
	return &sensingDriver{fakeDriver: newFake(), infos: []SensorInfo{
		{Name: "imu", Kind: messages.InertialSensor, Link: "torso"}, {Name: "wrist", Kind: messages.WrenchSensor, Link: "hand"},
		{Name: "stop", Kind: messages.SwitchSensor, Link: "base"}, {Name: "motor", Kind: messages.TemperatureSensor, Link: "base"},
	}, readings: make([]messages.SensorReading, 4)}
}

// sensingBus runs a bus with that driver.
func sensingBus(t *testing.T, d Driver, change func(*Bus)) (*actors.System, error) {
	t.Helper()
	system, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "arm/bus", Period: time.Millisecond, New: func() any {
		b := &Bus{SafeModes: safeModes, Make: func() (Driver, error) { return d, nil }}
		if change != nil {
			change(b)
		}
		return b
	}}}}, actors.WithVirtualTime())
	if err != nil {
		return nil, err
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = system.Stop(t.Context()) })
	return system, nil
}

func TestABusPublishesEachSampleOfItsSensorsOnce(t *testing.T) {
	d := sensing()
	system, err := sensingBus(t, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	hear := func(port string, err error) {
		if err != nil {
			t.Fatalf("%s: %v", port, err)
		}
	}
	_, err = actors.Tap(system, "arm/bus.imu", func(s messages.Stamp, v *messages.Inertial) {
		if s.Time == 5 && v.AngularVelocity[2] == 0.5 {
			got = append(got, "imu")
		}
	})
	hear("imu", err)
	_, err = actors.Tap(system, "arm/bus.wrist", func(_ messages.Stamp, v *messages.Wrench) { got = append(got, "wrist") })
	hear("wrist", err)
	_, err = actors.Tap(system, "arm/bus.stop", func(_ messages.Stamp, v *messages.Switch) {
		if v.Closed {
			got = append(got, "stop")
		}
	})
	hear("stop", err)
	_, err = actors.Tap(system, "arm/bus.motor", func(_ messages.Stamp, v *messages.Temperature) {
		if v.Celsius == 40 {
			got = append(got, "motor")
		}
	})
	hear("motor", err)
	if err := system.Advance(5 * time.Millisecond); err != nil || len(got) > 0 {
		t.Fatalf("published without a valid reading: %v, %v", got, err)
	}
	d.readings[0] = messages.SensorReading{Valid: true, Time: 5, Inertial: messages.Inertial{AngularVelocity: [3]float64{0, 0, 0.5}}}
	d.readings[2] = messages.SensorReading{Valid: true, Time: 6, Switch: messages.Switch{Closed: true}}
	d.readings[3] = messages.SensorReading{Valid: true, Time: 7, Temperature: messages.Temperature{Celsius: 40}}
	if err := system.Advance(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(got, " "); text != "imu stop motor" {
		t.Errorf("published %q, expected one sample of each valid sensor", text)
	}
	if n := testing.AllocsPerRun(50, func() {
		d.readings[0].Time++
		if err := system.Advance(time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}); n > 1 && !raceEnabled { // the tap's own
		t.Errorf("a tick with a new sample allocates %g times", n)
	}
}

func TestASampleOfBeforeAnInvalidReadingIsPublishedAgain(t *testing.T) {
	d := sensing()
	system, err := sensingBus(t, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	published := 0
	if _, err := actors.Tap(system, "arm/bus.stop", func(messages.Stamp, *messages.Switch) { published++ }); err != nil {
		t.Fatal(err)
	}
	for i, valid := range []bool{true, true, false, true, true} {
		d.readings[2] = messages.SensorReading{Valid: valid, Time: 5, Switch: messages.Switch{Closed: true}}
		if err := system.Advance(5 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if want := 1 + i/3; published != want {
			t.Errorf("step %d: published %d times, expected %d", i, published, want)
		}
	}
}

// reader keeps what it can read of a sensor.
type reader struct {
	In  actors.In[messages.Inertial] `port:"in" max_age:"20ms"`
	err error
}

func (r *reader) Tick(t *actors.Tick) error {
	_, r.err = r.In.Fresh(t)
	return nil
}

func TestASensorWithoutAValidReadingHasNoValue(t *testing.T) {
	d, r := sensing(), &reader{}
	system, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{
		{Name: "arm/bus", Period: time.Millisecond, New: func() any {
			return &Bus{SafeModes: safeModes, Make: func() (Driver, error) { return d, nil }}
		}},
		{Name: "arm/reader", Period: time.Millisecond, New: func() any { return r }},
	}, Links: []actors.Link{{From: "arm/bus.imu", To: "arm/reader.in"}}}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = system.Stop(t.Context()) })
	for i, c := range []struct{ valid, moves, fresh bool }{{true, true, true}, {false, true, false}, {true, true, true}, {true, false, false}} {
		for range 50 {
			if d.readings[0].Valid = c.valid; c.moves {
				d.readings[0].Time = system.Now()
			}
			if err := system.Advance(time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		if (r.err == nil) != c.fresh {
			t.Errorf("step %d: %v", i, r.err)
		}
	}
}

func TestSensorsThatAreNotDescribedInFullAreRefused(t *testing.T) {
	for want, spoil := range map[string]func(*sensingDriver){
		"expected both":         func(d *sensingDriver) { d.infos[1].Link = "" },
		"as a port of every":    func(d *sensingDriver) { d.infos[1].Name = "state" },
		"expected one of":       func(d *sensingDriver) { d.infos[1].Kind = 9 },
		"two sensors are named": func(d *sensingDriver) { d.infos[1].Name = "imu" },
	} {
		d := sensing()
		spoil(d)
		if _, err := sensingBus(t, d, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	expected := SensorList{{Name: "imu", Kind: messages.InertialSensor, Link: "torso"}}
	if _, err := sensingBus(t, sensing(), func(b *Bus) { b.Sensors = expected }); err == nil || !strings.Contains(err.Error(), "expected the same sensors") {
		t.Errorf("other sensors than the application expects: %v", err)
	}
	if _, err := expected.Index("foot"); err == nil || !strings.Contains(err.Error(), `unknown sensor "foot"`) {
		t.Error(err)
	}
}

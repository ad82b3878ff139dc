package sim

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

func TestABusCarriesSensorsOfThePlant(t *testing.T) {
	at := [3]float64{0.83, 0, 0}
	o := &PlantOptions{
		Options: physics.Options{Grasps: []physics.GraspOptions{
			{Name: "far", Body: "leaf", OnBody: "handle"}, {Name: "near", Body: "leaf", Position: at, OnBody: "handle", Free: []string{"x"}}}},
		Servos: []servo.Options{{Joints: []string{"hinge"}, EffortLimit: 10, VelocityLimit: 1}},
		Imu:    InertialOptions{Body: "leaf"},
	}
	driver := &DriverOptions{SensorNames: []string{"near", "imu"}, Silence: 100 * time.Millisecond}
	list, err := driver.Sensors(o)
	if err != nil || len(list) != 2 || list[0].Kind != messages.SwitchSensor || list[0].Link != "leaf" || list[1].Kind != messages.InertialSensor {
		t.Fatalf("%+v, %v", list, err)
	}
	handle, makeActor, err := o.MakePlant(hardware.PlantContext{World: door(t, nil), Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	p := handle.(*Plant)
	makeDriver, err := driver.MakeDriver(hardware.DriverContext{Name: "arm/bus", Joints: []string{"hinge"}, Plant: p})
	if err != nil {
		t.Fatal(err)
	}
	system, err := actors.New(actors.Application{Name: "test", Worlds: []string{"plant"}, Actors: []actors.Spec{
		{Name: "plant/robot", Period: time.Millisecond, New: makeActor},
		{Name: "arm/bus", Period: time.Millisecond, New: func() any {
			return &hardware.Bus{Make: makeDriver, SafeModes: []messages.Mode{messages.ModeOff}, Sensors: list}
		}},
	}}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	var held, ever bool
	var gravity float64
	if _, err := actors.Tap(system, "arm/bus.near", func(_ messages.Stamp, v *messages.Switch) { held, ever = v.Closed, true }); err != nil {
		t.Fatal(err)
	}
	if _, err := actors.Tap(system, "arm/bus.imu", func(_ messages.Stamp, v *messages.Inertial) { gravity = v.Acceleration[2] }); err != nil {
		t.Fatal(err)
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = system.Stop(t.Context()) }()
	for _, want := range []bool{false, true} {
		if want {
			if err := p.mechanism.Close("near"); err != nil {
				t.Fatal(err)
			}
		}
		if err := system.Advance(5 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if !ever || held != want || gravity < 9.7 || gravity > 9.9 {
			t.Errorf("held %t, expected %t; specific force %g m/s^2", held, want, gravity)
		}
	}
	driver.SensorNames = []string{"nearby"}
	if _, err := driver.Sensors(o); err == nil || !strings.Contains(err.Error(), `unknown sensor "nearby"`) {
		t.Error(err)
	}
}

func TestReadingsOfFeetFollowThatOfTheInertialSensor(t *testing.T) {
	for i := range 4 {
		if with, without := footReading(true, i), footReading(false, i); with != i+1 || without != i {
			t.Errorf("foot %d has the places %d and %d", i, with, without)
		}
	}
}

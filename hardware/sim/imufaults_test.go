package sim

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestAnInertialUnitHasTheFaultsThatAreInjected(t *testing.T) {
	o := &PlantOptions{Imu: InertialOptions{Body: "leaf", GyroNoise: 0.1}}
	handle, makeActor, err := o.MakePlant(hardware.PlantContext{World: door(t, nil), Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	site := handle.(*Plant).SensorFaults("plant/robot")
	if targets := site.FaultTargets(); len(targets) != 1 || targets[0] != "plant/robot.imu" {
		t.Fatalf("the targets are %v", targets)
	}
	system, err := actors.New(actors.Application{Name: "test", Worlds: []string{"plant"}, FaultSites: []actors.FaultSite{site},
		Actors: []actors.Spec{{Name: "plant/robot", Period: time.Millisecond, New: makeActor}}}, actors.WithVirtualTime(), actors.WithFaults())
	if err != nil {
		t.Fatal(err)
	}
	var last, newest messages.Inertial
	if _, err := actors.Tap(system, "plant/robot.imu", func(_ messages.Stamp, v *messages.Inertial) { last, newest = newest, *v }); err != nil {
		t.Fatal(err)
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = system.Stop(t.Context()) }()
	advance := func(d time.Duration) {
		t.Helper()
		if err := system.Advance(d); err != nil {
			t.Fatal(err)
		}
	}
	inject := func(f actors.Fault) {
		t.Helper()
		f.Target, f.Duration = "plant/robot.imu", 10*time.Millisecond
		if err := system.Inject(f); err != nil {
			t.Fatal(err)
		}
		advance(5 * time.Millisecond)
	}
	advance(5 * time.Millisecond)
	if last == newest {
		t.Fatal("a unit with noise repeats its reading")
	}
	inject(actors.Fault{Kind: actors.FaultImuFrozen})
	if last != newest {
		t.Errorf("a frozen unit reads %+v, then %+v", last, newest)
	}
	advance(10 * time.Millisecond)
	if last == newest {
		t.Error("the unit is frozen after the end of the fault")
	}
	still := newest
	inject(actors.Fault{Kind: actors.FaultImuBiased, Amount: 0.2})
	turn := spatial.QuatOf(still.Orientation).Conj().Times(spatial.QuatOf(newest.Orientation)).Array()
	if math.Abs(2*math.Asin(turn[2])-0.2) > 1e-3 {
		t.Errorf("a unit whose pitch is off by 0.2 rad turned by the quaternion %v", turn)
	}
	advance(10 * time.Millisecond)
	inject(actors.Fault{Kind: actors.FaultImuBiased, Choice: "accelerometer", Amount: -3})
	if d := newest.Acceleration[0] - still.Acceleration[0]; math.Abs(d+3) > 1e-3 {
		t.Errorf("an acceleration that is off by -3 m/s^2 changed by %g", d)
	}
	advance(10 * time.Millisecond)
	inject(actors.Fault{Kind: actors.FaultImuBiased, Choice: "gyroscope", Amount: 5})
	if newest.AngularVelocity[1] < 4 {
		t.Errorf("an angular velocity that is off by 5 rad/s is %g", newest.AngularVelocity[1])
	}
}

func TestAPlantWithoutAnInertialUnitHasNoFaultsOfOne(t *testing.T) {
	handle, _, err := (&PlantOptions{}).MakePlant(hardware.PlantContext{World: door(t, nil), Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if site := handle.(*Plant).SensorFaults("plant/robot"); site != nil {
		t.Errorf("it has %v", site.FaultTargets())
	}
}

package sim

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

// plantOptions drive the whole robot, with noise at every encoder.
func plantOptions() *PlantOptions {
	return &PlantOptions{
		Options: physics.Options{Wheels: []physics.WheelOptions{{Type: "mecanum", Joints: wheelJoints, Radius: 0.1}}},
		Servos:  []servo.Options{{Joints: armJoints, BrakeEffort: 200, PositionNoise: 1e-4}, {Joints: wheelJoints, GearRatio: 20, PositionNoise: 1e-4}},
		Truth:   "arm_gripper",
	}
}

func madePlant(t *testing.T, o *PlantOptions, seed uint64) *Plant {
	t.Helper()
	handle, _, err := o.MakePlant(hardware.PlantContext{World: wholeRobot(t), Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return handle.(*Plant)
}

func TestTheDrivesOfAPlantAreAsTheirOptionsSay(t *testing.T) {
	o := plantOptions()
	o.Servos[0].Watchdog, o.Servos[0].TimeoutMode, o.Servos[0].EffortLimit = 70*time.Millisecond, "brake", 33
	o.Start = []physics.StartOptions{{Joint: "arm_joint_2", Position: []float64{0.2}}}
	p := madePlant(t, o, 1)
	bus, err := p.NewBus(BusOptions{Name: "b", Joints: []string{"arm_joint_3", "mobile_front_left"}})
	if err != nil {
		t.Fatal(err)
	}
	arm, wheel := bus.Drives()[0], bus.Drives()[1]
	if arm.Watchdog.Timeout != 70*time.Millisecond || arm.Watchdog.Mode != messages.ModeBrake || arm.Limits.Effort != 33 || !arm.Brake {
		t.Errorf("the arm's drive is %+v", arm)
	}
	if wheel.Watchdog.Timeout != 100*time.Millisecond || wheel.Watchdog.Mode != messages.ModeRampHold || wheel.Brake {
		t.Errorf("the wheel's drive is %+v; expected the defaults", wheel)
	}
	if at := p.mechanism.Position()[slot(t, p.mechanism.World(), "arm_joint_2").Position]; at != 0.2 {
		t.Errorf("arm_joint_2 begins at %g", at)
	}
}

func TestWrongOptionsOfAPlantAreNamed(t *testing.T) {
	for want, spoil := range map[string]func(*PlantOptions){
		`servos[0].timeout_mode: joint "arm_joint_1": unknown stop mode "asleep"`: func(o *PlantOptions) { o.Servos[0].TimeoutMode = "asleep" },
		"arm_jiont_1": func(o *PlantOptions) { o.Servos[0].Joints = []string{"arm_jiont_1"} },
		"truth: ":     func(o *PlantOptions) { o.Truth = "arm_griper" },
		"elbow":       func(o *PlantOptions) { o.Start = []physics.StartOptions{{Joint: "elbow", Position: []float64{0}}} },
		"arm_joint_1": func(o *PlantOptions) { o.Servos[1].Joints = append(slices.Clone(wheelJoints), "arm_joint_1") },
		"radius":      func(o *PlantOptions) { o.Wheels[0].Radius = -1 },
	} {
		o := plantOptions()
		spoil(o)
		if _, _, err := o.MakePlant(hardware.PlantContext{World: wholeRobot(t), Seed: 1}); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
}

func TestStandardWheelsAreAskedForByName(t *testing.T) {
	o := plantOptions()
	o.Wheels[0].Type = "standard"
	p := madePlant(t, o, 1)
	if n := len(p.mechanism.Wheels(nil)); n != 4 {
		t.Errorf("%d wheels", n)
	}
}

func TestNoiseStreamsAreSeededAndIndependent(t *testing.T) {
	draw := func(seed uint64, joint string) (d [8]uint64) {
		s := stream(seed, joint)
		for i := range d {
			d[i] = s.Uint64()
		}
		return d
	}
	seen := map[[8]uint64]string{}
	for _, seed := range []uint64{0, 1, 2, 1 << 63} {
		for _, joint := range append(slices.Clone(armJoints), wheelJoints...) {
			d := draw(seed, joint)
			if d != draw(seed, joint) {
				t.Errorf("seed %d, %s: two streams differ", seed, joint)
			}
			if other, ok := seen[d]; ok {
				t.Errorf("seed %d: %s has the stream of %s", seed, joint, other)
			}
			seen[d] = joint
		}
	}
}

// readings are the positions that the encoders of the arm give for some milliseconds at rest.
func readings(t *testing.T, o *PlantOptions, seed uint64, joint string) (all []float64) {
	t.Helper()
	p := madePlant(t, o, seed)
	bus, err := p.NewBus(BusOptions{Name: "b", Joints: []string{joint}})
	if err != nil {
		t.Fatal(err)
	}
	if err := bus.Open(0, time.Second); err != nil {
		t.Fatal(err)
	}
	state := hardware.NewState(1)
	for range 20 {
		advance(t, p, time.Millisecond)
		if err := hardware.Exchange(bus, p.Now(), nil, state); err != nil {
			t.Fatal(err)
		}
		all = append(all, state.Position[0])
	}
	return all
}

func TestNoDriveShiftsTheNoiseOfAnother(t *testing.T) {
	o := plantOptions()
	want := readings(t, o, 1, "arm_joint_3")
	if slices.Equal(want, readings(t, o, 2, "arm_joint_3")) {
		t.Error("the seed does not matter")
	}
	if slices.Equal(want, readings(t, o, 1, "arm_joint_4")) {
		t.Error("two drives have the same noise")
	}
	o = plantOptions()
	slices.Reverse(o.Servos)
	o.Servos[0].PositionNoise = 0 // of the wheels
	if !slices.Equal(want, readings(t, o, 1, "arm_joint_3")) {
		t.Error("the drives of the wheels shift the noise of the arm")
	}
}

func TestADriverNeedsASimulatedPlant(t *testing.T) {
	o := DriverOptions{Silence: time.Second}
	c := hardware.DriverContext{Name: "arm/bus", Joints: armJoints[:2]}
	for _, plant := range []any{nil, "a robot", 7} {
		c.Plant = plant
		if _, err := o.MakeDriver(c); err == nil || !strings.Contains(err.Error(), "arm/bus: the drives have no simulated robot; add a plant of type rigid_body") {
			t.Errorf("plant %v: got %v", plant, err)
		}
	}
	c.Plant = madePlant(t, plantOptions(), 1)
	build, err := o.MakeDriver(c)
	if err != nil {
		t.Fatal(err)
	}
	first, err := build()
	if err != nil {
		t.Fatal(err)
	}
	second, err := build()
	if err != nil || first == second {
		t.Errorf("a second driver is the first one, %v", err)
	}
	if first.Bus().Name != "arm/bus" || len(first.Drives()) != 2 || first.Drives()[1].Joint != armJoints[1] {
		t.Errorf("the driver is %+v of %+v", first.Bus(), first.Drives())
	}
	c.Joints = []string{"nothing"}
	if build, err = o.MakeDriver(c); err == nil {
		_, err = build()
	}
	if err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("a joint that the plant does not have: %v", err)
	}
}

func TestBothKindsAreRegisteredOnce(t *testing.T) {
	r := actors.NewRegistry()
	if err := Register(r); err != nil {
		t.Fatal(err)
	}
	names := map[actors.Role]string{}
	for _, k := range r.Kinds() {
		names[k.Role] += k.Name
	}
	if names[actors.RolePlant] != "rigid_body" || names[actors.RoleDriver] != "simulated" {
		t.Errorf("the kinds are %v", names)
	}
	for role, name := range names {
		if got := r.RenamedTo(role, "sim"); got != name {
			t.Errorf("the former kind of the %s is now %q, want %q", role, got, name)
		}
	}
	if Register(r) == nil {
		t.Error("it was registered twice")
	}
}

func TestNoJointsHaveNoKindOfMotion(t *testing.T) {
	if motion, known := motionOf(nil, nil); known {
		t.Errorf("motion %d", motion)
	}
}

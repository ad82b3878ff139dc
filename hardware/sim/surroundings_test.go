package sim

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestAPushLastsExactlyAsLongAsItSays(t *testing.T) {
	p := newPlant(t, built(t, freeBody("box", solidBox(2, 1, 1, 1))), &PlantOptions{})
	if err := p.mechanism.Push(physics.PushOptions{Body: "box", Force: [3]float64{3, 0, 0}, Moment: [3]float64{0, 0, 0.5}, From: 10300 * time.Microsecond, Duration: 25500 * time.Microsecond}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 10*time.Millisecond)
	near(t, "speed before the push", p.mechanism.Velocity()[0], 0, 0)
	advance(t, p, 90*time.Millisecond)
	near(t, "speed after the push", p.mechanism.Twist(1).Linear[0], 3*0.0255/2, 1e-6)
	near(t, "spin after the push", p.mechanism.Velocity()[5], 0.5*0.0255/(2.0/6), 1e-9)
	if err := p.mechanism.Push(physics.PushOptions{Body: "bxo", Duration: 1}); err == nil || !strings.Contains(err.Error(), `body: unknown body "bxo"`) || !strings.Contains(err.Error(), "box") {
		t.Errorf("got %v", err)
	}
}

func TestAPushBesideTheCentreOfMassTurnsTheBody(t *testing.T) {
	p := newPlant(t, built(t, freeBody("box", solidBox(2, 1, 1, 1))), &PlantOptions{
		Options: physics.Options{Pushes: []physics.PushOptions{{Body: "box", Point: [3]float64{0, 0.3, 0}, Force: [3]float64{4, 0, 0}, Duration: 10 * time.Millisecond}}},
	})
	advance(t, p, 10*time.Millisecond)
	near(t, "spin", p.mechanism.Velocity()[5], -0.3*4*0.01/(2.0/6), 1e-6)
}

// crate is a free box on level ground, as an application file has it.
func crate() *PlantOptions {
	return &PlantOptions{
		Options: physics.Options{Ground: physics.GroundOptions{Friction: 0.5, Height: 1}, Contacts: []physics.ContactOptions{{Name: "sole", Body: "box", Points: testrobots.Corners(0.3, 0.2, 0.1)}}, Start: []physics.StartOptions{{Joint: "box_joint", Position: []float64{0, 0, 1.05, 1, 0, 0, 0}}}, Pushes: []physics.PushOptions{{Body: "box", Force: [3]float64{10, 0, 0}, From: 20 * time.Millisecond, Duration: 10 * time.Millisecond}}},
		Base:    BaseOptions{Joint: "box_joint"},
		Imu:     InertialOptions{Body: "box", Position: [3]float64{0.1, 0, 0}, Orientation: [4]float64{math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2}},
	}
}

// heard runs the crate's actor alone, and returns the last values of its ports.
func heard(t *testing.T, o *PlantOptions, d time.Duration) (*Plant, messages.VirtualState, messages.Inertial, []float64, []float64) {
	t.Helper()
	handle, makeActor, err := o.MakePlant(hardware.PlantContext{World: built(t, freeBody("box", solidBox(4, 0.3, 0.2, 0.1))), Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	s, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "plant/robot", Period: time.Millisecond, New: makeActor}}}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	var base messages.VirtualState
	var imu messages.Inertial
	var feet, contacts []float64
	tap := func(_ func(), err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	tap(actors.Tap(s, "plant/robot.base", func(_ messages.Stamp, v *messages.VirtualState) {
		base = messages.VirtualState{Position: slices.Clone(v.Position), Velocity: slices.Clone(v.Velocity), Mode: v.Mode}
	}))
	tap(actors.Tap(s, "plant/robot.imu", func(_ messages.Stamp, v *messages.Inertial) { imu = *v }))
	tap(actors.Tap(s, "plant/robot.feet", func(_ messages.Stamp, v *messages.Signals) { feet = slices.Clone(v.Value) }))
	tap(actors.Tap(s, "plant/robot.contacts", func(_ messages.Stamp, v *messages.Signals) { contacts = slices.Clone(v.Value) }))
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Advance(d); err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	return handle.(*Plant), base, imu, feet, contacts
}

func TestThePlantSendsWhatItsSensorsMeasure(t *testing.T) {
	const weight = 4 * gravity
	p, base, imu, feet, contacts := heard(t, crate(), 25*time.Millisecond) // in the middle of the push, which friction bears
	if !slices.Equal(base.Position, p.mechanism.Position()) || !slices.Equal(base.Velocity, p.mechanism.Velocity()) || base.Mode != messages.ModeRun {
		t.Errorf("base %+v; the plant is at %v, %v", base, p.mechanism.Position(), p.mechanism.Velocity())
	}
	for i, want := range []float64{-10, 0, weight, 0, 0, 0} { // the load moves forward until nothing turns the box
		near(t, "sensor of the sole", feet[i], want, 1e-4)
		near(t, "truth of the sole", contacts[i], want, 1e-4)
	}
	if contacts[7] != 4 || contacts[8] != 0 || !(contacts[6] > 0.05 && contacts[6] < 0.6) {
		t.Errorf("margin, points that touch and that slip: %v", contacts[6:])
	}
	for i, want := range [3]float64{0, 0, gravity} {
		near(t, "specific force at rest", imu.Acceleration[i], want, 1e-4)
		near(t, "angular velocity", imu.AngularVelocity[i], 0, 1e-6)
	}
	near(t, "orientation of the sensor", imu.Orientation[3], math.Sqrt2/2, 1e-9)
	touches := p.mechanism.Touches(nil)
	if len(touches) != 4 || touches[0].Set != "sole" || touches[0].Surface != "ground" || touches[0].Normal != [3]float64{0, 0, 1} {
		t.Errorf("touches %+v", touches)
	}
	if names := p.mechanism.ContactSets(); !reflect.DeepEqual(names, []string{"sole"}) {
		t.Errorf("sets %v", names)
	}
}

func TestThePlantListsTheSensorsThatItSends(t *testing.T) {
	o := crate()
	want := []hardware.Sensor{{Port: "base", Carries: "messages.VirtualState", Joint: "box_joint"}, {Port: "imu", Carries: "messages.Inertial"}, {Port: "feet", Carries: "messages.Signals"}}
	if got := o.Sensors(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if got := (&PlantOptions{}).Sensors(); got != nil {
		t.Errorf("without sensors there are %v", got)
	}
}

func TestAFreelyFallingSensorFeelsNothing(t *testing.T) {
	o := crate()
	o.Start[0].Position[2] = 5
	o.Pushes = nil
	_, _, imu, feet, contacts := heard(t, o, 50*time.Millisecond)
	for i := range 3 {
		near(t, "specific force", imu.Acceleration[i], 0, 1e-9)
	}
	if largest(feet) != 0 || largest(contacts) != 0 {
		t.Errorf("feet %v, contacts %v in the air", feet, contacts)
	}
}

func TestTheNoiseOfSensorsFollowsTheSeedAndItsDeviation(t *testing.T) {
	o := crate()
	o.Pushes = nil
	o.Base.PositionNoise, o.Base.OrientationNoise, o.Base.VelocityNoise, o.Base.AngularVelocityNoise = 1e-3, 1e-2, 2e-3, 3e-3
	o.Imu.GyroNoise, o.Imu.AccelerationNoise = 0.01, 0.1
	o.Feet = FeetOptions{ForceNoise: 1, MomentNoise: 0.1}
	_, a, imuA, feetA, _ := heard(t, o, 20*time.Millisecond)
	_, b, imuB, feetB, _ := heard(t, o, 20*time.Millisecond)
	if !reflect.DeepEqual(a, b) || imuA != imuB || !slices.Equal(feetA, feetB) {
		t.Error("two runs differ")
	}
	w := built(t, freeBody("box", solidBox(4, 0.3, 0.2, 0.1)))
	handle, _, err := o.MakePlant(hardware.PlantContext{World: w, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p := handle.(*Plant)
	s, err := o.sensors(p, 1)
	if err != nil {
		t.Fatal(err)
	}
	state := messages.VirtualState{Position: make([]float64, 7), Velocity: make([]float64, 6)}
	const n = 20000
	var square [4]float64
	for range n {
		s.base.read(p.mechanism, &state)
		square[0] += state.Position[0] * state.Position[0] / n
		square[1] += 4 * state.Position[4] * state.Position[4] / n // half an angle
		square[2] += state.Velocity[2] * state.Velocity[2] / n
		square[3] += state.Velocity[5] * state.Velocity[5] / n
		q := state.Position[3:]
		if math.Abs(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3]-1) > 1e-12 {
			t.Fatalf("the quaternion %v is not of unit length", q)
		}
	}
	for i, want := range []float64{1e-3, 1e-2, 2e-3, 3e-3} {
		near(t, "standard deviation", math.Sqrt(square[i]), want, 0.03*want)
	}
}

func TestWrongSensorsAreNamed(t *testing.T) {
	w := built(t, freeBody("box", solidBox(4, 0.3, 0.2, 0.1)))
	for want, spoil := range map[string]func(*PlantOptions){
		`base.joint: unknown joint "bxo"`:           func(o *PlantOptions) { o.Base.Joint = "bxo" },
		"base.position_noise: position_noise is -1": func(o *PlantOptions) { o.Base.PositionNoise = -1 },
		`imu.body: unknown body "bxo"`:              func(o *PlantOptions) { o.Imu.Body = "bxo" },
		"imu.orientation: ":                         func(o *PlantOptions) { o.Imu.Orientation[0] = 3 },
		"imu.gyro_noise: gyro_noise is -1":          func(o *PlantOptions) { o.Imu.GyroNoise = -1 },
		"feet.force_noise: force_noise is -1":       func(o *PlantOptions) { o.Feet.ForceNoise = -1 },
		"ground.friction: the friction is -1":       func(o *PlantOptions) { o.Ground.Friction = -1 },
	} {
		o := crate()
		spoil(o)
		if _, _, err := o.MakePlant(hardware.PlantContext{World: w, Seed: 1}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	o := &PlantOptions{Base: BaseOptions{Joint: "hinge"}}
	if _, _, err := o.MakePlant(hardware.PlantContext{World: door(t, nil), Seed: 1}); err == nil || !strings.Contains(err.Error(), `base.joint: joint "hinge" is revolute; expected a floating or planar joint`) {
		t.Errorf("got %v", err)
	}
}

// A planar base is sent as x, y, theta.
func TestTheSensorOfAPlanarBaseReadsThreeNumbers(t *testing.T) {
	d := &worlds.Description{Name: "sled", Links: []worlds.Link{{Name: "world"}, {Name: "sled", Inertia: solidBox(1, 1, 1, 1)}},
		Joints: []worlds.Joint{{Name: "slide", Type: worlds.Planar, Parent: "world", Child: "sled", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}, Role: worlds.Passive}}}
	o := &PlantOptions{Options: physics.Options{Start: []physics.StartOptions{{Joint: "slide", Position: []float64{1, 2, 3}}}}, Base: BaseOptions{Joint: "slide"}}
	handle, _, err := o.MakePlant(hardware.PlantContext{World: built(t, d), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := o.sensors(handle.(*Plant), 1)
	if err != nil {
		t.Fatal(err)
	}
	state := messages.VirtualState{Position: make([]float64, 3), Velocity: make([]float64, 3)}
	s.base.read(handle.(*Plant).mechanism, &state)
	if !slices.Equal(state.Position, []float64{1, 2, 3}) {
		t.Errorf("position %v", state.Position)
	}
}

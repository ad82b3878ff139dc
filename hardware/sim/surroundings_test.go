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
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestWrongSurroundingsAreNamedWithTheirPath(t *testing.T) {
	fine := func() Options {
		return Options{
			Surfaces: []Surface{level(0.5), {Name: "table", Box: [3]float64{1, 1, 1}, Pose: messages.Pose{Position: [3]float64{5, 0, 0}}, Friction: 0.5}},
			Contacts: []ContactSet{{Body: "leaf", Points: [][3]float64{{0, 0, 1}}, Surfaces: []string{"ground"}}},
			Springs:  []Spring{{Joint: "hinge", Stiffness: 1}},
			Latches:  []Latch{{Joint: "hinge", Handle: "turn", Release: 0.6}},
			Grasps:   []Grasp{{Name: "g", Body: "leaf", On: "handle"}},
		}
	}
	if _, err := New(door(t, nil), fine()); err != nil {
		t.Fatalf("the surroundings without a mistake are refused: %v", err)
	}
	for want, spoil := range map[string]func(*Options){
		`surfaces[1] (table): friction is 0; expected a coefficient above 0`:                  func(o *Options) { o.Surfaces[1].Friction = 0 },
		`surfaces[0] (ground): friction is -0.5; expected a coefficient above 0`:              func(o *Options) { o.Surfaces[0].Friction = -0.5 },
		`surfaces[0] (ground): restitution is 1.5; expected 0 to 1`:                           func(o *Options) { o.Surfaces[0].Restitution = 1.5 },
		`surfaces[1] (ground): another surface has that name`:                                 func(o *Options) { o.Surfaces[1].Name = "ground" },
		`surfaces[1]: name is empty`:                                                          func(o *Options) { o.Surfaces[1].Name = "" },
		`surfaces[1] (table): box is [1 0 1] m; expected three lengths above 0`:               func(o *Options) { o.Surfaces[1].Box[1] = 0 },
		`surfaces[1] (table): body: `:                                                         func(o *Options) { o.Surfaces[1].Body = "laef" },
		`surfaces[1] (table): pose: `:                                                         func(o *Options) { o.Surfaces[1].Pose.Orientation = [4]float64{2, 0, 0, 0} },
		`contacts[0] (foot): body: `:                                                          func(o *Options) { o.Contacts[0].Body = "foot" },
		`contacts[0] (leaf): points is empty`:                                                 func(o *Options) { o.Contacts[0].Points = nil },
		`contacts[0] (leaf): points[0] is [0 NaN 0]`:                                          func(o *Options) { o.Contacts[0].Points = [][3]float64{{0, math.NaN(), 0}} },
		`contacts[0] (leaf): radius is -1 m`:                                                  func(o *Options) { o.Contacts[0].Radius = -1 },
		`contacts[0] (leaf): friction is -1; expected a coefficient above 0`:                  func(o *Options) { o.Contacts[0].Friction = -1 },
		`contacts[0] (leaf): surfaces[0]: no surface is named "gruond"; known: ground, table`: func(o *Options) { o.Contacts[0].Surfaces[0] = "gruond" },
		`contacts[0] (frame): surfaces[0]: no joint lies between body frame and surface "gr`:  func(o *Options) { o.Contacts[0].Body = "frame" },
		`contacts[1] (leaf): another set has that name`:                                       func(o *Options) { o.Contacts = append(o.Contacts, o.Contacts[0]) },
		`contacts "leaf": at Start the point (0, 0, -0.3) of body "leaf" lies 0.3 m deep in`:  func(o *Options) { o.Contacts[0].Points[0][2] = -0.3 },
		`springs[0]: joint: `:                                                                 func(o *Options) { o.Springs[0].Joint = "hnige" },
		`springs[0] (hinge): stiffness -1`:                                                    func(o *Options) { o.Springs[0].Stiffness = -1 },
		`springs[0] (hinge): stiffness is 1e+12; the step of 1ms bears at most`:               func(o *Options) { o.Springs[0].Stiffness = 1e12 },
		`springs[1] (hinge): stiffness with the other springs of the joint is 4e+06; the step of 1ms bears at most`: func(o *Options) {
			o.Springs = []Spring{{Joint: "hinge", Stiffness: 2e6}, {Joint: "hinge", Stiffness: 2e6}}
		},
		`latches[0]: handle: `:                              func(o *Options) { o.Latches[0].Handle = "trun" },
		`latches[0] (hinge): at 0, handle turn, release 0 `: func(o *Options) { o.Latches[0].Release = 0 },
		`grasps[0] (g): on: `:                               func(o *Options) { o.Grasps[0].On = "hadnle" },
		`grasps[0] (g): free: "w" is no axis; expected some of [x y z rx ry rz]`: func(o *Options) { o.Grasps[0].Free = []string{"w"} },
		`grasps[0] (g): no joint lies between body leaf and body leaf`:           func(o *Options) { o.Grasps[0].On = "leaf" },
		`grasps[0] (g): closed and opened are 0 and 0`:                           func(o *Options) { o.Grasps[0].Joint = "turn" },
		`pushes[1]: push of body "leaf" by [0 0 1] N`: func(o *Options) {
			o.Pushes = []Push{{Body: "leaf", Duration: time.Second}, {Body: "leaf", Force: [3]float64{0, 0, 1}}}
		},
		`of at most 1000h`: func(o *Options) { o.Pushes = []Push{{Body: "leaf", Duration: 2000 * time.Hour}} },
		`Start of joint "hinge" is given twice`: func(o *Options) {
			o.Start = []JointStart{{"hinge", []float64{0}}, {"turn", []float64{0}}, {"hinge", []float64{0.1}}}
		},
		`pushes[0]: push of body "frame", which no joint moves`: func(o *Options) { o.Pushes = []Push{{Body: "frame", Duration: time.Second}} },
		`push of body "leaf"`: func(o *Options) { o.Pushes = []Push{{Body: "leaf"}} },
	} {
		o := fine()
		spoil(&o)
		if _, err := New(door(t, nil), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
}

func TestAPushLastsExactlyAsLongAsItSays(t *testing.T) {
	p := newPlant(t, built(t, freeBody("box", solidBox(2, 1, 1, 1))), Options{})
	if err := p.Push(Push{Body: "box", Force: [3]float64{3, 0, 0}, Moment: [3]float64{0, 0, 0.5}, From: messages.Instant(10300 * time.Microsecond), Duration: 25500 * time.Microsecond}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 10*time.Millisecond)
	near(t, "speed before the push", p.velocity[0], 0, 0)
	advance(t, p, 90*time.Millisecond)
	near(t, "speed after the push", p.Twist(1).Linear[0], 3*0.0255/2, 1e-6)
	near(t, "spin after the push", p.velocity[5], 0.5*0.0255/(2.0/6), 1e-9)
	if err := p.Push(Push{Body: "bxo", Duration: 1}); err == nil || !strings.Contains(err.Error(), `push: `) || !strings.Contains(err.Error(), "box") {
		t.Errorf("got %v", err)
	}
}

func TestAPushBesideTheCentreOfMassTurnsTheBody(t *testing.T) {
	p := newPlant(t, built(t, freeBody("box", solidBox(2, 1, 1, 1))), Options{
		Pushes: []Push{{Body: "box", At: [3]float64{0, 0.3, 0}, Force: [3]float64{4, 0, 0}, Duration: 10 * time.Millisecond}}})
	advance(t, p, 10*time.Millisecond)
	near(t, "spin", p.velocity[5], -0.3*4*0.01/(2.0/6), 1e-6)
}

// crate is a free box on level ground, as an application file has it.
func crate() *PlantOptions {
	return &PlantOptions{
		Ground:   GroundOptions{Friction: 0.5, Height: 1},
		Contacts: []ContactOptions{{Name: "sole", Body: "box", Points: corners(0.3, 0.2, 0.1)[:8]}},
		Start:    []StartOptions{{Joint: "box_joint", Position: []float64{0, 0, 1.05, 1, 0, 0, 0}}},
		Base:     BaseOptions{Joint: "box_joint"},
		Imu:      InertialOptions{Body: "box", Position: [3]float64{0.1, 0, 0}, Orientation: [4]float64{math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2}},
		Pushes:   []PushOptions{{Body: "box", Force: [3]float64{10, 0, 0}, From: 20 * time.Millisecond, Duration: 10 * time.Millisecond}},
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
	if !slices.Equal(base.Position, p.position) || !slices.Equal(base.Velocity, p.velocity) || base.Mode != messages.ModeRun {
		t.Errorf("base %+v; the plant is at %v, %v", base, p.position, p.velocity)
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
	touches := p.Touches(nil)
	if len(touches) != 4 || touches[0].Set != "sole" || touches[0].Surface != "ground" || touches[0].Normal != [3]float64{0, 0, 1} {
		t.Errorf("touches %+v", touches)
	}
	if names := p.ContactSets(); !reflect.DeepEqual(names, []string{"sole"}) {
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
	s, err := o.senses(p, 1)
	if err != nil {
		t.Fatal(err)
	}
	state := messages.VirtualState{Position: make([]float64, 7), Velocity: make([]float64, 6)}
	const n = 20000
	var square [4]float64
	for range n {
		s.base.read(p, &state)
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
		"base: joint: ":                   func(o *PlantOptions) { o.Base.Joint = "bxo" },
		"base: noise of -1":               func(o *PlantOptions) { o.Base.PositionNoise = -1 },
		"imu: body: ":                     func(o *PlantOptions) { o.Imu.Body = "bxo" },
		"imu: pose: ":                     func(o *PlantOptions) { o.Imu.Orientation[0] = 3 },
		"imu: noise of -1":                func(o *PlantOptions) { o.Imu.GyroNoise = -1 },
		"feet: noise of -1 N":             func(o *PlantOptions) { o.Feet.ForceNoise = -1 },
		"ground.friction: friction is -1": func(o *PlantOptions) { o.Ground.Friction = -1 },
	} {
		o := crate()
		spoil(o)
		if _, _, err := o.MakePlant(hardware.PlantContext{World: w, Seed: 1}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	o := &PlantOptions{Base: BaseOptions{Joint: "hinge"}}
	if _, _, err := o.MakePlant(hardware.PlantContext{World: door(t, nil), Seed: 1}); err == nil || !strings.Contains(err.Error(), `base: joint "hinge" is revolute; expected floating or planar`) {
		t.Errorf("got %v", err)
	}
}

// A planar base is sent as x, y, theta.
func TestTheSensorOfAPlanarBaseReadsThreeNumbers(t *testing.T) {
	d := &worlds.Description{Name: "sled", Links: []worlds.Link{{Name: "world"}, {Name: "sled", Inertia: solidBox(1, 1, 1, 1)}},
		Joints: []worlds.Joint{{Name: "slide", Type: worlds.Planar, Parent: "world", Child: "sled", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}, Role: worlds.Passive}}}
	o := &PlantOptions{Base: BaseOptions{Joint: "slide"}, Start: []StartOptions{{Joint: "slide", Position: []float64{1, 2, 3}}}}
	handle, _, err := o.MakePlant(hardware.PlantContext{World: built(t, d), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, err := o.senses(handle.(*Plant), 1)
	if err != nil {
		t.Fatal(err)
	}
	state := messages.VirtualState{Position: make([]float64, 3), Velocity: make([]float64, 3)}
	s.base.read(handle.(*Plant), &state)
	if !slices.Equal(state.Position, []float64{1, 2, 3}) {
		t.Errorf("position %v", state.Position)
	}
}

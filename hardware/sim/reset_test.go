package sim

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// hopper is a body on a leg with a wheel, which falls over by itself.
const hopper = `robot:
  name: hopper
  links:
    - {name: body, inertial: {mass: 3, inertia: {ixx: 0.02, iyy: 0.02, izz: 0.02}}}
    - {name: leg, inertial: {mass: 0.5, origin: {xyz: [0, 0, -0.1]}, inertia: {ixx: 0.002, iyy: 0.002, izz: 0.001}}}
    - {name: tyre, inertial: {mass: 0.2, inertia: {ixx: 0.0003, iyy: 0.0004, izz: 0.0003}}}
  joints:
    - {name: hip, type: revolute, parent: body, child: leg, axis: [0, 1, 0], limits: {lower: -1, upper: 1, velocity: 20, effort: 10}, dynamics: {friction: 0.05}}
    - {name: wheel, type: continuous, parent: leg, child: tyre, origin: {xyz: [0, 0, -0.2]}, axis: [0, 1, 0], limits: {velocity: 50, effort: 2}, dynamics: {friction: 0.01}}
  joint_groups: {all: [hip, wheel]}
`

func newHopper(t *testing.T, edit func(*PlantOptions)) (*Plant, error) {
	t.Helper()
	d, err := urdf.Load(fstest.MapFS{"hopper.urdf.yaml": {Data: []byte(hopper)}}, "hopper.urdf.yaml", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	robot := &worlds.Description{Name: "hopper", Links: []worlds.Link{{Name: "world"}}}
	if err := robot.Attach(d, worlds.Joint{Name: "base", Type: worlds.Floating, Parent: "world", Role: worlds.Passive}); err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	o := &PlantOptions{Servos: []servo.Options{{Joints: []string{"hip"}, Exact: true}}, Actuated: []string{"wheel"},
		Reset: ResetOptions{Base: "base", JointGroup: "all"},
		Options: physics.Options{Ground: physics.GroundOptions{Friction: 0.8},
			Start: []physics.StartOptions{{Joint: "base", Position: []float64{0, 0, 0.259, 1, 0, 0, 0}}, {Joint: "hip", Position: []float64{0.1}}},
			Contacts: []physics.ContactOptions{{Body: "tyre", Points: [][3]float64{{}}, Radius: 0.06},
				{Body: "body", Points: [][3]float64{{0.1, 0.05, 0}, {-0.1, 0.05, 0}, {0.1, -0.05, 0}, {-0.1, -0.05, 0}}}}}}
	if edit != nil {
		edit(o)
	}
	return New(w, o, 1)
}

// motion advances the plant and returns its positions and velocities after each step.
func motion(t *testing.T, p *Plant, steps int) (all []float64) {
	t.Helper()
	for range steps {
		if err := p.Advance(p.Now().Add(time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		all = append(append(all, p.mechanism.Position()...), p.mechanism.Velocity()...)
	}
	return all
}

// asAtStart is the configuration that puts the hopper where it begins.
var asAtStart = messages.RobotReset{Position: [3]float64{0, 0, 0.259}, Orientation: [4]float64{1, 0, 0, 0}}

func TestAResetIsAFreshStartBitForBit(t *testing.T) {
	fresh, err := newHopper(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := motion(t, fresh, 2000)
	fell := want[len(want)-13-8+2] // height of the body at the end
	if fell > 0.2 {
		t.Fatalf("the body is at %g m: it must fall over", fell)
	}
	placed, err := newHopper(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, before := range []int{1, 17, 250, 400, 1000} { // on the wheel, falling, sliding, lying
		motion(t, placed, before)
		if err := placed.Reset(&asAtStart); err != nil {
			t.Fatal(err)
		}
		if got := motion(t, placed, 2000); !slices.Equal(got, want) {
			at := 0
			for got[at] == want[at] {
				at++
			}
			t.Errorf("after %d ms and a reset the motion differs from that of a fresh plant, first in number %d: %g, want %g", before, at, got[at], want[at])
		}
	}
}

// What a plant did before a reset has no effect, wherever the reset places the robot: also in
// contacts and in motion.
func TestWhatWasBeforeAResetHasNoEffect(t *testing.T) {
	const seed = 3
	random := rand.New(rand.NewPCG(seed, 0))
	used, err := newHopper(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		motion(t, used, 1+random.IntN(300))
		r := messages.RobotReset{Position: [3]float64{0, 0, 0.3 * random.Float64()}, Joints: []float64{random.Float64() - 0.5, 0},
			LinearVelocity: [3]float64{random.NormFloat64(), random.NormFloat64(), -random.Float64()}, AngularVelocity: [3]float64{0, 3 * random.NormFloat64(), 3 * random.NormFloat64()}}
		lean := random.NormFloat64()
		r.Orientation = [4]float64{math.Cos(lean), 0, math.Sin(lean), 0}
		fresh, err := newHopper(t, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(fresh.Reset(&r), used.Reset(&r)); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(motion(t, fresh, 100), motion(t, used, 100)) {
			t.Fatalf("seed %d, reset %d: %+v leads to another motion", seed, i, r)
		}
	}
}

func TestAResetPlacesBaseAndJoints(t *testing.T) {
	p, err := newHopper(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	motion(t, p, 300)
	half := math.Sqrt(0.5)
	r := messages.RobotReset{Position: [3]float64{1, 2, 3}, Orientation: [4]float64{half, 0, 0, half}, // turned to the left
		LinearVelocity: [3]float64{0, 0.5, 0}, AngularVelocity: [3]float64{0.1, 0.2, 0.3}, Joints: []float64{-0.4, 70}}
	if err := p.Reset(&r); err != nil {
		t.Fatal(err)
	}
	position, velocity := p.mechanism.Position(), p.mechanism.Velocity()
	for i, want := range []float64{1, 2, 3, half, 0, 0, half, -0.4, 70} {
		if math.Abs(position[i]-want) > 1e-12 {
			t.Errorf("position %d is %g, want %g", i, position[i], want)
		}
	}
	for i, want := range []float64{0.5, 0, 0, 0.1, 0.2, 0.3, 0, 0} { // forward, in the axes of the base
		if math.Abs(velocity[i]-want) > 1e-12 {
			t.Errorf("velocity %d is %g, want %g", i, velocity[i], want)
		}
	}
	var reply servo.Reply
	if p.servos[0].Reply(p.Now(), &reply); reply.Position != -0.4 {
		t.Errorf("the drive of the hip reads %g, want -0.4", reply.Position)
	}
}

func TestAnInvalidResetChangesNothing(t *testing.T) {
	p, err := newHopper(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, edit := range map[string]func(*messages.RobotReset){
		"orientation_base_in_world: the quaternion is":          func(r *messages.RobotReset) { r.Orientation = [4]float64{} },
		"joint_configuration: there are 1 positions":            func(r *messages.RobotReset) { r.Joints = []float64{0} },
		`joint_configuration: joint "hip": the position is 1.5`: func(r *messages.RobotReset) { r.Joints = []float64{1.5, 0} },
		"a position or velocity is not finite":                  func(r *messages.RobotReset) { r.LinearVelocity[1] = math.NaN() },
	} {
		r, before := asAtStart, slices.Clone(p.mechanism.Position())
		r.Position[2] = 1
		edit(&r)
		if err := p.Reset(&r); err == nil || !strings.Contains(err.Error(), want) || !slices.Equal(before, p.mechanism.Position()) {
			t.Errorf("got %v and positions %g, want %q and %g", err, p.mechanism.Position(), want, before)
		}
	}
	none, err := newHopper(t, func(o *PlantOptions) { o.Reset = ResetOptions{} })
	if err != nil {
		t.Fatal(err)
	}
	if err := none.Reset(&asAtStart); err == nil || !strings.Contains(err.Error(), "option reset") {
		t.Errorf("a plant without the option answers %v", err)
	}
}

func TestTheOptionResetNamesAFloatingBaseAndJoints(t *testing.T) {
	for want, o := range map[string]ResetOptions{
		`reset.base: unknown joint "bas"`:                                        {Base: "bas"},
		`reset.base: joint "hip" is revolute`:                                    {Base: "hip"},
		`reset.joint_group: world "hopper" has no joint group named "everybody"`: {Base: "base", JointGroup: "everybody"},
	} {
		if _, err := newHopper(t, func(p *PlantOptions) { p.Reset = o }); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestAnInvalidConfigurationIsAnEvent(t *testing.T) {
	_, make, err := plantOptions().MakePlant(hardware.PlantContext{World: wholeRobot(t), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &tape{stamps: map[string][]messages.Instant{}}
	s, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "plant/robot", Period: time.Millisecond, New: make}}},
		actors.WithVirtualTime(), actors.WithRecorder(r))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Send("plant/robot", messages.SpineConfig{Reset: &asAtStart, ImuUncertainty: &messages.ImuUncertainty{}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Advance(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	text := ""
	for _, e := range r.events {
		text += e.Text
	}
	for _, want := range []string{"configuration rejected", "imu_uncertainty", "option imu", "reset: the plant places no robot anew"} {
		if !strings.Contains(text, want) {
			t.Errorf("the events are %q, want %q", text, want)
		}
	}
}

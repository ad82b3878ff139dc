package sim

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// beam is a post on a base that carries a level arm of 2 kg, and on its end one that mimics it the other way round, of 1 kg:
// what hangs 0.2 m and 0.4 + 0.1 m before the shoulder weighs on it, less what the mimic joint gives back.
func beam(t testing.TB, base worlds.JointType, mimic bool) *worlds.World {
	t.Helper()
	limit := []worlds.Limit{{Lower: -1, Upper: 1, Velocity: 2, Effort: 30}}
	end := rigidbody.IdentityPose()
	end.P = [3]float64{0.4, 0, 0}
	link := func(name string, mass, ahead float64) worlds.Link {
		in := solidBox(mass, 0.1, 0.1, 0.1)
		in.Com = [3]float64{ahead, 0, 0}
		return worlds.Link{Name: name, Inertia: in}
	}
	d := &worlds.Description{
		Name:  "beam",
		Links: []worlds.Link{{Name: "room"}, link("post", 5, 0), link("arm", 2, 0.2), link("hand", 1, 0.1)},
		Joints: []worlds.Joint{
			{Name: "base", Type: base, Parent: "room", Child: "post", Origin: rigidbody.IdentityPose(), Axis: [3]float64{0, 0, 1}},
			{Name: "shoulder", Type: worlds.Revolute, Parent: "post", Child: "arm", Origin: rigidbody.IdentityPose(), Axis: [3]float64{0, 1, 0}, Limits: limit},
			{Name: "wrist", Type: worlds.Revolute, Parent: "arm", Child: "hand", Origin: end, Axis: [3]float64{0, 1, 0}, Limits: limit},
		},
	}
	if mimic {
		d.Joints[2].Mimic = &worlds.Mimic{Joint: "shoulder", Multiplier: -1}
	}
	return built(t, d)
}

// Gravity takes 9.81 (2 0.2 + 1 0.5) = 8.829 N m of the shoulder, and 0.981 N m of the wrist.
func TestJointsThatFallAreNotedBeforeTheyDo(t *testing.T) {
	servo := func(joint string, brake, effort float64) ServoOptions {
		return ServoOptions{Joints: []string{joint}, BrakeEffort: brake, EffortLimit: effort}
	}
	const falls = "nothing holds these joints while their drives are off"
	for name, c := range map[string]struct {
		base    worlds.JointType
		mimic   bool
		options PlantOptions
		want    []string
	}{
		"brakes that hold":   {worlds.Fixed, false, PlantOptions{Servos: []ServoOptions{servo("shoulder", 9, 0), servo("wrist", 1, 0)}}, nil},
		"no brakes":          {worlds.Fixed, false, PlantOptions{Servos: []ServoOptions{servo("shoulder", 0, 0), servo("wrist", 0, 0)}}, []string{falls, `"shoulder" (gravity 8.83 N m, brake 0 N m), "wrist" (gravity 0.981 N m, brake 0 N m)`}},
		"a weak brake":       {worlds.Fixed, false, PlantOptions{Servos: []ServoOptions{servo("shoulder", 8, 0), servo("wrist", 1, 0)}}, []string{`: "shoulder" (gravity 8.83 N m, brake 8 N m)`}},
		"friction":           {worlds.Fixed, false, PlantOptions{Servos: []ServoOptions{{Joints: []string{"shoulder", "wrist"}, CoulombFriction: 9}}}, nil},
		"a weak drive":       {worlds.Fixed, false, PlantOptions{Servos: []ServoOptions{servo("shoulder", 9, 8), servo("wrist", 1, 0)}}, []string{`the drive of joint "shoulder" gives at most 8 N m, and gravity pulls with 8.83 N m at the start: it cannot hold the joint`}},
		"a mimic joint":      {worlds.Fixed, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 7.8, 0)}}, []string{`"shoulder" (gravity 7.85 N m, brake 7.8 N m)`}},
		"a spring":           {worlds.Fixed, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 0.1, 0)}, Springs: []SpringOptions{{Joint: "shoulder", Stiffness: 78.48, Rest: -0.1}}}, nil},
		"an end stop":        {worlds.Fixed, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 0, 0)}, Start: []StartOptions{{Joint: "shoulder", Position: []float64{1}}}}, nil},
		"a latch":            {worlds.Fixed, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 0, 0)}, Latches: []LatchOptions{{Joint: "shoulder"}}}, nil},
		"a base that rolls":  {worlds.Planar, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 0, 0)}}, []string{falls}},
		"a base that floats": {worlds.Floating, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 0, 0)}}, nil},
		"what it stands on":  {worlds.Fixed, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 0, 0)}, Contacts: []ContactOptions{{Body: "hand"}}}, nil},
		"what there is not":  {worlds.Fixed, true, PlantOptions{Servos: []ServoOptions{servo("shoulder", 9, 0), servo("elbow", 0, 0)}, Start: []StartOptions{{Joint: "elbow", Position: []float64{1}}, {Joint: "wrist"}}}, nil},
	} {
		got := c.options.fallRemarks(beam(t, c.base, c.mimic))
		if text := strings.Join(got, "\n"); len(c.want) == 0 && len(got) > 0 || slices.ContainsFunc(c.want, func(w string) bool { return !strings.Contains(text, w) }) || len(got) > 1 {
			t.Errorf("%s: the remarks are %q; expected one with %q", name, got, c.want)
		}
	}
}

// A floating base without mass is singular but for rounding, which may leave anything.
func TestAFloatingBaseWithoutMassIsNamed(t *testing.T) {
	for _, turned := range []float64{0, 0.3, 0.7, 1.1} {
		d := beam(t, worlds.Floating, false).Description()
		d.Links[1].Inertia = rigidbody.Inertia{}
		d.Joints[1].Origin = worlds.PoseFromRPY([3]float64{0.1, 0.2, 0.3}, [3]float64{turned, 2 * turned, 3 * turned})
		_, err := New(built(t, d), Options{Servos: []Servo{{Joint: "shoulder"}}})
		if err == nil || !strings.Contains(err.Error(), `joint "base" moves`) || !strings.Contains(err.Error(), `"post"`) {
			t.Errorf("turned by %g: %v", turned, err)
		}
	}
}

func TestAJointThatMovesNoInertiaIsNamed(t *testing.T) {
	d := jaws(t, 1, false).Description()
	for i := range d.Links {
		d.Links[i].Inertia = rigidbody.Inertia{}
	}
	for i := range d.Joints {
		d.Joints[i].Armature = 0
	}
	world := built(t, d)
	_, err := New(world, Options{Servos: []Servo{{Joint: "grip"}}})
	if err == nil || !strings.Contains(err.Error(), `joint "grip" and what mimics it move no inertia; expected inertias of the links`) {
		t.Errorf("got %v", err)
	}
	if _, err := New(world, Options{Servos: []Servo{{Joint: "grip", RotorInertia: 0.5}}}); err != nil {
		t.Errorf("with a rotor: %v", err)
	}
}

func TestAJointThatBeginsBeyondItsLimitsIsNoted(t *testing.T) {
	servos := []ServoOptions{{Joints: []string{"shoulder", "wrist"}, BrakeEffort: 50}}
	for position, noted := range map[float64]bool{-1: false, 1: false, 0: false, 1.04: true, -1.04: true} {
		o := &PlantOptions{Servos: servos, Start: []StartOptions{{Joint: "shoulder", Position: []float64{position}}}}
		got := o.Remarks(beam(t, worlds.Fixed, false))
		if noted != slices.ContainsFunc(got, func(r string) bool { return strings.Contains(r, `joint "shoulder" begins at`) }) {
			t.Errorf("at %g rad, of -1 to 1: %q", position, got)
		}
	}
}

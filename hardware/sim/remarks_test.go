package sim

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// beam is a post on a base that carries a level arm of 2 kg, and on its end one that mimics it the other way round, of 1 kg:
// what hangs 0.2 m and 0.4 + 0.1 m before the shoulder weighs on it, less what the mimic joint gives back.
func beam(t testing.TB, base worlds.JointType, mimic bool) *worlds.World {
	t.Helper()
	limit := []worlds.Limit{{Lower: -1, Upper: 1, Velocity: 2, Effort: 30}}
	end := spatial.IdentityPose()
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
			{Name: "base", Type: base, Parent: "room", Child: "post", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}},
			{Name: "shoulder", Type: worlds.Revolute, Parent: "post", Child: "arm", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 1, 0}, Limits: limit},
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
		d.Joints[1].Origin = spatial.PoseFromRPY([3]float64{0.1, 0.2, 0.3}, [3]float64{turned, 2 * turned, 3 * turned})
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
		got := o.Lint(beam(t, worlds.Fixed, false))
		if noted != slices.ContainsFunc(got, func(r string) bool { return strings.Contains(r, `joint "shoulder" begins at`) }) {
			t.Errorf("at %g rad, of -1 to 1: %q", position, got)
		}
	}
	d := beam(t, worlds.Fixed, false).Description()
	d.Joints[1].Limits[0].Lower = 0.1 // an elbow that does not go straight
	o := &PlantOptions{Servos: servos}
	if got := o.Lint(built(t, d)); !slices.ContainsFunc(got, func(r string) bool {
		return strings.HasPrefix(r, `joint "shoulder" begins at 0, beyond its limits, 0.1 to 1`)
	}) {
		t.Errorf("without a start, of 0.1 to 1: %q", got)
	}
}

// A mast on a turntable that tilts both ways: upright, its tilts move all of it, and tilted, one of them turns it about its own
// thin axis while the others yield.
func TestDrivesThatRingWhereTheRobotMayGoAreNoted(t *testing.T) {
	limit := []worlds.Limit{{Lower: -1.5, Upper: 1.5, Velocity: 3, Effort: 60}}
	mast := rigidbody.Inertia{Mass: 2, Com: [3]float64{0, 0, 0.5}, Ixx: 0.15, Iyy: 0.15, Izz: 0.001}
	joint := func(name, parent, child string, axis [3]float64) worlds.Joint {
		return worlds.Joint{Name: name, Type: worlds.Revolute, Parent: parent, Child: child, Axis: axis, Origin: spatial.IdentityPose(), Limits: limit}
	}
	robot := built(t, &worlds.Description{
		Name:  "mast",
		Links: []worlds.Link{{Name: "room"}, {Name: "table", Inertia: solidBox(2, 0.2, 0.2, 0.2)}, {Name: "cross"}, {Name: "mast", Inertia: mast}},
		Joints: []worlds.Joint{joint("turn", "room", "table", [3]float64{0, 0, 1}), joint("roll", "table", "cross", [3]float64{1, 0, 0}),
			joint("pitch", "cross", "mast", [3]float64{0, 1, 0})},
	})
	o := &PlantOptions{Servos: []ServoOptions{{Joints: []string{"turn", "roll", "pitch"}, BrakeEffort: 100}}}
	notes := o.Lint(robot)
	if len(notes) != 1 || !strings.Contains(notes[0], `the drive of joint "roll" may ring`) || !strings.Contains(notes[0], "expected the rotor_inertia and gear_ratio") {
		t.Errorf("got %q", notes)
	}
	if speed := heldAside(t, robot, o); speed < 3 {
		t.Errorf("joints that are told to hold move by %g rad/s at most; expected them to ring", speed)
	}
	o.Servos[0].RotorInertia, o.Servos[0].GearRatio = 1e-4, 50
	if notes := o.Lint(robot); len(notes) > 0 {
		t.Errorf("with rotors: %q", notes)
	}
	if speed := heldAside(t, robot, o); speed > 0.5 {
		t.Errorf("with rotors, joints that are told to hold move by %g rad/s", speed)
	}
}

// heldAside is how fast the mast moves at most in the second in which its drives hold it far from where it began.
func heldAside(t *testing.T, robot *worlds.World, o *PlantOptions) (fastest float64) {
	t.Helper()
	handle, _, err := o.MakePlant(hardware.PlantContext{World: robot})
	if err != nil {
		t.Fatal(err)
	}
	p := handle.(*Plant)
	position := []float64{0, 0.2, 1.2}
	if err := p.SetState(position, []float64{0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	for _, s := range p.servos {
		s.mode, s.brake.closed, s.brake.wanted, s.overspeed = messages.ModeRun, false, false, 1e30
	}
	for range 1000 {
		for _, s := range p.servos {
			s.fed = p.now
			s.target = setPoints{control: messages.ControlPosition, position: position[s.positionAt]}
		}
		advance(t, p, p.Step())
		fastest = max(fastest, largest(p.velocity))
	}
	return fastest
}

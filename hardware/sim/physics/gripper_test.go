package physics

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	boxMass = 0.4  // kg
	boxSize = 0.06 // m
)

// gripper is a hand on a vertical slide, with two fingers along y of which the right one mimics the
// left one or has a drive of its own, and a box that floats between them.
func gripper(t testing.TB, mimic bool) *worlds.World {
	t.Helper()
	slide := func(name, parent, child string, at, axis [3]float64, lower, upper float64) worlds.Joint {
		return worlds.Joint{Name: name, Type: worlds.Prismatic, Parent: parent, Child: child, Origin: spatial.PoseFromRPY(at, [3]float64{}), Axis: axis,
			Limits: []worlds.Limit{{Lower: lower, Upper: upper, Velocity: 1, Acceleration: 2, Jerk: math.Inf(1), Effort: 200}}}
	}
	d := &worlds.Description{
		Name: "gripper",
		Links: []worlds.Link{{Name: "world"}, {Name: "hand", Inertia: solidBox(2, 0.1, 0.2, 0.1)}, {Name: "left", Inertia: solidBox(0.2, 0.02, 0.02, 0.1)},
			{Name: "right", Inertia: solidBox(0.2, 0.02, 0.02, 0.1)}, {Name: "box", Inertia: solidBox(boxMass, boxSize, boxSize, boxSize)}},
		Joints: []worlds.Joint{
			slide("lift", "world", "hand", [3]float64{0, 0, 0.1 + boxSize/2}, [3]float64{0, 0, 1}, 0, 1),
			slide("grip", "hand", "left", [3]float64{0, 0, -0.1}, [3]float64{0, 1, 0}, 0, 0.05),
			slide("grip_right", "hand", "right", [3]float64{0, 0, -0.1}, [3]float64{0, -1, 0}, 0, 0.05),
			{Name: "box_joint", Type: worlds.Floating, Parent: "world", Child: "box", Origin: spatial.IdentityPose(), Role: worlds.Passive},
		},
	}
	if mimic {
		d.Joint("grip_right").Mimic = &worlds.Mimic{Joint: "grip", Multiplier: 1}
	}
	return built(t, d)
}

// pads are the points of a finger that touch the box.
func pads() (all [][3]float64) {
	for _, x := range []float64{-0.01, 0.01} {
		for _, z := range []float64{-0.02, 0.02} {
			all = append(all, [3]float64{x, 0, z})
		}
	}
	return all
}

// reaching is a gripper that stands open around the box, which lies on the ground, beside its
// middle by an offset.
func reaching(t testing.TB, mimic bool, offset float64, change func(*Options)) *Mechanism {
	t.Helper()
	o := Options{
		Surfaces: []SurfaceOptions{level(0.1), {Name: "sides", Body: "box", Box: [3]float64{boxSize, boxSize, boxSize}, Friction: 0.8}},
		Contacts: []ContactOptions{{Body: "left", Points: pads(), Surfaces: []string{"sides"}}, {Body: "right", Points: pads(), Surfaces: []string{"sides"}},
			{Body: "box", Points: corners(boxSize, boxSize, boxSize), Surfaces: []string{"ground"}}},
		Start: []StartOptions{{"grip", []float64{0.05}}, {"box_joint", []float64{0, offset, boxSize / 2, 1, 0, 0, 0}}},
	}
	driven := gripperDrives()
	if !mimic {
		driven = append(driven, Driven{Joint: "grip_right"})
		o.Start = append(o.Start, StartOptions{"grip_right", []float64{0.05}})
	}
	if change != nil {
		change(&o)
	}
	return newDriven(t, gripper(t, mimic), o, driven)
}

// gripperDrives are the drives of the lift and of the leading finger.
func gripperDrives() []Driven { return []Driven{{Joint: "lift"}, {Joint: "grip", Armature: 0.5}} }

func newDriven(t testing.TB, w *worlds.World, o Options, driven []Driven) *Mechanism {
	t.Helper()
	p, err := New(w, o, driven)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// grab holds the hand at a height and closes the fingers with an effort, for a while.
func grab(t testing.TB, p *Mechanism, height, effort float64, d time.Duration) {
	t.Helper()
	const corner = 2 * math.Pi * 5 // rad/s, of the drive of the lift
	loads := make([]Load, len(p.driven))
	for end := p.now.Add(d); p.now < end; {
		for i, joint := range p.driven {
			index := must(p.world.JointIndex(joint.name))
			loads[i] = Load{Effort: effort, Friction: p.world.Joint(index).Friction}
			if joint.name == "lift" {
				off, speed := height-p.position[joint.Position], p.velocity[joint.Velocity]
				loads[i].Effort = 2.8*gravity + joint.Inertia*(corner*corner*off-2*corner*speed)
			}
		}
		must(0, p.Step(loads))
		kept(t, p)
	}
}

// One drive closes both fingers on a box, each with half of its force, and they carry it away by
// friction.
func TestAGripperWithAMimicFingerClosesOnABoxAndLiftsIt(t *testing.T) {
	p := reaching(t, true, 0.012, nil)
	box := must(p.Body("box"))
	grab(t, p, 0, -30, 500*time.Millisecond)
	forces := p.ContactForces(nil)
	left, right := forces[0].Wrench.Force, forces[1].Wrench.Force
	near(t, "force on the left finger", left[1], 15, 0.05)
	near(t, "force on the right finger", right[1], -15, 0.05)
	near(t, "the box, in the middle", p.Pose(box).Position[1], 0, 1e-4)
	near(t, "left finger", p.position[slot(t, p.world, "grip").Position], boxSize/2, 1e-4)
	grab(t, p, 0.1, -30, 1500*time.Millisecond)
	forces = p.ContactForces(nil)
	if forces[2].Touching > 0 || !forces[0].Planted() || !forces[1].Planted() {
		t.Errorf("fingers %+v, %+v, box on the ground %+v; expected the box in the air", forces[0], forces[1], forces[2])
	}
	near(t, "weight on the fingers", forces[0].Wrench.Force[2]+forces[1].Wrench.Force[2], -boxMass*gravity, 0.1)
	if z := p.Pose(box).Position[2]; z < 0.08 {
		t.Errorf("the box is at a height of %g m", z)
	}
}

// A grasp on the finger that mimics holds the box when the fingers are closed, and lets it go when
// they open.
func TestAGraspOnAMimicFingerHoldsTheBox(t *testing.T) {
	p := reaching(t, true, 0, func(o *Options) {
		o.Contacts = o.Contacts[2:]
		o.Grasps = []GraspOptions{{Name: "hold", Body: "right", Position: [3]float64{0, boxSize / 2, 0}, OnBody: "box", Joint: "grip_right", Closed: 0.032, Opened: 0.04}}
	})
	box, right := must(p.Body("box")), must(p.Body("right"))
	grab(t, p, 0, -10, 200*time.Millisecond)
	between := spatial.VecOf(p.Pose(box).Position).Sub(spatial.VecOf(p.Pose(right).Position)).Array()
	if held, err := p.Held("hold"); err != nil || !held.Closed {
		t.Fatalf("%+v, %v; expected it closed", held, err)
	}
	grab(t, p, 0.1, -10, 1500*time.Millisecond)
	held, _ := p.Held("hold")
	near(t, "weight in the grasp", held.Wrench.Force[2], -boxMass*gravity, 0.01)
	near(t, "moment of the weight about the finger", held.Wrench.Moment[0], 0, 0.01)
	near(t, "way of the box against the finger", spatial.VecOf(p.Pose(box).Position).Sub(spatial.VecOf(p.Pose(right).Position)).Sub(spatial.VecOf(between)).Norm(), 0, 1e-4)
	if z := p.Pose(box).Position[2]; z < 0.08 {
		t.Errorf("the box is at a height of %g m", z)
	}
	grab(t, p, 0.1, 10, 400*time.Millisecond)
	if held, _ := p.Held("hold"); held.Closed {
		t.Error("it does not open")
	}
	near(t, "height of the box that was let go", p.Pose(box).Position[2], boxSize/2, 1e-3)
}

// What a drive that closes on nothing but a hand's force must give: the force on the follower
// counts with its multiplier.
func TestAForceOnAMimicFingerIsFeltByItsLeader(t *testing.T) {
	p := newPlant(t, gripper(t, true), Options{Start: []StartOptions{{"grip", []float64{0.02}}, {"lift", []float64{0.3}}}})
	efforts := make([]float64, p.model.NV())
	efforts[slot(t, p.world, "lift").Velocity] = 2.4 * gravity
	efforts[slot(t, p.world, "grip").Velocity] = 7
	if err := p.PushJoints(efforts); err != nil {
		t.Fatal(err)
	}
	if err := p.PushBody(must(p.Body("right")), rigidbody.Wrench{Force: [3]float64{0, 7, 0}}); err != nil { // towards the middle
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	near(t, "finger between two equal forces", p.position[slot(t, p.world, "grip").Position], 0.02, 1e-12)
}

// Two fingers that mimic one another may hold each other, and touch: they move against each other
// though one joint moves both.
func TestFingersOfOneJointMeet(t *testing.T) {
	p := newDriven(t, gripper(t, true), Options{
		Surfaces: []SurfaceOptions{{Name: "pad", Body: "right", Box: [3]float64{0.1, 0.02, 0.1}, Friction: 0.5}},
		Contacts: []ContactOptions{{Body: "left", Points: pads(), Surfaces: []string{"pad"}}},
		Start:    []StartOptions{{"grip", []float64{0.05}}, {"lift", []float64{0.3}}},
	}, gripperDrives())
	grab(t, p, 0.3, -10, 500*time.Millisecond)
	near(t, "finger that meets the other", p.position[slot(t, p.world, "grip").Position], 0.005, 1e-5)
	force := p.ContactForces(nil)[0]
	near(t, "force between the fingers", force.Wrench.Force[1], 5, 0.01) // it opens the gap by two for one of the joint
	if _, err := New(gripper(t, true), Options{Grasps: []GraspOptions{{Name: "hold", Body: "left", OnBody: "right", Free: []string{"x", "z", "rx", "ry", "rz"}}}}, nil); err != nil {
		t.Errorf("a grasp between the fingers is refused: %v", err)
	}
	_, err := New(gripper(t, true), Options{
		Surfaces: []SurfaceOptions{{Name: "pad", Body: "right", Friction: 0.5}}, Contacts: []ContactOptions{{Body: "right", Points: pads(), Surfaces: []string{"pad"}}}}, nil)
	if err == nil {
		t.Error("a finger that touches itself was taken")
	}
}

// With a drive on each finger, two efforts of half the size press on the box as one does with a
// finger that mimics. What of the weight the ground bears depends on how the box was met.
func TestAMimicFingerHoldsABoxAsTwoDrivesDo(t *testing.T) {
	one, two := reaching(t, true, 0, nil), reaching(t, false, 0, nil)
	grab(t, one, 0, -30, time.Second)
	grab(t, two, 0, -15, time.Second)
	a, b := one.ContactForces(nil), two.ContactForces(nil)
	for i := range 2 {
		near(t, "force on the finger "+a[i].Set, a[i].Wrench.Force[1], b[i].Wrench.Force[1], 0.05)
	}
}

func TestAStepWithMimicJointsAllocatesNothing(t *testing.T) {
	p := reaching(t, true, 0, nil)
	grab(t, p, 0, -30, 300*time.Millisecond)
	if n := testing.AllocsPerRun(100, func() { advance(t, p, time.Millisecond) }); n != 0 && !raceEnabled { // whose bookkeeping allocates
		t.Errorf("%g allocations a step", n)
	}
}

package worlds

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestHashesDoNotDependOnTheOrderOfDeclarations(t *testing.T) {
	const seed = 71
	random := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		d := randomTree(random, 2+random.IntN(30))
		if a, b := mustBuild(t, d).Hashes(), mustBuild(t, shuffled(random, d)).Hashes(); a != b {
			t.Fatalf("seed %d: %+v and %+v", seed, a, b)
		}
	}
}

func TestHashesOfJointsKnowThemByTheirPlaces(t *testing.T) {
	const seed = 72
	random := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		d := randomTree(random, 2+random.IntN(30))
		a, b := mustBuild(t, d), mustBuild(t, shuffled(random, d))
		first, second := a.JointHashes(), b.JointHashes()
		known := map[Hash]bool{}
		for i, name := range a.JointNames() {
			k, err := b.JointIndex(name)
			if err != nil || first[i] != second[k] {
				t.Fatalf("seed %d: joint %s has the hashes %v and %v in two orders, %v", seed, name, first[i].Short(), second[k].Short(), err)
			}
			known[first[i]] = true
		}
		if len(known) != a.NumJoints() {
			t.Fatalf("seed %d: %d joints have %d hashes", seed, a.NumJoints(), len(known))
		}
	}
}

func TestEachChangeReachesItsHashesOnly(t *testing.T) {
	const (
		kinematics = 1 << iota
		dynamics
		limits
		names
	)
	joint := func(name string, change func(*Joint)) func(*Description) {
		return func(d *Description) { change(d.Joint(name)) }
	}
	cases := map[string]struct {
		change func(*Description)
		want   int
	}{
		"nothing":             {func(d *Description) {}, 0},
		"name of the world":   {func(d *Description) { d.Name = "other" }, 0},
		"namespace":           {func(d *Description) { *d = *d.Prefixed("ns") }, names},
		"group":               {func(d *Description) { d.Groups = d.Groups[:1] }, names},
		"order in a group":    {func(d *Description) { g := d.Groups[0].Joints; g[0], g[1] = g[1], g[0] }, names},
		"mass":                {func(d *Description) { d.Links[3].Inertia.Mass += 0.001 }, dynamics},
		"centre of mass":      {func(d *Description) { d.Links[3].Inertia.Com[0] += 1e-6 }, dynamics},
		"inertia":             {func(d *Description) { d.Links[3].Inertia.Ixy += 1e-6 }, dynamics},
		"damping":             {joint("upper_joint", func(j *Joint) { j.Damping = 0.01 }), dynamics},
		"friction":            {joint("upper_joint", func(j *Joint) { j.Friction = 0.01 }), dynamics},
		"armature":            {joint("upper_joint", func(j *Joint) { j.Armature = 0.01 }), dynamics},
		"upper bound":         {joint("upper_joint", func(j *Joint) { j.Limits[0].Upper = 1.9 }), limits},
		"effort":              {joint("upper_joint", func(j *Joint) { j.Limits[0].Effort = 49 }), limits},
		"control":             {joint("upper_joint", func(j *Joint) { j.Control = messages.ControlVelocity }), limits},
		"control by default":  {joint("upper_joint", func(j *Joint) { j.Control = messages.ControlPositionVelocityEffort }), 0},
		"role":                {joint("base_planar", func(j *Joint) { j.Role = Driven }), 0},
		"length":              {joint("upper_joint", func(j *Joint) { j.Origin.P[2] += 1e-6 }), kinematics | dynamics | limits},
		"orientation":         {joint("upper_joint", func(j *Joint) { j.Origin.R = spatial.RotationFromRPY([3]float64{1e-6, 0, 0}) }), kinematics | dynamics | limits},
		"axis":                {joint("upper_joint", func(j *Joint) { j.Axis = [3]float64{0, 0, -1} }), kinematics | dynamics | limits},
		"length of an axis":   {joint("upper_joint", func(j *Joint) { j.Axis = [3]float64{0, 0, 7} }), 0},
		"axis of a fixed one": {joint("tool_mount", func(j *Joint) { j.Axis = [3]float64{0, 0, 7} }), 0},
		"mimic":               {joint("finger_r_joint", func(j *Joint) { j.Mimic.Multiplier = 1 }), kinematics | dynamics | limits},
		"leader":              {joint("finger_r_joint", func(j *Joint) { j.Mimic.Joint = "wheel_joint" }), kinematics | dynamics | limits},
		"rounding error":      {joint("upper_joint", func(j *Joint) { j.Origin.P[2] += 1e-15 }), 0},
		"the other zero":      {joint("upper_joint", func(j *Joint) { j.Origin.P[0] = math.Copysign(0, -1) }), 0},
		"frame at the end":    {func(d *Description) { _ = d.Attach(single("camera"), Joint{Parent: "tool"}) }, kinematics | dynamics | limits | names},
		"masses of two fingers": {func(d *Description) {
			a, b := &d.Links[5].Inertia, &d.Links[6].Inertia
			*a, *b = *b, *a
		}, dynamics},
	}
	before := mustBuild(t, gripperArm()).Hashes()
	for name, c := range cases {
		d := gripperArm()
		c.change(d)
		after := mustBuild(t, d).Hashes()
		got := 0
		for bit, pair := range [][2]Hash{
			{before.Kinematics, after.Kinematics}, {before.Dynamics, after.Dynamics},
			{before.Limits, after.Limits}, {before.Names, after.Names},
		} {
			if pair[0] != pair[1] {
				got |= 1 << bit
			}
		}
		if got != c.want || (before.All != after.All) != (c.want != 0) {
			t.Errorf("%s: hashes %04b changed, want %04b (names, limits, dynamics, kinematics)", name, got, c.want)
		}
	}
}

func TestATurnedInertiaFrameHashesTheSame(t *testing.T) {
	a := gripperArm()
	b := gripperArm()
	for i := range b.Links { // half a turn about x there and back: entries that were zero carry rounding errors now
		half := spatial.RotationFromRPY([3]float64{math.Pi, 0, 0})
		b.Links[i].Inertia = RotateInertia(half, RotateInertia(half, b.Links[i].Inertia))
	}
	if mustBuild(t, a).Hashes() != mustBuild(t, b).Hashes() {
		t.Error("rounding errors reach the hash")
	}
}

func TestHashesAreTheSameOnEveryMachine(t *testing.T) {
	got := mustBuild(t, gripperArm()).Hashes()
	for name, pair := range map[string][2]string{
		"kinematics": {got.Kinematics.Short(), goldenKinematics}, "dynamics": {got.Dynamics.Short(), goldenDynamics},
		"limits": {got.Limits.Short(), goldenLimits}, "names": {got.Names.Short(), goldenNames},
	} {
		if pair[0] != pair[1] {
			t.Errorf("the hash of %s is %s, want %s; recordings and peers carry it, so a change of it is a change of format", name, pair[0], pair[1])
		}
	}
}

const (
	goldenKinematics = "e0076af33348"
	goldenDynamics   = "e8e5db5beb3b"
	goldenLimits     = "ada9e2df262f"
	goldenNames      = "080e2a94b9a2"
)

package typed

import (
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// robot is a world with a joint of every type: base (floating), cart (planar), lift (prismatic),
// wheel (continuous), arm (revolute) and finger, which mimics arm.
func robot(t testing.TB, change ...func(*worlds.Description)) *worlds.World {
	t.Helper()
	d := &worlds.Description{Name: "robot", Links: []worlds.Link{{Name: "room"}}}
	parent := "room"
	limit := worlds.Limit{Lower: -1, Upper: 2, Velocity: 3, Acceleration: 4, Jerk: 5, Effort: 6}
	for _, j := range []worlds.Joint{
		{Name: "base", Type: worlds.Floating, Role: worlds.Passive},
		{Name: "cart", Type: worlds.Planar, Axis: [3]float64{0, 0, 1}, Role: worlds.Virtual},
		{Name: "lift", Type: worlds.Prismatic, Axis: [3]float64{0, 0, 1}, Limits: []worlds.Limit{limit}},
		{Name: "wheel", Type: worlds.Continuous, Axis: [3]float64{0, 1, 0}},
		{Name: "arm", Type: worlds.Revolute, Axis: [3]float64{0, 1, 0}, Limits: []worlds.Limit{limit}},
		{Name: "finger", Type: worlds.Revolute, Axis: [3]float64{0, 1, 0}, Limits: []worlds.Limit{{Lower: -4, Upper: 4, Velocity: 6, Acceleration: 8, Jerk: 9, Effort: 9}},
			Mimic: &worlds.Mimic{Joint: "arm", Multiplier: 2}},
	} {
		j.Parent, j.Child, j.Origin = parent, j.Name+"_link", spatial.IdentityPose()
		d.Links, d.Joints, parent = append(d.Links, worlds.Link{Name: j.Child}), append(d.Joints, j), j.Child
	}
	d.Groups = []worlds.Group{{Name: "mixed", Joints: []string{"arm", "base", "finger", "cart", "lift"}}}
	for _, c := range change {
		c(d)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func sizesOf(w *worlds.World) Sizes {
	return Sizes{Joints: w.NumJoints(), Positions: w.NumPositions(), Velocities: w.NumVelocities()}
}

// placeOf returns where a joint of a world stands, as the generator writes it.
func placeOf(t testing.TB, w *worlds.World, joint string) Place {
	t.Helper()
	i, err := w.JointIndex(joint)
	if err != nil {
		t.Fatal(err)
	}
	return At(i, w.Slot(i).Position, w.Slot(i).Velocity)
}

// groupOf returns a group as the generator writes it.
func groupOf(t testing.TB, w *worlds.World, name string) (*Group, *worlds.JointGroup) {
	t.Helper()
	g, err := w.Group(name)
	if err != nil {
		t.Fatal(err)
	}
	out := &Group{World: w.Name(), Name: name, Sizes: Sizes{g.NumJoints(), g.NumPositions(), g.NumVelocities()}}
	for i := range g.NumJoints() {
		j := w.Joint(g.WorldJoint(i))
		out.Joints = append(out.Joints, GroupJoint{Place: placeOf(t, w, j.Name), Positions: g.Slot(i).PositionLength,
			Velocities: g.Slot(i).VelocityLength, Takes: j.Control != messages.ControlNone})
	}
	return out, g
}

// drawn returns a snapshot of a world with values that all differ.
func drawn(w *worlds.World, seed uint64) *messages.Snapshot {
	r := rand.New(rand.NewPCG(seed, 1))
	values := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		return v
	}
	s := &messages.Snapshot{Position: values(w.NumPositions()), Velocity: values(w.NumVelocities()), Effort: values(w.NumVelocities())}
	for range w.NumJoints() {
		s.Mode = append(s.Mode, messages.Modes()[r.IntN(len(messages.Modes()))])
		s.Valid = append(s.Valid, r.IntN(4) > 0)
		s.Time = append(s.Time, messages.Instant(r.Int64N(1e9)))
	}
	return s
}

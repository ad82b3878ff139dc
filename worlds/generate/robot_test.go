package generate

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// everyJoint is a world with a joint of every type and role, and of several control modes; clamp is
// fixed. What a file may say of a joint is more than one robot has.
func everyJoint(t testing.TB, change ...func(*worlds.Description)) *app.Config {
	t.Helper()
	d := &worlds.Description{Name: "robot", Links: []worlds.Link{{Name: "room"}}}
	z, unlimited := [3]float64{0, 0, 1}, worlds.Unlimited()
	wheel := unlimited
	wheel.Velocity, wheel.Effort = 25, 12.5
	parent := "room"
	for _, j := range []worlds.Joint{
		{Name: "float", Type: worlds.Floating, Role: worlds.Virtual, Control: messages.ControlEffort},
		{Name: "plane", Type: worlds.Planar, Axis: z, Role: worlds.Virtual, Control: messages.ControlPositionVelocity},
		{Name: "caster_1", Type: worlds.Continuous, Axis: z, Role: worlds.Passive},
		{Name: "clamp", Type: worlds.Fixed},
		{Name: "wheel", Type: worlds.Continuous, Axis: z, Limits: []worlds.Limit{wheel}, Control: messages.ControlVelocity},
		{Name: "lift", Type: worlds.Prismatic, Axis: z, Limits: []worlds.Limit{{Lower: 0, Upper: 0.8, Velocity: 0.5, Acceleration: 1e-3, Jerk: 1e7, Effort: 2000}}},
		{Name: "jaw-left", Type: worlds.Revolute, Axis: z, Limits: []worlds.Limit{{Lower: -0.1, Upper: 1, Velocity: 2, Acceleration: 3, Jerk: 4, Effort: 5}},
			Control: messages.ControlPosition | messages.ControlEffort},
		{Name: "jaw-right", Type: worlds.Revolute, Axis: z, Limits: []worlds.Limit{{Lower: -1, Upper: 0.1, Velocity: 2, Acceleration: 3, Jerk: 4, Effort: 5}},
			Mimic: &worlds.Mimic{Joint: "jaw-left", Multiplier: -1}},
	} {
		j.Parent, j.Child, j.Origin = parent, j.Name+"_link", spatial.IdentityPose()
		d.Links, d.Joints, parent = append(d.Links, worlds.Link{Name: j.Child}), append(d.Joints, j), j.Child
	}
	d.Groups = []worlds.Group{
		{Name: "gripper", Joints: []string{"jaw-right", "jaw-left", "lift"}}, // one of them mimics another
		{Name: "casters", Joints: []string{"caster_1"}},                      // nobody may command it
		{Name: "body", Joints: []string{"plane", "float"}},                   // no quantity that both take
	}
	for _, c := range change {
		c(d)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return &app.Config{Name: "every_joint", Worlds: []app.World{{Name: "robot", Period: 10 * time.Millisecond, Model: w}}}
}

// renamed gives a joint another name, in its groups too.
func renamed(from, to string) func(*worlds.Description) {
	return func(d *worlds.Description) {
		d.Joint(from).Name = to
		for g := range d.Groups {
			for i, j := range d.Groups[g].Joints {
				if j == from {
					d.Groups[g].Joints[i] = to
				}
			}
		}
		for i := range d.Joints {
			if m := d.Joints[i].Mimic; m != nil && m.Joint == from {
				m.Joint = to
			}
		}
	}
}

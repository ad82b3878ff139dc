package perception_test

import (
	"context"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

func TestAStateThatIsTooShortLeavesTheRestInvalid(t *testing.T) {
	for _, cut := range []func(*messages.DriveState){
		func(s *messages.DriveState) { s.Position = s.Position[:1] },
		func(s *messages.DriveState) { s.Velocity = s.Velocity[:1] },
		func(s *messages.DriveState) { s.Effort = s.Effort[:1] },
		func(s *messages.DriveState) { s.Mode = s.Mode[:1] },
		func(s *messages.DriveState) { s.Answered = s.Answered[:1] },
	} {
		b := newBench(t).start()
		b.ticks(3)
		b.cutBus = cut
		b.ticks(2)
		b.want("one", 0.3, true)
		b.want("two", 0.7, false)
	}
	for name, cut := range map[string]func(*messages.VirtualState){
		"position": func(s *messages.VirtualState) { s.Position = s.Position[:2] },
		"velocity": func(s *messages.VirtualState) { s.Velocity = s.Velocity[:2] },
	} {
		b := newBench(t).start()
		b.ticks(3)
		b.cutVirtual = cut
		b.ticks(2)
		if j := b.joint["planar"]; b.snapshot.Valid[j] {
			t.Errorf("the planar joint without its last %s is valid", name)
		}
		b.want("one", 0.3, true)
	}
}

// The position of a floating joint has one entry more than its velocity.
func TestPositionsAndVelocitiesBesideAFloatingJointHaveTheirOwnPlaces(t *testing.T) {
	d, err := urdf.Parse("robot.urdf.yaml", []byte(`
robot:
  name: robot
  links: [{name: room}, {name: body}, {name: a}, {name: b}]
  joints:
    - {name: base, type: floating, parent: room, child: body, role: virtual}
    - {name: one, type: revolute, parent: body, child: a, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
    - {name: two, type: revolute, parent: a, child: b, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
`), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	one, two := w.NumJoints()-2, w.NumJoints()-1
	if w.Joint(one).Name != "one" || w.Joint(two).Name != "two" {
		t.Fatalf("the joints are %v", w.JointNames())
	}
	bus := func() any {
		return &source[messages.DriveState]{sizes: actors.Sizes{"drives": 2}, fill: func(_ *actors.Tick, s *messages.DriveState) bool {
			s.Position[0], s.Velocity[0], s.Effort[0], s.Answered[0] = 0.1, 0.2, 0.3, true
			s.Position[1], s.Velocity[1], s.Effort[1], s.Answered[1] = 1.1, 1.2, 1.3, true
			return true
		}}
	}
	base := func() any {
		return &source[messages.VirtualState]{sizes: actors.Sizes{"positions": 7, "velocities": 6}, fill: func(_ *actors.Tick, s *messages.VirtualState) bool {
			copy(s.Position, []float64{1, 2, 3, 1, 0, 0, 0})
			copy(s.Velocity, []float64{4, 5, 6, 7, 8, 9})
			return true
		}}
	}
	a := perception.Actor{World: w, Buses: []perception.Bus{{Port: "bus", Joints: []int{one, two}}}, Virtuals: []perception.Virtual{{Port: "base", Joint: 0}}}
	sys, err := actors.New(actors.Application{Name: "bench", Worlds: []string{"sources", "robot"},
		Actors: []actors.Spec{{Name: "sources/bus", New: bus, Period: period}, {Name: "sources/base", New: base, Period: period},
			{Name: "robot/perception", New: func() any { c := a; return &c }, Period: period}},
		Links: []actors.Link{{From: "sources/bus.value", To: "robot/perception.bus", MaxAge: 45 * time.Millisecond},
			{From: "sources/base.value", To: "robot/perception.base", MaxAge: 45 * time.Millisecond}},
	}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	var got messages.Snapshot
	if _, err := actors.Tap(sys, "robot/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) { got = *s }); err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := sys.Advance(5 * period); err != nil {
		t.Fatal(err)
	}
	if err := sys.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := messages.Snapshot{Position: []float64{1, 2, 3, 1, 0, 0, 0, 0.1, 1.1}, Velocity: []float64{4, 5, 6, 7, 8, 9, 0.2, 1.2}, Effort: []float64{0, 0, 0, 0, 0, 0, 0.3, 1.3}}
	for name, pair := range map[string][2][]float64{"position": {got.Position, want.Position}, "velocity": {got.Velocity, want.Velocity}, "effort": {got.Effort, want.Effort}} {
		for i := range pair[1] {
			if pair[0][i] != pair[1][i] {
				t.Errorf("%s %v; expected %v", name, pair[0], pair[1])
				break
			}
		}
	}
}

package perception_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

const robot = `
robot:
  name: robot
  links: [{name: room}, {name: body}, {name: a}, {name: b}, {name: finger}, {name: tip}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 2}, {velocity: 2}, {velocity: 4}]}
    - {name: one, type: revolute, parent: body, child: a, axis: [0, 1, 0], limits: {lower: -2, upper: 2, velocity: 1.5, effort: 10}}
    - {name: two, type: revolute, parent: a, child: b, axis: [0, 1, 0], limits: {lower: 0.5, upper: 2, velocity: 1.5, effort: 10}}
    - {name: three, type: prismatic, parent: b, child: finger, axis: [1, 0, 0], limits: {lower: -1, upper: 2, velocity: 3, effort: 10}, mimic: {joint: one, multiplier: 0.5, offset: 0.1}}
    - {name: four, type: prismatic, parent: b, child: tip, axis: [1, 0, 0], limits: {lower: -3, upper: 2, velocity: 6, effort: 10}, mimic: {joint: three, multiplier: -2}}
`

const period = 10 * time.Millisecond

// source sends what the test says, while it says so.
type source[T any] struct {
	Value actors.Out[T] `port:"value"`
	sizes actors.Sizes
	fill  func(*actors.Tick, *T) bool
}

func (s *source[T]) Configure(c *actors.Setup) error { c.Size(&s.Value, s.sizes); return nil }

func (s *source[T]) Tick(t *actors.Tick) error {
	if !s.fill(t, s.Value.Loan()) {
		return nil
	}
	return s.Value.Publish(t)
}

// bench is a perception with one bus of the joints one and two, and the virtual joint planar.
type bench struct {
	t          *testing.T
	world      *worlds.World
	sys        *actors.System
	joint      map[string]int
	drive      messages.DriveState
	virtual    messages.VirtualState
	busSilent  bool
	gone       bool // the virtual joint's source says nothing
	snapshot   messages.Snapshot
	stamp      messages.Stamp
	count      int
	problems   []messages.Event
	wrongDrive bool // hang the planar joint on the bus
	cutBus     func(*messages.DriveState)
	cutVirtual func(*messages.VirtualState)
}

func newBench(t *testing.T) *bench {
	t.Helper()
	d, err := urdf.Parse("robot.urdf.yaml", []byte(robot), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, world: w, joint: map[string]int{}}
	for i, name := range w.JointNames() {
		b.joint[name] = i
	}
	b.drive = messages.DriveState{Position: []float64{0.3, 0.7}, Velocity: []float64{0.1, -0.2}, Effort: []float64{1, 2},
		Mode: []messages.Mode{messages.ModeRun, messages.ModeLimited}, Answered: []bool{true, true}}
	b.virtual = messages.VirtualState{Position: []float64{1, 2, 3}, Velocity: []float64{4, 5, 6}, Mode: messages.ModeDamp}
	return b
}

func (b *bench) build() (err error) {
	joints := []int{b.joint["one"], b.joint["two"]}
	if b.wrongDrive {
		joints[1] = b.joint["planar"]
	}
	bus := func() any {
		return &source[messages.DriveState]{sizes: actors.Sizes{"drives": 2}, fill: func(_ *actors.Tick, s *messages.DriveState) bool {
			copy(s.Position, b.drive.Position)
			copy(s.Velocity, b.drive.Velocity)
			copy(s.Effort, b.drive.Effort)
			copy(s.Mode, b.drive.Mode)
			copy(s.Answered, b.drive.Answered)
			if b.cutBus != nil {
				b.cutBus(s)
			}
			return !b.busSilent
		}}
	}
	base := func() any {
		return &source[messages.VirtualState]{sizes: actors.Sizes{"positions": 3, "velocities": 3}, fill: func(_ *actors.Tick, s *messages.VirtualState) bool {
			copy(s.Position, b.virtual.Position)
			copy(s.Velocity, b.virtual.Velocity)
			s.Mode = b.virtual.Mode
			if b.cutVirtual != nil {
				b.cutVirtual(s)
			}
			return !b.gone
		}}
	}
	a := perception.Actor{World: b.world, Buses: []perception.Bus{{Port: "bus", Joints: joints}}, Virtuals: []perception.Virtual{{Port: "joint_planar", Joint: b.joint["planar"]}}}
	b.sys, err = actors.New(actors.Application{Name: "bench", Worlds: []string{"sources", "robot"},
		Actors: []actors.Spec{{Name: "sources/bus", New: bus, Period: period}, {Name: "sources/base", New: base, Period: period},
			{Name: "robot/perception", New: func() any { c := a; return &c }, Period: period}},
		Links: []actors.Link{{From: "sources/bus.value", To: "robot/perception.bus", MaxAge: 25 * time.Millisecond},
			{From: "sources/base.value", To: "robot/perception.joint_planar", MaxAge: 45 * time.Millisecond}},
	}, actors.WithVirtualTime(), actors.WithFaults(), actors.WithEvents(func(e messages.Event) {
		if e.Kind == messages.EventFailed && e.Source == "robot/perception" {
			b.problems = append(b.problems, e)
		}
	}))
	return err
}

func (b *bench) start() *bench {
	b.t.Helper()
	if err := b.build(); err != nil {
		b.t.Fatal(err)
	}
	if _, err := actors.Tap(b.sys, "robot/perception.snapshot", func(stamp messages.Stamp, s *messages.Snapshot) {
		b.snapshot, b.stamp = *s, stamp
		b.count++
	}); err != nil {
		b.t.Fatal(err)
	}
	if err := b.sys.Start(context.Background()); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := b.sys.Stop(context.Background()); err != nil {
			b.t.Error(err)
		}
		for _, e := range b.problems {
			if e.Text != "injected error" {
				b.t.Errorf("perception failed: %s", e.Text)
			}
		}
	})
	return b
}

func (b *bench) ticks(n int) {
	b.t.Helper()
	if err := b.sys.Advance(time.Duration(n) * period); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) fault(kind actors.FaultKind, target string) {
	b.t.Helper()
	if err := b.sys.Inject(actors.Fault{Kind: kind, Target: target}); err != nil {
		b.t.Fatal(err)
	}
}

// want checks the position and the validity of a joint.
func (b *bench) want(joint string, position float64, valid bool) {
	b.t.Helper()
	j := b.joint[joint]
	if got := b.snapshot.Position[b.world.Slot(j).Position]; math.Abs(got-position) > 1e-12 || b.snapshot.Valid[j] != valid {
		b.t.Errorf("%s is at %g and valid: %t; want %g and %t", joint, got, b.snapshot.Valid[j], position, valid)
	}
}

func TestASnapshotHasWhatEverySourceSaid(t *testing.T) {
	b := newBench(t).start()
	b.ticks(3)
	b.want("one", 0.3, true)
	b.want("two", 0.7, true)
	b.want("planar", 1, true)
	s, two, planar := b.snapshot, b.joint["two"], b.joint["planar"]
	slot := b.world.Slot(two)
	if s.Velocity[slot.Velocity] != -0.2 || s.Effort[slot.Velocity] != 2 || s.Mode[two] != messages.ModeLimited {
		t.Errorf("joint two has %g rad/s, %g N m, mode %s", s.Velocity[slot.Velocity], s.Effort[slot.Velocity], s.Mode[two])
	}
	slot = b.world.Slot(planar)
	if p, v := s.Position[slot.Position+2], s.Velocity[slot.Velocity+2]; p != 3 || v != 6 || s.Mode[planar] != messages.ModeDamp {
		t.Errorf("the planar joint has theta %g, omega %g, mode %s", p, v, s.Mode[planar])
	}
	if s.Time[two] != b.stamp.Time || s.Time[planar] != b.stamp.Time {
		t.Errorf("the joints were measured at %s and %s, the snapshot is of %s", s.Time[two], s.Time[planar], b.stamp.Time)
	}
}

func TestBeforeTheSourcesSpeakJointsAreNeutralInvalidAndOff(t *testing.T) {
	b := newBench(t)
	b.busSilent, b.gone = true, true
	b.start().ticks(3)
	if b.count == 0 {
		t.Fatal("no snapshot was sent")
	}
	neutral := make([]float64, b.world.NumPositions())
	if err := b.world.Neutral(neutral); err != nil {
		t.Fatal(err)
	}
	b.want("two", neutral[b.world.Slot(b.joint["two"]).Position], false)
	for j, m := range b.snapshot.Mode {
		if m != messages.ModeOff || b.snapshot.Valid[j] || b.snapshot.Time[j] != 0 {
			t.Errorf("joint %s is in %s, valid: %t, of %s", b.world.Joint(j).Name, m, b.snapshot.Valid[j], b.snapshot.Time[j])
		}
	}
}

func TestAStaleSourceMakesItsJointsInvalidAndKeepsTheirValues(t *testing.T) {
	b := newBench(t).start()
	b.ticks(5)
	measured := b.stamp.Time
	b.busSilent = true
	b.ticks(2)
	b.want("one", 0.3, true) // 20 ms old, 25 ms are allowed
	b.ticks(1)
	b.want("one", 0.3, false)
	b.want("planar", 1, true)
	if got := b.snapshot.Time[b.joint["one"]]; got != measured {
		t.Errorf("the values are said to be of %s, they are of %s", got, measured)
	}
	b.busSilent, b.drive.Position[0] = false, 0.4
	b.ticks(1)
	b.want("one", 0.4, true)
}

func TestAStaleVirtualJointIsInvalidAndKeepsItsValues(t *testing.T) {
	b := newBench(t).start()
	b.ticks(5)
	b.gone = true
	b.ticks(6)
	b.want("planar", 1, false)
	b.want("one", 0.3, true)
}

func TestAWithdrawnSourceMakesItsJointsInvalidAtOnce(t *testing.T) {
	b := newBench(t).start()
	b.ticks(5)
	b.fault(actors.FaultError, "sources/bus")
	b.ticks(1)
	b.want("one", 0.3, false)
	b.ticks(30) // until the bus is back
	b.want("one", 0.3, true)
}

func TestADriveThatDoesNotAnswerIsInvalidAlone(t *testing.T) {
	b := newBench(t).start()
	b.ticks(2)
	b.drive.Answered[0], b.drive.Position[0], b.drive.Mode[0] = false, 1.5, messages.ModeBrake
	b.ticks(1)
	b.want("one", 0.3, false)
	b.want("two", 0.7, true)
	if m := b.snapshot.Mode[b.joint["one"]]; m != messages.ModeBrake {
		t.Errorf("the mode is %s, the bus says brake", m)
	}
}

func TestWhatIsNoNumberCountsAsNoAnswer(t *testing.T) {
	for name, spoil := range map[string]func(*bench){
		"position": func(b *bench) { b.drive.Position[0] = math.NaN() },
		"velocity": func(b *bench) { b.drive.Velocity[0] = math.Inf(1) },
		"effort":   func(b *bench) { b.drive.Effort[0] = math.NaN() },
		"a virtual joint": func(b *bench) {
			b.virtual.Velocity[2] = math.NaN()
			b.drive.Answered[0] = false
		},
		"a virtual joint's position": func(b *bench) {
			b.virtual.Position[1] = math.Inf(-1)
			b.drive.Answered[0] = false
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t).start()
			b.ticks(2)
			spoil(b)
			b.ticks(2)
			b.want("one", 0.3, false)
			b.want("two", 0.7, true)
			b.want("planar", 1, !strings.HasPrefix(name, "a virtual joint"))
			for _, list := range [][]float64{b.snapshot.Position, b.snapshot.Velocity, b.snapshot.Effort} {
				for _, v := range list {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("the snapshot has %v", list)
					}
				}
			}
		})
	}
}

func TestMimicJointsFollowTheirLeadersInEverything(t *testing.T) {
	b := newBench(t).start()
	b.ticks(2)
	b.want("three", 0.5*0.3+0.1, true)
	b.want("four", -2*(0.5*0.3+0.1), true)
	if v := b.snapshot.Velocity[b.world.Slot(b.joint["four"]).Velocity]; math.Abs(v+0.1) > 1e-12 {
		t.Errorf("the end of the chain moves at %g, want -2 x 0.5 x 0.1", v)
	}
	b.drive.Answered[0], b.drive.Mode[0] = false, messages.ModeDamp
	b.ticks(2)
	for _, name := range []string{"three", "four"} {
		j, leader := b.joint[name], b.joint["one"]
		if b.snapshot.Valid[j] || b.snapshot.Mode[j] != messages.ModeDamp || b.snapshot.Time[j] != b.snapshot.Time[leader] {
			t.Errorf("%s is valid: %t, in %s, of %s; its leader is of %s", name, b.snapshot.Valid[j], b.snapshot.Mode[j], b.snapshot.Time[j], b.snapshot.Time[leader])
		}
	}
}

func TestANewPerceptionKnowsNothingUntilItsSourcesSpeak(t *testing.T) {
	b := newBench(t).start()
	b.ticks(5)
	b.busSilent = true
	b.fault(actors.FaultError, "robot/perception")
	b.ticks(30)
	if b.stamp.Incarnation != 2 {
		t.Fatalf("the snapshot is of incarnation %d", b.stamp.Incarnation)
	}
	if j := b.joint["one"]; b.snapshot.Valid[j] || b.snapshot.Mode[j] != messages.ModeOff {
		t.Errorf("joint one is valid: %t, in %s", b.snapshot.Valid[j], b.snapshot.Mode[j])
	}
	b.want("planar", 1, true)
}

func TestABusThatDrivesAJointOfThreeAxesIsRefused(t *testing.T) {
	b := newBench(t)
	b.wrongDrive = true
	err := b.build()
	if err == nil {
		t.Fatal("it was accepted")
	}
	if got, want := err.Error(), "robot/perception: joint \"planar\": a drive of bus bus moves 3 degrees of freedom"; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("the error reads %q, want %q", got, want)
	}
}

func TestASnapshotDoesNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts zero")
	}
	b := newBench(t).start()
	b.ticks(10)
	if n := testing.AllocsPerRun(100, func() { b.ticks(1) }); n != 0 {
		t.Errorf("a tick allocates %g times, want never", n)
	}
}

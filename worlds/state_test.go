package worlds

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestANewStateIsNeutral(t *testing.T) {
	w := mustBuild(t, gripperArm())
	state := w.NewState()
	want := make([]float64, 15)
	want[3] = 1      // w of the ball's quaternion
	want[13] = 0.001 // the mimic finger's offset
	if !reflect.DeepEqual(state.Position, want) || len(state.Velocity) != 14 || len(state.Effort) != 14 {
		t.Errorf("the state is %+v", state)
	}
	if err := w.CheckState(&state); err != nil {
		t.Errorf("the neutral state is refused: %v", err)
	}
	if err := w.Neutral(make([]float64, 3)); err == nil {
		t.Error("a vector of a wrong length is accepted")
	}
	random := randomVector(rand.New(rand.NewPCG(1, 0)), 15)
	if err := w.Neutral(random); err != nil || !reflect.DeepEqual(random, want) {
		t.Errorf("the neutral position is %v (%v)", random, err)
	}
	snapshot := w.NewSnapshot()
	for i := range w.NumJoints() {
		if snapshot.Valid[i] || snapshot.Mode[i] != messages.ModeOff {
			t.Errorf("joint %d starts valid or in mode %v", i, snapshot.Mode[i])
		}
	}
}

func TestStatesThatCannotBeAreRefusedByName(t *testing.T) {
	w := mustBuild(t, gripperArm())
	cases := map[string]struct {
		change func(*messages.JointState)
		want   string
	}{
		"short positions":  {func(s *messages.JointState) { s.Position = s.Position[1:] }, "the position vector has length 14, expected 15"},
		"short velocities": {func(s *messages.JointState) { s.Velocity = nil }, "the velocity vector has length 0, expected 14"},
		"long efforts":     {func(s *messages.JointState) { s.Effort = append(s.Effort, 0) }, "the effort vector has length 15, expected 14"},
		"position NaN":     {func(s *messages.JointState) { s.Position[10] = math.NaN() }, "robot/upper_joint: position[0] is NaN"},
		"velocity inf":     {func(s *messages.JointState) { s.Velocity[8] = math.Inf(-1) }, "robot/base_planar: velocity[2] is -Inf"},
		"effort inf":       {func(s *messages.JointState) { s.Effort[13] = math.Inf(1) }, "robot/wheel_joint: effort[0] is +Inf"},
		"quaternion":       {func(s *messages.JointState) { s.Position[3] = 0.9 }, "robot/ball_free: the quaternion has length 0.9"},
	}
	for name, c := range cases {
		state := w.NewState()
		c.change(&state)
		if err := w.CheckState(&state); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestClampingBringsPositionsInside(t *testing.T) {
	w := mustBuild(t, gripperArm())
	const seed = 51
	random := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		q := randomVector(random, w.NumPositions())
		for i := range q {
			q[i] *= 5
		}
		before := append([]float64(nil), q...)
		if err := w.Clamp(q); err != nil {
			t.Fatal(err)
		}
		state := messages.JointState{Position: q, Velocity: make([]float64, 14), Effort: make([]float64, 14)}
		if err := w.CheckState(&state); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if q[10] < -2 || q[10] > 2 || q[12] < 0 || q[12] > 0.04 {
			t.Fatalf("seed %d: %v lies outside of the bounds", seed, q)
		}
		if q[9] != before[9] || q[14] != before[14] {
			t.Fatalf("seed %d: joints without bounds were moved", seed)
		}
	}
	zero := make([]float64, 15)
	if err := w.Clamp(zero); err != nil || zero[3] != 1 {
		t.Errorf("a zero quaternion became %v (%v)", zero[3:7], err)
	}
	zero[0] = math.NaN()
	if err := w.Clamp(zero); err == nil {
		t.Error("NaN is accepted")
	}
}

func TestCheckingAStateDoesNotAllocate(t *testing.T) {
	w := mustBuild(t, gripperArm())
	state := w.NewState()
	if n := testing.AllocsPerRun(100, func() {
		if w.CheckState(&state) != nil || w.Clamp(state.Position) != nil {
			t.Error("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func TestASnapshotIsReachedByNoLaterChange(t *testing.T) {
	w := mustBuild(t, gripperArm())
	values := w.NewSnapshot()
	values.Valid[1], values.Mode[1], values.Time[1], values.Position[8] = true, messages.ModeRun, 77, 2.5
	s, err := w.Snapshot(messages.Stamp{Sequence: 12, Time: 80}, &values)
	if err != nil {
		t.Fatal(err)
	}
	before := s.Hash()
	values.Position[8], values.Mode[1] = 9, messages.ModeOff
	taken := s.Values()
	taken.Position[8] = 9
	got, err := s.Joint("base_planar")
	if err != nil || !reflect.DeepEqual(got.Position, []float64{0, 2.5, 0}) || !got.Valid || got.Mode != messages.ModeRun || got.Time != 77 {
		t.Errorf("base_planar is %+v (%v)", got, err)
	}
	got.Position[1] = 9
	if s.Hash() != before || s.Number() != 12 || s.Stamp().Time != 80 || s.World() != w {
		t.Error("the snapshot was changed from outside")
	}
	if _, err := s.Joint("base_plnar"); err == nil || !strings.Contains(err.Error(), "did you mean") {
		t.Errorf("an unknown joint: %v", err)
	}
	short := w.NewSnapshot()
	short.Time = nil
	if _, err := w.Snapshot(messages.Stamp{}, &short); err == nil || !strings.Contains(err.Error(), "expected 15") {
		t.Errorf("values of a wrong length: %v", err)
	}
}

func TestACloneIsEqualAndItsOwn(t *testing.T) {
	w := mustBuild(t, gripperArm())
	values := w.NewSnapshot()
	copy(values.Velocity, randomVector(rand.New(rand.NewPCG(2, 0)), 14))
	s, err := w.Snapshot(messages.Stamp{Sequence: 3}, &values)
	if err != nil {
		t.Fatal(err)
	}
	c, d := s.Clone(), s.Clone()
	if c.Hash() != s.Hash() || c.Hash() != d.Hash() {
		t.Error("a clone has another hash than what it was made from")
	}
	hash := s.Hash()
	c.Values.Velocity[3]++
	c.Values.Mode[0] = messages.ModeRun
	c.Command.Control[2] = messages.ControlVelocity
	if s.Hash() != hash || d.Hash() != hash || c.Hash() == hash {
		t.Error("a change of one clone reached another, or is not in its hash")
	}
	again, err := c.Snapshot()
	if err != nil || again.Hash() != c.Hash() || again.Number() != 3 {
		t.Errorf("a snapshot of the clone differs (%v)", err)
	}
}

func TestEachValueOfASnapshotIsInItsHash(t *testing.T) {
	w := mustBuild(t, gripperArm())
	values := w.NewSnapshot()
	s, _ := w.Snapshot(messages.Stamp{}, &values)
	seen := map[Hash]string{s.Hash(): "unchanged"}
	for name, change := range map[string]func(*messages.Snapshot){
		"position": func(v *messages.Snapshot) { v.Position[14] = 1 }, "velocity": func(v *messages.Snapshot) { v.Velocity[13] = 1 },
		"effort": func(v *messages.Snapshot) { v.Effort[13] = 1 }, "mode": func(v *messages.Snapshot) { v.Mode[6] = messages.ModeRun },
		"valid": func(v *messages.Snapshot) { v.Valid[6] = true }, "time": func(v *messages.Snapshot) { v.Time[6] = 1 },
	} {
		c := s.Clone()
		change(&c.Values)
		if other, found := seen[c.Hash()]; found {
			t.Errorf("a change of %s has the hash of %s", name, other)
		}
		seen[c.Hash()] = name
	}
	c := s.Clone()
	c.Values.Position[0] = math.Copysign(0, -1)
	if c.Hash() != s.Hash() {
		t.Error("the two zeros differ")
	}
}

func BenchmarkCloneOfFortyDegreesOfFreedom(b *testing.B) {
	d := randomTree(rand.New(rand.NewPCG(61, 0)), 20)
	w := mustBuild(b, d)
	for i := 0; w.NumVelocities() < 40; i++ {
		d = randomTree(rand.New(rand.NewPCG(61, uint64(i))), 20+i)
		w = mustBuild(b, d)
	}
	values := w.NewSnapshot()
	s, _ := w.Snapshot(messages.Stamp{}, &values)
	b.ReportAllocs()
	for b.Loop() {
		s.Clone()
	}
}

func BenchmarkBuildOfFortyLinks(b *testing.B) {
	d := randomTree(rand.New(rand.NewPCG(62, 0)), 40)
	b.ReportAllocs()
	for b.Loop() {
		mustBuild(b, d)
	}
}

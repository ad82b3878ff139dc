package typed

import (
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// flat returns the numbers of a quantity in the order of its fields, which is that of vectors.
func flat(v reflect.Value) (out []float64) {
	switch v.Kind() {
	case reflect.Float64:
		return []float64{v.Float()}
	case reflect.Struct:
		for i := range v.NumField() {
			out = append(out, flat(v.Field(i))...)
		}
	case reflect.Array:
		for i := range v.Len() {
			out = append(out, flat(v.Index(i))...)
		}
	}
	return out
}

// values returns the state of a joint as worlds.Snapshot has it.
func values[P Position, V Velocity, E Effort](j Joint[P, V, E]) worlds.JointValues {
	return worlds.JointValues{Position: flat(reflect.ValueOf(j.Position)), Velocity: flat(reflect.ValueOf(j.Velocity)), Effort: flat(reflect.ValueOf(j.Effort)),
		Mode: j.Mode, Valid: j.Valid, Time: j.Time}
}

// The other route looks a joint up by its name.
func TestEveryTypeOfJointIsReadAsWorldsReadsIt(t *testing.T) {
	w := robot(t)
	for seed := range uint64(20) {
		drawn := drawn(w, seed)
		s, err := NewSnapshot("robot", sizesOf(w), drawn)
		if err != nil {
			t.Fatal(err)
		}
		other, err := w.Snapshot(messages.Stamp{}, drawn)
		if err != nil {
			t.Fatal(err)
		}
		for joint, got := range map[string]worlds.JointValues{
			"base":   values(s.Floating(placeOf(t, w, "base"))),
			"cart":   values(s.Planar(placeOf(t, w, "cart"))),
			"lift":   values(s.Linear(placeOf(t, w, "lift"))),
			"wheel":  values(s.Rotary(placeOf(t, w, "wheel"))),
			"arm":    values(s.Rotary(placeOf(t, w, "arm"))),
			"finger": values(s.Rotary(placeOf(t, w, "finger"))),
		} {
			want, err := other.Joint(joint)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d, joint %s: read %+v, expected %+v", seed, joint, got, want)
			}
		}
	}
}

func TestAJointGroupIsReadAsWorldsGathersIt(t *testing.T) {
	w := robot(t)
	g, other := groupOf(t, w, "mixed")
	for seed := range uint64(20) {
		drawn := drawn(w, seed)
		s, err := NewSnapshot("robot", sizesOf(w), drawn)
		if err != nil {
			t.Fatal(err)
		}
		want := messages.JointState{Position: make([]float64, other.NumPositions()), Velocity: make([]float64, other.NumVelocities()), Effort: make([]float64, other.NumVelocities())}
		if err := other.GatherState(&want, &messages.JointState{Position: drawn.Position, Velocity: drawn.Velocity, Effort: drawn.Effort}); err != nil {
			t.Fatal(err)
		}
		var q [13]float64
		var v, e [12]float64
		state := g.Read(s, q[:g.Sizes.Positions], v[:g.Sizes.Velocities], e[:g.Sizes.Velocities])
		if got := (messages.JointState{Position: q[:g.Sizes.Positions], Velocity: v[:g.Sizes.Velocities], Effort: e[:g.Sizes.Velocities]}); !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: read %+v, expected %+v", seed, got, want)
		}
		checkGroupState(t, state, drawn, other)
	}
}

// checkGroupState compares what is common to a group's joints with each of them.
func checkGroupState(t *testing.T, got GroupState, s *messages.Snapshot, g *worlds.JointGroup) {
	t.Helper()
	modes, times, valid := false, false, true
	for _, j := range g.Joints() {
		if s.Mode[j] > got.Mode || s.Time[j] < got.Time {
			t.Errorf("%+v is neither the most severe mode nor the oldest time: joint %d has %s at %s", got, j, s.Mode[j], s.Time[j])
		}
		modes, times, valid = modes || s.Mode[j] == got.Mode, times || s.Time[j] == got.Time, valid && s.Valid[j]
	}
	if !modes || !times || valid != got.Valid {
		t.Errorf("%+v is of no joint of the group; all are valid: %t", got, valid)
	}
}

func TestASnapshotOfAnotherWorldIsRefused(t *testing.T) {
	w := robot(t)
	for name, change := range map[string]func(*messages.Snapshot){
		"a position too many": func(s *messages.Snapshot) { s.Position = append(s.Position, 0) },
		"a velocity too few":  func(s *messages.Snapshot) { s.Velocity = s.Velocity[1:] },
		"an effort too few":   func(s *messages.Snapshot) { s.Effort = s.Effort[1:] },
		"a mode too many":     func(s *messages.Snapshot) { s.Mode = append(s.Mode, 0) },
		"a validity too few":  func(s *messages.Snapshot) { s.Valid = s.Valid[1:] },
		"a time too few":      func(s *messages.Snapshot) { s.Time = s.Time[1:] },
		"all of it missing":   func(s *messages.Snapshot) { *s = messages.Snapshot{} },
	} {
		s := drawn(w, 1)
		change(s)
		if _, err := NewSnapshot("robot", sizesOf(w), s); err == nil || !strings.Contains(err.Error(), `world "robot"`) || !strings.Contains(err.Error(), "6 joints with 14 positions and 13 velocities") {
			t.Errorf("%s: error %v, expected one with the world and its sizes", name, err)
		}
	}
	if _, err := NewSnapshot("robot", sizesOf(w), nil); err == nil {
		t.Error("no snapshot at all is taken")
	}
}

func TestReadingAndCommandingDoNotAllocate(t *testing.T) {
	w := robot(t)
	s, err := NewSnapshot("robot", sizesOf(w), drawn(w, 1))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := groupOf(t, w, "mixed")
	command := g.NewCommand()
	base, cart, lift, arm := placeOf(t, w, "base"), placeOf(t, w, "cart"), placeOf(t, w, "lift"), placeOf(t, w, "arm")
	var q, v, e [16]float64
	sum := 0.0
	if n := testing.AllocsPerRun(100, func() {
		sum += s.Floating(base).Position.Position[0] + float64(s.Planar(cart).Velocity.Omega) + float64(s.Linear(lift).Effort) + float64(s.Rotary(arm).Position)
		g.Read(s, q[:g.Sizes.Positions], v[:g.Sizes.Velocities], e[:g.Sizes.Velocities])
		values := command.Values()
		again, err := g.Command(values)
		if err != nil {
			t.Fatal(err)
		}
		ByAny[messages.Radians, messages.RadiansPerSecond, messages.NewtonMeters]{again.Target(At(0, 0, 0))}.SetPositionVelocityEffort(1, 2, 3)
		ByAny[PlanarPosition, PlanarVelocity, PlanarEffort]{again.Target(At(3, 9, 8))}.SetVelocity(PlanarVelocity{X: 1})
		ByEffort[Wrench]{again.Target(At(1, 1, 1))}.SetEffort(Wrench{})
		g.Set(again, messages.ControlPosition, q[:g.Sizes.Positions], nil, nil)
	}); n != 0 {
		t.Errorf("%v allocations a cycle, expected none (sum %g)", n, sum)
	}
}

func BenchmarkReadingASnapshot(b *testing.B) {
	w := robot(b)
	values := drawn(w, 1)
	sizes, arm, base := sizesOf(w), placeOf(b, w, "arm"), placeOf(b, w, "base")
	g, _ := groupOf(b, w, "mixed")
	var q, v, e [13]float64
	sum := 0.0
	for _, c := range []struct {
		name string
		read func(Snapshot)
	}{
		{"rotary joint", func(s Snapshot) { sum += float64(s.Rotary(arm).Position) }},
		{"floating joint", func(s Snapshot) { sum += s.Floating(base).Position.Position[0] }},
		{"joint group of five", func(s Snapshot) { g.Read(s, q[:], v[:12], e[:12]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := NewSnapshot("robot", sizes, values)
				if err != nil {
					b.Fatal(err)
				}
				c.read(s)
			}
		})
	}
	if sum != sum {
		b.Errorf("the sum of what was read is %v", sum)
	}
}

package record

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/robo-actors/robo-actors/messages"
)

func compare(t *testing.T, a, b *Reader, filter Filter) Comparison {
	t.Helper()
	c, err := Compare(a, b, filter)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// with returns the recording of a journal after a change of its entries.
func (j *journal) with(t *testing.T, change func(entries []noted) []noted) *Reader {
	t.Helper()
	changed := *j
	changed.entries = change(slices.Clone(j.entries))
	return open(t, changed.bytes(t))
}

// One value of one message is another: it is found, whatever comes after it, and whichever
// recording comes first.
func TestTheFirstMessageThatDiffersIsNamed(t *testing.T) {
	for seed := range uint64(40) {
		j := compose(t, seed, 60)
		a := open(t, j.bytes(t))
		r := rand.New(rand.NewPCG(seed, 2))
		at, later := r.IntN(len(j.entries)), r.IntN(len(j.entries))
		b := j.with(t, func(entries []noted) []noted {
			for _, i := range []int{at, later} {
				entries[i].Stamp.Sequence += 1 << 50
			}
			return entries
		})
		// The journal itself says which one is first: by log time, and among those of one time by
		// order.
		first := at
		if j.entries[later].LogTime < j.entries[at].LogTime {
			first = later
		}
		e, index := j.entries[first], uint64(0)
		for i, other := range inTime(j.entries) {
			if other.LogTime == e.LogTime && other.Topic == e.Topic {
				for _, before := range inTime(j.entries)[:i] {
					if before.Topic == e.Topic {
						index++
					}
				}
				break
			}
		}
		d := compare(t, a, b, Filter{}).First
		if d == nil || d.Topic != e.Topic || d.LogTime != e.LogTime || d.Index != index || d.Field != "sequence" {
			t.Errorf("seed %d: %+v, expected message %d of %s at %s", seed, d, index, e.Topic, e.LogTime)
		}
		if d := compare(t, b, a, Filter{}).First; d == nil || d.Topic != e.Topic || d.LogTime != e.LogTime {
			t.Errorf("seed %d, the other way: %+v", seed, d)
		}
		if c := compare(t, a, a, Filter{}); !c.Equal() || c.Messages != uint64(len(j.entries)) {
			t.Errorf("seed %d: a recording and itself: %+v", seed, c)
		}
	}
}

func TestAValueIsNamedByItsPath(t *testing.T) {
	write := func(change func(*messages.DriveState, *messages.BodyState, *messages.Event)) *Reader {
		state := &messages.DriveState{Position: []float64{0.1, math.NaN()}, Mode: []messages.Mode{messages.ModeRun, messages.ModeDamp}}
		body, event := &messages.BodyState{Pose: messages.IdentityPose()}, &messages.Event{Text: "late"}
		change(state, body, event)
		var b bytes.Buffer
		w, err := NewWriter(&b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range []any{state, body, event} {
			id, err := w.Channel([]string{"/state", "/hand", "/events"}[i], codecOf(t, v), Names([]string{"shoulder", "elbow"}), FieldUnits("position", []string{"rad", "m"}))
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Write(id, messages.Instant(i), messages.Stamp{}, v); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return open(t, b.Bytes())
	}
	same := write(func(*messages.DriveState, *messages.BodyState, *messages.Event) {})
	for want, change := range map[string]func(*messages.DriveState, *messages.BodyState, *messages.Event){
		"/state position[shoulder] (rad) 0.1 0.2": func(s *messages.DriveState, _ *messages.BodyState, _ *messages.Event) { s.Position[0] = 0.2 },
		"/state position[elbow] (m) NaN 0":        func(s *messages.DriveState, _ *messages.BodyState, _ *messages.Event) { s.Position[1] = 0 },
		"/state mode[elbow] damp off":             func(s *messages.DriveState, _ *messages.BodyState, _ *messages.Event) { s.Mode[1] = messages.ModeOff },
		"/state position 2 elements 1 elements":   func(s *messages.DriveState, _ *messages.BodyState, _ *messages.Event) { s.Position = s.Position[:1] },
		"/state mode 2 elements 0 elements":       func(s *messages.DriveState, _ *messages.BodyState, _ *messages.Event) { s.Mode = nil },
		"/hand pose.orientation.w 1 0":            func(_ *messages.DriveState, b *messages.BodyState, _ *messages.Event) { b.Pose.Orientation[0] = 0 },
		`/events text "late" "late\x1b[2J"`:       func(_ *messages.DriveState, _ *messages.BodyState, e *messages.Event) { e.Text += "\x1b[2J" },
		"/hand twist.angular.z 0 -0": func(_ *messages.DriveState, b *messages.BodyState, _ *messages.Event) {
			b.Twist.Angular[2] = math.Copysign(0, -1)
		},
		"/state position[shoulder] (rad) 0.1 -Infinity": func(s *messages.DriveState, _ *messages.BodyState, _ *messages.Event) { s.Position[0] = math.Inf(-1) },
	} {
		d := compare(t, same, write(change), Filter{}).First
		if d == nil {
			t.Errorf("no difference, expected %s", want)
			continue
		}
		if got := strings.Join([]string{d.Topic, d.Field, d.A, d.B}, " "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	nan := write(func(s *messages.DriveState, _ *messages.BodyState, _ *messages.Event) {
		s.Position[1] = math.Float64frombits(0x7ff8000000000123)
	})
	if c := compare(t, same, nan, Filter{}); !c.Equal() {
		t.Errorf("two NaN of other bits differ: %+v", c)
	}
}

func TestAMessageThatOneRecordingLacksIsNamed(t *testing.T) {
	j := compact(20)
	whole := open(t, j.bytes(t))
	for name, c := range map[string]struct {
		change func([]noted) []noted
		want   Difference
	}{
		"the end is missing": {func(e []noted) []noted { return e[:12] }, Difference{"/arm/state", 12_000, 12, "", "1 message", "no message"}},
		"one is missing":     {func(e []noted) []noted { return slices.Delete(e, 5, 6) }, Difference{"/arm/state", 5_000, 5, "", "1 message", "no message"}},
		"one is there twice": {func(e []noted) []noted { return slices.Insert(e, 7, e[7]) }, Difference{"/arm/state", 7_000, 8, "", "1 message", "2 messages"}},
		"all are missing":    {func([]noted) []noted { return nil }, Difference{"/arm/state", 0, 0, "", "1 message", "no message"}},
	} {
		if d := compare(t, whole, j.with(t, c.change), Filter{}).First; d == nil || *d != c.want {
			t.Errorf("%s: %+v, expected %+v", name, d, c.want)
		}
	}
}

// Two topics of one instant in another order are the same; two messages of one topic are not.
func TestTheOrderOfTopicsWithinAnInstantMeansNothing(t *testing.T) {
	j := compose(t, 3, 30)
	for i := range j.entries {
		j.entries[i].LogTime = messages.Instant(i / 10 * 1_000_000)
	}
	byTopic := func(entries []noted) []noted {
		for i := 0; i < len(entries); i += 10 {
			slices.SortStableFunc(entries[i:i+10], func(a, b noted) int { return strings.Compare(b.Topic, a.Topic) })
		}
		return entries
	}
	if c := compare(t, open(t, j.bytes(t)), j.with(t, byTopic), Filter{}); !c.Equal() || c.Messages != 30 {
		t.Errorf("%+v", c)
	}
	k := compact(2)
	k.entries[1].LogTime = k.entries[0].LogTime
	swap := func(e []noted) []noted { slices.Reverse(e); return e }
	if c := compare(t, open(t, k.bytes(t)), k.with(t, swap), Filter{}); c.First == nil || c.First.Field == "" {
		t.Errorf("two messages of a topic were swapped: %+v", c)
	}
}

func TestOtherTopicsTypesEntriesAndFilesAreListed(t *testing.T) {
	write := func(o Options, channels map[string]any, metadata ...Entry) *Reader {
		var b bytes.Buffer
		w, err := NewWriter(&b, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, topic := range []string{"/a", "/b", "/c"} {
			if v := channels[topic]; v != nil {
				id, err := w.Channel(topic, codecOf(t, v), metadata...)
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Write(id, 1, messages.Stamp{}, v); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return open(t, b.Bytes())
	}
	state, event := &messages.JointState{}, &messages.Event{}
	a := write(Options{Entries: []Entry{{"seed", "7"}, {"old", "x"}}, Files: []File{{Name: "f", Data: []byte("one")}}},
		map[string]any{"/a": state, "/b": state}, Names([]string{"x", "y"}))
	b := write(Options{Entries: []Entry{{"seed", "8"}, {"new", "y"}}, Files: []File{{Name: "f", Data: []byte("two")}}},
		map[string]any{"/b": event, "/c": event}, Names([]string{"x", "y"}))
	want := Comparison{
		Entries: []EntryDifference{{"seed", "7", "8"}, {"old", "x", ""}, {"new", "", "y"}},
		Files:   []EntryDifference{{"f", "3 bytes, checksum 7a6c86f1", "3 bytes, checksum 11ca8a66"}},
		OnlyA:   []string{"/a"}, OnlyB: []string{"/c"},
		Channels: []EntryDifference{{"/b", "robo_actors.v1.JointState", "robo_actors.v1.Event"}},
	}
	got := compare(t, a, b, Filter{})
	for i := range got.Entries {
		slices.SortFunc(got.Entries[i:], func(a, b EntryDifference) int { return strings.Compare(a.Key, b.Key) })
	}
	slices.SortFunc(want.Entries, func(a, b EntryDifference) int { return strings.Compare(a.Key, b.Key) })
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	renamed := write(Options{}, map[string]any{"/a": state}, Names([]string{"x", "z"}))
	if c := compare(t, write(Options{}, map[string]any{"/a": state}, Names([]string{"x", "y"})), renamed, Filter{}); len(c.Channels) != 1 || !strings.HasPrefix(c.Channels[0].Key, "/a ") || c.Equal() {
		t.Errorf("joints with other names: %+v", c)
	}
	if _, err := Compare(a, b, Filter{Topics: []string{"/nothing"}}); err == nil || !strings.Contains(err.Error(), "/nothing") {
		t.Errorf("a topic of neither: error %v", err)
	}
	if c := compare(t, a, b, Filter{Topics: []string{"/c"}}); len(c.OnlyA)+len(c.Channels) != 0 || len(c.OnlyB) != 1 {
		t.Errorf("topics that were not selected are compared: %+v", c)
	}
}

// A newer schema has another field: where it is set, the recordings differ.
func TestFieldsOfOneSchemaAloneAreNamed(t *testing.T) {
	text := func(s string) *string { return &s }
	a := foreign(t, &descriptorpb.FieldDescriptorProto{Name: text("x")})
	b := foreign(t, &descriptorpb.FieldDescriptorProto{Name: text("x"), Options: &descriptorpb.FieldOptions{}})
	if d := compare(t, a, b, Filter{}).First; d == nil || d.Field != "options" || d.A != "none" {
		t.Errorf("a message that one lacks: %+v", d)
	}
	one, err := structpb.NewStruct(map[string]any{"k": 1.0})
	if err != nil {
		t.Fatal(err)
	}
	two, err := structpb.NewStruct(map[string]any{"k": 2.0})
	if err != nil {
		t.Fatal(err)
	}
	if d := compare(t, foreign(t, one), foreign(t, two), Filter{}).First; d == nil || d.Field != "fields" || d.A == d.B {
		t.Errorf("maps that differ: %+v", d)
	}
	newer, older := open(t, compact(3).bytes(t)), open(t, compact(3).bytes(t))
	older.channels[0].Schema = &Schema{Name: older.channels[0].Schema.Name, Data: withoutField(t, older.channels[0].Schema.Data, "position")}
	for _, c := range []struct {
		a, b         *Reader
		textA, textB string
	}{{newer, older, "[0 0.5]", "none"}, {older, newer, "none", "[0 0.5]"}} {
		d := compare(t, c.a, c.b, Filter{}).First
		if want := (Difference{"/arm/state", 0, 0, "position", c.textA, c.textB}); d == nil || *d != want {
			t.Errorf("an older schema: %+v, expected %+v", d, want)
		}
	}
	if c := compare(t, older, older, Filter{}); !c.Equal() || c.Messages != 3 {
		t.Errorf("a schema that the program does not have, twice: %+v", c)
	}
}

// withoutField takes a field out of every message of a schema.
func withoutField(t *testing.T, schema []byte, name string) []byte {
	t.Helper()
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(schema, &set); err != nil {
		t.Fatal(err)
	}
	for _, file := range set.File {
		for _, m := range file.MessageType {
			m.Field = slices.DeleteFunc(m.Field, func(f *descriptorpb.FieldDescriptorProto) bool { return f.GetName() == name })
		}
	}
	data, err := proto.Marshal(&set)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

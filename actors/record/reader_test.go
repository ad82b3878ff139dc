package record

import (
	"bytes"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

func TestAFilterTakesWhatAPlainLoopTakes(t *testing.T) {
	j := compose(t, 31, 250)
	r := open(t, j.bytes(t))
	end := r.Info().Last + 1
	random := rand.New(rand.NewPCG(31, 2))
	for range 100 {
		f := Filter{From: messages.Instant(random.Int64N(int64(end))), ByTime: random.IntN(2) == 0}
		if random.IntN(3) > 0 {
			f.Until = f.From + messages.Instant(random.Int64N(int64(end)))
		}
		for _, topic := range j.topics {
			if random.IntN(2) == 0 {
				f.Topics = append(f.Topics, topic)
			}
		}
		var want []noted
		for _, e := range j.entries {
			if (len(f.Topics) == 0 || slices.Contains(f.Topics, e.Topic)) && e.LogTime >= f.From && (f.Until == 0 || e.LogTime < f.Until) {
				want = append(want, e)
			}
		}
		if f.ByTime {
			want = inTime(want)
		}
		have, err := readAll(r, f)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(want, have); d != "" {
			t.Fatalf("%+v:\n%s", f, d)
		}
	}
}

func TestMessagesComeByTimeHoweverTheChunksOverlap(t *testing.T) {
	random := rand.New(rand.NewPCG(32, 2))
	for round := range 20 {
		j := compose(t, uint64(round), 150)
		for i := range j.entries { // recorded in any order at all, many at one time
			j.entries[i].LogTime = messages.Instant(random.IntN(20) * 50_000_000)
		}
		r := open(t, j.bytes(t))
		have, err := readAll(r, Filter{ByTime: true})
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(inTime(j.entries), have); d != "" {
			t.Fatalf("round %d:\n%s", round, d)
		}
	}
}

func TestALoopOverMessagesMayEndEarly(t *testing.T) {
	r := open(t, compose(t, 33, 60).bytes(t))
	for _, byTime := range []bool{true, false} {
		for stop := range 60 {
			n := 0
			for range r.Messages(Filter{ByTime: byTime}) {
				if n++; n > stop {
					break
				}
			}
			if n != stop+1 {
				t.Errorf("%d messages were seen; expected %d", n, stop+1)
			}
		}
	}
}

func TestAnUnknownTopicIsNamedWithThoseThatThereAre(t *testing.T) {
	r := open(t, compose(t, 34, 5).bytes(t))
	for _, err := range r.Messages(Filter{Topics: []string{"/arm/stat"}}) {
		want := `topic "/arm/stat" is not in the recording; topics: /arm/state, /arm/snapshot, /events`
		if !errors.Is(err, ErrTopic) || err.Error() != want {
			t.Errorf("error %q; expected %q", err, want)
		}
	}
	empty := open(t, appendStart(nil))
	if _, err := empty.Channel("/x"); err == nil || !strings.HasSuffix(err.Error(), "topics: none") {
		t.Errorf("error %v; expected that there are no topics", err)
	}
}

func TestASeriesIsTyped(t *testing.T) {
	j := compose(t, 35, 90)
	r := open(t, j.bytes(t))
	have, err := Series[messages.JointState](r, "/arm/state")
	if err != nil {
		t.Fatal(err)
	}
	var want []noted
	for _, e := range inTime(j.entries) {
		if e.Topic == "/arm/state" {
			want = append(want, e)
		}
	}
	if len(have) != len(want) {
		t.Fatalf("%d samples; expected %d", len(have), len(want))
	}
	for i, s := range have {
		if d := diff(want[i:i+1], []noted{{"/arm/state", s.LogTime, s.Stamp, &s.Value}}); d != "" {
			t.Fatal(d)
		}
	}
	if _, err := Series[messages.Snapshot](r, "/arm/state"); !errors.Is(err, ErrSchema) ||
		!strings.Contains(err.Error(), "carries robo_actors.v1.JointState, not robo_actors.v1.Snapshot") {
		t.Errorf("another type: %v; expected both to be named", err)
	}
	if _, err := Series[messages.JointState](r, "/nowhere"); !errors.Is(err, ErrTopic) {
		t.Errorf("another topic: %v; expected ErrTopic", err)
	}
	if _, err := Series[int](r, "/arm/state"); err == nil {
		t.Error("a series of int was made")
	}
}

func TestValuesAreThoseOfTheSeriesUpToAnInstant(t *testing.T) {
	r := open(t, compose(t, 35, 90).bytes(t))
	all, err := Series[messages.JointState](r, "/arm/state")
	if err != nil || len(all) < 3 {
		t.Fatal(len(all), err)
	}
	for _, until := range []messages.Instant{all[0].LogTime - 1, all[len(all)/2].LogTime, all[len(all)-1].LogTime, all[len(all)-1].LogTime + 1} {
		n := 0
		for s, err := range Values[messages.JointState](r, "/arm/state", until) {
			if err != nil {
				t.Fatal(err)
			}
			if d := diff([]noted{{"/arm/state", all[n].LogTime, all[n].Stamp, &all[n].Value}}, []noted{{"/arm/state", s.LogTime, s.Stamp, &s.Value}}); d != "" {
				t.Fatal(d)
			}
			n++
		}
		if n < len(all) && all[n].LogTime <= until || n > 0 && all[n-1].LogTime > until {
			t.Errorf("%d of %d values up to %s", n, len(all), until)
		}
	}
	for s, err := range Values[messages.JointState](r, "/arm/state", all[0].LogTime) {
		if s == nil || err != nil {
			t.Error(s, err)
		}
		break
	}
	told := func(values iter.Seq2[*Sample[messages.Snapshot], error]) (last error) {
		n := 0
		for _, last = range values {
			n++
		}
		if n != 1 {
			t.Errorf("an error was returned %d times", n)
		}
		return last
	}
	if err := told(Values[messages.Snapshot](r, "/arm/state", all[0].LogTime)); !errors.Is(err, ErrSchema) {
		t.Errorf("another type: %v; expected ErrSchema", err)
	}
	if err := told(Values[messages.Snapshot](r, "/nowhere", 1)); !errors.Is(err, ErrTopic) {
		t.Errorf("another topic: %v; expected ErrTopic", err)
	}
	for _, err := range Values[int](r, "/arm/state", 1) {
		if err == nil {
			t.Error("values of int were made")
		}
	}
}

func TestTopicsAreFoundByTheirType(t *testing.T) {
	r := open(t, compose(t, 36, 5).bytes(t))
	if got, err := TopicsOf[messages.Snapshot](r); err != nil || len(got) != 1 || got[0] != "/arm/snapshot" {
		t.Errorf("topics %v, %v; expected /arm/snapshot", got, err)
	}
	if got, err := TopicsOf[messages.Pose](r); err != nil || len(got) != 0 {
		t.Errorf("topics %v, %v; expected none", got, err)
	}
	if _, err := TopicsOf[int](r); err == nil {
		t.Error("int has a topic")
	}
}

func TestElementsHaveNamesWhereTheirNumberIsRight(t *testing.T) {
	c := &Channel{Metadata: []Entry{Names([]string{"base", "arm"}), FieldNames("position", []string{"base.x", "base.y", "base.theta", "arm"})}}
	for _, test := range []struct {
		field    string
		elements int
		want     string
	}{
		{"position", 4, "base.x base.y base.theta arm"}, {"position", 2, "base arm"}, {"mode", 2, "base arm"}, {"mode", 3, ""},
	} {
		if got := strings.Join(c.ElementNames(test.field, test.elements), " "); got != test.want {
			t.Errorf("%s with %d elements: %q; expected %q", test.field, test.elements, got, test.want)
		}
	}
	values := &Channel{Metadata: []Entry{ValueNames("state", []string{"stand", "carry"})}}
	if got := strings.Join(values.ValueNames("state"), " "); got != "stand carry" {
		t.Errorf("the values of state stand for %q", got)
	}
	if got := values.ValueNames("set"); got != nil {
		t.Errorf("the values of set stand for %q", got)
	}
	if got := (&Channel{}).ElementNames("position", 1); got != nil {
		t.Errorf("without metadata: %v", got)
	}
}

func TestAMessageLargerThanAChunkIsKeptWhole(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{ChunkBytes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	codec, err := pb.CodecOf[messages.Model]()
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/model", codec)
	if err != nil {
		t.Fatal(err)
	}
	value := &messages.Model{Jacobian: make([]float64, 20_000)} // more than another process may send
	value.Jacobian[19_999] = 7
	for i := range messages.Instant(3) {
		if err := w.Write(id, i, messages.Stamp{Time: i}, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	have, err := Series[messages.Model](open(t, b.Bytes()), "/model")
	if err != nil || len(have) != 3 || have[2].Value.Jacobian[19_999] != 7 {
		t.Errorf("%d models, %v; expected 3 whole ones", len(have), err)
	}
}

func TestOpenReadsAFile(t *testing.T) {
	path := t.TempDir() + "/run.mcap"
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	j := compose(t, 37, 30)
	j.write(t, f, j.options())
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if have, err := readAll(r, Filter{}); err != nil || len(have) != 30 || r.Damage() != nil {
		t.Errorf("%d messages, %v, damage %v; expected 30", len(have), err, r.Damage())
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := readAll(r, Filter{}); err == nil {
		t.Error("a closed file was read")
	}
	if err := open(t, j.bytes(t)).Close(); err != nil {
		t.Errorf("closing what NewReader made: %v", err)
	}
}

func BenchmarkOpenAndRead(b *testing.B) {
	var data bytes.Buffer
	_, _, value := tenJoints(b)
	w, err := NewWriter(&data, Options{})
	if err != nil {
		b.Fatal(err)
	}
	id, err := w.Channel("/s", codecOf(b, value))
	if err != nil {
		b.Fatal(err)
	}
	const count = 20_000
	for i := range count {
		now := messages.Instant(i) * 1_000_000
		if err := w.Write(id, now, messages.Stamp{Time: now, Sequence: uint64(i)}, value); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		b.SetBytes(int64(data.Len()))
		for b.Loop() {
			open(b, data.Bytes())
		}
	})
	b.Run("series", func(b *testing.B) {
		r := open(b, data.Bytes())
		b.SetBytes(int64(data.Len()))
		for b.Loop() {
			if s, err := Series[messages.Snapshot](r, "/s"); err != nil || len(s) != count {
				b.Fatal(len(s), err)
			}
		}
	})
	b.Run("cat", func(b *testing.B) {
		r := open(b, data.Bytes())
		b.SetBytes(int64(data.Len()))
		for b.Loop() {
			if err := Cat(r, &bytes.Buffer{}, CatOptions{JSON: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

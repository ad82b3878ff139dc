package record

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// journal is the model beside the code: what was recorded, in order, as plain values.
type journal struct {
	topics     []string // the first of /arm/state, /arm/snapshot and /events
	entries    []noted
	chunkBytes int // small, so that a small recording has many chunks
}

type noted struct {
	Topic   string
	LogTime messages.Instant
	Stamp   messages.Stamp
	Value   any // *messages.JointState, *messages.Snapshot or *messages.Event
}

// compose draws n values of three topics. Log times mostly grow; some go back a little, as they do
// where several buffers are emptied in turn.
func compose(t testing.TB, seed uint64, n int) *journal {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("journal of seed %d with %d values", seed, n)
		}
	})
	r := rand.New(rand.NewPCG(seed, 1))
	j := &journal{topics: []string{"/arm/state", "/arm/snapshot", "/events"}, chunkBytes: 600}
	now := messages.Instant(0)
	for i := range n {
		now += messages.Instant(r.IntN(8_000_000))
		e := noted{LogTime: max(0, now-messages.Instant(r.IntN(3_000_000))), Stamp: messages.Stamp{
			Time: now - messages.Instant(r.IntN(5_000_000)), Sequence: uint64(i) << (i % 40), Incarnation: messages.Incarnation(1 + i/50),
		}}
		switch r.IntN(3) {
		case 0:
			e.Topic, e.Value = j.topics[0], &messages.JointState{Position: []float64{r.Float64(), r.NormFloat64()}, Velocity: []float64{1, 2}}
		case 1:
			e.Topic, e.Value = j.topics[1], &messages.Snapshot{
				Position: []float64{r.Float64()}, Mode: []messages.Mode{messages.Mode(r.IntN(7))}, Valid: []bool{r.IntN(2) == 0}, Time: []messages.Instant{now},
			}
		case 2:
			e.Topic, e.Value = j.topics[2], &messages.Event{Time: now, Kind: messages.EventStale, Source: "arm/controller", Text: "the state is older than 4 ms"}
		}
		j.entries = append(j.entries, e)
	}
	return j
}

// compact makes a recording of one topic, as small as many chunks can be, for tests that try
// everything with it.
func compact(n int) *journal {
	j := &journal{topics: []string{"/arm/state"}, chunkBytes: 150}
	for i := range n {
		j.entries = append(j.entries, noted{
			Topic: "/arm/state", LogTime: messages.Instant(i * 1000), Value: &messages.JointState{Position: []float64{float64(i), 0.5}},
			Stamp: messages.Stamp{Time: messages.Instant(i), Sequence: uint64(i), Incarnation: 1},
		})
	}
	return j
}

func codecOf(t testing.TB, value any) *pb.Codec {
	t.Helper()
	for _, c := range pb.Codecs() {
		if _, err := c.Append(nil, value); err == nil {
			return c
		}
	}
	t.Fatalf("no codec for %T", value)
	return nil
}

func (j *journal) options() Options {
	return Options{
		Entries:    []Entry{{"seed", "7"}, {"goarch", "any"}},
		Files:      []File{{Name: "app.yaml", MediaType: "text/yaml", Data: []byte("worlds: {}\n")}, {Name: "robots/arm.urdf", Data: []byte("<robot/>")}},
		ChunkBytes: j.chunkBytes,
	}
}

// declare opens the topics.
func (j *journal) declare(t testing.TB, w *Writer) map[string]ChannelID {
	t.Helper()
	ids := map[string]ChannelID{}
	for topic, value := range j.types() {
		id, err := w.Channel(topic, codecOf(t, value), Names([]string{"shoulder", "elbow"}), Entry{"world", "arm"})
		if err != nil {
			t.Fatal(err)
		}
		ids[topic] = id
	}
	return ids
}

// types yields the topics in their order, with a value of their type.
func (j *journal) types() func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		values := []any{&messages.JointState{}, &messages.Snapshot{}, &messages.Event{}}
		for i, topic := range j.topics {
			if !yield(topic, values[i]) {
				return
			}
		}
	}
}

// write makes a whole recording.
func (j *journal) write(t testing.TB, to io.Writer, options Options) *Writer {
	t.Helper()
	w, err := NewWriter(to, options)
	if err != nil {
		t.Fatal(err)
	}
	ids := j.declare(t, w)
	for _, e := range j.entries {
		if err := w.Write(ids[e.Topic], e.LogTime, e.Stamp, e.Value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w
}

func (j *journal) bytes(t testing.TB) []byte {
	var b bytes.Buffer
	j.write(t, &b, j.options())
	return b.Bytes()
}

func open(t testing.TB, data []byte) *Reader {
	t.Helper()
	r, err := NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// readAll returns everything in a recording as plain values.
func readAll(r *Reader, filter Filter) (out []noted, err error) {
	for m, err := range r.Messages(filter) {
		if err != nil {
			return out, err
		}
		codec, err := pb.CodecNamed(m.Channel.Schema.Name)
		if err != nil {
			return out, err
		}
		value := codec.New()
		if err := m.Decode(codec, value); err != nil {
			return out, err
		}
		out = append(out, noted{m.Channel.Topic, m.LogTime, m.Stamp, value})
	}
	return out, nil
}

func diff(want, have []noted) string {
	return cmp.Diff(want, have, cmpopts.EquateEmpty(), cmpopts.EquateNaNs())
}

// isPrefix says whether have is how want begins.
func isPrefix(want, have []noted) bool {
	return len(have) <= len(want) && cmp.Equal(want[:len(have)], have, cmpopts.EquateEmpty(), cmpopts.EquateNaNs())
}

func inTime(entries []noted) []noted {
	out := slices.Clone(entries)
	slices.SortStableFunc(out, func(a, b noted) int { return int(a.LogTime.Sub(b.LogTime) / time.Nanosecond) })
	return out
}

package record

import (
	"bytes"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// chunkSizes returns the uncompressed sizes of a recording's chunks.
func chunkSizes(r *Reader) (sizes []int) {
	for _, c := range r.chunks {
		sizes = append(sizes, c.length)
	}
	return sizes
}

func TestAChunkClosesOnceItHasItsSize(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{ChunkTime: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/s", codecOf(t, &messages.JointState{}))
	if err != nil {
		t.Fatal(err)
	}
	value := &messages.JointState{Position: make([]float64, 100)}
	for i := range 400 {
		if err := w.Write(id, messages.Instant(i), messages.Stamp{Time: 1}, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	sizes := chunkSizes(open(t, b.Bytes()))
	if len(sizes) != 6 {
		t.Fatalf("chunks of %v bytes; expected 6, five of them full", sizes)
	}
	const message = recordHead + messageHead + 3 + 800 + 13 // a tag and a length of two bytes; a stamp of a time
	for _, size := range sizes[:5] {
		if size < 64<<10 || size >= 64<<10+message {
			t.Errorf("a chunk of %d bytes; expected 65536 and less than one message of %d more", size, message)
		}
	}
}

func TestAChunkClosesOnceItSpansItsTime(t *testing.T) {
	const ms = messages.Instant(time.Millisecond)
	for name, test := range map[string]struct {
		times []messages.Instant
		want  []int // messages a chunk
	}{
		"steps of 50 ms":    {[]messages.Instant{0, 50 * ms, 100 * ms, 150 * ms, 200 * ms, 250 * ms}, []int{4, 2}},
		"just below 200 ms": {[]messages.Instant{0, 200*ms - 1, 200 * ms}, []int{2, 1}},
		"a late start":      {[]messages.Instant{900 * ms, 1000 * ms, 1100 * ms}, []int{2, 1}},
		"a pause":           {[]messages.Instant{0, 1000 * ms, 9000 * ms}, []int{1, 1, 1}},
		"back and forth":    {[]messages.Instant{150 * ms, 0, 199 * ms, 200 * ms}, []int{3, 1}},
		"far back":          {[]messages.Instant{500 * ms, 100 * ms}, []int{1, 1}},
	} {
		var b bytes.Buffer
		w, err := NewWriter(&b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := w.Channel("/p", codecOf(t, &messages.Pose{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range test.times {
			if err := w.Write(id, at, messages.Stamp{}, &messages.Pose{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := open(t, b.Bytes())
		var counts []int
		for _, c := range r.chunks {
			n := 0
			s := selection{reader: r, wanted: []bool{true}}
			s.each(b.Bytes()[c.offset:][:c.length], func(rawMessage) bool { n++; return true })
			counts = append(counts, n)
		}
		if len(counts) != len(test.want) {
			t.Errorf("%s: chunks of %v messages; expected %v", name, counts, test.want)
			continue
		}
		for i := range counts {
			if counts[i] != test.want[i] {
				t.Errorf("%s: chunks of %v messages; expected %v", name, counts, test.want)
				break
			}
		}
	}
}

func TestAdvanceClosesAChunkThatGetsNoMore(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	id, err := w.Channel("/p", codecOf(t, &messages.Pose{}))
	if err != nil {
		t.Fatal(err)
	}
	before := b.Len()
	if err := w.Advance(messages.Instant(time.Hour)); err != nil || b.Len() != before {
		t.Errorf("without a message Advance wrote %d bytes, %v; expected none", b.Len()-before, err)
	}
	if err := w.Write(id, 1000, messages.Stamp{}, &messages.Pose{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Advance(1000 + messages.Instant(200*time.Millisecond) - 1); err != nil || b.Len() != before {
		t.Errorf("1 ns too early Advance wrote %d bytes, %v; expected none", b.Len()-before, err)
	}
	if p := w.Progress(); p.Pending != 1 || p.Written != 0 || p.Bytes != int64(before) {
		t.Errorf("progress %+v; expected one message pending", p)
	}
	if err := w.Advance(1000 + messages.Instant(200*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if p := w.Progress(); p.Pending != 0 || p.Written != 1 || p.Chunks != 1 || p.Bytes != int64(b.Len()) {
		t.Errorf("progress %+v; expected one message written", p)
	}
	if have, err := readAll(open(t, b.Bytes()), Filter{}); err != nil || len(have) != 1 {
		t.Errorf("%d messages can be read, %v; expected 1", len(have), err)
	}
}

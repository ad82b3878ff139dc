package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// copied is a message with its data kept.
type copied struct {
	topic string
	time  messages.Instant
	stamp messages.Stamp
	data  string
}

func copyAll(t *testing.T, r *Reader) (out []copied) {
	t.Helper()
	for m, err := range r.Messages(Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, copied{m.Channel.Topic, m.LogTime, m.Stamp, string(m.Data)})
	}
	return out
}

func TestARecordingCutOffAtAnyByteGivesAnExactPrefix(t *testing.T) {
	for name, test := range map[string]struct {
		data []byte
		step int
	}{"one topic": {compact(14).bytes(t), 1}, "three topics": {compose(t, 21, 60).bytes(t), 7}} {
		data := test.data
		whole := open(t, data)
		want := copyAll(t, whole)
		if len(whole.chunks) < 6 {
			t.Fatalf("%s: %d chunks; the test needs more", name, len(whole.chunks))
		}
		for n := 1; n < len(data); n += test.step {
			r := open(t, data[:n])
			if r.Damage() == nil || r.Damage().Offset > int64(n) || r.Damage().Size != int64(n) {
				t.Fatalf("%s: %d of %d bytes: damage %+v", name, n, len(data), r.Damage())
			}
			have := copyAll(t, r)
			if len(have) > len(want) || !slices.Equal(want[:len(have)], have) {
				t.Fatalf("%s: %d bytes give no prefix", name, n)
			}
			chunks := 0 // that are whole
			for _, c := range whole.chunks {
				if c.offset+int64(c.length) <= int64(n) {
					chunks++
				}
			}
			if len(r.chunks) != chunks {
				t.Fatalf("%s: %d bytes: %d chunks were read; expected %d", name, n, len(r.chunks), chunks)
			}
		}
	}
}

// untouched returns the messages that a reader must still have when a byte is damaged: those of all
// chunks except the one with the byte. The times of the chunks must not overlap.
func untouched(whole *Reader, want []copied, at int64) (must []copied) {
	for _, m := range want {
		i := slices.IndexFunc(whole.chunks, func(c chunkInfo) bool { return uint64(m.time) <= c.times.last })
		c := whole.chunks[i]
		if at < c.offset-chunkHead-recordHead || at >= c.offset+int64(c.length) {
			must = append(must, m)
		}
	}
	return must
}

func TestAFlippedBitLosesNoMoreThanItsChunkAndIsReported(t *testing.T) {
	j := compact(9)
	data := j.bytes(t)
	whole := open(t, data)
	want := copyAll(t, whole)
	files := j.options().Files
	for bit := range 8 * len(data) {
		data[bit/8] ^= 1 << (bit % 8)
		r, err := NewReader(bytes.NewReader(data), int64(len(data)))
		data[bit/8] ^= 1 << (bit % 8)
		if err != nil {
			t.Fatalf("bit %d of byte %d: %v", bit%8, bit/8, err)
		}
		data[bit/8] ^= 1 << (bit % 8)
		if r.Damage() == nil {
			t.Errorf("bit %d of byte %d: no damage is reported", bit%8, bit/8)
			continue
		}
		have := copyAll(t, r)
		if !slices.Equal(have, want) && !slices.Equal(have, untouched(whole, want, int64(bit/8))) {
			t.Fatalf("bit %d of byte %d: %d of %d messages are read: %s", bit%8, bit/8, len(have), len(want), r.Damage())
		}
		if d := r.Damage(); d.LostKnown && d.LostMessages != uint64(len(want)-len(have)) || d.Complete != (len(have) == len(want)) {
			t.Fatalf("bit %d of byte %d: %d of %d messages are read; the damage is %+v", bit%8, bit/8, len(have), len(want), d)
		}
		for _, name := range r.Files() {
			i := slices.IndexFunc(files, func(f File) bool { return f.Name == name })
			if f, err := r.File(name); err != nil || i < 0 || string(f.Data) != string(files[i].Data) {
				t.Fatalf("bit %d: file %q is %+v, %v", bit, name, f, err)
			}
		}
		if seed, ok := r.Entry("seed"); ok && seed != "7" {
			t.Fatalf("bit %d: the seed reads %q", bit, seed)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

// A cut-off file has no summary, and no checksum over everything: each record has to speak for
// itself.
func TestNoFlippedBitOfACutOffRecordingIsSilentlyWrong(t *testing.T) {
	data := compact(9).bytes(t)
	whole := open(t, data)
	want := copyAll(t, whole)
	last := whole.chunks[len(whole.chunks)-1]
	data = data[:last.offset+int64(last.length)]
	first := whole.chunks[0]
	for bit := range 8 * len(data) {
		data[bit/8] ^= 1 << (bit % 8)
		r := open(t, data)
		have := copyAll(t, r)
		if r.Damage() == nil {
			t.Fatalf("bit %d: no damage", bit)
		}
		defined := int64(bit/8) < first.offset-chunkHead-recordHead || int64(bit/8) >= first.offset+int64(first.length)
		if defined && !slices.Equal(have, want) && !slices.Equal(have, untouched(whole, want, int64(bit/8))) {
			t.Fatalf("bit %d of byte %d: %d of %d messages are read: %s", bit%8, bit/8, len(have), len(want), r.Damage())
		}
		if !defined && len(have) != 0 && !slices.Equal(have, want) && !slices.Equal(have, untouched(whole, want, int64(bit/8))) {
			t.Fatalf("bit %d of byte %d: %d messages that are not those of the other chunks", bit%8, bit/8, len(have))
		}
		if seed, ok := r.Entry("seed"); ok && seed != "7" {
			t.Fatalf("bit %d: the seed reads %q", bit, seed)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

func TestWhatIsNoRecordingIsRefused(t *testing.T) {
	start := string(appendStart(nil))
	for name, content := range map[string]string{
		"text":                "worlds: {}\n",
		"another MCAP file":   magic + "\x01" + strings.Repeat("\x00", 40),
		"an MCAP magic, then": magic + "xxxx",
		"zeros":               strings.Repeat("\x00", 100),
		"nothing":             "",
		"one other byte":      "\x88",
	} {
		if _, err := NewReader(strings.NewReader(content), int64(len(content))); !errors.Is(err, ErrNotRecording) {
			t.Errorf("%s: %v; expected ErrNotRecording", name, err)
		}
	}
	for _, n := range []int{1, len(magic), len(start) - 1, len(start)} {
		if r := open(t, []byte(start[:n])); r.Damage() == nil || len(r.Channels()) != 0 {
			t.Errorf("the first %d bytes of a recording: damage %v", n, r.Damage())
		}
	}
}

func TestOpenRefusesWhatIsNoRegularFile(t *testing.T) {
	if _, err := Open("/dev/zero"); !errors.Is(err, ErrNotRecording) {
		t.Errorf("/dev/zero: %v; expected ErrNotRecording", err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNotRecording) {
		t.Errorf("a folder: %v; expected ErrNotRecording", err)
	}
	if _, err := Open(t.TempDir() + "/none.mcap"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v; expected that it does not exist", err)
	}
}

func TestAnErrorOfTheDiskIsNoDamage(t *testing.T) {
	data := compose(t, 24, 40).bytes(t)
	for _, good := range []int64{0, 20, 1000, int64(len(data) / 2), int64(len(data) - 10)} {
		if _, err := NewReader(brokenDisk{data, good}, int64(len(data))); !errors.Is(err, errDevice) {
			t.Errorf("a disk broken from byte %d on: %v; expected its error", good, err)
		}
	}
}

// brokenDisk cannot be read at and behind some byte.
type brokenDisk struct {
	data []byte
	good int64
}

func (b brokenDisk) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > b.good {
		return 0, errDevice
	}
	return copy(p, b.data[at:]), nil
}

func TestAFileThatChangesWhileItIsReadIsNoticed(t *testing.T) {
	data := compose(t, 25, 40).bytes(t)
	r := open(t, data)
	c := r.chunks[2]
	data[c.offset+5] ^= 1
	if _, err := readAll(r, Filter{}); !errors.Is(err, errChanged) {
		t.Errorf("a changed chunk: %v; expected errChanged", err)
	}
	if _, err := readAll(r, Filter{ByTime: true}); !errors.Is(err, errChanged) {
		t.Errorf("a changed chunk, by time: %v; expected errChanged", err)
	}
	data[r.files[0].offset] ^= 1
	if _, err := r.File("app.yaml"); !errors.Is(err, errChanged) {
		t.Errorf("a changed file: %v; expected errChanged", err)
	}
}

func TestDamageIsReportedInASentence(t *testing.T) {
	data := compose(t, 27, 30).bytes(t)
	if got, want := fmt.Sprint(open(t, data[:len(data)-1]).Damage()), "all messages that were written could be read"; !strings.Contains(got, want) {
		t.Errorf("%q; expected it to say that %s", got, want)
	}
	if got, want := fmt.Sprint(open(t, data[:len(data)/2]).Damage()), fmt.Sprintf("of %d; what stands before it could be read", len(data)/2); !strings.Contains(got, want) {
		t.Errorf("%q; expected it to say %q", got, want)
	}
}

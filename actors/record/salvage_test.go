package record

import (
	"bytes"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"
)

// long returns a recording with an attachment and 4 000 messages in many chunks.
func long(t testing.TB) (data []byte, messages int) {
	t.Helper()
	j := compact(4000)
	j.chunkBytes = 2000
	return j.bytes(t), 4000
}

// count returns the number of messages that can be read.
func count(t testing.TB, r *Reader) int {
	t.Helper()
	all, err := readAll(r, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

func TestOneDamagedBitLeavesTheMessagesBehindItReadable(t *testing.T) {
	data, n := long(t)
	whole := open(t, data)
	first, second := whole.chunks[0], whole.chunks[1]
	inChunk := n / len(whole.chunks) * 2
	unclosed := data[:whole.chunks[len(whole.chunks)-1].offset]
	for name, test := range map[string]struct {
		data []byte
		at   int64
		lost int // at most
		want string
	}{
		"attached file":               {data, whole.files[0].offset + 3, 0, `the checksum of the attached file "app.yaml" does not match`},
		"length of an attached file":  {data, whole.files[0].offset - 70, 0, ""},
		"metadata":                    {data, int64(len(appendStart(nil))) + 20, 0, "the checksum of metadata"},
		"magic":                       {data, 2, 0, "the header is damaged"},
		"header":                      {data, 20, 0, "the header is damaged"},
		"definitions":                 {data, first.offset + 30, inChunk, "the checksum of a chunk"},
		"first chunk":                 {data, first.offset + int64(first.length) - 5, inChunk, "the checksum of a chunk"},
		"size of the first chunk":     {data, first.offset - 12, inChunk, ""},
		"length of the first chunk":   {data, first.offset - chunkHead - recordHead + 2, inChunk, ""},
		"second chunk":                {data, second.offset + 50, inChunk, "the checksum of a chunk"},
		"index":                       {data, first.offset + int64(first.length) + 20, 0, "the index of a chunk"},
		"summary":                     {data, int64(len(data)) - 200, 0, ""},
		"definitions, never closed":   {unclosed, first.offset + 30, 2 * inChunk, "the checksum of a chunk"},
		"first chunk, never closed":   {unclosed, first.offset + int64(first.length) - 5, 2 * inChunk, "the checksum of a chunk"},
		"attached file, never closed": {unclosed, whole.files[1].offset + 2, inChunk, `"robots/arm.urdf"`},
	} {
		damaged := bytes.Clone(test.data)
		damaged[test.at] ^= 4
		r := open(t, damaged)
		if got := count(t, r); got < n-test.lost {
			t.Errorf("%s: %d of %d messages are read: %v", name, got, n, r.Damage())
		}
		if r.Damage() == nil || !strings.Contains(r.Damage().String(), test.want) {
			t.Errorf("%s: damage %v; expected %q", name, r.Damage(), test.want)
		}
	}
}

func TestLostMessagesAreCounted(t *testing.T) {
	data, n := long(t)
	whole := open(t, data)
	for _, i := range []int{0, 5, len(whole.chunks) - 1} {
		c := whole.chunks[i]
		damaged := bytes.Clone(data)
		damaged[c.offset+9] ^= 1
		r := open(t, damaged)
		d := r.Damage()
		if lost := n - count(t, r); lost == 0 || !d.LostKnown || d.LostMessages != uint64(lost) || len(d.Gaps) != 1 {
			t.Errorf("chunk %d: %d messages are lost, the damage is %+v", i, lost, d)
		}
	}
}

// Any number of damaged places, of any length, lose no chunk that has none of them.
func TestScatteredDamageLosesOnlyTheChunksThatItHits(t *testing.T) {
	const seed = 236
	random := rand.New(rand.NewPCG(seed, 0))
	data, _ := long(t)
	whole := open(t, data)
	want := copyAll(t, whole)
	for trial := range 60 {
		damaged := bytes.Clone(data)
		hit := map[int]bool{}
		for range 1 + random.IntN(5) {
			from := len(appendStart(nil)) + random.IntN(len(data)*9/10)
			length := 1 + random.IntN(3000)
			for i := from; i < min(from+length, len(data)); i++ {
				damaged[i] = byte(random.Uint32())
			}
			for i, c := range whole.chunks {
				if int64(from) < c.offset+int64(c.length) && int64(from+length) > c.offset-chunkHead-recordHead {
					hit[i] = true
				}
			}
		}
		r := open(t, damaged)
		have := map[copied]bool{}
		for _, m := range copyAll(t, r) {
			have[m] = true
		}
		for _, m := range want {
			for i, c := range whole.chunks {
				if uint64(m.time) <= c.times.last {
					if !hit[i] && !have[m] {
						t.Fatalf("seed %d, trial %d: a message of the intact chunk %d is missing: %v", seed, trial, i, r.Damage())
					}
					break
				}
			}
			delete(have, m)
		}
		if len(have) != 0 {
			t.Fatalf("seed %d, trial %d: %d messages were never written", seed, trial, len(have))
		}
	}
}

// counter counts the bytes that are read from a file that goes on with zeros.
type counter struct {
	data []byte
	size int64
	read int64
}

func (c *counter) ReadAt(p []byte, at int64) (int, error) {
	c.read += int64(len(p))
	clear(p)
	if at < int64(len(c.data)) {
		copy(p, c.data[at:])
	}
	if at+int64(len(p)) > c.size {
		return 0, errors.New("past the end")
	}
	return len(p), nil
}

func TestZerosBehindARecordingAreNotReadToTheirEnd(t *testing.T) {
	data, n := long(t)
	for name, test := range map[string]struct {
		data  []byte
		bound int64
		lost  int
	}{
		"whole":       {data, int64(2*len(data)) + 1<<20, 0},
		"cut off":     {data[:len(data)/2], 2*searchLimit + 1<<20, n},
		"start alone": {appendStart(nil), 2*searchLimit + 1<<20, n},
	} {
		source := &counter{data: test.data, size: int64(len(test.data)) + 3<<30}
		r, err := NewReader(source, source.size)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r.Damage() == nil || source.read > test.bound {
			t.Errorf("%s: %d bytes are read, expected at most %d; damage %v", name, source.read, test.bound, r.Damage())
		}
		if got := count(t, r); got < n-test.lost {
			t.Errorf("%s: %d of %d messages", name, got, n)
		}
		if test.lost == 0 && (!r.Damage().Complete || !strings.Contains(r.Damage().String(), "3221225472 bytes follow the end of the recording")) {
			t.Errorf("%s: %s", name, r.Damage())
		}
	}
}

// MCAP: a checksum of zero was not computed.
func TestChecksumsOfZeroAreNotCompared(t *testing.T) {
	data, n := long(t)
	whole := open(t, data)
	for i, c := range whole.chunks {
		if i%2 == 0 {
			clear(data[c.offset-16 : c.offset-12])
		}
	}
	clear(data[whole.files[0].offset+whole.files[0].size:][:4])
	at := bytes.LastIndex(data, []byte{byte(opDataEnd), 4, 0, 0, 0, 0, 0, 0, 0})
	clear(data[at+recordHead : at+dataEndSize])
	clear(data[len(data)-len(magic)-4 : len(data)-len(magic)])
	r := open(t, data)
	if r.Damage() != nil || count(t, r) != n {
		t.Errorf("%d of %d messages, damage %v", count(t, r), n, r.Damage())
	}
	if f, err := r.File("app.yaml"); err != nil || len(f.Data) == 0 {
		t.Errorf("the file: %v", err)
	}
	// A chunk whose records contradict each other is damaged all the same.
	data[whole.chunks[2].offset+3] ^= 0x40
	if r := open(t, data); r.Damage() == nil {
		t.Error("no damage is reported")
	}
}

func TestTheChecksumPointsOutOneWrongBit(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{1, 2, 31, 400} {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		right := crc32.ChecksumIEEE(data)
		for bit := range 8 * n {
			data[bit/8] ^= 1 << (bit % 8)
			if got, found := wrongBit(crc32.ChecksumIEEE(data)^right, n); !found || got != bit {
				t.Fatalf("%d bytes: bit %d is found at %d, %v", n, bit, got, found)
			}
			data[bit/8] ^= 1 << (bit % 8)
		}
	}
}

// A hostile file of heads that promise long records costs work in proportion to its size.
func TestHeadsThatPromiseLongRecordsCostLinearWork(t *testing.T) {
	head := append([]byte{byte(opAttachment), 0, 0, 4, 0, 0, 0, 0, 0}, make([]byte, 16)...)
	head = append(head, 1, 0, 0, 0, 'x')
	data := append(appendStart(nil), 0xff)
	data = append(data, bytes.Repeat(head, 40_000)...)
	source := &counter{data: data, size: int64(len(data))}
	r, err := NewReader(source, source.size)
	if err != nil {
		t.Fatal(err)
	}
	if bound := (checksPerByte + 12) * source.size * 4; r.Damage() == nil || source.read > bound+maxChunk {
		t.Errorf("%d bytes are read of %d, expected at most %d; damage %v", source.read, source.size, bound, r.Damage())
	}
}

package fdcanusb_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	. "github.com/robo-actors/robo-actors/hardware/moteus/internal/fdcanusb"
)

// A query with its answer, as mjbots' Python library and mjlib's server exchange them.
const (
	publishedQuery  = "can send 8001 15001B01130D BF *A2"
	publishedAnswer = "rcv 100 250000002b01102700000000000000000000230d301e00 E B F *59"
)

func TestPublishedLinesAreEncodedByteForByte(t *testing.T) {
	data, _ := hex.DecodeString("15001b01130d")
	if got := string(AppendSend(nil, 0x8001, data, true)); got != publishedQuery+"\n" {
		t.Errorf("the query is %q, want %q", got, publishedQuery)
	}
	if got := string(AppendOK(nil, true)); got != "OK *BD\n" {
		t.Errorf("OK with a checksum is %q, want OK *BD", got)
	}
	if got := CRC([]byte("can send 0001 010000 BF ")); got != 0xfe {
		t.Errorf("the checksum is %#x, want 0xfe", got)
	}
	if got := string(AppendSend(nil, 0x8001, data, false)); got != "can send 8001 15001B01130D BF\n" {
		t.Errorf("without a checksum the query is %q", got)
	}
}

func TestThePublishedAnswerIsRead(t *testing.T) {
	var buffer [MaxData]byte
	l, err := Parse([]byte(publishedAnswer), buffer[:])
	if err != nil || l.Kind != Received || l.ID != 0x100 || !l.Checksum ||
		hex.EncodeToString(l.Data) != "250000002b01102700000000000000000000230d301e00" {
		t.Errorf("the answer is read as %+v, %v", l, err)
	}
}

func TestLinesOfEveryKindAreRecognised(t *testing.T) {
	var buffer [MaxData]byte
	for _, c := range []struct {
		line     string
		kind     Kind
		checksum bool
	}{
		{"OK", OK, false}, {"OK *BD", OK, true}, {"ERR unknown command", Err, false}, {"rcv 100 0100 E", Received, false},
		{"rcv 100 0100 E B F t1000 f00", Received, false}, {"rcv 7f 01aB", Received, false}, {"rcv 100", Received, false},
		{"", Noise, false}, {"rc", Noise, false}, {"rcv", Noise, false}, {"rcv 100 010", Noise, false}, {"rcv 1x0 01", Noise, false},
		{"rcv 100 0g", Noise, false}, {"rcv 123456789 00", Noise, false}, {"k", Noise, false}, {"OKOK", Noise, false},
	} {
		l, err := Parse([]byte(c.line), buffer[:])
		if err != nil || l.Kind != c.kind || l.Checksum != c.checksum {
			t.Errorf("%q is read as %+v, %v; want kind %d", c.line, l, err, c.kind)
		}
	}
	long := append([]byte("rcv 100 "), bytes.Repeat([]byte("00"), MaxData+1)...)
	if l, _ := Parse(long, buffer[:]); l.Kind != Noise {
		t.Errorf("a frame of %d bytes is read as %+v", MaxData+1, l)
	}
}

// mjbots' Python library sends a frame without data as an identifier, two spaces and flags, and it
// takes the third word of a report for the data.
func TestAFrameWithoutDataHasFlagsAfterTwoSpaces(t *testing.T) {
	var buffer [MaxData]byte
	if id, data, _, err := ParseSend([]byte("can send 8001  BF"), buffer[:]); err != nil || id != 0x8001 || len(data) != 0 {
		t.Errorf("it is read as %x with data %x, %v", id, data, err)
	}
	if got := string(AppendReceived(nil, 0x100, nil, false)); got != "rcv 100  E B F\n" {
		t.Errorf("it is reported as %q", got)
	}
	if l, err := Parse([]byte("rcv 100  E B F"), buffer[:]); err != nil || l.Kind != Received || l.ID != 0x100 || len(l.Data) != 0 {
		t.Errorf("the report is read as %+v, %v", l, err)
	}
	if l, err := Parse([]byte("rcv 00000100 "), buffer[:]); err != nil || l.Kind != Received || len(l.Data) != 0 {
		t.Errorf("the report of a UART is read as %+v, %v", l, err)
	}
}

func TestALineWithADamagedCharacterIsRejectedByItsChecksum(t *testing.T) {
	var buffer [MaxData]byte
	for i := range publishedAnswer {
		for bit := range 7 {
			damaged := []byte(publishedAnswer)
			damaged[i] ^= 1 << bit
			if l, err := Parse(damaged, buffer[:]); err == nil && l.Checksum && l.Kind == Received {
				t.Errorf("with bit %d of character %d flipped, %q is read as %+v", bit, i, damaged, l)
			}
		}
	}
}

func TestParsingAllocatesNothing(t *testing.T) {
	var buffer [MaxData]byte
	line, out := []byte(publishedAnswer), make([]byte, 0, MaxLine)
	if n := testing.AllocsPerRun(100, func() {
		l, _ := Parse(line, buffer[:])
		out = AppendSend(out[:0], l.ID, l.Data, true)
	}); n != 0 {
		t.Errorf("reading and writing a line makes %g allocations", n)
	}
}

// FuzzLine checks that no line makes the parser panic, and that a frame survives being sent and
// reported again.
func FuzzLine(f *testing.F) {
	for _, line := range []string{publishedQuery, publishedAnswer, "OK *BD", "ERR x", "can ext 10001 00 bf", "rcv 0 50505050", "can send 0", "rcv 10"} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var buffer, again [MaxData]byte
		l, err := Parse(line, buffer[:])
		if err == nil && l.Kind == Received {
			line := bytes.TrimSuffix(AppendReceived(nil, l.ID, l.Data, true), []byte("\n"))
			l2, err := Parse(line, again[:])
			if err != nil || l2.ID != l.ID || !bytes.Equal(l2.Data, l.Data) || !l2.Checksum {
				t.Fatalf("%+v becomes %+v, %v", l, l2, err)
			}
		}
		id, data, _, err := ParseSend(line, buffer[:])
		if err != nil {
			return
		}
		id2, data2, sum, err := ParseSend(bytes.TrimSuffix(AppendSend(nil, id, data, true), []byte("\n")), again[:])
		if err != nil || id2 != id || !sum || !bytes.Equal(data2, data) {
			t.Fatalf("%x %x becomes %x %x, %v", id, data, id2, data2, err)
		}
	})
}

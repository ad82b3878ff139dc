package main

import (
	"bytes"
	"encoding/hex"
	"testing"
)

// The check value of CRC-16/CCITT-FALSE in the catalogue of CRC algorithms.
func TestTheChecksumIsThatOfTheCatalogue(t *testing.T) {
	if got := checksum([]byte("123456789")); got != 0x29b1 {
		t.Errorf("checksum of 123456789 is %#x, expected 0x29b1", got)
	}
}

// The bytes on the line are those of the documentation: an independent firmware would read them.
func TestAFollowFrameHasTheDocumentedBytes(t *testing.T) {
	payload := setPoint{flagPosition | flagVelocity, 1.5, -0.25}.append(nil)
	got := appendFrame(nil, frame{1, 7, follow, payload})
	want := "7e0c010703060000c03f000080be"
	if hex.EncodeToString(got[:len(got)-2]) != want {
		t.Errorf("got  %x\nwant %s and a checksum", got, want)
	}
}

func TestEveryPayloadIsReadAsItWasWritten(t *testing.T) {
	r := report{wireDamp, 3, 0x80000001, 0.5, -1.25, 2, 30.5}
	if got, ok := parseReport(r.append(nil)); !ok || got != r {
		t.Errorf("state %+v, expected %+v", got, r)
	}
	s := driveSettings{wireHold, 100, -2, 2, 3, 20, 2.5}
	if got, ok := parseSettings(s.append(nil)); !ok || got != s {
		t.Errorf("settings %+v, expected %+v", got, s)
	}
	p := setPoint{flagReset, -1, 8}
	if got, ok := parseSetPoint(p.append(nil)); !ok || got != p {
		t.Errorf("set-point %+v, expected %+v", got, p)
	}
	if got, ok := parseSwitch(switchReport{true, 515}.append(nil)); !ok || !got.closed || got.age != 515 {
		t.Errorf("switch %+v", got)
	}
}

// Noise, cut frames and flipped bits cost the frames that they hit, and no other.
func TestFramesAreFoundBetweenNoise(t *testing.T) {
	one, two := appendFrame(nil, frame{1, 1, askState, nil}), appendFrame(nil, frame{2, 1, follow, []byte{startByte, startByte, 40}})
	for name, c := range map[string]struct {
		line []byte
		want []uint8 // addresses
	}{
		"nothing but frames":       {bytes.Join([][]byte{one, two}, nil), []uint8{1, 2}},
		"noise":                    {bytes.Join([][]byte{{1, 2, 3}, one, {startByte, 0}, two, {9}}, nil), []uint8{1, 2}},
		"a length beyond all":      {bytes.Join([][]byte{{startByte, 255}, one}, nil), []uint8{1}},
		"the end of a frame":       {bytes.Join([][]byte{two[4:], one}, nil), []uint8{1}},
		"the beginning of a frame": {bytes.Join([][]byte{two[:5], one, one}, nil), []uint8{1, 1}},
	} {
		var got []uint8
		for rest := c.line; ; {
			f, after, ok := nextFrame(rest)
			if rest = after; !ok {
				break
			}
			got = append(got, f.address)
		}
		if !bytes.Equal(got, c.want) {
			t.Errorf("%s: frames of %v, expected of %v", name, got, c.want)
		}
	}
	for bit := range 8 * len(two) {
		damaged := bytes.Clone(two)
		damaged[bit/8] ^= 1 << (bit % 8)
		if f, _, ok := nextFrame(damaged); ok {
			t.Errorf("with bit %d flipped, the frame is read as %+v", bit, f)
		}
	}
	for n := range one {
		if _, rest, ok := nextFrame(one[:n]); ok || !bytes.Equal(rest, one[:n]) {
			t.Errorf("of %d bytes of a frame, %d are kept", n, len(rest))
		}
	}
}

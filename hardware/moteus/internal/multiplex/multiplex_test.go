package multiplex_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"testing"

	. "github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
)

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// all returns the items of a frame.
func all(frame []byte) (items []Item, err error) {
	p := Parse(frame)
	for {
		item, more := p.Next()
		if !more {
			return items, p.Err()
		}
		items = append(items, item)
	}
}

var nan = math.NaN()

// publishedFrames are frames from the documentation and the tests of moteus and of Upkie.
var publishedFrames = []struct {
	name, hex string
	encode    func(b []byte) []byte
}{
	{"the command of the reference", "01000a07206000200150ff140400130d", func(b []byte) []byte {
		b = AppendWrite(AppendWrite(b, Int8, Mode, 10), Int16, CommandPosition, .00961, .072, -1.76)
		return AppendRead(AppendRead(b, Int16, Mode, 4), Int8, Voltage, 3)
	}},
	{"the answer of the reference", "2404000a005000000170ff230d181400", func(b []byte) []byte {
		return AppendReply(AppendReply(b, Int16, Mode, 10, .00801, .064, -1.44), Int8, Voltage, 12, 20, 0)
	}},
	{"the default query", "11001f01130d", func(b []byte) []byte {
		return AppendRead(AppendRead(AppendRead(b, Int8, Mode, 1), Float32, Position, 3), Int8, Voltage, 3)
	}},
	{"a stop", "010000", func(b []byte) []byte { return AppendWrite(b, Int8, Mode, 0) }},
	{"the default position", "01000a0e200000000000000000", func(b []byte) []byte {
		return AppendWrite(AppendWrite(b, Int8, Mode, 10), Float32, CommandPosition, 0, 0)
	}},
	{"a position with gaps", "01000a0f200000c07f000000409a9999be0f25000000400000000000000000", func(b []byte) []byte {
		b = AppendWrite(AppendWrite(b, Int8, Mode, 10), Float32, CommandPosition, nan, 2, -.3)
		return AppendWrite(b, Float32, MaxTorque, 2, 0, 0)
	}},
	{"eleven fields as int16", "01000a040b20c409d0076400ff1fff0f2003204ec800204ed0072800", func(b []byte) []byte {
		return AppendWrite(AppendWrite(b, Int8, Mode, 10), Int16, CommandPosition, .25, .5, 1, .25, .125, 8, 2, .2, 5, 2, 4)
	}},
	{"an answer with a fault", "2404000a00100200fe2000230d203040", func(b []byte) []byte {
		return AppendReply(AppendReply(b, Int16, Mode, 10, .0528, -.128, .32), Int8, Voltage, 16, 48, 64)
	}},
	{"the brake", "01000f", func(b []byte) []byte { return AppendWrite(b, Int8, Mode, 15) }},
	{"stay within", "01000d0e400000803f00000040", func(b []byte) []byte {
		return AppendWrite(AppendWrite(b, Int8, Mode, 13), Float32, 0x040, 1, 2)
	}},
	{"set the output nearest to 2", "0db00200000040", func(b []byte) []byte { return AppendWrite(b, Float32, SetNearest, 2) }},
	{"require a reindex", "01b20201", func(b []byte) []byte { return AppendWrite(b, Int8, RequireReindex, 1) }},
	{"currents", "0100090e1c000000400000803f", func(b []byte) []byte {
		return AppendWrite(AppendWrite(b, Int8, Mode, 9), Float32, CommandCurrentQ, 2, 1)
	}},
	{"diagnostic data", "40010974656c2073746f700a", func(b []byte) []byte { return AppendData(b, Client, 1, []byte("tel stop\n")) }},
	{"a diagnostic poll", "420130", func(b []byte) []byte { return AppendPoll(b, 1, 48) }},
	{"the stop of Upkie", "01000015001b01130d", func(b []byte) []byte {
		b = AppendWrite(b, Int8, Mode, 0)
		return AppendRead(AppendRead(AppendRead(b, Int16, Mode, 1), Int32, Position, 3), Int8, Voltage, 3)
	}},
	{"the position of Upkie", "01000a0e200000803e000000bf0f230000803f0000803f0000803f15001b01130d", func(b []byte) []byte {
		b = AppendWrite(AppendWrite(b, Int8, Mode, 10), Float32, CommandPosition, .25, -.5)
		b = AppendWrite(b, Float32, KpScale, 1, 1, 1)
		return AppendRead(AppendRead(AppendRead(b, Int16, Mode, 1), Int32, Position, 3), Int8, Voltage, 3)
	}},
	{"the answer to Upkie", "25000a002b01a7610000b13cffff7b000000230d252200", func(b []byte) []byte {
		b = AppendReply(AppendReply(b, Int16, Mode, 10), Int32, Position, .25, -.5, .123)
		return AppendReply(b, Int8, Voltage, 18.5, 34, 0)
	}},
}

func TestPublishedFramesAreEncodedByteForByte(t *testing.T) {
	for _, f := range publishedFrames {
		if got := hex.EncodeToString(f.encode(nil)); got != f.hex {
			t.Errorf("%s: got %s, want %s", f.name, got, f.hex)
		}
	}
}

func TestPublishedFramesAreDecoded(t *testing.T) {
	items, err := all(unhex(t, "25000a002b01a7610000b13cffff7b000000230d2522005050"))
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{10, .24999, -.49999, .123, 18.5, 34, 0}
	registers := []Register{Mode, Position, Velocity, Torque, Voltage, BoardTemp, Fault}
	if len(items) != len(want) {
		t.Fatalf("got %d items, want %d", len(items), len(want))
	}
	for i, item := range items {
		if item.Op != Reply || item.Register != registers[i] || math.Abs(item.Value-want[i]) > 1e-9 {
			t.Errorf("item %d is %+v, want a reply of register %#x with %g", i, item, registers[i], want[i])
		}
	}
}

func TestTheMostNegativeIntegerIsNotANumber(t *testing.T) {
	for _, c := range []struct {
		kind Type
		hex  string
	}{{Int8, "80"}, {Int16, "0080"}, {Int32, "00000080"}, {Float32, "0000c07f"}} {
		if got := hex.EncodeToString(AppendValue(nil, c.kind, Position, nan)); got != c.hex {
			t.Errorf("NaN as type %d is %s, want %s", c.kind, got, c.hex)
		}
		items, err := all(append(append(AppendWrite(nil, c.kind, Position)[:0], byte(c.kind)<<2|1, byte(Position)), unhex(t, c.hex)...))
		if err != nil || len(items) != 1 || items[0].Value == items[0].Value {
			t.Errorf("%s of type %d is read as %v, %v; want NaN", c.hex, c.kind, items, err)
		}
	}
}

// TestIntegersSaturateAndNeverBecomeNaN would find a conversion whose overflow makes the integer
// that means NaN: a torque cap of NaN is the most that the servo can give.
func TestIntegersSaturateAndNeverBecomeNaN(t *testing.T) {
	for _, kind := range []Type{Int8, Int16, Int32} {
		for _, r := range []Register{Mode, Position, Velocity, AccelerationLimit, MaxTorque, CurrentQ, Voltage, BoardTemp, Watchdog, KpScale, Power} {
			for _, x := range []float64{math.Inf(1), math.Inf(-1), 1e300, -1e300, 1e-300, 0, math.Copysign(0, -1), 127.4, -128.6, 32767.9, -32768.1} {
				items, err := all(AppendWrite(nil, kind, r, x))
				if err != nil || len(items) != 1 {
					t.Fatalf("%g as type %d of register %#x is read as %v, %v", x, kind, r, items, err)
				}
				got := items[0].Value
				if got != got || got*x < 0 || math.Abs(got) > math.Abs(x)*(1+1e-6) {
					t.Errorf("%g as type %d of register %#x is read as %g; want it truncated toward zero", x, kind, r, got)
				}
			}
		}
	}
}

func TestFramesThatBreakOffAreRejected(t *testing.T) {
	for _, f := range publishedFrames {
		whole := unhex(t, f.hex)
		complete := map[int]bool{len(whole): true, 0: true}
		for n := range whole {
			items, err := all(whole[:n])
			if err == nil {
				complete[n] = true
			}
			if full, _ := all(whole); len(items) > len(full) {
				t.Errorf("%s: the first %d bytes have %d items, all have %d", f.name, n, len(items), len(full))
			}
		}
		if complete[len(whole)-1] {
			t.Errorf("%s: without its last byte it is accepted", f.name)
		}
	}
	for _, text := range []string{"60", "ff", "0500", "0c", "0c80808080808001", "0cff01", "0c00", "30", "3005", "40", "4001ff", "4101050102"} {
		if items, err := all(unhex(t, text)); err == nil {
			t.Errorf("%s is accepted as %v", text, items)
		}
	}
}

func TestAFiniteNumberStaysFiniteAsAFloat(t *testing.T) {
	for _, x := range []float64{1e300, -1e300, math.MaxFloat64, math.MaxFloat32} {
		items, err := all(AppendWrite(nil, Float32, MaxTorque, x))
		if err != nil || math.IsInf(items[0].Value, 0) || items[0].Value*x <= 0 {
			t.Errorf("%g is read as %v, %v; want a finite number", x, items, err)
		}
	}
}

// FuzzParse checks that no frame makes the parser panic or run on, and that registers survive
// encoding again.
func FuzzParse(f *testing.F) {
	for _, frame := range publishedFrames {
		f.Add(unhex(f, frame.hex))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		items, _ := all(frame)
		if len(items) > len(frame) {
			t.Fatalf("%d bytes have %d items", len(frame), len(items))
		}
		for _, item := range items {
			if item.Op != Write && item.Op != Reply || item.Type != Float32 {
				continue
			}
			again, err := all(AppendWrite(nil, item.Type, item.Register, item.Value))
			if err != nil || len(again) != 1 || again[0].Register != item.Register || !same(again[0].Value, item.Value) {
				t.Fatalf("%+v becomes %+v, %v", item, again, err)
			}
		}
		if bytes.Count(frame, []byte{Padding}) == len(frame) && len(items) > 0 {
			t.Fatalf("padding has items: %v", items)
		}
	})
}

func same(a, b float64) bool { return a == b || a != a && b != b }

package multiplex_test

import (
	"math"
	"testing"

	. "github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
)

// ranges has, by the value of one count as int8, int16 and int32, the first and last numbers of
// the registers that the reference scales so.
var ranges = []struct {
	scale  [3]float64
	ranges [][2]Register
}{
	{[3]float64{.01, .0001, .00001}, [][2]Register{{0x001, 0x001}, {0x006, 0x006}, {0x020, 0x020}, {0x026, 0x026}, {0x038, 0x038}, {0x03b, 0x03b},
		{0x040, 0x041}, {0x050, 0x050}, {0x052, 0x052}, {0x054, 0x054}, {0x130, 0x131}}},
	{[3]float64{.1, .00025, .00001}, [][2]Register{{0x002, 0x002}, {0x01e, 0x01e}, {0x021, 0x021}, {0x028, 0x028}, {0x039, 0x039}, {0x03c, 0x03c},
		{0x051, 0x051}, {0x053, 0x053}, {0x055, 0x055}}},
	{[3]float64{.05, .001, .00001}, [][2]Register{{0x029, 0x029}}},
	{[3]float64{.5, .01, .001}, [][2]Register{{0x003, 0x003}, {0x022, 0x022}, {0x025, 0x025}, {0x030, 0x034}, {0x03a, 0x03a}, {0x03d, 0x03d},
		{0x042, 0x042}, {0x045, 0x045}}},
	{[3]float64{1, .1, .001}, [][2]Register{{0x004, 0x005}, {0x00a, 0x00a}, {0x00e, 0x00e}, {0x01c, 0x01d}, {0x02c, 0x02c}}},
	{[3]float64{.5, .1, .001}, [][2]Register{{0x00d, 0x00d}, {0x014, 0x016}, {0x019, 0x01b}, {0x02a, 0x02a}}},
	{[3]float64{.01, .001, .000001}, [][2]Register{{0x027, 0x027}, {0x046, 0x046}}},
	{[3]float64{10, .05, .0001}, [][2]Register{{0x007, 0x007}}},
	{[3]float64{1. / 127, 1. / 32767, 1. / 2147483647}, [][2]Register{{0x010, 0x012}, {0x018, 0x018}, {0x023, 0x024}, {0x02b, 0x02b}, {0x043, 0x044},
		{0x047, 0x047}, {0x060, 0x064}, {0x068, 0x06c}, {0x073, 0x073}, {0x075, 0x07f}}},
}

func TestEveryRegisterHasTheScaleOfTheReference(t *testing.T) {
	scales := map[Register][3]float64{}
	for _, r := range ranges {
		for _, pair := range r.ranges {
			for register := pair[0]; register <= pair[1]; register++ {
				scales[register] = r.scale
			}
		}
	}
	for register := range Register(0x200) {
		scale, scaled := scales[register]
		if !scaled {
			scale = [3]float64{1, 1, 1}
		}
		for _, kind := range []Type{Int8, Int16, Int32} {
			for _, count := range []float64{1, -1, 100, -127} {
				items, err := all(reply(kind, register, int32(count)))
				if want := count * scale[kind]; err != nil || len(items) != 1 || math.Abs(items[0].Value-want) > 1e-12*math.Abs(want) {
					t.Errorf("register %#03x: the count %g of type %d is read as %+v, %v; want %g", register, count, kind, items, err, want)
				}
			}
			items, _ := all(reply(kind, register, math.MinInt32))
			if isNaN := items[0].Value != items[0].Value; isNaN != scaled {
				t.Errorf("register %#03x: the most negative count of type %d is read as %g; a register that is scaled is %v", register, kind, items[0].Value, scaled)
			}
		}
	}
}

// reply is an answer with one count. The most negative one of its type stands for all of them.
func reply(kind Type, register Register, count int32) []byte {
	b := AppendReply(nil, kind, register, 0)
	value := b[len(b)-kind.Size():]
	if count == math.MinInt32 {
		clear(value)
		value[len(value)-1] = 0x80
		return b
	}
	for i := range value {
		value[i] = byte(count >> (8 * i))
	}
	return b
}

// A UUID or a serial number may have any bits.
func TestAllBitsOfAPlainRegisterSurvive(t *testing.T) {
	for _, x := range []float64{math.MinInt32, math.MinInt32 + 1, -1, 0, math.MaxInt32} {
		items, err := all(AppendReply(nil, Int32, UUID1, x))
		if err != nil || len(items) != 1 || items[0].Value != x {
			t.Errorf("%g is read as %+v, %v", x, items, err)
		}
	}
	items, err := all(AppendWrite(nil, Int8, Mode, math.NaN()))
	if err != nil || items[0].Value != 0 {
		t.Errorf("a mode that is no number is written as %+v, %v; want 0, a stop", items, err)
	}
}

func TestTheTableNamesEachRegisterOnce(t *testing.T) {
	names, last := map[string]bool{}, -1
	for _, r := range Readable() {
		if int(r.Register) <= last || names[r.Name] || r.Name == "" {
			t.Errorf("register %#03x, %q, comes after %#03x or has a name of another", r.Register, r.Name, last)
		}
		last, names[r.Name] = int(r.Register), true
	}
	for _, order := range []Register{SetNearest, SetExact, RequireReindex, Recapture, 0x154, 0x157} {
		for _, r := range Readable() {
			if r.Register == order {
				t.Errorf("%s, an order, is among the registers that can be read", r.Name)
			}
		}
	}
}

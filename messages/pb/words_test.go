package pb

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/robo-actors/robo-actors/messages"
)

// Lists of numbers are copied as they lie in memory; one number after the other is the model.
func TestListsOfNumbersHaveTheirLeastSignificantByteFirst(t *testing.T) {
	numbers := []float64{0, math.Copysign(0, -1), 1, -2.5, math.Pi, math.Inf(-1), math.Float64frombits(0x7ff8_0123_4567_89ab), math.SmallestNonzeroFloat64}
	times := []messages.Instant{0, 1, -1, 0x0123456789abcdef, math.MinInt64}
	for n := range numbers {
		want := []byte{7}
		for _, v := range numbers[:n] {
			want = binary.LittleEndian.AppendUint64(want, math.Float64bits(v))
		}
		if got := appendWords([]byte{7}, numbers[:n]); !slices.Equal(got, want) {
			t.Errorf("%v is written %x, want %x", numbers[:n], got, want)
		}
	}
	for n := range times {
		want := []byte{7}
		for _, v := range times[:n] {
			want = binary.LittleEndian.AppendUint64(want, uint64(v))
		}
		if got := appendWords([]byte{7}, times[:n]); !slices.Equal(got, want) {
			t.Errorf("%v is written %x, want %x", times[:n], got, want)
		}
	}
}

func TestAMachineOfTheOtherOrderTurnsEveryWord(t *testing.T) {
	got := appendReversed([]byte{9}, []byte{1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18})
	if want := []byte{9, 8, 7, 6, 5, 4, 3, 2, 1, 18, 17, 16, 15, 14, 13, 12, 11}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTagsAndShortNumbersAreWrittenAsProtobufWritesThem(t *testing.T) {
	for number := protowire.Number(1); number < 40; number++ {
		for _, wire := range []protowire.Type{protowire.VarintType, protowire.Fixed64Type, protowire.BytesType} {
			if got, want := appendTag(nil, number, wire), protowire.AppendTag(nil, number, wire); !slices.Equal(got, want) {
				t.Errorf("field %d, wire type %d: %x, want %x", number, wire, got, want)
			}
		}
	}
	for _, v := range []uint64{0, 1, 0x7f, 0x80, 0x3fff, 0x4000, math.MaxUint64} {
		if got, want := appendVarint(nil, v), protowire.AppendVarint(nil, v); !slices.Equal(got, want) {
			t.Errorf("%d: %x, want %x", v, got, want)
		}
	}
}

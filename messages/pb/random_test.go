package pb

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/robo-actors/robo-actors/messages"
)

// random draws values of the types of package messages.
type random struct {
	*rand.Rand
	nonzero bool // every field gets a value that encoding does not leave out, every list some elements
}

// newRandom draws from a seed that a failing test prints.
func newRandom(t *testing.T, seed uint64) *random {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("random seed %d", seed)
		}
	})
	return &random{Rand: rand.New(rand.NewPCG(seed, 0x70b))}
}

// fill overwrites what v holds, with numbers of every size, NaN and infinities among them.
func (r *random) fill(v reflect.Value) {
	switch v.Interface().(type) {
	case messages.Mode:
		v.SetUint(r.pick(len(messages.Modes())))
		return
	case messages.ControlMode:
		v.SetUint(r.pick(int(messages.ControlPositionVelocityEffort) + 1))
		return
	case messages.Cause:
		v.SetUint(r.pick(len(messages.Causes())))
		return
	case messages.EventKind:
		v.SetUint(r.pick(len(messages.EventKinds())))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			r.fill(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			r.fill(v.Index(i))
		}
	case reflect.Slice:
		n := r.IntN(13)
		if r.nonzero {
			n++
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			r.fill(v.Index(i))
		}
	case reflect.Float64:
		v.SetFloat(r.float())
	case reflect.Int64:
		v.SetInt(int64(r.integer(64)))
	case reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.integer(v.Type().Bits()))
	case reflect.Bool:
		v.SetBool(r.nonzero || r.IntN(2) == 0)
	case reflect.String:
		v.SetString(r.text())
	default:
		panic(fmt.Sprintf("no random values for %s", v.Type()))
	}
}

func (r *random) pick(n int) uint64 {
	if r.nonzero {
		return uint64(1 + r.IntN(n-1))
	}
	return uint64(r.IntN(n))
}

func (r *random) float() float64 {
	special := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), math.MaxFloat64, math.SmallestNonzeroFloat64, 0}
	switch {
	case r.nonzero:
		return 1 + r.Float64()
	case r.IntN(3) == 0:
		return special[r.IntN(len(special))]
	}
	return math.Float64frombits(r.Uint64())
}

func (r *random) integer(bits int) uint64 {
	v := r.Uint64() >> (64 - bits) >> r.IntN(bits)
	if r.nonzero {
		v |= 1
	}
	return v
}

func (r *random) text() string {
	letters := []rune("abc/_ .é漢🤖\x00\"")
	n := r.IntN(12)
	if r.IntN(20) == 0 {
		n = 200 // a length of two bytes
	}
	if r.nonzero {
		n++
	}
	out := make([]rune, n)
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return string(out)
}

// sameValue compares two values; NaN equals NaN, and a nil list an empty one.
func sameValue(a, b any) string {
	return cmp.Diff(a, b, cmpopts.EquateNaNs(), cmpopts.EquateEmpty())
}

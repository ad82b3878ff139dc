package slot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

type pose struct{ X, Y, Theta float64 }

type inner struct {
	Flag   bool
	Forces []pose `dim:"contacts"`
	Small  float32
}

// everything has each kind of field that a value may have, with gaps between them.
type everything struct {
	A      int8
	B      uint64
	C      bool
	Joints []float64 `dim:"joints"`
	D      uint16
	Pose   pose
	hidden int32
	Inner  inner
	E      [3]pose
	F      complex64
	Modes  []messages.Mode `dim:"joints"`
	G      uint8
	When   messages.Instant
	Took   time.Duration
}

func mustPlan[T any](t testing.TB) *Plan {
	t.Helper()
	p, err := PlanFor(reflect.TypeFor[T]())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTypesThatCannotBeBoundedAreRefused(t *testing.T) {
	type tagged struct {
		Names []string `dim:"joints"`
	}
	type nested struct {
		Inner struct {
			Table map[string]int
		}
	}
	type arrays struct{ All [2]struct{ Some []float64 } }
	for _, c := range []struct {
		value any
		want  []string
	}{
		{struct{ Name string }{}, []string{".Name is a string"}},
		{struct{ P *float64 }{}, []string{".P is a ptr"}},
		{struct{ M map[int]int }{}, []string{".M is a map"}},
		{struct{ C chan int }{}, []string{".C is a chan"}},
		{struct{ F func() }{}, []string{".F is a func"}},
		{struct{ I any }{}, []string{".I is a interface"}},
		{struct{ T time.Time }{}, []string{".T.loc is a ptr"}},
		{struct{ U unsafe.Pointer }{}, []string{".U is a unsafe.Pointer"}},
		{struct{ S []float64 }{}, []string{".S is a slice without a size", "`dim:\"joints\"`"}},
		{tagged{}, []string{".Names[] is a string"}},
		{nested{}, []string{".Inner.Table is a map"}},
		{arrays{}, []string{".All[].Some is a slice"}},
		{"text", []string{"string is a string"}},
		{[]float64{}, []string{"is a slice"}},
	} {
		_, err := PlanFor(reflect.TypeOf(c.value))
		if err == nil {
			t.Errorf("%T was accepted", c.value)
			continue
		}
		testkit.MustContain(t, err.Error(), c.want...)
	}
}

func TestPlainTypesNeedNoStruct(t *testing.T) {
	p := mustPlan[float64](t)
	a, b := 1.5, 0.0
	p.copy(unsafe.Pointer(&b), unsafe.Pointer(&a))
	if b != a {
		t.Errorf("copied %g, want %g", b, a)
	}
	if p.Poison(unsafe.Pointer(&b), always); !math.IsNaN(b) {
		t.Errorf("poisoned to %g", b)
	}
}

func TestTheSizeOfEveryDimensionMustBeKnown(t *testing.T) {
	p := mustPlan[everything](t)
	if err := p.Check(map[string]int{"joints": 7, "contacts": 0}); err != nil {
		t.Error(err)
	}
	err := p.Check(map[string]int{"joints": 7, "wheels": 2})
	if err == nil {
		t.Fatal("a size was missing")
	}
	testkit.MustContain(t, err.Error(), `"contacts"`, "joints wheels", "Setup.Size")
	if p.Check(map[string]int{"joints": -1, "contacts": 1}) == nil {
		t.Error("a negative size was accepted")
	}
}

// fillRandom writes random values into every field, and gives slices random lengths up to their
// capacity.
func fillRandom(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fillRandom(r, reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	case reflect.Array:
		for i := range v.Len() {
			fillRandom(r, v.Index(i))
		}
	case reflect.Slice:
		v.SetLen(r.IntN(v.Cap() + 1))
		for i := range v.Len() {
			fillRandom(r, v.Index(i))
		}
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(r.NormFloat64())
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(r.NormFloat64(), r.NormFloat64()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.Uint64()))
	default:
		v.SetUint(r.Uint64())
	}
}

func TestACopyIsExactAndSharesNothing(t *testing.T) {
	r := testkit.Random(t)
	p := mustPlan[everything](t)
	sizes := map[string]int{"joints": 7, "contacts": 4}
	newValue := func() *everything {
		v := new(everything)
		p.allocate(unsafe.Pointer(v), sizes)
		return v
	}
	dst := newValue()
	for range testkit.Scaled(2000) {
		src := newValue()
		fillRandom(r, reflect.ValueOf(src).Elem())
		p.copy(unsafe.Pointer(dst), unsafe.Pointer(src))
		if !reflect.DeepEqual(dst, src) {
			t.Fatalf("copied\n%+v\nto\n%+v", src, dst)
		}
		before := fmt.Sprintf("%+v", dst)
		fillRandom(r, reflect.ValueOf(src).Elem())
		if after := fmt.Sprintf("%+v", dst); after != before {
			t.Fatalf("the copy changed with the original:\n%s\n%s", before, after)
		}
	}
}

func TestACopyNeverMovesTheReceiversArrays(t *testing.T) {
	p := mustPlan[everything](t)
	dst, src := new(everything), new(everything)
	p.allocate(unsafe.Pointer(dst), map[string]int{"joints": 3, "contacts": 1})
	p.allocate(unsafe.Pointer(src), map[string]int{"joints": 3, "contacts": 1})
	first := &dst.Joints[0]
	for n := range 4 {
		src.Joints = src.Joints[:n]
		p.copy(unsafe.Pointer(dst), unsafe.Pointer(src))
		if len(dst.Joints) != n || cap(dst.Joints) != 3 || n > 0 && &dst.Joints[0] != first {
			t.Errorf("after a copy of %d elements: length %d, capacity %d", n, len(dst.Joints), cap(dst.Joints))
		}
	}
}

func TestTheLongestSliceIsFoundBeforeItIsCopied(t *testing.T) {
	p := mustPlan[everything](t)
	room := p.Lengths(map[string]int{"joints": 3, "contacts": 1})
	if i := p.Exceeds(room, unsafe.Pointer(&everything{Joints: make([]float64, 3)})); i >= 0 {
		t.Errorf("slice %d does not fit, though it is as long as the buffer", i)
	}
	i := p.Exceeds(room, unsafe.Pointer(&everything{Inner: inner{Forces: make([]pose, 2)}}))
	if i < 0 || !strings.HasSuffix(p.slices[i].name, ".Inner.Forces") {
		t.Errorf("slice %d is too long, want that of Inner.Forces", i)
	}
}

func TestPoisonReachesEveryFloatingPointNumberAndNothingElse(t *testing.T) {
	r := testkit.Random(t)
	p := mustPlan[everything](t)
	v := new(everything)
	p.allocate(unsafe.Pointer(v), map[string]int{"joints": 5, "contacts": 3})
	fillRandom(r, reflect.ValueOf(v).Elem())
	v.Joints, v.Inner.Forces = v.Joints[:5], v.Inner.Forces[:3]
	want := *v
	p.Poison(unsafe.Pointer(v), always)
	for i, f := range []float64{v.Joints[0], v.Joints[4], v.Pose.X, v.Pose.Theta, v.E[2].Y, v.Inner.Forces[0].X, v.Inner.Forces[2].Theta,
		float64(v.Inner.Small), float64(real(v.F)), float64(imag(v.F))} {
		if !math.IsNaN(f) {
			t.Errorf("number %d is %g", i, f)
		}
	}
	if v.A != want.A || v.B != want.B || v.hidden != want.hidden || v.When != want.When || v.Took != want.Took || v.Inner.Flag != want.Inner.Flag {
		t.Error("something that is no floating-point number changed")
	}
}

func TestCopyingAllocatesNothing(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	p := mustPlan[everything](t)
	dst, src := new(everything), new(everything)
	p.allocate(unsafe.Pointer(dst), map[string]int{"joints": 7, "contacts": 2})
	p.allocate(unsafe.Pointer(src), map[string]int{"joints": 7, "contacts": 2})
	if n := testing.AllocsPerRun(100, func() { p.copy(unsafe.Pointer(dst), unsafe.Pointer(src)) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestAllPortsOfATypeShareOnePlan(t *testing.T) {
	one, other := mustPlan[everything](t), mustPlan[everything](t)
	if one != other {
		t.Error("a second plan was made for the same type")
	}
	_, first := PlanFor(reflect.TypeFor[map[int]int]())
	_, second := PlanFor(reflect.TypeFor[map[int]int]())
	if first == nil || first != second {
		t.Errorf("a type is refused with %v, then with %v", first, second)
	}
}

func TestArraysOfOneBlockDoNotOverlap(t *testing.T) {
	r := testkit.Random(t)
	p := mustPlan[everything](t)
	for range testkit.Scaled(200) {
		sizes := map[string]int{"joints": r.IntN(9), "contacts": r.IntN(3)}
		v := new(everything)
		p.allocate(unsafe.Pointer(v), sizes)
		if len(v.Joints) != sizes["joints"] || len(v.Modes) != sizes["joints"] || len(v.Inner.Forces) != sizes["contacts"] {
			t.Fatalf("%v: lengths %d, %d, %d", sizes, len(v.Joints), len(v.Modes), len(v.Inner.Forces))
		}
		if v.Joints == nil || v.Modes == nil || v.Inner.Forces == nil {
			t.Fatalf("%v: an array of no elements is nil", sizes)
		}
		for i := range v.Joints {
			if v.Joints[i] != 0 || v.Modes[i] != 0 {
				t.Fatalf("%v: element %d is not zero", sizes, i)
			}
			v.Joints[i], v.Modes[i] = float64(i+1), messages.Mode(i+2)
		}
		for i := range v.Inner.Forces {
			v.Inner.Forces[i] = pose{-1, -2, -3}
		}
		for i := range v.Joints {
			if v.Joints[i] != float64(i+1) || v.Modes[i] != messages.Mode(i+2) {
				t.Fatalf("%v: element %d was overwritten through another array", sizes, i)
			}
		}
		if grown := append(v.Joints, 5); len(v.Joints) > 0 && &grown[0] == &v.Joints[0] {
			t.Fatalf("%v: growing one array reached into another", sizes)
		}
	}
}

// allocate gives the arrays of the value at dst the given sizes.
func (p *Plan) allocate(dst unsafe.Pointer, sizes map[string]int) {
	made := p.newValues(1, sizes).first
	reflect.NewAt(p.Type, dst).Elem().Set(reflect.NewAt(p.Type, made).Elem())
}

func TestNeighboursShareNothing(t *testing.T) {
	p, err := PlanFor(reflect.TypeFor[summed]())
	if err != nil {
		t.Fatal(err)
	}
	made := p.newValues(3, map[string]int{"joints": 7})
	for i := range 3 {
		(*summed)(made.at(i)).fill(uint64(i) + 1)
	}
	for i := range 3 {
		v := (*summed)(made.at(i))
		if v.Count != uint64(i)+1 || v.Sum != v.sum() || len(v.Slice) != 7 || cap(v.Slice) != 7 {
			t.Errorf("value %d became %+v", i, v)
		}
	}
}

func TestThereMayBeNoValueAndNoElement(t *testing.T) {
	p, err := PlanFor(reflect.TypeFor[summed]())
	if err != nil {
		t.Fatal(err)
	}
	p.newValues(0, nil)
	if v := (*summed)(p.newValues(2, map[string]int{"joints": 0}).at(1)); v.Slice == nil || len(v.Slice) != 0 {
		t.Errorf("an array without elements is %#v", v.Slice)
	}
}

func always() bool { return true }

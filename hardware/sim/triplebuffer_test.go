package sim

import (
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

// The model of the register: the newest value, and whether it was read.
func TestTheRegisterHoldsTheNewestValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		register := newTripleBuffer(func() int { return 0 })
		newest, unreadValue, next := 0, false, 1
		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				*register.write() = next
				register.publish()
				newest, unreadValue = next, true
				next++
			},
			"fill without publishing": func(t *rapid.T) { *register.write() = -1 },
			"read": func(t *rapid.T) {
				value, fresh := register.read()
				if *value != newest || fresh != unreadValue {
					t.Fatalf("read %d (fresh %v), want %d (fresh %v)", *value, fresh, newest, unreadValue)
				}
				unreadValue = false
			},
		})
	})
}

func TestAReaderSeesNoTornValueAndNeverAnOlderOne(t *testing.T) {
	type block [32]uint64
	register := newTripleBuffer(func() block { return block{} })
	const last = 200_000
	go func() {
		for n := uint64(1); n <= last; n++ {
			slot := register.write()
			for i := range slot {
				slot[i] = n
			}
			register.publish()
			if n%64 == 0 {
				runtime.Gosched()
			}
		}
	}()
	var before uint64
	for before < last {
		value, fresh := register.read()
		first := value[0]
		for i, n := range value {
			if n != first {
				t.Fatalf("entry %d is %d where entry 0 is %d", i, n, first)
			}
		}
		if first < before || fresh != (first > before) {
			t.Fatalf("read %d (fresh %v) after %d", first, fresh, before)
		}
		before = first
		if !fresh {
			runtime.Gosched()
		}
	}
}

func TestTheRegisterAllocatesNothing(t *testing.T) {
	register := newTripleBuffer(func() []float64 { return make([]float64, 8) })
	if n := testing.AllocsPerRun(100, func() {
		(*register.write())[0]++
		register.publish()
		register.read()
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkRegister(b *testing.B) {
	register := newTripleBuffer(func() [64]float64 { return [64]float64{} })
	for b.Loop() {
		register.write()[0]++
		register.publish()
		register.read()
	}
}

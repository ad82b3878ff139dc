package slot

import (
	"hash/crc32"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// summed is a value that shows whether it is whole: Sum is over everything else.
type summed struct {
	Count uint64
	Array [31]uint64
	Slice []float64 `dim:"joints"`
	Sum   uint32
}

func (s *summed) fill(count uint64) {
	s.Count = count
	for i := range s.Array {
		s.Array[i] = count*31 + uint64(i)
	}
	for i := range s.Slice {
		s.Slice[i] = float64(count) / float64(i+1)
	}
	s.Sum = s.sum()
}

func (s *summed) sum() uint32 {
	h := crc32.NewIEEE()
	bytes := func(p unsafe.Pointer, n int) { _, _ = h.Write(unsafe.Slice((*byte)(p), n)) }
	bytes(unsafe.Pointer(&s.Count), 8)
	bytes(unsafe.Pointer(&s.Array[0]), 8*len(s.Array))
	bytes(unsafe.Pointer(&s.Slice[0]), 8*len(s.Slice))
	return h.Sum32()
}

// of returns the value of an entry.
func of(e *Entry) *summed { return (*summed)(e.Value) }

func newSummedSlot(t *testing.T) (*Slot, map[string]int) {
	t.Helper()
	plan, err := PlanFor(reflect.TypeFor[summed]())
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{"joints": 7}
	return New(plan, sizes), sizes
}

func TestAValueIsNeverSeenHalfWritten(t *testing.T) {
	s, sizes := newSummedSlot(t)
	n := uint64(testkit.Scaled(400_000))
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		v := &summed{Slice: make([]float64, sizes["joints"])}
		for i := uint64(1); i <= n; i++ {
			v.fill(i)
			s.Put(unsafe.Pointer(v), Header{Stamp: messages.Stamp{Sequence: i}})
			if i%64 == 0 {
				runtime.Gosched()
			}
		}
	}()
	last, taken := uint64(0), 0
	for last < n {
		e := s.Take()
		if e == nil {
			runtime.Gosched()
			continue
		}
		taken++
		if of(e).Sum != of(e).sum() {
			t.Fatalf("value %d is torn", of(e).Count)
		}
		if e.Stamp.Sequence != of(e).Count || of(e).Count <= last {
			t.Fatalf("value %d came with stamp %d after %d", of(e).Count, e.Stamp.Sequence, last)
		}
		last = of(e).Count
	}
	wait.Wait()
	if taken == 0 {
		t.Error("nothing was taken")
	}
}

func TestAReadersValueStaysWhileTheWriterGoesOn(t *testing.T) {
	s, sizes := newSummedSlot(t)
	v := &summed{Slice: make([]float64, sizes["joints"])}
	v.fill(1)
	s.Put(unsafe.Pointer(v), Header{Stamp: messages.Stamp{Sequence: 1}})
	held := s.Take()
	for i := uint64(2); i < 20; i++ {
		v.fill(i)
		s.Put(unsafe.Pointer(v), Header{Stamp: messages.Stamp{Sequence: i}})
		if of(held).Count != 1 || of(held).Sum != of(held).sum() {
			t.Fatalf("the reader's value became %d", of(held).Count)
		}
	}
	if e := s.Take(); of(e).Count != 19 {
		t.Errorf("took %d, want the newest, 19", of(e).Count)
	}
	if s.Take() != nil {
		t.Error("one value was taken twice")
	}
}

// The slot is compared with a plain variable: whatever was put last, and whether it was read.
func TestASlotHoldsTheNewestOfRandomPutsAndTakes(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(200) {
		s, sizes := newSummedSlot(t)
		v := &summed{Slice: make([]float64, sizes["joints"])}
		var newest uint64
		var valid, unread bool
		for i := uint64(1); i < 100; i++ {
			if r.IntN(2) == 0 {
				v.fill(i)
				withdrawn := r.IntN(4) == 0
				if overwritten := s.Put(unsafe.Pointer(v), Header{Stamp: messages.Stamp{Sequence: i}, Withdrawn: withdrawn}); overwritten != unread {
					t.Fatalf("put %d says overwritten %v, want %v", i, overwritten, unread)
				}
				newest, valid, unread = i, !withdrawn, true
				continue
			}
			e := s.Take()
			if (e != nil) != unread {
				t.Fatalf("take before %d gave %v, want a value: %v", i, e, unread)
			}
			if unread = false; e == nil {
				continue
			}
			if e.Stamp.Sequence != newest {
				t.Fatalf("took %d, want %d", e.Stamp.Sequence, newest)
			}
			if !e.Withdrawn != valid || valid && of(e).Count != newest {
				t.Fatalf("stamp %d: valid %v with value %d, want valid %v", newest, !e.Withdrawn, of(e).Count, valid)
			}
		}
	}
}

func TestASlotAllocatesNothingOnceItIsMade(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	s, sizes := newSummedSlot(t)
	v := &summed{Slice: make([]float64, sizes["joints"])}
	v.fill(testkit.Random(t).Uint64())
	if n := testing.AllocsPerRun(1000, func() {
		s.Put(unsafe.Pointer(v), Header{Stamp: messages.Stamp{}})
		s.Take()
	}); n != 0 {
		t.Errorf("%g allocations for a put and a take", n)
	}
}

package platform

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// nextCollection collects garbage and returns the size of the heap at which the next collection
// begins, bytes.
func nextCollection() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NextGC
}

func TestACollectionBeginsAfterMuchGarbageOnly(t *testing.T) {
	defer func() { spared.block = nil }()
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	SpareCollections()
	if n := nextCollection(); n >= sparedGarbage {
		t.Errorf("with a memory limit the next collection begins at %d bytes; expected less than %d", n, sparedGarbage)
	}
	debug.SetMemoryLimit(math.MaxInt64)
	for range 2 { // the second call changes nothing
		SpareCollections()
		if n := nextCollection(); n < sparedGarbage || n > 4*sparedGarbage {
			t.Errorf("the next collection begins at %d bytes; expected some more than %d", n, sparedGarbage)
		}
	}
}

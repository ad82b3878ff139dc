package drives

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// means are what a process has that may leak.
type means struct {
	goroutines, descriptors int
	heap                    uint64 // bytes that are in use
}

func measured(t *testing.T) means {
	t.Helper()
	debug.FreeOSMemory() // collects twice over
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	m := means{goroutines: runtime.NumGoroutine(), heap: memory.HeapAlloc}
	for range 50 { // the collector has goroutines of its own at times
		time.Sleep(time.Millisecond)
		m.goroutines = min(m.goroutines, runtime.NumGoroutine())
	}
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		m.descriptors = len(files)
	}
	return m
}

// always restarts, whatever has failed.
type always struct{}

func (always) Decide(*actors.Failure, []string, float64) actors.Decision {
	return actors.Decision{Action: actors.Restart, After: 500 * time.Microsecond}
}

// TestTenThousandRestartsOfADriverLeaveNothingBehind panics in the driver of an arm again and
// again. Goroutines and descriptors are then as many as before; the heap, in which timers and
// queues live, is within 1 MiB.
func TestTenThousandRestartsOfADriverLeaveNothingBehind(t *testing.T) {
	restarts := 10_000
	if testing.Short() {
		restarts = 500
	}
	c := loaded(t, arm)
	application, err := app.Build(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range application.Groups {
		application.Groups[i].Policy = always{}
	}
	s, err := actors.New(application, actors.WithVirtualTime(), actors.WithFaults())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	fail := func(times int) {
		for range times {
			if err := s.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "arm/bus"}); err != nil {
				t.Fatal(err)
			}
			if err := s.Advance(10 * time.Millisecond); err != nil { // a period of the bus: it panics, and comes back
				t.Fatal(err)
			}
		}
	}
	fail(200)
	before := measured(t)
	fail(restarts)
	after := measured(t)
	for _, h := range s.Health() {
		if h.Actor == "arm/bus" && h.Restarts < uint64(restarts) {
			t.Errorf("%d restarts of %d", h.Restarts, restarts)
		}
	}
	t.Logf("%d restarts: %+v, before %+v", restarts, after, before)
	if after.goroutines != before.goroutines || after.descriptors != before.descriptors {
		t.Errorf("goroutines %d, descriptors %d; before %d, %d", after.goroutines, after.descriptors, before.goroutines, before.descriptors)
	}
	if after.heap > before.heap+1<<20 {
		t.Errorf("the heap has grown from %d to %d bytes", before.heap, after.heap)
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

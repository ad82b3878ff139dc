package platform

import (
	"runtime"
	"sync"
)

// spareProcs guards the number of Go processors. Real-time systems add processors to those of the
// program. A thread that returns from its sleep needs a processor to continue; if computing
// goroutines hold all of them, it waits milliseconds until the scheduler preempts one, whatever its
// priority. With one more for each thread there is always a free one, and the kernel decides by
// priority.
var spareProcs sync.Mutex

// AddProcessors adds n Go processors and returns a function that removes them again.
func AddProcessors(n int) (giveBack func()) {
	change := func(by int) {
		spareProcs.Lock()
		defer spareProcs.Unlock()
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + by)
	}
	change(n)
	var once sync.Once
	return func() { once.Do(func() { change(-n) }) }
}

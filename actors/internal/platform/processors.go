package platform

import (
	"runtime"
	"sync"
)

// Real-time systems add Go processors to those that the program has. A thread that returns from its sleep needs one to
// go on; where computing goroutines hold them all, it would wait until the scheduler takes one away, which is
// milliseconds, whatever the thread's priority. With one more for each thread there is always a free one, and the
// kernel decides by priority. spareProcs is held while their number changes.
var spareProcs sync.Mutex

// AddProcessors gives the program n more Go processors and returns what takes them back.
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

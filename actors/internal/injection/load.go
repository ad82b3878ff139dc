package injection

import (
	"runtime"
	"sync"
)

// Load is what a goroutine of a loaded process does.
type Load uint8

const (
	// Leak waits: a goroutine that does not end.
	Leak Load = iota
	// Compute keeps a thread of its own busy.
	Compute
	// Collect runs Go's garbage collector again and again.
	Collect
)

// Start loads the process with n goroutines, until end is called, which waits for them, or until
// stopped is closed.
func (l Load) Start(n int, stopped <-chan struct{}) (end func()) {
	quit := make(chan struct{})
	var running sync.WaitGroup
	for range n {
		running.Go(func() { l.run(quit, stopped) })
	}
	return func() {
		close(quit)
		running.Wait()
	}
}

func (l Load) run(quit, stopped <-chan struct{}) {
	if l == Leak {
		select {
		case <-quit:
		case <-stopped:
		}
		return
	}
	if l == Compute {
		runtime.LockOSThread() // a thread beside those of the domains
		defer runtime.UnlockOSThread()
	}
	for {
		select {
		case <-quit:
			return
		case <-stopped:
			return
		default:
		}
		if l == Collect {
			runtime.GC()
			continue
		}
		for range 1_000_000 {
			continue // computes
		}
	}
}

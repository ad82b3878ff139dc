package actors

import (
	"runtime"
	"sync"
)

// burden has a fault of the whole process act, in real time, until end is called, which waits for its goroutines.
func burden(f Fault) (end func()) {
	quit := make(chan struct{})
	var running sync.WaitGroup
	n := f.Count
	if f.Kind == FaultCollector {
		n = 1
	}
	for range n {
		running.Go(func() { carry(f.Kind, quit) })
	}
	return func() {
		close(quit)
		running.Wait()
	}
}

// carry is one goroutine of a burden.
func carry(kind FaultKind, quit <-chan struct{}) {
	if kind == FaultGoroutineLeak {
		<-quit
		return
	}
	if kind == FaultStarvation {
		runtime.LockOSThread() // a thread beside those of the domains
		defer runtime.UnlockOSThread()
	}
	for {
		select {
		case <-quit:
			return
		default:
		}
		if kind == FaultCollector {
			runtime.GC()
			continue
		}
		for range 1_000_000 {
			continue // computes
		}
	}
}

package actors

import (
	"runtime"
	"sync"
)

// burden has a fault of the whole process act, in real time, until end is called, which waits for its goroutines, or
// until the system has stopped.
func burden(f Fault, stopped <-chan struct{}) (end func()) {
	quit := make(chan struct{})
	var running sync.WaitGroup
	n := f.Count
	if f.Kind == FaultCollector {
		n = 1
	}
	for range n {
		running.Go(func() { carry(f.Kind, quit, stopped) })
	}
	return func() {
		close(quit)
		running.Wait()
	}
}

// carry is one goroutine of a burden.
func carry(kind FaultKind, quit, stopped <-chan struct{}) {
	if kind == FaultGoroutineLeak {
		select {
		case <-quit:
		case <-stopped:
		}
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
		case <-stopped:
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

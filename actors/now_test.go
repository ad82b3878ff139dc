package actors

import (
	"sync/atomic"
	"testing"
)

// A progress line asks from a goroutine of its own while the loop of virtual time runs on another.
func TestAnyGoroutineMayAskForTimeAndHealthWhileVirtualTimeGoesOn(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/a", ms), counting().spec("w/b", 2*ms)}})
	var seen atomic.Int32
	over, asked := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(asked)
		for last := sys.Now(); ; {
			now := sys.Now()
			if now < last {
				t.Errorf("%s after %s", now, last)
			}
			if now > last {
				seen.Add(1)
			}
			last = now
			if health := sys.Health(); len(health) != 2 {
				t.Errorf("the health of %d actors; expected 2", len(health))
			}
			select {
			case <-over:
				return
			default:
			}
		}
	}()
	var advanced int
	for advanced = 0; seen.Load() < 3 && advanced < 100_000; advanced++ {
		advance(t, sys, 20*ms)
	}
	close(over)
	<-asked
	if seen.Load() < 3 {
		t.Errorf("in %d advances the other goroutine saw the time change %d times; expected 3", advanced, seen.Load())
	}
}

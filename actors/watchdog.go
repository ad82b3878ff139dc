package actors

import (
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// watchdog looks, from a thread of its own, whether a tick outlives its bound.
type watchdog struct {
	quit chan struct{}
	wait sync.WaitGroup
}

// watchdogInterval is how often it looks; a hang is found at most that much after its bound.
const watchdogInterval = 5 * time.Millisecond

func startWatchdog(r *realClock) *watchdog {
	w := &watchdog{quit: make(chan struct{})}
	w.wait.Add(1)
	go func() {
		defer w.wait.Done()
		ticker := time.NewTicker(watchdogInterval)
		defer ticker.Stop()
		for {
			select {
			case <-w.quit:
				return
			case <-ticker.C:
				for _, d := range r.s.domains {
					w.look(r, d)
				}
			}
		}
	}()
	return w
}

func (w *watchdog) look(r *realClock, d *domain) {
	running := d.running.Load()
	since := messages.Instant(d.since.Load())
	if running == 0 || d.hung.Load() {
		return
	}
	c := d.members[running-1]
	if r.now().Sub(since) <= c.hangLimit() {
		return
	}
	if d.running.Load() == running && messages.Instant(d.since.Load()) == since {
		r.s.hung(d, c)
	}
}

func (w *watchdog) stop() {
	close(w.quit)
	w.wait.Wait()
}

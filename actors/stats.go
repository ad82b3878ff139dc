package actors

import (
	"sync/atomic"
	"time"
)

// cellStats is what Health reports of an actor. The thread that runs the actor writes, others read.
type cellStats struct {
	ticks, missed, overruns, restarts counter
	dropped                           atomic.Uint64 // by a full queue; any sender counts
	lateness, execution               histogram
	lastError                         atomic.Pointer[string]
}

func (s *cellStats) note(err error) {
	text := err.Error()
	s.lastError.Store(&text)
}

// counter is written by one thread and read by others.
type counter struct{ n atomic.Uint64 }

func (c *counter) add(n uint64) { c.n.Store(c.n.Load() + n) }
func (c *counter) load() uint64 { return c.n.Load() }

// ageOf is the age of a value when its receiver last looked.
type ageOf struct{ n atomic.Int64 }

func (a *ageOf) set(d time.Duration) { a.n.Store(int64(d) + 1) }

// get returns a negative duration before the first value.
func (a *ageOf) get() time.Duration { return time.Duration(a.n.Load() - 1) }

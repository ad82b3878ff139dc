package actors

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors/internal/stats"
)

// cellStats is what Health reports of an actor. The thread that runs the actor writes, others read.
type cellStats struct {
	ticks, missed, overruns, restarts stats.Counter
	dropped                           atomic.Uint64 // by a full queue; any sender counts
	lateness, execution               stats.Histogram
	lastError                         atomic.Pointer[string]
}

func (s *cellStats) note(err error) {
	text := err.Error()
	s.lastError.Store(&text)
}

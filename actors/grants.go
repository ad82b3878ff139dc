package actors

import (
	"runtime"
	"slices"
	"time"
)

// Grant is what the machine granted to the thread of a domain, or of the watchdog.
type Grant struct {
	Domain string
	// Policy is SCHED_FIFO or SCHED_OTHER; on other systems than Linux it is "default".
	Policy   string
	Priority int
	// Wait names how the thread sleeps: on a futex, or on a timer on other systems than Linux.
	Wait string
	// Spin is how long before a release the thread is awake; zero for the watchdog.
	Spin time.Duration
	// Note says why something was not granted.
	Note string
}

// Grants is what the machine granted to a system in real time.
type Grants struct {
	Domains      []Grant
	Watchdog     Grant
	MemoryLocked bool
	// Raised reports that the other threads have the nice value -20; see [WithRaisedThreads].
	Raised     bool
	Processors int
	MaxProcs   int
}

// Grants returns what the machine granted, once the system has started in real time.
func (s *System) Grants() Grants {
	r, ok := s.clock.(*realClock)
	if !ok {
		return Grants{}
	}
	var g Grants
	if granted := r.grants.Load(); granted != nil {
		g = *granted
		g.Domains = slices.Clone(g.Domains)
	}
	g.Processors, g.MaxProcs = runtime.NumCPU(), runtime.GOMAXPROCS(0)
	return g
}

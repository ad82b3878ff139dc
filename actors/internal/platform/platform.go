// Package platform is the part of the machine that real time needs: sleeping until an instant, the
// scheduling class of a thread, locked memory, and Go processors.
package platform

import "time"

// Sleeper waits for an instant of the monotonic clock, or until another goroutine calls Kick. Sleep
// may return early: the caller looks at the clock and at its work again. A kick is never lost: it
// ends the sleep under way, or the next one.
type Sleeper interface {
	// Sleep waits until the instant; the zero time stands for a sleep without an end.
	Sleep(until time.Time)
	// Kick ends a sleep.
	Kick()
	// Close releases what the sleeper holds; no goroutine may sleep any more.
	Close()
}

// PolicyFIFO is the name of the real-time policy.
const PolicyFIFO = "SCHED_FIFO"

// RaisedNice is the nice value of the threads that RaiseThreads raises.
const RaisedNice = -20

// Scheduling is what the machine granted to a thread.
type Scheduling struct {
	// Policy is SCHED_FIFO or SCHED_OTHER; on other systems than Linux it is "default".
	Policy string
	// Priority is that of SCHED_FIFO, 1 to 99; zero with any other policy.
	Priority int
	// Wait names how the thread sleeps: on a futex, or on a timer on other systems than Linux.
	Wait string
	// Note says why something was not granted.
	Note string
}

package messages

import (
	"fmt"
	"math"
	"time"
)

// Instant is a time in nanoseconds since its system started, on that system's clock: monotonic in
// real time, virtual in virtual time. It never holds wall time.
type Instant int64

// Add returns the instant d later. It returns the first or last possible instant instead of
// overflowing, so a wait for the longest duration never ends.
func (t Instant) Add(d time.Duration) Instant {
	switch sum := t + Instant(d); {
	case d > 0 && sum < t:
		return math.MaxInt64
	case d < 0 && sum > t:
		return math.MinInt64
	default:
		return sum
	}
}

// Sub returns the time from u to t.
func (t Instant) Sub(u Instant) time.Duration { return time.Duration(t - u) }

// Seconds returns the time since the system's start in s.
func (t Instant) Seconds() float64 { return time.Duration(t).Seconds() }

// String prints seconds with microsecond resolution, as "4.002000s".
func (t Instant) String() string { return fmt.Sprintf("%.6fs", t.Seconds()) }

// Incarnation numbers the lives of an actor: 1 for the first, one more for each restart. It travels
// with what the actor sends, and nothing of an older incarnation is accepted after a newer one is
// known.
type Incarnation uint32

// Stamp travels with every value of a port.
type Stamp struct {
	// Time is when the value was true, on the clock of the sender's system.
	Time Instant
	// Sequence grows by one with each value an output sends, over all its incarnations.
	Sequence uint64
	// Incarnation is that of the sender.
	Incarnation Incarnation
}

// Age returns now minus the stamp's time.
func (s Stamp) Age(now Instant) time.Duration { return now.Sub(s.Time) }

package invariant

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Census counts the process's goroutines and descriptors and the application's timers. An
// application that has ended and an incarnation that was replaced leave none behind: V16.
type Census struct {
	Goroutines int
	// Descriptors is the number of entries in /proc/self/fd, or -1 on platforms without it.
	Descriptors int
	// Timers is the number of timers that wait on the application's clock.
	Timers int
}

// Count returns the census of the process now. Timers are those of the application: see
// actors.System.Timers.
func Count(timers int) Census {
	c := Census{Goroutines: runtime.NumGoroutine(), Descriptors: -1, Timers: timers}
	if entries, err := os.ReadDir("/proc/self/fd"); err == nil {
		c.Descriptors = len(entries) - 1 // reading the folder takes one
	}
	return c
}

// Since returns what was added since an earlier census. Unknown counts are not included.
func (c Census) Since(before Census) Census {
	added := Census{Goroutines: c.Goroutines - before.Goroutines, Timers: c.Timers - before.Timers}
	if c.Descriptors >= 0 && before.Descriptors >= 0 {
		added.Descriptors = c.Descriptors - before.Descriptors
	}
	return added
}

// Beyond describes what exceeds a bound, or returns an empty string. A negative bound counts as
// zero.
func (c Census) Beyond(bound Census) string {
	var parts []string
	for _, q := range [...]struct {
		name        string
		have, bound int
	}{{"goroutines", c.Goroutines, bound.Goroutines}, {"descriptors", c.Descriptors, bound.Descriptors}, {"timers", c.Timers, bound.Timers}} {
		if most := max(q.bound, 0); q.have > most {
			parts = append(parts, fmt.Sprintf("%d %s are left, expected at most %d", q.have, q.name, most))
		}
	}
	return strings.Join(parts, "; ")
}

package invariant

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Census is what a process holds beside memory, and what an application holds of its clock. An application that has ended,
// or a life that was restarted, leaves none of it behind: V16.
type Census struct {
	Goroutines int
	// Descriptors is -1 where the platform does not tell: they are counted in /proc/self/fd.
	Descriptors int
	// Timers wait on the clock of the application.
	Timers int
}

// Count counts what the process holds now. Timers are the application's: see actors.System.Timers.
func Count(timers int) Census {
	c := Census{Goroutines: runtime.NumGoroutine(), Descriptors: -1, Timers: timers}
	if entries, err := os.ReadDir("/proc/self/fd"); err == nil {
		c.Descriptors = len(entries) - 1 // reading the folder takes one
	}
	return c
}

// Since returns what was added since an earlier census; what cannot be told was not.
func (c Census) Since(before Census) Census {
	added := Census{Goroutines: c.Goroutines - before.Goroutines, Timers: c.Timers - before.Timers}
	if c.Descriptors >= 0 && before.Descriptors >= 0 {
		added.Descriptors = c.Descriptors - before.Descriptors
	}
	return added
}

// Beyond says in words what exceeds a bound, empty where nothing does. A bound below zero stands for zero: a run that left
// less than it found does not allow another one less than nothing.
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

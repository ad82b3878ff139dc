package setpoint

import "time"

// Step returns the time by which a law advances in a cycle: the step of the timer, as long as the
// clock agrees within a factor of two, and otherwise the time on the clock since the previous
// cycle. A wrong timer thus neither lifts a limit that grows with time nor stops a ramp. The
// result is zero or more.
func Step(told, passed time.Duration) time.Duration {
	if told < passed/2 || told/2 > passed {
		return max(passed, 0)
	}
	return told
}

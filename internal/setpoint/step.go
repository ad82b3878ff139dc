package setpoint

import "time"

// Step is the time that a law goes forward in a cycle: what its timer tells, the time on the grid, as long as the clock
// agrees to a factor of two; else what has passed on the clock since the cycle before. A timer that tells nonsense then
// neither lifts a bound that grows with time, nor keeps a ramp from going on. It is never below zero.
func Step(told, passed time.Duration) time.Duration {
	if told < passed/2 || told/2 > passed {
		return max(passed, 0)
	}
	return told
}

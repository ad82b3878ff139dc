//go:build !race

package taskbench

// raceEnabled skips what the race detector changes: it allocates on its own.
const raceEnabled = false

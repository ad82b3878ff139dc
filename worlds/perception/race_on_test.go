//go:build race

package perception_test

// raceEnabled skips what the race detector changes: it allocates on its own.
const raceEnabled = true

//go:build race

package physics

// raceEnabled says that the race detector is on, whose bookkeeping counts as allocations.
const raceEnabled = true

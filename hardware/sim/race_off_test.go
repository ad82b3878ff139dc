//go:build !race

package sim

// raceEnabled says that the race detector is on, whose bookkeeping counts as allocations.
const raceEnabled = false

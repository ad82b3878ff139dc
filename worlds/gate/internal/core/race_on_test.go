//go:build race

package core

// raceEnabled says that the race detector is on: its bookkeeping counts as allocations and takes
// time.
const raceEnabled = true

//go:build race

package modes

// raceEnabled says that the race detector is on, under which the complete enumeration would take
// minutes.
const raceEnabled = true

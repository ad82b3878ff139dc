//go:build !race

package modes

const raceEnabled = false

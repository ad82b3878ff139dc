//go:build !race

package testkit

// Race reports whether the race detector is on: it allocates on its own.
const Race = false

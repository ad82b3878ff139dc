// Package testkit generates repeatable random cases for tests, and sets their number.
package testkit

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Random returns a stream for a test with random cases. See Seed.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), 1))
}

// Seed returns the seed of a test's random cases. It follows from the name of the test, so that
// every run of the project's checks has the same cases. The environment variable SEED gives another
// number, or "random" draws one. A failing test prints its seed.
func Seed(t testing.TB) uint64 {
	t.Helper()
	hash := fnv.New64a()
	hash.Write([]byte(t.Name()))
	seed := hash.Sum64()
	switch given := os.Getenv("SEED"); given {
	case "":
	case "random":
		seed = rand.Uint64()
	default:
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("SEED is %q; expected a number or random", given)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("SEED=%d repeats this", seed)
		}
	})
	return seed
}

// Scaled returns n, or a part of n where tests must be short.
func Scaled(n int) int {
	switch {
	case testing.Short():
		return max(1, n/20)
	case Race:
		return max(1, n/10)
	}
	return n
}

// MustContain fails a test for each part that text lacks.
func MustContain(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q does not contain %q", text, p)
		}
	}
}

// Package testkit generates repeatable random cases for the tests of the runtime, and sets their
// number.
package testkit

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// Random returns a stream for a test with random cases, and prints its seed if the test fails. The
// environment variable SEED repeats one.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if s := os.Getenv("SEED"); s != "" {
		if _, err := fmt.Sscan(s, &seed); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("SEED=%d repeats this", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 1))
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

package draft

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestLimitsAreRoundedDown draws limits of many sizes.
func TestLimitsAreRoundedDown(t *testing.T) {
	if got := atMost(2 * math.Pi); got != "6.28318" {
		t.Errorf("2 pi is written as %s", got)
	}
	const seed = 4
	r := rand.New(rand.NewPCG(seed, 0))
	for range 10_000 {
		v := math.Exp(20*r.Float64() - 10)
		got, err := strconv.ParseFloat(atMost(v), 64)
		if err != nil || got > v || got < v*(1-2e-5) {
			t.Fatalf("seed %d: %v is written as %s", seed, v, atMost(v))
		}
	}
}

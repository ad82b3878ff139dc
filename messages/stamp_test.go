package messages

import (
	"math"
	"testing"
	"time"
)

// What lies beyond the last instant is the last instant: a sum that wraps around would be long
// past.
func TestAnInstantBeyondTheLastOneIsTheLastOne(t *testing.T) {
	for _, c := range []struct {
		from Instant
		by   time.Duration
		want Instant
	}{
		{3, 4, 7},
		{3, -4, -1},
		{-3, 3, 0},
		{0, math.MaxInt64, math.MaxInt64},
		{1, math.MaxInt64, math.MaxInt64},
		{math.MaxInt64, 1, math.MaxInt64},
		{math.MaxInt64, -1, math.MaxInt64 - 1},
		{-1, math.MinInt64, math.MinInt64},
		{math.MinInt64, -1, math.MinInt64},
		{math.MinInt64, math.MaxInt64, -1},
		{math.MaxInt64, math.MinInt64, -1},
		{0, math.MinInt64, math.MinInt64},
	} {
		if got := c.from.Add(c.by); got != c.want {
			t.Errorf("%d ns and %d ns give %d, expected %d", c.from, c.by, got, c.want)
		}
	}
}

package report

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Whatever the length of a run, the memory is bounded, every value is within the bounds of its
// span, and every bound is a value.
func TestASeriesKeepsEveryPeakInBoundedMemory(t *testing.T) {
	for _, n := range []int{1, 10, maxSpans, maxSpans + 1, 40 * maxSpans} {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		var s Series
		times, values := make([]messages.Instant, n), make([]float64, n)
		now := messages.Instant(0)
		for i := range n {
			now += messages.Instant(r.Int64N(int64(5 * time.Millisecond)))
			times[i], values[i] = now, r.NormFloat64()
			s.Add(now, values[i])
		}
		s.Add(now, math.NaN())
		s.Add(now, math.Inf(1))
		spans := s.Spans()
		if len(spans) > maxSpans || n > 2*maxSpans && len(spans) < maxSpans/4 {
			t.Errorf("%d values give %d spans, expected at most %d and not far below", n, len(spans), maxSpans)
		}
		k := 0
		for i, span := range spans {
			if span.At != times[k] {
				t.Fatalf("of %d values, span %d begins at %s, expected %s", n, i, span.At, times[k])
			}
			least, greatest := math.Inf(1), math.Inf(-1)
			for ; k < n && (i == len(spans)-1 || times[k] < spans[i+1].At); k++ {
				least, greatest = min(least, values[k]), max(greatest, values[k])
			}
			if span.Least != least || span.Greatest != greatest {
				t.Fatalf("of %d values, span %d has %g to %g, expected %g to %g", n, i, span.Least, span.Greatest, least, greatest)
			}
		}
		if k != n {
			t.Errorf("%d of %d values are in no span", n-k, n)
		}
	}
}

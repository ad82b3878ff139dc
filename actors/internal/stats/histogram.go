// Package stats implements counters and histograms that one thread fills while other threads read
// them. None of them takes a lock.
package stats

import (
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Histogram counts durations in buckets of 1/16 of their size, from 1 ns to 17 s; longer ones share
// the last bucket. One thread adds while others read. Adding costs an uncontended atomic operation
// and allocates only the first time: the buckets are most of the memory of an actor, and many
// systems of tests never fill them.
type Histogram struct {
	max     atomic.Int64 // of what was added; raised before the bucket that holds it
	buckets atomic.Pointer[bucketCounts]
}

type bucketCounts [bucketCount]atomic.Uint32

const (
	bucketBits  = 4
	octaves     = 30
	bucketCount = (octaves + 1) << bucketBits
)

// Add counts a duration; a negative one counts as zero.
func (h *Histogram) Add(d time.Duration) {
	n := max(int64(d), 0)
	if n > h.max.Load() {
		h.max.Store(n)
	}
	if b := h.buckets.Load(); b != nil { // tested here, the compiler does not touch its first word to test it again
		b[bucketOf(uint64(n))].Add(1)
		return
	}
	b := new(bucketCounts)
	b[bucketOf(uint64(n))].Store(1)
	h.buckets.Store(b)
}

// bucketOf maps n below 16 to itself and every octave above to 16 buckets.
func bucketOf(n uint64) int {
	if n < 1<<bucketBits {
		return int(n)
	}
	octave := bits.Len64(n) - bucketBits - 1
	if octave >= octaves {
		return bucketCount - 1
	}
	return (octave+1)<<bucketBits + int(n>>octave)&(1<<bucketBits-1)
}

// upper is the largest value of a bucket.
func upper(bucket int) int64 {
	if bucket < 1<<bucketBits {
		return int64(bucket)
	}
	octave := bucket>>bucketBits - 1
	return (int64(1<<bucketBits+bucket&(1<<bucketBits-1))+1)<<octave - 1
}

// Each calls f for every bucket that is not empty, from the shortest durations to the longest: the
// smallest and the largest duration that may be in it, and their number.
func (h *Histogram) Each(f func(low, high time.Duration, count uint64)) {
	b := h.buckets.Load()
	if b == nil {
		return
	}
	low := int64(0)
	for i := range b {
		high := upper(i)
		if longest := h.max.Load(); i == bucketCount-1 || longest < high {
			high = longest // the last bucket has no other bound
		}
		if n := b[i].Load(); n > 0 {
			f(time.Duration(low), time.Duration(high), uint64(n))
		}
		low = upper(i) + 1
	}
}

// Quantiles summarises the added durations.
func (h *Histogram) Quantiles() (q messages.Quantiles) {
	b := h.buckets.Load()
	if b == nil {
		return q
	}
	var counts [bucketCount]uint32
	for i := range counts {
		counts[i] = b[i].Load()
		q.Count += uint64(counts[i])
	}
	q.Max = time.Duration(h.max.Load())
	quantile := func(p float64) time.Duration {
		rank := uint64(p*float64(q.Count-1)) + 1
		for i, seen := 0, uint64(0); i < bucketCount-1; i++ {
			if seen += uint64(counts[i]); seen >= rank {
				return min(time.Duration(upper(i)), q.Max)
			}
		}
		return q.Max
	}
	if q.Count > 0 {
		q.P50, q.P99, q.P999 = quantile(0.5), quantile(0.99), quantile(0.999)
	}
	return q
}

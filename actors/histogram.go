package actors

import (
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// histogram counts durations in buckets of 1/16 of their size, from 1 ns to about 4 s. One thread adds while others
// read; adding costs two uncontended atomic operations and allocates nothing.
type histogram struct {
	max     atomic.Int64
	count   atomic.Uint64
	buckets [histogramBuckets]atomic.Uint32
}

const (
	histogramBits    = 4
	histogramOctaves = 30
	histogramBuckets = (histogramOctaves + 1) << histogramBits
)

func (h *histogram) add(d time.Duration) {
	n := max(int64(d), 0)
	if n > h.max.Load() {
		h.max.Store(n)
	}
	h.count.Add(1)
	h.buckets[bucketOf(uint64(n))].Add(1)
}

// bucketOf maps n below 16 to itself and every octave above to 16 buckets.
func bucketOf(n uint64) int {
	if n < 1<<histogramBits {
		return int(n)
	}
	octave := bits.Len64(n) - histogramBits - 1
	if octave >= histogramOctaves {
		return histogramBuckets - 1
	}
	return (octave+1)<<histogramBits + int(n>>octave)&(1<<histogramBits-1)
}

// upper is the largest value of a bucket.
func upper(bucket int) int64 {
	if bucket < 1<<histogramBits {
		return int64(bucket)
	}
	octave := bucket>>histogramBits - 1
	return (int64(1<<histogramBits+bucket&(1<<histogramBits-1))+1)<<octave - 1
}

// quantiles summarises what was added until now.
func (h *histogram) quantiles() messages.Quantiles {
	q := messages.Quantiles{Count: h.count.Load(), Max: time.Duration(h.max.Load())}
	q.P50, q.P99, q.P999 = h.quantile(0.5), h.quantile(0.99), h.quantile(0.999)
	return q
}

func (h *histogram) quantile(p float64) time.Duration {
	total := uint64(0)
	for i := range h.buckets {
		total += uint64(h.buckets[i].Load())
	}
	if total == 0 {
		return 0
	}
	rank := uint64(p*float64(total-1)) + 1
	seen := uint64(0)
	for i := range h.buckets {
		if seen += uint64(h.buckets[i].Load()); seen >= rank {
			return time.Duration(min(upper(i), h.max.Load()))
		}
	}
	return time.Duration(h.max.Load())
}

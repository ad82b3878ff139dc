package stats

import (
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

func TestEveryDurationFallsIntoABucketThatHoldsIt(t *testing.T) {
	previous := -1
	for n := uint64(0); n < 1<<20; n++ {
		b := bucketOf(n)
		if b < previous || b > previous+1 {
			t.Fatalf("bucket %d of %d ns follows bucket %d", b, n, previous)
		}
		if u := upper(b); uint64(u) < n || b > 0 && uint64(upper(b-1)) >= n {
			t.Fatalf("%d ns is in bucket %d, which ends at %d", n, b, u)
		}
		previous = b
	}
}

func TestABucketIsASixteenthOfItsSize(t *testing.T) {
	for b := 1 << bucketBits; b < bucketCount; b++ {
		low, high := upper(b-1)+1, upper(b)
		if width := high - low + 1; width*16 > low {
			t.Fatalf("bucket %d from %d to %d is wider than 1/16", b, low, high)
		}
	}
	if longest := time.Duration(upper(bucketCount - 1)); longest < 10*time.Second {
		t.Errorf("the last bucket ends at %v", longest)
	}
}

// Quantiles are compared with those of the sorted values.
func TestQuantilesAreExactToASixteenth(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(50) {
		var h Histogram
		var all []time.Duration
		scale := math.Exp(r.Float64() * 20)
		for range 1 + r.IntN(3000) {
			d := time.Duration(min(scale*math.Exp(2*r.NormFloat64()), 17e9)) // what fits below the last bucket
			all = append(all, d)
			h.Add(d)
		}
		slices.Sort(all)
		q := h.Quantiles()
		if q.Count != uint64(len(all)) || q.Max != all[len(all)-1] {
			t.Fatalf("%d values up to %v, want %d up to %v", q.Count, q.Max, len(all), all[len(all)-1])
		}
		for _, c := range []struct {
			p   float64
			got time.Duration
		}{{0.5, q.P50}, {0.99, q.P99}, {0.999, q.P999}} {
			want := all[int(c.p*float64(len(all)-1))]
			if c.got < want || float64(c.got) > float64(want)*17/16+1 {
				t.Fatalf("p%g of %d values is %v, want %v to 1/16 above", 100*c.p, len(all), c.got, want)
			}
		}
	}
}

func TestAnEmptyHistogramIsZero(t *testing.T) {
	var h Histogram
	if q := h.Quantiles(); q.Count != 0 || q.Max != 0 || q.P999 != 0 {
		t.Errorf("got %+v", q)
	}
}

func TestNegativeAndHugeDurationsStayInside(t *testing.T) {
	var h Histogram
	h.Add(-time.Second)
	h.Add(time.Hour)
	h.Add(time.Hour)
	if q := h.Quantiles(); q.Count != 3 || q.P50 != time.Hour || q.Max != time.Hour {
		t.Errorf("got %+v", q)
	}
}

func TestAHistogramIsReadWhileItIsFilled(t *testing.T) {
	var h Histogram
	n := testkit.Scaled(200_000)
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		for i := range n {
			h.Add(time.Duration(i % 1000))
		}
	}()
	for last := uint64(0); last < uint64(n); {
		q := h.Quantiles()
		if q.Count < last || q.P50 > q.P99 || q.P99 > q.P999 || q.P999 > q.Max {
			t.Fatalf("after %d: %+v", last, q)
		}
		last = q.Count
	}
	wait.Wait()
}

func TestAddingToAHistogramAllocatesNothing(t *testing.T) {
	var h Histogram
	if n := testing.AllocsPerRun(100, func() { h.Add(time.Millisecond) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func TestAHistogramAllocatesOnceAndOnlyWhenItIsUsed(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	var empty Histogram
	if q := empty.Quantiles(); q.Count != 0 || q.Max != 0 || q.P999 != 0 {
		t.Errorf("nothing was added: %+v", q)
	}
	if n := testing.AllocsPerRun(100, func() { empty.Add(time.Millisecond) }); n != 0 {
		t.Errorf("%g allocations after the first", n)
	}
	if q := empty.Quantiles(); q.Count != 101 || q.Max != time.Millisecond {
		t.Errorf("%+v", q)
	}
}

func TestEachVisitsTheBucketsThatHoldWhatWasAdded(t *testing.T) {
	var h Histogram
	h.Each(func(low, high time.Duration, count uint64) {
		t.Errorf("an empty histogram has %d from %v to %v", count, low, high)
	})
	all := []time.Duration{0, 0, 3, 1000, 1001, time.Millisecond, time.Hour}
	for _, d := range all {
		h.Add(d)
	}
	found, previous := 0, time.Duration(-1)
	h.Each(func(low, high time.Duration, count uint64) {
		if low <= previous || high < low {
			t.Errorf("a bucket from %v to %v follows one to %v", low, high, previous)
		}
		previous = high
		inside := uint64(0)
		for _, d := range all {
			if low <= d && d <= high {
				inside++
			}
		}
		if inside != count {
			t.Errorf("from %v to %v: %d, want %d", low, high, count, inside)
		}
		found += int(count)
	})
	if found != len(all) || previous != time.Hour {
		t.Errorf("%d durations up to %v were visited", found, previous)
	}
}

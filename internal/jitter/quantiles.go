package jitter

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"time"
)

// Lateness summarises how late the ticks of one slice began.
type Lateness struct {
	// Ticks is the number of ticks that ran, Lost the number of skipped ones.
	Ticks               int
	Lost                int
	P50, P99, P999, Max time.Duration
}

// summarise sorts late in place.
func summarise(late []time.Duration, lost int) Lateness {
	l := Lateness{Ticks: len(late), Lost: lost}
	if len(late) == 0 {
		return l
	}
	sort.Slice(late, func(i, j int) bool { return late[i] < late[j] })
	l.P50, l.P99, l.P999, l.Max = at(late, 0.5), at(late, 0.99), at(late, 0.999), late[len(late)-1]
	return l
}

// at returns the quantile p: the smallest value that a share of at least p of the sorted values
// does not exceed.
func at(sorted []time.Duration, p float64) time.Duration {
	return sorted[min(len(sorted)-1, max(0, ceil(p*float64(len(sorted)))-1))]
}

func ceil(x float64) int {
	n := int(x)
	if float64(n) < x {
		n++
	}
	return n
}

// LostShare returns the share of lost ticks.
func (l Lateness) LostShare() float64 {
	if l.Ticks+l.Lost == 0 {
		return 0
	}
	return float64(l.Lost) / float64(l.Ticks+l.Lost)
}

// String prints the quantiles in µs.
func (l Lateness) String() string {
	return fmt.Sprintf("p50 %s  p99 %s  p99.9 %s  max %s µs  lost %d of %d", micros(l.P50), micros(l.P99), micros(l.P999), micros(l.Max), l.Lost, l.Ticks+l.Lost)
}

func micros(d time.Duration) string { return fmt.Sprintf("%7.1f", float64(d)/1e3) }

// median returns the middle value, or the mean of the two middle ones.
func median[T cmp.Ordered](values []T, mean func(a, b T) T) T {
	var zero T
	if len(values) == 0 {
		return zero
	}
	sorted := slices.Clone(values)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i] < sorted[j] })
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return mean(sorted[n/2-1], sorted[n/2])
}

func medianOf[S any](slices []S, value func(S) float64) float64 {
	values := make([]float64, len(slices))
	for i, s := range slices {
		values[i] = value(s)
	}
	return median(values, func(a, b float64) float64 { return (a + b) / 2 })
}

func medianLateness[S any](slices []S, of func(S) Lateness) Lateness {
	pick := func(value func(Lateness) time.Duration) time.Duration {
		return time.Duration(medianOf(slices, func(s S) float64 { return float64(value(of(s))) }))
	}
	m := Lateness{
		P50:  pick(func(l Lateness) time.Duration { return l.P50 }),
		P99:  pick(func(l Lateness) time.Duration { return l.P99 }),
		P999: pick(func(l Lateness) time.Duration { return l.P999 }),
		Max:  pick(func(l Lateness) time.Duration { return l.Max }),
	}
	for _, s := range slices {
		m.Ticks += of(s).Ticks
		m.Lost += of(s).Lost
	}
	return m
}

// ratio returns a/b, or zero where b is zero.
func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

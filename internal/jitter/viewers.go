package jitter

import (
	"context"
	"fmt"
	"strings"
)

// ViewerPair is one slice with viewers and one without a view.
type ViewerPair struct {
	With, Without         Lateness
	WithLoad, WithoutLoad Load
	// Connections of viewers until the end of the slice, and messages dropped for slow ones.
	Connections, Dropped uint64
}

// ViewerResult compares the lateness of ticks with viewers and without a view.
type ViewerResult struct {
	Machine  Machine
	Audience Audience
	Options  Options `json:"-"`
	Pairs    []ViewerPair
	// With and Without are medians over the slices; their ticks are sums.
	With, Without Lateness
	// The medians of the ratios of the pairs, with to without.
	RatioP50, RatioP99, RatioP999 float64
	// LostMore is the median over the pairs of the share of ticks lost beyond those without viewers.
	LostMore float64
}

// MeasureViewers runs pairs of slices, one with viewers and one without a view, and compares them.
// watch lets the viewers watch topics at an address until its context ends, as Watch does; it may
// do so in another process, since viewers of one process share its garbage collector.
func MeasureViewers(ctx context.Context, o Options, size Audience, watch func(ctx context.Context, address string, topics []string, size Audience) error) (ViewerResult, error) {
	o = o.withDefaults()
	all := func(ctx context.Context, address string) error { return watch(ctx, address, topics(o.Actors), size) }
	r := ViewerResult{Audience: size, Options: o}
	for i := range o.Pairs {
		pair, m, err := measureViewerPair(ctx, o, all, size.count(), i)
		if err != nil {
			return r, fmt.Errorf("pair %d of %d: %w", i+1, o.Pairs, err)
		}
		r.Machine, r.Pairs = m, append(r.Pairs, pair)
		o.Progress(fmt.Sprintf("pair %d of %d\n  with viewers %s  busy %.0f %%, %d connections, %d messages dropped\n  without      %s  busy %.0f %%", i+1, o.Pairs,
			pair.With, 100*pair.WithLoad.Busy, pair.Connections, pair.Dropped, pair.Without, 100*pair.WithoutLoad.Busy))
	}
	r.With = medianLateness(r.Pairs, func(p ViewerPair) Lateness { return p.With })
	r.Without = medianLateness(r.Pairs, func(p ViewerPair) Lateness { return p.Without })
	r.RatioP50 = medianOf(r.Pairs, func(p ViewerPair) float64 { return ratio(p.With.P50, p.Without.P50) })
	r.RatioP99 = medianOf(r.Pairs, func(p ViewerPair) float64 { return ratio(p.With.P99, p.Without.P99) })
	r.RatioP999 = medianOf(r.Pairs, func(p ViewerPair) float64 { return ratio(p.With.P999, p.Without.P999) })
	r.LostMore = medianOf(r.Pairs, func(p ViewerPair) float64 { return p.With.LostShare() - p.Without.LostShare() })
	return r, nil
}

// measureViewerPair measures with viewers first in even pairs and without first in odd ones.
func measureViewerPair(ctx context.Context, o Options, watch func(context.Context, string) error, viewers, i int) (p ViewerPair, m Machine, err error) {
	with := func() error {
		before := readCPUTime()
		v := newViewed(watch, viewers)
		s, err := runSystem(ctx, o, v)
		if err != nil {
			return err
		}
		p.With, p.WithLoad, m = s.lateness(), readCPUTime().since(before), machine(s.grants)
		p.Connections, p.Dropped = v.stats.Connected, v.stats.Dropped
		return nil
	}
	without := func() error {
		before := readCPUTime()
		s, err := runSystem(ctx, o, nil)
		if err != nil {
			return err
		}
		p.Without, p.WithoutLoad = s.lateness(), readCPUTime().since(before)
		return nil
	}
	first, second := with, without
	if i%2 == 1 {
		first, second = second, first
	}
	if err := first(); err != nil {
		return p, m, err
	}
	return p, m, second()
}

// String prints the result as a few lines.
func (r ViewerResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "viewers: %d actors at %v in one domain, with %d viewers (%d read, %d do not, %d reconnect) and without a view, %d pairs of %v\n  %s\n",
		r.Options.Actors, r.Options.Period, r.Audience.count(), r.Audience.Reading, r.Audience.Deaf, r.Audience.Reconnecting,
		len(r.Pairs), r.Options.Slice, r.Machine)
	fmt.Fprintf(&b, "  medians\n    with viewers %s\n    without      %s\n", r.With, r.Without)
	fmt.Fprintf(&b, "  median ratios  p50 %.2f  p99 %.2f  p99.9 %.2f  lost more %+.3f %%", r.RatioP50, r.RatioP99, r.RatioP999, 100*r.LostMore)
	return b.String()
}

package jitter

import (
	"context"
	"fmt"
)

// ViewerPair is one slice with viewers and one without a view.
type ViewerPair struct {
	Beside
	// Connections of viewers until the end of the slice, and messages dropped for slow ones.
	Connections, Dropped uint64
}

// ViewerResult compares the lateness of ticks with viewers and without a view.
type ViewerResult struct {
	Machine  Machine
	Audience Audience
	Options  Options `json:"-"`
	Pairs    []ViewerPair
	BesideMedians
}

// MeasureViewers runs pairs of slices, one with viewers and one without a view, and compares them.
// watch lets the viewers watch topics at an address until its context ends, as Watch does; it may
// do so in another process, since viewers of one process share its garbage collector.
func MeasureViewers(ctx context.Context, o Options, size Audience, watch func(ctx context.Context, address string, topics []string, size Audience) error) (ViewerResult, error) {
	o = o.withDefaults()
	all := func(ctx context.Context, address string) error { return watch(ctx, address, topics(o.Actors), size) }
	r := ViewerResult{Audience: size, Options: o}
	for i := range o.Pairs {
		v := newViewed(all, size.count())
		both, m, err := measureBeside(ctx, o, v, i)
		if err != nil {
			return r, fmt.Errorf("pair %d of %d: %w", i+1, o.Pairs, err)
		}
		pair := ViewerPair{both, v.stats.Connected, v.stats.Dropped}
		r.Machine, r.Pairs = m, append(r.Pairs, pair)
		o.Progress(fmt.Sprintf("pair %d of %d\n  with viewers %s  busy %.0f %%, %d connections, %d messages dropped\n  without      %s  busy %.0f %%", i+1, o.Pairs,
			pair.With, 100*pair.WithLoad.Busy, pair.Connections, pair.Dropped, pair.Without, 100*pair.WithoutLoad.Busy))
	}
	r.BesideMedians = compare(r.Pairs, func(p ViewerPair) *Beside { return &p.Beside })
	return r, nil
}

// String prints the result as a few lines.
func (r ViewerResult) String() string {
	return fmt.Sprintf("viewers: %d actors at %v in one domain, with %d viewers (%d read, %d do not, %d reconnect) and without a view, %d pairs of %v\n%s",
		r.Options.Actors, r.Options.Period, r.Audience.count(), r.Audience.Reading, r.Audience.Deaf, r.Audience.Reconnecting,
		len(r.Pairs), r.Options.Slice, r.lines(r.Machine, "viewers"))
}

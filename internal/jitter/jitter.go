package jitter

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Options configure Measure. Zero values stand for the defaults in brackets.
type Options struct {
	Actors int           // in one domain [8]
	Period time.Duration // of all of them and of the bare loop [1ms]
	Slice  time.Duration // how long each is measured in turn [2s]
	Pairs  int           // of slices [10]
	// Priority asks for SCHED_FIFO for both; zero asks for the default policy.
	Priority int
	// Spin is how long before a release the domain's thread is awake, as in actors.DomainSpec; the
	// bare loop sleeps.
	Spin time.Duration
	// Garbage is the rate at which another goroutine allocates, in bytes per second.
	Garbage int
	// Progress receives a line after each pair; nil for none.
	Progress func(string)
}

func (o Options) withDefaults() Options {
	o.Actors = orDefault(o.Actors, 8)
	o.Period = orDefault(o.Period, time.Millisecond)
	o.Slice = orDefault(o.Slice, 2*time.Second)
	o.Pairs = orDefault(o.Pairs, 10)
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	return o
}

func orDefault[T int | time.Duration](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}

// Pair is one slice of the runtime and the slice of the bare loop beside it.
type Pair struct {
	Runtime, Bare         Lateness
	RuntimeLoad, BareLoad Load
	Collections           int // of garbage, in both
}

// Result compares the lateness of the runtime's ticks with that of a bare loop of clock_nanosleep
// on a locked thread, with the same scheduling policy.
type Result struct {
	Machine Machine
	Actors  int
	Period  time.Duration
	Slice   time.Duration
	Garbage int
	Pairs   []Pair
	// Runtime and Bare are medians over the slices; their ticks are sums.
	Runtime, Bare Lateness
	// The medians of the ratios of the pairs, runtime to bare loop.
	RatioP50, RatioP99, RatioP999 float64
	// LostMore is the median over the pairs of the share of ticks that the runtime lost beyond that
	// of the bare loop. LostMoreInAll is the same share over all ticks together; a single slice in
	// which the machine paused decides it.
	LostMore, LostMoreInAll float64
}

// The bounds that the runtime keeps beside a bare loop on a quiet machine.
const (
	MaxRatioP99  = 1.3
	MaxRatioP999 = 1.5
	MaxLostMore  = 0.001
)

// Measure runs the slices and returns their comparison. It returns the error of ctx when ctx ends
// early.
func Measure(ctx context.Context, o Options) (Result, error) {
	o = o.withDefaults()
	r := Result{Actors: o.Actors, Period: o.Period, Slice: o.Slice, Garbage: o.Garbage}
	for i := range o.Pairs {
		pair, m, err := measurePair(ctx, o, i)
		if err != nil {
			return r, fmt.Errorf("pair %d of %d: %w", i+1, o.Pairs, err)
		}
		r.Machine, r.Pairs = m, append(r.Pairs, pair)
		o.Progress(fmt.Sprintf("pair %d of %d\n  runtime %s  steal %.1f %%\n  bare    %s  steal %.1f %%", i+1, o.Pairs,
			pair.Runtime, 100*pair.RuntimeLoad.Steal, pair.Bare, 100*pair.BareLoad.Steal))
	}
	r.summarise()
	return r, nil
}

// measurePair measures the runtime first in even pairs and the bare loop first in odd ones.
func measurePair(ctx context.Context, o Options, i int) (p Pair, m Machine, err error) {
	load := startGarbage(o.Garbage)
	defer func() { p.Collections = load.stop() }()
	runtimeSlice := func() error {
		before := readCPUTime()
		s, err := runSystem(ctx, o, nil)
		if err != nil {
			return err
		}
		p.Runtime, p.RuntimeLoad, m = s.lateness(), readCPUTime().since(before), machine(s.grants)
		return nil
	}
	bareSlice := func() error {
		before := readCPUTime()
		late, lost, err := runBare(ctx, o)
		p.Bare, p.BareLoad = summarise(late, lost), readCPUTime().since(before)
		return err
	}
	first, second := runtimeSlice, bareSlice
	if i%2 == 1 {
		first, second = second, first
	}
	if err := first(); err != nil {
		return p, m, err
	}
	return p, m, second()
}

func (r *Result) summarise() {
	r.Runtime = medianLateness(r.Pairs, func(p Pair) Lateness { return p.Runtime })
	r.Bare = medianLateness(r.Pairs, func(p Pair) Lateness { return p.Bare })
	r.RatioP50 = medianOf(r.Pairs, func(p Pair) float64 { return ratio(p.Runtime.P50, p.Bare.P50) })
	r.RatioP99 = medianOf(r.Pairs, func(p Pair) float64 { return ratio(p.Runtime.P99, p.Bare.P99) })
	r.RatioP999 = medianOf(r.Pairs, func(p Pair) float64 { return ratio(p.Runtime.P999, p.Bare.P999) })
	r.LostMore = medianOf(r.Pairs, func(p Pair) float64 { return p.Runtime.LostShare() - p.Bare.LostShare() })
	r.LostMoreInAll = r.Runtime.LostShare() - r.Bare.LostShare()
}

// Kept reports whether the bounds were kept.
func (r Result) Kept() bool {
	return r.RatioP99 <= MaxRatioP99 && r.RatioP999 <= MaxRatioP999 && r.LostMore <= MaxLostMore
}

// String prints the result as a few lines.
func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "jitter: %d actors at %v in one domain beside a bare loop, %d pairs of %v", r.Actors, r.Period, len(r.Pairs), r.Slice)
	if r.Garbage > 0 {
		collections := 0
		for _, p := range r.Pairs {
			collections += p.Collections
		}
		fmt.Fprintf(&b, ", %d MB/s of garbage, %d collections", r.Garbage/1e6, collections)
	}
	fmt.Fprintf(&b, "\n  %s\n  medians\n    runtime %s\n    bare    %s\n", r.Machine, r.Runtime, r.Bare)
	fmt.Fprintf(&b, "  median ratios  p50 %.2f  p99 %.2f (at most %.1f)  p99.9 %.2f (at most %.1f)  lost more %+.3f %% (at most %.1f %%), in all %+.3f %%\n",
		r.RatioP50, r.RatioP99, MaxRatioP99, r.RatioP999, MaxRatioP999, 100*r.LostMore, 100*MaxLostMore, 100*r.LostMoreInAll)
	steal := medianOf(r.Pairs, func(p Pair) float64 { return (p.RuntimeLoad.Steal + p.BareLoad.Steal) / 2 })
	busy := medianOf(r.Pairs, func(p Pair) float64 { return (p.RuntimeLoad.Busy + p.BareLoad.Busy) / 2 })
	fmt.Fprintf(&b, "  the machine was busy for %.0f %% of its time, stolen %.2f %%", 100*busy, 100*steal)
	return b.String()
}

// warmUp is the beginning of every slice that is not counted.
const warmUp = 100 * time.Millisecond

// patience is how much longer than a slice the measurement waits for its company and for the last
// release.
const patience = 30 * time.Second

// slice is one run of the actors.
type slice struct {
	late   []time.Duration
	lost   int
	grants actors.Grants
}

func (s *slice) lateness() Lateness { return summarise(s.late, s.lost) }

// application is a chain of actors in one domain. Their slice begins once open is true.
func application(o Options) (_ actors.Application, _ []*ticking, open *atomic.Bool) {
	app := actors.Application{Name: "bench", Domains: []actors.DomainSpec{{Name: actors.DefaultDomain, Priority: o.Priority, Spin: o.Spin}}}
	all := make([]*ticking, o.Actors)
	open = &atomic.Bool{}
	for i := range all {
		all[i] = newTicking(o, open)
		name := fmt.Sprintf("bench/ticking_%d", i)
		app.Actors = append(app.Actors, actors.Spec{Name: name, Period: o.Period, New: func() any { return all[i] }, Tolerance: actors.Tolerance{Missed: -1}})
		if i > 0 {
			app.Links = append(app.Links, actors.Link{From: app.Actors[i-1].Name + ".state", To: name + ".previous"})
		}
	}
	return app, all, open
}

// company is what runs beside the actors of a slice.
type company interface {
	// extend adds actors to the application.
	extend(*actors.Application)
	// options are those of the system.
	options() []actors.Option
	// join is called once the system has started, and leave before it stops. The slice begins when
	// join returns.
	join(ctx context.Context, sys *actors.System) error
	leave() error
}

// runSystem runs the actors for one slice, with company unless that is nil.
func runSystem(ctx context.Context, o Options, with company) (*slice, error) {
	app, all, open := application(o)
	var options []actors.Option
	if with != nil {
		options = with.options()
		with.extend(&app)
	}
	sys, err := actors.New(app, options...)
	if err != nil {
		return nil, err
	}
	if err := sys.Start(ctx); err != nil {
		return nil, err
	}
	if with != nil {
		err = with.join(ctx, sys)
	}
	if err == nil {
		open.Store(true)
		err = awaitEnd(ctx, all, warmUp+o.Slice+patience)
	}
	if with != nil {
		err = errors.Join(err, with.leave())
	}
	s := &slice{grants: sys.Grants()}
	if err := errors.Join(err, sys.Stop(context.WithoutCancel(ctx))); err != nil {
		return nil, err
	}
	for _, a := range all {
		a.tally.finish()
		s.late = append(s.late, a.tally.late...)
		s.lost += a.tally.lost
	}
	return s, nil
}

// ticking is an actor that records its lateness, reads an input and sends a value.
type ticking struct {
	Previous actors.In[messages.JointState]  `port:"previous" optional:"true"`
	State    actors.Out[messages.JointState] `port:"state"`

	tally tally
	open  *atomic.Bool // the slice may begin: the system has started, and its company is there
	began bool
	over  chan struct{} // closed after the last release of the slice
}

func newTicking(o Options, open *atomic.Bool) *ticking {
	return &ticking{tally: newTally(o, 0), open: open, over: make(chan struct{})}
}

// slots returns more than the number of ticks in a slice.
func slots(o Options) int { return int((warmUp+o.Slice)/o.Period)*5/4 + 100 }

func (a *ticking) Configure(s *actors.Setup) error {
	s.Size(&a.State, actors.Sizes{"positions": 7, "velocities": 7})
	return nil
}

func (a *ticking) Tick(t *actors.Tick) error {
	a.count(t)
	v := a.State.Loan()
	if p, _, ok := a.Previous.Latest(); ok {
		copy(v.Position, p.Position)
	}
	v.Position[0]++
	return a.State.Publish(t)
}

// awaitEnd waits until the slice of every actor has ended, but not longer than within.
func awaitEnd(ctx context.Context, all []*ticking, within time.Duration) error {
	timer := time.NewTimer(within)
	defer timer.Stop()
	for _, a := range all {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return nil
		case <-a.over:
		}
	}
	return nil
}

// count adds a tick to the tally of an open slice.
func (a *ticking) count(t *actors.Tick) {
	if !a.open.Load() || a.tally.over() {
		return
	}
	due := t.Release.Add(-time.Duration(t.Missed) * t.Period) // the release that the tick waited for
	if !a.began {
		a.began = true
		a.tally.begin(time.Duration(due))
	}
	if a.tally.tick(time.Duration(due), t.Now.Sub(due), int(t.Missed)); a.tally.over() {
		close(a.over)
	}
}

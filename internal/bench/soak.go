package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// SoakOptions says how long Soak runs. Its zero values are the defaults in brackets.
type SoakOptions struct {
	For      time.Duration // [10min]
	Actors   int           // [8]
	Period   time.Duration // [1ms]
	Priority int
	Garbage  int // bytes a second [200 MB]
	// Workers are goroutines that compute all the time, so that no processor is ever idle [one a processor].
	Workers int
	// Report is how often Progress gets a line [30s].
	Report   time.Duration
	Progress func(string)
}

// SoakResult tells whether the system lived on: a collector that cannot run because threads of a higher priority spin
// shows as ticks and collections that stop, and as a watchdog that fires.
type SoakResult struct {
	Machine     Machine
	For         time.Duration
	Lateness    Lateness // of all ticks, to 1/16; lost ticks are counted
	Load        Load
	Collections int
	// LongestPause is the longest stop of the world, LongestGap the longest time in which no actor ran.
	LongestPause, LongestGap time.Duration
	// Hung is what the watchdog found, empty if nothing.
	Hung string
}

// Lived reports whether nothing hung.
func (r SoakResult) Lived() bool { return r.Hung == "" }

// String prints the result as a few lines.
func (r SoakResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "soak: %v with the collector under load: %d collections, longest pause %v, longest gap between ticks %v\n  %s\n  %s\n", r.For.Round(time.Second), r.Collections, r.LongestPause, r.LongestGap, r.Machine, r.Lateness)
	fmt.Fprintf(&b, "  the machine was busy for %.0f %% of its time, stolen %.2f %%\n  ", 100*r.Load.Busy, 100*r.Load.Steal)
	if r.Lived() {
		b.WriteString("the watchdog found nothing")
	} else {
		b.WriteString("the watchdog found: " + r.Hung)
	}
	return b.String()
}

// JSON returns the result, durations in ns.
func (r SoakResult) JSON() ([]byte, error) { return marshal(r) }

// Soak runs actors while the collector and every processor are kept busy, and reports whether all of it lived on.
func Soak(ctx context.Context, o SoakOptions) (SoakResult, error) {
	o.For = orDefault(o.For, 10*time.Minute)
	o.Report = orDefault(o.Report, 30*time.Second)
	o.Workers = orDefault(o.Workers, runtime.NumCPU())
	o.Garbage = orDefault(o.Garbage, 200_000_000)
	j := JitterOptions{Actors: o.Actors, Period: o.Period, Priority: o.Priority}.withDefaults()
	app, all := application(j)
	for _, a := range all {
		a.tally.late = nil // the runtime's own histograms serve here
	}
	sys, err := actors.New(app)
	if err != nil {
		return SoakResult{}, err
	}
	if err := sys.Start(ctx); err != nil {
		return SoakResult{}, err
	}
	pauses := readPauses()
	cpu, began := readCPUTime(), time.Now()
	load, quit := startGarbage(o.Garbage), make(chan struct{})
	for range o.Workers {
		go compute(quit)
	}
	reason := soak(ctx, sys, o)
	r := SoakResult{Machine: machine(sys.Grants()), For: time.Since(began), Load: readCPUTime().since(cpu)}
	close(quit)
	r.Collections = load.stop()
	err = sys.Stop(context.WithoutCancel(ctx))
	r.fill(sys, all)
	r.LongestPause = readPauses().longestSince(pauses)
	if errors.Is(reason, actors.ErrHung) {
		r.Hung, reason = reason.Error(), nil
	}
	return r, errors.Join(reason, err)
}

// soak returns when the time is over, or why it ended before.
func soak(ctx context.Context, sys *actors.System, o SoakOptions) error {
	end := time.NewTimer(o.For)
	defer end.Stop()
	for began := time.Now(); ; {
		report := time.NewTimer(o.Report)
		select {
		case <-ctx.Done():
			report.Stop()
			return ctx.Err()
		case <-sys.Halted():
			report.Stop()
			return sys.HaltReason()
		case <-end.C:
			report.Stop()
			return nil
		case <-report.C:
		}
		if o.Progress != nil {
			h := sys.Health()[0]
			o.Progress(fmt.Sprintf("%v: %d ticks, p99 %s µs, %d lost", time.Since(began).Round(time.Second), h.Ticks, micros(h.Lateness.P99), h.Missed))
		}
	}
}

// fill takes the figures of the worst of the actors; they run one after the other in one domain.
func (r *SoakResult) fill(sys *actors.System, all []*ticking) {
	for i, h := range sys.Health() {
		r.Lateness.Ticks += int(h.Ticks)
		r.Lateness.Lost += int(h.Missed)
		r.Lateness.P50 = max(r.Lateness.P50, h.Lateness.P50)
		r.Lateness.P99 = max(r.Lateness.P99, h.Lateness.P99)
		r.Lateness.P999 = max(r.Lateness.P999, h.Lateness.P999)
		r.Lateness.Max = max(r.Lateness.Max, h.Lateness.Max)
		if i < len(all) {
			r.LongestGap = max(r.LongestGap, all[i].gap)
		}
	}
}

// pauses is the runtime's histogram of how long the collector stopped the world.
type pauses struct {
	counts []uint64
	bounds []float64 // in s; one more than counts
}

func readPauses() pauses {
	sample := []metrics.Sample{{Name: "/sched/pauses/total/gc:seconds"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindFloat64Histogram {
		return pauses{}
	}
	h := sample[0].Value.Float64Histogram()
	return pauses{counts: slices.Clone(h.Counts), bounds: h.Buckets}
}

// longestSince returns the upper bound of the highest bucket that has grown since before.
func (p pauses) longestSince(before pauses) time.Duration {
	for i := len(p.counts) - 1; i >= 0; i-- {
		if i >= len(before.counts) || p.counts[i] > before.counts[i] {
			bound := p.bounds[i+1]
			if math.IsInf(bound, 1) {
				bound = p.bounds[i]
			}
			return time.Duration(bound * float64(time.Second))
		}
	}
	return 0
}

// compute keeps a processor busy without allocating.
func compute(quit <-chan struct{}) {
	for x := uint64(1); ; {
		for range 100_000 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
		select {
		case <-quit:
			return
		default:
		}
	}
}

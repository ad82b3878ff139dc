package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// PortResult is what a state of 7 joints costs on its way through a port.
type PortResult struct {
	Machine Machine
	// NsWriteRead is the cost of one Send, one latch of the receiver and one Fresh, in ns; the bound is MaxPortNs.
	NsWriteRead float64
	Allocations float64
}

// MaxPortNs is the bound of a port's write and read.
const MaxPortNs = 200

// Kept reports whether the bounds were kept.
func (r PortResult) Kept() bool { return r.NsWriteRead < MaxPortNs && r.Allocations == 0 }

// String prints one line.
func (r PortResult) String() string {
	return fmt.Sprintf("port: a state of 7 joints written and read in %.0f ns (less than %d), %.2g allocations\n  %s", r.NsWriteRead, MaxPortNs, r.Allocations, r.Machine)
}

// JSON returns the result.
func (r PortResult) JSON() ([]byte, error) { return marshal(r) }

// Port measures the cost of a port in virtual time, where a chain of actors does nothing but pass a state on: the time
// of a tick with a port is compared with that of a tick without, in short slices that alternate.
func Port(ctx context.Context, slices int) (PortResult, error) {
	slices = orDefault(slices, 9)
	var perTick [2][]float64
	r := PortResult{Machine: machine(actors.Grants{Processors: runtime.NumCPU(), MaxProcs: runtime.GOMAXPROCS(0)})}
	for range slices {
		for i, linked := range []bool{false, true} {
			ns, allocations, err := chain(ctx, linked)
			if err != nil {
				return r, err
			}
			perTick[i] = append(perTick[i], ns)
			if linked {
				r.Allocations = max(r.Allocations, allocations)
			}
		}
	}
	mean := func(a, b float64) float64 { return (a + b) / 2 }
	r.NsWriteRead = max(0, median(perTick[1], mean)-median(perTick[0], mean))
	return r, nil
}

// chainLength is the number of actors in a chain, chainTicks how often each is ticked for one figure.
const (
	chainLength = 8
	chainTicks  = 4000
)

// chain returns the time and the allocations per tick of a chain of actors.
func chain(ctx context.Context, linked bool) (ns, allocations float64, err error) {
	app := actors.Application{Name: "chain"}
	for i := range chainLength {
		name := fmt.Sprintf("bench/link_%d", i)
		app.Actors = append(app.Actors, actors.Spec{Name: name, Period: time.Millisecond, New: func() any { return &passing{linked: linked} }})
		if i > 0 && linked {
			app.Links = append(app.Links, actors.Link{From: app.Actors[i-1].Name + ".state", To: name + ".previous"})
		}
	}
	sys, err := actors.New(app, actors.WithVirtualTime())
	if err != nil {
		return 0, 0, err
	}
	if err := sys.Start(ctx); err != nil {
		return 0, 0, err
	}
	advance := func() {
		if e := sys.Advance(time.Millisecond); err == nil {
			err = e
		}
	}
	for range 10 {
		advance()
	}
	began := time.Now()
	for range chainTicks {
		advance()
	}
	ns = float64(time.Since(began)) / (chainTicks * chainLength)
	allocations = float64(mallocs(func() {
		for range 100 {
			advance()
		}
	})) / (100 * chainLength)
	return ns, allocations, errors.Join(err, sys.Stop(context.WithoutCancel(ctx)))
}

// passing is an actor that passes a state on.
type passing struct {
	Previous actors.In[messages.JointState]  `port:"previous" optional:"true"`
	State    actors.Out[messages.JointState] `port:"state"`

	linked bool
	sum    float64
}

func (a *passing) Configure(s *actors.Setup) error {
	s.Size(&a.State, actors.Sizes{"positions": 7, "velocities": 7})
	return nil
}

func (a *passing) Tick(t *actors.Tick) error {
	if !a.linked {
		return nil
	}
	if a.Previous.Linked() { // not the first
		v, err := a.Previous.Fresh(t)
		if err != nil {
			return err
		}
		a.sum += v.Position[0]
	}
	return a.State.Publish(t)
}

// FloodOptions says what Flood measures. Its zero values are the defaults in brackets.
type FloodOptions struct {
	Actors   int           // whose lateness is measured, in one domain [8]
	Period   time.Duration // [1ms]
	Slice    time.Duration // [2s]
	Pairs    int           // [10]
	Priority int
	// Rate is how many messages a second one more actor of the same domain is sent [500 000].
	Rate int
	// Progress, if any, gets a line for each pair.
	Progress func(string)
}

// FloodPair is a slice without and one with the flood.
type FloodPair struct {
	Calm, Flooded         Lateness
	CalmLoad, FloodedLoad Load
	Sent, Received        uint64
	Refused               uint64 // because the queue was full
}

// FloodResult tells whether messages to one actor disturb the ticks of the others.
type FloodResult struct {
	Machine Machine
	Rate    int
	Slice   time.Duration
	Pairs   []FloodPair
	// Calm and Flooded are medians over the slices; their ticks are sums.
	Calm, Flooded Lateness
	// Change is the median of the relative change of the 99th percentile, pair by pair.
	Change float64
}

// MaxFloodChange is the bound of the change of the 99th percentile.
const MaxFloodChange = 0.2

// Kept reports whether the bound was kept.
func (r FloodResult) Kept() bool { return r.Change <= MaxFloodChange }

// String prints the result as a few lines.
func (r FloodResult) String() string {
	var b strings.Builder
	var sent, received, refused uint64
	for _, p := range r.Pairs {
		sent, received, refused = sent+p.Sent, received+p.Received, refused+p.Refused
	}
	fmt.Fprintf(&b, "flood: %d messages/s to one actor, %d pairs of %v: %d sent, %d received, %d refused by the full queue\n", r.Rate, len(r.Pairs), r.Slice, sent, received, refused)
	fmt.Fprintf(&b, "  %s\n  medians of the other actors' ticks\n    calm    %s\n    flooded %s\n", r.Machine, r.Calm, r.Flooded)
	fmt.Fprintf(&b, "  median change of the p99 %+.1f %% (at most +%.0f %%)", 100*r.Change, 100*MaxFloodChange)
	return b.String()
}

// JSON returns the result with every slice, durations in ns.
func (r FloodResult) JSON() ([]byte, error) { return marshal(r) }

// Flood measures.
func Flood(ctx context.Context, o FloodOptions) (FloodResult, error) {
	j := JitterOptions{Actors: o.Actors, Period: o.Period, Slice: o.Slice, Pairs: o.Pairs, Priority: o.Priority, Progress: o.Progress}.withDefaults()
	r := FloodResult{Rate: orDefault(o.Rate, 500_000), Slice: j.Slice}
	for i := range j.Pairs {
		var p FloodPair
		for k := range 2 {
			flooded := (i+k)%2 == 1
			rate := 0
			if flooded {
				rate = r.Rate
			}
			before := readCPUTime()
			s, err := runSystem(ctx, j, rate)
			if err != nil {
				return r, fmt.Errorf("pair %d of %d: %w", i+1, j.Pairs, err)
			}
			r.Machine = machine(s.grants)
			if flooded {
				p.Flooded, p.FloodedLoad = s.lateness(), readCPUTime().since(before)
				p.Sent, p.Received, p.Refused = s.flood.sent, s.flood.received.Load(), s.flood.refused
			} else {
				p.Calm, p.CalmLoad = s.lateness(), readCPUTime().since(before)
			}
		}
		r.Pairs = append(r.Pairs, p)
		j.Progress(fmt.Sprintf("pair %d of %d\n  calm    %s\n  flooded %s", i+1, j.Pairs, p.Calm, p.Flooded))
	}
	r.Calm = medianLateness(r.Pairs, func(p FloodPair) Lateness { return p.Calm })
	r.Flooded = medianLateness(r.Pairs, func(p FloodPair) Lateness { return p.Flooded })
	r.Change = medianOf(r.Pairs, func(p FloodPair) float64 { return ratio(p.Flooded.P99, p.Calm.P99) - 1 })
	return r, nil
}

// flooded is the actor that is flooded; it is ticked like the others.
type flooded struct{ received atomic.Uint64 }

func (a *flooded) Receive(*actors.Context, any) error { a.received.Add(1); return nil }
func (a *flooded) Tick(*actors.Tick) error            { return nil }

// floodName is the actor's name, floodQueue how many messages wait for it at most: twice what comes in a period.
const (
	floodName  = "bench/flooded"
	floodQueue = 1024
)

// flood sends messages to one actor at a rate.
type flood struct {
	received *atomic.Uint64
	closing  atomic.Bool
	done     chan struct{}
	sent     uint64
	refused  uint64
}

// start begins to send in small bursts, so that the rate is that of a busy network rather than that of a spinning loop.
func (f *flood) start(sys *actors.System, rate int) {
	f.done = make(chan struct{})
	message := &struct{}{}
	go func() {
		defer close(f.done)
		began, n := time.Now(), 0
		for !f.closing.Load() {
			for due := int(time.Since(began).Seconds() * float64(rate)); n < due; n++ {
				switch err := sys.Send(floodName, message); {
				case err == nil:
					f.sent++
				case errors.Is(err, actors.ErrQueueFull):
					f.refused++
				}
			}
			time.Sleep(200 * time.Microsecond)
		}
	}()
}

func (f *flood) stop() {
	f.closing.Store(true)
	<-f.done
}

package campaign

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// seldom checks what compares two runs, looks into a recording or at the whole process: V10, V16, V17, V18. Nothing else
// runs meanwhile.
func (c *campaign) seldom(ctx context.Context, run Run, first *Outcome) (*invariant.Violation, error) {
	calm := run
	calm.Plan = Plan{}
	twin, err := calm.Do(ctx)
	if err != nil {
		return nil, err
	}
	if v := isolation(run.Plan, first, twin); v != nil {
		return v, nil
	}
	goroutines, heap, err := c.footprint(ctx, calm)
	if err != nil {
		return nil, err
	}
	after, grown, err := c.footprint(ctx, run)
	if err != nil {
		return nil, err
	}
	at := messages.Instant(first.Simulated)
	switch {
	case after > goroutines:
		return &invariant.Violation{Invariant: "V16", Time: at, Text: fmt.Sprintf("%d goroutines when the run has ended, %d after one without faults", after, goroutines)}, nil
	case grown > 1.2*heap:
		return &invariant.Violation{Invariant: "V17", Time: at, Text: fmt.Sprintf("%.0f bytes live while the run's system is held, %.0f with one without faults", grown, heap)}, nil
	}
	return c.prefix(ctx, run)
}

// isolation compares the ticks of worlds that no fault acts on with those of a run without faults: V10.
func isolation(p Plan, first, twin *Outcome) *invariant.Violation {
	if first.Ended != nil || first.Simulated != twin.Simulated {
		return nil
	}
	touched := p.touched()
	for i, h := range first.Health {
		t := twin.Health[i]
		if slices.Contains(touched, h.World) || h.Restarts != t.Restarts {
			continue
		}
		if d := int64(h.Ticks) - int64(t.Ticks); d > 1 || d < -1 {
			return &invariant.Violation{Invariant: "V10", Time: messages.Instant(first.Simulated), Actor: h.Actor,
				Text: fmt.Sprintf("it ticked %d times, %d times without the faults in %v", h.Ticks, t.Ticks, touched)}
		}
	}
	return nil
}

// footprint runs once and returns how many goroutines there are afterwards, and how much of the heap is live while the
// system is still held.
func (c *campaign) footprint(ctx context.Context, run Run) (goroutines int, heap float64, err error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b, err := run.build()
	if err != nil {
		return 0, 0, err
	}
	if err := b.operate(); err != nil {
		return 0, 0, err
	}
	_ = b.system.Run(ctx) // how it ends is the outcome of the run that is compared with
	runtime.GC()
	runtime.ReadMemStats(&after)
	heap = float64(after.HeapAlloc) - float64(before.HeapAlloc)
	runtime.KeepAlive(b)
	return runtime.NumGoroutine(), heap, ctx.Err()
}

// prefix records a run, cuts the recording off, and compares what is left with what happened: V18.
func (c *campaign) prefix(ctx context.Context, run Run) (*invariant.Violation, error) {
	run.For = min(run.For, 2*time.Second)
	var data bytes.Buffer
	writer, err := record.NewWriter(&data, record.Options{Entries: record.RunEntries(run.Seed)})
	if err != nil {
		return nil, err
	}
	sink, err := record.NewSink(writer, record.SinkOptions{})
	if err != nil {
		return nil, err
	}
	var truth []messages.Event
	run.Options = append(run.Options, actors.WithRecorder(sink), actors.WithEvents(func(e messages.Event) { truth = append(truth, e) }))
	o, err := run.Do(ctx)
	if err != nil {
		return nil, err
	}
	if err := sink.Close(); err != nil {
		return nil, err
	}
	cut := 1 + int(run.Seed*0x9e3779b97f4a7c15>>16%uint64(data.Len()))
	reader, err := record.NewReader(bytes.NewReader(data.Bytes()[:cut]), int64(cut))
	if err != nil {
		return nil, nil // nothing whole is left, and it says so
	}
	defer reader.Close()
	events, err := record.Series[messages.Event](reader, record.EventsTopic)
	if err != nil {
		return nil, nil // it was cut off before the first event
	}
	for i := range events {
		if i >= len(truth) || events[i].Value != truth[i] {
			return &invariant.Violation{Invariant: "V18", Time: messages.Instant(o.Simulated), Text: fmt.Sprintf("event %d of a recording cut off at byte %d of %d is %s", i+1, cut, data.Len(), events[i].Value)}, nil
		}
	}
	return nil, nil
}

package campaign

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// seldom runs the checks that compare two runs, read a recording or inspect the process: V10, V16,
// V17, V18. Nothing else runs meanwhile.
func (c *campaign) seldom(ctx context.Context, run plannedRun, first *runOutcome) (*invariant.Violation, error) {
	calm := run
	calm.Plan = Plan{}
	twin, err := calm.Do(ctx)
	if err != nil {
		return nil, err
	}
	if v := isolation(run.Config, run.Plan, first, twin); v != nil {
		return v, nil
	}
	calmCensus, calmHeap, err := c.footprint(ctx, calm)
	if err != nil {
		return nil, err
	}
	calm.Plan = run.Plan.queues()
	_, queues, err := c.footprint(ctx, calm)
	if err != nil {
		return nil, err
	}
	census, heap, err := c.footprint(ctx, run)
	if err != nil {
		return nil, err
	}
	at := messages.Instant(first.Simulated)
	calmCensus.Timers += len(run.Plan.Schedule) // ends of faults after the run
	switch left := census.Beyond(calmCensus); {
	case left != "":
		return &invariant.Violation{Invariant: "V16", Time: at, Text: "after the run " + left + ", as after a run without faults"}, nil
	case slices.ContainsFunc(first.Health, func(h messages.Health) bool { return h.State == "lost" }):
		return nil, nil // a hung thread keeps its memory, and the process must end
	case heap > 1.2*max(calmHeap, queues):
		return &invariant.Violation{Invariant: "V17", Time: at, Text: fmt.Sprintf("%.0f bytes live while the run's system is held, %.0f with one without faults", heap, max(calmHeap, queues))}, nil
	}
	return c.recording(ctx, run)
}

// isolation compares the ticks of undisturbed worlds with those of a run without faults: V10.
func isolation(config *app.Config, p Plan, first, twin *runOutcome) *invariant.Violation {
	if first.Ended != nil || first.Simulated != twin.Simulated {
		return nil
	}
	touched := append(p.touched(), p.heldUp(config)...)
	for _, t := range twin.Health { // without the parts of the plan
		i := slices.IndexFunc(first.Health, func(h messages.Health) bool { return h.Actor == t.Actor })
		if i < 0 {
			continue // a plan has closed it
		}
		h := first.Health[i]
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

// heldUp lists the worlds with a part in a thread that a fault of the plan blocks: slow code or a
// late thread delays its whole domain.
func (p Plan) heldUp(config *app.Config) (held []string) {
	for _, e := range p.Schedule {
		if e.Verb != faults.Inject {
			continue
		}
		switch e.Fault.Kind {
		case actors.FaultSlow, actors.FaultHang, actors.FaultTickLate:
		default:
			continue
		}
		domain := domains(config, worldOf(e.Fault.Target))
		if domain == nil { // of a part, which may run in any thread
			return worldsOf(config)
		}
		for _, world := range worldsOf(config) {
			if slices.ContainsFunc(domains(config, world), func(d string) bool { return slices.Contains(domain, d) }) {
				held = append(held, world)
			}
		}
	}
	return held
}

// worldsOf lists the worlds of an application, and that of its plants.
func worldsOf(config *app.Config) (names []string) {
	for i := range config.Worlds {
		names = append(names, config.Worlds[i].Name)
	}
	return append(names, app.PlantWorld)
}

// domains lists the domains of a world.
func domains(config *app.Config, world string) (all []string) {
	if world == app.PlantWorld {
		for _, p := range config.Plants {
			all = append(all, p.Domain)
		}
	}
	for i := range config.Worlds {
		w := &config.Worlds[i]
		if w.Name != world {
			continue
		}
		all = append(all, w.Domain)
		for k := range w.Actors {
			all = append(all, w.Actors[k].Domain)
		}
		for k := range w.Drives {
			if d := w.Drives[k].Domain; d != "" { // otherwise its world's, or its own
				all = append(all, d)
			}
		}
	}
	return all
}

// queues returns a plan that only fills the queues of the disturbed links, as this plan does, or
// briefly at the start, and opens and closes the same parts. The bounded queues belong to the
// faults.
func (p Plan) queues() Plan {
	var all Plan
	for _, e := range p.Schedule {
		if e.Verb == faults.Open || e.Verb == faults.Close {
			all.Schedule = append(all.Schedule, e)
			continue
		}
		if k, _ := faults.KindOf(string(e.Fault.Kind)); e.Verb != faults.Inject || k.Acts != string(actors.SeamLink) {
			continue
		}
		switch e.Fault.Kind {
		case actors.FaultDelay, actors.FaultDelayRandom: // the queue is full where the receiver stops
			e.Fault = actors.Fault{Kind: actors.FaultDelay, Target: e.Fault.Target, Duration: e.Fault.Duration, Delay: time.Second}
			all.Schedule = append(all.Schedule, e)
			continue
		case actors.FaultClog:
			all.Schedule = append(all.Schedule, e)
			continue
		}
		f := actors.Fault{Kind: actors.FaultDelay, Target: e.Fault.Target, Duration: 20 * time.Millisecond, Delay: time.Millisecond}
		all.Schedule = append(all.Schedule, faults.Entry{Action: faults.Action{Verb: faults.Inject, Mode: messages.ModeRampHold, Fault: f}})
	}
	return all
}

// footprint runs once and returns what the process holds afterwards, and the live heap while the
// system is still held. It runs without a watch, whose memory of injected faults is not the
// application's.
func (c *campaign) footprint(ctx context.Context, run plannedRun) (left invariant.Census, heap float64, err error) {
	run.unwatched = true
	bygone()
	census := invariant.Count(0)
	before := liveHeap()
	b, err := run.build()
	if err != nil {
		return left, 0, err
	}
	if err := b.operate(); err != nil {
		return left, 0, err
	}
	_ = b.system.Run(ctx) // how it ends is the outcome of the compared run
	heap = liveHeap() - before
	timers := b.system.Timers()
	runtime.KeepAlive(b)
	settled(census.Goroutines)
	return invariant.Count(timers).Since(census), heap, ctx.Err()
}

// liveHeap collects garbage, twice for pools, and returns the live heap, bytes.
func liveHeap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// endingMilliseconds is how long goroutines may take to end. Proto.Actor counts dead letters in one
// that checks once a second whether to end.
const endingMilliseconds = 5000

// bygone waits until earlier systems have ended or have had time to.
func bygone() {
	stacks := make([]byte, 1<<20)
	for range endingMilliseconds {
		if !ending(stacks[:runtime.Stack(stacks, true)]) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// ending reports whether stacks include a goroutine of a system. Virtual time has none, so these
// are Proto.Actor's.
func ending(stacks []byte) bool { return bytes.Contains(stacks, []byte("protoactor-go/actor.")) }

// settled waits until at most want goroutines are left, for endingMilliseconds at the longest.
func settled(want int) {
	for range endingMilliseconds {
		if runtime.NumGoroutine() <= want {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

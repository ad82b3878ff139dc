package campaign

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Run is one run of an application with a plan.
type Run struct {
	Config   *app.Config
	Seed     uint64
	Duration time.Duration
	Plan     Plan
	// Checks are invariants beside V1 to V21.
	Checks []invariant.Check
	// Options are handed to the system, for a recorder above all.
	Options []actors.Option

	// unwatched leaves the invariants out, and the memory that they take.
	unwatched bool
}

// Outcome is what came of a run.
type Outcome struct {
	Seed uint64
	// Violation is the first one, nil if there was none.
	Violation *invariant.Violation
	// Hash is of every event and every value that was looked at.
	Hash uint64
	// Ended is why the application ended before its time: no supervisor could handle a failure, or its thread hung.
	Ended error
	// Simulated is how much virtual time passed.
	Simulated time.Duration
	// Decisions counts commands, one a joint, that gates handed over.
	Decisions uint64
	Visited   *invariant.Visited
	// Reached are the situations of invariant.Sometimes that were reached.
	Reached map[string]bool
	// Events are the newest ones.
	Events []messages.Event
	Health []messages.Health
}

// plantMaker passes the making of the simulated robot on, and keeps its handle.
type plantMaker struct {
	hardware.PlantMaker
	handle any
}

// MakePlant implements hardware.PlantMaker.
func (m *plantMaker) MakePlant(c hardware.PlantContext) (any, func() any, error) {
	handle, actor, err := m.PlantMaker.MakePlant(c)
	m.handle = handle
	return handle, actor, err
}

// Do runs it. The error is one of building the application; what happens in the run is the outcome.
func (r Run) Do(ctx context.Context) (*Outcome, error) {
	b, err := r.build()
	if err != nil {
		return nil, err
	}
	if err := b.operate(); err != nil {
		return nil, err
	}
	ended := b.system.Run(ctx)
	return b.outcome(ended), ctx.Err()
}

// bench is a run that was built.
type bench struct {
	Run
	plant  *plantMaker
	watch  *invariant.Watch
	system *actors.System
	asked  bool                   // the operator has acknowledged
	harder map[string]bool        // worlds that the operator has stopped harder
	seen   map[string]gate.Status // what the operator saw of worlds when he looked last
	anew   bool                   // a gate has told that only a new start of the application helps
}

var errViolated = errors.New("an invariant does not hold")

func (r Run) build() (*bench, error) {
	if !r.Config.FaultsAllowed {
		return nil, fmt.Errorf("%s: %w: its file does not say app.faults: allowed", r.Config.Name, actors.ErrFaultsNotAllowed)
	}
	b := &bench{Run: r}
	config := *r.Config
	config.Seed, config.Duration, config.Virtual = r.Seed, r.Duration, true
	if config.Plant != nil {
		plant := *config.Plant
		if maker, ok := plant.Instance.(hardware.PlantMaker); ok {
			b.plant = &plantMaker{PlantMaker: maker}
			plant.Instance = b.plant
			config.Plant = &plant
		}
	}
	application, err := app.Build(&config, r.Seed)
	if err != nil {
		return nil, err
	}
	var groundTruth hardware.GroundTruth
	if b.plant != nil {
		groundTruth, _ = b.plant.handle.(hardware.GroundTruth)
	}
	if b.watch, err = invariant.New(&config, groundTruth); err != nil {
		return nil, err
	}
	b.watch.Add(r.Checks...)
	options := append([]actors.Option{actors.WithSeed(r.Seed), actors.WithStopAfter(r.Duration), actors.WithVirtualTime(), actors.WithFaults()}, r.Options...)
	if !r.unwatched {
		options = append(options, actors.WithRecorder(b.watch))
	}
	if b.system, err = actors.New(application, options...); err != nil {
		return nil, err
	}
	b.watch.Attach(b.system.Now, func(*invariant.Violation) { b.system.Halt(errViolated) })
	return b, nil
}

// outcome looks at how the run has ended.
func (b *bench) outcome(ended error) *Outcome {
	o := &Outcome{Seed: b.Seed, Violation: b.watch.First(), Hash: b.watch.Hash(), Simulated: time.Duration(b.system.Now()), Decisions: b.watch.Decisions(),
		Visited: b.watch.Visited(), Reached: b.watch.Reached(), Events: beforeTheEnd(b.watch.LastEvents()), Health: b.system.Health()}
	if ended != nil && !errors.Is(ended, errViolated) {
		o.Ended = ended
	}
	if o.Violation == nil {
		o.Violation = b.afterwards(o.Ended)
	}
	return o
}

// beforeTheEnd leaves out that the actors of a run that has ended have stopped: what came before explains it.
func beforeTheEnd(events []messages.Event) []messages.Event {
	n := len(events)
	for n > 0 && events[n-1].Kind == messages.EventStopped {
		n--
	}
	return events[:n]
}

// settling is how long the simulated robot goes on by itself after the application has ended: the watchdogs of its drives
// have acted by then, and its ramps have ended. It is looked at every settlingStep, and most runs end once it has rested
// twice in a row; one seed in settlingWhole goes on to the end.
const (
	settling      = 3 * time.Second
	settlingStep  = 250 * time.Millisecond
	settlingWhole = 8
)

// stopping is how soon after its end the drives of an application have stopped: their watchdogs take longer.
const stopping = 10 * time.Millisecond

// afterwards checks that a robot whose application has ended stands still, whatever the application ended by, and that a
// liveness run healed.
func (b *bench) afterwards(ended error) *invariant.Violation {
	if b.Plan.Heals && ended == nil {
		if v := b.healed(); v != nil {
			return v
		}
	}
	robot, ok := b.robot()
	if !ok {
		return nil
	}
	end := b.system.Now()
	if err := robot.Advance(end.Add(stopping)); err != nil {
		return &invariant.Violation{Invariant: "V5", Time: end, Text: fmt.Sprintf("the simulated robot failed: %v", err)}
	}
	if v := b.watch.Ending(end.Add(stopping)); v != nil {
		return v
	}
	return b.settle(robot, end)
}

// settle has the robot come to rest by itself.
func (b *bench) settle(robot robot, end messages.Instant) (v *invariant.Violation) {
	rested := 0
	for since := settlingStep; since <= settling; since += settlingStep {
		now := end.Add(since)
		if err := robot.Advance(now); err != nil {
			return &invariant.Violation{Invariant: "V5", Time: end, Text: fmt.Sprintf("the simulated robot failed: %v", err)}
		}
		if v = b.watch.Ended(now); v != nil {
			rested = 0
			continue
		}
		if rested++; rested == 2 && b.Seed%settlingWhole != 0 {
			return nil
		}
	}
	return v
}

// robot is a simulated robot that can go on without its application.
type robot interface{ Advance(messages.Instant) error }

func (b *bench) robot() (robot, bool) {
	if b.plant == nil {
		return nil, false
	}
	r, ok := b.plant.handle.(robot)
	return r, ok
}

// healed checks V19: every world runs, and drives follow their set-points.
func (b *bench) healed() *invariant.Violation {
	if b.Duration < b.Plan.Ends+healWithin {
		return nil // there was no time for it
	}
	if _, stranded := b.watch.Stranded(); stranded {
		return nil // no acknowledgement moves a joint that fell beyond its end
	}
	if b.anew {
		return nil // a person has to look, and start it anew
	}
	if _, unconfigured := b.watch.Unconfigured(); unconfigured {
		return nil // a person has to write its limits anew
	}
	if _, degraded := b.watch.Degraded(b.system.Now()); degraded {
		return nil // what has ended for good does not come back
	}
	if _, coasts := b.watch.Coasting(); coasts {
		return nil // no reset before it has rolled out
	}
	if joint, mode, ok := b.watch.Running(); !ok {
		return &invariant.Violation{Invariant: "V19", Time: b.system.Now(), Joint: joint,
			Text: fmt.Sprintf("it is in %s %v after the last fault, %s; expected run within %v", mode, b.Duration-b.Plan.Ends, b.consent(), healWithin)}
	}
	if share, joint := b.watch.Errors(); share > 1 {
		return &invariant.Violation{Invariant: "V19", Time: b.system.Now(), Joint: joint,
			Text: fmt.Sprintf("its drive is %.1f times as far from its set-point as it may be, %v after the last fault", share, b.Duration-b.Plan.Ends)}
	}
	return nil
}

// consent says whether anybody has asked for what is missing.
func (b *bench) consent() string {
	if b.asked {
		return "though an operator acknowledged"
	}
	return `and nobody has acknowledged: where joints wait for that, a plan has an entry such as "at 2s acknowledge world"`
}

// suits returns what of a plan an application cannot carry out at any moment of a run.
func (p *Plan) suits(config *app.Config, length time.Duration) error {
	if err := p.Schedule.Check(); err != nil {
		return err
	}
	if p.Heals && length < p.Ends+healWithin {
		return fmt.Errorf("runs of %v are too short to see what has to heal within %v from %v on; expected at least %v", length, healWithin, p.Ends, p.Ends+healWithin)
	}
	b, err := Run{Config: config, Seed: 1, Duration: length}.build()
	if err != nil {
		return err
	}
	return p.Schedule.CheckApplicable(b.system, config.WorldNames(), messages.Instant(length))
}

// schedule of the plan, as actions in time.
func (p Plan) actions(until messages.Instant) []faults.Action {
	return p.Schedule.Actions(until, func() float64 { return 0 })
}

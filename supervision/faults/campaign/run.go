package campaign

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/supervision/faults/literal"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// plannedRun is one run of an application with a plan.
type plannedRun struct {
	Config   *app.Config
	Seed     uint64
	Duration time.Duration
	Plan     Plan
	// Checks are user invariants beside those of package invariant.
	Checks []invariant.Check
	// Options are options of the system, such as a recorder.
	Options []actors.Option

	// attached loads the application with its parts; nil loads it for this run alone.
	attached *attacher
	// misread returns the first error in how the files of the application were read; nil does not
	// look.
	misread func() string
	// unwatched disables the invariants, and their memory.
	unwatched bool
	// SupervisorsOnly leaves out gates where decisions are compared with the literal model.
	SupervisorsOnly bool
}

// runOutcome is the outcome of a run.
type runOutcome struct {
	Seed uint64
	// Violation is the first violation, or nil.
	Violation *invariant.Violation
	// Hash is a hash of every event and every checked value.
	Hash uint64
	// Ended is why the application ended early: an unhandled failure or a hung thread.
	Ended error
	// Simulated is the elapsed virtual time.
	Simulated time.Duration
	// Decisions counts the commands per joint that gates have sent.
	Decisions uint64
	// Compared counts the decisions that were compared with the literal model.
	Compared uint64
	Visited  *invariant.Visited
	// Reached are the situations of invariant.Sometimes that were reached.
	Reached map[string]bool
	// Events are the newest events.
	Events []messages.Event
	Health []messages.Health
}

// Do runs it. The error is one of building the application. Everything in the run belongs to the
// outcome.
func (r plannedRun) Do(ctx context.Context) (*runOutcome, error) {
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

// bench is a built run.
type bench struct {
	plannedRun
	plants   invariant.Plants
	watch    *invariant.Watch
	model    *literal.Model
	system   *actors.System
	parts    *app.Parts
	there    []string // actors that must be there
	own      int      // actors of the application without parts
	ownLinks []string
	asked    bool                   // the operator has acknowledged
	harder   map[string]bool        // worlds with a harder stop by the operator
	seen     map[string]gate.Status // the status of worlds that the operator read last
	anew     bool                   // a gate has reported that the application must be restarted
}

var errViolated = errors.New("an invariant does not hold")

func (r plannedRun) build() (*bench, error) {
	if !r.Config.FaultsAllowed {
		return nil, fmt.Errorf("%s: %w: its file lacks app.faults: allowed", r.Config.Name, actors.ErrFaultsNotAllowed)
	}
	b := &bench{plannedRun: r}
	config := *r.Config
	config.Seed, config.Duration, config.Virtual = r.Seed, r.Duration, true
	b.plants = invariant.KeepPlants(&config)
	application, err := app.Build(&config, r.Seed)
	if err != nil {
		return nil, err
	}
	if b.watch, err = invariant.New(&config, b.plants.GroundTruths()); err != nil {
		return nil, err
	}
	b.watch.Add(r.Checks...)
	b.model = literal.New(&config, !r.SupervisorsOnly)
	options := append([]actors.Option{actors.WithSeed(r.Seed), actors.WithStopAfter(r.Duration), actors.WithVirtualTime(), actors.WithFaults()}, r.Options...)
	if !r.unwatched {
		options = append(options, actors.WithRecorder(b.watch), actors.WithRecorder(b.model))
	}
	if b.system, err = actors.New(application, options...); err != nil {
		return nil, err
	}
	b.attach()
	b.watch.Links(b.system.LinkNames())
	b.watch.Attach(b.system.Now, func(*invariant.Violation) { b.system.Halt(errViolated) })
	b.model.Attach(b.system.Now, func(d literal.Disagreement) {
		b.watch.Violate(invariant.Violation{Invariant: d.Part, Time: d.Time, Actor: d.Actor, Joint: d.Joint, Text: d.Text})
	})
	return b, nil
}

// attach prepares the opening of parts.
func (b *bench) attach() {
	base := *b.Config
	base.Seed = b.Seed
	b.parts = app.NewParts(&base, b.system)
	if b.attached == nil {
		b.attached = newAttacher(b.Config)
	}
	b.parts.Load = func(files ...string) (*app.Config, error) {
		c, err := b.attached.with(b.Seed, files...)
		if err == nil {
			b.plants.KeepParts(c)
			b.model.Extend(c)
			b.watch.Extend(c, b.plants)
		}
		return c, err
	}
	b.there = b.actorNames()
	b.own, b.ownLinks = len(b.there), b.system.LinkNames()
}

// outcome evaluates the end of the run.
func (b *bench) outcome(ended error) *runOutcome {
	o := &runOutcome{Seed: b.Seed, Violation: b.watch.First(), Hash: b.watch.Hash(), Simulated: time.Duration(b.system.Now()), Decisions: b.watch.Decisions(), Compared: b.model.Compared(),
		Visited: b.watch.Visited(), Reached: b.watch.Reached(), Events: beforeTheEnd(b.watch.LastEvents()), Health: b.system.Health()}
	if ended != nil && !errors.Is(ended, errViolated) {
		o.Ended = ended
	}
	if o.Violation == nil {
		o.Violation = b.afterwards(o.Ended)
	}
	if o.Violation == nil && b.misread != nil {
		if text := b.misread(); text != "" {
			o.Violation = &invariant.Violation{Invariant: "V43", Text: text}
		}
	}
	return o
}

// beforeTheEnd drops the events of actors that stop at the end.
func beforeTheEnd(events []messages.Event) []messages.Event {
	n := len(events)
	for n > 0 && events[n-1].Kind == messages.EventStopped {
		n--
	}
	return events[:n]
}

// settling is how long the simulated robot continues after the application has ended: its watchdogs
// have acted then, and its ramps have ended. It is checked every settlingStep, and most runs end
// once it has rested twice in a row; one seed in settlingWhole continues to the end.
const (
	settling      = 3 * time.Second
	settlingStep  = 250 * time.Millisecond
	settlingWhole = 8
)

// stopping is how soon after its end the drives of an application have stopped, which is earlier
// than their watchdogs.
const stopping = 10 * time.Millisecond

// afterwards checks that no policy ended the application, that its robot is at rest, and that a
// liveness run has healed.
func (b *bench) afterwards(ended error) *invariant.Violation {
	var undecided *actors.PolicyError
	if errors.As(ended, &undecided) {
		return &invariant.Violation{Invariant: "V31", Time: b.system.Now(), Text: undecided.Error()}
	}
	if b.Plan.Heals && ended == nil {
		if v := b.healed(); v != nil {
			return v
		}
	}
	if !b.plants.CanAdvance() {
		return nil
	}
	end := b.system.Now()
	if err := b.plants.Advance(end.Add(stopping)); err != nil {
		return &invariant.Violation{Invariant: "V5", Time: end, Text: fmt.Sprintf("the simulated robot failed: %v", err)}
	}
	if v := b.watch.Ending(end.Add(stopping)); v != nil {
		return v
	}
	return b.settle(end)
}

// settle waits until the robots come to rest by themselves.
func (b *bench) settle(end messages.Instant) (v *invariant.Violation) {
	rested := 0
	for since := settlingStep; since <= settling; since += settlingStep {
		now := end.Add(since)
		if err := b.plants.Advance(now); err != nil {
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

// healed checks V19: every world runs, and drives follow their set-points.
func (b *bench) healed() *invariant.Violation {
	if b.Duration < b.Plan.Ends+healWithin {
		return nil // there was no time for it
	}
	if _, stranded := b.watch.Stranded(); stranded {
		return nil // no acknowledgement moves a joint that fell beyond its limit
	}
	if b.watch.ActedLate() {
		return nil // a fault that waited for the next incarnation of its actor began the time anew
	}
	if b.anew {
		return nil // an operator must check it and restart it
	}
	if _, unconfigured := b.watch.Unconfigured(); unconfigured {
		return nil // an operator must write its limits again
	}
	if _, degraded := b.watch.Degraded(b.system.Now()); degraded {
		return nil // a permanently stopped actor does not return
	}
	if b.watch.Fallen() {
		return nil // a person must lift it
	}
	if _, coasts := b.watch.Coasting(); coasts {
		return nil // no reset before it has come to rest
	}
	if _, sped := b.watch.Sped(); sped {
		return nil // its controller may do the same again
	}
	if joint, mode, ok := b.watch.Running(b.waiting()...); !ok {
		return &invariant.Violation{Invariant: "V19", Time: b.system.Now(), Joint: joint,
			Text: fmt.Sprintf("it is in %s %v after the last fault, %s; expected run within %v", mode, b.Duration-b.Plan.Ends, b.consent(), healWithin)}
	}
	if share, joint := b.watch.Errors(); share > 1 {
		return &invariant.Violation{Invariant: "V19", Time: b.system.Now(), Joint: joint,
			Text: fmt.Sprintf("its drive is %.1f times as far from its set-point as permitted, %v after the last fault", share, b.Duration-b.Plan.Ends)}
	}
	return nil
}

// consent states whether a re-arm request was made.
func (b *bench) consent() string {
	if b.asked {
		return "although an operator acknowledged"
	}
	return `and nobody has acknowledged: where joints wait for that, a plan has an entry such as "at 2s acknowledge world"`
}

// suits returns every problem of a plan with an application.
func (p *Plan) suits(config *app.Config, length time.Duration) error {
	if err := p.Schedule.Check(); err != nil {
		return err
	}
	if p.Heals && length < p.Ends+healWithin {
		return fmt.Errorf("runs of %v are too short for a plan that must heal within %v from %v on; expected at least %v", length, healWithin, p.Ends, p.Ends+healWithin)
	}
	b, err := plannedRun{Config: config, Seed: 1, Duration: length}.build()
	if err != nil {
		return err
	}
	return p.Schedule.CheckApplicable(b.system, faults.ScopeOf(config), messages.Instant(length))
}

// actions returns the schedule of the plan as actions in time.
func (p Plan) actions(until messages.Instant) []faults.Action {
	return p.Schedule.Actions(until, func() float64 { return 0 })
}

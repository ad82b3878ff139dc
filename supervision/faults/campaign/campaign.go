package campaign

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Options configure a campaign.
type Options struct {
	// Config is the application of every seed. With Fleet it is nil.
	Config *app.Config
	// Fleet draws an application for each seed; nil runs Config.
	Fleet *Fleet
	// First is the first seed, Seeds the number of seeds.
	First, Seeds uint64
	// Duration is the virtual time of a run, of a fleet the longest.
	Duration time.Duration
	// Workers is the number of concurrent runs; zero means one per processor.
	Workers int
	// Rare is the interval, in seeds, of checks that need two runs, a recording or the process;
	// zero means 100, negative never.
	Rare int
	// Twice repeats every run and compares.
	Twice bool
	// MostFailures ends the campaign after that many failures; zero means 10.
	MostFailures int
	// ShrinkRuns is the maximum number of runs to shrink one plan; zero means 300, negative does
	// not shrink.
	ShrinkRuns int
	// Plan replaces the plans drawn from seeds in every run; nil draws.
	Plan *Plan
	// Checks are user invariants beside those of package invariant.
	Checks []invariant.Check
	// SupervisorsOnly leaves out gates where decisions are compared with the literal model.
	SupervisorsOnly bool
	// Before is an earlier result: its seeds are skipped and counted.
	Before *Result
	// Progress is called after each seed, and Save occasionally with a consistent result. Found is
	// called as soon as a seed has violated an invariant, before its plan is shrunk. Calls are not
	// concurrent.
	Progress func(*Result)
	Found    func(seed uint64, v *invariant.Violation)
	Save     func(*Result) error
}

// saveEvery is the minimum time between two saves.
const saveEvery = 2 * time.Second

// Do runs a campaign. When the context ends, it returns the result so far. The error states why it
// ended early.
func Do(ctx context.Context, o Options) (*Result, error) {
	c, err := newCampaign(o)
	if err != nil {
		return nil, err
	}
	return c.result, c.do(ctx)
}

// campaign is a campaign in progress.
type campaign struct {
	Options
	only   *subject // of every seed, nil for a fleet
	guide  guide
	result *Result
	next   atomic.Uint64 // index of the next seed
	alone  sync.RWMutex  // read-locked by runs; locked by checks that must run alone
	calls  sync.Mutex    // held by a call of Progress, Found or Save
	began  time.Time
	saved  time.Time
}

func newCampaign(o Options) (*campaign, error) {
	if o.Duration <= 0 {
		return nil, fmt.Errorf("runs last %v; expected more than zero", o.Duration)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Rare == 0 {
		o.Rare = 100
	}
	if o.MostFailures == 0 {
		o.MostFailures = 10
	}
	if o.ShrinkRuns == 0 {
		o.ShrinkRuns = 300
	}
	if o.Plan != nil && o.Config != nil {
		if err := o.Plan.suits(o.Config, o.Duration); err != nil {
			return nil, err
		}
	}
	c := &campaign{Options: o}
	if o.Fleet == nil {
		var err error
		if c.only, err = newSubject(o.Config, o.Duration, true); err != nil {
			return nil, err
		}
	}
	if o.Fleet != nil {
		c.guide = newGuide(o.Fleet.Guide)
	}
	c.result = newResult(&c.Options, c.drawable())
	if o.Before != nil {
		if err := c.result.Add(o.Before); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// do runs the seeds on every worker and processes their outcomes in the order of the seeds, so the
// result depends neither on the number of workers nor on their speed.
func (c *campaign) do(ctx context.Context) error {
	if len(c.result.Failures) >= c.MostFailures {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.began = time.Now()
	results := make(chan *seedResult, c.Workers)
	done := &Result{Done: slices.Clone(c.result.Done)} // of earlier runs; nobody writes to it
	var wait sync.WaitGroup
	for range c.Workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if err := c.work(ctx, done, results); err != nil && ctx.Err() == nil {
				cancel(err)
			}
		}()
	}
	go func() { wait.Wait(); close(results) }()
	c.inOrder(done, results, cancel)
	if c.Save != nil {
		if err := c.Save(c.result); err != nil {
			return err
		}
	}
	if err := context.Cause(ctx); err != nil && err != errEnough {
		return err
	}
	return nil
}

// work runs seeds until no seed is left.
func (c *campaign) work(ctx context.Context, done *Result, results chan<- *seedResult) error {
	for ctx.Err() == nil {
		k := c.next.Add(1) - 1
		if k >= c.Seeds {
			return nil
		}
		if done.has(c.First + k) {
			continue
		}
		r, err := c.seed(ctx, c.First+k)
		if err != nil {
			return err
		}
		results <- r
	}
	return nil
}

// inOrder processes outcomes in the order of the seeds until there are enough failures. Seeds after
// an interrupted one are dropped and run when the campaign resumes.
func (c *campaign) inOrder(done *Result, results <-chan *seedResult, cancel context.CancelCauseFunc) {
	early := map[uint64]*seedResult{}
	next := uint64(0)
	for r := range results {
		early[r.Seed] = r
		for next < c.Seeds && len(c.result.Failures) < c.MostFailures {
			seed := c.First + next
			if !done.has(seed) {
				if early[seed] == nil {
					break
				}
				c.take(early[seed], cancel)
				delete(early, seed)
			}
			next++
		}
	}
	c.rescue(early, cancel)
}

// rescue takes the failures of seeds behind an interrupted one: each took long to find and to
// shrink.
func (c *campaign) rescue(early map[uint64]*seedResult, cancel context.CancelCauseFunc) {
	for _, seed := range slices.Sorted(maps.Keys(early)) {
		if early[seed].failure != nil && len(c.result.Failures) < c.MostFailures {
			c.take(early[seed], cancel)
		}
	}
}

var errEnough = fmt.Errorf("maximum number of failures reached")

// take adds the outcome of a seed.
func (c *campaign) take(r *seedResult, cancel context.CancelCauseFunc) {
	c.result.take(r)
	c.result.Wall += time.Since(c.began)
	c.began = time.Now()
	if len(c.result.Failures) >= c.MostFailures {
		cancel(errEnough)
	}
	c.calls.Lock()
	defer c.calls.Unlock()
	if c.Progress != nil {
		c.Progress(c.result)
	}
	if c.Save != nil && time.Since(c.saved) > saveEvery {
		c.saved = time.Now()
		if err := c.Save(c.result); err != nil {
			cancel(err)
		}
	}
}

// seedResult is the outcome of one seed.
type seedResult struct {
	*runOutcome
	plan    Plan
	failure *Failure // nil if every invariant held
	// twice reports that the run was repeated and compared, rare that the sampled checks ran.
	twice, rare bool
}

// seed runs one seed with the sampled checks that are due, and shrinks the plan of a failure.
func (c *campaign) seed(ctx context.Context, seed uint64) (*seedResult, error) {
	of, err := c.subject(seed)
	if err != nil {
		return nil, err
	}
	plan, err := c.plan(seed, of)
	if err != nil {
		return nil, err
	}
	run := plannedRun{Config: of.config, Seed: seed, Duration: of.duration, Plan: plan, Checks: c.Checks, SupervisorsOnly: c.SupervisorsOnly, attached: of.attached, misread: of.misread}
	c.alone.RLock()
	o, err := run.Do(ctx)
	c.alone.RUnlock()
	if err != nil {
		return nil, err
	}
	r := &seedResult{runOutcome: o, plan: plan}
	if o.Violation == nil && (c.Twice || c.rare(seed)) {
		if o.Violation, err = c.again(ctx, run, o); err != nil {
			return nil, err
		}
		r.twice = true
	}
	if o.Violation == nil && c.rare(seed) {
		c.alone.Lock()
		o.Violation, err = c.seldom(ctx, run, o)
		c.alone.Unlock()
		if err != nil {
			return nil, err
		}
		r.rare = true
	}
	if o.Violation != nil {
		c.found(seed, o.Violation)
		if r.failure, err = c.fail(ctx, run, o); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// found reports a violation before its plan is shrunk, which may take long.
func (c *campaign) found(seed uint64, v *invariant.Violation) {
	c.calls.Lock()
	defer c.calls.Unlock()
	if c.Found != nil {
		c.Found(seed, v)
	}
}

// plan returns the plan of a seed.
func (c *campaign) plan(seed uint64, of *subject) (Plan, error) {
	if c.Plan != nil {
		return *c.Plan, nil
	}
	return drawPlan(seed, of.duration, of.kinds, of.targets)
}

func (c *campaign) rare(seed uint64) bool { return c.Rare > 0 && seed%uint64(c.Rare) == 0 }

// again repeats a run and compares: V21.
func (c *campaign) again(ctx context.Context, run plannedRun, first *runOutcome) (*invariant.Violation, error) {
	c.alone.RLock()
	defer c.alone.RUnlock()
	second, err := run.Do(ctx)
	if err != nil || second.Hash == first.Hash {
		return nil, err
	}
	text := fmt.Sprintf("the event hash is %016x, and %016x in the repetition", first.Hash, second.Hash)
	for i := range min(len(first.Events), len(second.Events)) {
		if first.Events[i] != second.Events[i] {
			text += fmt.Sprintf("; the first of the last events that differs is %q, then %q", first.Events[i], second.Events[i])
			break
		}
	}
	return &invariant.Violation{Invariant: "V21", Time: messages.Instant(first.Simulated), Text: text}, nil
}

// worldOf returns the world of an actor or of the sender of a link.
func worldOf(target string) string {
	world, _, _ := strings.Cut(target, "/")
	return world
}

// touched lists the worlds on which the faults of a plan act.
func (p Plan) touched() []string {
	var all []string
	add := func(w string) {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	for _, e := range p.Schedule {
		if e.Verb != faults.Inject {
			if e.World != "" {
				add(e.World)
			}
			continue
		}
		from, to, isLink := strings.Cut(e.Fault.Target, "->")
		add(worldOf(from))
		if isLink {
			add(worldOf(to))
		}
	}
	return all
}

package campaign

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Failure is a seed that violated an invariant.
type Failure struct {
	Seed      uint64           `json:"seed"`
	Invariant string           `json:"invariant"`
	Time      messages.Instant `json:"time_ns"`
	Actor     string           `json:"actor,omitempty"`
	Joint     string           `json:"joint,omitempty"`
	Text      string           `json:"text"`
	// Drawn is the plan of the seed, Plan the shrunk plan, one line per entry.
	Drawn []string `json:"drawn"`
	Plan  []string `json:"plan"`
	// Ends is when the last fault of a liveness run ends. Zero marks a safety run.
	Ends time.Duration `json:"ends_ns,omitempty"`
	// Duration is the virtual time of the run, zero for that of the result. Application is the path
	// of the application file of a fleet's seed, empty without one.
	Duration    time.Duration `json:"duration_ns,omitempty"`
	Application string        `json:"application,omitempty"`
	// ShrinkRuns is the number of runs that shrinking took.
	ShrinkRuns int `json:"shrink_runs"`
	// Events are the newest events of the run of Plan.
	Events []string `json:"events"`
	// Recording is the path of the recording of the run of Plan, empty without one.
	Recording string `json:"recording,omitempty"`
}

// Error returns the failure in one line.
func (f *Failure) Error() string {
	v := invariant.Violation{Invariant: f.Invariant, Time: f.Time, Actor: f.Actor, Joint: f.Joint, Text: f.Text}
	return fmt.Sprintf("seed %d: %s", f.Seed, v.Error())
}

// Command returns the command of a program that runs the shrunk plan with all checks.
func (f *Failure) Command(program, file string, length time.Duration) string {
	var b strings.Builder
	file, length = cmp.Or(f.Application, file), cmp.Or(f.Duration, length)
	fmt.Fprintf(&b, "%s campaign %s --first %d --seeds 1 --duration %v", program, file, f.Seed, length)
	if f.Ends > 0 {
		fmt.Fprintf(&b, " --heals %v", f.Ends)
	}
	f.inject(&b)
	return b.String()
}

// View returns the command of a program that shows the recording of the run, empty without one.
func (f *Failure) View(program string) string {
	if f.Recording == "" {
		return ""
	}
	return program + " view '" + strings.ReplaceAll(f.Recording, "'", `'\''`) + "'"
}

func (f *Failure) inject(b *strings.Builder) {
	for _, line := range f.Plan {
		fmt.Fprintf(b, " --inject '%s'", line)
	}
}

// Shrunk returns the shrunk plan.
func (f *Failure) Shrunk() (Plan, error) {
	s, err := faults.ParseSchedule(fmt.Sprintf("plan of seed %d", f.Seed), strings.Join(f.Plan, "\n"))
	return Plan{Schedule: s, Heals: f.Ends > 0, Ends: f.Ends}, err
}

// fail shrinks the plan of a failed run.
func (c *campaign) fail(ctx context.Context, run plannedRun, o *runOutcome) (*Failure, error) {
	f := &Failure{Seed: run.Seed, Drawn: lines(run.Plan.Schedule)}
	if c.Fleet != nil {
		f.Duration = run.Duration
	}
	if o.Violation.Invariant == "V43" { // no fault is needed
		run.Plan = Plan{}
	}
	if run.Plan.Heals {
		f.Ends = run.Plan.Ends
	}
	small, last := run.Plan, o
	if c.ShrinkRuns > 0 && o.shrinks() {
		s := shrinker{run: run, want: o.Violation.Invariant, budget: c.ShrinkRuns}
		var err error
		// A campaign that is interrupted keeps the failure, with the plan as small as it is by then.
		if small, last, err = s.shrink(ctx, o); err != nil && ctx.Err() == nil {
			return nil, err
		}
		f.ShrinkRuns = s.runs
	}
	v := last.Violation
	f.Invariant, f.Time, f.Actor, f.Joint, f.Text = v.Invariant, v.Time, v.Actor, v.Joint, v.Text
	f.Plan = lines(small.Schedule)
	for _, e := range last.Events {
		f.Events = append(f.Events, e.String())
	}
	return f, nil
}

// shrinks reports whether a smaller plan may show the violation in one run.
func (o *runOutcome) shrinks() bool {
	switch o.Violation.Invariant {
	case "V10", "V16", "V17", "V18", "V21", "V43":
		return false
	}
	return true
}

func lines(s faults.Schedule) []string {
	all := make([]string, len(s))
	for i, e := range s {
		all[i] = e.String()
	}
	return all
}

// shrinker searches for a smaller plan that violates the same invariant.
type shrinker struct {
	run    plannedRun
	want   string
	budget int
	runs   int
	best   Plan
	last   *runOutcome
}

// shrink removes entries, halves of them first, and then makes the rest shorter, rounder and
// simpler, until nothing more is possible or the budget is spent.
func (s *shrinker) shrink(ctx context.Context, o *runOutcome) (Plan, *runOutcome, error) {
	s.best, s.last = s.run.Plan, o
	for progress := true; progress && s.runs < s.budget; {
		progress = false
		for size := max(len(s.best.Schedule)/2, 1); size >= 1; size /= 2 {
			for at := 0; at < len(s.best.Schedule); {
				ok, err := s.try(ctx, without(s.best.Schedule, at, size))
				if err != nil {
					return s.best, s.last, err
				}
				if progress = progress || ok; !ok {
					at += size
				}
			}
		}
		for i := 0; i < len(s.best.Schedule); i++ {
			for _, simpler := range variants(s.best.Schedule[i]) {
				ok, err := s.try(ctx, replaced(s.best.Schedule, i, simpler))
				if err != nil {
					return s.best, s.last, err
				}
				if ok {
					progress = true
					break
				}
			}
		}
	}
	return s.best, s.last, nil
}

// try runs a plan and keeps it if it fails in the same way.
func (s *shrinker) try(ctx context.Context, schedule faults.Schedule) (bool, error) {
	if s.runs >= s.budget || schedule.Check() != nil {
		return false, nil
	}
	if s.want == "V19" && !s.run.Plan.tended(schedule) {
		return false, nil // nothing re-arms without a request
	}
	if s.run.Plan.Heals && !s.run.Plan.endsAll(schedule) {
		return false, nil
	}
	s.runs++
	run := s.run
	run.Plan.Schedule = schedule
	o, err := run.Do(ctx)
	if err != nil {
		return false, err
	}
	if o.Violation == nil || o.Violation.Invariant != s.want {
		return false, nil
	}
	s.best, s.last = run.Plan, o
	return true, nil
}

// longestSilence is how long a shrunk plan may leave a world without a request to re-arm, where the
// plan did not leave it so for longer: a joint may be at rest only after the first ones.
const longestSilence = 750 * time.Millisecond

// tended reports whether a part of the plan's schedule still asks every world to re-arm after the
// last fault: from about the first request to about the last one, without a longer silence than the
// plan has.
func (p Plan) tended(s faults.Schedule) bool {
	kept := p.requests(s)
	before := p.requests(p.Schedule)
	for _, world := range slices.Sorted(maps.Keys(before)) {
		all := before[world]
		silence := longestSilence
		for i := range all[1:] {
			silence = max(silence, all[i+1]-all[i])
		}
		last := all[0]
		if len(kept[world]) == 0 || kept[world][0]-last > longestSilence {
			return false
		}
		for _, at := range kept[world] {
			if at-last > silence {
				return false
			}
			last = at
		}
		if all[len(all)-1]-last > longestSilence {
			return false
		}
	}
	return true
}

// requests lists the times of the operator's re-arm requests in a schedule after every fault of the
// plan has ended, in order, by world.
func (p Plan) requests(s faults.Schedule) map[string][]time.Duration {
	times := map[string][]time.Duration{}
	for _, e := range s {
		if (e.Verb == faults.Acknowledge || e.Verb == faults.Reset) && time.Duration(e.At) >= p.Ends {
			times[e.World] = append(times[e.World], time.Duration(e.At))
		}
	}
	for _, world := range slices.Sorted(maps.Keys(times)) {
		slices.Sort(times[world])
	}
	return times
}

// endsAll reports whether every fault of s ends no later than p.Ends.
func (p Plan) endsAll(s faults.Schedule) bool {
	for i := range s {
		e := &s[i]
		if e.Verb != faults.Inject {
			continue
		}
		if k, known := faults.KindOf(string(e.Fault.Kind)); known && k.Lasts == faults.UntilEnd && e.Fault.Duration == 0 {
			return false
		}
		if time.Duration(e.At)+e.Fault.Duration+e.Fault.Delay > p.Ends {
			return false
		}
	}
	return true
}

func without(s faults.Schedule, at, size int) faults.Schedule {
	return append(append(faults.Schedule{}, s[:at]...), s[min(at+size, len(s)):]...)
}

func replaced(s faults.Schedule, at int, e faults.Entry) faults.Schedule {
	all := append(faults.Schedule{}, s...)
	all[at] = e
	return all
}

// variants returns simpler forms of an entry: rounder times, half the duration, rounder parameters,
// defaults.
func variants(e faults.Entry) []faults.Entry {
	var all []faults.Entry
	add := func(edit func(*faults.Entry)) {
		v := e
		if edit(&v); v != e {
			all = append(all, v)
		}
	}
	for _, unit := range []time.Duration{time.Second, 100 * time.Millisecond, 10 * time.Millisecond, time.Millisecond} {
		if time.Duration(e.At)%unit == 0 {
			break
		}
		add(func(v *faults.Entry) { v.At = messages.Instant(time.Duration(v.At).Round(unit)) })
	}
	if e.Verb != faults.Inject {
		return all
	}
	// A duration of zero is not shorter: it means until the end.
	if d := e.Fault.Duration; d > time.Millisecond {
		add(func(v *faults.Entry) { v.Fault.Duration = (d / 2).Round(time.Millisecond) })
		if round := d.Round(10 * time.Millisecond); round > 0 {
			add(func(v *faults.Entry) { v.Fault.Duration = round })
		}
	}
	if d := e.Fault.Delay; d > time.Millisecond {
		add(func(v *faults.Entry) { v.Fault.Delay = (d / 2).Round(time.Millisecond) })
		if round := d.Round(10 * time.Millisecond); round > 0 {
			add(func(v *faults.Entry) { v.Fault.Delay = round })
		}
	}
	if e.Fault.Count > 1 {
		add(func(v *faults.Entry) { v.Fault.Count /= 2 })
	}
	add(func(v *faults.Entry) { v.Fault.Probability = 0 })
	add(func(v *faults.Entry) { v.Fault.Amount = 0 })
	add(func(v *faults.Entry) { v.Fault.Choice = "" })
	add(func(v *faults.Entry) { v.Fault.Count = 0 })
	return all
}

// Repeat runs the shrunk plan of a failure with a recorder. The recording ends with the violation,
// as an event.
func Repeat(ctx context.Context, config *app.Config, length time.Duration, f *Failure, recorder actors.Recorder) error {
	plan, err := f.Shrunk()
	if err != nil {
		return err
	}
	run := plannedRun{Config: config, Seed: f.Seed, Duration: cmp.Or(f.Duration, length), Plan: plan,
		Options: []actors.Option{actors.WithRecorder(recorder)}}
	if _, err = run.Do(ctx); err != nil {
		return err
	}
	recorder.Event(messages.Event{Time: f.Time, Source: f.Actor, Joint: f.Joint, Kind: messages.EventNote, Text: fmt.Sprintf("violates %s: %s", f.Invariant, f.Text)})
	return nil
}

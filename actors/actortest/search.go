package actortest

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/supervision/faults"
)

// Experiment makes a lab with New or FromFile, feeds its inputs and declares its checks. It does
// not run the lab.
type Experiment func(t TB, seed uint64) *Lab

// Space bounds the plans that Search draws. The zero value is usable.
type Space struct {
	// Duration is the virtual time of each run. Zero means 5 s.
	Duration time.Duration
	// Faults is the maximum number of faults in a plan. Zero means 4.
	Faults int
	// Kinds names the kinds of faults. None means every kind that runs in virtual time and has a
	// target.
	Kinds []string
	// Targets are patterns of actors, links ("from->to") and joints, in which an asterisk matches
	// any text. None means all except the kit's own actors.
	Targets []string
}

// PlanVariable is the environment variable with a plan that Search runs instead of drawing.
// Semicolons separate its entries.
const PlanVariable = "ACTORTEST_PLAN"

// Search searches for a plan of faults that makes an experiment fail. It draws seeds and plans, 100
// of them (-rapid.checks changes that; with -short a fifth, and more only until Sometimes is
// reached), runs each in virtual time, and shrinks a failing plan: fewer faults, earlier, shorter,
// with default parameters. Then it fails the test, prints a report of the run of the small plan and
// keeps its recording.
//
// Recovers is checked in half of the runs: those whose faults all end in time and leave nothing
// permanently stopped. In runs of an application file an operator acknowledges occasionally, in
// those runs repeatedly. Situations of Sometimes must be reached in at least one run. At the end
// one run is repeated and must be identical to the last bit.
//
// A run that ends early because of an unhandled failure is a protective stop: the robot rests until
// the application is started again. This is not a failure, and the checks hold until then. The
// search reports the number of these runs and fails if nearly all runs end so.
//
// A hundred runs of 8 s take a second of processor time for one actor at 100 Hz, and those of 6 s
// about 20 s for a simulated robot with four joints at 500 Hz and drives at 1 kHz.
//
// The environment variable ACTORTEST_PLAN makes the test run one plan instead of the search, with
// the seed of ACTORTEST_SEED, or zero. ACTORTEST_SEED alone has no effect. A search leaves no files
// except the recording.
func Search(t rapid.TB, of Space, experiment Experiment) {
	t.Helper()
	if of.Duration == 0 {
		of.Duration = 5 * time.Second
	}
	if of.Faults == 0 {
		of.Faults = 4
	}
	s := &search{t: t, experiment: experiment, results: map[string]string{}, reached: map[string]bool{}}
	if text, one := os.LookupEnv(PlanVariable); one {
		s.one(of.Duration, text)
		return
	}
	if seed := os.Getenv(SeedVariable); seed != "" {
		t.Logf("%s=%s has no effect in a search; it is the seed of %s", SeedVariable, seed, PlanVariable)
	}
	result, first := s.run(drawn{}, of.Duration, func(l *Lab) { l.quiet = false })
	if first == nil {
		return
	}
	if result.failed() {
		t.Fatalf("without any fault:\n%s", result.text())
		return
	}
	var problem string
	if s.space, problem = spaceOf(of, first); problem != "" {
		t.Fatalf("%s", problem)
		return
	}
	if s.space.bound > 0 && s.space.bound+100*time.Millisecond > of.Duration {
		t.Fatalf("runs of %v are too short for a condition that must hold %v after the last fault; expected a longer Space.Duration", of.Duration, s.space.bound)
		return
	}
	s.all()
}

// search is one call of Search.
type search struct {
	t          rapid.TB
	experiment Experiment
	space      *space

	runs    int
	stops   int               // runs in which the application ended by itself
	results map[string]string // of every run: the failed check, or nothing; shrinking revisits plans
	reached map[string]bool   // reached situations of Sometimes
	largest drawn             // the run with the most faults
	failed  *drawn            // the newest failed run; rapid runs the smallest one last
	drawn   int               // number of faults of the first failed run
	since   int               // number of runs until then
}

// lab makes a lab whose failures are those of a run, not of the test.
func (s *search) lab(t *inner, seed uint64) (l *Lab) {
	if !t.guard(func() { l = s.experiment(t, seed) }) || l == nil {
		s.t.Fatalf("the experiment does not make a lab: %s", t.text())
		return nil
	}
	l.searching, l.quiet, l.forgiving = true, true, true
	return l
}

// run runs one plan and returns how it failed, or nothing.
func (s *search) run(d drawn, length time.Duration, prepare func(*Lab)) (t *inner, l *Lab) {
	t = &inner{name: s.t.Name()}
	if l = s.lab(t, d.seed); l == nil {
		return t, nil
	}
	prepare(l)
	t.guard(func() {
		l.Apply(d.plan)
		l.Run(length)
	})
	t.guard(l.Close)
	for i := len(t.cleanups) - 1; i >= 0; i-- {
		t.guard(t.cleanups[i])
	}
	for _, c := range l.checks {
		if c, is := c.(*sometimes); is {
			s.reached[c.name] = s.reached[c.name] || c.reached
		}
	}
	if l.watch != nil {
		for name, reached := range l.watch.Reached() {
			s.reached[name] = s.reached[name] || reached
		}
	}
	return t, l
}

// all lets rapid draw and shrink.
func (s *search) all() {
	s.t.Helper()
	quiet := &quietTB{TB: s.t}
	defer tidy()()
	s.round(quiet)
	for rounds := 1; testing.Short() && rounds < fifths && s.failed == nil && quiet.lines == nil && s.unreached() != nil; rounds++ {
		s.round(quiet)
	}
	if s.failed != nil {
		s.report(*s.failed, s.space.Duration, fmt.Sprintf("the plan is the smallest of %d further runs; the first failure, in run %d, had %d entries",
			s.runs-s.since, s.since, s.drawn), quiet.seed())
		return
	}
	if quiet.lines != nil { // rapid itself reported a problem
		s.t.Fatalf("%s", strings.Join(quiet.lines, "\n"))
		return
	}
	s.t.Logf("%d runs of %v; in %d the application came to a protective stop, because no supervisor handled a failure", s.runs, s.space.Duration, s.stops)
	if s.stops*10 >= s.runs*9 {
		s.t.Errorf("in %d of %d runs the application came to a protective stop: its supervisors restart too little; see actors.Group", s.stops, s.runs)
	}
	for _, name := range s.unreached() {
		s.t.Errorf("%q was never reached in %d runs", name, s.runs)
	}
	s.twice()
}

// fifths is the factor of the number of runs without -short.
const fifths = 5

// round lets rapid draw its runs once.
func (s *search) round(quiet *quietTB) {
	quiet.until(func() {
		rapid.Check(quiet, func(t *rapid.T) {
			d := s.space.draw(t)
			if check := s.try(d); check != "" {
				if s.failed == nil {
					s.drawn, s.since = len(d.plan), s.runs
				}
				s.failed = &d
				t.Fatalf("%s", check) // the same text for the same invariant: shrinking compares it
			}
		})
	})
}

// unreached lists the situations of Sometimes that no run has reached.
func (s *search) unreached() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(s.reached)) {
		if !s.reached[name] {
			names = append(names, name)
		}
	}
	return names
}

// try runs a plan unless it was run before, and returns the failed check.
func (s *search) try(d drawn) (check string) {
	key := fmt.Sprintf("%d\n%s", d.seed, d.plan)
	if known, was := s.results[key]; was {
		return known
	}
	s.runs++
	if len(d.plan) > len(s.largest.plan) {
		s.largest = d
	}
	result, l := s.run(d, s.space.Duration, func(*Lab) {})
	if result.failed() {
		check = result.check()
	}
	if l != nil && l.gaveUp {
		s.stops++
	}
	s.results[key] = check
	return check
}

// report runs the smallest plan again, with a recording, and fails the test.
func (s *search) report(d drawn, length time.Duration, title, rapidSeed string) {
	s.t.Helper()
	result, l := s.run(d, length, func(l *Lab) { l.quiet = false; l.repeat = s.repeat(d) })
	if l == nil {
		return
	}
	text := result.text()
	if text == "" {
		text = "the run of the smallest plan does not fail again: some actor depends on more than its inputs, its state and its own random stream"
	}
	text += "\n" + title
	if rapidSeed != "" {
		text += fmt.Sprintf("\nthe search from that run on: %s -rapid.seed=%s", testCommand(s.t.Name()), rapidSeed)
	}
	s.t.Fatalf("%s", text)
}

// repeat returns the command that runs one plan again.
func (s *search) repeat(d drawn) string {
	lines := strings.Split(strings.TrimSpace(d.plan.String()), "\n")
	return fmt.Sprintf("%s=%d %s='%s' %s", SeedVariable, d.seed, PlanVariable, strings.Join(lines, "; "), testCommand(s.t.Name()))
}

// one runs the plan of the environment variable.
func (s *search) one(length time.Duration, text string) {
	s.t.Helper()
	plan, err := faults.ParseSchedule(PlanVariable, strings.ReplaceAll(text, ";", "\n"))
	if err != nil {
		s.t.Fatalf("%v", err)
		return
	}
	d := drawn{plan: plan}
	if seed := os.Getenv(SeedVariable); seed != "" {
		if d.seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			s.t.Fatalf("%s is %q; expected a number", SeedVariable, seed)
			return
		}
	}
	result, l := s.run(d, length, func(*Lab) {})
	switch {
	case l == nil:
	case result.failed():
		s.report(d, length, "the plan is that of "+PlanVariable, "")
	case len(l.spared) > 0:
		s.t.Fatalf("the plan of %s was not carried out:\n%s", PlanVariable, strings.Join(l.spared, "\n"))
	default:
		s.t.Logf("no check fails under the plan of %s with seed %d:\n%s%s", PlanVariable, d.seed, d.plan, strings.Join(l.unasked(), "\n"))
	}
}

// twice repeats the run with the most faults.
func (s *search) twice() {
	s.t.Helper()
	var traces [2]*trace
	for i := range traces {
		traces[i] = &trace{}
		if _, l := s.run(s.largest, s.space.Duration, func(l *Lab) { l.trace = traces[i] }); l == nil {
			return
		}
	}
	if difference := traces[0].compare(traces[1]); difference != "" {
		s.t.Fatalf("two runs with seed %d and the plan\n%sdiffer:\n%s\nActors must not read clocks, range over maps, share state, or draw from other sources than Context.Rand",
			s.largest.seed, s.largest.plan, difference)
	}
}

// inner is the TB of one run.
type inner struct {
	name     string
	lines    []string
	broken   *Broken
	cleanups []func()
}

func (t *inner) Helper()             {}
func (t *inner) Name() string        { return t.name }
func (t *inner) Cleanup(f func())    { t.cleanups = append(t.cleanups, f) }
func (t *inner) Logf(string, ...any) {}
func (t *inner) failed() bool        { return len(t.lines) > 0 }
func (t *inner) text() string        { return strings.Join(t.lines, "\n") }

func (t *inner) Errorf(format string, arguments ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, arguments...))
	for _, a := range arguments {
		if err, is := a.(error); is && t.broken == nil {
			errors.As(err, &t.broken)
		}
	}
}

func (t *inner) Fatalf(format string, arguments ...any) {
	t.Errorf(format, arguments...)
	runtime.Goexit()
}

// check names the failed check.
func (t *inner) check() string {
	if t.broken != nil {
		return t.broken.Check
	}
	line, _, _ := strings.Cut(t.lines[0], "\n")
	return line
}

// guard runs a part of a test, which Fatalf may end, and reports whether it has completed.
func (t *inner) guard(part func()) (whole bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("panic: %v\n%s", r, debug.Stack())
			}
		}()
		part()
		whole = true
	}()
	<-done
	return whole
}

// pattern returns the name of a test for -run.
func pattern(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

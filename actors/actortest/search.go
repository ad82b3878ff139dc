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

// Experiment makes a lab with New or FromFile, feeds its inputs and declares what must hold. It runs nothing.
type Experiment func(t TB, seed uint64) *Lab

// Space bounds what Search draws. The zero value is a good one.
type Space struct {
	// For is the virtual time of each run. Zero: 5 s.
	Duration time.Duration
	// Faults is the most in one plan. Zero: 4.
	Faults int
	// Kinds names the kinds of faults. None: every kind that runs in virtual time and for which there is a target.
	Kinds []string
	// Targets has patterns of actors, links ("from->to") and joints, in which an asterisk stands for any text. None: all
	// but the kit's own actors.
	Targets []string
}

// PlanVariable is the environment variable that has Search run one plan in place of all others, its entries separated by
// semicolons.
const PlanVariable = "ACTORTEST_PLAN"

// Search looks for a plan of faults after which an experiment fails. It draws seeds and plans, 100 of them (-rapid.checks
// changes that; with -short a fifth, and more only while no run has come to what Sometimes asks for), runs each in virtual
// time, and makes a failing plan as small as it can: fewer faults, earlier, shorter, with default parameters. Then it fails
// the test and tells everything about the run of the small plan, whose recording it keeps.
//
// What Recovers asks for is asked in half of the runs: those whose faults all end in time and leave
// nothing stopped for good. In an application file's runs somebody acknowledges now and then, in those again and again. What
// Sometimes asks for has to happen in one of the runs. At the end one run is repeated, and must be the same to the last bit.
//
// In a run that ends early because no supervisor could handle a failure, the application has come to a protective stop: the
// robot rests until somebody starts it anew. That is no failure of the run, whose checks hold until then; the search tells how
// many there were, and fails where nearly all runs end so.
//
// The environment variable ACTORTEST_PLAN has the test run one plan in place of the search, with the seed of ACTORTEST_SEED,
// zero without it; ACTORTEST_SEED alone changes nothing. A search leaves no files but the recording.
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
		t.Logf("%s=%s changes nothing in a search; it is the seed of %s", SeedVariable, seed, PlanVariable)
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
		t.Fatalf("runs of %v are too short to see what has to hold %v after the last fault; expected Space.Duration to be longer", of.Duration, s.space.bound)
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
	results map[string]string // of every run: what failed, or nothing; what is shrunk comes to the same plan again and again
	reached map[string]bool   // situations of Sometimes
	largest drawn             // the run with the most faults
	failed  *drawn            // the newest run that failed; rapid runs the smallest one last
	drawn   int               // faults of the first one that failed
	since   int               // runs until then
}

// lab makes a lab whose failures are those of a run, not of the test.
func (s *search) lab(t *inner, seed uint64) (l *Lab) {
	if !t.guard(func() { l = s.experiment(t, seed) }) || l == nil {
		s.t.Fatalf("the experiment makes no lab: %s", t.text())
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

// all lets rapid draw, and shrink where it finds something.
func (s *search) all() {
	s.t.Helper()
	quiet := &told{TB: s.t}
	defer tidy()()
	s.round(quiet)
	for rounds := 1; testing.Short() && rounds < fifths && s.failed == nil && quiet.lines == nil && s.unreached() != nil; rounds++ {
		s.round(quiet)
	}
	if s.failed != nil {
		s.report(*s.failed, s.space.Duration, fmt.Sprintf("the plan is the smallest that was found in %d further runs; the first that failed, number %d, had %d entries",
			s.runs-s.since, s.since, s.drawn), quiet.seed())
		return
	}
	if quiet.lines != nil { // rapid itself was not content
		s.t.Fatalf("%s", strings.Join(quiet.lines, "\n"))
		return
	}
	s.t.Logf("%d runs of %v; in %d the application came to a protective stop, since no supervisor could handle a failure", s.runs, s.space.Duration, s.stops)
	if s.stops*10 >= s.runs*9 {
		s.t.Errorf("in %d of %d runs the application came to a protective stop: its supervisors restart nothing, or too little; see actors.Group", s.stops, s.runs)
	}
	for _, name := range s.unreached() {
		s.t.Errorf("%q was never reached in %d runs: the search says nothing about it", name, s.runs)
	}
	s.twice()
}

// fifths is how many times as many runs rapid makes without -short.
const fifths = 5

// round has rapid draw its runs once.
func (s *search) round(quiet *told) {
	quiet.until(func() {
		rapid.Check(quiet, func(t *rapid.T) {
			d := s.space.draw(t)
			if check := s.try(d); check != "" {
				if s.failed == nil {
					s.drawn, s.since = len(d.plan), s.runs
				}
				s.failed = &d
				t.Fatalf("%s", check) // the same words for the same invariant: it is what is shrunk
			}
		})
	})
}

// unreached are the situations of Sometimes to which no run has come.
func (s *search) unreached() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(s.reached)) {
		if !s.reached[name] {
			names = append(names, name)
		}
	}
	return names
}

// try runs a plan that was not run before, and returns what failed.
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
		text = "the run of the smallest plan does not fail again: some actor does not depend on its inputs, its state and its own random stream alone"
	}
	text += "\n" + title
	if rapidSeed != "" {
		text += fmt.Sprintf("\nthe search from that run on: go test -count=1 -run '%s' -rapid.seed=%s", pattern(s.t.Name()), rapidSeed)
	}
	s.t.Fatalf("%s", text)
}

// repeat is the command that runs one plan again.
func (s *search) repeat(d drawn) string {
	lines := strings.Split(strings.TrimSpace(d.plan.String()), "\n")
	return fmt.Sprintf("%s=%d %s='%s' go test -count=1 -run '%s'", SeedVariable, d.seed, PlanVariable, strings.Join(lines, "; "), pattern(s.t.Name()))
}

// one runs the plan of the environment.
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
		s.t.Logf("nothing is broken by the plan of %s with seed %d:\n%s%s", PlanVariable, d.seed, d.plan, strings.Join(l.unasked(), "\n"))
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

// check names what failed.
func (t *inner) check() string {
	if t.broken != nil {
		return t.broken.Check
	}
	line, _, _ := strings.Cut(t.lines[0], "\n")
	return line
}

// guard runs a part of a test, which Fatalf ends, and reports whether it has come to its end.
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

// pattern is the name of a test for -run.
func pattern(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

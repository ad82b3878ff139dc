package actortest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// TB is the part of a test that the kit needs. *testing.T, *testing.B and *rapid.T implement it.
type TB interface {
	Helper()
	Name() string
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// Lab runs one application in virtual time. It belongs to the goroutine of its test.
type Lab struct {
	t       TB
	seed    uint64
	app     actors.Application
	options []actors.Option
	repeat  string

	sys     *actors.System // nil before the start
	ran     bool           // Run was called
	running bool           // Run has not returned
	looked  int            // number of evaluated checks
	broke   bool           // the latest Run ended with an error
	closed  bool
	values  *values
	trace   *trace
	planned []planned
	plan    faults.Schedule
	refused []refusal
	spared  []string // those of them that are faults, if they are tolerated
	// settlement caches the result of settled, for a number of entries.
	settlement struct {
		of   int
		last messages.Instant
		// lasting describes the fault that never ends, if there is one.
		lasting string
	}
	events   []messages.Event
	modes    jointModes
	starts   []func(*actors.System) error // actions that need the built system
	checks   []check
	declared int // checks and invariants that the test has declared
	view     View

	config    *app.Config      // of an application file, nil without one
	watch     *invariant.Watch // of an application file, nil without one
	violation *invariant.Violation
	misfed    error            // the error of a value that an input cannot take
	misused   error            // the first misuse of a borrowed value
	plants    invariant.Plants // simulated robots of an application file, nil without one
	parts     *app.Parts       // opened and closed by the plan
	recording *recording       // nil where nothing is recorded
	quiet     bool             // nothing is recorded
	forgiving bool             // a fault rejected at its time is only noted
	searching bool             // Sometimes is checked by the search, and the application may end
	gaveUp    bool             // the application has ended by itself
}

// Option changes how a Lab runs its application.
type Option func(*Lab)

// WithOptions passes options to actors.New, beside virtual time, the seed and the permission to
// inject faults.
func WithOptions(options ...actors.Option) Option {
	return func(l *Lab) { l.options = append(l.options, options...) }
}

// WithReproduction sets the command that a failure prints. The default is go test with the name of
// the test.
func WithReproduction(command string) Option { return func(l *Lab) { l.repeat = command } }

// New makes a lab for an application. The first call that needs the application builds it, usually
// Run. Until then inputs can be fed, and invariants and faults declared. The application stops at
// the end of the test.
func New(t TB, application actors.Application, seed uint64, options ...Option) *Lab {
	t.Helper()
	application.Actors, application.Links = slices.Clip(application.Actors), slices.Clip(application.Links) // feeds are added to the lab's own lists
	l := &Lab{t: t, seed: seed, app: application, modes: jointModes{}}
	l.values = newValues()
	l.view = View{lab: l}
	for _, o := range options {
		if o != nil {
			o(l)
		}
	}
	t.Cleanup(l.Close)
	return l
}

// SeedVariable is the environment variable that sets the seed of RandomSeed. In a Search it is the
// seed of the plan of PlanVariable, and has no effect without a plan.
const SeedVariable = "ACTORTEST_SEED"

// RandomSeed returns another seed in every run of the test, or the one of the environment variable
// ACTORTEST_SEED. A failure prints it.
func RandomSeed(t TB) uint64 {
	t.Helper()
	text := os.Getenv(SeedVariable)
	if text == "" {
		return rand.Uint64()
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s is %q; expected a number", SeedVariable, text)
	}
	return seed
}

// System returns the running system, for operations that the kit does not provide. It starts the
// application.
func (l *Lab) System() *actors.System {
	if l.sys == nil {
		l.t.Helper()
		l.start()
	}
	return l.sys
}

// Now returns the current instant of virtual time.
func (l *Lab) Now() messages.Instant {
	if l.sys == nil {
		return 0
	}
	return l.sys.Now()
}

// Seed returns the seed of the run.
func (l *Lab) Seed() uint64 { return l.seed }

// start builds and starts the application, once.
func (l *Lab) start() {
	if l.sys != nil || l.closed {
		return
	}
	l.t.Helper()
	options := append([]actors.Option{actors.WithVirtualTime(), actors.WithSeed(l.seed), actors.WithFaults(), actors.WithGoroutineCheck(),
		actors.WithRecorder(l.values), actors.WithEvents(l.take), actors.WithLoanCheck(l.misuse)}, l.options...)
	if l.trace != nil {
		options = append(options, actors.WithRecorder(l.trace))
	}
	if l.watch != nil {
		options = append(options, actors.WithRecorder(l.watch))
	}
	if !l.quiet {
		l.recording = newRecording(l.seed)
		options = append(options, actors.WithRecorder(l.recording))
	}
	sys, err := actors.New(l.app, options...)
	if err != nil {
		l.t.Fatalf("the application cannot be built:\n%v", err)
		return
	}
	l.sys = sys
	config := l.config
	if config == nil {
		config = &app.Config{Name: l.app.Name}
	}
	l.parts = app.NewParts(config, sys)
	if l.watch != nil {
		l.watch.Links(sys.LinkNames())
		l.watch.Attach(sys.Now, func(v *invariant.Violation) { l.violation = v })
	}
	if err := l.suits(l.plan, l.planned); err != nil {
		l.t.Fatalf("%v", err)
		return
	}
	for _, f := range l.starts {
		if err := f(sys); err != nil {
			l.t.Fatalf("%v", err)
			return
		}
	}
	for _, p := range l.planned {
		l.schedule(p)
	}
	for _, c := range l.checks {
		if h, is := c.(*healed); is {
			h.expect(l)
		}
	}
	if err := sys.Start(context.Background()); err != nil {
		l.t.Fatalf("the application did not start: %v", err)
	}
}

// take stores an event for the checks and for the report of a failure.
func (l *Lab) take(e messages.Event) {
	l.events = append(l.events, e)
	if e.Kind == messages.EventModeChanged {
		l.modes.take(e)
	}
}

// hung reports whether a fault keeps an actor from returning, so it cannot stop. A hang shortly
// before the end of the run is detected only after it.
func (l *Lab) hung() bool {
	return l.searching && slices.ContainsFunc(l.events, func(e messages.Event) bool {
		return e.Kind == messages.EventHang || e.Kind == messages.EventFaultInjected && tellsOf(actors.FaultHang, e)
	})
}

// tellsOf reports whether the event of a fault is of this kind. Its text is a line of a schedule.
func tellsOf(kind actors.FaultKind, e messages.Event) bool {
	action, err := faults.Parse("at 0s " + e.Text)
	return err == nil && action.Fault.Kind == kind
}

// planned is an action at an instant.
type planned struct {
	at    time.Duration
	what  string // empty for an instant that is only for checks
	do    func() error
	fault *actors.Fault // nil for a function
}

// At plans an action at an instant of virtual time, before the releases of that instant: an
// actors.Fault, or a func() or func() error of the test. It may be called before and during a run,
// and the run must reach that instant.
func (l *Lab) At(at time.Duration, what any) {
	l.t.Helper()
	p := planned{at: at}
	switch what := what.(type) {
	case actors.Fault:
		p.what, p.fault = what.String(), &what
		p.do = func() error { return l.sys.Inject(what) }
	case func():
		p.what = "a function of the test"
		p.do = func() error { what(); return nil }
	case func() error:
		p.what = "a function of the test"
		p.do = what
	default:
		l.t.Fatalf("At takes an actors.Fault, a func() or a func() error, not a %T", what)
		return
	}
	l.planAt(p)
}

// planAt plans an action, if its instant is not past and the application has its target.
func (l *Lab) planAt(p planned) {
	l.t.Helper()
	if messages.Instant(p.at) < l.Now() {
		l.t.Fatalf("%s was planned for %v, which is in the past: it is %s", cmp.Or(p.what, "a check"), p.at, l.Now())
		return
	}
	l.planned = append(l.planned, p)
	if l.sys == nil {
		return
	}
	if err := l.suits(nil, []planned{p}); err != nil {
		l.t.Fatalf("%v", err)
		return
	}
	l.schedule(p)
}

func (l *Lab) schedule(p planned) {
	l.sys.At(messages.Instant(p.at), func() {
		if err := p.do(); err != nil {
			l.sys.Halt(fmt.Errorf("%s: %w", p.what, err))
		}
	})
}

// Run advances virtual time and evaluates the declared checks at every instant. It ends the test
// when an invariant is violated, or when the application ends because of an unhandled failure.
func (l *Lab) Run(d time.Duration) {
	l.t.Helper()
	if err := l.TryRun(d); err != nil {
		l.t.Fatalf("%v", err)
	}
}

// TryRun is Run with the failure as an error: a *Broken for an invariant, the application's own
// error otherwise.
func (l *Lab) TryRun(d time.Duration) error {
	l.t.Helper()
	if l.closed {
		return fmt.Errorf("the lab of %s was closed", l.t.Name())
	}
	if l.running {
		return errors.New("Run was called inside a check, where time cannot advance; use Within and Responds for later instants")
	}
	l.running = true
	defer func() { l.running = false }()
	l.start()
	l.ran, l.broke = true, true
	end := l.sys.Now().Add(d)
	for {
		next, ok := l.sys.NextInstant()
		if !ok || next > end {
			next = end
		}
		if err := l.sys.Advance(next.Sub(l.sys.Now())); err != nil {
			return l.ended(err)
		}
		if err := l.check(); err != nil {
			return err
		}
		if next >= end {
			l.broke = false
			return nil
		}
	}
}

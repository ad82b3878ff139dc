// Package shelltest helps to test an actor of a world: it runs the actor in virtual time, with
// small actors around it that feed its inputs.
package shelltest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// Period of all actors.
const Period = 10 * time.Millisecond

// Shell is the whole path of the actor under test.
const Shell = "robot/shell"

// World builds a world from a robot description in YAML.
func World(t testing.TB, text string) *worlds.World {
	t.Helper()
	d, err := urdf.Parse("robot.urdf.yaml", []byte(text), urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Rig is an application of one shell and its feeders. Its fields are those of the test, which
// changes them between two calls of Run.
type Rig struct {
	// Robot is the snapshot that the shell is fed with. At the beginning every joint is valid and
	// in run, at its neutral position. Time is filled in.
	Robot messages.Snapshot
	// Silent keeps the snapshot back.
	Silent bool
	// Plant, if there is one, is called before each snapshot.
	Plant func()
	// Events are all that happened.
	Events []messages.Event

	Sys *actors.System
	t   testing.TB
	app actors.Application
	w   *worlds.World
}

// New makes a rig around an actor that takes snapshots.
func New(t testing.TB, w *worlds.World, shell func() any) *Rig {
	t.Helper()
	r := Blind(t, w, shell)
	Feed(r, "snapshot", perception.Sizes(w), 3*Period, r.snapshot)
	return r
}

// Blind makes a rig around an actor that takes no snapshots.
func Blind(t testing.TB, w *worlds.World, shell func() any) *Rig {
	t.Helper()
	r := &Rig{t: t, w: w, app: actors.Application{Name: "rig", Worlds: []string{"robot"}, Resources: []any{w}}}
	r.Robot = messages.Snapshot{Position: make([]float64, w.NumPositions()), Velocity: make([]float64, w.NumVelocities()),
		Effort: make([]float64, w.NumVelocities()), Mode: make([]messages.Mode, w.NumJoints()), Valid: make([]bool, w.NumJoints()), Time: make([]messages.Instant, w.NumJoints())}
	if err := w.Neutral(r.Robot.Position); err != nil {
		t.Fatal(err)
	}
	for i := range r.Robot.Valid {
		r.Robot.Valid[i] = true
	}
	r.app.Actors = append(r.app.Actors, actors.Spec{Name: Shell, New: shell, Period: Period, Phase: actors.Control})
	return r
}

func (r *Rig) snapshot(t *actors.Tick, s *messages.Snapshot) bool {
	if r.Silent {
		return false
	}
	if r.Plant != nil {
		r.Plant()
	}
	for i := range r.Robot.Time {
		if r.Robot.Valid[i] {
			r.Robot.Time[i] = t.Now
		}
	}
	copy(s.Position, r.Robot.Position)
	copy(s.Velocity, r.Robot.Velocity)
	copy(s.Effort, r.Robot.Effort)
	copy(s.Mode, r.Robot.Mode)
	copy(s.Valid, r.Robot.Valid)
	copy(s.Time, r.Robot.Time)
	return true
}

// Feed adds an actor that fills an input of the shell once a period, where fill says so.
func Feed[T any](r *Rig, port string, sizes actors.Sizes, maxAge time.Duration, fill func(*actors.Tick, *T) bool) {
	name := "robot/feed_" + port
	r.app.Actors = append(r.app.Actors, actors.Spec{Name: name, Period: Period, Phase: actors.Perception, New: func() any { return &feeder[T]{sizes: sizes, fill: fill} }})
	r.app.Links = append(r.app.Links, actors.Link{From: name + ".value", To: Shell + "." + port, MaxAge: maxAge})
}

type feeder[T any] struct {
	Value actors.Out[T] `port:"value"`
	sizes actors.Sizes
	fill  func(*actors.Tick, *T) bool
}

// Configure sizes the output.
func (f *feeder[T]) Configure(s *actors.Setup) error { s.Size(&f.Value, f.sizes); return nil }

// Tick sends a value.
func (f *feeder[T]) Tick(t *actors.Tick) error {
	if !f.fill(t, f.Value.Loan()) {
		return nil
	}
	return f.Value.Publish(t)
}

// Build builds the system and returns the error that refuses it.
func (r *Rig) Build() (err error) {
	r.Sys, err = actors.New(r.app, actors.WithVirtualTime(), actors.WithFaults(), actors.WithEvents(func(e messages.Event) { r.Events = append(r.Events, e) }))
	return err
}

// Start builds and starts the system.
func (r *Rig) Start() {
	r.t.Helper()
	if err := r.Build(); err != nil {
		r.t.Fatal(err)
	}
	if err := r.Sys.Start(context.Background()); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		if err := r.Sys.Stop(context.Background()); err != nil {
			r.t.Error(err)
		}
	})
}

// Run lets time pass.
func (r *Rig) Run(d time.Duration) {
	r.t.Helper()
	if err := r.Sys.Advance(d); err != nil {
		r.t.Fatal(err)
	}
}

// Ticks lets some periods pass.
func (r *Rig) Ticks(n int) { r.t.Helper(); r.Run(time.Duration(n) * Period) }

// Fail has the shell fail at its next tick.
func (r *Rig) Fail() {
	r.t.Helper()
	if err := r.Sys.Inject(actors.Fault{Kind: actors.FaultError, Target: Shell}); err != nil {
		r.t.Fatal(err)
	}
}

// Told returns the texts of the shell's events of one kind.
func (r *Rig) Told(kind messages.EventKind) (texts []string) {
	for _, e := range r.Events {
		if e.Kind == kind && e.Source == Shell {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// WantFailure checks that the shell failed once, with an error that has all of the texts.
func (r *Rig) WantFailure(texts ...string) {
	r.t.Helper()
	failed := r.Told(messages.EventFailed)
	if len(failed) != 1 {
		r.t.Fatalf("the shell failed %d times, want once: %q", len(failed), failed)
	}
	for _, text := range texts {
		if !strings.Contains(failed[0], text) {
			r.t.Errorf("the failure reads %q, want %q in it", failed[0], text)
		}
	}
}

// WantNoFailure checks that the shell did not fail.
func (r *Rig) WantNoFailure() {
	r.t.Helper()
	if failed := r.Told(messages.EventFailed); len(failed) != 0 {
		r.t.Fatalf("the shell failed: %q", failed)
	}
}

// WantRefused checks that the system is refused by an error that has all of the texts.
func (r *Rig) WantRefused(texts ...string) {
	r.t.Helper()
	err := r.Build()
	if err == nil {
		r.t.Fatal("the application was accepted")
	}
	for _, text := range append(texts, Shell) {
		if !strings.Contains(err.Error(), text) {
			r.t.Errorf("the error reads %q, want %q in it", err, text)
		}
	}
}

// WantNoAllocation checks that a steady tick of the shell and of its feeders allocates nothing.
func (r *Rig) WantNoAllocation() {
	r.t.Helper()
	if raceEnabled {
		r.t.Skip("the race detector allocates on its own")
	}
	r.Ticks(10)
	if n := testing.AllocsPerRun(100, func() { r.Ticks(1) }); n != 0 {
		r.t.Errorf("a tick allocates %g times, want never", n)
	}
}

// Output is what a port of the shell sent.
type Output[T any] struct {
	Count int            // of values
	Stamp messages.Stamp // of the newest
	Value T              // a shallow copy of the newest, whose slices are the port's own
}

// Tap follows an output of the shell. Each, if not nil, is called with every value.
func Tap[T any](r *Rig, port string, each func(messages.Stamp, *T)) *Output[T] {
	r.t.Helper()
	o := &Output[T]{}
	_, err := actors.Tap(r.Sys, Shell+"."+port, func(stamp messages.Stamp, v *T) {
		o.Count++
		o.Stamp, o.Value = stamp, *v
		if each != nil {
			each(stamp, v)
		}
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return o
}

// Provide adds resources of the application. It comes before Start.
func (r *Rig) Provide(resources ...any) { r.app.Resources = append(r.app.Resources, resources...) }

// Add adds an actor beside the shell. It comes before Start.
func (r *Rig) Add(spec actors.Spec) { r.app.Actors = append(r.app.Actors, spec) }

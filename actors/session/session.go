package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/record/mpack"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Session is one run of an application file.
type Session struct {
	Config  *app.Config
	System  *actors.System
	options options

	source    string     // path of the application file
	parts     *app.Parts // attached while the session runs
	met       *met
	registry  *actors.Registry
	observer  *observer
	recording string // path of the recording, empty without one
	sink      *record.Sink
	file      *record.Output
	disk      *faults.Disk    // the file, as the recorder sees it: faults may act on it
	logs      *mpack.Recorder // of the spines; nil without a recording
	// byDefault says that the session chose the path of the recording.
	byDefault bool
	began     time.Time
	used      bool // Run or Discard was called

	viewed *view.Options // nil without a view
	hub    *view.Hub
	live   atomic.Pointer[view.Live] // while the session runs
	meshes *os.Root                  // of the view
	curves *curves                   // nil without a page
}

// Run loads an application file, runs it to its end and returns the report. See [Session.Run].
func Run(ctx context.Context, registry *actors.Registry, file string, with ...Option) (*report.Report, error) {
	s, err := New(registry, file, with...)
	if err != nil {
		return nil, err
	}
	return s.Run(ctx)
}

// New loads the file and builds the system without starting it. A program that may return before
// [Session.Run] defers [Session.Discard].
func New(registry *actors.Registry, file string, with ...Option) (*Session, error) {
	config, err := app.LoadFile(file, registry)
	if err != nil {
		return nil, err
	}
	s := &Session{Config: config, source: file, registry: registry}
	for _, option := range with {
		option(&s.options)
	}
	if s.options.log == nil {
		s.options.log = programLogger()
	}
	if err := s.apply(); err != nil {
		return nil, err
	}
	s.met = newMet(config)
	if err := s.openRecording(); err != nil {
		return nil, err
	}
	err = s.build()
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, errors.Join(err, s.discardRecording())
	}
	return s, nil
}

// apply writes options into the configuration, and returns an error if they do not fit it.
func (s *Session) apply() error {
	o, config := &s.options, s.Config
	if o.seed != nil {
		config.Seed = *o.seed
	}
	if o.duration != nil {
		config.Duration = *o.duration
	}
	config.Virtual = config.Virtual || o.virtual
	if o.lockStep != nil {
		if o.duration == nil {
			config.Duration = 0
		}
		config.Resources = append(config.Resources, o.lockStep)
	}
	if config.Virtual && config.Duration <= 0 && o.lockStep == nil {
		return fmt.Errorf("%s: a run in virtual time needs an end: set app.duration in the file, or --duration", s.source)
	}
	if (faulty(o.schedule) || o.plan.Faulty()) && !config.FaultsAllowed {
		return fmt.Errorf("%s: %w: set app.faults: allowed in the file", s.source, actors.ErrFaultsNotAllowed)
	}
	return nil
}

// check returns an error for a schedule with entries that cannot be carried out at any time of the
// run.
func (s *Session) check() error {
	all := slices.Clone(s.options.plan)
	for _, a := range s.options.schedule {
		all = append(all, faults.Entry{Action: a})
	}
	return all.CheckApplicable(s.System, faults.ScopeOf(s.Config), messages.Instant(s.Config.Duration))
}

func (s *Session) build() error {
	recorders, err := s.recorders()
	if err != nil {
		return err
	}
	s.observer = newObserver(recorders, s.met)
	options := []actors.Option{actors.WithRecorder(s.observer)}
	if s.disk != nil {
		options = append(options, actors.WithFaultSite(s.disk))
	}
	if s.logs = s.newSpineLogs(); s.logs != nil {
		options = append(options, actors.WithRecorder(s.logs))
	}
	if s.options.page != "" {
		s.curves = newCurves(s.met, s.observer)
		options = append(options, actors.WithRecorder(s.curves))
	}
	if s.options.explore {
		options = append(options, actors.WithExplore())
	}
	options = append(options, actors.WithLogger(s.options.log), actors.WithEvents(logEvents(s.options.log)))
	system, err := app.New(s.Config, append(options, s.options.system...)...)
	if err != nil {
		return err
	}
	s.System = system
	s.parts = app.NewParts(s.Config, system)
	s.parts.Load = func(files ...string) (*app.Config, error) {
		c, err := s.Config.With(files...)
		if err == nil {
			s.met.meet(c, files)
		}
		return c, err
	}
	if s.logs != nil && s.logs.Err() != nil {
		return s.logs.Err()
	}
	if !system.Virtual() {
		s.observer.stopBegan = system.StopBegan
	}
	return nil
}

func faulty(schedule []faults.Action) bool {
	for _, a := range schedule {
		if a.Verb == faults.Inject {
			return true
		}
	}
	return false
}

// planStream separates the draws of a plan from others of the same seed.
const planStream = 0x706c616e

// follow schedules the next entry of a plan, which then schedules the one after it.
func (s *Session) follow(run *faults.Run) {
	at, more := run.Next()
	if !more {
		return
	}
	s.System.At(at, func() {
		for _, a := range run.Due(at, nil) {
			Perform(a, s.System, s.parts, s.warn)
		}
		s.follow(run)
	})
}

// errUsed is the error of a second run.
var errUsed = errors.New("the session was run or discarded before; a session runs once: make another one with session.New")

// Discard removes the recording of a session that was not run. After Run it does nothing.
func (s *Session) Discard() error {
	if s.used {
		return nil
	}
	s.used = true
	return s.discardRecording()
}

// Run runs the system to its end and returns the report, whose methods Text and JSON print it as
// the command does. The error is the reason of an early end: nil after the duration and after the
// end of ctx. A recording that stops does not end the run; the report mentions it.
func (s *Session) Run(ctx context.Context) (*report.Report, error) {
	if s.used {
		return nil, errUsed
	}
	s.used = true
	for _, a := range s.options.schedule {
		s.System.At(a.At, func() { Perform(a, s.System, s.parts, s.warn) })
	}
	s.follow(faults.NewRun(s.options.plan, rand.New(rand.NewPCG(s.Config.Seed, planStream)).Float64))
	file, err := s.openPage()
	if err != nil {
		return nil, errors.Join(err, s.discardRecording())
	}
	socket, err := s.openControl()
	if err != nil {
		return nil, errors.Join(err, s.discardRecording(), closePage(file))
	}
	if err := s.openView(); err != nil {
		if socket != nil {
			err = errors.Join(err, socket.Close())
		}
		return nil, errors.Join(err, s.discardRecording(), closePage(file))
	}
	s.began = time.Now()
	reason := s.System.Run(ctx)
	wall := time.Since(s.began)
	if socket != nil {
		reason = errors.Join(reason, socket.Close())
	}
	reason = errors.Join(reason, s.closeView())
	r := s.report(reason, wall)
	if err := s.closeRecording(r); err != nil {
		r.Unrecorded = err.Error()
		s.warn(err)
	}
	if err := s.writePage(file, r); err != nil {
		r.Unwritten = err.Error()
		s.warn(err)
	}
	return r, reason
}

func (s *Session) warn(err error) {
	if s.options.warn == nil {
		s.options.log.Warn(err.Error())
		return
	}
	s.options.warn(err)
}

func (s *Session) report(reason error, wall time.Duration) *report.Report {
	o := s.observer
	o.mu.Lock()
	defer o.mu.Unlock()
	health, events := s.System.Health(), o.events.all()
	r := &report.Report{Application: s.Config.Name, Clock: "real", Seed: s.Config.Seed, Duration: time.Duration(s.System.Now()), Wall: wall,
		Reason: "the time was over", Actors: health, Couplings: report.Couplings(health, events), Injected: report.Injections(events), Faults: report.Stories(events), Machine: s.Machine()}
	if s.System.Virtual() {
		r.Clock = "virtual"
	} else {
		r.Duration = wall
	}
	if s.Config.Duration <= 0 || r.Duration < s.Config.Duration {
		r.Reason = "asked to end"
	}
	var unstopped *actors.StopError
	switch {
	case errors.As(reason, &unstopped) && s.System.HaltReason() == nil:
		r.Reason += ", and it did not stop as it should: " + reason.Error()
	case reason != nil:
		r.Reason = reason.Error()
	}
	r.Failed = reason != nil && !errors.Is(reason, context.Canceled) && !errors.Is(reason, ErrEnded)
	r.Stops, r.EarlierStops = o.stops.All()
	s.stopped(r, s.end(r))
	r.AddNotes(events)
	if of := s.followed(); o.reference >= 0 && o.truth >= 0 && of != report.FollowedNothing {
		end := messages.Instant(r.Duration)
		r.Tracking = append(r.Tracking, o.tracking.Result("true gripper", of, end/2, end))
	}
	return r
}

// end is the newest instant of the run before the system began to stop.
func (s *Session) end(r *report.Report) messages.Instant {
	if at, began := s.System.StopBegan(); began && !s.System.Virtual() {
		return at - 1
	}
	return messages.Instant(r.Duration)
}

// Machine describes the granted real-time features, once the system has started, and what late
// releases each world tolerates. It is empty in virtual time.
func (s *Session) Machine() (lines []string) {
	if s.System.Virtual() {
		return nil
	}
	for _, d := range s.System.Grants().Domains {
		lines = append(lines, granted(d))
	}
	if s.System.Grants().Raised {
		lines = append(lines, "other threads: nice -20")
	}
	for i := range s.Config.Worlds {
		lines = append(lines, tolerated(&s.Config.Worlds[i]))
	}
	return lines
}

// tolerated describes how many releases the actors of a world may miss.
func tolerated(w *app.World) string {
	t := w.Tolerance
	return fmt.Sprintf("world %s: tolerates %d missed releases (%v), and permanently one in %d; on_overrun changes it", w.Name, t.Missed, time.Duration(t.Missed)*w.Period, t.RecoverPer)
}

// granted describes the real-time features granted to a domain.
func granted(d actors.Grant) string {
	line := fmt.Sprintf("domain %s: %s", d.Domain, d.Policy)
	if d.Priority > 0 {
		line += fmt.Sprintf(" priority %d", d.Priority)
	}
	line += ", waits on " + d.Waiting()
	if d.Note != "" {
		line += " (" + d.Note + ")"
	}
	return line
}

// Tracking returns the error of the body against its reference since an instant.
func (s *Session) Tracking(since messages.Instant) report.TrackingResult {
	s.observer.mu.Lock()
	defer s.observer.mu.Unlock()
	return s.observer.tracking.Result("", s.followed(), since, s.System.Now())
}

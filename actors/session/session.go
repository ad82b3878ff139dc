package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/record/mpack"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Options configure a session.
type Options struct {
	// File is the application file.
	File string
	// Virtual runs in virtual time.
	Virtual bool
	// Explore lets the seed permute the order between domains at one instant, in virtual time: see
	// actors.WithExplore.
	Explore bool
	// Seed and Duration replace those of the file if they are not nil or zero.
	Seed     *uint64
	Duration time.Duration
	// Schedule holds faults and operator actions with their instants.
	Schedule []faults.Action
	// Plan holds further entries, which may repeat or happen by chance. The draws come from the
	// seed.
	Plan faults.Schedule
	// Recording is the path of the recording. RecordAs applies if it is empty.
	Recording string
	// RecordAs is the name of a recording in the folder recording.directory of the file, or in
	// recordings; the folder is created if it is missing. Nothing is recorded if the name is empty
	// or recording.enabled is false.
	RecordAs string
	// LockStep, in virtual time, makes the spines of the application wait for their agents. Such a
	// run does not end with the duration of the file.
	LockStep *spine.LockStep
	// Control opens the control socket.
	Control bool
	Log     *zap.Logger
	// Warn receives errors that do not end the run: an entry of a schedule that failed, a recording
	// that stopped. It may be called from any goroutine.
	Warn func(error)
}

// Session is one run of an application file.
type Session struct {
	Config  *app.Config
	System  *actors.System
	options Options

	parts    parts // attached while the session runs
	registry *actors.Registry
	observer *observer
	sink     *record.Sink
	file     *record.Output
	disk     *faults.Disk    // the file, as the recorder sees it: faults may act on it
	logs     *mpack.Recorder // of the spines; nil without a recording
	// byDefault says that the recording has the name RecordAs.
	byDefault bool
	began     time.Time
}

// New loads the file and builds the system without starting it.
func New(registry *actors.Registry, o Options) (*Session, error) {
	config, err := app.LoadFile(o.File, registry)
	if err != nil {
		return nil, err
	}
	if o.Seed != nil {
		config.Seed = *o.Seed
	}
	if o.Duration > 0 {
		config.Duration = o.Duration
	}
	config.Virtual = config.Virtual || o.Virtual
	if o.LockStep != nil {
		config.Duration = o.Duration
		config.Resources = append(config.Resources, o.LockStep)
	}
	if config.Virtual && config.Duration <= 0 && o.LockStep == nil {
		return nil, fmt.Errorf("%s: a run in virtual time needs an end: set app.duration in the file, or --duration", o.File)
	}
	if (faulty(o.Schedule) || o.Plan.Faulty()) && !config.FaultsAllowed {
		return nil, fmt.Errorf("%s: %w: set app.faults: allowed in the file", o.File, actors.ErrFaultsNotAllowed)
	}
	s := &Session{Config: config, options: o, registry: registry}
	s.parts.config.Store(config)
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

// check returns an error for a schedule with entries that cannot be carried out at any time of the
// run.
func (s *Session) check() error {
	all := slices.Clone(s.options.Plan)
	for _, a := range s.options.Schedule {
		all = append(all, faults.Entry{Action: a})
	}
	return all.CheckApplicable(s.System, s.Config.WorldNames(), messages.Instant(s.Config.Duration))
}

func (s *Session) build() error {
	var next actors.Recorder
	if s.sink != nil {
		next = s.sink
	}
	s.observer = newObserver(next, busesOf(s.Config))
	options := []actors.Option{actors.WithRecorder(s.observer)}
	if s.disk != nil {
		options = append(options, actors.WithFaultSite(s.disk))
	}
	if s.logs = s.newSpineLogs(); s.logs != nil {
		options = append(options, actors.WithRecorder(s.logs))
	}
	if s.options.Explore {
		options = append(options, actors.WithExplore())
	}
	if s.options.Log != nil {
		options = append(options, actors.WithLogger(s.options.Log))
	}
	system, err := app.New(s.Config, options...)
	if err != nil {
		return err
	}
	s.System = system
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

// recordedAs returns the path of a recording with a given name, or nothing if the file disables
// recordings.
func (s *Session) recordedAs() string {
	declared := s.Config.Recording
	switch {
	case s.options.RecordAs == "" || !declared.Enabled:
		return ""
	case declared.Directory == "":
		return filepath.Join("recordings", s.options.RecordAs)
	case filepath.IsAbs(declared.Directory):
		return filepath.Join(declared.Directory, s.options.RecordAs)
	}
	return filepath.Join(filepath.Dir(s.options.File), declared.Directory, s.options.RecordAs)
}

// declared returns the position of the folder in the section recording, for errors.
func (s *Session) declared() string {
	if s.Config.Recording.Directory == "" {
		return ""
	}
	return s.Config.Recording.At.String() + ": recording.directory: "
}

// openRecording creates the recording with everything that a replay needs.
func (s *Session) openRecording() error {
	makeFolder := s.options.Recording == ""
	if makeFolder {
		s.options.Recording = s.recordedAs()
		s.byDefault = true
	}
	if s.options.Recording == "" {
		return nil
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if makeFolder {
		if err := os.MkdirAll(filepath.Dir(s.options.Recording), 0o750); err != nil {
			return fmt.Errorf("%sthe folder for recordings cannot be created; choose another path for the recording, or none: %w", s.declared(), err)
		}
	}
	if s.file, err = record.Create(s.options.Recording); err != nil {
		return err
	}
	s.disk = faults.NewDisk(storage(s.file, s.Config.Virtual))
	writer, err := record.NewWriter(s.disk, record.Options{Entries: record.RunEntries(s.Config.Seed), Files: files})
	if err == nil {
		s.sink, err = record.NewSink(writer, record.SinkOptions{Exclude: s.Config.Recording.Exclude, Describe: s.describe})
	}
	if err != nil {
		return errors.Join(err, s.discardRecording())
	}
	return nil
}

// files reads the application's files again. It returns an error if they changed since they were
// checked.
func (s *Session) files() ([]record.File, error) {
	root, err := os.OpenRoot(filepath.Dir(s.options.File))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var files []record.File
	for _, f := range s.Config.Files {
		data, err := root.ReadFile(f.Name)
		if err != nil {
			return nil, err
		}
		files = append(files, record.File{Name: f.Name, MediaType: mediaType(f.Name), Data: data})
	}
	return files, nil
}

func mediaType(name string) string {
	if filepath.Ext(name) == ".urdf" || filepath.Ext(name) == ".xml" {
		return "application/xml"
	}
	return "application/yaml"
}

func (s *Session) discardRecording() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.discardSpineLogs(), s.file.Close(), os.Remove(s.file.Name()))
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
			Perform(a, s.System, s.warn)
		}
		s.follow(run)
	})
}

// Run runs the system to its end and returns the report. The error is the reason of an early end. A
// recording that stops does not end the run; the report mentions it.
func (s *Session) Run(ctx context.Context) (*report.Report, error) {
	for _, a := range s.options.Schedule {
		s.System.At(a.At, func() { Perform(a, s.System, s.warn) })
	}
	s.follow(faults.NewRun(s.options.Plan, rand.New(rand.NewPCG(s.Config.Seed, planStream)).Float64))
	socket, err := s.openControl()
	if err != nil {
		return nil, errors.Join(err, s.discardRecording())
	}
	s.began = time.Now()
	reason := s.System.Run(ctx)
	wall := time.Since(s.began)
	if socket != nil {
		reason = errors.Join(reason, socket.Close())
	}
	r := s.report(reason, wall)
	if err := s.closeRecording(r); err != nil {
		r.Unrecorded = err.Error()
		s.warn(err)
	}
	return r, reason
}

func (s *Session) warn(err error) {
	if s.options.Warn != nil {
		s.options.Warn(err)
	}
}

func (s *Session) closeRecording(r *report.Report) error {
	if s.sink == nil {
		return nil
	}
	err := errors.Join(s.sink.Close(), s.disk.Close(), s.logs.Close())
	r.Recording, r.Dropped, r.Logs = s.options.Recording, s.sink.Lost(), s.logs.Logs()
	return err
}

func (s *Session) report(reason error, wall time.Duration) *report.Report {
	o := s.observer
	o.mu.Lock()
	defer o.mu.Unlock()
	health, events := s.System.Health(), o.events.all()
	r := &report.Report{Application: s.Config.Name, Clock: "real", Seed: s.Config.Seed, Duration: time.Duration(s.System.Now()), Wall: wall,
		Reason: "the time was over", Actors: health, Couplings: report.Couplings(health, events), Injected: report.Injections(events), Faults: report.Stories(events), Machine: s.machine()}
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

// machine describes the granted real-time features.
func (s *Session) machine() []string {
	if s.System.Virtual() {
		return nil
	}
	g := s.System.Grants()
	var lines []string
	for _, d := range g.Domains {
		lines = append(lines, granted(d))
	}
	return lines
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

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
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Options say how an application is run.
type Options struct {
	// File is the application file.
	File string
	// Virtual runs in virtual time.
	Virtual bool
	// Explore has the seed permute the order between domains at one instant, in virtual time: see actors.WithExplore.
	Explore bool
	// Seed and Duration replace those of the file where they are not nil or zero.
	Seed     *uint64
	Duration time.Duration
	// Schedule is what happens on the way.
	Schedule []faults.Action
	// Plan is what happens on the way too, once or again and again, by chance where it says so: the draws come from the
	// seed.
	Plan faults.Schedule
	// Recording is the path of the recording; empty leaves it to RecordAs.
	Recording string
	// RecordAs is the name of a recording that the file has a say in: it is written to the folder that recording.directory
	// names, or else to recordings, which is made where it is missing, and not at all where recording.enabled is false. Empty
	// records nothing.
	RecordAs string
	// Control opens the control socket.
	Control bool
	Log     *zap.Logger
	// Warn is called with what went wrong beside the run: a schedule's entry that could not be carried out, a recording
	// that stopped. It may be called from any goroutine.
	Warn func(error)
}

// Session is one run of an application file.
type Session struct {
	Config  *app.Config
	System  *actors.System
	options Options

	observer *observer
	sink     *record.Sink
	file     *os.File
	disk     *faults.Disk // the file, as the recorder sees it: faults may act on it
	began    time.Time
}

// New loads the file and builds the system. Nothing is started yet.
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
	if config.Virtual && config.Duration <= 0 {
		return nil, fmt.Errorf("%s: in virtual time a run needs an end: give app.duration in the file, or --duration", o.File)
	}
	if (faulty(o.Schedule) || o.Plan.Faulty()) && !config.FaultsAllowed {
		return nil, fmt.Errorf("%s: %w: the file does not say app.faults: allowed", o.File, actors.ErrFaultsNotAllowed)
	}
	s := &Session{Config: config, options: o}
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

// check refuses a schedule with entries that can be carried out at no moment of the run.
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
	if s.options.Explore {
		options = append(options, actors.WithExplore())
	}
	if s.options.Log != nil {
		options = append(options, actors.WithLogger(s.options.Log))
	}
	var err error
	s.System, err = app.New(s.Config, options...)
	return err
}

func faulty(schedule []faults.Action) bool {
	for _, a := range schedule {
		if a.Verb == faults.Inject {
			return true
		}
	}
	return false
}

// recordedAs is the path of a recording of which only the name is given; empty where the file says that nothing is recorded.
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

// declared is the place of the section recording, for errors; empty where it names no folder.
func (s *Session) declared() string {
	if s.Config.Recording.Directory == "" {
		return ""
	}
	return s.Config.Recording.At.String() + ": recording.directory: "
}

// openRecording begins the file of the recording, with everything in it that a replay needs.
func (s *Session) openRecording() error {
	makeFolder := s.options.Recording == ""
	if makeFolder {
		s.options.Recording = s.recordedAs()
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
			return fmt.Errorf("%sthe folder for recordings cannot be made; choose another path for the recording, or none: %w", s.declared(), err)
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

// files reads the application's files again, and refuses what changed since they were checked.
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
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}

// planStream sets the draws of a plan apart from others of the same seed.
const planStream = 0x706c616e

// follow has what is due next in a plan happen then, and what comes after it.
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

// Run runs the system to its end and returns the report; the error says why it ended early. A recording that stopped ends no
// run: the report says so.
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
	err := errors.Join(s.sink.Close(), s.disk.Close())
	r.Recording, r.Dropped = s.options.Recording, s.sink.Lost()
	return err
}

func (s *Session) report(reason error, wall time.Duration) *report.Report {
	o := s.observer
	o.mu.Lock()
	defer o.mu.Unlock()
	health := s.System.Health()
	r := &report.Report{Application: s.Config.Name, Clock: "real", Seed: s.Config.Seed, Duration: time.Duration(s.System.Now()), Wall: wall,
		Reason: "the time was over", Actors: health, Couplings: report.Couplings(health, o.events), Injected: report.Injections(o.events), Faults: report.Stories(o.events), Machine: s.machine()}
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
	s.stopped(r, messages.Instant(r.Duration))
	r.AddNotes(o.events)
	if of := s.followed(); o.reference >= 0 && o.truth >= 0 && of != report.FollowedNothing {
		end := messages.Instant(r.Duration)
		r.Tracking = append(r.Tracking, o.tracking.Result("true gripper", of, end/2, end))
	}
	return r
}

// machine says what real time was granted.
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

// granted says what a domain was granted.
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

// Tracking returns how far the body has been from its reference since an instant; for progress.
func (s *Session) Tracking(since messages.Instant) report.TrackingResult {
	s.observer.mu.Lock()
	defer s.observer.mu.Unlock()
	return s.observer.tracking.Result("", s.followed(), since, s.System.Now())
}

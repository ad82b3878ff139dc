package session

import (
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// Option changes a session.
type Option func(*options)

// options are what an Option changes.
type options struct {
	virtual   bool
	explore   bool
	seed      *uint64
	duration  *time.Duration
	schedule  []faults.Action
	plan      faults.Schedule
	recording string // a path
	page      string // a path
	command   string // that repeats the run
	record    recordChoice
	lockStep  *spine.LockStep
	control   bool
	log       *zap.Logger
	warn      func(error)
	system    []actors.Option
	view      *view.Options
	unviewed  bool
	opened    func(urls []string)
}

// recordChoice says whether a session without a path of its own is recorded.
type recordChoice uint8

const (
	recordIfDeclared recordChoice = iota
	recordByDefault
	recordNothing
)

// WithVirtualTime runs in virtual time, whatever app.clock of the file says.
func WithVirtualTime() Option { return func(o *options) { o.virtual = true } }

// WithExplore lets the seed permute the order between domains at one instant, in virtual time: see
// actors.WithExplore.
func WithExplore() Option { return func(o *options) { o.explore = true } }

// WithSeed replaces the seed of the file.
func WithSeed(seed uint64) Option { return func(o *options) { o.seed = &seed } }

// WithDuration replaces the duration of the file. Zero runs until the context ends, in real time
// only.
func WithDuration(d time.Duration) Option { return func(o *options) { o.duration = &d } }

// WithSchedule adds faults and operator actions with their instants.
func WithSchedule(actions ...faults.Action) Option {
	return func(o *options) { o.schedule = append(o.schedule, actions...) }
}

// WithPlan adds entries that may repeat or happen by chance. The draws come from the seed.
func WithPlan(plan faults.Schedule) Option {
	return func(o *options) { o.plan = append(o.plan, plan...) }
}

// WithRecording records the run in a new file with that path, whatever the section recording of the
// application file says. No file is overwritten.
//
// Without an option for recordings, a run is recorded where the file has a section recording whose
// key enabled is not false: in its folder, in a file that is named after the application, the
// clock and the date.
func WithRecording(path string) Option { return func(o *options) { o.recording = path } }

// WithDefaultRecording also records applications without a section recording, in the folder
// recordings. It is the default of the command.
func WithDefaultRecording() Option { return func(o *options) { o.record = recordByDefault } }

// WithoutRecording records nothing, whatever the file says.
func WithoutRecording() Option {
	return func(o *options) { o.recording, o.record = "", recordNothing }
}

// WithReportPage writes the report as an HTML page to a file, which is overwritten: what happened,
// charts, the wiring, and the command that repeats the run. An empty command is left out. The page
// is written when the run is over; the file is created before it starts.
func WithReportPage(path, command string) Option {
	return func(o *options) { o.page, o.command = path, command }
}

// WithLockStep makes the spines of the application wait for their agents, in virtual time. Such a
// run does not end with the duration of the file.
func WithLockStep(l *spine.LockStep) Option { return func(o *options) { o.lockStep = l } }

// WithControl opens the control socket, over which the command operates the run: list --live, top,
// stop, rearm, inject. It has no effect in virtual time.
func WithControl() Option { return func(o *options) { o.control = true } }

// WithView serves the run to viewers, the web page and programs that speak Foxglove's protocol, as
// the options say. What they leave out comes from the section view of the file. Without this
// option, runs in real time are served as that section says, if there is one. A run in virtual time
// that is viewed takes as long as in real time, and cannot be operated.
func WithView(v view.Options) Option {
	return func(o *options) { o.view, o.unviewed = &v, false }
}

// WithViewAddresses calls show with the addresses of the view once it is served, if it is. Those
// with a token give the right to operate. The default logs them without the token.
func WithViewAddresses(show func(urls []string)) Option {
	return func(o *options) { o.opened = show }
}

// WithoutView serves nothing, whatever the file says.
func WithoutView() Option { return func(o *options) { o.view, o.unviewed = nil, true } }

// WithLogger sends events and log lines to log; nil discards them. The default is the logger of
// the program: that of zap.L() if the program has replaced it, or else slog.Default().
func WithLogger(log *zap.Logger) Option {
	return func(o *options) {
		if o.log = log; log == nil {
			o.log = zap.NewNop()
		}
	}
}

// WithWarnings calls warn with errors that do not end the run: an entry of a schedule that failed,
// a recording that stopped. It may be called from any goroutine. The default logs them.
func WithWarnings(warn func(error)) Option { return func(o *options) { o.warn = warn } }

// WithSystem adds options of the actor system, such as actors.WithRecorder or
// protoactor.WithActorSystem.
func WithSystem(more ...actors.Option) Option {
	return func(o *options) { o.system = append(o.system, more...) }
}

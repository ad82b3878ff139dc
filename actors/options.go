package actors

import (
	"runtime"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// Option changes how a System runs.
type Option func(*settings)

// settings are what options change.
type settings struct {
	log             *zap.Logger
	seed            uint64
	explore         bool
	checkGoroutines bool
	wantVirtual     bool
	faultsAllowed   bool
	lockMemory      bool
	raiseThreads    bool
	fixedProcs      bool
	goCollects      bool // without what makes collections rare
	jobThreads      int
	room            int // how many actors changes may add
	stopAfter       time.Duration
	stopDeadline    time.Duration
	recorders       []Recorder
	sinks           []func(messages.Event)
	sites           []FaultSite      // after those of the application
	loans           func(*PortError) // receives misuse of borrowed values; nil without a check
	foreignInputs   []hosting.Input
	host            *protoactor.Host // of the embedding program; else borrowed at the start
}

// standard returns the settings without options.
func standard() settings {
	return settings{seed: 1, log: zap.NewNop(), stopDeadline: 5 * time.Second, jobThreads: DefaultJobThreads, room: DefaultRoom}
}

// WithLogger sends log lines to log; the default, and nil, discard them.
func WithLogger(log *zap.Logger) Option {
	return func(s *settings) {
		if s.log = log; log == nil {
			s.log = zap.NewNop()
		}
	}
}

// WithVirtualTime runs everything on one goroutine in virtual time: Advance uses the goroutine of
// its caller, Run one of its own. If code of an actor calls runtime.Goexit, it ends the caller of
// Advance, as testing.T.FailNow intends; under Run it is a failure of that actor. Code that never
// returns blocks everything, also Run with its context: the watchdog acts in real time only, and an
// injected hang is modelled.
func WithVirtualTime() Option { return func(s *settings) { s.wantVirtual = true } }

// WithSeed sets the seed of all random streams; the default is 1.
func WithSeed(seed uint64) Option { return func(s *settings) { s.seed = seed } }

// WithExplore lets the seed permute what real time leaves open: the order between domains at one
// instant. Virtual time only.
func WithExplore() Option { return func(s *settings) { s.explore = true } }

// WithRecorder records what outputs send, and events. It may be given several times; nil records
// nothing. A recorder that panics ends the application.
func WithRecorder(r Recorder) Option {
	return func(s *settings) {
		if r != nil {
			s.recorders = append(s.recorders, r)
		}
	}
}

// WithFaults allows the injection of faults.
func WithFaults() Option { return func(s *settings) { s.faultsAllowed = true } }

// WithFaultSite adds a site of faults after those of the application.
func WithFaultSite(site FaultSite) Option {
	return func(s *settings) { s.sites = append(s.sites, site) }
}

// WithStopAfter ends Run after that time; zero, the default, sets no end.
func WithStopAfter(d time.Duration) Option { return func(s *settings) { s.stopAfter = d } }

// WithStopDeadline bounds how long Stop waits; the default is 5 s. Neither time may be negative.
func WithStopDeadline(d time.Duration) Option { return func(s *settings) { s.stopDeadline = d } }

// WithEvents calls fn with every event: in virtual time synchronously, in real time from a
// goroutine of the runtime. To end the application from there, fn calls Halt, because Stop would
// wait for fn. WithEvents may be given several times; nil is ignored.
func WithEvents(fn func(messages.Event)) Option {
	return func(s *settings) {
		if fn != nil {
			s.sinks = append(s.sinks, fn)
		}
	}
}

// WithLoanCheck calls report for each port whose borrowed values an actor misuses: it keeps the
// value of an input beyond its tick or writes to it (ErrKept, ErrWritten), or the loan of an output
// changes while its actor does not run (ErrWritten). Inputs then hand out copies, and the numbers
// of a copy become NaN when the next tick begins, so that a value that was kept cannot work by
// chance. The error names the port with its actor, and the field that holds the value if that can
// be found. Each port is reported once per incarnation. Virtual time only; the test kit checks
// every lab. What actors do right is not changed, nor is a recording.
func WithLoanCheck(report func(*PortError)) Option { return func(s *settings) { s.loans = report } }

// WithFixedMaxProcs leaves GOMAXPROCS unchanged. Otherwise a system in real time raises it by the
// number of its threads while it runs, so that a tick need not wait until another goroutine is
// preempted.
func WithFixedMaxProcs() Option { return func(s *settings) { s.fixedProcs = true } }

// WithDefaultCollector leaves it to Go when to collect garbage. Otherwise the first system that
// starts in real time makes collections of its process rare, since each of them can delay ticks:
// with GOGC=100 the next one begins after at least 64 MB of garbage. A program with a memory limit
// (GOMEMLIMIT) keeps to that.
func WithDefaultCollector() Option { return func(s *settings) { s.goCollects = true } }

// WithMemoryLock locks the process's memory while the system runs, if that is permitted. Real time
// only.
func WithMemoryLock() Option { return func(s *settings) { s.lockMemory = true } }

// WithRaisedThreads gives the other threads of the process the nice value -20, while the system
// runs in real time with a SCHED_FIFO domain. Such a domain waits for
// one of them now and then, because Go preempts its goroutine. On a machine that other programs
// keep busy that takes tens of milliseconds without this option. All goroutines of the process
// then outrank other programs, and so do the threads and programs that they start. It is meant for
// a process that controls a robot and does little else.
func WithRaisedThreads() Option { return func(s *settings) { s.raiseThreads = true } }

// Processors returns the number of processors for real-time threads.
func Processors() int { return runtime.NumCPU() }

package actors

import (
	"runtime"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// Option changes how a System runs.
type Option func(*settings)

// settings are what options change.
type settings struct {
	log           *zap.Logger
	seed          uint64
	explore       bool
	wantVirtual   bool
	faultsAllowed bool
	lockMemory    bool
	fixedProcs    bool
	jobThreads    int
	stopAfter     time.Duration
	stopDeadline  time.Duration
	recorders     []Recorder
	sinks         []func(messages.Event)
	sites         []FaultSite      // after those of the application
	host          *protoactor.Host // of the embedding program; else borrowed at the start
}

// standard are the settings without any option.
func standard() settings {
	return settings{seed: 1, log: zap.NewNop(), stopDeadline: 5 * time.Second, jobThreads: DefaultJobThreads}
}

// WithLogger sends log lines to log; the default, and nil, discard them.
func WithLogger(log *zap.Logger) Option {
	return func(s *settings) {
		if s.log = log; log == nil {
			s.log = zap.NewNop()
		}
	}
}

// WithVirtualTime runs everything on one goroutine in virtual time, which Advance moves on that of its caller, Run on one of
// its own. Code of an actor that calls runtime.Goexit ends the caller of Advance, as testing.T.FailNow is to do; under Run it
// is that actor's failure. Code that never returns stops everything, also Run with its context: the watchdog of hangs acts in
// real time, and an injected hang is modelled here.
func WithVirtualTime() Option { return func(s *settings) { s.wantVirtual = true } }

// WithSeed sets the seed of all random streams; the default is 1.
func WithSeed(seed uint64) Option { return func(s *settings) { s.seed = seed } }

// WithExplore lets the seed permute what real time leaves free: the order between domains at one instant. Virtual time
// only.
func WithExplore() Option { return func(s *settings) { s.explore = true } }

// WithRecorder records what outputs send and what happens. It may be given several times; nil records nothing. A recorder that
// panics ends the application, as does a receiver of events.
func WithRecorder(r Recorder) Option {
	return func(s *settings) {
		if r != nil {
			s.recorders = append(s.recorders, r)
		}
	}
}

// WithFaults allows faults to be injected.
func WithFaults() Option { return func(s *settings) { s.faultsAllowed = true } }

// WithFaultSite adds a place where injected faults can act, after those of the application.
func WithFaultSite(site FaultSite) Option {
	return func(s *settings) { s.sites = append(s.sites, site) }
}

// WithStopAfter ends Run after that time; zero, the default, lets it go on.
func WithStopAfter(d time.Duration) Option { return func(s *settings) { s.stopAfter = d } }

// WithStopDeadline bounds how long Stop waits; the default is 5 s. Neither time may be negative.
func WithStopDeadline(d time.Duration) Option { return func(s *settings) { s.stopDeadline = d } }

// WithEvents has fn called with every event: in virtual time synchronously, in real time from a goroutine of the
// runtime. To end the application from there, fn calls Halt: Stop would wait for it. It may be given several times; nil hears
// nothing.
func WithEvents(fn func(messages.Event)) Option {
	return func(s *settings) {
		if fn != nil {
			s.sinks = append(s.sinks, fn)
		}
	}
}

// WithFixedMaxProcs leaves GOMAXPROCS as it is. Otherwise a system in real time raises it, while it runs, by the number
// of its threads, so that a tick need not wait until some other goroutine is preempted.
func WithFixedMaxProcs() Option { return func(s *settings) { s.fixedProcs = true } }

// WithMemoryLock locks the process's memory while the system runs, where that is permitted. Real time only.
func WithMemoryLock() Option { return func(s *settings) { s.lockMemory = true } }

// WithHost runs the actors inside the given host; nil, the default, borrows one. Package actors/protoactor makes a host
// of an ActorSystem: programs use its WithActorSystem.
func WithHost(host *protoactor.Host) Option { return func(s *settings) { s.host = host } }

// Processors returns the number of processors that real-time threads may count on.
func Processors() int { return runtime.NumCPU() }

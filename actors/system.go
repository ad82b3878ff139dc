package actors

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/messages"
)

// System runs one application. In real time any goroutine may call its methods; in virtual time one
// goroutine at a time.
type System struct {
	settings
	app        Application
	roster     atomic.Pointer[roster]
	groups     []*group // parents first
	groupNames map[string]*group
	domains    []*domain
	places     map[string]int // of worlds
	placed     int            // how many places were given
	made       int            // how many actors were made
	taps       injection.List[tap]
	channels   map[channelKey]channel

	built          int           // how many actors there were at first
	changing       chan struct{} // holds a token while a change is made in real time
	waitingChanges atomic.Int32
	closing        chan struct{} // closed when the system begins to stop

	clock    clock
	virtual  *virtualClock // nil in real time
	events   eventPump
	fences   fences
	health   healthLog
	jobs     *jobExecutor
	courier  *courier
	injected injections
	state    systemState
	stopping atomic.Bool // no supervisor restarts anything
	// stopBegan is the instant of the first Stop of the running system plus one, 0 before it.
	stopBegan atomic.Int64
	done      chan struct{} // closed once everything has stopped
	halted    halt
	tree      chan struct{} // closed when the supervision tree has stopped
}

// New builds a system: it makes every actor, binds every port, checks every link, and starts
// nothing. It returns all errors at once.
func New(app Application, options ...Option) (*System, error) {
	s := &System{app: app, settings: standard(), places: map[string]int{}, channels: map[channelKey]channel{}, groupNames: map[string]*group{},
		changing: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{}), tree: make(chan struct{}), halted: halt{c: make(chan struct{})}}
	for _, o := range options {
		if o != nil {
			o(&s.settings)
		}
	}
	s.health = newHealthLog(s.recorders)
	s.courier = newCourier(s)
	s.app.FaultSites = slices.Concat(app.FaultSites, s.sites)
	if s.stopAfter < 0 || s.stopDeadline < 0 {
		return nil, fmt.Errorf("WithStopAfter %v and WithStopDeadline %v: expected zero or more", s.stopAfter, s.stopDeadline)
	}
	if s.wantVirtual {
		s.virtual = newVirtualClock(s)
		s.clock = s.virtual
	} else {
		if s.explore {
			return nil, errors.New("WithExplore needs WithVirtualTime: in real time the machine orders the domains")
		}
		if s.loans != nil {
			return nil, errors.New("WithLoanCheck needs WithVirtualTime: real time hands values out without a copy")
		}
		s.clock = newRealClock(s)
	}
	var err error
	if s.jobs, err = newJobExecutor(s); err != nil {
		return nil, err
	}
	if err := s.build(); err != nil {
		return nil, err
	}
	if err := s.declareInputs(); err != nil {
		return nil, err
	}
	if r, ok := s.clock.(*realClock); ok {
		r.arrange()
		s.events.queue = queue.New(pumpQueue)
	}
	return s, nil
}

func (s *System) now() messages.Instant { return s.clock.now() }

// Now returns the current instant on the system's clock. Any goroutine may call it, also while
// virtual time advances.
func (s *System) Now() messages.Instant { return s.now() }

// Name returns the application's name.
func (s *System) Name() string { return s.app.Name }

// Seed returns the seed of the random streams.
func (s *System) Seed() uint64 { return s.seed }

// Virtual reports whether the system runs in virtual time.
func (s *System) Virtual() bool { return s.virtual != nil }

// Timers returns how many functions wait on the system's clock: ends of faults, deadlines, restarts
// after their back-off, timers of actors without a period. Tests use it to check that nothing is
// left behind. In virtual time only the goroutine that advances the system may call it.
func (s *System) Timers() int {
	if s.virtual != nil {
		return s.virtual.events.Len()
	}
	if r, is := s.clock.(*realClock); is {
		return r.alarms.waiting() + r.calls.waiting()
	}
	return 0
}

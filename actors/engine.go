package actors

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
)

// engine is the runtime of one application, the inside of a System.
type engine struct {
	settings
	app        Application
	cells      []*cell
	byName     map[string]*cell
	groups     []*group // parents first
	groupNames map[string]*group
	domains    []*domain
	links      []*link
	taps       []*tap

	clock    clock
	virtual  *virtualClock // nil in real time
	events   eventPump
	health   healthLog
	injected injections
	life     lifecycle
	stopping atomic.Bool   // no supervisor restarts anything any more
	done     chan struct{} // closed once everything has stopped
	halted   halt
	tree     chan struct{} // closed when the supervision tree has stopped
}

func (s *engine) now() messages.Instant { return s.clock.now() }

// Now implements [System.Now].
func (s *engine) Now() messages.Instant { return s.now() }

// Name implements [System.Name].
func (s *engine) Name() string { return s.app.Name }

// Virtual implements [System.Virtual].
func (s *engine) Virtual() bool { return s.virtual != nil }

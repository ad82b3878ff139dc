package actors

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/internal/sound"
)

// halt is the demand that the whole application stops, with the first reason given.
type halt struct {
	once   sync.Once
	reason error
	c      chan struct{} // closed after reason was set
	closed atomic.Bool   // c is: what the loop of virtual time asks before every release
}

func (h *halt) demand(reason error) {
	h.once.Do(func() {
		h.reason = reason
		h.closed.Store(true)
		close(h.c)
	})
}

func (h *halt) demanded() bool { return h.closed.Load() }

// Halt implements [System.Halt].
func (s *engine) Halt(reason error) {
	if reason == nil {
		reason = errNoReason
	}
	s.halt(sound.Error(reason))
}

var errNoReason = errors.New("the application was halted without a reason")

// Halted implements [System.Halted].
func (s *engine) Halted() <-chan struct{} { return s.halted.c }

// HaltReason implements [System.HaltReason].
func (s *engine) HaltReason() error {
	if !s.halted.demanded() {
		return nil
	}
	return s.halted.reason
}

func (s *engine) halt(reason error) { s.halted.demand(reason) }
func (s *engine) isHalted() bool    { return s.halted.demanded() }

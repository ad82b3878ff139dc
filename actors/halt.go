package actors

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/internal/usercode"
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

// Halt asks for a protective stop of the whole application: Run stops every actor and returns reason. Unlike Stop it may
// be called by an actor. The first reason counts; nil stands for one that says that none was given.
func (s *System) Halt(reason error) {
	if reason == nil {
		reason = errNoReason
	}
	s.halt(usercode.Readable(reason))
}

var errNoReason = errors.New("the application was halted without a reason")

// Halted is closed once the application must stop: by Halt, because no supervisor could handle a failure, or because a
// domain hangs. Run and Advance watch it; a program that calls Start itself stops the system when it is closed.
func (s *System) Halted() <-chan struct{} { return s.halted.c }

// HaltReason returns why the application must stop, nil while it need not.
func (s *System) HaltReason() error {
	if !s.halted.demanded() {
		return nil
	}
	return s.halted.reason
}

func (s *System) halt(reason error) { s.halted.demand(reason) }
func (s *System) isHalted() bool    { return s.halted.demanded() }

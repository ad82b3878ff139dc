package actors

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

// halt is the request that the whole application stops, with the first reason.
type halt struct {
	once   sync.Once
	reason error
	c      chan struct{} // closed after reason was set
	closed atomic.Bool   // c is closed; the loop of virtual time reads it before every release
}

func (h *halt) demand(reason error) {
	h.once.Do(func() {
		h.reason = reason
		h.closed.Store(true)
		close(h.c)
	})
}

func (h *halt) demanded() bool { return h.closed.Load() }

// Halt requests a protective stop of the whole application: Run stops every actor and returns
// reason. Unlike Stop, an actor may call Halt. Only the first reason counts; a nil reason is
// replaced.
func (s *System) Halt(reason error) {
	if reason == nil {
		reason = errNoReason
	}
	s.halt(usercode.Readable(reason))
}

var errNoReason = errors.New("the application was halted without a reason")

// Halted returns a channel that is closed once the application must stop: by Halt, because no
// supervisor could handle a failure, or because a domain hangs. Run and Advance watch it; a program
// that calls Start itself stops the system when it is closed.
func (s *System) Halted() <-chan struct{} { return s.halted.c }

// HaltReason returns the reason of the requested stop, nil without one.
func (s *System) HaltReason() error {
	if !s.halted.demanded() {
		return nil
	}
	return s.halted.reason
}

func (s *System) halt(reason error) { s.halted.demand(reason) }
func (s *System) isHalted() bool    { return s.halted.demanded() }

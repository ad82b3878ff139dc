//go:build !linux

package actors

import (
	"errors"
	"time"
)

// On systems other than Linux a domain sleeps on one of Go's timers, which keep milliseconds at best, and runs with the
// default scheduling policy. Everything else is the same: it serves for development and for virtual time.

func newDomainSleeper() sleeper { return newChannelSleeper() }
func newSharedSleeper() sleeper { return newChannelSleeper() }

// channelSleeper waits for a Go timer or a token.
type channelSleeper struct {
	timer *time.Timer
	token chan struct{}
}

func newChannelSleeper() *channelSleeper {
	return &channelSleeper{timer: time.NewTimer(time.Hour), token: make(chan struct{}, 1)}
}

func (c *channelSleeper) sleep(until time.Time) {
	if until.IsZero() {
		<-c.token
		return
	}
	c.timer.Reset(time.Until(until))
	select {
	case <-c.token:
	case <-c.timer.C:
	}
}

func (c *channelSleeper) kick() {
	select {
	case c.token <- struct{}{}:
	default:
	}
}

func (c *channelSleeper) close() { c.timer.Stop() }

// enterDomain has no scheduling class to give.
func enterDomain(spec DomainSpec) (g Grant, release func()) {
	g = Grant{Domain: spec.Name, Policy: "default", Wait: "timer"}
	if spec.Priority > 0 {
		g.Note = "real-time scheduling is supported on Linux only"
	}
	return g, func() {}
}

func lockMemory() error { return errors.New("locking memory is supported on Linux only") }

func unlockMemory() {}

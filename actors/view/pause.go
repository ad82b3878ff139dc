package view

import (
	"errors"
	"sync"
	"time"
)

// Times of a process that was paused.
const (
	pausedAfter = 4 * time.Second // without a beat
	afterPause  = time.Second     // in which requests of before the pause may still arrive
)

// errPaused is the answer to a request that may have waited while the process was paused.
var errPaused = errors.New("the application was paused, and the request may have waited: it was not carried out; try again")

// pauses notices that the process was paused, so that it does not carry out later what somebody
// asked for before. The zero value has had no beat.
type pauses struct {
	mu      sync.Mutex
	newest  time.Time // beat
	resumed time.Time // end of the newest pause
}

// beat is called several times a second.
func (p *pauses) beat(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.newest.IsZero() && now.Sub(p.newest) > pausedAfter {
		p.resumed = now
	}
	p.newest = now
}

// check returns an error for a request that may have waited during a pause.
func (p *pauses) check(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.newest.IsZero() && now.Sub(p.newest) > pausedAfter || !p.resumed.IsZero() && now.Sub(p.resumed) < afterPause {
		return errPaused
	}
	return nil
}

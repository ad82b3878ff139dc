package slot

import (
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
)

// Header travels with every value of a link.
type Header struct {
	// Stamp has the time of the value, its sequence, and the incarnation of its sender.
	Stamp messages.Stamp
	// Withdrawn is set where the sender took its newest value back. The receiver then has no value
	// to act on.
	Withdrawn bool
}

// Life is what an actor announces about itself at the ends of its links. It travels beside the
// values, so that a receiver learns about the end of its sender even if no value follows.
type Life struct {
	Incarnation messages.Incarnation
	State       State
	// Cause is why the actor failed.
	Cause messages.Cause
}

// State is the part of its life that an actor is in.
type State uint8

// The states.
const (
	// Starting actors have begun an incarnation, and send nothing yet. Incarnation zero has not
	// begun.
	Starting State = iota
	// Running actors send and receive.
	Running
	// Failed actors wait for their supervisor. The next incarnation may begin.
	Failed
	// Stopped actors have ended for good.
	Stopped
)

// Announcement holds the newest life that an actor has announced. The zero value is that of an
// actor that has not begun. Any thread may read and write it.
type Announcement struct{ packed atomic.Uint64 }

// Put announces a life. A life of an older incarnation changes nothing.
func (a *Announcement) Put(l Life) {
	next := uint64(l.Incarnation)<<32 | uint64(l.State)<<8 | uint64(l.Cause)
	for {
		old := a.packed.Load()
		if old>>32 > next>>32 || a.packed.CompareAndSwap(old, next) {
			return
		}
	}
}

// Get returns the newest life.
func (a *Announcement) Get() Life {
	packed := a.packed.Load()
	return Life{Incarnation: messages.Incarnation(packed >> 32), State: State(packed >> 8), Cause: messages.Cause(packed)}
}

// Incarnation returns the incarnation of the newest life.
func (a *Announcement) Incarnation() messages.Incarnation {
	return messages.Incarnation(a.packed.Load() >> 32)
}

package servo

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// brake is a spring brake: it needs power to be open, and takes its time both ways. An effort of
// zero means no brake.
type brake struct {
	effort        float64 // N m or N
	opens, closes time.Duration

	closed bool // what it is
	wanted bool // its last command: closed
	at     messages.Instant
}

// tell gives the brake its command; repeating one changes nothing.
func (b *brake) tell(now messages.Instant, closed bool) {
	if b.wanted == closed {
		return
	}
	b.wanted = closed
	b.at = now.Add(b.opens)
	if closed {
		b.at = now.Add(b.closes)
	}
}

// update lets the brake follow its last command.
func (b *brake) update(now messages.Instant) {
	if b.closed != b.wanted && now >= b.at {
		b.closed = b.wanted
	}
}

// fitted reports whether there is a brake.
func (b *brake) fitted() bool { return b.effort > 0 }

// open reports whether torque may move the joint.
func (b *brake) open() bool { return !b.fitted() || !b.closed }

// holds reports whether the brake, not the torque, holds the joint.
func (b *brake) holds() bool { return b.fitted() && b.closed }

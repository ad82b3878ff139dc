package actors

import (
	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// clock is where time and threads live: the virtual scheduler or the real one. All rules about mailboxes, releases and
// failures are above it.
type clock interface {
	// now returns the current instant of the system.
	now() messages.Instant
	// wake has a mailbox stepped because something waits that does not wait for a release.
	wake(m *mailbox)
	// at has fn called at the given instant, or soon when that is past; cancel prevents it if it was not called yet.
	at(t messages.Instant, fn func()) *timerqueue.Event
	cancel(e *timerqueue.Event)
}

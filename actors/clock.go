package actors

import (
	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// clock is the virtual scheduler or the real clock with its threads. The rules of mailboxes,
// releases and failures are above it.
type clock interface {
	// now returns the current instant of the system.
	now() messages.Instant
	// wake steps a mailbox without waiting for a release.
	wake(m *mailbox)
	// at calls fn at an instant, or soon for a past one. cancel prevents the call if it has not
	// begun. The owner says what the call is for, so that a twin can make it anew; nil if it
	// cannot.
	at(t messages.Instant, fn func(), owner any) *timerqueue.Event
	cancel(e *timerqueue.Event)
}

package coupling

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// longWait is the time without a first command after which the actor reports that it waits.
const longWait = time.Second

// wait is the wait for the first command.
type wait struct {
	begun, reported, over bool
	since                 messages.Instant
}

// watchWait reports once that no command has come for longer than longWait, and the end of that
// wait.
func (a *Actor) watchWait(t *actors.Tick) {
	w := &a.waits
	if w.over {
		return
	}
	if !w.begun {
		w.begun, w.since = true, t.Now
	}
	e := messages.Event{Kind: messages.EventWaiting, Joint: a.Joint, Port: "in"}
	switch w.over = a.receiver.have > 0; {
	case w.over && w.reported:
		t.Emit(e)
	case !w.over && !w.reported && t.Now.Sub(w.since) > longWait:
		w.reported = true
		e.Cause, e.Text = messages.CauseStartup, fmt.Sprintf("waits for the first command of %q from world %q", a.Joint, a.From)
		t.Emit(e)
	}
}

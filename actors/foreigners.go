package actors

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// foreignMessage is a message of a foreign actor in the queue of an actor. From is the address of
// its PID, a slash, and the identifier.
type foreignMessage struct {
	From    string
	Payload any
}

// foreigner is a foreign actor that an actor has heard of, for the events that explain a failure or
// an old value by it.
type foreigner struct {
	name atomic.Pointer[string] // nil for an unused place
	last atomic.Int64           // release in which its last message or reply was handled
	// failing is set between the event that it is silent or fails and the one that it sends again.
	failing atomic.Bool
}

// foreigners are those of one actor. The thread of the actor writes them, those of its receivers
// read them.
type foreigners [8]foreigner

// foreignPause is the time without a message after which the next one is an event of its own. One
// event stands for a stream of messages.
const foreignPause = time.Second

// of returns the place of a foreign actor, which may be that of the one that was silent longest.
func (f *foreigners) of(name string) (at *foreigner, known bool) {
	at = &f[0]
	for i := range f {
		p := &f[i]
		switch own := p.name.Load(); {
		case own == nil:
			return p, false
		case *own == name:
			return p, true
		case p.last.Load() < at.last.Load():
			at = p
		}
	}
	return at, false
}

// foreignFrom returns the foreign actor of a message, or an empty name.
func foreignFrom(message any) string {
	switch m := message.(type) {
	case foreignMessage:
		return m.From
	case *request:
		return m.from
	case settled:
		return m.from
	}
	return ""
}

// heard notes that the actor handles a message or a reply of a foreign actor, and reports the first
// of a stream as an event. The thread of the actor calls it.
func (c *cell) heard(l *Context, from string, message any) {
	all := c.strangers.Load()
	if all == nil {
		all = new(foreigners)
		c.strangers.Store(all)
	}
	f, known := all.of(from)
	if !known {
		f.name.Store(&from)
		f.failing.Store(false)
	}
	c.serves.Store(f.name.Load())
	l.heard = f.name.Load()
	cause, text := foreignText(message)
	if text == "" {
		return
	}
	now := l.tick.Now
	quiet := !known || now.Sub(messages.Instant(f.last.Load())) >= foreignPause
	turns := f.failing.Swap(cause != messages.CauseNone) != (cause != messages.CauseNone)
	f.last.Store(int64(now))
	if turns || quiet && cause == messages.CauseNone {
		c.sys.emit(messages.Event{Time: c.now(), Kind: messages.EventForeign, Cause: cause, Source: c.spec.Name, Incarnation: l.incarnation,
			Peer: from, Text: fmt.Sprintf("foreign actor %s %s", from, text)})
	}
}

// foreignText says what a foreign actor did. It is empty for the end of a watch, which the actor
// reports itself.
func foreignText(message any) (messages.Cause, string) {
	switch m := message.(type) {
	case *request:
		return messages.CauseNone, fmt.Sprintf("sent request %T", m.payload)
	case foreignMessage:
		return messages.CauseNone, fmt.Sprintf("sent %T", m.Payload)
	case settled:
		switch {
		case m.watch:
			return messages.CauseError, ""
		case errors.Is(m.err, protoactor.ErrDead):
			return messages.CauseError, "did not reply, because it has stopped or never existed"
		case errors.Is(m.err, ErrTimeout):
			return messages.CauseStale, fmt.Sprintf("did not reply within %v", m.timeout)
		case m.err != nil:
			return messages.CauseError, fmt.Sprintf("replied with an error: %v", m.err)
		}
		return messages.CauseNone, fmt.Sprintf("replied with %T", m.value)
	}
	return messages.CauseNone, ""
}

// partner returns the foreign actor whose message the actor was handling when it failed, or which
// it has heard in the release that failed if no old input can be the reason.
func (c *Context) partner() string {
	if p := c.cell.serves.Load(); p != nil {
		return *p
	}
	if c.heard == nil {
		return ""
	}
	for _, in := range c.cell.inputs {
		if in.stale {
			return ""
		}
	}
	return *c.heard
}

// reportSilence reports each foreign actor whose last message led to the value of an input that has
// become too old: the sender has sent the value in the release in which it handled the message.
func (s *System) reportSilence(in *inlet, now messages.Instant) {
	c, _, err := s.roster.Load().portOwner(in.from)
	if err != nil {
		return // it runs in another process
	}
	all := c.strangers.Load()
	for i := range all.places() {
		f := &all[i]
		name := f.name.Load()
		if name == nil || messages.Instant(f.last.Load()) != in.stamp.Time || f.failing.Swap(true) {
			continue
		}
		s.emit(messages.Event{Time: now, Kind: messages.EventForeign, Cause: messages.CauseStale, Source: c.spec.Name, Incarnation: c.current(), Peer: *name,
			Text: fmt.Sprintf("foreign actor %s has sent nothing since %s", *name, in.stamp.Time)})
	}
}

// places returns how many foreign actors there can be: none before the first one.
func (f *foreigners) places() int {
	if f == nil {
		return 0
	}
	return len(f)
}

package actors

import (
	"context"
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

// Send puts a message into the queue of an actor. The message must not be changed afterwards. It never blocks; the error
// says that the actor is unknown, has stopped, or has no room in its queue.
func (s *System) Send(to string, message any) error { return s.send(to, message, message) }

// send puts the message, whose content is payload, into a queue.
func (s *System) send(to string, payload, message any) error {
	c, err := s.cellAt(to)
	if err != nil {
		return err
	}
	switch payload.(type) {
	case nil:
		return fmt.Errorf("nothing was sent to %s: the message is nil", to)
	case *Tick, *Context:
		return fmt.Errorf("nothing was sent to %s: a %T is valid in its own actor only", to, payload)
	}
	return c.mailbox.post(message)
}

// Ask sends a request to an actor and waits for the reply. A reply that is an error, with which an actor refuses, is returned
// as the error, too. Real time only: in virtual time nothing would move while it waits; there Request takes the reply as a
// call.
func (s *System) Ask(ctx context.Context, to string, message any) (any, error) {
	if s.virtual != nil {
		return nil, errors.New("Ask waits, which virtual time cannot do: use Request and Advance")
	}
	type answer struct {
		value any
		err   error
	}
	got := make(chan answer, 1)
	if err := s.Request(to, message, func(value any, err error) { got <- answer{value, err} }); err != nil {
		return nil, err
	}
	select {
	case a := <-got:
		return a.value, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("asked %s: %w", to, ctx.Err())
	case <-s.done:
		return nil, fmt.Errorf("asked %s: the system stopped", to)
	}
}

// Request sends a request to an actor; then is called once, with the reply or with the error that came instead, on the
// thread of who settles it, which must not be held up. A reply that is an error is both. When Request returns an error,
// then is not called.
func (s *System) Request(to string, message any, then func(reply any, err error)) error {
	if then == nil {
		return fmt.Errorf("nothing was requested of %s: there is no function that takes the reply", to)
	}
	return s.send(to, message, &request{payload: message, answer: func(reply any, err error) {
		if failed := usercode.Call(func() error { then(reply, err); return nil }); failed != nil {
			s.halt(fmt.Errorf("who had asked %s failed on the reply: %w", to, failed))
		}
	}})
}

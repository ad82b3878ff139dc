package actors

import (
	"context"
	"errors"
	"fmt"
)

// Send implements [System.Send].
func (s *engine) Send(to string, message any) error { return s.send(to, message, message) }

// send puts the message, whose content is payload, into a queue.
func (s *engine) send(to string, payload, message any) error {
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

// Ask implements [System.Ask].
func (s *engine) Ask(ctx context.Context, to string, message any) (any, error) {
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

// Request implements [System.Request].
func (s *engine) Request(to string, message any, then func(reply any, err error)) error {
	if then == nil {
		return fmt.Errorf("nothing was requested of %s: there is no function that takes the reply", to)
	}
	return s.send(to, message, &request{payload: message, answer: func(reply any, err error) {
		if failed := protect(func() error { then(reply, err); return nil }); failed != nil {
			s.halt(fmt.Errorf("who had asked %s failed on the reply: %w", to, failed))
		}
	}})
}

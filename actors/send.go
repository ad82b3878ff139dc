package actors

import (
	"context"
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// Send puts a message into the queue of an actor. The message must not be changed afterwards. Send
// never blocks. It returns an error if the actor is unknown, has stopped, or has no room in its
// queue.
func (s *System) Send(to string, message any) error { return s.send(to, message, message) }

// send puts a message into a queue; payload is its content.
func (s *System) send(to string, payload, message any) error {
	c, err := s.cellAt(to)
	if err != nil {
		return err
	}
	switch payload.(type) {
	case nil:
		return fmt.Errorf("the message to %s is nil; expected a value", to)
	case *Tick, *Context:
		return fmt.Errorf("the message to %s is a %T, which is valid in its own actor only", to, payload)
	}
	return c.mailbox.post(message)
}

// Ask sends a request to an actor and waits for the reply. A reply of type error is a refusal and
// is returned as the error, too. The request expires with ctx: if ctx ends before the actor takes
// it, the actor never carries it out, unless the message is [Lasting]. Ask works in real time only,
// because virtual time does not advance while it waits; use Request there.
func (s *System) Ask(ctx context.Context, to string, message any) (any, error) {
	if s.virtual != nil {
		return nil, errors.New("Ask cannot wait in virtual time: use Request and Advance")
	}
	type answer struct {
		value any
		err   error
	}
	got := make(chan answer, 1)
	r := &request{payload: message, deadline: s.deadline(ctx), answer: func(value any, err error) { got <- answer{value, err} }}
	if err := s.send(to, message, r); err != nil {
		return nil, err
	}
	select {
	case a := <-got:
		return a.value, a.err
	case <-ctx.Done():
		r.claim(nil, ctx.Err())
		return nil, fmt.Errorf("asked %s: %w", to, ctx.Err())
	case <-s.done:
		return nil, fmt.Errorf("asked %s: the system has stopped", to)
	}
}

// deadline returns the end of ctx on the clock of the system, or 0 without one.
func (s *System) deadline(ctx context.Context) messages.Instant {
	patience, ends := remaining(ctx)
	if !ends {
		return 0
	}
	return max(1, s.now().Add(patience)) // 0 means that a request does not expire
}

// Request sends a request to an actor. It calls then once, with the reply or an error, on the
// thread of the replier, which then must not block. A reply of type error is a refusal and is also
// the error. If Request returns an error, it does not call then. The request does not expire.
func (s *System) Request(to string, message any, then func(reply any, err error)) error {
	return s.request("", to, message, then)
}

// request sends a request of the program, or of a foreign actor by its name.
func (s *System) request(from, to string, message any, then func(reply any, err error)) error {
	if then == nil {
		return fmt.Errorf("the request to %s has no function for the reply; use Send for a message without a reply", to)
	}
	return s.send(to, message, &request{payload: message, from: from, answer: func(reply any, err error) {
		if failed := usercode.Call(func() error { then(reply, err); return nil }); failed != nil {
			s.halt(fmt.Errorf("the reply handler for %s failed: %w", to, failed))
		}
	}})
}

package actors

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// ErrTimeout means that no reply came in time.
var ErrTimeout = errors.New("no reply in time")

// ErrRestarted means that the actor that was asked restarted before it replied.
var ErrRestarted = errors.New("restarted before it replied")

func errRestarted(name string) error { return fmt.Errorf("%s: %w", name, ErrRestarted) }

// MaxAsks is the number of requests that an actor may have open.
const MaxAsks = 16

// request is a message that wants a reply; it is answered once.
type request struct {
	payload any
	done    atomic.Bool
	answer  func(value any, err error)
}

func (r *request) reply(value any) bool {
	if !r.done.CompareAndSwap(false, true) {
		return false
	}
	r.answer(value, nil)
	return true
}

func (r *request) fail(err error) {
	if r.done.CompareAndSwap(false, true) {
		r.answer(nil, err)
	}
}

// reply is a message to the asking actor.
type reply struct {
	id    uint64
	value any
	err   error
}

// asks are the open requests of one actor.
type asks struct {
	next uint64
	open []openAsk
}

type openAsk struct {
	id      uint64
	request *request
	then    func(c *Context, reply any, err error) error
}

// abandon drops the continuations of an incarnation that ends.
func (a *asks) abandon() { a.open = nil }

func (c *cell) ask(to string, payload any, timeout time.Duration, then func(*Context, any, error) error) error {
	if len(c.asks.open) >= MaxAsks {
		return fmt.Errorf("%s has %d open requests already, the most that are allowed", c.spec.Name, MaxAsks)
	}
	if timeout <= 0 {
		return fmt.Errorf("%s asks %s without a timeout; expected a positive duration", c.spec.Name, to)
	}
	c.asks.next++
	id := c.asks.next
	r := &request{payload: payload, answer: func(value any, err error) { c.mailbox.post(&reply{id, value, err}) }}
	if err := c.sys.send(to, r); err != nil {
		return err
	}
	c.asks.open = append(c.asks.open, openAsk{id, r, then})
	c.sys.clock.at(c.now().Add(timeout), func() {
		r.fail(fmt.Errorf("%s asked %s: %w (%v)", c.spec.Name, to, ErrTimeout, timeout))
	})
	return nil
}

// deliver runs the continuation that waits for this reply, if its incarnation still lives.
func (r *reply) deliver(c *cell) error {
	for i, open := range c.asks.open {
		if open.id == r.id {
			c.asks.open = append(c.asks.open[:i], c.asks.open[i+1:]...)
			return open.then(c.ctx, r.value, r.err)
		}
	}
	return nil
}

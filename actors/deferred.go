package actors

import (
	"fmt"
	"slices"
	"sync"
)

// Reply answers the request that is being received. It reports whether the sender still waits.
func (c *Context) Reply(message any) bool {
	r := c.takeRequest()
	return r != nil && r.settle(message, nil)
}

// Refuse answers the request that is being received with an error, which does not fail this actor.
// It reports whether the sender still waits.
func (c *Context) Refuse(reason error) bool {
	r := c.takeRequest()
	return r != nil && r.settle(nil, reason)
}

// Defer keeps the request that is being received; this incarnation answers it later. It returns nil
// if the message expects no reply. It also returns nil, and refuses the request, if as many
// requests are deferred as the actor's queue holds messages.
func (c *Context) Defer() *Deferred {
	r := c.takeRequest()
	if r == nil {
		return nil
	}
	if err := c.taken.keep(r, c.cell.mailbox.queue.Limit()); err != nil {
		r.settle(nil, fmt.Errorf("%s %w", c.Name(), err))
		return nil
	}
	return &Deferred{r}
}

func (c *Context) takeRequest() *request {
	if c.fenced() {
		return nil
	}
	return c.taken.take()
}

// taken are the requests that an incarnation has taken and not answered. If its code does not
// return, other code of the runtime answers them.
type taken struct {
	mu       sync.Mutex
	received *request // the one that is being received
	kept     []*request
	over     error // returned to later requests; nil while requests are kept
}

// receive notes the request that is delivered next.
func (t *taken) receive(r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.received = r
}

// take returns the request that is being received, once.
func (t *taken) take() (r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, t.received = t.received, nil
	return r
}

// keep keeps a request, among at most limit.
func (t *taken) keep(r *request, limit int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = slices.DeleteFunc(t.kept, func(r *request) bool { return !r.open() })
	switch {
	case t.over != nil:
		return t.over
	case len(t.kept) >= limit:
		return fmt.Errorf("keeps %d requests already: %w", len(t.kept), ErrQueueFull)
	}
	t.kept = append(t.kept, r)
	return nil
}

// abandon settles all requests with an error, and rejects later ones.
func (t *taken) abandon(name string, why error) {
	t.mu.Lock()
	received, kept := t.received, t.kept
	t.received, t.kept, t.over = nil, nil, why
	t.mu.Unlock()
	for _, r := range append([]*request{received}, kept...) {
		if r != nil {
			r.settle(nil, fmt.Errorf("%s %w", name, why))
		}
	}
}

// Deferred is a request that will be answered later, for instance from a tick. Every request is
// answered once: if the incarnation ends first, the sender receives ErrRestarted or ErrStopped. The
// methods of a nil Deferred do nothing.
type Deferred struct{ request *request }

// Reply answers the request. It reports whether the sender still waits.
func (d *Deferred) Reply(message any) bool { return d != nil && d.request.settle(message, nil) }

// Refuse answers the request with an error. It reports whether the sender still waits.
func (d *Deferred) Refuse(reason error) bool { return d != nil && d.request.settle(nil, reason) }

// Open reports whether the sender still waits.
func (d *Deferred) Open() bool { return d != nil && d.request.open() }

// open reports whether the sender of a request that was taken still waits.
func (t *taken) open() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.kept, (*request).open)
}

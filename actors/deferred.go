package actors

import (
	"fmt"
	"slices"
	"sync"
)

// Reply answers the request that is being received. It reports whether somebody waits for it.
func (c *Context) Reply(message any) bool {
	r := c.takeRequest()
	return r != nil && r.settle(message, nil)
}

// Refuse answers the request that is being received with an error, which does not fail this actor. It reports whether
// somebody waits for it.
func (c *Context) Refuse(reason error) bool {
	r := c.takeRequest()
	return r != nil && r.settle(nil, reason)
}

// Defer keeps the request that is being received, to be answered later by this incarnation. It returns nil when the
// message that is being received wants no reply, or when as many requests are kept as the actor's queue holds messages;
// the request is refused then.
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

// taken are the requests that an incarnation has taken and not answered. Where its code does not return, they are answered
// from elsewhere.
type taken struct {
	mu       sync.Mutex
	received *request // the one that is being received
	kept     []*request
	over     error // why nothing is kept any more
}

// receive notes the request that is delivered next.
func (t *taken) receive(r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.received = r
}

// take returns the request that is being received, unless it was taken before.
func (t *taken) take() (r *request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, t.received = t.received, nil
	return r
}

// keep has a request wait for its answer, among at most limit.
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

// abandon answers everything, as the incarnation will not.
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

// Deferred is a request that will be answered later: from the tick in which the answer is known, say. Every request is
// answered once: should the incarnation end before, the asker is told so. The methods of a nil Deferred do nothing.
type Deferred struct{ request *request }

// Reply answers the request. It reports whether somebody still waits for it.
func (d *Deferred) Reply(message any) bool { return d != nil && d.request.settle(message, nil) }

// Refuse answers the request with an error. It reports whether somebody still waits for it.
func (d *Deferred) Refuse(reason error) bool { return d != nil && d.request.settle(nil, reason) }

// Open reports whether somebody still waits for the reply.
func (d *Deferred) Open() bool { return d != nil && d.request.open() }

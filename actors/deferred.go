package actors

import "fmt"

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
	c.dropSettled()
	if len(c.kept) >= int(cellOf(c.cell).mailbox.queue.limit) {
		r.settle(nil, fmt.Errorf("%s keeps %d requests already: %w", c.Name(), len(c.kept), ErrQueueFull))
		return nil
	}
	c.kept = append(c.kept, r)
	return &Deferred{r}
}

func (c *Context) takeRequest() *request {
	if c.fenced() {
		return nil
	}
	r := c.request
	c.request = nil
	return r
}

func (c *Context) dropSettled() {
	open := c.kept[:0]
	for _, r := range c.kept {
		if r.open() {
			open = append(open, r)
		}
	}
	clear(c.kept[len(open):])
	c.kept = open
}

// abandonKept answers what the incarnation took and did not answer.
func (c *Context) abandonKept(why error) {
	if r := c.takeRequest(); r != nil {
		r.settle(nil, fmt.Errorf("%s %w", c.Name(), why))
	}
	for _, r := range c.kept {
		r.settle(nil, fmt.Errorf("%s %w", c.Name(), why))
	}
	c.kept = nil
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

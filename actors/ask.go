package actors

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// ErrTimeout means that no reply arrived in time.
var ErrTimeout = errors.New("no reply in time")

// ErrExpired means that the deadline of a request passed before its receiver took it. The request
// was not and will not be carried out.
var ErrExpired = errors.New("expired before the receiver took it")

// Lasting is implemented by messages that are delivered even if their sender no longer waits for
// the reply, such as a stop. Every other request expires with the patience of its sender.
type Lasting interface{ Lasting() }

// ErrNoReply means that the receiver handled the request, and neither answered nor deferred it.
var ErrNoReply = errors.New("the receiver did not reply")

// MaxAsks is the number of requests that an actor may have open.
const MaxAsks = 16

// request is a message that expects a reply. It is settled once: by a reply, a refusal, the end of
// its receiver, or its timeout.
type request struct {
	payload any
	from    string // the foreign actor that made the request, or that replies to it; empty without one
	watch   bool   // no request, but the watch of a foreign actor
	state   atomic.Uint32
	value   any
	err     error

	// deadline is when the request expires, on the clock of the system; 0 for never.
	deadline messages.Instant

	// answer receives the reply if no actor made the request. It runs on the thread of the replier.
	answer func(value any, err error)

	// asker and the following fields are set if an actor made the request.
	asker    *Context
	to       string
	timeout  time.Duration
	order    uint64
	then     func(c *Context, reply any, err error) error
	stranded atomic.Bool // the reply did not fit into the queue of the asker
}

// The states of a request; between the first and the last, its result is being written.
const (
	requestOpen uint32 = iota
	requestSettling
	requestSettled
)

// settle settles the request and reports whether it was open.
func (r *request) settle(value any, err error) bool {
	if !r.claim(value, err) {
		return false
	}
	if r.asker != nil {
		r.asker.cell.mailbox.postReply(r)
	} else {
		r.answer(r.value, r.err)
	}
	return true
}

// claim settles an open request without a call of its reply handler. A reply of type error counts
// as a refusal, so that a caller that reads err alone never takes it for a success.
func (r *request) claim(value any, err error) bool {
	if refusal, is := value.(error); is && err == nil {
		err = refusal
	}
	err = usercode.Readable(err)
	if !r.state.CompareAndSwap(requestOpen, requestSettling) {
		return false
	}
	r.value, r.err = value, err
	r.state.Store(requestSettled)
	return true
}

// open reports whether the request is not settled yet.
func (r *request) open() bool { return r.state.Load() == requestOpen }

// expired reports whether the receiver must not take the request any more, and settles it then: a
// process that was paused must not carry out what nobody waits for.
func (r *request) expired(receiver string, now messages.Instant) bool {
	if _, lasts := r.payload.(Lasting); lasts {
		return false
	}
	if r.deadline > 0 && now >= r.deadline {
		r.settle(nil, r.late(receiver))
	}
	return !r.open()
}

// late returns the error of a request whose deadline has passed.
func (r *request) late(receiver string) error {
	if r.asker == nil {
		return fmt.Errorf("%s: the request %w", receiver, ErrExpired)
	}
	return fmt.Errorf("%s asked %s: %w (%v)", r.asker.Name(), r.to, ErrTimeout, r.timeout)
}

// settled returns a settled request to the actor that made it.
type settled struct{ *request }

// asks are the open requests of one incarnation, the oldest first. A list is enough for so few.
// Only the actor's goroutine should use them; a lock keeps the list intact if another one does.
type asks struct {
	mu   sync.Mutex
	made uint64
	open []*request
}

// ask sends a request on behalf of the actor.
func (c *Context) ask(to string, payload any, timeout time.Duration, then func(*Context, any, error) error) error {
	return c.request(to, timeout, then, func(r *request) error {
		r.payload = payload
		return c.cell.sys.send(to, payload, r)
	})
}

// request makes a request of the actor, which post passes on. It is open from then on.
func (c *Context) request(to string, timeout time.Duration, then func(*Context, any, error) error, post func(*request) error) error {
	switch {
	case len(c.asks.open) >= MaxAsks:
		return fmt.Errorf("%s has %d open requests already; expected at most that many", c.Name(), MaxAsks)
	case timeout <= 0:
		return fmt.Errorf("%s asks %s with a timeout of %v; expected a positive duration", c.Name(), to, timeout)
	case then == nil:
		return fmt.Errorf("%s asks %s without a function that takes the reply; Send needs none", c.Name(), to)
	}
	r := &request{asker: c, to: to, timeout: timeout, order: c.asks.made + 1, deadline: c.cell.now().Add(timeout), then: then}
	if err := post(r); err != nil {
		return err
	}
	c.asks.add(r)
	return nil
}

// add adds a request that was sent.
func (a *asks) add(r *request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.made++
	a.open = append(a.open, r)
}

// any reports whether a request is open.
func (a *asks) any() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.open) > 0
}

// over returns the oldest request that has timed out or whose reply did not fit into the queue. It
// considers the first upTo requests of the incarnation.
func (a *asks) over(now messages.Instant, upTo uint64) *request {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.open {
		if r.order > upTo {
			break
		}
		if now >= r.deadline && r.open() && r.claim(nil, r.late(r.to)) {
			return r
		}
		if r.stranded.Load() {
			return r
		}
	}
	return nil
}

// earliest returns the first deadline.
func (a *asks) earliest() (at messages.Instant, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.open {
		if !ok || r.deadline < at {
			at, ok = r.deadline, true
		}
	}
	return at, ok
}

// remove reports whether the request was open.
func (a *asks) remove(r *request) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, open := range a.open {
		if open == r {
			a.open = append(a.open[:i], a.open[i+1:]...)
			return true
		}
	}
	return false
}

// abandon drops the requests of an incarnation that ends; later replies are ignored.
func (a *asks) abandon() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.open {
		r.claim(nil, ErrFenced)
	}
	a.open = nil
}

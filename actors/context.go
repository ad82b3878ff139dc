package actors

import (
	"errors"
	"math/rand/v2"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// ErrFenced means that the caller belongs to an incarnation that was replaced because it failed or
// did not return. Its calls have no effect.
var ErrFenced = errors.New("this incarnation was replaced")

// Context gives an actor everything beside its ports: names, time, messages, timers, requests and
// events. Only the actor's own methods may use it, and only while they run.
type Context struct {
	cell        *cell
	incarnation messages.Incarnation
	log         *zap.Logger

	// The rest is the state of this incarnation. It belongs to the thread that runs the actor. The
	// next incarnation has a Context of its own, so nothing is shared with a predecessor that still
	// runs.
	actor    any
	ticker   Ticker
	receiver Receiver
	tick     Tick
	lastTick messages.Instant // beginning of the previous tick, or of the incarnation
	ticked   bool             // there was a previous tick
	steps    uint64           // with a check of loans
	timers   timerqueue.Keyed
	asks     asks
	jobs     []*Job // open, in the order in which they were started
	taken    taken
	failure  *Failure // of the delivery under way
	heard    *string  // the foreign actor that was heard last in the present batch, or nil
	// ticking is true within Tick, when outputs may be written.
	ticking bool
	// completed is false while code of the actor runs. It distinguishes the end of a goroutine from
	// a return.
	completed bool
	leaving   bool // no job may be started any more
	ended     bool
}

// fenced reports whether another incarnation has taken over, or another goroutine is the caller,
// where that is checked.
func (c *Context) fenced() bool {
	return c.ended || c.cell.current() != c.incarnation || c.cell.foreign()
}

// Name returns the actor's whole path.
func (c *Context) Name() string { return c.cell.spec.Name }

// World returns the name of the actor's world.
func (c *Context) World() string { return c.cell.spec.World }

// Incarnation returns the number of this incarnation, counted from 1.
func (c *Context) Incarnation() messages.Incarnation { return c.incarnation }

// Time returns the current instant.
func (c *Context) Time() messages.Instant { return c.cell.now() }

// Rand returns the actor's own random stream, derived from the system's seed and the actor's name.
// It continues over restarts. Draws of other actors do not shift it.
func (c *Context) Rand() *rand.Rand { return c.cell.random() }

// Log returns a logger that names the actor. Log lines are written at once, on the actor's thread:
// use a port or an event for frequent data, which a recorder takes without delaying the tick.
func (c *Context) Log() *zap.Logger { return c.log }

// Send puts a message into the queue of another actor. The message must not be changed afterwards.
// Send never blocks. It returns an error if the actor is unknown, has stopped, or has no room in
// its queue.
func (c *Context) Send(to string, message any) error {
	if c.fenced() {
		return ErrFenced
	}
	return c.cell.sys.Send(to, message)
}

// After sends message to this actor once d has passed. It replaces a timer with the same key.
// Timers end with the incarnation. A periodic actor receives the message at its next release.
func (c *Context) After(key string, d time.Duration, message any) {
	if !c.fenced() {
		c.timers.Start(key, c.cell.now().Add(d), message)
	}
}

// Cancel removes a timer and reports whether it existed.
func (c *Context) Cancel(key string) bool { return !c.fenced() && c.timers.Cancel(key) }

// Ask sends a request. It calls then once, inside this actor, with the reply or an error:
// ErrTimeout, ErrRestarted, ErrStopped, or the reason of a refusal, which is also the reply. If the
// request cannot be sent, Ask returns the error and does not call then. A request that has timed
// out is not delivered any more, unless it is [Lasting]. An actor may have at most MaxAsks open
// requests.
func (c *Context) Ask(to string, message any, timeout time.Duration, then func(c *Context, reply any, err error) error) error {
	if c.fenced() {
		return ErrFenced
	}
	return c.ask(to, message, timeout, then)
}

// Emit reports an event to recordings and receivers of events. It fills in Time, Source,
// Incarnation and, while a message of a foreign actor is handled, Peer.
func (c *Context) Emit(e messages.Event) {
	if c.fenced() {
		return
	}
	e.Time, e.Source, e.Incarnation = c.cell.now(), c.cell.spec.Name, c.incarnation
	if from := c.cell.serves.Load(); from != nil && e.Peer == "" {
		e.Peer = *from
	}
	c.cell.sys.emit(e)
}

package actors

import (
	"errors"
	"math/rand/v2"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/timerqueue"
	"github.com/robo-actors/robo-actors/messages"
)

// ErrFenced means that the caller is code of an incarnation that was replaced, because it failed or did not return:
// nothing that it does has an effect any more.
var ErrFenced = errors.New("this incarnation was replaced")

// Context is what an actor can do beside reading and writing its ports. Only the actor's own methods may use it, and
// only while they run.
type Context struct {
	cell        *cell
	incarnation messages.Incarnation
	log         *zap.Logger

	// The rest is the life of this incarnation. It belongs to the thread that runs the actor; the next incarnation has
	// its own, so that nothing is shared with a predecessor that still runs.
	actor    any
	ticker   Ticker
	receiver Receiver
	tick     Tick
	lastTick messages.Instant // beginning of the previous tick, or of the incarnation
	ticked   bool             // there was a previous tick
	timers   timerqueue.Keyed
	asks     asks
	jobs     []*Job // open, in the order in which they were started
	taken    taken
	failure  *Failure // of the delivery under way
	// ticking is true within Tick, when outputs may be written.
	ticking bool
	// completed is false while code of the actor runs; it tells the end of a goroutine from a return.
	completed bool
	leaving   bool // no job may be started any more
	ended     bool
}

// fenced reports whether another incarnation has taken over.
func (c *Context) fenced() bool { return c.ended || c.cell.current() != c.incarnation }

// Name returns the actor's whole path.
func (c *Context) Name() string { return c.cell.spec.Name }

// World returns the name of the actor's world.
func (c *Context) World() string { return c.cell.spec.World }

// Incarnation returns the number of this life of the actor.
func (c *Context) Incarnation() messages.Incarnation { return c.incarnation }

// Time returns the current instant.
func (c *Context) Time() messages.Instant { return c.cell.now() }

// Rand returns the actor's own random stream, derived from the system's seed and the actor's name. It goes on over
// restarts, and no other actor's draws shift it.
func (c *Context) Rand() *rand.Rand { return c.cell.random() }

// Log returns a logger that names the actor. It writes where it is called: what happens often belongs into a port or an
// event, which a recorder takes without delaying the tick.
func (c *Context) Log() *zap.Logger { return c.log }

// Send puts a message into the queue of another actor. The message must not be changed afterwards. It never blocks;
// the error says that the actor is unknown, has stopped, or has no room in its queue.
func (c *Context) Send(to string, message any) error {
	if c.fenced() {
		return ErrFenced
	}
	return c.cell.sys.Send(to, message)
}

// After has the actor receive message once d has passed. A timer with the same key is replaced; timers end with the
// incarnation. A periodic actor looks at its timers when it is released.
func (c *Context) After(key string, d time.Duration, message any) {
	if !c.fenced() {
		c.timers.Start(key, c.cell.now().Add(d), message)
	}
}

// Cancel removes a timer and reports whether there was one.
func (c *Context) Cancel(key string) bool { return !c.fenced() && c.timers.Cancel(key) }

// Ask sends a request and has then called once, inside this actor, with the reply or with the error that came instead:
// ErrTimeout, ErrRestarted, ErrStopped, or what the receiver refused it with, which is its reply, too. When the request cannot be sent at all,
// Ask returns why, and then is not called. At most MaxAsks requests of an actor may be open.
func (c *Context) Ask(to string, message any, timeout time.Duration, then func(c *Context, reply any, err error) error) error {
	if c.fenced() {
		return ErrFenced
	}
	return c.ask(to, message, timeout, then)
}

// Emit tells people and recordings of an event; Time, Source and Incarnation are filled in.
func (c *Context) Emit(e messages.Event) {
	if c.fenced() {
		return
	}
	e.Time, e.Source, e.Incarnation = c.cell.now(), c.cell.spec.Name, c.incarnation
	c.cell.sys.emit(e)
}

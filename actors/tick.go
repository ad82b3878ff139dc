package actors

import (
	"math/rand/v2"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/messages"
)

// Tick is one release of an actor. It is valid during the call only.
type Tick struct {
	// Sequence is the index of the release on the actor's grid, or counts the ticks of an event-driven actor.
	Sequence uint64
	// Release is the instant on the grid; Now is when the tick began.
	Release, Now messages.Instant
	// Period is that of the grid; zero for an event-driven actor.
	Period time.Duration
	// Step is the grid time since the previous tick: Period times the missed releases plus one. Laws integrate with it,
	// so that they do not depend on jitter.
	Step time.Duration
	// Measured is the time since the previous tick began.
	Measured time.Duration
	// Missed counts the releases that were skipped since the previous tick.
	Missed uint32
	// Context is the actor's; it stays valid for the incarnation.
	*Context

	cell *cell
}

// Context is what an actor can do beside reading and writing its ports. Only the actor's own methods may use it.
type Context struct {
	cell        *cell
	incarnation messages.Incarnation
	log         *zap.Logger
	request     *request
}

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

// Log returns a logger that names the actor.
func (c *Context) Log() *zap.Logger { return c.log }

// Send puts a message into the queue of another actor. The message must not be changed afterwards. It never blocks;
// the error says that the actor is unknown or its queue full.
func (c *Context) Send(to string, message any) error { return c.cell.sys.Send(to, message) }

// After has the actor receive message once d has passed. A timer with the same key is replaced; timers end with the
// incarnation.
func (c *Context) After(key string, d time.Duration, message any) {
	c.cell.timers.set(key, c.cell.now().Add(d), message)
	c.cell.mailbox.rearm()
}

// Cancel removes a timer and reports whether there was one.
func (c *Context) Cancel(key string) bool { return c.cell.timers.cancel(key) }

// Ask sends a request and has then called, inside this actor, with the reply or with an error: after the timeout, or at
// once when the request cannot be sent. It never blocks. At most 16 requests of an actor may be open.
func (c *Context) Ask(to string, message any, timeout time.Duration, then func(c *Context, reply any, err error) error) error {
	return c.cell.ask(to, message, timeout, then)
}

// Reply answers the request that is being received. It reports whether somebody waits for it.
func (c *Context) Reply(message any) bool {
	if c.request == nil {
		return false
	}
	r := c.request
	c.request = nil
	return r.reply(message)
}

// Emit tells people and recordings of an event; Time, Source and Incarnation are filled in.
func (c *Context) Emit(e messages.Event) {
	e.Time, e.Source, e.Incarnation = c.cell.now(), c.cell.spec.Name, c.incarnation
	c.cell.sys.emit(e)
}

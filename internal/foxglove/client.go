package foxglove

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// client is a connected viewer.
type client struct {
	server *Server
	remote string
	box    *outbox
	ctx    context.Context // of its request; ends with the connection
	cancel context.CancelFunc
	conn   *websocket.Conn
	sdk    bool // it speaks foxglove.sdk.v1

	// Guarded by the server's lock: its subscriptions by their number, and the numbers by channel.
	subscriptions map[uint32]*advertised
	numbers       map[*advertised]uint32
	parameters    map[string]bool // names whose changes it wants
	allParameters bool
	graph         bool

	// work is done in order, beside the loop that reads: parameters and playback.
	work chan func()

	running calls
	budget  budget
}

func newClient(s *Server, r *http.Request) *client {
	c := &client{
		server: s, remote: r.RemoteAddr, box: newOutbox(s.limits),
		subscriptions: map[uint32]*advertised{}, numbers: map[*advertised]uint32{}, parameters: map[string]bool{},
		work: make(chan func(), waitingRequests),
	}
	c.ctx, c.cancel = context.WithCancel(r.Context())
	c.running.most = s.limits.RunningCalls
	c.budget = budget{perSecond: s.limits.MessagesPerSecond}
	return c
}

// waitingRequests of a client for parameters and playback.
const waitingRequests = 16

func (c *client) protocol() string {
	if c.sdk {
		return sdkProtocol
	}
	return legacyProtocol
}

// serve talks to the client until one side ends the connection.
func (c *client) serve(conn *websocket.Conn) {
	defer c.cancel()
	c.conn, c.sdk = conn, conn.Subprotocol() == sdkProtocol
	conn.SetReadLimit(c.server.limits.MessageBytes)
	defer conn.CloseNow()
	if !c.server.welcome(c) {
		conn.Close(websocket.StatusGoingAway, closing)
		return
	}
	if c.sdk && c.server.options.Playback != nil {
		c.server.sendPlayback(c)
	}
	var helpers sync.WaitGroup
	helpers.Go(c.write)
	helpers.Go(c.ping)
	go c.workOff() // what it does may outlive the connection
	c.read()
	c.cancel()
	conn.CloseNow()
	helpers.Wait()
}

// pinged counts a ping of the client and reports whether it is answered. A flood of pings ends the
// connection.
func (c *client) pinged(context.Context, []byte) bool {
	if c.budget.spend(time.Now()) {
		return true
	}
	c.cancel()
	return false
}

// read handles messages of the client until it goes or sends too much.
func (c *client) read() {
	for {
		kind, bytes, err := c.conn.Read(c.ctx)
		if err != nil {
			return
		}
		if !c.budget.spend(time.Now()) {
			c.conn.Close(websocket.StatusPolicyViolation, "too many messages")
			return
		}
		parse := parseText
		if kind == websocket.MessageBinary {
			parse = parseBinary
		}
		r, err := parse(bytes)
		if err != nil {
			c.fail(err.Error())
			continue
		}
		c.handle(r)
	}
}

// fail reports to the client that its message was not carried out.
func (c *client) fail(text string) {
	c.box.send(mustText(statusMessage{Op: "status", Level: Error, Message: text}))
}

// write sends what waits, until the connection ends.
func (c *client) write() {
	defer c.cancel()
	var buffer []byte
	var notice dropNotice
	for {
		p, waits := c.box.next()
		if !waits {
			select {
			case <-c.box.wake:
				continue
			case <-c.ctx.Done():
				return
			}
		}
		dropped, overflowed := c.box.lost()
		if overflowed {
			c.slow()
			return
		}
		for _, status := range notice.due(time.Now(), dropped) {
			if !c.put(status, status.bytes) {
				return
			}
		}
		encoded := p.encoded(buffer)
		if p.message != nil {
			buffer = kept(encoded)
		}
		if !c.put(p, encoded) {
			return
		}
	}
}

// put writes one message to the socket. It returns false at the end of the connection.
func (c *client) put(p parcel, encoded []byte) bool {
	kind := websocket.MessageText
	if p.binary {
		kind = websocket.MessageBinary
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.server.limits.WriteTimeout)
	defer cancel()
	err := c.conn.Write(ctx, kind, encoded)
	if err != nil && ctx.Err() == context.DeadlineExceeded {
		c.slow()
	}
	return err == nil
}

// kept is a buffer for the next message; a large one goes.
func kept(buffer []byte) []byte {
	if cap(buffer) > 1<<20 {
		return nil
	}
	return buffer
}

// slow counts a client that is disconnected because it does not read.
func (c *client) slow() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.server.past.Slow++
}

// ping ends the connection of a client that no longer answers.
func (c *client) ping() {
	defer c.cancel()
	limits := c.server.limits
	ticker := time.NewTicker(limits.PingPeriod)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-c.ctx.Done():
			return
		}
		// A large message may be under way.
		ctx, cancel := context.WithTimeout(c.ctx, limits.PingPeriod+limits.WriteTimeout)
		err := c.conn.Ping(ctx)
		late := ctx.Err() == context.DeadlineExceeded
		cancel()
		if late {
			c.slow()
		}
		if err != nil {
			return
		}
	}
}

const closing = "the server ends"

// goAway sends what waits and closes the connection in a friendly way where the client takes part,
// and at once otherwise.
func (c *client) goAway() {
	end := time.AfterFunc(goodbye, c.cancel)
	defer end.Stop()
	for !c.box.empty() && c.ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	c.conn.Close(websocket.StatusGoingAway, closing)
}

// goodbye is how long a client may take for what waits and for the end of the connection.
const goodbye = 500 * time.Millisecond

// workOff carries out queued requests.
func (c *client) workOff() {
	for {
		select {
		case do := <-c.work:
			do()
		case <-c.ctx.Done():
			return
		}
	}
}

// later queues a request for parameters or playback.
func (c *client) later(do func()) {
	select {
	case c.work <- do:
	default:
		c.fail("too many requests are waiting; this one was not carried out")
	}
}

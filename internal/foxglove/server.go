package foxglove

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// Server is an http.Handler to which viewers connect. Its methods may be called from any goroutine,
// and none waits for a viewer.
type Server struct {
	options  Options
	limits   Limits
	services parcel // their announcement
	info     serverInfo

	// channels is replaced as a whole; a channel is at its id minus 1, nil after Unadvertise.
	channels atomic.Pointer[[]*advertised]

	// mu guards what follows, and what clients have subscribed to. It is taken before the lock of a
	// channel, and that one before the lock of an outbox.
	mu              sync.Mutex
	clients         map[*client]struct{}
	graph           Graph
	statuses        map[string]statusMessage
	announcement    parcel // of all channels; without bytes where they changed
	playbackChanges uint64 // counts
	closed          bool
	past            Stats // counts of clients that have gone

	serving sync.WaitGroup
}

// New returns a server without channels.
func New(options Options) *Server {
	s := &Server{
		options: options, limits: options.Limits.withDefaults(),
		clients: map[*client]struct{}{}, statuses: map[string]statusMessage{},
	}
	s.channels.Store(&[]*advertised{})
	s.info = options.info()
	if len(options.Services) > 0 {
		s.services = announceServices(options.Services)
	}
	return s
}

// info returns what the server announces of itself.
func (o Options) info() serverInfo {
	info := serverInfo{Op: "serverInfo", Name: o.Name, SessionID: o.SessionID, Metadata: o.Metadata, Capabilities: []string{}}
	for _, c := range []struct {
		offered bool
		names   []string
	}{
		{o.ClockTime, []string{"time"}},
		{o.Parameters != nil, []string{"parameters", "parametersSubscribe"}},
		{len(o.Services) > 0, []string{"services"}},
		{o.Graph, []string{"connectionGraph"}},
		{o.Asset != nil, []string{"assets"}},
		{o.Playback != nil, []string{"playbackControl"}},
	} {
		if c.offered {
			info.Capabilities = append(info.Capabilities, c.names...)
		}
	}
	if len(o.Services) > 0 {
		info.SupportedEncodings = []string{"json"}
	}
	if o.Playback != nil {
		first, last := o.Playback.Range()
		info.DataStartTime, info.DataEndTime = split(first), split(last)
	}
	return info
}

// infoFor returns what the server announces to one client.
func (s *Server) infoFor(c *client) serverInfo {
	info := s.info
	if s.options.About != nil {
		info.Metadata = maps.Clone(info.Metadata)
		if info.Metadata == nil {
			info.Metadata = map[string]string{}
		}
		maps.Copy(info.Metadata, s.options.About(c.ctx))
	}
	return info
}

// Advertise announces a channel to the clients of now and later.
func (s *Server) Advertise(c Channel) ChannelID {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := *s.channels.Load()
	a := newAdvertised(ChannelID(len(old)+1), c)
	all := append(append(make([]*advertised, 0, len(old)+1), old...), a)
	s.channels.Store(&all)
	s.announcement = parcel{}
	s.broadcast(mustText(advertiseChannels{"advertise", []json.RawMessage{a.entry}}))
	return a.id
}

// Unadvertise ends a channel and its subscriptions.
func (s *Server) Unadvertise(id ChannelID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.channel(id)
	if a == nil {
		return
	}
	all := slices.Clone(*s.channels.Load())
	all[id-1] = nil
	s.channels.Store(&all)
	s.announcement = parcel{}
	for c := range s.clients {
		if number, subscribed := c.numbers[a]; subscribed {
			c.unsubscribe(number)
		}
	}
	s.broadcast(mustText(unadvertiseChannels{"unadvertise", []ChannelID{id}}))
}

// channel returns a channel, nil for an unknown id.
func (s *Server) channel(id ChannelID) *advertised {
	all := *s.channels.Load()
	if id == 0 || int(id) > len(all) {
		return nil
	}
	return all[id-1]
}

// Publish sends a message to the subscribers of a channel. logTime is in ns. The payload is copied.
// It takes no lock that is held while a socket is written.
func (s *Server) Publish(id ChannelID, logTime uint64, payload []byte) {
	if a := s.channel(id); a != nil {
		a.publish(logTime, payload)
	}
}

// Wanted reports whether a channel has subscribers. It takes no lock.
func (s *Server) Wanted(id ChannelID) bool {
	a := s.channel(id)
	return a != nil && len(*a.subscribers.Load()) > 0
}

// Time sends the time of the server, ns. A slow client gets the newest only.
func (s *Server) Time(ns uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.clients {
		c.box.setTime(ns)
	}
}

// Status shows a message to the viewers of now. A status with an id replaces the earlier one of
// that id, and viewers that come later see it too, until RemoveStatus.
func (s *Server) Status(level Level, message, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := statusMessage{"status", level, message, id}
	if id != "" {
		s.statuses[id] = m
	}
	s.broadcast(mustText(m))
}

// RemoveStatus removes a status.
func (s *Server) RemoveStatus(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.statuses, id)
	s.broadcast(mustText(removeStatus{"removeStatus", []string{id}}))
}

// PlaybackChanged reports a change of playback that no request of a client caused.
func (s *Server) PlaybackChanged(state PlaybackState) { s.playbackChanged(state, "") }

// forgetHistories drops the kept messages of channels with a history: after a jump of a recording
// they may be of a later time. Latched channels keep theirs. The caller holds the lock.
func (s *Server) forgetHistories() {
	for _, a := range *s.channels.Load() {
		if a != nil && !a.latched {
			a.forget()
		}
	}
}

func (s *Server) playbackChanged(state PlaybackState, request string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.playbackChanges++
	if state.DidSeek {
		s.forgetHistories()
	}
	for c := range s.clients {
		if state.DidSeek {
			c.box.clear()
		}
		if c.sdk { // others do not know the message
			c.box.send(playbackAnswer(state, request))
		}
	}
}

// broadcast sends an announcement to all clients. The caller holds the lock.
func (s *Server) broadcast(p parcel) {
	for c := range s.clients {
		c.box.send(p)
	}
}

// ServeHTTP serves one client until it goes.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !offersProtocol(r) {
		http.Error(w, "expected a WebSocket handshake that offers the subprotocol "+sdkProtocol+" or "+legacyProtocol, http.StatusBadRequest)
		return
	}
	c := newClient(s, r)
	if !s.reserve(c) {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "too many viewers are connected", http.StatusServiceUnavailable)
		return
	}
	defer s.serving.Done()
	defer s.release(c)
	// A peer that does not take the answer to its handshake must not hold its place. The upgrade
	// clears the deadline; a ResponseWriter that has none is one of a test.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.limits.WriteTimeout))
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols: []string{sdkProtocol, legacyProtocol}, OriginPatterns: s.options.Origins, OnPingReceived: c.pinged,
	})
	if err != nil {
		return // Accept has answered
	}
	c.serve(conn)
}

func offersProtocol(r *http.Request) bool {
	for _, line := range r.Header.Values("Sec-WebSocket-Protocol") {
		for offer := range strings.SplitSeq(line, ",") {
			if p := strings.TrimSpace(offer); p == sdkProtocol || p == legacyProtocol {
				return true
			}
		}
	}
	return false
}

// reserve takes a place for a client; announcements reach it only after welcome.
func (s *Server) reserve(c *client) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.past.reserved >= s.limits.Clients {
		s.past.Refused++
		return false
	}
	s.past.reserved++
	s.serving.Add(1)
	return true
}

// release gives the place of a client back, and forgets its subscriptions.
func (s *Server) release(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.past.reserved--
	for a := range c.numbers {
		a.remove(c)
	}
	if _, welcomed := s.clients[c]; welcomed {
		delete(s.clients, c)
		dropped, _ := c.box.lost()
		s.past.Dropped += dropped
	}
}

// welcome adds a client and sends it the announcements. It returns false where the server is
// closed.
func (s *Server) welcome(c *client) bool {
	info := mustText(s.infoFor(c))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.past.Connected++
	s.clients[c] = struct{}{}
	c.box.send(info)
	c.box.send(s.announceChannels())
	if s.services.bytes != nil {
		c.box.send(s.services)
	}
	for _, id := range slices.Sorted(maps.Keys(s.statuses)) {
		c.box.send(mustText(s.statuses[id]))
	}
	return true
}

// announceChannels encodes the announcement of all channels. The schemas are large, and viewers may
// reconnect often: it is encoded once after each change. The caller holds the lock.
func (s *Server) announceChannels() parcel {
	if s.announcement.bytes == nil {
		entries := []json.RawMessage{}
		for _, a := range *s.channels.Load() {
			if a != nil {
				entries = append(entries, a.entry)
			}
		}
		s.announcement = mustText(advertiseChannels{"advertise", entries})
	}
	return s.announcement
}

// sendPlayback sends the state of playback to a new client. It asks for the state without its lock,
// since playback may be about to report a change, and asks again after such a change.
func (s *Server) sendPlayback(c *client) {
	for {
		s.mu.Lock()
		before := s.playbackChanges
		s.mu.Unlock()
		state := s.options.Playback.State()
		s.mu.Lock()
		if s.playbackChanges == before {
			c.box.send(playbackAnswer(state, ""))
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
}

// Close sends what waits to the clients that take it within half a second, disconnects them, and
// refuses new ones. It waits for the connections, and not for calls of services that ignore the end
// of their context.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	for c := range s.clients {
		go c.goAway()
	}
	s.mu.Unlock()
	s.serving.Wait()
}

package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

// Handler answers one verb. The reply is encoded as JSON. The context ends with the patience of the
// client.
type Handler struct {
	Answer func(ctx context.Context, arguments json.RawMessage) (any, error)
	// Expires is set for verbs that must not be carried out once the client no longer waits: all
	// except those that read and those that stop.
	Expires bool
}

// clock is the verb that returns the time of the server.
const clock = "clock"

// Request is a request of a client.
type Request struct {
	Verb      string          `json:"verb"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	// Until is when the request expires, on the clock of the server. Zero means never.
	Until time.Duration `json:"until_ns,omitempty"`
}

// Reply is the answer of the server.
type Reply struct {
	Error string          `json:"error,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

const (
	maxRequest  = 64 << 10
	maxReply    = 8 << 20
	timeout     = 5 * time.Second
	validFor    = 4 * time.Second // of a request that expires: less than the client waits
	maxSessions = 32
	silence     = 100 * time.Millisecond // of a session that makes room for another
	patience    = time.Second            // for which a client waits to be let in
	longestPath = 103                    // that every system takes for a socket; some take a few bytes more
)

// Server answers requests on a Unix socket until it is closed.
type Server struct {
	path     string
	listener net.Listener
	handlers map[string]Handler
	began    time.Time
	wait     sync.WaitGroup
	mu       sync.Mutex
	open     map[net.Conn]time.Time // since when each session waits for a request; zero while one is answered
	closed   bool
	quit     chan struct{} // closed with closed
}

// Listen creates the socket, which only its owner can use, and starts to answer.
func Listen(path string, handlers map[string]Handler) (*Server, error) {
	// A socket that does not listen yet looks like that of a dead process, which Running removes:
	// name it afterwards.
	early := path + "~"
	for _, old := range []string{early, path} {
		if err := os.Remove(old); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: early, Net: "unix"})
	if err != nil {
		hint := ""
		if len(early) > longestPath {
			hint = fmt.Sprintf("; paths of sockets are short, this one has %d bytes: set XDG_RUNTIME_DIR to a folder with a shorter path", len(path))
		}
		return nil, fmt.Errorf("the control socket cannot be created: %w%s", err, hint)
	}
	if err := errors.Join(os.Chmod(early, 0o600), os.Rename(early, path)); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	listener.SetUnlinkOnClose(false)
	return serve(path, listener, handlers), nil
}

// serve starts to answer on a listener at a path.
func serve(path string, listener net.Listener, handlers map[string]Handler) *Server {
	s := &Server{path: path, listener: listener, handlers: handlers, began: time.Now(), open: map[net.Conn]time.Time{}, quit: make(chan struct{})}
	s.wait.Add(1)
	go s.accept()
	return s
}

// Close answers the received requests, ends the server and removes its socket. Further calls do
// nothing.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.quit)
	for c := range s.open {
		if c.SetReadDeadline(time.Unix(1, 0)) != nil { // its session ends with the error of its next read
			_ = c.Close()
		}
	}
	s.mu.Unlock()
	err := errors.Join(os.Remove(s.path), s.listener.Close())
	s.wait.Wait()
	return err
}

func (s *Server) accept() {
	defer s.wait.Done()
	for {
		c, err := s.listener.Accept()
		if err != nil {
			if s.ended() {
				return
			}
			continue // the process has no descriptors left, say: an operator can reach it again once it has
		}
		if !s.admit(c) {
			if s.ended() {
				_ = c.Close()
				return
			}
			turnAway(c)
			continue
		}
		s.wait.Add(1)
		go func() {
			defer s.wait.Done()
			defer s.leave(c)
			s.session(c)
		}()
	}
}

// betweenFailures is the pause of the server after a failure to accept.
const betweenFailures = 20 * time.Millisecond

func (s *Server) ended() bool { return Ended(s.quit) }

// Ended waits for a short pause and reports whether quit was closed meanwhile. A server that could
// not accept a client calls it before the next attempt.
func Ended(quit <-chan struct{}) bool {
	pause := time.NewTimer(betweenFailures)
	defer pause.Stop()
	select {
	case <-quit:
		return true
	case <-pause.C:
		return false
	}
}

// admit accepts a session. If there are too many, it waits until one ends or has been silent for
// long, so that silent clients do not keep an operator from a stop. Further clients queue at the
// socket.
func (s *Server) admit(c net.Conn) bool {
	for waited := time.Duration(0); ; waited += betweenFailures {
		entered, idle := s.enter(c)
		if idle != nil {
			turnAway(idle)
		}
		switch {
		case entered:
			return true
		case waited >= patience, s.ended():
			return false
		}
	}
}

// enter accepts a session if there is room, or in place of the one that has been silent longest.
func (s *Server) enter(c net.Conn) (entered bool, idle net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed && len(s.open) >= maxSessions {
		idle = s.longest()
		delete(s.open, idle)
	}
	if s.closed || len(s.open) >= maxSessions {
		return false, nil
	}
	s.open[c] = time.Now()
	return true, idle
}

// longest returns the session that has been silent longest, if it has been silent for long: a
// request of another session may be present but unread.
func (s *Server) longest() (idle net.Conn) {
	for c, since := range s.open {
		if !since.IsZero() && time.Since(since) >= silence && (idle == nil || since.Before(s.open[idle])) {
			idle = c
		}
	}
	return idle
}

// turnAway ends a session without room.
func turnAway(c net.Conn) {
	part(c, fmt.Sprintf("the application answers %d other clients and did not read this request: try again", maxSessions))
}

// part ends a session with an error.
func part(c net.Conn, word string) {
	line, err := json.Marshal(Reply{Error: word})
	if err == nil && c.SetWriteDeadline(time.Now().Add(betweenFailures)) == nil {
		_, err = c.Write(append(line, '\n'))
	}
	_ = errors.Join(err, c.Close()) // the client sees the end of its connection
}

func (s *Server) leave(c net.Conn) {
	s.mu.Lock()
	delete(s.open, c)
	s.mu.Unlock()
	_ = c.Close()
}

// listens gives a session time for its next request. It reports whether the session is still open.
func (s *Server) listens(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, is := s.open[c]; is {
		s.open[c] = time.Now()
	}
	return !s.closed && c.SetReadDeadline(time.Now().Add(time.Minute)) == nil
}

// answers marks a session as having a request. It reports whether the session is still open.
func (s *Server) answers(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, is := s.open[c]
	if is {
		s.open[c] = time.Time{}
	}
	return is
}

// session answers requests one by one.
func (s *Server) session(c net.Conn) {
	in := bufio.NewReaderSize(io.LimitReader(c, 1<<30), maxRequest)
	for s.listens(c) {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			part(c, fmt.Sprintf("the request has more than %d bytes; expected a JSON object with a verb, in one line", maxRequest))
		}
		if err != nil {
			return
		}
		if !s.answers(c) {
			return
		}
		reply, err := json.Marshal(s.answer(c, line))
		if err != nil || c.SetWriteDeadline(time.Now().Add(timeout)) != nil {
			return
		}
		if _, err := c.Write(append(reply, '\n')); err != nil {
			return
		}
	}
}

func (s *Server) answer(c net.Conn, line []byte) (reply Reply) {
	defer func() {
		if r := recover(); r != nil {
			reply = Reply{Error: fmt.Sprintf("the request failed: %v", r)}
		}
	}()
	var request Request
	if err := json.Unmarshal(line, &request); err != nil {
		return Reply{Error: "the request is not a JSON object with a verb: " + err.Error()}
	}
	value, err := s.carryOut(c, &request)
	if err != nil {
		return Reply{Error: err.Error()}
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return Reply{Error: err.Error()}
	}
	return Reply{Value: encoded}
}

// carryOut calls the handler of a request, unless the request has expired.
func (s *Server) carryOut(c net.Conn, r *Request) (any, error) {
	now := time.Since(s.began)
	if r.Verb == clock {
		return now, nil
	}
	handler, ok := s.handlers[r.Verb]
	if !ok {
		known := slices.Collect(maps.Keys(s.handlers))
		sort.Strings(known)
		return nil, fmt.Errorf("verb %q is unknown; known: %s", r.Verb, strings.Join(known, ", "))
	}
	patience := timeout
	if handler.Expires {
		switch patience = r.Until - now; {
		case r.Until == 0:
			return nil, fmt.Errorf("the request %s has no deadline; expected until_ns: the time that the verb %s returns, plus the patience of the client, at most %v", r.Verb, clock, validFor)
		case patience <= 0:
			return nil, fmt.Errorf("the request %s expired %v ago and was not carried out: try again", r.Verb, -patience)
		case patience > validFor:
			return nil, fmt.Errorf("the request %s expires in %v; expected at most %v", r.Verb, patience, validFor)
		case hungUp(c):
			return nil, fmt.Errorf("the client of %s hung up: the request was not carried out", r.Verb)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return handler.Answer(ctx, r.Arguments)
}

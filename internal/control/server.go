package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

// Handler answers one verb. The reply is encoded as JSON. The context ends with the patience of the
// client.
type Handler struct {
	Answer func(ctx context.Context, arguments json.RawMessage) (any, error)
	// Expires is set for verbs that must not be carried out once the client no longer waits: all
	// except those that read and those that stop.
	Expires bool
	// Urgent is set for verbs that stop: they are carried out at once, however many requests wait.
	Urgent bool
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
	maxRequest   = 64 << 10
	maxReply     = 8 << 20
	timeout      = 5 * time.Second
	encodeWithin = 2 * time.Second        // that methods of a reply's values may take
	validFor     = 4 * time.Second        // of a request that expires: less than the client waits
	idle         = 10 * time.Second       // for which a session may ask nothing
	maxSessions  = 256                    // open at once; those that ask nothing make room
	maxAnswers   = 32                     // requests that are carried out at once
	turnWithin   = time.Second            // for which a request waits for its turn
	lastWord     = 200 * time.Millisecond // for which a server that ends waits for a client that does not read
	longestPath  = 103                    // that every system takes for a socket; some take a few bytes more
)

// Server answers requests on a Unix socket until it is closed.
type Server struct {
	path     string
	file     os.FileInfo // of the socket, as it was created
	listener net.Listener
	handlers map[string]Handler
	began    time.Time
	answers  chan struct{} // has an entry for each request that is carried out
	wait     sync.WaitGroup
	mu       sync.Mutex
	open     crowd
	closed   bool
	quit     chan struct{} // closed with closed
}

// Listen creates the socket, which only its owner can use, and starts to answer.
func Listen(path string, handlers map[string]Handler) (*Server, error) {
	// A socket that does not listen yet looks like that of a dead process, which Running removes:
	// name it afterwards.
	early := path + "~"
	for _, old := range []string{early, path} {
		if err := vacate(old); err != nil {
			return nil, fmt.Errorf("the control socket cannot be created: %w", err)
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

// vacate removes a socket that an earlier process with the same number has left. Anything else
// stays, and is an error.
func vacate(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&os.ModeSocket == 0:
		return fmt.Errorf("%s exists and is not a socket: remove it", path)
	}
	return os.Remove(path)
}

// serve starts to answer on a listener at a path.
func serve(path string, listener net.Listener, handlers map[string]Handler) *Server {
	s := &Server{path: path, listener: listener, handlers: handlers, began: time.Now(), answers: make(chan struct{}, maxAnswers), open: crowd{}, quit: make(chan struct{})}
	s.file, _ = os.Lstat(path) // without it, Close leaves the socket to the next server
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
		// A session ends with the error of its next read, and a client that does not read in time
		// loses its answer.
		if errors.Join(c.SetReadDeadline(time.Unix(1, 0)), c.SetWriteDeadline(time.Now().Add(lastWord))) != nil {
			_ = c.Close()
		}
	}
	s.mu.Unlock()
	err := errors.Join(s.remove(), s.listener.Close())
	s.wait.Wait()
	return err
}

// remove removes the socket, unless something else has taken its place.
func (s *Server) remove() error {
	now, err := os.Lstat(s.path)
	if err != nil || s.file == nil || !os.SameFile(now, s.file) {
		return nil
	}
	return os.Remove(s.path)
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

// admit accepts a session. Where there are too many, silent ones of the process that has most of
// them make room at once, so that no number of idle connections keeps an operator from a stop. It
// rejects a session if none is silent and its process has too many already.
func (s *Server) admit(c net.Conn) bool {
	entered, idle := s.enter(c)
	switch {
	case idle != nil:
		part(idle, fmt.Sprintf("%d connections are open, and this one asked nothing: try again", maxSessions))
	case !entered:
		part(c, fmt.Sprintf("the application ends, or this process has %d requests open: try again", maxSessions))
	}
	return entered
}

// enter adds a session. It returns the session that must end for it, if there is one.
func (s *Server) enter(c net.Conn) (entered bool, idle net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		_ = c.Close()
		return false, nil
	}
	process := peer(c)
	if len(s.open) >= maxSessions {
		if idle = s.open.leastDeserving(); idle == nil && s.open.of(process) >= maxSessions {
			return false, nil
		}
		delete(s.open, idle)
	}
	s.open[c] = &visitor{process: process, since: time.Now()}
	return true, idle
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
	if v := s.open[c]; v != nil {
		v.since, v.busy = time.Now(), false
	}
	return !s.closed && c.SetReadDeadline(time.Now().Add(idle)) == nil
}

// takes marks a session as having a request. It reports whether the session is still open.
func (s *Server) takes(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.open[c]
	if v != nil {
		v.busy = true
	}
	return v != nil
}

// writes gives a client time to read an answer. It reports whether the session is still open.
func (s *Server) writes(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	within := timeout
	if s.closed {
		within = lastWord
	}
	return c.SetWriteDeadline(time.Now().Add(within)) == nil
}

// session answers requests one by one.
func (s *Server) session(c net.Conn) {
	in := bufio.NewScanner(c)
	in.Buffer(nil, maxRequest)
	for s.listens(c) && in.Scan() {
		line := in.Bytes()
		if !s.takes(c) {
			return
		}
		reply, err := json.Marshal(s.answer(c, line))
		if err != nil || !s.writes(c) {
			return
		}
		if _, err := c.Write(append(reply, '\n')); err != nil {
			return
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		part(c, fmt.Sprintf("the request has more than %d bytes; expected a JSON object with a verb, in one line", maxRequest))
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
	encoded, err := usercode.JSON(encodeWithin, value)
	if err != nil {
		return Reply{Error: fmt.Sprintf("the reply to %s cannot be encoded: %v", request.Verb, err)}
	}
	return Reply{Value: encoded}
}

// carryOut calls the handler of a request, unless the request has expired.
func (s *Server) carryOut(c net.Conn, r *Request) (any, error) {
	if r.Verb == clock {
		return time.Since(s.began), nil
	}
	handler, ok := s.handlers[r.Verb]
	if !ok {
		known := slices.Collect(maps.Keys(s.handlers))
		sort.Strings(known)
		return nil, fmt.Errorf("verb %q is unknown; known: %s", r.Verb, strings.Join(known, ", "))
	}
	if !handler.Urgent {
		done, err := s.turn()
		if err != nil {
			return nil, err
		}
		defer done()
	}
	now := time.Since(s.began)
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

// turn waits until a request may be carried out.
func (s *Server) turn() (done func(), err error) {
	patience := time.NewTimer(turnWithin)
	defer patience.Stop()
	select {
	case s.answers <- struct{}{}:
		return func() { <-s.answers }, nil
	case <-patience.C:
		return nil, fmt.Errorf("the application carries out %d other requests: try again", maxAnswers)
	}
}

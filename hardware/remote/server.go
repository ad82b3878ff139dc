package remote

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
)

// Server lets another process use the drives of a driver. It owns the driver.
type Server struct {
	now  func() messages.Instant
	mu   sync.Mutex // frames of several connections are handled one at a time
	s    *station
	done sync.WaitGroup

	listener net.Listener // nil for UDP
	address  string       // of the listener
	udp      *net.UDPConn
	rejected atomic.Uint64          // peers without permission
	conns    map[net.Conn]time.Time // since when each says nothing
	owner    net.Conn               // of the session; nil for UDP
	closing  bool
	quit     chan struct{} // closed with closing

	handshake time.Duration // how long that of a secure connection may take
	room      time.Duration // how long an answer waits for room at its reader
}

// Listen makes a server that answers at an address: "unix:" and the path of a socket, which it
// makes, or "udp:" with host and port on the loopback interface, where port 0 chooses one. A path
// that another process answers at, or where something else than a socket is, is refused; the socket
// of a process that died is replaced. Times are those of now. Opening the drives may take as long
// as openWithin.
func Listen(driver hardware.Driver, address string, now func() messages.Instant, openWithin time.Duration) (*Server, error) {
	return ListenTLS(driver, address, Credentials{}, now, openWithin)
}

// ListenTLS is Listen for an address "tls:" with host and port, too: for drives on a network. It
// accepts peers with a certificate of the authority whose name is on the allow-list.
func ListenTLS(driver hardware.Driver, address string, credentials Credentials, now func() messages.Instant, openWithin time.Duration) (*Server, error) {
	server, err := newServer(driver, now, openWithin)
	if err != nil {
		return nil, err
	}
	if err := server.listen(address, &credentials); err != nil {
		return nil, fmt.Errorf("bus %q: %w", driver.Bus().Name, err)
	}
	return server, nil
}

// newServer makes a server that does not listen yet.
func newServer(driver hardware.Driver, now func() messages.Instant, openWithin time.Duration) (*Server, error) {
	s, err := newStation(driver, openWithin)
	if err != nil {
		return nil, err
	}
	return &Server{now: now, s: s, conns: map[net.Conn]time.Time{}, quit: make(chan struct{}), handshake: handshakeWithin, room: sendWithin}, nil
}

// listen opens the socket of an address.
func (s *Server) listen(address string, credentials *Credentials) error {
	if err := checkAddress(address, credentials); err != nil {
		return err
	}
	network, at, err := splitAddress(address)
	if err != nil {
		return err
	}
	switch network {
	case "udp":
		to, err := resolveUDP(at)
		if err != nil {
			return err
		}
		s.udp, err = net.ListenUDP(network, to)
		return err
	case "tls":
		l, err := listenSecure(at, credentials, s.handshake, func(error) { s.rejected.Add(1) })
		if err != nil {
			return err
		}
		s.listener, s.address = l, "tls:"+l.Addr().String()
		return nil
	}
	l, err := listenPackets(at)
	if err != nil {
		return err
	}
	s.listener, s.address = l, "unix:"+l.path
	return nil
}

// Address is where the server answers, as drivers name it.
func (s *Server) Address() string {
	if s.udp != nil {
		return "udp:" + s.udp.LocalAddr().String()
	}
	return s.address
}

// Serve answers until the context ends, and then closes the drives.
func (s *Server) Serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, s.shut)
	defer stop()
	var err error
	if s.udp != nil {
		err = s.serveUDP()
	} else {
		err = s.accept()
	}
	s.shut()
	s.done.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.s.end()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// shut closes what is waited on.
func (s *Server) shut() {
	if s.udp != nil {
		_ = s.udp.Close()
		return
	}
	s.mu.Lock()
	if !s.closing {
		s.closing = true
		close(s.quit)
	}
	for conn := range s.conns {
		_ = conn.Close()
	}
	s.mu.Unlock()
	_ = s.listener.Close()
}

// Counts says what was heard so far.
func (s *Server) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := s.s.counts
	counts.Rejected = s.rejected.Load()
	return counts
}

// LastCommand is when a command was handed over last that lets a drive run; zero if none was.
func (s *Server) LastCommand() messages.Instant {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.s.handed
}

// handle returns the answer to one frame, in the buffer out, or nothing. The frame came over a
// connection, or nil for UDP. The caller sends the answer: a peer that does not read delays nobody.
func (s *Server) handle(conn net.Conn, frame, out []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, is := s.conns[conn]; is {
		s.conns[conn] = time.Now()
	}
	fresh, sessions := uint64(0), s.s.counts.Sessions
	if len(frame) > 4 && kind(frame[4]) == hello {
		fresh = newSession()
	}
	answer := s.s.handle(frame, s.now(), fresh)
	if s.s.counts.Sessions != sessions {
		s.owner = conn
	}
	return append(out[:0], answer...)
}

// newSession draws the number of a session, or of its sender: nobody may guess it.
func newSession() uint64 {
	var b [8]byte
	for {
		_, _ = rand.Read(b[:]) // it never fails
		if n := binary.LittleEndian.Uint64(b[:]); n != 0 {
			return n
		}
	}
}

func (s *Server) serveUDP() error {
	in, out := make([]byte, maxFrame+1), make([]byte, 0, maxFrame)
	for {
		n, peer, err := s.udp.ReadFromUDPAddrPort(in)
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		if err != nil {
			continue // an answer did not reach its peer
		}
		if out = s.handle(nil, in[:n], out); len(out) > 0 {
			_, _ = s.udp.WriteToUDPAddrPort(out, peer) // a driver that does not hear it asks again
		}
	}
}

func (s *Server) accept() error {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			if control.Ended(s.quit) {
				return err
			}
			continue // the process has no descriptors left, say: its drives can be reached again once it has
		}
		if !s.admit(conn) {
			_ = conn.Close()
			continue
		}
		go s.serve(conn)
	}
}

// maxConnections bounds how many processes may talk at once.
const maxConnections = 16

// admit takes a connection in, in place of the one that is silent for longest where there are too
// many: processes that hang must not keep the next one from the drives, nor many that come
// at once the one that moves them.
func (s *Server) admit(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return false
	}
	if len(s.conns) >= maxConnections {
		s.letGo()
	}
	s.conns[conn] = time.Now()
	s.done.Add(1)
	return true
}

// letGo ends the connection that is silent for longest, but not that of the session.
func (s *Server) letGo() {
	var silent net.Conn
	for conn, since := range s.conns {
		if conn != s.owner && (silent == nil || since.Before(s.conns[silent])) {
			silent = conn
		}
	}
	delete(s.conns, silent)
	_ = silent.Close()
}

// serve answers one connection until its other end is gone, which by itself stops nothing.
func (s *Server) serve(conn net.Conn) {
	defer func() {
		_ = conn.Close()
		s.mu.Lock()
		delete(s.conns, conn)
		s.mu.Unlock()
		s.done.Done()
	}()
	in, out := make([]byte, maxFrame+1), make([]byte, 0, maxFrame)
	_, packets := conn.(*net.UnixConn)
	for {
		n, err := conn.Read(in)
		if err != nil || n == 0 {
			return
		}
		if out = s.handle(conn, in[:n], out); len(out) == 0 {
			continue
		}
		_ = conn.SetWriteDeadline(time.Now().Add(s.room))
		if _, err := conn.Write(out); err != nil && !(packets && errors.Is(err, os.ErrDeadlineExceeded)) {
			return // half an answer has left: what follows on this stream cannot be understood
		}
	}
}

// sendWithin bounds how long an answer may wait for room at its reader, unless a server has another
// bound.
const sendWithin = 50 * time.Millisecond

// Drives describes the drives that are served.
func (s *Server) Drives() []hardware.DriveInfo { return s.s.driver.Drives() }

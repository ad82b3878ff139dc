package remote

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"sync"
	"time"
)

const (
	handshakeWithin = 2 * time.Second // unless a server has another bound
	// maxHandshakes bounds the peers that have not proved who they are: the oldest one makes room.
	maxHandshakes = 32
)

// secureListener accepts connections of permitted peers. Handshakes run beside each other, so that
// a peer that is slow, silent or not permitted delays nobody.
type secureListener struct {
	net.Listener
	config *tls.Config
	within time.Duration // for a handshake
	ready  chan net.Conn
	quit   chan struct{}
	reject func(error)

	mu      sync.Mutex
	pending []net.Conn // the oldest first
	once    sync.Once
	wait    sync.WaitGroup
}

// listenSecure listens on TCP. It calls reject with the reason for each rejected peer.
func listenSecure(at string, credentials *Credentials, within time.Duration, reject func(error)) (*secureListener, error) {
	config, err := credentials.load(x509.ExtKeyUsageClientAuth)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return nil, err
	}
	l := &secureListener{Listener: listener, config: config, within: within, ready: make(chan net.Conn), quit: make(chan struct{}), reject: reject}
	l.wait.Add(1)
	go l.serve()
	return l, nil
}

// serve begins a handshake with every peer that connects.
func (l *secureListener) serve() {
	defer l.wait.Done()
	for {
		c, err := l.Listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // the process has no descriptors left, say
			pause(l.quit)
			continue
		}
		l.enter(c)
		l.wait.Go(func() { l.greet(c) })
	}
}

// enter notes a handshake. The oldest one ends if there are too many.
func (l *secureListener) enter(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pending) >= maxHandshakes {
		_ = l.pending[0].Close() // its handshake fails
		l.pending = l.pending[1:]
	}
	l.pending = append(l.pending, c)
}

// leave reports whether a handshake was still noted, and forgets it.
func (l *secureListener) leave(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, p := range l.pending {
		if p == c {
			l.pending = append(l.pending[:i], l.pending[i+1:]...)
			return
		}
	}
}

// greet runs a handshake and hands the connection to Accept.
func (l *secureListener) greet(c net.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), l.within)
	defer cancel()
	secure := tls.Server(c, l.config)
	err := secure.HandshakeContext(ctx)
	l.leave(c)
	if err != nil {
		l.reject(err)
		_ = c.Close()
		return
	}
	select {
	case l.ready <- newStream(secure):
	case <-l.quit:
		_ = c.Close()
	}
}

// Accept returns the connection of the next permitted peer.
func (l *secureListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.ready:
		return c, nil
	case <-l.quit:
		return nil, net.ErrClosed
	}
}

// Close ends the listener and the handshakes.
func (l *secureListener) Close() (err error) {
	l.once.Do(func() {
		close(l.quit)
		err = l.Listener.Close()
		l.mu.Lock()
		for _, c := range l.pending {
			_ = c.Close()
		}
		l.mu.Unlock()
		l.wait.Wait()
	})
	return err
}

// pause waits for a moment, or until quit is closed.
func pause(quit <-chan struct{}) {
	moment := time.NewTimer(handshakeWithin / 100)
	defer moment.Stop()
	select {
	case <-moment.C:
	case <-quit:
	}
}

// dialSecure connects to a permitted server.
func dialSecure(at string, credentials *Credentials, within time.Duration) (net.Conn, error) {
	config, err := credentials.load(x509.ExtKeyUsageServerAuth)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	d := tls.Dialer{Config: config}
	c, err := d.DialContext(ctx, "tcp", at)
	if err != nil {
		return nil, err
	}
	return newStream(c), nil
}

// sendSecureWithin is how long a frame of a driver waits for room. A connection on which a frame
// did not find room in time is lost: the drives' watchdogs act, and the driver opens the bus anew.
// A thread that a busy machine keeps waiting for some milliseconds is no reason to lose it.
const sendSecureWithin = 25 * time.Millisecond

// streamSender sends frames over a stream. Threads take turns.
type streamSender struct {
	mu     *sync.Mutex
	stream *stream
	room   time.Duration // how long a frame waits for it
}

func (s streamSender) send(frame []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.stream.SetWriteDeadline(time.Now().Add(s.room)); err != nil {
		return err
	}
	_, err := s.stream.Write(frame)
	return err
}

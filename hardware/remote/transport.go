package remote

import (
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// link is a connection to the server of a bus.
type link struct {
	conn    net.Conn
	session uint64
	polls   bool // receive does not wait
	// commands and stops are sent by different threads.
	commands, stops sender
	answers         *receiver // nil for a stream
}

// sender hands frames to the server, one thread at a time. It hardly waits: where there is no room,
// the other end does not read.
type sender interface{ send(frame []byte) error }

// receiver takes frames from the socket without waiting.
type receiver struct {
	raw  syscall.RawConn
	once func(fd uintptr) bool // made once, so that receiving allocates nothing
	into []byte
	n    int
	err  error
}

func (r *receiver) use(raw syscall.RawConn) {
	r.raw = raw
	r.once = func(fd uintptr) bool {
		r.n, r.err = read(fd, r.into)
		return true
	}
}

func (r *receiver) receive(into []byte) (int, error) {
	r.into = into
	if err := r.raw.Read(r.once); err != nil {
		return 0, err
	}
	return r.n, r.err
}

// packetSender hands frames to a socket for packets, and never waits.
type packetSender struct {
	raw   syscall.RawConn
	once  func(fd uintptr) bool // made once, so that sending allocates nothing
	frame []byte
	err   error
}

func (s *packetSender) use(raw syscall.RawConn) {
	s.raw = raw
	s.once = func(fd uintptr) bool {
		s.err = write(fd, s.frame)
		return true
	}
}

func (s *packetSender) send(frame []byte) error {
	s.frame = frame
	if err := s.raw.Write(s.once); err != nil {
		return err
	}
	return s.err
}

// dial connects within a time. A frame of a secure connection waits for room as long as room says.
func dial(address string, credentials *Credentials, within, room time.Duration) (*link, error) {
	network, at, err := splitAddress(address)
	if err != nil {
		return nil, err
	}
	var conn net.Conn
	switch network {
	case "tls":
		conn, err = dialSecure(at, credentials, within)
	case "udp":
		var to *net.UDPAddr
		if to, err = resolveUDP(at); err == nil {
			conn, err = net.DialUDP(network, nil, to)
		}
	default:
		conn, err = net.Dial(network, at)
	}
	if err != nil {
		return nil, fmt.Errorf("the drives' process is not there: %w", err)
	}
	l := &link{conn: conn}
	if frames, is := conn.(*stream); is {
		s := streamSender{&sync.Mutex{}, frames, room}
		l.commands, l.stops = s, s
		return l, nil
	}
	raw, err := conn.(syscall.Conn).SyscallConn()
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	commands, stops, answers := &packetSender{}, &packetSender{}, &receiver{}
	commands.use(raw)
	stops.use(raw)
	answers.use(raw)
	l.commands, l.stops, l.answers = commands, stops, answers
	return l, nil
}

// pollFor is the time for which a stream waits where receive must not wait: an answer that has
// arrived takes that long to decrypt.
const pollFor = 50 * time.Microsecond

// until bounds how long receive waits from now on; with zero it does not wait.
func (l *link) until(timeout time.Duration) {
	if l.answers == nil {
		_ = l.conn.SetReadDeadline(time.Now().Add(max(timeout, pollFor)))
		return
	}
	if l.polls = timeout <= 0; l.polls {
		_ = l.conn.SetReadDeadline(time.Time{}) // one that has passed would hide what has arrived
		return
	}
	_ = l.conn.SetReadDeadline(time.Now().Add(timeout))
}

// receive takes one frame.
func (l *link) receive(into []byte) (int, error) {
	if l.polls {
		return l.answers.receive(into)
	}
	return l.conn.Read(into)
}

func (l *link) close() error { return l.conn.Close() }

// greetEvery is the time after which greet repeats a hello, which may have been lost.
const greetEvery = 50 * time.Millisecond

// greet begins a session and returns the welcome.
func (l *link) greet(name string, sequence uint64, within time.Duration, in []byte) (head, reader, error) {
	frame := seal(appendText(begin(nil, head{kind: hello, session: newSession(), sequence: sequence}), name))
	for end := time.Now().Add(within); ; {
		rest := time.Until(end)
		if rest <= 0 {
			return head{}, reader{}, fmt.Errorf("no answer within %v from a process that speaks version %q of the protocol: %w", within, version, os.ErrDeadlineExceeded)
		}
		l.until(min(rest, greetEvery))
		if err := l.commands.send(frame); err != nil && !errors.Is(err, syscall.EAGAIN) {
			return head{}, reader{}, err
		}
		for {
			n, err := l.receive(in)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				break
			}
			if err != nil {
				return head{}, reader{}, err
			}
			if h, r, err := opened(in[:n]); err == nil && h.kind == welcome && h.sequence == sequence {
				return h, r, nil
			}
		}
	}
}

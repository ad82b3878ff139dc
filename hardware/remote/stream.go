package remote

import (
	"encoding/binary"
	"errors"
	"net"
)

// prefixSize is the number of bytes before each frame of a stream, which have its length.
const prefixSize = 2

// stream turns a connection that carries bytes into one that carries frames: each Read returns one
// frame, and each Write sends one. A Read that times out in the middle of a frame continues with
// the next Read. Reads take turns, and so do Writes.
type stream struct {
	net.Conn
	in   []byte // bytes that have arrived
	n    int
	out  []byte
	lost bool // the peer has sent a frame that is too long
}

func newStream(c net.Conn) *stream {
	return &stream{Conn: c, in: make([]byte, prefixSize+maxFrame), out: make([]byte, 0, prefixSize+maxFrame)}
}

var errLongFrame = errors.New("the peer sent a frame that is too long")

// Read returns the next frame.
func (s *stream) Read(into []byte) (int, error) {
	for {
		if s.n >= prefixSize {
			length := int(binary.LittleEndian.Uint16(s.in))
			if s.lost = s.lost || length > maxFrame; s.lost {
				return 0, errLongFrame // where the next frame begins is unknown
			}
			if end := prefixSize + length; s.n >= end {
				n := copy(into, s.in[prefixSize:end])
				s.n = copy(s.in, s.in[end:s.n])
				return n, nil
			}
		}
		n, err := s.Conn.Read(s.in[s.n:])
		if s.n += n; n == 0 && err != nil {
			return 0, err
		}
	}
}

// Write sends a frame.
func (s *stream) Write(frame []byte) (int, error) {
	if len(frame) > maxFrame {
		return 0, errLongFrame
	}
	s.out = append(binary.LittleEndian.AppendUint16(s.out[:0], uint16(len(frame))), frame...)
	if _, err := s.Conn.Write(s.out); err != nil {
		return 0, err
	}
	return len(frame), nil
}

package moteus

import (
	"os"
	"time"
)

// overSocket is the transport of a CAN interface over another socket.
type overSocket struct {
	socketCAN
	connect func() (*os.File, error)
}

// NewSocketCANOver returns the transport of a CAN interface whose socket comes from connect: the
// frames are those of the kernel, on machines without a CAN interface.
func NewSocketCANOver(connect func() (*os.File, error)) Transport {
	return &overSocket{socketCAN: socketCAN{device: "socket", stream: stream{within: time.Second}}, connect: connect}
}

// Open implements Transport.
func (s *overSocket) Open(time.Duration) error {
	if err := s.Close(); err != nil {
		return err
	}
	file, err := s.connect()
	if err != nil {
		return err
	}
	return s.stream.open(file)
}

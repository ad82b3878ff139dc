package moteus

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// socketCAN is a CAN-FD interface of the kernel.
type socketCAN struct {
	device string

	stream
	out, in [canFrameSize]byte
}

func newSocketCAN(device string, within time.Duration) Transport {
	return &socketCAN{device: device, stream: stream{within: within}}
}

// The layout of struct canfd_frame: identifier with flags in the byte order of the machine, length,
// flags, two reserved bytes, data.
const (
	canFrameSize = 72
	canData      = 8
	// classicFrameSize is the size of struct can_frame, which the kernel returns for a frame with
	// the classic format.
	classicFrameSize = 16
	bitRateSwitch    = 1 // CANFD_BRS
)

// String names the interface.
func (s *socketCAN) String() string { return "socketcan " + s.device }

// Open implements Transport.
func (s *socketCAN) Open(time.Duration) error {
	if err := s.Close(); err != nil {
		return err
	}
	link, err := net.InterfaceByName(s.device)
	if err != nil {
		return fmt.Errorf("there is no network interface %s; interfaces of this machine: %s", s.device, interfaces())
	}
	fd, err := unix.Socket(unix.AF_CAN, unix.SOCK_RAW|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, unix.CAN_RAW)
	if err != nil {
		return fmt.Errorf("the kernel has no CAN sockets: %w; load its module: modprobe can_raw", err)
	}
	err = unix.SetsockoptInt(fd, unix.SOL_CAN_RAW, unix.CAN_RAW_FD_FRAMES, 1)
	if err == nil {
		err = unix.Bind(fd, &unix.SockaddrCAN{Ifindex: link.Index})
	}
	if err != nil {
		_ = unix.Close(fd) // the error of the socket counts
		return fmt.Errorf("interface %s takes no CAN-FD frames: %w; expected a CAN interface that is up: ip link set %s up type can bitrate 1000000 dbitrate 5000000 fd on", s.device, err, s.device)
	}
	return s.open(os.NewFile(uintptr(fd), s.device))
}

// interfaces names the network interfaces of this machine.
func interfaces() string {
	all, err := net.Interfaces()
	if err != nil || len(all) == 0 {
		return "none"
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return strings.Join(names[:min(len(names), 20)], ", ")
}

// Send implements Transport.
func (s *socketCAN) Send(f *Frame) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	clear(s.out[:])
	id := f.ID
	if id > unix.CAN_SFF_MASK {
		id |= unix.CAN_EFF_FLAG
	}
	binary.NativeEndian.PutUint32(s.out[:], id)
	s.out[4], s.out[5] = byte(f.Length), bitRateSwitch
	copy(s.out[canData:], f.Bytes())
	_, err := s.write(s.out[:])
	return err
}

// Receive implements Transport.
func (s *socketCAN) Receive(f *Frame, within time.Duration) (time.Duration, bool) {
	deadline := deadlineOf(within)
	for {
		n := s.read(s.in[:], deadline)
		if n == 0 {
			return 0, false
		}
		id, length := binary.NativeEndian.Uint32(s.in[:]), int(s.in[4])
		whole := n == canFrameSize || n == classicFrameSize
		if !whole || id&(unix.CAN_ERR_FLAG|unix.CAN_RTR_FLAG) != 0 || length > n-canData {
			continue
		}
		f.ID, f.Length = id&unix.CAN_EFF_MASK, copy(f.Data[:], s.in[canData:canData+length])
		return left(deadline), true
	}
}

// Close implements Transport.
func (s *socketCAN) Close() error { return s.close() }

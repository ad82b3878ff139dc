package emulator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/robo-actors/robo-actors/hardware/moteus"
)

// OpenPort opens a pseudo terminal. A bus serves its first end with ServeLines; a host opens the
// path as the serial port of an adapter.
func OpenPort() (port *os.File, path string, err error) {
	port, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, "", fmt.Errorf("there are no pseudo terminals: %w", err)
	}
	raw, err := port.SyscallConn()
	if err != nil {
		return nil, "", errors.Join(err, port.Close())
	}
	var number uint32
	var failed error
	err = raw.Control(func(fd uintptr) {
		if failed = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); failed != nil {
			return
		}
		number, failed = unix.IoctlGetUint32(int(fd), unix.TIOCGPTN)
		if failed != nil {
			return
		}
		var t *unix.Termios
		if t, failed = unix.IoctlGetTermios(int(fd), unix.TCGETS); failed == nil {
			t.Lflag &^= unix.ECHO | unix.ICANON // a host that is not there yet must not hear itself
			t.Oflag &^= unix.OPOST
			failed = unix.IoctlSetTermios(int(fd), unix.TCSETS, t)
		}
	})
	if err = errors.Join(err, failed); err != nil {
		return nil, "", errors.Join(err, port.Close())
	}
	return port, fmt.Sprintf("/dev/pts/%d", number), nil
}

// The layout of struct canfd_frame.
const (
	canFrameSize = 72
	canData      = 8
)

// ServeCAN answers the frames of a host on a socket that carries struct canfd_frame, a CAN socket
// or one end of a socket pair, until the socket ends.
func (b *Bus) ServeCAN(socket *os.File) error {
	var in, out [canFrameSize]byte
	var f moteus.Frame
	var answers []moteus.Frame
	for {
		n, err := socket.Read(in[:])
		if err != nil {
			return err
		}
		if n != canFrameSize || int(in[4]) > canFrameSize-canData {
			continue
		}
		f.ID = binary.NativeEndian.Uint32(in[:]) & unix.CAN_EFF_MASK
		f.Set(in[canData : canData+int(in[4])])
		answers = b.handle(&f, answers[:0])
		for i := range answers {
			putCAN(out[:], &answers[i])
			if _, err := socket.Write(out[:]); err != nil {
				return err
			}
		}
	}
}

// putCAN writes a frame as the kernel has it.
func putCAN(out []byte, f *moteus.Frame) {
	clear(out)
	id := f.ID
	if id > unix.CAN_SFF_MASK {
		id |= unix.CAN_EFF_FLAG
	}
	binary.NativeEndian.PutUint32(out, id)
	out[4] = byte(f.Length)
	copy(out[canData:], f.Bytes())
}

package moteus

import (
	"os"

	"golang.org/x/sys/unix"
)

// makeRaw takes the serial port for this process alone and switches off all processing of lines,
// at 921600 baud, which is what the UART of a servo has. An adapter on USB ignores the rate.
func makeRaw(file *os.File) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		t, err := unix.IoctlGetTermios(int(fd), unix.TCGETS)
		if err != nil {
			failed = err
			return
		}
		t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
		t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.B921600
		t.Ispeed, t.Ospeed = unix.B921600, unix.B921600
		t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
		if failed = unix.IoctlSetTermios(int(fd), unix.TCSETS, t); failed == nil {
			failed = unix.IoctlSetInt(int(fd), unix.TIOCEXCL, 0)
		}
	})
	if err != nil {
		return err
	}
	return failed
}

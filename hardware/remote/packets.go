package remote

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"sync"
	"syscall"
)

// packets listens on a Unix socket for sequenced packets.
type packets struct {
	net.Listener
	path string
	file os.FileInfo // of the socket, as it was made
	once sync.Once
}

// longestPath is that which every system takes for a socket.
const longestPath = 103

// listenPackets makes the socket, which only its owner can use.
func listenPackets(path string) (*packets, error) {
	if err := vacate(path); err != nil {
		return nil, err
	}
	// Until it listens, a socket refuses as one of a dead process does: it gets its name
	// afterwards.
	early := path + "~"
	if err := vacate(early); err != nil {
		return nil, err
	}
	listener, err := net.ListenUnix("unixpacket", &net.UnixAddr{Name: early, Net: "unixpacket"})
	if err != nil && len(early) > longestPath {
		return nil, fmt.Errorf("%w; paths of sockets are short, this one has %d bytes: name a shorter one, or set XDG_RUNTIME_DIR where it is the default", err, len(path))
	}
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.Chmod(early, 0o600), os.Rename(early, path)); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	listener.SetUnlinkOnClose(false)
	file, err := os.Lstat(path)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return &packets{Listener: listener, path: path, file: file}, nil
}

// vacate removes the socket that a process has left behind that was killed. What is not such a
// socket stays, and is an error.
func vacate(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSocket == 0:
		return fmt.Errorf("%s is there and no socket; expected a path where nothing is, or the socket that a process has left: remove it, or name another address", path)
	}
	conn, err := net.Dial("unixpacket", path)
	switch {
	case err == nil:
		_ = conn.Close()
		return fmt.Errorf("another process answers at %s already, and two must not move the same drives: end it, or name another address", path)
	case !errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("the socket that is at %s already may have an owner: %w; end it, or name another address", path, err)
	}
	return os.Remove(path)
}

// Close ends the listener and removes its socket, unless another one has taken its place.
func (p *packets) Close() (err error) {
	p.once.Do(func() {
		if now, err := os.Lstat(p.path); err == nil && os.SameFile(now, p.file) {
			_ = os.Remove(p.path) // what stays is replaced by the next one
		}
		err = p.Listener.Close()
	})
	return err
}

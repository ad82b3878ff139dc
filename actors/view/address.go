package view

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// DefaultAddress is where a view listens by default. The port is that of Foxglove.
const DefaultAddress = "127.0.0.1:8765"

// socketScheme begins the address of a Unix socket.
const socketScheme = "unix:"

// address is where a server listens.
type address struct {
	network, name string
	// local addresses cannot be reached from other machines.
	local bool
}

// parseAddress reads HOST:PORT, a mere port of 127.0.0.1, or unix:PATH. Empty means DefaultAddress.
func parseAddress(text string) (address, error) {
	if text == "" {
		text = DefaultAddress
	}
	if path, is := strings.CutPrefix(text, socketScheme); is {
		if path == "" {
			return address{}, fmt.Errorf("view address %q has no path; expected unix:PATH", text)
		}
		return address{"unix", path, true}, nil
	}
	if _, err := strconv.ParseUint(text, 10, 16); err == nil {
		text = "127.0.0.1:" + text
	}
	host, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return address{}, fmt.Errorf("invalid view address %q; expected HOST:PORT such as %s, a port, or unix:PATH", text, DefaultAddress)
	}
	return address{"tcp", text, isLoopback(host)}, nil
}

// isLoopback reports whether a host is this machine only. Names other than localhost are not
// trusted: who answers for them may change.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// errNotLocal is the error of an address that other machines can reach, without TLS.
var errNotLocal = errors.New("other machines can reach it, and there is no certificate")

// listen opens the address. TLS is required unless the address is local.
func (a address) listen(o *Options) (net.Listener, error) {
	secure, err := o.tls()
	if err != nil {
		return nil, err
	}
	if !a.local && secure == nil {
		return nil, fmt.Errorf("view address %s: %w; expected a loopback address such as %s, unix:PATH, or a certificate and its key (--view-certificate and --view-key, or certificate and key in the section view)", a.name, errNotLocal, DefaultAddress)
	}
	var l net.Listener
	if a.network == "unix" {
		l, err = listenUnix(a.name)
	} else {
		l, err = net.Listen(a.network, a.name)
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("view address %s is in use, perhaps by another application; choose another port, or 0 for any: %w", a.name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("view address %s: %w", a.name, err)
	}
	if a.local && a.network == "tcp" && !isLoopbackAddr(l.Addr()) { // localhost is a name, which a hosts file may give to another address
		return nil, errors.Join(fmt.Errorf("view address %s means %s: %w", a.name, l.Addr(), errNotLocal), l.Close())
	}
	if secure != nil {
		l = tls.NewListener(l, secure)
	}
	return l, nil
}

func isLoopbackAddr(a net.Addr) bool {
	tcp, is := a.(*net.TCPAddr)
	return is && tcp.IP.IsLoopback()
}

// tls returns the configuration of the options' certificate, nil without one.
func (o *Options) tls() (*tls.Config, error) {
	if o.Certificate == "" && o.Key == "" {
		return nil, nil
	}
	if o.Certificate == "" || o.Key == "" {
		return nil, errors.New("the view has one of a certificate and a key; expected both")
	}
	pair, err := tls.LoadX509KeyPair(o.Certificate, o.Key)
	if err != nil {
		return nil, fmt.Errorf("the certificate of the view cannot be used: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13, NextProtos: []string{"http/1.1"}}, nil
}

// listenUnix creates a socket that only its owner can use. It replaces a socket that nobody listens
// on, and nothing else.
func listenUnix(path string) (net.Listener, error) {
	for _, old := range []string{path + "~", path} {
		if err := vacate(old); err != nil {
			return nil, err
		}
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path + "~", Net: "unix"}) // nobody opens it before its rights are set
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false)
	if err := errors.Join(os.Chmod(path+"~", 0o600), os.Rename(path+"~", path)); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return &socket{l, path}, nil
}

// socket is a listener that removes its file.
type socket struct {
	*net.UnixListener
	path string
}

// Close closes the listener and removes its file.
func (s *socket) Close() error {
	return errors.Join(s.UnixListener.Close(), ignore(os.Remove(s.path), fs.ErrNotExist))
}

func ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// vacate removes a socket that nobody listens on.
func vacate(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&os.ModeSocket == 0:
		return fmt.Errorf("%s exists and is not a socket: remove it", path)
	}
	if c, err := net.Dial("unix", path); err == nil {
		return errors.Join(fmt.Errorf("%s: %w", path, syscall.EADDRINUSE), c.Close())
	}
	return os.Remove(path)
}

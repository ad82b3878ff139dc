//go:build !unix

package control

import "net"

// hungUp reports whether the other end of a connection has closed it. This system cannot tell; the
// deadline of a request bounds how late it is carried out.
func hungUp(net.Conn) bool { return false }

// unread reports whether bytes of a connection wait to be read. This system cannot tell.
func unread(net.Conn) bool { return false }

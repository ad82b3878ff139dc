package remote

import (
	"crypto/x509"
	"fmt"
	"net"
	"strings"
)

// splitAddress returns the network of an address and the address on it. It rejects an address that
// other machines could reach without authentication.
func splitAddress(address string) (network, at string, err error) {
	scheme, at, found := strings.Cut(address, ":")
	switch {
	case found && at != "" && scheme == "unix":
		return "unixpacket", at, nil
	case found && at != "" && scheme == "tls":
		return "tls", at, nil
	case found && at != "" && scheme == "udp":
		if host, _, err := net.SplitHostPort(at); err == nil && host != "localhost" && !loopback(net.ParseIP(host)) {
			return "", "", notLoopback(address)
		}
		return "udp", at, nil
	}
	return "", "", fmt.Errorf("invalid address %q; expected unix:PATH, udp:HOST:PORT on the loopback interface, or tls:HOST:PORT", address)
}

// loopback reports whether only processes of this machine reach an address. No address means all of
// them.
func loopback(ip net.IP) bool { return ip != nil && ip.IsLoopback() }

func notLoopback(address string) error {
	return fmt.Errorf("address %q is not on the loopback interface: drives on a network need mutual TLS; use tls:HOST:PORT, "+
		"with a certificate, a key, an authority and the names of the permitted peers", address)
}

// resolveUDP resolves the address of a socket on the loopback interface.
func resolveUDP(at string) (*net.UDPAddr, error) {
	to, err := net.ResolveUDPAddr("udp", at)
	if err != nil {
		return nil, err
	}
	if !loopback(to.IP) {
		return nil, notLoopback("udp:" + at)
	}
	return to, nil
}

// checkAddress checks the address of a server and the credentials for it.
func checkAddress(address string, credentials *Credentials) error {
	network, _, err := splitAddress(address)
	switch {
	case err != nil:
		return err
	case network == "tls":
		_, err = credentials.load(x509.ExtKeyUsageServerAuth)
		return err
	case !credentials.empty():
		return fmt.Errorf("address %q has TLS options; expected an address of the form tls:HOST:PORT", address)
	}
	return nil
}

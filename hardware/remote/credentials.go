package remote

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
)

// Credentials are what each end of a TLS connection needs: both ends present a certificate of the
// same authority, and accept only peers on their allow-list. The files are PEM, and their paths
// relative to the working directory.
type Credentials struct {
	Certificate string   `option:"certificate" doc:"file with the certificate of this process"`
	Key         string   `option:"key" doc:"file with the private key of the certificate"`
	Authority   string   `option:"authority" doc:"file with the certificates that must have signed the certificate of the peer"`
	Peers       []string `option:"peers" doc:"names of the permitted peers: DNS names, IP addresses, or the common name of their certificates"`
}

func (c *Credentials) empty() bool {
	return c.Certificate == "" && c.Key == "" && c.Authority == "" && len(c.Peers) == 0
}

// load reads the files. The configuration serves one end: usage is what the certificate of the peer
// must be for.
func (c *Credentials) load(usage x509.ExtKeyUsage) (*tls.Config, error) {
	for _, f := range [][2]string{{"certificate", c.Certificate}, {"key", c.Key}, {"authority", c.Authority}} {
		if f[1] == "" {
			return nil, fmt.Errorf("TLS needs the option %s; expected the path of a PEM file", f[0])
		}
	}
	if len(c.Peers) == 0 || slices.Contains(c.Peers, "") {
		return nil, errors.New("TLS needs the option peers; expected the names of the permitted peers")
	}
	pair, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
	if err != nil {
		return nil, fmt.Errorf("certificate %s with key %s: %w", c.Certificate, c.Key, err)
	}
	text, err := os.ReadFile(c.Authority)
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	authority := x509.NewCertPool()
	if !authority.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("authority %s has no certificate in PEM form", c.Authority)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pair},
		// The server demands a certificate here and checks it below, as the client does: with the
		// allow-list in place of the name in the address.
		ClientAuth: tls.RequireAnyClientCert, InsecureSkipVerify: true, SessionTicketsDisabled: true,
		VerifyConnection: func(s tls.ConnectionState) error { return c.permit(s.PeerCertificates, authority, usage) },
	}, nil
}

// permit returns an error if the peer with a chain of certificates is not permitted.
func (c *Credentials) permit(chain []*x509.Certificate, authority *x509.CertPool, usage x509.ExtKeyUsage) error {
	if len(chain) == 0 {
		return errors.New("the peer has no certificate")
	}
	others := x509.NewCertPool()
	for _, certificate := range chain[1:] {
		others.AddCert(certificate)
	}
	if _, err := chain[0].Verify(x509.VerifyOptions{Roots: authority, Intermediates: others, KeyUsages: []x509.ExtKeyUsage{usage}}); err != nil {
		return fmt.Errorf("the certificate of the peer: %w", err)
	}
	names := namesOf(chain[0])
	if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(c.Peers, name) }) {
		return nil
	}
	return fmt.Errorf("peer %q is not permitted; permitted: %s", names, strings.Join(c.Peers, ", "))
}

// namesOf returns the names that a certificate gives its owner.
func namesOf(certificate *x509.Certificate) []string {
	names := slices.Clone(certificate.DNSNames)
	for _, ip := range certificate.IPAddresses {
		names = append(names, net.IP.String(ip))
	}
	if name := certificate.Subject.CommonName; name != "" {
		names = append(names, name)
	}
	return names
}

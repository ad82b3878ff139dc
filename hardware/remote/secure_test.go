package remote

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/hardware"
)

// authority issues certificates for a test.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	file        string
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{certificate, key, writePEM(t, "CERTIFICATE", der)}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// writePEM writes a PEM file and returns its path.
func writePEM(t testing.TB, kind string, der []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// issue returns the credentials of a process with a name that permits peers.
func (a *authority) issue(t testing.TB, name string, peers ...string) Credentials {
	t.Helper()
	return a.sign(t, &x509.Certificate{Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth}}, peers...)
}

func (a *authority) sign(t testing.TB, template *x509.Certificate, peers ...string) Credentials {
	t.Helper()
	key := newKey(t)
	template.SerialNumber = big.NewInt(2)
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return Credentials{Certificate: writePEM(t, "CERTIFICATE", der), Key: writePEM(t, "EC PRIVATE KEY", private), Authority: a.file, Peers: peers}
}

// credentialsFor returns the credentials of both ends, if an address needs them.
func credentialsFor(t testing.TB, address string) (server, client Credentials) {
	t.Helper()
	if !strings.HasPrefix(address, "tls:") {
		return server, client
	}
	ca := newAuthority(t)
	return ca.issue(t, "drives", "controller"), ca.issue(t, "controller", "drives")
}

// secureServer serves two drives over TLS until the test ends.
func secureServer(t *testing.T, c Credentials) *Server {
	t.Helper()
	s, err := ListenTLS(newRecorder(2), "tls:127.0.0.1:0", c, still, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		goleak.VerifyNone(t)
	})
	return s
}

func openAs(t *testing.T, s *Server, c Credentials) error {
	t.Helper()
	d, err := New(Config{Name: "bus", Address: s.Address(), TLS: c, Drives: s.Drives(), Timeout: 10 * time.Second, Silence: time.Hour})
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Open(0, 10*time.Second); err != nil {
		return err
	}
	return hardware.Exchange(d, 0, nil, hardware.NewState(2))
}

func TestOnlyPermittedPeersReachDrivesOnANetwork(t *testing.T) {
	ours, theirs := newAuthority(t), newAuthority(t)
	s := secureServer(t, ours.issue(t, "drives", "controller", "127.0.0.7"))
	if err := openAs(t, s, ours.issue(t, "controller", "drives")); err != nil {
		t.Errorf("a permitted peer: %v", err)
	}
	ip := &x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 7)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	if err := openAs(t, s, ours.sign(t, ip, "drives")); err != nil {
		t.Errorf("a peer that is permitted by its address: %v", err)
	}
	foreign := theirs.issue(t, "controller", "drives")
	foreign.Authority = ours.file // it trusts the server
	valid := x509.Certificate{Subject: pkix.Name{CommonName: "controller"}, NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: time.Now().Add(time.Hour),
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}
	expired, early, server := valid, valid, valid
	expired.NotAfter = time.Now().Add(-time.Hour)
	early.NotBefore = time.Now().Add(30 * time.Minute)
	server.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	for name, c := range map[string]Credentials{
		"of another authority":      foreign,
		"not on the allow-list":     ours.issue(t, "stranger", "drives"),
		"expired":                   ours.sign(t, &expired, "drives"),
		"not valid yet":             ours.sign(t, &early, "drives"),
		"with the key of a server":  ours.sign(t, &server, "drives"),
		"that rejects this server":  ours.issue(t, "controller", "other drives"),
		"that trusts another chain": theirs.issue(t, "controller", "drives"),
	} {
		if err := openAs(t, s, c); err == nil {
			t.Errorf("a peer %s reached the drives", name)
		}
	}
	if counts := s.Counts(); counts.Sessions != 2 || counts.Rejected == 0 {
		t.Errorf("%+v; expected the two sessions of permitted peers, and rejected ones", counts)
	}
}

// A plain client, one without a certificate, one that says nothing, and garbage.
func TestAPeerWithoutTLSReachesNothing(t *testing.T) {
	ours := newAuthority(t)
	s := secureServer(t, ours.issue(t, "drives", "controller"))
	at := strings.TrimPrefix(s.Address(), "tls:")
	hello := seal(appendText(begin(nil, head{kind: hello, session: 5, sequence: 1}), "bus"))
	for name, text := range map[string]string{"a frame": string(hello), "nothing": "", "garbage": strings.Repeat("\x16\x03\x01\xff\xff", 1000), "HTTP": "GET / HTTP/1.1\r\n\r\n"} {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, text); err != nil {
			t.Logf("%s: %v", name, err) // it may have hung up
		}
	}
	bare, err := tls.Dial("tcp", at, &tls.Config{InsecureSkipVerify: true})
	if err == nil {
		defer bare.Close()
		_ = newStreamOn(bare, hello)
		if n, err := bare.Read(make([]byte, 100)); err == nil {
			t.Errorf("a client without a certificate read %d bytes", n)
		}
	}
	if err := openAs(t, s, ours.issue(t, "controller", "drives")); err != nil {
		t.Errorf("a permitted peer beside them: %v", err)
	}
	if counts := s.Counts(); counts.Sessions != 1 {
		t.Errorf("%+v; expected one session", counts)
	}
}

// newStreamOn sends a frame over a connection.
func newStreamOn(c net.Conn, frame []byte) error {
	_, err := newStream(c).Write(frame)
	return err
}

// Peers that connect and never finish their handshake.
func TestHandshakesThatHangKeepNobodyFromTheDrives(t *testing.T) {
	ours := newAuthority(t)
	s := secureServer(t, ours.issue(t, "drives", "controller"))
	for range 4 * maxHandshakes {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.Address(), "tls:"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	if err := openAs(t, s, ours.issue(t, "controller", "drives")); err != nil {
		t.Error(err)
	}
}

func TestDrivesAreServedOnANetworkWithTLSOnly(t *testing.T) {
	for _, address := range []string{"udp:0.0.0.0:0", "udp::0", "udp:[::]:0", "udp:192.168.0.7:7000", "udp:255.255.255.255:7"} {
		if s, err := Listen(newRecorder(2), address, still, time.Second); err == nil || !strings.Contains(err.Error(), "need mutual TLS; use tls:HOST:PORT") {
			t.Errorf("%s: %v, %v", address, s, err)
		}
	}
	for want, change := range map[string]func(*Credentials){
		"TLS needs the option certificate": func(c *Credentials) { c.Certificate = "" },
		"TLS needs the option key":         func(c *Credentials) { c.Key = "" },
		"TLS needs the option authority":   func(c *Credentials) { c.Authority = "" },
		"TLS needs the option peers":       func(c *Credentials) { c.Peers = nil },
		"has no certificate in PEM form":   func(c *Credentials) { c.Authority = c.Key },
		"no such file":                     func(c *Credentials) { c.Key = "nowhere.pem" },
		"private key does not match":       func(c *Credentials) { c.Key = newAuthority(t).issue(t, "x", "y").Key },
	} {
		c := newAuthority(t).issue(t, "drives", "controller")
		change(&c)
		if _, err := ListenTLS(newRecorder(2), "tls:127.0.0.1:0", c, still, time.Second); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A stream ends frames anywhere: between two bytes of a length, or in the middle of a frame, where
// a reader's time may be over.
func TestAFrameArrivesWhereverItsStreamIsCut(t *testing.T) {
	frames := [][]byte{[]byte("one"), {}, make([]byte, maxFrame), []byte("four")}
	var all []byte
	for _, f := range frames {
		all = append(append(all, byte(len(f)), byte(len(f)>>8)), f...)
	}
	for _, size := range []int{1, 2, 3, 7, 1000, len(all)} {
		s := newStream(&chopped{rest: all, size: size})
		into := make([]byte, maxFrame)
		for i, want := range frames {
			n, err := 0, os.ErrDeadlineExceeded
			for errors.Is(err, os.ErrDeadlineExceeded) {
				n, err = s.Read(into)
			}
			if err != nil || string(into[:n]) != string(want) {
				t.Fatalf("in pieces of %d bytes, frame %d has %d bytes, %v; expected %d", size, i, n, err, len(want))
			}
		}
	}
	s := newStream(&chopped{rest: []byte{0xff, 0xff, 1, 2, 3}, size: 5})
	for range 2 {
		if _, err := s.Read(make([]byte, maxFrame)); !errors.Is(err, errLongFrame) {
			t.Errorf("%v; expected that the frame is too long", err)
		}
	}
	if _, err := s.Write(make([]byte, maxFrame+1)); !errors.Is(err, errLongFrame) {
		t.Errorf("%v; expected that the frame is too long", err)
	}
}

// chopped is a connection whose bytes come in pieces, with a timeout after each.
type chopped struct {
	net.Conn
	rest  []byte
	size  int
	empty bool
}

func (c *chopped) Read(into []byte) (int, error) {
	if c.empty = !c.empty; !c.empty {
		return 0, os.ErrDeadlineExceeded
	}
	n := copy(into, c.rest[:min(c.size, len(c.rest))])
	c.rest = c.rest[n:]
	return n, nil
}

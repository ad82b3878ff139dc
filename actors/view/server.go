package view

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/view/metrics"
)

// Options say where a view is served, and to whom.
type Options struct {
	// Address is HOST:PORT, a port of 127.0.0.1, or unix:PATH; empty means DefaultAddress. Port 0
	// means any free port.
	Address string
	// Control lets viewers that show the token operate the application.
	Control bool
	// Certificate and Key are PEM files for TLS. An address that other machines can reach needs them.
	Certificate, Key string
	// Hosts are further host names of the server, as browsers write them. Origins are those of other
	// web pages that may connect, such as https://app.foxglove.dev.
	Hosts, Origins []string
	// Profiles serves profiles of the process at /debug/pprof/, for go tool pprof.
	Profiles bool
	// Token replaces a drawn one.
	Token string
	// Warn receives what an operator should know: rejected browsers, meshes that are not drawn. Its
	// errors hold no control characters. It may be called from any goroutine; nil ignores them.
	Warn func(error)
	// Opened, unless it is nil, is called with the addresses to open once viewers are served.
	Opened func(urls []string)
}

// Limits of requests.
const (
	headerTimeout  = 2 * time.Second
	requestTimeout = 10 * time.Second
	idleTimeout    = 30 * time.Second
	maxHeader      = 16 << 10
	maxBody        = 64 << 10
	maxConnections = 32
)

// Server is the HTTP side of a view: it decides who gets to what.
type Server struct {
	options  Options
	readonly string // why nobody can operate, empty otherwise
	pages    fs.FS
	viewers  http.Handler            // of Foxglove's protocol
	more     map[string]http.Handler // by path, for GET; one that ends in a slash is a folder

	address  address
	listener *limited
	secure   bool
	hosts    []string
	keeper   *gatekeeper
	cross    *http.CrossOriginProtection
	warnings warnings
	http     http.Server
	wait     sync.WaitGroup
}

// newServer opens the address. Requests are answered from start on.
func newServer(o Options, pages fs.FS, viewers http.Handler) (*Server, error) {
	at, err := parseAddress(o.Address)
	if err != nil {
		return nil, err
	}
	for _, origin := range o.Origins {
		if err := checkOrigin(origin); err != nil {
			return nil, err
		}
	}
	l, err := at.listen(&o)
	if err != nil {
		return nil, err
	}
	if o.Token == "" {
		o.Token = newToken()
	}
	s := &Server{options: o, pages: pages, viewers: viewers, more: map[string]http.Handler{}, address: at, secure: o.Certificate != "", listener: &limited{Listener: l, free: make(chan struct{}, maxConnections)}, warnings: warnings{warn: o.Warn}}
	port := "unix"
	if at.network == "tcp" {
		_, port, _ = net.SplitHostPort(l.Addr().String())
	}
	if o.Profiles {
		s.more["/debug/pprof/"] = metrics.Profiles()
	}
	s.keeper = newGatekeeper(o.Token, port, s.secure)
	s.hosts = s.ownHosts()
	s.cross = http.NewCrossOriginProtection()
	for _, origin := range o.Origins {
		if strings.HasPrefix(origin, "http") {
			if err := s.cross.AddTrustedOrigin(origin); err != nil {
				return nil, errors.Join(err, l.Close())
			}
		}
	}
	s.http = http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout, WriteTimeout: requestTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: s.warnings.logger()}
	return s, nil
}

// checkOrigin returns an error for an origin that no browser sends.
func checkOrigin(origin string) error {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme == "" || u.Path != "" || u.RawQuery != "" || u.User != nil {
		return &OriginError{origin}
	}
	return nil
}

// OriginError is the error of an invalid origin in the options of a view.
type OriginError struct{ Origin string }

// Error returns what was expected.
func (e *OriginError) Error() string {
	return "invalid origin " + quote(e.Origin) + " of the view; expected one such as https://app.foxglove.dev, without a path"
}

// ownHosts returns the names under which browsers may reach the server.
func (s *Server) ownHosts() []string {
	hosts := slices.Clone(s.options.Hosts)
	if s.address.local {
		return append(hosts, "localhost", "127.0.0.1", "::1")
	}
	if name, err := os.Hostname(); err == nil {
		hosts = append(hosts, name)
	}
	if pair, err := tls.LoadX509KeyPair(s.options.Certificate, s.options.Key); err == nil {
		if leaf, err := x509.ParseCertificate(pair.Certificate[0]); err == nil {
			hosts = append(hosts, leaf.DNSNames...)
		}
	}
	host, _, _ := net.SplitHostPort(s.address.name)
	return append(hosts, host)
}

// start answers requests in the background.
func (s *Server) start() {
	s.wait.Add(1)
	go func() {
		defer s.wait.Done()
		if err := s.http.Serve(s.listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			s.warnings.add(err)
		}
	}()
}

// close ends the server and its connections.
func (s *Server) close() error {
	err := errors.Join(s.http.Close(), ignore(s.listener.Close(), net.ErrClosed))
	s.wait.Wait()
	return err
}

// URLs returns the addresses to open. Those of a server that needs the token have it after the #,
// which browsers do not send.
func (s *Server) URLs() []string {
	if s.address.network == "unix" {
		return []string{socketScheme + s.address.name}
	}
	scheme := "http"
	if s.secure {
		scheme = "https"
	}
	host, port, _ := net.SplitHostPort(s.listener.Addr().String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = s.hosts[0]
	}
	u := scheme + "://" + net.JoinHostPort(host, port) + "/"
	if s.options.Control && s.readonly == "" || !s.address.local {
		u += "#token=" + s.options.Token
	}
	return []string{u}
}

// limited is a listener with a bounded number of open connections. It closes further ones at once.
type limited struct {
	net.Listener
	free    chan struct{} // holds an entry for each open connection
	refused atomic.Uint64
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case l.free <- struct{}{}:
			bound(c)
			return &counted{Conn: c, done: sync.OnceFunc(func() { <-l.free })}, nil
		default:
			l.refused.Add(1)
			_ = c.Close() // the client sees the end of its connection
		}
	}
}

// kernelBytes bounds what the operating system holds for a viewer. Its own bound is some MB: a slow
// viewer would see the past.
const kernelBytes = 128 << 10

func bound(c net.Conn) {
	if secure, is := c.(*tls.Conn); is {
		c = secure.NetConn()
	}
	if b, bounded := c.(interface{ SetWriteBuffer(int) error }); bounded {
		_ = b.SetWriteBuffer(kernelBytes) // a system that refuses keeps its own bound
	}
}

// counted is a connection that makes room when it ends.
type counted struct {
	net.Conn
	done func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	defer c.done()
	return c.Conn.Close()
}

// localAddr returns the address of the server's end of a request's connection, nil where it has no
// IP.
func localAddr(ctx context.Context) net.IP {
	if tcp, is := ctx.Value(http.LocalAddrContextKey).(*net.TCPAddr); is {
		return tcp.IP
	}
	return nil
}

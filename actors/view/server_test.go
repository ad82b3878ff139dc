package view

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"github.com/robo-actors/robo-actors/actors/view/viewtest"
	"github.com/robo-actors/robo-actors/internal/foxglove"
)

const token = "00112233445566778899aabbccddeeff"

// patience bounds the wait for what must come; no test asserts how fast it comes.
const patience = 20 * time.Second

var pages = fstest.MapFS{"index.html": {Data: []byte("<!doctype html>page")}, "page.js": {Data: []byte("script")}, "secret/inner.js": {Data: []byte("inner")}, "data.bin": {Data: []byte("x")}}

// served is a server with a service that counts its calls.
type served struct {
	*Server
	url   string
	calls chan string
	seen  *warned
}

// warned collects warnings.
type warned struct {
	mu   sync.Mutex
	text []string
}

func (w *warned) add(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, err.Error())
}

func (w *warned) all() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.text, "\n")
}

// serve starts a server until the test ends.
func serve(t *testing.T, o Options) *served {
	t.Helper()
	seen := &warned{}
	if o.Address == "" {
		o.Address = "127.0.0.1:0"
	}
	o.Token, o.Warn = token, seen.add
	s, err := newServer(o, pages, nil)
	if err != nil {
		t.Fatal(err)
	}
	calls := make(chan string, 100)
	act := func(ctx context.Context, request []byte) ([]byte, error) {
		if err := s.mayOperate(ctx); err != nil {
			return nil, err
		}
		calls <- string(request)
		return []byte("{}"), nil
	}
	fox := foxglove.New(foxglove.Options{Name: "test", Origins: []string{"*"}, Services: []foxglove.Service{{Name: "stop", Call: act}}})
	s.viewers = fox
	s.more["/metrics"] = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "metric 1\n") })
	s.start()
	t.Cleanup(func() {
		fox.Close()
		if err := s.close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
		goleak.VerifyNone(t)
	})
	url, _, _ := strings.Cut(s.URLs()[0], "#")
	return &served{s, url, calls, seen}
}

// request sends a request and returns status, headers and body.
func (s *served) request(t *testing.T, method, path, body string, change func(*http.Request)) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+strings.TrimPrefix(path, "/"), strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Close = true // a server that rejects a request may end the connection
	if change != nil {
		change(r)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(text)
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func TestThePageIsServedWithStrictHeaders(t *testing.T) {
	s := serve(t, Options{})
	status, headers, body := s.request(t, "GET", "/", "", nil)
	if status != 200 || !strings.Contains(body, "page") || headers.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("the page is %d %q", status, body)
	}
	csp := headers.Get("Content-Security-Policy")
	if !strings.Contains(csp, "default-src 'self'") || !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") || headers.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the headers are %v", headers)
	}
	if status, _, _ := s.request(t, "GET", "/nothing.js", "", nil); status != 404 {
		t.Errorf("a file that is not there gives %d", status)
	}
}

// DNS rebinding: a foreign name leads to this address, and the browser takes the page of the
// foreign site for one of this server.
func TestAForeignHostNameIsRejected(t *testing.T) {
	s := serve(t, Options{Hosts: []string{"robot.example"}})
	for host, want := range map[string]int{"evil.example": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example:80": 421, "192.0.2.7": 421, "": 400,
		"localhost": 200, "LOCALHOST:99": 200, "127.0.0.1": 200, "[::1]:80": 200, "robot.example": 200} {
		if host == "" {
			continue // the client replaces an empty host
		}
		if status, _, _ := s.request(t, "GET", "/", "", func(r *http.Request) { r.Host = host }); status != want {
			t.Errorf("the host %q gives %d; expected %d", host, status, want)
		}
	}
	if status := s.socket(t, "/ws", func(h http.Header) { h.Set("Host", "evil.example") }, "evil.example"); status != 421 {
		t.Errorf("a WebSocket to a foreign host gives %d; expected 421", status)
	}
}

// socket tries to open a WebSocket and returns the status of the answer, 101 if it opened.
func (s *served) socket(t *testing.T, path string, change func(http.Header), host string) int {
	t.Helper()
	h := http.Header{}
	change(h)
	conn, response, err := websocket.Dial(t.Context(), strings.Replace(s.url, "http", "ws", 1)+strings.TrimPrefix(path, "/"), &websocket.DialOptions{Subprotocols: []string{"foxglove.sdk.v1"}, HTTPHeader: h, Host: host})
	if err == nil {
		_ = conn.CloseNow() // the status says enough
	}
	if response == nil {
		t.Fatal(err)
	}
	return response.StatusCode
}

func TestPagesOfOtherSitesAreRejected(t *testing.T) {
	s := serve(t, Options{Control: true, Origins: []string{"https://app.foxglove.dev"}})
	for _, origin := range []string{"https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "file://", "https://app.foxglove.dev.evil.example"} {
		if status := s.socket(t, "/ws?token="+token, func(h http.Header) { h.Set("Origin", origin) }, ""); status != 403 {
			t.Errorf("a WebSocket of the origin %s gives %d; expected 403", origin, status)
		}
		for _, path := range []string{"/login", "/metrics"} {
			if status, _, _ := s.request(t, "POST", path, `{"token":"`+token+`"}`, func(r *http.Request) {
				r.Header.Set("Origin", origin)
				r.Header.Set("Content-Type", "application/json")
			}); status != 403 {
				t.Errorf("POST %s of the origin %s gives %d; expected 403", path, origin, status)
			}
		}
	}
	if status, _, _ := s.request(t, "POST", "/login", "{}", header("Sec-Fetch-Site", "cross-site")); status != 403 {
		t.Errorf("a cross-site POST without an origin gives %d; expected 403", status)
	}
	for _, origin := range []string{"https://app.foxglove.dev", strings.TrimSuffix(s.url, "/"), ""} {
		change := func(h http.Header) {
			if origin != "" {
				h.Set("Origin", origin)
			}
		}
		if status := s.socket(t, "/ws", change, ""); status != 101 {
			t.Errorf("a WebSocket of the origin %q gives %d; expected 101", origin, status)
		}
	}
	if status := s.socket(t, "/", func(http.Header) {}, ""); status != 101 {
		t.Errorf("a WebSocket at / gives %d; expected 101, since viewers use it by default", status)
	}
}

func TestOperatingNeedsTheToken(t *testing.T) {
	s := serve(t, Options{Control: true})
	for _, wrong := range []string{"0", token + "0", strings.ToUpper(token), ""} {
		if status := s.socket(t, "/ws?token="+wrong, func(http.Header) {}, ""); status != 401 {
			t.Errorf("the token %q gives %d; expected 401", wrong, status)
		}
		if status, _, _ := s.request(t, "GET", "/", "", header("Authorization", "Bearer "+wrong)); status != 401 {
			t.Errorf("the token %q in the header gives %d; expected 401", wrong, status)
		}
		if status, h, _ := s.request(t, "POST", "/login", `{"token":"`+wrong+`"}`, header("Content-Type", "application/json")); status != 401 || h.Get("Set-Cookie") != "" {
			t.Errorf("a login with the token %q gives %d, %v; expected 401 and no cookie", wrong, status, h)
		}
	}
	call := func(query string, h http.Header) error {
		v, err := viewtest.Connect(t.Context(), strings.Replace(s.url, "http", "ws", 1)+"ws"+query, h, nil)
		if err != nil {
			return err
		}
		defer v.Close()
		return v.Call(t.Context(), "stop", map[string]any{}, nil)
	}
	if err := call("", http.Header{"Cookie": {s.keeper.cookie + "=" + token}}); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("a call with a wrong cookie gives %v; expected a word about the token", err)
	}
	status, h, _ := s.request(t, "POST", "/login", `{"token":"`+token+`"}`, header("Content-Type", "application/json"))
	cookie := h.Get("Set-Cookie")
	if status != 204 || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") || strings.Contains(cookie, token) {
		t.Fatalf("the login gives %d, %q; expected a strict cookie that does not hold the token", status, cookie)
	}
	value, _, _ := strings.Cut(cookie, ";")
	for name, err := range map[string]error{"cookie": call("", http.Header{"Cookie": {value}}), "query": call("?token="+token, nil), "header": call("", http.Header{"Authorization": {"Bearer " + token}})} {
		if err != nil {
			t.Errorf("a call with the token in the %s gives %v", name, err)
		}
	}
	if len(s.calls) != 3 {
		t.Errorf("the service was called %d times; expected the three of the operator", len(s.calls))
	}
	if strings.Contains(s.seen.all(), token) {
		t.Error("a warning has the token")
	}
}

// A GET never changes anything, and other methods are not served beside the login.
func TestNoGetChangesAnything(t *testing.T) {
	s := serve(t, Options{Control: true})
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "stop"} {
		for _, path := range []string{"/", "/ws", "/login", "/metrics", "/stop", "/api/stop", "/index.html"} {
			status, h, _ := s.request(t, method, path, `{"token":"`+token+`","world":"w"}`, header("Authorization", "Bearer "+token))
			if h.Get("Set-Cookie") != "" {
				t.Errorf("%s %s sets a cookie", method, path)
			}
			reads := method == "GET" || method == "HEAD"
			switch {
			case path == "/login" && reads && status != 405, !reads && path != "/login" && status != 405:
				t.Errorf("%s %s gives %d; expected 405", method, path, status)
			case reads && (path == "/stop" || path == "/api/stop") && status != 404:
				t.Errorf("%s %s gives %d; expected 404", method, path, status)
			}
		}
	}
	if len(s.calls) != 0 {
		t.Errorf("a request called a service: %q", <-s.calls)
	}
}

func TestNoPathLeadsOutOfThePage(t *testing.T) {
	s := serve(t, Options{})
	for _, path := range []string{"/../server_test.go", "/..%2fserver_test.go", "/%2e%2e/server_test.go", "/secret/../../server.go", "/secret", "/secret/", "/.", "/./index.html/..",
		"//etc/passwd", "/%2fetc%2fpasswd", `/..\server.go`, "/..%5cserver.go", "/page.js/", "/page.js%00.js", "/data.bin", "/%252e%252e/x.js", "/index.html%0d%0aX: y", "/;/page.js"} {
		answer := s.raw(t, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
		if !strings.HasPrefix(answer, "HTTP/1.1 40") {
			t.Errorf("%s gives %q; expected no such page", path, firstLine(answer))
		}
	}
}

func firstLine(s string) string { line, _, _ := strings.Cut(s, "\r\n"); return line }

// raw sends bytes, and returns what comes until the server ends the connection.
func (s *served) raw(t *testing.T, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(c, request) // the server may reset the connection before the end
	answer, _ := io.ReadAll(c)        // a connection that the server resets has said what it says
	return string(answer)
}

func TestTextOfViewersIsEscapedInWarnings(t *testing.T) {
	s := serve(t, Options{})
	s.raw(t, "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a\u009b2J\u009d0;owned\u202ex\r\nConnection: close\r\n\r\n")
	text := s.seen.all()
	if !strings.Contains(text, "origin") || strings.ContainsAny(text, "\u009b\u009d\r\n\u202e") {
		t.Errorf("the warning is %q; expected one without control characters", text)
	}
	for range 50 {
		s.raw(t, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
	}
	if lines := strings.Count(s.seen.all(), "\n") + 1; lines > 10 {
		t.Errorf("51 rejected requests give %d warnings; expected at most one a second", lines)
	}
}

func TestHeadersAndBodiesAreBounded(t *testing.T) {
	s := serve(t, Options{})
	// The server answers 431 and resets the connection, on which some answers are lost.
	if answer := s.raw(t, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Long: "+strings.Repeat("x", 24<<10)+"\r\n\r\n"); strings.Contains(answer, "page") {
		t.Errorf("a header of 24 KiB gives %q; expected no page", firstLine(answer))
	}
	long := httptest.NewRequest("POST", "http://localhost/login", strings.NewReader(strings.Repeat(" ", maxBody)+`{"token":"`+token+`"}`))
	long.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	if s.serve(answer, long); answer.Code != 400 {
		t.Errorf("a token behind 64 KiB of blanks gives %d; expected 400", answer.Code)
	}
	if status, _, _ := s.request(t, "POST", "/login", "token="+token, header("Content-Type", "application/x-www-form-urlencoded")); status != 415 {
		t.Errorf("a form gives %d; expected 415", status)
	}
}

// A client that sends its header byte by byte, or nothing at all, is let go; meanwhile others are
// served.
func TestASilentClientIsLetGo(t *testing.T) {
	s := serve(t, Options{})
	c, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET / HT"); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := s.request(t, "GET", "/", "", nil); status != 200 {
		t.Errorf("another client gets %d", status)
	}
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the server keeps a client that never finishes its header")
	}
}

func TestConnectionsAreBoundedAndMakeRoomWhenTheyEnd(t *testing.T) {
	s := serve(t, Options{})
	var open []*websocket.Conn
	defer func() {
		for _, c := range open {
			_ = c.CloseNow() // the server sees the end
		}
	}()
	dial := func() error {
		c, _, err := websocket.Dial(t.Context(), strings.Replace(s.url, "http", "ws", 1)+"ws", &websocket.DialOptions{Subprotocols: []string{"foxglove.sdk.v1"}})
		if err == nil {
			open = append(open, c)
		}
		return err
	}
	for range maxConnections {
		if err := dial(); err != nil {
			t.Fatal(err)
		}
	}
	if dial() == nil {
		t.Errorf("the connection number %d is accepted; expected %d at most", maxConnections+1, maxConnections)
	}
	if s.listener.refused.Load() == 0 {
		t.Error("the refused connection was not counted")
	}
	_ = open[0].CloseNow() // the server sees the end
	for end := time.Now().Add(patience); dial() != nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a connection that has ended makes no room")
		}
	}
}

func TestAnAddressForOtherMachinesNeedsTLSAndTheToken(t *testing.T) {
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:80", "robot.example:80"} {
		if _, err := newServer(Options{Address: address}, nil, nil); !errors.Is(err, errNotLocal) || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("the address %s gives %v; expected that it needs a certificate", address, err)
		}
	}
	for _, address := range []string{"nonsense", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:70000", "unix:"} {
		if s, err := newServer(Options{Address: address}, nil, nil); err == nil {
			t.Errorf("the address %s is accepted as %v", address, s.URLs())
		}
	}
	if _, err := newServer(Options{Certificate: "only.pem"}, nil, nil); err == nil || !strings.Contains(err.Error(), "both") {
		t.Errorf("a certificate without a key gives %v", err)
	}
	certificate, key := selfSigned(t)
	s := serve(t, Options{Address: "0.0.0.0:0", Certificate: certificate, Key: key, Hosts: []string{"localhost"}})
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	get := func(path string) int {
		t.Helper()
		r, err := client.Get("https://127.0.0.1:" + port + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		return r.StatusCode
	}
	if get("/metrics") != 401 || get("/metrics?token="+token) != 200 || get("/") != 200 {
		t.Errorf("data without the token gives %d, with it %d, and the page %d; expected 401, 200, 200", get("/metrics"), get("/metrics?token="+token), get("/"))
	}
	if _, err := viewtest.Connect(t.Context(), "wss://127.0.0.1:"+port+"/ws", nil, client); err == nil {
		t.Error("a viewer without the token may connect from another machine")
	}
	if !strings.HasSuffix(s.URLs()[0], "/#token="+token) {
		t.Errorf("the address is %s; expected one with the token", s.URLs()[0])
	}
}

func TestAUnixSocketIsItsOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "view.sock")
	s := serve(t, Options{Address: "unix:" + path})
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the socket has the rights %v, %v; expected 0600", info.Mode(), err)
	}
	client := &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", path) }}}
	defer client.CloseIdleConnections()
	r, err := client.Get("http://localhost/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != 200 {
		t.Errorf("the page over the socket gives %d", r.StatusCode)
	}
	if _, err := newServer(Options{Address: "unix:" + path}, nil, nil); err == nil {
		t.Error("a second server takes the socket of the first")
	}
	if s.URLs()[0] != "unix:"+path {
		t.Errorf("the address is %s", s.URLs())
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newServer(Options{Address: "unix:" + file}, nil, nil); err == nil || !strings.Contains(err.Error(), "not a socket") {
		t.Errorf("a file in the place of the socket gives %v", err)
	}
}

// A viewer that sends too much, or floods the server, loses its connection; another one goes on.
func TestAHostileViewerDoesNotDisturbOthers(t *testing.T) {
	s := serve(t, Options{Control: true})
	good, err := viewtest.Connect(t.Context(), strings.Replace(s.url, "http", "ws", 1)+"ws?token="+token, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer good.Close()
	c, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n")
	in := bufio.NewReader(c)
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, "101") {
		t.Fatalf("the upgrade gives %q, %v", line, err)
	}
	frame := append([]byte{0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0}, make([]byte, 4+64<<10)...) // a text of 64 KiB
	_, _ = c.Write(frame)                                                                  // the server may have ended the connection
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, in); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the server keeps a viewer that sends 64 KiB at once")
	}
	if err := good.Call(t.Context(), "stop", map[string]any{}, nil); err != nil {
		t.Errorf("another viewer gets %v", err)
	}
}

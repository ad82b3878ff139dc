package view

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
)

// headers of every answer. The page has no inline scripts or styles, and loads nothing from other
// sites.
var headers = [...]struct{ name, value string }{
	{"Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Cache-Control", "no-cache"},
}

// serve answers a request after every check.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	for _, h := range headers {
		w.Header().Set(h.name, h.value)
	}
	if !s.ownHost(r) {
		s.reject(w, r, http.StatusMisdirectedRequest, fmt.Errorf("the host %s is not one of this server; expected %s (further ones: hosts in the section view)", quote(r.Host), strings.Join(s.hosts, ", ")))
		return
	}
	if err := s.checkOrigin(r); err != nil {
		s.reject(w, r, http.StatusForbidden, err)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	shown := s.keeper.check(r)
	if shown == wrongClaim {
		s.reject(w, r, http.StatusUnauthorized, errors.New("the token is not that of this run; the application prints it when it starts"))
		return
	}
	r = r.WithContext(withRights(r.Context(), shown == rightClaim))
	s.route(w, r, shown == rightClaim)
}

// route answers a request that passed the checks. No GET changes anything.
func (s *Server) route(w http.ResponseWriter, r *http.Request, known bool) {
	more := s.further(r.URL.Path)
	isData := r.URL.Path == "/ws" || r.Header.Get("Upgrade") != "" || more != nil
	switch {
	case r.URL.Path == "/login":
		s.login(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		s.reject(w, r, http.StatusMethodNotAllowed, fmt.Errorf("the method %s is not served", quote(r.Method)))
	case isData && !known && !s.address.local:
		s.reject(w, r, http.StatusUnauthorized, errors.New("this address needs the token, also to read: open the address that the application printed"))
	case more != nil:
		more.ServeHTTP(w, r)
	case isData && r.Method == http.MethodGet && (r.URL.Path == "/ws" || r.URL.Path == "/"):
		s.viewers.ServeHTTP(w, r)
	default:
		s.page(w, r)
	}
}

// further returns the handler of a path beside those of the page and of the viewers, nil without
// one.
func (s *Server) further(path string) http.Handler {
	if h := s.more[path]; h != nil {
		return h
	}
	if folder := strings.LastIndex(path, "/"); folder >= 0 {
		return s.more[path[:folder+1]]
	}
	return nil
}

// ownHost reports whether a request names a host of this server. An address instead of a name must
// be that of the connection, because nobody can give a foreign name to it.
func (s *Server) ownHost(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if slices.ContainsFunc(s.hosts, func(own string) bool { return strings.EqualFold(own, host) }) {
		return true
	}
	ip, local := net.ParseIP(host), localAddr(r.Context())
	return ip != nil && local != nil && ip.Equal(local)
}

// checkOrigin returns an error for a request that a page of another site makes. Programs other than
// browsers send no origin.
func (s *Server) checkOrigin(r *http.Request) error {
	origin := r.Header.Get("Origin")
	scheme := "http://"
	if s.secure {
		scheme = "https://"
	}
	if origin != "" && origin != scheme+r.Host && !slices.Contains(s.options.Origins, origin) {
		return fmt.Errorf("pages of the origin %s may not connect; to allow it: --view-origin, or origins in the section view", quote(origin))
	}
	if err := s.cross.Check(r); err != nil {
		return fmt.Errorf("the request comes from a page of another site: %w", err)
	}
	return nil
}

// login gives the viewer the cookie for the token in a JSON body.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		s.reject(w, r, http.StatusMethodNotAllowed, errors.New("/login takes POST"))
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		s.reject(w, r, http.StatusUnsupportedMediaType, errors.New("expected a body of type application/json"))
		return
	}
	var body struct {
		Token string `json:"token"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		s.reject(w, r, http.StatusBadRequest, errors.New(`expected {"token": "..."}`))
		return
	}
	if !s.keeper.accepts(body.Token) {
		s.reject(w, r, http.StatusUnauthorized, errors.New("the token is not that of this run; the application prints it when it starts"))
		return
	}
	s.keeper.admit(w)
	w.WriteHeader(http.StatusNoContent)
}

// mediaTypes of the page's files, by the ending of their name: those of the system may differ.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".png": "image/png", ".txt": "text/plain; charset=utf-8", ".json": "application/json",
}

// page answers with a file of the page. Only files with an exact name are found.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	kind, known := mediaTypes[path.Ext(name)]
	if s.pages == nil || !known || r.URL.RawPath != "" || !fs.ValidPath(name) {
		s.reject(w, r, http.StatusNotFound, errors.New("there is no such page"))
		return
	}
	data, err := fs.ReadFile(s.pages, name)
	if err != nil {
		s.reject(w, r, http.StatusNotFound, errors.New("there is no such page"))
		return
	}
	w.Header().Set("Content-Type", kind)
	if r.Method == http.MethodGet {
		_, _ = w.Write(data) // a viewer that has gone needs no answer
	}
}

// reject answers with an error as plain text. What an operator may want to allow is reported.
func (s *Server) reject(w http.ResponseWriter, r *http.Request, status int, why error) {
	switch status {
	case http.StatusForbidden, http.StatusMisdirectedRequest, http.StatusUnauthorized:
		s.warnings.add(fmt.Errorf("view: a request of %s was rejected: %w", r.RemoteAddr, why))
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, why.Error()+"\n") // a viewer that has gone needs no answer
}

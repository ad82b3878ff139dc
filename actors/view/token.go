package view

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// tokenBytes is the length of a token: 128 bits.
const tokenBytes = 16

// newToken draws a token.
func newToken() string {
	b := make([]byte, tokenBytes)
	rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}

// gatekeeper checks tokens. Comparisons take the same time whatever the guess.
type gatekeeper struct {
	token  [sha256.Size]byte // hash of the token
	ticket string            // the value of the cookie, from which the token cannot be computed
	cookie string            // its name: browsers do not tell the ports of a host apart
	secure bool
}

func newGatekeeper(token, port string, secure bool) *gatekeeper {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("robo-actors view cookie"))
	return &gatekeeper{token: sha256.Sum256([]byte(token)), ticket: hex.EncodeToString(mac.Sum(nil)), cookie: "robo_actors_" + port, secure: secure}
}

// accepts reports whether a guess is the token.
func (g *gatekeeper) accepts(guess string) bool {
	hash := sha256.Sum256([]byte(guess))
	return subtle.ConstantTimeCompare(hash[:], g.token[:]) == 1
}

// claim is what a request shows.
type claim uint8

const (
	noClaim claim = iota
	wrongClaim
	rightClaim
)

// check returns what a request shows: the token in its header or its address, or the cookie. A
// wrong cookie counts as none, since it may be of an earlier run.
func (g *gatekeeper) check(r *http.Request) claim {
	header := r.Header.Get("Authorization")
	guess, shown := strings.TrimPrefix(header, "Bearer "), header != ""
	if !shown && r.URL.RawQuery != "" {
		query := r.URL.Query()
		guess, shown = query.Get("token"), query.Has("token")
	}
	if shown {
		if g.accepts(guess) {
			return rightClaim
		}
		return wrongClaim
	}
	if c, err := r.Cookie(g.cookie); err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(g.ticket)) == 1 {
		return rightClaim
	}
	return noClaim
}

// admit gives a browser the cookie.
func (g *gatekeeper) admit(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.ticket, Path: "/", HttpOnly: true, Secure: g.secure, SameSite: http.SameSiteStrictMode})
}

// operatorKey is the key of a request's right to operate.
type operatorKey struct{}

// withRights adds whether a viewer may operate to the context of its requests.
func withRights(ctx context.Context, operator bool) context.Context {
	return context.WithValue(ctx, operatorKey{}, operator)
}

// isOperator reports whether the viewer of a request may operate.
func isOperator(ctx context.Context) bool {
	operator, _ := ctx.Value(operatorKey{}).(bool)
	return operator
}

// mayOperate returns an error that says how a viewer gets the right to operate.
func (s *Server) mayOperate(ctx context.Context) error {
	switch {
	case s.readonly != "":
		return fmt.Errorf("this view is read-only: %s", s.readonly)
	case !s.options.Control:
		return errors.New("this view is read-only; to operate from it, start the application with --control, or with control: true in the section view")
	case !isOperator(ctx):
		return errors.New("operating needs the token; open the address with #token= that the application has printed, or add ?token= to the address of the WebSocket")
	}
	return nil
}

// about returns what holds for one viewer: whether it may operate, as control.
func (s *Server) about(ctx context.Context) map[string]string {
	control := "off"
	switch {
	case s.readonly != "" || !s.options.Control:
	case isOperator(ctx):
		control = "granted"
	default:
		control = "needs token"
	}
	return map[string]string{"control": control}
}

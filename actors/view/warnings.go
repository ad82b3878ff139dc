package view

import (
	"errors"
	"fmt"
	"log"
	"strconv"
	"strings"
	"sync"
	"time"
)

// longestQuote bounds text of viewers in errors, bytes.
const longestQuote = 120

// quote returns text of a viewer for errors: in quotes, without control characters, not too long.
func quote(text string) string {
	if len(text) > longestQuote {
		return strconv.QuoteToASCII(text[:longestQuote]) + "..."
	}
	return strconv.QuoteToASCII(text)
}

// perSecond bounds the warnings that viewers can cause.
const perSecond = 1

// warnings passes errors on, not more than one a second. It counts the others.
type warnings struct {
	warn func(error)

	mu      sync.Mutex
	next    time.Time
	skipped int
}

// add reports an error.
func (w *warnings) add(err error) {
	if w.warn == nil {
		return
	}
	w.mu.Lock()
	now := time.Now()
	if now.Before(w.next) {
		w.skipped++
		w.mu.Unlock()
		return
	}
	skipped := w.skipped
	w.next, w.skipped = now.Add(time.Second/perSecond), 0
	w.mu.Unlock()
	if skipped > 0 {
		err = fmt.Errorf("%w (%d more since the last warning)", err, skipped)
	}
	w.warn(err)
}

// Write takes a line of the HTTP server's log, which may quote a viewer.
func (w *warnings) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	if quoted := quote(text); quoted != `"`+text+`"` {
		text = quoted
	}
	w.add(errors.New("view: " + text))
	return len(line), nil
}

// logger returns a log for the HTTP server.
func (w *warnings) logger() *log.Logger { return log.New(w, "", 0) }

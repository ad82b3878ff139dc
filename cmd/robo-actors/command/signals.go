package command

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
)

// ends are the signals that end a process in order. Verbs that run something receive them through
// their context.
var ends = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// runsOn keeps the process alive when the reader of its output has gone, as after | head: a process
// that moves a robot must not end without a stop.
func runsOn() { signal.Ignore(syscall.SIGPIPE) }

// ending is what a signal of ends does to the process. Its handler stays from the first instant to
// the last: a signal that came while one handler replaced another would be lost.
type ending struct {
	cancel context.CancelFunc

	mu     sync.Mutex
	atOnce bool
}

// endingKey is the key of the ending in a command's context.
type endingKey struct{}

// withEnding returns a context that a signal cancels, and that lets a verb choose to end at once.
func withEnding(parent context.Context) context.Context {
	ctx, cancel := context.WithCancel(parent)
	e := &ending{cancel: cancel}
	come := make(chan os.Signal, 1)
	signal.Notify(come, ends...)
	go func() {
		for s := range come {
			e.take(s)
		}
	}()
	return context.WithValue(ctx, endingKey{}, e)
}

// take cancels the context, or ends the process as the signal does by default.
func (e *ending) take(s os.Signal) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.atOnce {
		e.cancel()
		return
	}
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && !signal.Ignored(s) && self.Signal(s) == nil {
		select {} // until the signal has ended the process
	}
	code := exitSignal // where the process ignored the signal from its start, or the system has none
	if number, is := s.(syscall.Signal); is {
		code += int(number)
	}
	os.Exit(code)
}

// choose says what the next signal does. It returns the signal that has cancelled the context.
func (e *ending) choose(ctx context.Context, atOnce bool) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.atOnce = atOnce
	return ctx.Err()
}

// onSignal does the same for a command; one outside of a process of its own receives no signals.
func onSignal(c *cobra.Command, atOnce bool) error {
	if e, is := c.Context().Value(endingKey{}).(*ending); is {
		return e.choose(c.Context(), atOnce)
	}
	return c.Context().Err()
}

// endsInOrder makes a verb of endsAtOnce receive signals through its context from now on.
func endsInOrder(c *cobra.Command) (context.Context, context.CancelFunc) {
	_ = onSignal(c, false) // the verb reads its context
	ctx, cancel := context.WithCancel(c.Context())
	return ctx, func() {
		cancel()
		printsOnly(c)
	}
}

// printsOnly makes the next signal end the process at once: the run has stopped, and the reader of
// the output may hang.
func printsOnly(c *cobra.Command) { _ = onSignal(c, true) }

// endsAtOnce makes a signal end verbs that only read and print: a pipe may keep them waiting
// forever.
func endsAtOnce(verbs ...*cobra.Command) {
	for _, c := range verbs {
		c.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return onSignal(c, true) }
	}
}

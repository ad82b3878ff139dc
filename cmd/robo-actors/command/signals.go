package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// ends are the signals that end a process in order. Verbs that run something receive them through
// their context.
var ends = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// runsOn keeps the process alive when the reader of its output has gone, as after | head: a process
// that moves a robot must not end without a stop.
func runsOn() { signal.Ignore(syscall.SIGPIPE) }

// endsInOrder makes a verb of endsAtOnce receive signals through its context from now on.
func endsInOrder(c *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(c.Context(), ends...)
}

// printsOnly makes the next signal end the process at once: the run has stopped, and the reader of
// the output may hang.
func printsOnly() { signal.Reset(ends...) }

// endsAtOnce makes a signal end verbs that only read and print: a pipe may keep them waiting
// forever.
func endsAtOnce(verbs ...*cobra.Command) {
	for _, c := range verbs {
		c.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
			signal.Reset(ends...)
			return context.Cause(c.Context()) // a signal that came earlier
		}
	}
}

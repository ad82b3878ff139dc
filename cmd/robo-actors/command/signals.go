package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// ends are the signals that ask a process to end. Verbs that run something watch them by their context, and end in order.
var ends = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// runsOn has the process live on when nobody reads what it prints any more, as after | head: what moves a robot must not end
// by a line of progress, without a stop.
func runsOn() { signal.Ignore(syscall.SIGPIPE) }

// endsInOrder has a verb that endsAtOnce watch signals by its context from here on.
func endsInOrder(c *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(c.Context(), ends...)
}

// printsOnly has a verb end by the next signal, wherever it is: what ran has stopped, and who reads what is printed may stand still.
func printsOnly() { signal.Reset(ends...) }

// endsAtOnce has verbs that only read or calculate, and print, end by a signal, wherever they are: a pipe to read from may
// keep them waiting for ever.
func endsAtOnce(verbs ...*cobra.Command) {
	for _, c := range verbs {
		c.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
			signal.Reset(ends...)
			return context.Cause(c.Context()) // of a signal that came before
		}
	}
}

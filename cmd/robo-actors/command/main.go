// Package command holds the verbs of the robo-actors command, for programs with kinds of actors and
// drives of their own. Such a program fills a registry and calls Main; it then has every verb for
// its own application files.
//
// Exit codes: 0 success; 1 bad input, or a rejected request; 2 wrong usage; 3 a failure that no
// supervisor could handle ended the run; 4 a campaign found an invariant that did not hold, or view
// showed such a run; 5 the run succeeded, but its recording or its report is incomplete, as on a
// full disk, or a recording that was read is damaged; 6 joints that had run ended stopped, and no
// operator had asked them to stop; 7 log diff found a difference; 70 code that does not return
// holds the thread of several actors.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Exit codes.
const (
	exitOK         = 0
	exitInput      = 1
	exitUsage      = 2
	exitFailure    = 3
	exitViolation  = 4
	exitIncomplete = 5
	exitStopped    = 6
	exitDiffer     = 7
	exitHang       = 70
	exitSignal     = 128 // and the number of the signal, as shells have it
)

// Main runs the command line of the process with the kinds in registry, and exits with the code of
// the verb.
func Main(registry *actors.Registry) {
	os.Exit(execute(withEnding(context.Background()), registry, os.Args[1:], &standard{file: os.Stdout}, os.Stderr))
}

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, registry *actors.Registry, arguments []string, out, errs io.Writer) int {
	root := newRoot(registry, arguments, out, errs)
	err := root.ExecuteContext(ctx)
	if s, is := out.(*standard); err == nil && is {
		err = s.failed
	}
	if err == nil {
		return exitOK
	}
	text := err.Error()
	if ctx.Err() != nil { // the words of package context mean nothing on a command line
		text = strings.ReplaceAll(text, context.Canceled.Error(), "interrupted")
	}
	fmt.Fprintf(errs, "%s: %s\n", programName(), clean(pasted(text), "\n\t"))
	return exitCode(err)
}

// usageError is an error in the command line.
type usageError struct{ error }

// runError is the failure that ended a run.
type runError struct{ error }

func (e runError) Unwrap() error { return e.error }

// incompleteError reports an incomplete recording or report of a run that succeeded.
type incompleteError struct{ error }

// stoppedError reports joints that ended stopped though no operator had asked them to.
type stoppedError struct{ joints []string }

func (e stoppedError) Error() string {
	return fmt.Sprintf("%s ended stopped, and no operator had asked for it: %s", count(len(e.joints), "joint"), source.Listed(e.joints, 10))
}

func exitCode(err error) int {
	var usage usageError
	var run runError
	var violation violationError
	var recorded recordedViolationError
	var incomplete incompleteError
	var stopped stoppedError
	var held *actors.HeldThreadError
	var differ differError
	switch {
	case errors.As(err, &violation), errors.As(err, &recorded):
		return exitViolation
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &held):
		return exitHang
	case errors.As(err, &run):
		return exitFailure
	case errors.As(err, &stopped):
		return exitStopped
	case errors.As(err, &differ):
		return exitDiffer
	case errors.As(err, &incomplete):
		return exitIncomplete
	}
	return exitInput
}

// Command robo-actors runs, simulates, checks and inspects robot applications.
//
//	robo-actors run examples/mobile_manipulator/app.yaml
//	robo-actors sim examples/mobile_manipulator/app.yaml --inject 'at 4s panic mobile_base/wheels'
//
// Exit codes: 0 success; 1 bad input, or a request that was refused; 2 wrong usage; 3 the run ended by a failure that no
// supervisor could handle; 4 a campaign found an invariant that did not hold; 5 the run ended as it should, but its recording
// or its report is incomplete, as on a full disk; 70 a tick hung in its domain's thread.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/robo-actors/robo-actors/actors"
)

// Exit codes.
const (
	exitOK         = 0
	exitInput      = 1
	exitUsage      = 2
	exitFailure    = 3
	exitViolation  = 4
	exitIncomplete = 5
	exitHang       = 70
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	code := execute(ctx, os.Args[1:], &standard{file: os.Stdout}, os.Stderr)
	stop()
	os.Exit(code)
}

// execute runs one command line and returns the exit code.
func execute(ctx context.Context, arguments []string, out, errs io.Writer) int {
	root := newRoot(out, errs)
	root.SetArgs(arguments)
	err := root.ExecuteContext(ctx)
	if s, is := out.(*standard); err == nil && is {
		err = s.failed
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(errs, "robo-actors: %s\n", clean(err.Error(), "\n\t"))
	return exitCode(err)
}

// usageError marks what is wrong with the command line.
type usageError struct{ error }

// runError marks a run that ended by a failure.
type runError struct{ error }

func (e runError) Unwrap() error { return e.error }

// incompleteError marks what a run should have left, and did not.
type incompleteError struct{ error }

func exitCode(err error) int {
	var usage usageError
	var run runError
	var violation violationError
	var incomplete incompleteError
	switch {
	case errors.As(err, &violation):
		return exitViolation
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, actors.ErrHung):
		return exitHang
	case errors.As(err, &run):
		return exitFailure
	case errors.As(err, &incomplete):
		return exitIncomplete
	}
	return exitInput
}

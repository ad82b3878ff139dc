//go:build !linux

package jitter

import (
	"context"
	"errors"
	"time"
)

// runBare has nothing to compare with: clock_nanosleep and scheduling classes are Linux's.
func runBare(context.Context, Options) (late []time.Duration, lost int, err error) {
	return nil, 0, errors.New("the bare loop is measured on Linux only")
}

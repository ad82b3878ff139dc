//go:build !linux

package bench

import (
	"context"
	"errors"
	"time"
)

// runBare has nothing to compare with: clock_nanosleep and scheduling classes are Linux's.
func runBare(context.Context, JitterOptions) (late []time.Duration, lost int, err error) {
	return nil, 0, errors.New("the bare loop is measured on Linux only")
}

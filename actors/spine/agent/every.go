package agent

import (
	"context"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
)

// longestSleep bounds how late a loop sees that its context has ended.
const longestSleep = 20 * time.Millisecond

// Every calls a function at once and then once in a period, until it returns an error or the
// context ends, and returns that error. Deadlines are absolute, so that the rate does not drift. A
// call that takes longer than a period skips deadlines; the next call receives their number.
func Every(ctx context.Context, period time.Duration, step func(skipped int) error) error {
	if period <= 0 {
		return fmt.Errorf("a loop has the period %v: expected more than 0, such as 5ms", period)
	}
	sleeper := platform.NewSharedSleeper()
	defer sleeper.Close()
	next, skipped := time.Now(), 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := step(skipped); err != nil {
			return err
		}
		next, skipped = following(next, period, time.Now())
		for left := time.Until(next); ctx.Err() == nil && left > 0; left = time.Until(next) {
			sleeper.Sleep(next.Add(min(0, longestSleep-left)))
		}
	}
}

// following returns the first deadline after last that is not past, and how many were skipped.
func following(last time.Time, period time.Duration, now time.Time) (next time.Time, skipped int) {
	next = last.Add(period)
	if late := now.Sub(next); late > 0 {
		skipped = int((late + period - 1) / period)
		next = next.Add(time.Duration(skipped) * period)
	}
	return next, skipped
}

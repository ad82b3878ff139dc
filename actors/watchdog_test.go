package actors

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func TestNobodyIsBlamedForTheTimeInWhichEverythingPaused(t *testing.T) {
	ms := func(n int) messages.Instant { return messages.Instant(n) * messages.Instant(time.Millisecond) }
	for name, c := range map[string]struct {
		since, resumed messages.Instant
		late           time.Duration
		now            messages.Instant
		overdue        bool
	}{
		"in time":                             {ms(10), ms(5), 0, ms(110), false},
		"too long":                            {ms(10), ms(5), 0, ms(111), true},
		"stopped meanwhile":                   {ms(10), ms(310), 290 * time.Millisecond, ms(311), false},
		"stopped meanwhile, and hangs":        {ms(10), ms(310), 290 * time.Millisecond, ms(401), true},
		"stopped before":                      {ms(320), ms(310), 290 * time.Millisecond, ms(421), true},
		"the watchdog was a little late":      {ms(10), ms(310), pauseAtLeast - 1, ms(111), true},
		"stopped twice, the last time counts": {ms(10), ms(600), 100 * time.Millisecond, ms(601), true},
	} {
		var w watchdog
		w.woke(c.resumed, c.late)
		var e executor
		owner := &cell{}
		e.watch(owner, c.since, 100*time.Millisecond)
		e.enter()
		if got, _ := w.overdue(&e, c.now); (got == owner) != c.overdue {
			t.Errorf("%s: overdue %v", name, got == owner)
		}
	}
}

package literal

import (
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// Of a later stage the documentation gives the time, but not from which measured speed on a joint
// rests. The model takes a joint for resting at a lower speed than any gate, and waits for longer.
const (
	restingSpeed = 1e-3 // rad/s or m/s
	grain        = 500 * time.Millisecond
)

// awaits reports whether a stage follows already. A fault that is repeated starts no time anew.
func (s *stopped) awaits(next stage) bool {
	return slices.ContainsFunc(s.later, func(l later) bool { return l.stage == next })
}

// rested takes whether a joint in ramp_hold rests.
func (j *joint) rested(i int, s *messages.Snapshot, now messages.Instant) {
	switch {
	case s == nil || !j.hasEntries(i, s) || !s.Valid[i] || j.bus < 0 || j.mode != rampHold || !(math.Abs(s.Velocity[j.at.Velocity]) <= restingSpeed):
		j.resting = 0
	case j.resting == 0:
		j.resting = now
	}
}

// overdue enters the later stages whose times are long over.
func (j *joint) overdue(now messages.Instant, period time.Duration) {
	for _, s := range j.later {
		switch {
		case s.when == modes.AfterTime && now.Sub(s.from) > s.after+3*period,
			s.when == modes.AtRest && j.resting > 0 && now.Sub(j.resting) > s.after+grain:
			j.climb(s.mode)
		}
	}
}

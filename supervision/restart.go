package supervision

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
)

// Strategy says which actors restart after a failure.
type Strategy string

// The strategies.
const (
	// OneForOne restarts the actor that failed.
	OneForOne Strategy = "one_for_one"
	// OneForAll restarts all actors of the supervisor.
	OneForAll Strategy = "one_for_all"
	// RestForOne restarts the actor that failed and those that were started after it.
	RestForOne Strategy = "rest_for_one"
	// Degrade stops the actor that failed for good; the other actors keep running.
	Degrade Strategy = "degrade"
)

// Strategies lists every strategy.
func Strategies() []Strategy { return []Strategy{OneForOne, OneForAll, RestForOne, Degrade} }

// ParseStrategy returns the strategy with that name. The error lists the known names.
func ParseStrategy(name string) (Strategy, error) {
	var known []string
	for _, s := range Strategies() {
		if string(s) == name {
			return s, nil
		}
		known = append(known, string(s))
	}
	return OneForOne, fmt.Errorf("strategy %q is unknown; expected one of %s", name, strings.Join(known, ", "))
}

// Count says which failures are counted together.
type Count string

// The ways of counting.
const (
	// PerActor counts the failures of each actor separately.
	PerActor Count = "per_actor"
	// PerSupervisor counts the failures of all actors of the supervisor, as Erlang/OTP does.
	PerSupervisor Count = "per_supervisor"
)

const defaultStopDeadline = 5 * time.Second

// Restart is the policy of one supervisor.
type Restart struct {
	Strategy Strategy
	// Max is the number of restarts within the time Within; one more failure escalates. Zero
	// restarts nothing. Count says which failures add up; empty means PerActor.
	Max    int
	Within time.Duration
	Count  Count
	// The back-off before the first restart is BackoffMin. It grows by BackoffFactor with each
	// further failure, up to BackoffMax, and is BackoffMin again after the actor has run for
	// ResetAfter; zero means Within. BackoffJitter is the share of the back-off that is added at
	// random, so that actors that failed together do not restart together.
	BackoffMin, BackoffMax       time.Duration
	BackoffFactor, BackoffJitter float64
	ResetAfter                   time.Duration
	// StartDeadline bounds a start, StopDeadline a stop; zero for the latter means 5 s.
	StartDeadline, StopDeadline time.Duration
	// Escalate names the supervisor beyond Max: "world" or "application".
	Escalate string
}

// DefaultRestart is the policy without a declaration: one for one, at most 3 restarts within 10 s,
// with a back-off of 100 ms that doubles up to 5 s, a tenth of it at random, and 5 s to start.
func DefaultRestart() Restart {
	return Restart{Strategy: OneForOne, Max: 3, Within: 10 * time.Second,
		BackoffMin: 100 * time.Millisecond, BackoffMax: 5 * time.Second, BackoffFactor: 2, BackoffJitter: 0.1,
		StartDeadline: 5 * time.Second, StopDeadline: defaultStopDeadline, Escalate: "application"}
}

// Backoff returns the time before restart n in a row, counted from 1. The draw is uniform in [0, 1)
// and selects the share of the jitter.
func (r Restart) Backoff(n int, draw float64) time.Duration {
	if r.BackoffMin <= 0 {
		return 0 // also where the growth is infinite
	}
	d := float64(r.BackoffMin) * math.Pow(max(r.BackoffFactor, 1), float64(max(n, 1)-1))
	d = min(d, float64(max(r.BackoffMax, r.BackoffMin))) * (1 + r.BackoffJitter*draw)
	if d >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(d)
}

// Check returns all errors of the policy, joined, or nil.
func (r Restart) Check() error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf("restart policy: "+format, args...)) }
	if _, err := ParseStrategy(string(r.Strategy)); err != nil {
		errs = append(errs, err)
	}
	if r.Max < 0 || r.Max > 1000 {
		wrong("max is %d; expected 0 to 1000", r.Max)
	}
	if r.Within <= 0 {
		wrong("within is %v; expected a positive time, in which failures add up", r.Within)
	}
	if r.BackoffMin < 0 || r.BackoffMax < r.BackoffMin {
		wrong("the back-off goes from %v to %v; expected zero or more, and the first not above the second", r.BackoffMin, r.BackoffMax)
	}
	if !(r.BackoffFactor >= 1 && r.BackoffFactor <= 100) {
		wrong("the back-off's factor is %g; expected 1 to 100", r.BackoffFactor)
	}
	if !(r.BackoffJitter >= 0 && r.BackoffJitter <= 1) {
		wrong("the back-off's jitter is %g; expected 0 to 1", r.BackoffJitter)
	}
	if r.ResetAfter < 0 {
		wrong("the back-off begins anew after %v; expected zero or more", r.ResetAfter)
	}
	if r.Count != "" && r.Count != PerActor && r.Count != PerSupervisor {
		wrong("failures are counted %q; expected one of per_actor, per_supervisor", r.Count)
	}
	if r.StopDeadline < 0 {
		wrong("the deadline of a stop is %v; expected zero or more", r.StopDeadline)
	}
	if r.StartDeadline <= 0 {
		wrong("the deadline of a start is %v; expected a positive time", r.StartDeadline)
	}
	return errors.Join(errs...)
}

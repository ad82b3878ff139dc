package supervision

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// policy carries out a Restart. It is asked by one supervisor only, and reads no clock.
type policy struct {
	Restart
	failures map[string][]messages.Instant // an actor: those within the window
}

// NewPolicy returns the policy of one supervisor; it keeps that supervisor's failures and must not be shared.
func NewPolicy(r Restart) actors.Policy {
	return &policy{Restart: r, failures: map[string][]messages.Instant{}}
}

// Decide implements actors.Policy.
func (p *policy) Decide(f *actors.Failure, siblings []string, draw float64) actors.Decision {
	if p.Strategy == Degrade {
		return actors.Decision{Action: actors.StopActor, Reason: "the rest goes on without it"}
	}
	recent := slices.DeleteFunc(p.failures[f.Actor], func(t messages.Instant) bool { return f.Time.Sub(t) >= p.Within })
	recent = append(recent, f.Time)
	p.failures[f.Actor] = recent
	if len(recent) > p.Max {
		return actors.Decision{Action: actors.Escalate, Reason: fmt.Sprintf("%d failures within %v, at most %d are restarted", len(recent), p.Within, p.Max)}
	}
	d := actors.Decision{Action: actors.Restart, After: p.backoff(len(recent), draw), Reason: fmt.Sprintf("failure %d of at most %d within %v", len(recent), p.Max, p.Within)}
	at := slices.Index(siblings, f.Actor)
	switch {
	case p.Strategy == OneForAll:
		d.Also = slices.DeleteFunc(slices.Clone(siblings), func(s string) bool { return s == f.Actor })
	case p.Strategy == RestForOne && at >= 0:
		d.Also = slices.Clone(siblings[at+1:])
	}
	return d
}

// backoff before restart n, counted from 1, with its share of jitter added.
func (p *policy) backoff(n int, draw float64) time.Duration {
	d := float64(p.BackoffMin) * math.Pow(max(p.BackoffFactor, 1), float64(n-1))
	d = min(d, float64(max(p.BackoffMax, p.BackoffMin)))
	return time.Duration(d * (1 + p.BackoffJitter*draw))
}

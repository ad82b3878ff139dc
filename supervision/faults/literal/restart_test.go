package literal

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

var (
	decisions = flag.Int("decisions", 30_000, "number of decisions to compare")
	firstSeed = flag.Uint64("seed", 1, "first seed of the drawn policies")
)

// drawnPolicy draws a policy and declarations of some children.
func drawnPolicy(r *rand.Rand, names []string) (supervision.Restart, []supervision.Child) {
	p := supervision.Restart{
		Strategy: supervision.Strategies()[r.IntN(4)], Max: r.IntN(5), Within: time.Duration(1+r.IntN(5000)) * time.Millisecond,
		Count:      []supervision.Count{"", supervision.PerActor, supervision.PerSupervisor}[r.IntN(3)],
		BackoffMin: time.Duration(r.IntN(200)) * time.Millisecond, BackoffFactor: 1 + 2*r.Float64(), BackoffJitter: float64(r.IntN(2)) * r.Float64(),
		ResetAfter: time.Duration(r.IntN(3)) * time.Second, StartDeadline: time.Second,
	}
	p.BackoffMax = p.BackoffMin + time.Duration(r.IntN(2000))*time.Millisecond
	var children []supervision.Child
	for _, name := range names {
		if r.IntN(2) == 0 {
			children = append(children, supervision.Child{Name: name, Lifetime: append(supervision.Lifetimes(), "")[r.IntN(4)], Significant: r.IntN(3) == 0})
		}
	}
	return p, children
}

// Other seeds and more decisions: go test ./supervision/faults/literal -args -seed 7 -decisions
// 100000000
func TestSupervisorsDecideAsTheModelOfTheirDocumentation(t *testing.T) {
	names := []string{"w/a", "w/b", "w/c", "w/d"}
	done := 0
	for seed := *firstSeed; done < *decisions; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		policy, children := drawnPolicy(r, names)
		if policy.Check() != nil {
			continue
		}
		real, model := actors.NewPolicy(policy, children...), &supervisor{policy: policy, children: children}
		now := messages.Instant(0)
		said := ""
		for range 40 {
			now = now.Add(time.Duration(r.Int64N(int64(policy.Within) / 2)))
			f := &actors.Failure{Actor: names[r.IntN(4)], Cause: messages.CausePanic, Time: now, Err: errors.New("drawn")}
			if model.ended[f.Actor] {
				continue // it runs no more
			}
			if r.IntN(6) == 0 {
				f.Err = actors.ErrDone
			}
			draw := r.Float64()
			want, is := model.decide(f, names, draw), real.Decide(f, names, draw)
			said += fmt.Sprintf("\n%s %s normal %t: %s after %v with %v: %s", now, f.Actor, f.Normal(), is.Action, is.After, is.Also, is.Reason)
			if done++; !want.agrees(is) {
				t.Fatalf("seed %d, %+v, %+v: %s\nexpected %s after %v with %v", seed, policy, children, said, want.action, want.after, want.also)
			}
		}
	}
}

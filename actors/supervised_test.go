package actors_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// worker is an actor that ends in its fifth tick, in its first life.
type worker struct {
	life messages.Incarnation
	end  error
}

func (w *worker) Start(c *actors.Context) error { w.life = c.Incarnation(); return nil }

func (w *worker) Tick(t *actors.Tick) error {
	if w.end != nil && w.life == 1 && t.Sequence >= 5 {
		return w.end
	}
	return nil
}

// journal keeps events, which come from a goroutine of the runtime in real time.
type journal struct {
	sync.Mutex
	events []messages.Event
}

func (j *journal) add(e messages.Event) {
	j.Lock()
	defer j.Unlock()
	j.events = append(j.events, e)
}

// told lists what happened to actors after the first one ended: "b started 2", "c stopped".
func (j *journal) told() (all []string) {
	j.Lock()
	defer j.Unlock()
	for _, e := range j.events {
		name := strings.TrimPrefix(e.Source, "w/")
		switch {
		case e.Kind == messages.EventStarted && e.Incarnation > 1:
			all = append(all, fmt.Sprintf("%s started %d", name, e.Incarnation))
		case e.Kind == messages.EventStopped:
			all = append(all, name+" stopped")
		case e.Kind == messages.EventFailed:
			all = append(all, name+" failed")
		case e.Kind == messages.EventNote:
			all = append(all, name+" is done")
		case e.Kind == messages.EventEscalated:
			all = append(all, name+" escalated")
		}
	}
	return all
}

// policies of a supervisor of three actors, of which b ends, and what comes of it.
var policies = map[string]struct {
	strategy supervision.Strategy
	children []supervision.Child
	max      int
	end      error
	want     []string
}{
	"one for one":  {supervision.OneForOne, nil, 3, errBroken, []string{"b failed", "b started 2"}},
	"one for all":  {supervision.OneForAll, nil, 3, errBroken, []string{"b failed", "a started 2", "b started 2", "c started 2"}},
	"rest for one": {supervision.RestForOne, nil, 3, errBroken, []string{"b failed", "b started 2", "c started 2"}},
	"degrade":      {supervision.Degrade, nil, 3, errBroken, []string{"b failed", "b stopped"}},
	"degrade without a significant one": {supervision.Degrade, []supervision.Child{{Name: "w/b", Significant: true}}, 3, errBroken,
		[]string{"b failed", "b escalated"}},
	"transient, after a failure": {supervision.OneForOne, []supervision.Child{{Name: "w/b", Lifetime: supervision.Transient}}, 3, errBroken, []string{"b failed", "b started 2"}},
	"transient, when it is done": {supervision.OneForOne, []supervision.Child{{Name: "w/b", Lifetime: supervision.Transient}}, 3, actors.ErrDone, []string{"b is done", "b stopped"}},
	"permanent, when it is done": {supervision.OneForOne, nil, 3, actors.ErrDone, []string{"b is done", "b started 2"}},
	"temporary, after a failure": {supervision.OneForOne, []supervision.Child{{Name: "w/b", Lifetime: supervision.Temporary}}, 3, errBroken, []string{"b failed", "b stopped"}},
	"significant, when it is done": {supervision.OneForOne, []supervision.Child{{Name: "w/b", Lifetime: supervision.Transient, Significant: true}}, 3, actors.ErrDone,
		[]string{"b is done", "a stopped", "b stopped", "c stopped"}},
	"too often": {supervision.OneForOne, nil, 0, errBroken, []string{"b failed", "b escalated"}},
}

var errBroken = errors.New("it broke")

// TestPoliciesRuleRunningActorsInBothTimes runs each policy in virtual and in real time: the same
// comes of it.
func TestPoliciesRuleRunningActorsInBothTimes(t *testing.T) {
	for name, p := range policies {
		for _, virtual := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, virtual %t", name, virtual), func(t *testing.T) {
				r := supervision.DefaultRestart()
				r.Strategy, r.Max, r.BackoffMin, r.BackoffMax = p.strategy, p.max, 5*time.Millisecond, 5*time.Millisecond
				a := actors.Application{Groups: []actors.Group{{Name: "w", Policy: actors.NewPolicy(r, p.children...)}}}
				for _, name := range []string{"a", "b", "c"} {
					end := p.end
					if name != "b" {
						end = nil
					}
					a.Actors = append(a.Actors, actors.Spec{Name: "w/" + name, World: "w", Group: "w", Period: 2 * time.Millisecond,
						Tolerance: actors.Tolerance{Missed: -1}, New: func() any { return &worker{end: end} }})
				}
				var j journal
				options := []actors.Option{actors.WithEvents(j.add)}
				if virtual {
					options = append(options, actors.WithVirtualTime())
				}
				s, err := actors.New(a, options...)
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Start(context.Background()); err != nil {
					t.Fatal(err)
				}
				if virtual {
					if err := s.Advance(100 * time.Millisecond); err != nil && s.HaltReason() == nil {
						t.Fatal(err)
					}
				}
				got := j.told()
				for begin := time.Now(); !virtual && !same(got, p.want) && time.Since(begin) < 20*time.Second; got = j.told() {
					time.Sleep(time.Millisecond)
				}
				if !same(got, p.want) {
					t.Errorf("%v, want %v", got, p.want)
				}
				_ = s.Stop(context.Background()) // one that escalated has a reason for its end
			})
		}
	}
}

// same compares events regardless of the order of actors at one instant.
func same(got, want []string) bool {
	got, want = slices.Clone(got), slices.Clone(want)
	slices.Sort(got)
	slices.Sort(want)
	return slices.Equal(got, want)
}

package actors_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

func failureAt(actor string, at time.Duration) *actors.Failure {
	return &actors.Failure{Actor: actor, Time: messages.Instant(at), Cause: messages.CausePanic, Err: errors.New("broken")}
}

func TestTheBackOffGrowsToItsCeiling(t *testing.T) {
	r := supervision.DefaultRestart()
	r.Max, r.BackoffJitter = 10, 0
	p := actors.NewPolicy(r)
	want := []time.Duration{100, 200, 400, 800, 1600, 3200, 5000, 5000}
	for i, w := range want {
		d := p.Decide(failureAt("a/b", time.Duration(i)*time.Second), nil, 0.7)
		if d.Action != actors.Restart || d.After != w*time.Millisecond {
			t.Errorf("failure %d: %v after %v, expected a restart after %v", i+1, d.Action, d.After, w*time.Millisecond)
		}
	}
}

func TestTheJitterOfTheBackOffIsTheDrawnShare(t *testing.T) {
	r := supervision.DefaultRestart()
	r.BackoffJitter = 0.2
	if d := actors.NewPolicy(r).Decide(failureAt("a/b", 0), nil, 0.5); d.After != 110*time.Millisecond {
		t.Errorf("after %v, expected 110 ms", d.After)
	}
}

func TestOneFailureTooManyWithinTheWindowEscalates(t *testing.T) {
	r := supervision.DefaultRestart()
	p := actors.NewPolicy(r)
	for i := range r.Max {
		if d := p.Decide(failureAt("a/b", time.Duration(i)*time.Second), nil, 0); d.Action != actors.Restart {
			t.Fatalf("failure %d: %v", i+1, d.Action)
		}
	}
	if d := p.Decide(failureAt("a/c", 3*time.Second), nil, 0); d.Action != actors.Restart {
		t.Errorf("another actor's failures were counted: %v", d.Action)
	}
	if d := p.Decide(failureAt("a/b", 9*time.Second), nil, 0); d.Action != actors.Escalate {
		t.Errorf("failure %d within the window: %v", r.Max+1, d.Action)
	}
	if d := p.Decide(failureAt("a/b", 25*time.Second), nil, 0); d.Action != actors.Restart {
		t.Errorf("after the window: %v", d.Action)
	}
}

func TestAStrategySaysWhoElseIsRestarted(t *testing.T) {
	siblings := []string{"w/a", "w/b", "w/c", "w/d"}
	for strategy, want := range map[supervision.Strategy][]string{supervision.OneForOne: nil, supervision.OneForAll: {"w/a", "w/c", "w/d"}, supervision.RestForOne: {"w/c", "w/d"}} {
		r := supervision.DefaultRestart()
		r.Strategy = strategy
		if d := actors.NewPolicy(r).Decide(failureAt("w/b", 0), siblings, 0); d.Action != actors.Restart || !slices.Equal(d.Also, want) {
			t.Errorf("%s: %v with %v, expected %v", strategy, d.Action, d.Also, want)
		}
	}
	r := supervision.DefaultRestart()
	r.Strategy = supervision.Degrade
	if d := actors.NewPolicy(r).Decide(failureAt("w/b", 0), siblings, 0); d.Action != actors.StopActor || d.Also != nil {
		t.Errorf("degrade: %v with %v", d.Action, d.Also)
	}
}

func TestATemporarySiblingThatKeptRunningStillEndsItsSupervisor(t *testing.T) {
	r := supervision.DefaultRestart()
	r.Strategy = supervision.OneForAll
	siblings := []string{"w/a", "w/b", "w/c"}
	p := actors.NewPolicy(r, supervision.Child{Name: "w/c", Lifetime: supervision.Temporary, Significant: true})
	if d := p.Decide(failureAt("w/a", 0), siblings, 0); d.Action != actors.Restart || !slices.Equal(d.Also, []string{"w/b"}) {
		t.Fatalf("%v with %v; expected a restart with w/b", d.Action, d.Also)
	}
	if d := p.Decide(failureAt("w/c", time.Second), siblings, 0); d.Action != actors.StopActor || len(d.Also) != 2 {
		t.Errorf("%v with %v; expected the end of all actors, because w/c is significant", d.Action, d.Also)
	}
}

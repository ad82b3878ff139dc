package invariant

import (
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// crash has an actor fail and be restarted once each interval, from now on, in the books of the watch alone.
func crash(w *Watch, actor string, cause messages.Cause, at ...time.Duration) {
	length := 0
	for i, t := range at {
		if length++; i > 0 && t-at[i-1] >= 10*time.Second {
			length = 1
		}
		e := messages.Event{Time: messages.Instant(t), Source: actor, Cause: cause, Delay: min(100*time.Millisecond<<(length-1), 5*time.Second)}
		e.Kind = messages.EventFailed
		w.Event(e)
		e.Kind = messages.EventRestarting
		w.Event(e)
	}
}

func TestV11(t *testing.T) {
	const s = time.Second // three restarts within ten seconds are allowed
	for name, c := range map[string]struct {
		actor string
		at    []time.Duration
		cause messages.Cause
		want  bool
	}{
		"as many as the policy allows":         {armBus, []time.Duration{s, 2 * s, 3 * s}, messages.CausePanic, false},
		"one more":                             {armBus, []time.Duration{s, 2 * s, 3 * s, 4 * s}, messages.CausePanic, true},
		"one more just within the window":      {armBus, []time.Duration{s, 2 * s, 3 * s, 11*s - 1}, messages.CausePanic, true},
		"one more once the first has no count": {armBus, []time.Duration{s, 2 * s, 3 * s, 11 * s}, messages.CausePanic, false},
		"for ever, slowly":                     {armBus, []time.Duration{s, 6 * s, 11 * s, 16 * s, 21 * s, 26 * s, 31 * s}, messages.CausePanic, false},
		"of another bus":                       {wheels, []time.Duration{s, 2 * s, 3 * s, 4 * s}, messages.CauseError, true},
	} {
		p := newPlay(t)
		crash(p.w, c.actor, c.cause, c.at...)
		if v := p.w.First(); (v != nil) != c.want || v != nil && (v.Invariant != "V11" || v.Actor != c.actor) {
			t.Errorf("%s: %v", name, v)
		}
	}
}

func TestRestartsThatOthersCausedDoNotCount(t *testing.T) {
	p := newPlay(t)
	for k := range 20 { // it is restarted along with a sibling, or by an escalation that its supervisor decides about
		p.w.Event(messages.Event{Time: messages.Instant(k) * 100 * millisecond, Kind: messages.EventRestarting, Source: armBus, Cause: messages.CausePanic})
	}
	p.want("")
	crash(p.w, armBus, messages.CauseEscalation, time.Second, 2*time.Second)
	p.want("")
}

func TestEachSupervisorHasABookOfItsOwn(t *testing.T) {
	p := newPlay(t)
	var names []string
	for _, g := range p.w.groups {
		names = append(names, g.name)
		if len(g.actors) == 0 || g.policy.Max <= 0 || g.policy.Within <= 0 {
			t.Errorf("%s has %d actors, and allows %d restarts within %v", g.name, len(g.actors), g.policy.Max, g.policy.Within)
		}
	}
	if want := []string{"whole_body", armBus, "mobile_base", wheels, "application"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	if last := p.w.groups[len(p.w.groups)-1]; !last.escalated || !slices.Contains(last.actors, armBus) || !slices.Contains(last.actors, receiver) {
		t.Errorf("%+v", last)
	}
}

// A supervisor may count the restarts of all that it has together.
func TestRestartsCountTogetherWhereThePolicySaysSo(t *testing.T) {
	for count, want := range map[supervision.Count]bool{supervision.PerSupervisor: true, supervision.PerActor: false} {
		p := newPlay(t)
		g := &p.w.groups[0]
		g.policy = supervision.Restart{Max: 3, Within: 10 * time.Second, Count: count, BackoffMin: 100 * time.Millisecond, BackoffMax: 5 * time.Second, BackoffFactor: 2}
		for k, actor := range []string{armGate, commander, "whole_body/model", "whole_body/path"} {
			crash(p.w, actor, messages.CausePanic, time.Duration(k+1)*time.Second)
		}
		if v := p.w.First(); (v != nil) != want {
			t.Errorf("counted %v: %v, want a violation: %v", count, v, want)
		}
	}
}

func TestAGateHasHeardOfAFailureOnceItHasDecided(t *testing.T) {
	p := newPlay(t)
	p.run(505)
	fails(p, commander)
	c := &p.w.worlds[0].controllers[0]
	if !c.failed || c.fence != 1 {
		t.Fatalf("%+v", c)
	}
	p.stopAll(armBus, messages.ModeRampHold, messages.CausePanic)
	p.run(10)
	if c.failed || c.fence != 1 {
		t.Errorf("failed %v, fence %d", c.failed, c.fence)
	}
	for _, i := range c.joints {
		if j := &p.w.worlds[0].joints[i]; j.bus >= 0 && !j.causes.has(messages.CausePanic) {
			t.Errorf("%s does not remember why it stopped: %s", j.name, j.why())
		}
	}
}

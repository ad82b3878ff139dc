package invariant

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// crash has an actor fail and be restarted once each interval, from now on, in the books of the
// watch alone.
func crash(w *Watch, actor string, cause messages.Cause, at ...time.Duration) {
	w.provoked = append(w.provoked, actor) // as if faults made it
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
		"permanently, slowly":                  {armBus, []time.Duration{s, 6 * s, 11 * s, 16 * s, 21 * s, 26 * s, 31 * s}, messages.CausePanic, false},
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
}

// givesUp has the supervisor of an actor give up, and the one above it decide to restart it after a
// delay; none decides where the delay is below zero.
func givesUp(p *play, actor, supervisor string, delay time.Duration) {
	fails(p, actor)
	p.event(messages.Event{Kind: messages.EventEscalated, Source: actor, Cause: messages.CauseEscalation})
	if delay >= 0 {
		p.event(messages.Event{Kind: messages.EventRestarting, Source: supervisor, Cause: messages.CauseEscalation, Delay: delay})
	}
}

func TestWhatASupervisorGivesUpIsDecidedAbove(t *testing.T) {
	const ms = time.Millisecond
	base := []string{"mobile_base/perception", baseGate, "mobile_base/controller", receiver, wheels}
	for name, c := range map[string]struct {
		strategy supervision.Strategy
		delay    time.Duration
		come     []string
		want     string
	}{
		"nobody":                        {supervision.OneForOne, -1, nil, "no higher supervisor has decided"},
		"its world":                     {supervision.OneForOne, 100 * ms, base, ""},
		"its world, without one":        {supervision.OneForOne, 100 * ms, base[1:], "mobile_base/perception: supervisor application decided its restart"},
		"its world, and another":        {supervision.OneForOne, 100 * ms, append([]string{armGate}, base...), "but no supervisor decided so"},
		"one for all, and one world":    {supervision.OneForAll, 100 * ms, base, "it has not started"},
		"none is started after it":      {supervision.RestForOne, 100 * ms, base, ""},
		"too soon":                      {supervision.OneForOne, 90 * ms, base, "after 90ms, as failure 1 in a row"},
		"what is to be gone on without": {supervision.Degrade, 100 * ms, base, "does not restart it"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlay(t)
			above, _ := p.w.tierOf("mobile_base")
			above.policy.Strategy, above.policy.BackoffJitter = c.strategy, 0
			givesUp(p, receiver, "mobile_base", c.delay)
			p.now += 100 * millisecond
			for _, actor := range c.come {
				p.event(messages.Event{Kind: messages.EventStarted, Source: actor, Incarnation: 2})
			}
			p.w.missing(p.now)
			p.w.missing(p.now + 51*millisecond)
			if v := p.w.First(); c.want == "" && v != nil || c.want != "" && (v == nil || v.Invariant != "V11" || !strings.Contains(v.Error(), c.want)) {
				t.Errorf("found %v; expected %q", v, c.want)
			}
		})
	}
}

// Who goes on without what gave up has ended it, and it is no place to come back from.
func TestWhatIsEndedForGoodWasDecidedAbout(t *testing.T) {
	for name, c := range map[string]struct {
		strategy supervision.Strategy
		stops    string
		late     time.Duration
		degraded bool
		want     string
	}{
		"what gave up":                {supervision.Degrade, wheels, 0, true, ""},
		"another one":                 {supervision.Degrade, armBus, 0, true, "no higher supervisor has decided"},
		"what gave up, at the end":    {supervision.Degrade, wheels, time.Second, false, ""},
		"where it should begin again": {supervision.OneForOne, wheels, 0, false, ""},
	} {
		p := newPlay(t)
		for i := range p.w.groups {
			p.w.groups[i].policy.Strategy = c.strategy
		}
		givesUp(p, wheels, wheels, -1)
		p.event(messages.Event{Kind: messages.EventStopped, Source: c.stops})
		if actor, is := p.w.Degraded(p.now.Add(time.Millisecond - c.late)); is != c.degraded || is && actor != c.stops {
			t.Errorf("%s: %s, %t", name, actor, is)
		}
		p.w.missing(p.now + 51*millisecond)
		if v := p.w.First(); c.want == "" && v != nil || c.want != "" && (v == nil || !strings.Contains(v.Error(), c.want)) {
			t.Errorf("%s: found %v; expected %q", name, v, c.want)
		}
	}
}

func TestASupervisorAboveCountsToo(t *testing.T) {
	p := newPlay(t)
	above, _ := p.w.tierOf(wheels)
	above.policy.BackoffJitter, above.policy.BackoffMax, above.policy.Max = 0, above.policy.BackoffMin, 2
	for range 2 {
		givesUp(p, wheels, wheels, above.policy.BackoffMin)
	}
	p.want("")
	givesUp(p, wheels, wheels, above.policy.BackoffMin)
	p.want("V11", "supervisor mobile_base restarts it for the 3th time")
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
	if want := []string{"whole_body", armBus, "mobile_base", wheels}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	for supervisor, want := range map[string]string{armBus: "whole_body", wheels: "mobile_base", "whole_body": "application", "mobile_base": "application"} {
		above, k := p.w.tierOf(supervisor)
		if above == nil || above.name != want || len(above.actors[k]) == 0 {
			t.Errorf("%s turns to %+v; expected %s", supervisor, above, want)
		}
	}
	if above, k := p.w.tierOf("mobile_base"); !slices.Contains(above.actors[k], wheels) || !slices.Contains(above.actors[k], receiver) || slices.Contains(above.actors[k], armBus) {
		t.Errorf("a restart of the world mobile_base restarts %v", above.actors[k])
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

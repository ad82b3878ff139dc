package invariant

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
)

// restartsOf is a bench for the supervisor of the whole-body world, with this policy.
func restartsOf(t *testing.T, strategy supervision.Strategy) *play {
	p := newPlay(t)
	p.w.groups[0].policy = supervision.Restart{Strategy: strategy, Max: 5, Within: 10 * time.Second,
		BackoffMin: 100 * time.Millisecond, BackoffMax: time.Second, BackoffFactor: 2, BackoffJitter: 0.1}
	return p
}

// decides has an actor fail now, and its supervisor decide to restart it after a delay.
func decides(p *play, actor string, delay time.Duration) {
	fails(p, actor)
	p.event(messages.Event{Kind: messages.EventRestarting, Source: actor, Cause: messages.CausePanic, Delay: delay})
}

// comes starts a new incarnation of an actor without a decision.
func comes(p *play, actor string) {
	p.event(messages.Event{Kind: messages.EventStarted, Source: actor, Incarnation: 2})
}

func wantText(t *testing.T, p *play, text string) {
	t.Helper()
	v := p.w.First()
	if text == "" && v != nil || text != "" && (v == nil || v.Invariant != "V11" || !strings.Contains(v.Text, text)) {
		t.Errorf("found %v; expected %q", v, text)
	}
}

const model = "whole_body/model"

func TestABackOffIsKept(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		delays []time.Duration
		want   string
	}{
		"grows":       {[]time.Duration{100 * ms, 210 * ms, 400 * ms, 880 * ms, 1000 * ms}, ""},
		"none":        {[]time.Duration{0}, "after 0s, as failure 1 in a row; expected 100ms to 110ms"},
		"too short":   {[]time.Duration{99 * ms}, "after 99ms"},
		"too long":    {[]time.Duration{111 * ms}, "after 111ms"},
		"never grows": {[]time.Duration{100 * ms, 100 * ms}, "failure 2 in a row; expected 200ms to 220ms"},
	} {
		p := restartsOf(t, supervision.OneForOne)
		for _, d := range c.delays {
			decides(p, model, d)
			comes(p, model)
		}
		t.Run(name, func(t *testing.T) { wantText(t, p, c.want) })
	}
}

// The while counts from the restart: an actor that waits for it does not run.
func TestABackOffBeginsAnewAfterAWhile(t *testing.T) {
	p := restartsOf(t, supervision.OneForOne)
	p.w.groups[0].policy.ResetAfter = 50 * time.Millisecond
	decides(p, model, 100*time.Millisecond)
	p.now += 100 * millisecond
	comes(p, model)
	p.now += 50 * millisecond
	decides(p, model, 100*time.Millisecond)
	wantText(t, p, "")
	p.now += 100 * millisecond
	comes(p, model)
	p.now += 49 * millisecond
	decides(p, model, 100*time.Millisecond)
	wantText(t, p, "failure 2 in a row")
}

func TestAStrategyNamesWhoIsRestarted(t *testing.T) {
	// The order in which they are started: perception, gate, model, path, controller.
	for name, c := range map[string]struct {
		strategy supervision.Strategy
		failed   string
		come     []string
		want     string
	}{
		"one for one":                        {supervision.OneForOne, model, []string{model}, ""},
		"one for one, and another":           {supervision.OneForOne, model, []string{model, commander}, "but no supervisor decided so"},
		"one for one, and none":              {supervision.OneForOne, model, nil, "it has not started"},
		"one for all":                        {supervision.OneForAll, model, []string{"whole_body/perception", armGate, model, "whole_body/path", commander}, ""},
		"one for all, without one":           {supervision.OneForAll, model, []string{model, "whole_body/path", commander, armGate}, "it has not started"},
		"rest for one":                       {supervision.RestForOne, "whole_body/path", []string{"whole_body/path", commander}, ""},
		"rest for one, and one of before":    {supervision.RestForOne, "whole_body/path", []string{model}, "but no supervisor decided so"},
		"rest for one, without one of after": {supervision.RestForOne, "whole_body/path", []string{"whole_body/path"}, "it has not started"},
		"degrade":                            {supervision.Degrade, model, []string{model}, "does not restart it"},
	} {
		t.Run(name, func(t *testing.T) {
			p := restartsOf(t, c.strategy)
			decides(p, c.failed, 100*time.Millisecond)
			p.now += 100 * millisecond
			for _, actor := range c.come {
				comes(p, actor)
			}
			p.w.missing(p.now)
			wantText(t, p, map[bool]string{true: c.want, false: ""}[p.w.First() != nil])
			p.w.missing(p.now + 51*millisecond)
			wantText(t, p, c.want)
		})
	}
}

func TestALifeThatFailsWhileItIsClearedAwayWasDecidedAbout(t *testing.T) {
	p := restartsOf(t, supervision.OneForOne)
	decides(p, model, 100*time.Millisecond)
	p.now += 100 * millisecond
	fails(p, model) // its stop fails
	comes(p, model)
	wantText(t, p, "")
	fails(p, model)
	comes(p, model)
	wantText(t, p, "but no supervisor decided so")
}

func TestWhoEndedOrWasGivenUpIsNotMissed(t *testing.T) {
	for name, change := range map[string]func(p *play){
		"ended": func(p *play) { p.event(messages.Event{Kind: messages.EventStopped, Source: model}) },
		"given up": func(p *play) {
			p.worn(true)
			givesUp(p, model, "whole_body", 100*time.Millisecond)
			above, k := p.w.tierOf("whole_body")
			for _, actor := range above.actors[k] {
				comes(p, actor)
			}
		},
		"failed again": func(p *play) { fails(p, model) },
	} {
		t.Run(name, func(t *testing.T) {
			p := restartsOf(t, supervision.OneForOne)
			decides(p, model, 100*time.Millisecond)
			change(p)
			p.w.missing(p.now + 1000*millisecond)
			wantText(t, p, "")
		})
	}
}

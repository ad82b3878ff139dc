package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestV47(t *testing.T) {
	failed := messages.Event{Kind: messages.EventFailed, Source: model, Incarnation: 1, Cause: messages.CauseError}
	panicked := failed
	panicked.Cause = messages.CausePanic
	for name, c := range map[string]struct {
		struck bool
		fault  string
		event  messages.Event
		want   string
	}{
		"an error before anything was injected": {false, "", failed, "V47"},
		"an error after something was injected": {true, "", failed, ""},
		"a panic by itself":                     {true, "", panicked, "V47"},
		"a panic by another kind of fault":      {true, "hang " + model, panicked, "V47"},
		"a panic that was injected":             {false, "panic " + model, panicked, ""},
		"a panic in every start":                {true, "for 1s crash_loop " + model, panicked, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlay(t)
			p.run(100)
			if p.w.struck = c.struck; c.fault != "" {
				inject(p, model, c.fault)
			}
			c.event.Time = p.now
			p.w.Event(c.event)
			p.want(c.want)
		})
	}
}

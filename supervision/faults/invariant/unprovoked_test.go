package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
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

func TestAStoppedRobotThatNothingHoldsMayFall(t *testing.T) {
	for name, c := range map[string]struct {
		floats   int
		from, to messages.Mode
		falls    bool
	}{
		"a joint of a free robot stops":  {0, messages.ModeRun, messages.ModeOff, true},
		"it is slowed down":              {0, messages.ModeRun, messages.ModeLimited, false},
		"it begins":                      {0, messages.ModeOff, messages.ModeRun, false},
		"a joint of a held robot stops":  {-1, messages.ModeRun, messages.ModeOff, false},
		"a joint of a free robot brakes": {0, messages.ModeLimited, messages.ModeBrake, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := &Watch{now: func() messages.Instant { return 1 }, plants: []*app.Plant{{Path: "plant/robot"}}, places: map[string]*places{"plant/robot": {floats: c.floats}}}
			w.topples(messages.Event{Kind: messages.EventModeChanged, From: c.from, To: c.to})
			w.unprovoked(messages.Event{Kind: messages.EventFailed, Source: "home/controller", Cause: messages.CauseError})
			if v := w.First(); (v == nil) != c.falls {
				t.Errorf("an error after it: %v, expected none: %t", v, c.falls)
			}
		})
	}
}

package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestABaseIsInNoMilderModeThanItsWheels(t *testing.T) {
	const now = 1000 * millisecond
	for _, c := range []struct {
		name   string
		mode   messages.Mode
		wheels []messages.Mode
		sensed messages.Instant
		id     string
	}{
		{"all run", messages.ModeRun, []messages.Mode{messages.ModeRun, messages.ModeRun}, now, ""},
		{"one has stopped", messages.ModeRun, []messages.Mode{messages.ModeRun, messages.ModeDamp}, now, "V20"},
		{"one has stopped, and the base says so", messages.ModeDamp, []messages.Mode{messages.ModeRun, messages.ModeDamp}, now, ""},
		{"one has stopped, in an old snapshot", messages.ModeRun, []messages.Mode{messages.ModeRun, messages.ModeDamp}, now - 2*millisecond, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &Watch{now: func() messages.Instant { return now }}
			m := &world{World: &app.World{Period: 2e6}, joints: []joint{{name: "left"}, {name: "right"}}, seen: messages.Snapshot{Mode: c.wheels}, sensed: c.sensed}
			b := &base{actor: "base/controller", joint: "planar", in: m, wheels: []int{0, 1}, snapshot: &linkModel{}}
			b.moded(w, &messages.VirtualState{Mode: c.mode})
			if v := w.First(); (v != nil) != (c.id != "") || v != nil && v.Invariant != c.id {
				t.Errorf("%v, expected %q", v, c.id)
			}
		})
	}
}

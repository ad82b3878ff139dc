package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestAnExportedStateIsThatOfTheSnapshot(t *testing.T) {
	const now = 1000 * millisecond
	type sent struct {
		at    messages.Instant
		state messages.VirtualState
	}
	good := func() sent {
		return sent{now - millisecond, messages.VirtualState{Mode: messages.ModeRun, Position: []float64{2}, Velocity: []float64{0.2}}}
	}
	for _, c := range []struct {
		name   string
		change func(*sent, *world)
		id     string
	}{
		{"as it is in the world", func(*sent, *world) {}, ""},
		{"the position of another joint", func(s *sent, _ *world) { s.state.Position[0] = 1 }, "V20"},
		{"the velocity of another joint", func(s *sent, _ *world) { s.state.Velocity[0] = 0.1 }, "V20"},
		{"the mode of another joint", func(s *sent, _ *world) { s.state.Mode = messages.ModeDamp }, "V20"},
		{"the stamp of the cycle", func(s *sent, _ *world) { s.at = now }, "V20"},
		{"the time of the tick for a stamp that is ahead of the clock", func(s *sent, m *world) { s.at, m.seen.Time[1] = now, now+1 }, ""},
		{"an older time for a stamp that is ahead of the clock", func(s *sent, m *world) { m.seen.Time[1] = now + 1 }, "V20"},
		{"a state that is not valid", func(_ *sent, m *world) { m.seen.Valid[1] = false }, "V20"},
		{"another position than in an old snapshot", func(s *sent, m *world) { s.state.Position[0], m.sensed = 1, now-2*millisecond }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &Watch{now: func() messages.Instant { return now }}
			m := &world{World: &app.World{Period: 2e6}, joints: []joint{{name: "shoulder"}, {name: "elbow", at: worlds.Slot{Position: 1, PositionLength: 1, Velocity: 1, VelocityLength: 1}}}}
			m.see(messages.Stamp{Time: now}, &messages.Snapshot{Position: []float64{1, 2}, Velocity: []float64{0.1, 0.2}, Mode: []messages.Mode{messages.ModeDamp, messages.ModeRun},
				Valid: []bool{true, true}, Time: []messages.Instant{now, now - millisecond}})
			e := &exporter{in: m, actor: "servo/exports", joint: 1, snapshot: &linkModel{}}
			s := good()
			c.change(&s, m)
			e.sent(w, messages.Stamp{Time: s.at}, &s.state)
			if v := w.First(); (v != nil) != (c.id != "") || v != nil && v.Invariant != c.id {
				t.Errorf("%v, expected %q", v, c.id)
			}
		})
	}
}

package invariant

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// together checks that the driven joints of a controller stop and re-arm together: V5. An operator
// may stop some of them, and joints of a kind have reactions of their own.
func (w *Watch) together(m *world, now messages.Instant) {
	for i := range m.controllers {
		if !m.controllers[i].together {
			continue
		}
		var passes, stops *joint
		for _, n := range m.controllers[i].joints {
			switch j := &m.joints[n]; {
			case j.bus < 0 || !j.sent.any || j.sent.at != now || j.kind != modes.AnyJoint:
			case j.sent.mode.Passes():
				passes = j
			case !j.causes.has(messages.CauseOperator):
				stops = j
			}
		}
		if passes != nil && stops != nil {
			w.violate("V5", m.gate, passes.name, fmt.Sprintf("it is in %s, but joint %s, which %s moves too, is in %s; expected them to stop and re-arm together",
				passes.sent.mode, stops.name, m.controllers[i].path, stops.sent.mode))
		}
	}
}

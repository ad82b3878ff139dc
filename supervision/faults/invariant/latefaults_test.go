package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestAFaultOfAnActorThatIsDownActsLate(t *testing.T) {
	for _, c := range []struct {
		name           string
		down, actsThen bool
		want           bool
	}{
		{"it runs", false, true, false},
		{"it is between two incarnations", true, true, true},
		{"it is, and its next incarnation lives", true, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlay(t)
			p.run(10)
			fails := messages.Event{Kind: messages.EventFailed, Source: commander, Incarnation: 1, Cause: messages.CauseError}
			if c.down {
				p.event(fails)
				p.event(messages.Event{Kind: messages.EventRestarting, Source: commander, Cause: messages.CauseError, Delay: p.w.groupOf("whole_body").policy.BackoffMin})
			}
			p.event(messages.Event{Kind: messages.EventFaultInjected, Source: commander, Text: "error " + commander})
			if c.down {
				p.event(messages.Event{Kind: messages.EventStarted, Source: commander, Incarnation: 2})
			}
			if c.actsThen {
				p.event(fails)
			}
			p.want("")
			if got := p.w.ActedLate(); got != c.want {
				t.Errorf("a fault has acted late: %v", got)
			}
		})
	}
}

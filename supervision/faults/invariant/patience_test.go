package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// losesAll has the bus of the wheels fail by itself after so many exchanges without an answer, all
// of them published but the last one.
func losesAll(exchanges int) func(*play) {
	return func(p *play) {
		p.run(100)
		p.spoil = mutes(1 << 20)
		p.run(2 * (exchanges - 1))
		p.event(messages.Event{Kind: messages.EventStopSent, Source: wheels, Cause: messages.CauseError})
		p.event(messages.Event{Kind: messages.EventFailed, Source: wheels, Incarnation: 1, Cause: messages.CauseError})
		p.stopAll(wheels, messages.ModeDamp, messages.CauseError)
		p.spoil = func(_ *play, topic string, _ *messages.Stamp, _ any) bool {
			return topic != wheels+".state" && topic != "mobile_base/perception.snapshot"
		}
	}
}

func TestV38(t *testing.T) {
	try(t, []trial{{"a bus that adds up single losses", "V38", []string{wheels, "after 2 exchanges in a row", "expected 3"}, losesAll(2), losesAll(3)}})
}

func TestABusMayFailForAnotherReasonThanItsDrives(t *testing.T) {
	for name, happens := range map[string]func(*play){
		"a fault of its actor": func(p *play) {
			inject(p, wheels, "error "+wheels)
			losesAll(1)(p)
		},
		"a fault of its actor that acts in a later incarnation": func(p *play) {
			inject(p, wheels, "error "+wheels)
			fails(p, wheels)
			p.stopAll(wheels, messages.ModeDamp, messages.CausePanic)
			begins(p, wheels)
			p.run(100)
			p.event(messages.Event{Kind: messages.EventStopSent, Source: wheels, Cause: messages.CauseError})
			p.event(messages.Event{Kind: messages.EventFailed, Source: wheels, Incarnation: 2, Cause: messages.CauseError})
		},
		"the stop of an application that ends": func(p *play) {
			p.event(messages.Event{Kind: messages.EventStopSent, Source: wheels, Cause: messages.CauseHang})
			p.event(messages.Event{Kind: messages.EventFailed, Source: wheels, Incarnation: 1, Cause: messages.CauseError})
		},
		"its stop": func(p *play) {
			p.event(messages.Event{Kind: messages.EventFailed, Source: wheels, Incarnation: 1, Cause: messages.CauseError})
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlay(t)
			p.run(500)
			happens(p)
			p.want("")
		})
	}
}

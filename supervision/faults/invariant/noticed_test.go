package invariant

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// quietly stops a drive, without a fault code, while its gate goes on.
func quietly(joint string, milliseconds int) func(*play) {
	return func(p *play) {
		p.truths[joint].Mode = messages.ModeRampHold
		p.run(milliseconds)
	}
}

// unarmed has a gate re-arm a joint, and its drive not take that up.
func unarmed(milliseconds int) func(*play) {
	return func(p *play) {
		p.stop(wheel, messages.ModeRampHold, messages.CauseOperator)
		p.run(20)
		if err := p.rearmed(wheel); err != "" {
			p.t.Fatal(err)
		}
		p.run(milliseconds)
	}
}

// rearmed has the gate, and not the drive, go on under the next number after a person has asked for
// it.
func (p *play) rearmed(joint string) string {
	p.w.Asked("mobile_base", true)
	p.arm[joint]++
	p.changed(joint, messages.ModeRun, messages.CauseRearm)
	p.w.Answered("mobile_base")
	if v := p.w.First(); v != nil {
		return v.Error()
	}
	return ""
}

func TestADriveThatHasStoppedByItselfIsNoticed(t *testing.T) {
	seen := func(p *play, milliseconds int) {
		p.run(20)
		p.stop(wheel, messages.ModeRampHold, messages.CauseDrive)
		p.run(milliseconds)
	}
	try(t, []trial{
		{"a gate that goes on", "V5", []string{wheel, "ramp_hold with arm number 1", "the gate stays in run with 1"}, quietly(wheel, 60),
			func(p *play) { quietly(wheel, 10)(p); seen(p, 500) }},
		{"a gate of a slow world", "V5", []string{elbow}, quietly(elbow, 200), quietly(elbow, 60)},
		{"a drive that does not take up its number", "V5", []string{"with arm number 1", "stays in run with 2"}, unarmed(1400), unarmed(1000)},
	})
}

// While nothing of a drive can be seen, and for as long afterwards as its gate may take, it may
// have stopped unnoticed.
func TestADriveThatCannotBeSeenIsNotNoticed(t *testing.T) {
	linkModel := wheels + ".state->" + baseGate + ".wheels_state"
	lost := func(kind messages.EventKind) func(*play) {
		return func(p *play) { p.event(messages.Event{Kind: kind, Source: linkModel, Text: "partition " + linkModel}) }
	}
	for name, by := range map[string]struct{ hide, show func(*play) }{
		"its states do not come": {lost(messages.EventFaultInjected), lost(messages.EventFaultEnded)},
		"its bus does not run": {
			func(p *play) {
				p.spoil = func(_ *play, topic string, _ *messages.Stamp, value any) bool {
					if s, is := value.(*messages.Snapshot); is {
						clear(s.Valid)
					}
					return topic != wheels+".state"
				}
			},
			func(p *play) { p.spoil = nil }},
		"nobody runs":    {func(*play) {}, func(p *play) { p.now += 18 * millisecond }},
		"it has a fault": {func(p *play) { p.truths[wheel].Disturbed = true }, func(p *play) { p.truths[wheel].Disturbed = false }},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlay(t)
			p.run(100)
			quietly(wheel, 15)(p)
			by.hide(p)
			p.run(15)
			by.show(p)
			p.run(20)
			p.want("")
		})
	}
}

package wholebody

import (
	"testing"
	"time"
)

// A timeout of so many periods is over after so many ticks, whatever the period is as a number of
// seconds.
func TestATimeoutOfTenPeriodsIsOverInTenTicks(t *testing.T) {
	for period := 50 * time.Microsecond; period < 20*time.Millisecond; period += 300 * time.Microsecond {
		o := steady(armOptions())
		o.Behavior.States[0].Transitions = []TransitionOptions{{To: "loose", After: 10 * period}}
		p := newPursuit(t, o)
		p.in.StepS = period.Seconds()
		ticks := 0
		for p.law.machine.StateName(p.law.status.State) == "hold" && ticks < 20 {
			ticks++
			copy(p.in.Position, p.q)
			if err := p.law.Step(p.in, p.out); err != nil {
				t.Fatal(err)
			}
		}
		if ticks != 10 {
			t.Errorf("a timeout of 10 periods of %v is over after %d ticks", period, ticks)
		}
	}
}

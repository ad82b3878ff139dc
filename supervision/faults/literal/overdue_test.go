package literal

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
)

func TestALaterStageComesWhenItsTimeIsOver(t *testing.T) {
	const ms = messages.Instant(time.Millisecond)
	crouches := then(off, modes.AfterTime, 500*time.Millisecond)
	closes := then(brake, modes.AtRest, 2*time.Second)
	for _, c := range []struct {
		name  string
		stage stage
		mode  messages.Mode
		moves messages.Instant // until when the joint moves
		at    messages.Instant
		want  messages.Mode
	}{
		{"a crouch that lasts", crouches, limited, 0, 1500 * ms, limited},
		{"a crouch that is over", crouches, limited, 0, 1510 * ms, off},
		{"a joint that has rested for less", closes, rampHold, 1000 * ms, 3400 * ms, rampHold},
		{"a joint that has rested for long", closes, rampHold, 1000 * ms, 3600 * ms, brake},
		{"a joint that moved in between", closes, rampHold, 2000 * ms, 3600 * ms, rampHold},
		{"a joint that ramps off", closes, rampOff, 1000 * ms, 3600 * ms, rampOff},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := &joint{at: worlds.Slot{VelocityLength: 1}}
			j.stopped = stopped{mode: c.mode, causes: 1, later: []later{{c.stage, 1000 * ms}}}
			s := &messages.Snapshot{Valid: []bool{true}, Mode: []messages.Mode{run}, Time: []messages.Instant{0}, Velocity: []float64{1}, Effort: []float64{0}}
			for now := 1000 * ms; now <= c.at; now += ms {
				if s.Velocity[0] = 0; now < c.moves {
					s.Velocity[0] = 0.1
				}
				j.rested(0, s, now)
				j.overdue(now, time.Millisecond)
			}
			if j.mode != c.want {
				t.Errorf("the mode is %s; expected %s", j.mode, c.want)
			}
		})
	}
}

func TestAFaultThatIsRepeatedStartsNoTimeAnew(t *testing.T) {
	s := then(off, modes.AfterTime, 500*time.Millisecond)
	j := &stopped{later: []later{{s, 7}}}
	if !j.awaits(s) || j.awaits(then(damp, modes.AfterTime, 500*time.Millisecond)) {
		t.Error("the stage that follows already is not known, or another one is")
	}
}

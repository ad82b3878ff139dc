package spine_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
)

// An agent of the application does not wait for the answer to its start, at any phase of it: the
// stop is carried out, and each request has an answer of its own.
func TestAStopThatFollowsAStartIsCarriedOut(t *testing.T) {
	for pause := 1; pause < 20; pause++ {
		var answers []string
		tick := 0
		b := newBench(t, options(), nil, func(b *bench) {
			b.lag = 5
			shelltest.Feed(b.Rig, "request", actors.Sizes{"bytes": 4 << 10}, 0, func(_ *actors.Tick, r *messages.SpineRequest) bool {
				switch tick++; tick {
				case 1:
					r.Number, r.Request, r.Data = 1, uint32(machine.Start), append(r.Data[:0], emptyMap...)
				case 1 + pause:
					r.Number, r.Request, r.Data = 2, uint32(machine.Stop), r.Data[:0]
				default:
					return false
				}
				return true
			})
		})
		shelltest.Tap[messages.SpineAnswer](b.Rig, "answer", func(_ messages.Stamp, a *messages.SpineAnswer) {
			answers = append(answers, fmt.Sprintf("%d %t %t", a.Number, a.Rejected, len(a.Data) > 0))
		})
		b.Ticks(30)
		want := []string{"1 false true", "2 false false"}
		if pause <= machine.StopCycles { // the start has not begun: the stop takes its place
			want = want[1:]
		}
		if !slices.Equal(answers, want) || b.offs != 1 || b.Robot.Mode[0] != messages.ModeOff {
			t.Errorf("a stop %d ticks after the start: answers %q, %d stops, mode %s; want %q and one stop", pause, answers, b.offs, b.Robot.Mode[0], want)
		}
		b.WantNoFailure()
	}
}

// A second program on the same shared memory, or one that lost patience, writes a stop over the
// start.
func TestAStopThatIsWrittenOverAStartIsCarriedOut(t *testing.T) {
	for pause := 1; pause < 20; pause++ {
		b := newBench(t, options(), nil)
		b.lag = 5
		for _, request := range []machine.Request{machine.Start, machine.Stop} {
			if err := b.pipes["robot"].Post(request, emptyMap); err != nil {
				t.Fatal(err)
			}
			b.Ticks(pause)
		}
		b.Ticks(30)
		if _, answered, err := b.pipes["robot"].Take(nil); !answered || err != nil || b.offs != 1 || b.Robot.Mode[0] != messages.ModeOff {
			t.Errorf("a stop %d ticks after the start: answered %t, %v; %d stops, mode %s", pause, answered, err, b.offs, b.Robot.Mode[0])
		}
		b.WantNoFailure()
	}
}

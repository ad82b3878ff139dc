package pickplace

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/planners/pickplace"
	"github.com/robo-actors/robo-actors/messages"
)

var faulty = flag.Int("faulty", 1, "number of runs with a faulty planner and a drawn cart")

// drawFaults draws a fault of the planner, or of the checks of the work, every four seconds for
// forty seconds: slow, dead for a while, or wrong. In every fourth run the planner stops for good.
func drawFaults(seed uint64) map[messages.Instant]actors.Fault {
	const planner, work, second = "arm/planner", "arm/work", time.Second
	rng := rand.New(rand.NewPCG(seed, 8))
	upTo := func(longest time.Duration) time.Duration {
		return 100*time.Millisecond + time.Duration(rng.Int64N(int64(longest)))
	}
	all := map[messages.Instant]actors.Fault{}
	for k := range 10 {
		var f actors.Fault
		switch rng.IntN(7) {
		case 0:
			f = actors.Fault{Kind: actors.FaultJobSlow, Target: planner, Delay: upTo(3 * second), Duration: 4 * second}
		case 1:
			f = actors.Fault{Kind: actors.FaultJobHang, Target: planner, Delay: upTo(5 * second)}
		case 2:
			f = actors.Fault{Kind: actors.FaultJobPanic, Target: planner}
		case 3:
			f = actors.Fault{Kind: actors.FaultJobSlow, Target: work, Delay: upTo(second / 2), Duration: upTo(second)}
		case 4:
			f = actors.Fault{Kind: actors.FaultJobHang, Target: work, Delay: upTo(second)}
		case 5:
			f = actors.Fault{Kind: actors.FaultJobWrong, Target: planner, Choice: "malformed", Duration: 4 * second}
		default:
			f = actors.Fault{Kind: actors.FaultJobWrong, Target: planner, Choice: "well_formed", Duration: 4 * second}
		}
		all[messages.Instant(time.Duration(k)*4*second+upTo(3*second))] = f
	}
	if seed%4 == 3 {
		all[messages.Instant(upTo(40*second))] = actors.Fault{Kind: actors.FaultStopActor, Target: planner}
	}
	return all
}

func newFaultyCell(t *testing.T, seed uint64) *cell {
	t.Helper()
	c := newCell(t, seed, false)
	for at, f := range drawFaults(seed) {
		c.sys.At(at, func() {
			if err := c.sys.Inject(f); err != nil {
				t.Error(err)
			}
		})
	}
	return c
}

// A planner that is slow, dead or wrong, and checks that come late, lead to no contact. Cans that
// are not placed are reported.
func TestAFaultyPlannerLeadsToNoContact(t *testing.T) {
	for seed := range uint64(*faulty) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			c := newFaultyCell(t, seed)
			c.untilReported(2 * longest)
			c.wantCans()
			t.Logf("%v: %s; %d stops", c.sys.Now(), c.report, c.stops)
		})
	}
}

// In these runs a wrong motion was accepted once. That of seed 26 led through the can that it may
// touch, with a link that may not, and that of seed 68 past the shelf without a clearance.
func TestWrongMotionsThatWereAcceptedOnceAreRefused(t *testing.T) {
	for seed, until := range map[uint64]messages.Instant{26: 32e9, 68: 13e9} {
		c := newFaultyCell(t, seed)
		for c.sys.Now() < until {
			c.step()
			if why := c.contact(c.scene); why != "" {
				t.Fatalf("seed %d: at %v: %s", seed, c.sys.Now(), why)
			}
		}
	}
}

// The work dies while it carries a can and the arm moves. Its next incarnation ends the motion, at
// which nobody looks any more, and goes on with the can in the hand.
func TestAWorkThatDiesEndsItsMotionAndGoesOn(t *testing.T) {
	c := newCell(t, 1, false)
	c.cart.begin = messages.Instant(longest)
	c.fails = true
	carries := false
	_, err := actors.Tap(c.sys, "arm/work.status", func(_ messages.Stamp, s *pickplace.Status) {
		carries = s.Phase == pickplace.Carry && s.State == pickplace.Moving
	})
	must(t, err)
	for c.sys.Now() < 30e9 && !carries {
		c.step()
	}
	must(t, c.sys.Advance(300*time.Millisecond))
	must(t, c.sys.Inject(actors.Fault{Kind: actors.FaultPanic, Target: "arm/work"}))
	c.notes = nil
	for c.sys.Now() < 60e9 && len(c.placed) == 0 {
		c.step()
		if why := c.contact(c.scene); why != "" {
			t.Fatalf("at %v: %s", c.sys.Now(), why)
		}
	}
	notes := strings.Join(c.notes, "; ")
	if len(c.placed) != 1 || !strings.Contains(notes, "canceled") || !strings.Contains(notes, "the work goes on: can_1: carry") {
		t.Errorf("at %v %d cans are placed, and the notes are %q", c.sys.Now(), len(c.placed), notes)
	}
}

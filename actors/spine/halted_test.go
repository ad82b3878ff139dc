package spine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
)

// The gate stops a joint by itself, as it does when its state is too old.
func TestAnActionThatCannotReachItsJointsIsRejected(t *testing.T) {
	for name, c := range map[string]struct {
		stop, recover func(*bench)
		says          string
	}{
		"one joint is damped":  {func(b *bench) { b.Robot.Mode[0] = messages.ModeDamp }, func(b *bench) { b.mode(messages.ModeRun) }, `joint "hip" is in damp`},
		"all are off":          {func(b *bench) { b.mode(messages.ModeOff) }, func(b *bench) { b.mode(messages.ModeRun) }, `joint "hip" is in off, and 1 more`},
		"a state is invalid":   {func(b *bench) { b.Robot.Valid[1] = false; b.Ticks(4) }, func(b *bench) { b.Robot.Valid[1] = true }, `joint "wheel" has had no valid state for`},
		"no snapshot comes in": {func(b *bench) { b.Silent = true; b.Ticks(4) }, func(b *bench) { b.Silent = false }, `joint "hip" has had no valid state for`},
	} {
		for _, start := range []bool{false, true} {
			b := newBench(t, options(), nil)
			b.start("robot")
			b.step("robot", 5)
			c.stop(b)
			for range 7 {
				if _, n, err := b.ask("robot", machine.Action, action(6)); !errors.Is(err, spine.ErrRejected) || n != 1 || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%s: an action was answered with %v after %d ticks", name, err, n)
				}
			}
			if _, v := b.wheel(); v != 3 {
				t.Errorf("%s: the wheel is commanded %g; expected the balancer's command, because a rejected action renews no lease", name, v)
			}
			if told := b.Told(messages.EventRefused); len(told) != 1 || !strings.Contains(told[0], c.says) || !strings.Contains(told[0], "start the robot again") {
				t.Errorf("%s: events %q, want %q", name, told, c.says)
			}
			c.recover(b)
			b.Ticks(1)
			if start { // by the agent; the joints may have come back meanwhile
				b.mode(messages.ModeDamp)
				b.Ticks(1)
				b.start("robot")
				if b.armed != 2 || b.offs != 1 || len(b.configs) != 2 {
					t.Errorf("%s: %d re-arms, %d stops, %d configurations after a second start", name, b.armed, b.offs, len(b.configs))
				}
			}
			b.step("robot", 7) // else an operator has re-armed the joints
			b.WantNoFailure()
		}
	}
}

func TestAStartIsServedOnceTheDrivesRun(t *testing.T) {
	for _, late := range []int{0, 3, 100} {
		b := newBench(t, options(), nil)
		b.lag = late
		_, n, err := b.ask("robot", machine.Start, emptyMap)
		if served := late < 100; served != (err == nil) || served && n < machine.StopCycles+late {
			t.Errorf("drives that run %d ticks after the re-arm: %v after %d ticks", late, err, n)
		}
		if told := b.Told(messages.EventRefused); late == 100 && (len(told) != 1 || !strings.Contains(told[0], `joint "hip" is in off`) || b.offs != 1) {
			t.Errorf("events %q, %d stops", told, b.offs)
		}
	}
}

func TestAStopThatItsGateDoesNotReceiveIsRepeatedUntilItIsConfirmed(t *testing.T) {
	b := newBench(t, options(), nil)
	b.start("robot")
	b.mode(messages.ModeDamp)
	b.Ticks(1)
	b.deafStops = 3
	b.start("robot")
	b.step("robot", 5)
	if b.offs != 1 || b.armed != 2 {
		t.Errorf("%d stops and %d re-arms; expected one stop that arrives, and a second re-arm", b.offs, b.armed)
	}
}

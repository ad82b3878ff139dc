package audit

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// answerOf is what the auditor knows of one cell of the table of faults: the mode at least, and
// what it takes to leave it: 1 an acknowledgement, 2 a reset. It was written from the reference,
// not from the code.
type answerOf struct {
	mode messages.Mode
	owes int
}

// sight is a fault that an auditor sees by itself.
type sight int

const (
	lateCommand sight = iota
	badCommands
	oldState
	busPanicked
	busUnreachable
	sights
)

// answers by kind: of gravity, vertical, wheel, balancing.
var answers = map[modes.JointKind][sights]answerOf{
	modes.Gravity: {lateCommand: {messages.ModeRampHold, 1}, badCommands: {messages.ModeRampHold, 1}, oldState: {messages.ModeRampHold, 1},
		busPanicked: {messages.ModeRampHold, 1}, busUnreachable: {messages.ModeRampHold, 2}},
	modes.Vertical: {lateCommand: {messages.ModeRampHold, 1}, badCommands: {messages.ModeRampHold, 1}, oldState: {messages.ModeRampOff, 2},
		busPanicked: {messages.ModeRampHold, 1}, busUnreachable: {messages.ModeRampOff, 2}},
	modes.Wheel: {lateCommand: {messages.ModeRampHold, 1}, badCommands: {messages.ModeRampHold, 1}, oldState: {messages.ModeDamp, 1},
		busPanicked: {messages.ModeDamp, 1}, busUnreachable: {messages.ModeDamp, 2}},
	modes.Balancing: {lateCommand: {messages.ModeDamp, 1}, badCommands: {messages.ModeDamp, 1}, oldState: {messages.ModeDamp, 2},
		busPanicked: {messages.ModeDamp, 1}, busUnreachable: {messages.ModeDamp, 2}},
}

// seen lists what the auditor sees of a joint in this cycle.
func (a *Auditor) seen(l *ledger, j *core.Joint, now messages.Instant) (all [sights]bool) {
	c, b := &a.config.Controllers[l.claim], &a.claims[l.claim]
	all[lateCommand] = !l.good || b.gone || l.stamp.Incarnation <= b.fence && !a.bears(l, now) || time.Duration(now-l.stamp.Time) > c.MaxAge
	all[badCommands] = b.struck
	all[oldState] = !l.seenEver || time.Duration(now-l.seenAt) > j.StateMaxAge
	all[busPanicked] = a.buses[j.Bus]
	all[busUnreachable] = a.unreachable[j.Bus]
	return all
}

// checkKind checks that a joint which has run in this life is where its kind says after what has
// happened, and comes back as that asks for. Of a joint without a kind only the mode is known.
func (a *Auditor) checkKind(j *core.Joint, l *ledger, now messages.Instant, o *Output, asked Asked) error {
	if !o.Driven || l.claim < 0 || o.Arm == 0 {
		return nil
	}
	if o.Arm != l.arm { // it was armed: what it owed is paid
		owed := l.owes
		l.owes = 0
		if owed > 0 && !asked.Any || owed > 1 && asked.Way != modes.Reset {
			return fmt.Errorf("a joint of kind %s was armed though nobody had asked for it as %d asks", l.kind, owed)
		}
	}
	for s, there := range a.seen(l, j, now) {
		if !there {
			continue
		}
		want := answers[l.kind][s]
		if l.kind == modes.AnyJoint {
			want.mode = j.SafeMode
			if sight(s) == lateCommand || sight(s) == oldState {
				want.mode = min(j.SafeMode, j.OnStale.Position, j.OnStale.Velocity, j.OnStale.Effort)
			}
		}
		if l.owes = max(l.owes, want.owes); o.Mode < want.mode {
			return fmt.Errorf("a joint of kind %s is in %s after %d, expected %s or more", l.kind, o.Mode, s, want.mode)
		}
	}
	return nil
}

// checkBrake checks what a gate decides of the order of brake and torque: nothing moves before its
// drive follows, which it does once its brake is open; and a joint with a brake is not switched off
// unless that was asked for, its drive is off, or the brake has had its time to close.
func (a *Auditor) checkBrake(j *core.Joint, l *ledger, now messages.Instant, o *Output) error {
	if !o.Driven {
		return nil
	}
	if o.Mode.Passes() && o.Arm != l.arm {
		l.waits = true
	}
	if l.waits = l.waits && o.Mode.Passes() && !(o.DriveMode.Passes() && o.DriveArm == o.Arm); l.waits && o.Sent && !l.released {
		if err := a.checkSeed(j, l, o); err != nil {
			return fmt.Errorf("its drive does not follow yet, and %w", err)
		}
	}
	if o.Mode == messages.ModeBrake && l.mode != messages.ModeBrake {
		l.braked = now
	}
	if o.Mode != messages.ModeOff {
		l.wasOn = true
		return nil
	}
	l.mayOff = l.mayOff || o.DriveMode == messages.ModeOff
	closed := l.mode == messages.ModeBrake && time.Duration(now-l.braked) >= j.BrakeCloses
	declared := l.kind == modes.AnyJoint && (j.SafeMode == messages.ModeOff || j.OnStale.Position == messages.ModeOff || j.OnStale.Velocity == messages.ModeOff || j.OnStale.Effort == messages.ModeOff)
	if j.Brake && l.wasOn && !l.mayOff && !closed && !declared {
		return fmt.Errorf("it went from %s to off, and nobody asked for it; its drive is in %s", l.mode, o.DriveMode)
	}
	l.wasOn, l.mayOff = false, false
	return nil
}

// checkLimited checks that a joint in mode limited gets no faster than its share. One that was
// faster when it came there slows down within its acceleration, whether its motion is commanded by
// positions or by velocities.
func (a *Auditor) checkLimited(j *core.Joint, l *ledger, o *Output) error {
	if o.Mode != messages.ModeLimited || l.mode != messages.ModeLimited || !l.lastPassed || o.Arm != l.arm {
		return nil
	}
	for i := range o.W {
		if most := max(j.LimitedShare*min(j.Limits[i].Velocity, farthest), abs(l.lastW[i]), abs(l.lastRate[i])); o.Control.Has(messages.ControlVelocity) && abs(o.W[i]) > most*(1+rounding) {
			return fmt.Errorf("in limited velocity[%d] grew from %v to %v; its share is %v", i, l.lastW[i], o.W[i], most)
		}
	}
	return nil
}

func abs(x float64) float64 { return max(x, -x) }

package campaign

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// operate carries out the entries of the plan at their times.
func (b *bench) operate() error {
	if err := b.Plan.Schedule.Check(); err != nil {
		return err
	}
	for _, a := range b.Plan.actions(messages.Instant(b.Duration)) {
		b.system.At(a.At, func() { b.perform(a) })
	}
	return nil
}

// perform carries out one entry. A rejection, because the world has ended or the gate fails at that
// moment, is not a failure of the run.
func (b *bench) perform(a faults.Action) {
	switch a.Verb {
	case faults.Acknowledge, faults.Reset:
		b.acknowledge(a.World, a.Verb == faults.Reset)
	case faults.Stop:
		b.stop(a.World, a.Mode)
	case faults.Report, faults.Clear:
		b.report(a)
	case faults.Open, faults.Close:
		b.change(a)
	default:
		_ = b.system.Inject(a.Fault) // an applicable fault may have no target at this moment
	}
}

func (b *bench) request(world string, message any, then func(gate.Status, error)) error {
	return b.system.Request(world+"/"+app.GateActor, message, func(reply any, err error) {
		status, _ := reply.(gate.Status)
		then(status, err)
	})
}

// acknowledge reads the status of a world and acknowledges it. It also tries what the gate must
// reject: a wrong nonce and a wrong incarnation.
func (b *bench) acknowledge(world string, reset bool) {
	b.asked = true
	way := modes.Acknowledge
	if reset {
		way = modes.Reset
	}
	// An operator who cannot reach the gate does nothing.
	_ = b.request(world, gate.StatusRequest{}, func(seen gate.Status, err error) {
		if err != nil {
			return
		}
		b.compare(world, seen)
		b.mistake(world, gate.RearmRequest{Way: way, Nonce: seen.Nonce - 1, Incarnation: seen.Incarnation})
		b.mistake(world, gate.RearmRequest{Way: way, Nonce: seen.Nonce, Incarnation: seen.Incarnation + 1})
		b.watch.Asked(world, reset)
		right := gate.RearmRequest{Way: way, Nonce: seen.Nonce, Incarnation: seen.Incarnation}
		answered := func(_ gate.Status, err error) {
			b.watch.Answered(world)
			if err != nil && reset {
				refused, is := errors.AsType[*gate.NotArmedError](err)
				b.anew = b.anew || is && len(refused.Never()) > 0
				b.stopHarder(world)
			}
		}
		if b.request(world, right, answered) != nil {
			b.watch.Answered(world)
		}
	})
}

// compare checks that a changed status has a new nonce: an operator who acknowledges by nonce must
// not consent to something unseen.
func (b *bench) compare(world string, seen gate.Status) {
	if b.seen == nil {
		b.seen = map[string]gate.Status{}
	}
	before, is := b.seen[world]
	if b.seen[world] = seen; !is || before.Nonce != seen.Nonce || before.Incarnation != seen.Incarnation {
		return
	}
	for i, j := range seen.Joints {
		if was := before.Joints[i]; j.Arm != was.Arm || j.Causes&^was.Causes != 0 {
			b.watch.Mistaken(world, fmt.Sprintf("%s is stopped by %s under arm number %d, and was stopped by %s under %d in the status before; both have the nonce %d",
				j.Joint, j.Causes, j.Arm, was.Causes, was.Arm, seen.Nonce))
		}
	}
}

// stopHarder sends one harder stop when a re-arm request is rejected: a joint that was stopped in a
// mode that does not hold it may move on for long and must come to rest before it is reset.
func (b *bench) stopHarder(world string) {
	if !b.Plan.Heals || b.harder[world] || time.Duration(b.system.Now()) < b.Plan.Ends {
		return
	}
	if b.harder == nil {
		b.harder = map[string]bool{}
	}
	b.harder[world] = true
	b.stop(world, messages.ModeRampOff)
}

// mistake sends an acknowledgement that must be rejected.
func (b *bench) mistake(world string, wrong gate.RearmRequest) {
	_ = b.request(world, wrong, func(_ gate.Status, err error) {
		if err == nil {
			b.watch.Mistaken(world, fmt.Sprintf("it obeyed an acknowledgement of nonce %d and incarnation %d, which it had not shown", wrong.Nonce, wrong.Incarnation))
		}
	})
}

// report notifies a gate of a fault, or of its end. The watch knows of a fault from the answer on.
func (b *bench) report(a faults.Action) {
	_ = b.request(a.World, a.Notice(), func(_ gate.Status, err error) {
		if err == nil {
			b.watch.Reported(a.World, a.Joint, a.Class, a.Verb == faults.Clear)
		}
	})
}

func (b *bench) stop(world string, mode messages.Mode) {
	number := b.watch.StopAsked(world, mode)
	err := b.request(world, gate.StopRequest{Mode: mode}, func(_ gate.Status, err error) {
		switch _, taken := errors.AsType[*gate.UnconfirmedError](err); {
		case err == nil:
			b.watch.Stopped(world, number)
		case taken:
			b.watch.StopTaken(world, number)
		default:
			b.watch.StopLost(world, number)
		}
	})
	if err != nil {
		b.watch.StopLost(world, number)
	}
}

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

// operate has the entries of the plan happen at their times.
func (b *bench) operate() error {
	if err := b.Plan.Schedule.Check(); err != nil {
		return err
	}
	for _, a := range b.Plan.actions(messages.Instant(b.Duration)) {
		b.system.At(a.At, func() { b.perform(a) })
	}
	return nil
}

// perform carries one entry out. What is refused, because the world has ended or the gate fails at that moment, is no
// failure of the run: people ask at bad moments too.
func (b *bench) perform(a faults.Action) {
	switch a.Verb {
	case faults.Acknowledge, faults.Reset:
		b.acknowledge(a.World, a.Verb == faults.Reset)
	case faults.Stop:
		b.stop(a.World, a.Mode)
	default:
		_ = b.system.Inject(a.Fault) // what suits the application may still find nothing to act on at this moment
	}
}

func (b *bench) request(world string, message any, then func(gate.Status, error)) error {
	return b.system.Request(world+"/"+app.GateActor, message, func(reply any, err error) {
		status, _ := reply.(gate.Status)
		then(status, err)
	})
}

// acknowledge looks at the condition of a world and acknowledges it. On the way it tries what must be refused: a nonce and
// an incarnation that are not those of the gate.
func (b *bench) acknowledge(world string, reset bool) {
	b.asked = true
	way := modes.Acknowledge
	if reset {
		way = modes.Reset
	}
	// An operator who cannot be heard has nothing to do about it.
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

// compare looks whether what an operator sees has another number than what he saw before, where it is something else: who
// acknowledges by a number must not consent to what he has not seen.
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
			b.watch.Mistaken(world, fmt.Sprintf("%s is stopped by %s under arm number %d, and was by %s under %d when it was looked at before; both have the nonce %d",
				j.Joint, j.Causes, j.Arm, was.Causes, was.Arm, seen.Nonce))
		}
	}
}

// stopHarder is what an operator does once who wants a world back and is refused: a joint that was stopped in a mode which
// does not hold it may move on for long, and is brought to rest by a harder stop before it is reset.
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

// mistake sends an acknowledgement that must be refused.
func (b *bench) mistake(world string, wrong gate.RearmRequest) {
	_ = b.request(world, wrong, func(_ gate.Status, err error) {
		if err == nil {
			b.watch.Mistaken(world, fmt.Sprintf("it obeyed an acknowledgement of nonce %d and incarnation %d, which it had not told", wrong.Nonce, wrong.Incarnation))
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

package spine

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// resetCycles is after how many cycles of a reset the gate is asked. The configuration reaches the
// observers and the simulated robot in the cycle after it was sent, and what they make of it
// reaches the gate and the observation two cycles later.
const resetCycles = 4

// followCycles are left to the drives after the latest re-arm: one to receive it, one to answer,
// and one in which the snapshot has the answer.
const followCycles = 3

// starting is the progress of a start.
type starting struct {
	number  int              // counts starts: replies to older ones are ignored
	cycles  int              // since the reset began
	until   messages.Instant // the gate may re-arm no later: then the start is refused
	armed   bool
	refused bool
	reason  error // why it was refused
}

// reset begins a start: the parts of the spine begin anew, and the gate re-arms the joints.
func (a *Actor) reset(c *actors.Context) {
	a.starting = starting{number: a.starting.number + 1}
	a.action.Reset()
	a.candidate.Reset()
	a.notice.restart()
	a.alive, a.diary.started = c.Time(), true
	a.sense.restart(c.Time())
	for _, name := range a.Resets {
		if !strings.Contains(name, "/") {
			name = c.World() + "/" + name
		}
		if err := c.Send(name, a.config); err != nil {
			a.starting.refuse(fmt.Errorf("%s could not begin anew: %w", name, err))
			return
		}
	}
}

// goOn asks the gate to re-arm the joints, once the parts of the spine have begun anew: it re-arms
// no joint that is still where a fall has left it.
func (a *Actor) goOn(c *actors.Context) {
	if a.machine.State() != machine.Reset {
		return
	}
	if a.starting.cycles++; a.starting.cycles == resetCycles && !a.starting.refused {
		cycles := a.machine.Left() - followCycles
		a.starting.until = c.Time().Add(time.Duration(cycles)*a.period - a.period/2)
		a.arm(c)
	}
}

// arm asks the gate for its status, and then to re-arm the joints.
func (a *Actor) arm(c *actors.Context) {
	number := a.starting.number
	a.ask(c, number, gate.StatusRequest{}, func(c *actors.Context, seen gate.Status) {
		request := gate.RearmRequest{Way: modes.Acknowledge, Nonce: seen.Nonce, Incarnation: seen.Incarnation}
		a.ask(c, number, request, func(*actors.Context, gate.Status) { a.starting.armed = true })
	})
}

// ask sends a request to the gate, and calls then with its reply. A refusal ends the start. The
// request expires before the start is refused as late: a refused start re-arms nothing, unless its
// drives do not follow in time.
func (a *Actor) ask(c *actors.Context, number int, request any, then func(*actors.Context, gate.Status)) {
	left := a.starting.until.Sub(c.Time())
	if left <= 0 {
		a.starting.refuse(fmt.Errorf("the gate did not re-arm the joints within %v", a.StartWithin))
		return
	}
	err := c.Ask(gate.Path(c.World()), request, left, func(c *actors.Context, reply any, err error) error {
		if number != a.starting.number || a.machine.State() != machine.Reset {
			return nil
		}
		status, is := reply.(gate.Status)
		switch {
		case err != nil:
			a.starting.refuse(err)
		case !is:
			a.starting.refuse(fmt.Errorf("the gate answered with a %T", reply))
		default:
			then(c, status)
		}
		return nil
	})
	if err != nil {
		a.starting.refuse(err)
	}
}

func (s *starting) refuse(reason error) { s.refused, s.reason = true, reason }

// stopUntilConfirmed repeats the stop in every cycle until all drives have confirmed it: a gate
// that restarts has lost what it was asked before.
func (a *Actor) stopUntilConfirmed(c *actors.Context) {
	a.stopping = a.stopping && !a.sense.stopped && a.machine.State() == machine.SendStops
	if a.stopping {
		a.switchOff(c)
	}
}

// switchOff has the gate switch off the drives of the joint group.
func (a *Actor) switchOff(c *actors.Context) {
	a.stopping = true
	names := make([]string, len(a.joints))
	for i := range a.joints {
		names[i] = a.joints[i].name
	}
	if err := c.Send(gate.Path(c.World()), gate.StopRequest{Joints: names, Mode: messages.ModeOff}); err != nil {
		a.notice.say(c, "the gate could not be asked to switch off the drives: "+err.Error())
	}
}

package gate

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// pendingStop is an accepted stop that waits for the confirmation of the drives. The gate replies
// afterwards, so that a gate that ends before has promised nothing.
type pendingStop struct {
	reply  *actors.Deferred
	joints []int
	since  messages.Instant
	cycles int // that have passed
}

// minimumCycles is the number of cycles for which the gate waits at least: after a delay it sends
// the stop in the first cycle, and the answer arrives after the second.
const minimumCycles = 3

// stop demands a stop, and defers the reply until the drives have confirmed it.
func (a *Actor) stop(c *actors.Context, m StopRequest) {
	if !m.Mode.Valid() || !m.Mode.Stops() {
		c.Reply(fmt.Errorf("%s: mode %s does not stop a joint; expected ramp_hold, damp, ramp_off, brake or off", c.Name(), m.Mode))
		return
	}
	joints, err := a.named(m.Joints)
	if err != nil {
		c.Reply(err)
		return
	}
	if len(m.Joints) == 0 {
		joints = a.withVirtual(joints)
	}
	for _, i := range joints {
		a.gate.Stop(i, m.Mode, c.Time())
	}
	if a.confirmed(joints) {
		c.Reply(a.status())
		return
	}
	if reply := c.Defer(); reply != nil {
		a.stops = append(a.stops, pendingStop{reply: reply, joints: joints, since: c.Time()})
	}
}

// withVirtual adds the virtual joints that controllers command, so that the worlds that realise
// them stop too.
func (a *Actor) withVirtual(joints []int) []int {
	for _, k := range a.Config.Claims {
		for i := range k.Group.NumJoints() {
			if j := k.Group.WorldJoint(i); !slices.Contains(joints, j) {
				joints = append(joints, j)
			}
		}
	}
	return joints
}

func (a *Actor) confirmed(joints []int) bool {
	return !slices.ContainsFunc(joints, func(i int) bool { return !a.gate.Confirmed(i) })
}

// answerStops replies to the stops that all drives have confirmed, and to those that a drive did
// not confirm in time.
func (a *Actor) answerStops(c *actors.Context) {
	if len(a.stops) == 0 {
		return
	}
	for i := range a.stops {
		a.stops[i].cycles++
	}
	a.stops = slices.DeleteFunc(a.stops, func(s pendingStop) bool {
		if a.confirmed(s.joints) {
			s.reply.Reply(a.status())
			return true
		}
		if s.cycles < minimumCycles {
			return false
		}
		late := &UnconfirmedError{Gate: c.Name()}
		for _, i := range s.joints {
			if a.gate.Confirmed(i) {
				continue
			}
			if c.Time().Sub(s.since) <= a.gate.StopWithin(i) {
				return false
			}
			late.Joints, late.Mode = append(late.Joints, a.Config.World.Joint(i).Name), append(late.Mode, a.gate.Mode(i))
		}
		s.reply.Reply(error(late))
		return true
	})
}

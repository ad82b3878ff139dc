package gate

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// stopAsked is a stop that was accepted, and is acknowledged once the drives obey: a gate that ends
// before has not said what it cannot keep.
type stopAsked struct {
	reply  *actors.Deferred
	joints []int
	since  messages.Instant
	looks  int // cycles in which the drives' states were looked at since
}

// looksAtLeast is how many cycles a drive has to confirm a stop, however long they take: a gate
// that was kept waiting has not sent it yet in the first, and no answer has come in the second.
const looksAtLeast = 3

// stop demands a stop, and keeps the request until the drives have confirmed it.
func (a *Actor) stop(c *actors.Context, m StopRequest) {
	if !m.Mode.Valid() || !m.Mode.Stops() {
		c.Reply(fmt.Errorf("%s: mode %s does not stop anything; expected ramp_hold, damp, ramp_off, brake or off", c.Name(), m.Mode))
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
		a.stops = append(a.stops, stopAsked{reply: reply, joints: joints, since: c.Time()})
	}
}

// withVirtual adds the joints without a drive that controllers command: the world that realises one
// is told to rest, or it would go on with the rest of the robot stopped.
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

// answerStops acknowledges the stops that all drives obey by now, and tells of those that some do
// not obey in time.
func (a *Actor) answerStops(c *actors.Context) {
	if len(a.stops) == 0 {
		return
	}
	for i := range a.stops {
		a.stops[i].looks++
	}
	a.stops = slices.DeleteFunc(a.stops, func(s stopAsked) bool {
		if a.confirmed(s.joints) {
			s.reply.Reply(a.status())
			return true
		}
		if s.looks < looksAtLeast {
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

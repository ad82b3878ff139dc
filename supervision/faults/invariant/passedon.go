package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// feeds returns the link from a coupling to the controller that passes its commands on to a gate,
// or nil if the commands go to an actor that does more. Such a controller has an input for each of
// its joints, which is named after the joint.
func (w *Watch) feeds(m *world, path string, c *app.Coupling, out string) *linkModel {
	to := c.Command.To
	for i := range m.controllers {
		o := &m.controllers[i]
		if o.path != path || to.Port != "command_"+c.Joint {
			continue
		}
		for k, n := range o.joints {
			if m.joints[n].name != c.Joint {
				continue
			}
			if o.feeds == nil {
				o.feeds = make([]*linkModel, len(o.joints))
			}
			o.feeds[k] = w.modelOf(out, path+"."+to.Port)
			return o.feeds[k]
		}
	}
	return nil
}

// feeds posts what a coupling sends to the controller that passes it on.
func (k *coupling) feeds(l inFlightValue, now messages.Instant) {
	if k.feed != nil {
		k.feed.post(l, now)
	}
}

// retracted records that the coupling withdrew its command.
func (k *coupling) retracted(stamp messages.Stamp, now messages.Instant) {
	k.given, k.have = false, 0
	k.feeds(inFlightValue{stamp: stamp}, now)
}

// passedOn checks that a controller that passes on the commands of couplings commands no joint
// whose coupling is silent: V9. Its inputs have the default bound of a link within a world, three
// periods within 30 ms and 250 ms. What arrived in the present period it may not have read.
func (w *Watch) passedOn(m *world, c *controller, v *messages.JointCommand) {
	now := w.now()
	if w.blocking.at(now) {
		return
	}
	bound := min(max(3*m.Period, 30*time.Millisecond), 250*time.Millisecond)
	for k, feed := range c.feeds {
		if feed == nil || v.Control[k] == messages.ControlNone {
			continue
		}
		feed.settle(now)
		a := &feed.arrived
		switch since := now.Sub(a.latest()); {
		case feed.unsure || !feed.any || since <= m.Period:
		case !a.valid:
			w.violate("V9", c.path, m.joints[c.joints[k]].name, fmt.Sprintf("it passes a command on, but %s was withdrawn at %s", feed.from, a.stamp.Time))
		case since > bound+m.Period:
			w.violate("V9", c.path, m.joints[c.joints[k]].name, fmt.Sprintf("it passes a command of %s on, whose newest value has an age of %v, bound %v", feed.from, since, bound))
		}
	}
}

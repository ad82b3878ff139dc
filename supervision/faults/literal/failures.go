package literal

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// lifeEvent takes that the driver of a bus or a controller has failed or started.
func (g *world) lifeEvent(e messages.Event) {
	failed := e.Kind == messages.EventFailed || e.Kind == messages.EventHang
	loss := modes.ActorFailed
	if e.Cause == messages.CauseError {
		loss = modes.BusLost
	}
	for b := range g.buses {
		if g.buses[b].Path != e.Source {
			continue
		}
		switch {
		case failed:
			g.buses[b].lost = max(g.buses[b].lost, e.Incarnation)
			for i := range g.joints {
				if j := &g.joints[i]; j.bus == b {
					g.fault(j, loss, e.Cause, reasonBus)
				}
			}
		case e.Kind == messages.EventStarted:
			g.busBack(b)
		}
	}
	for c := range g.controllers {
		if g.controllers[c].path == e.Source && failed {
			g.controllers[c].fence = max(g.controllers[c].fence, e.Incarnation)
			g.controllers[c].failed = true
			for _, i := range g.controllers[c].joints {
				g.abandoned(&g.joints[i], &g.controllers[c], e.Cause)
			}
		}
	}
}

// abandoned stops a joint whose controller has failed. A joint that balances waits for a period:
// its controller may be back by then.
func (g *world) abandoned(j *joint, c *controller, cause messages.Cause) {
	failure := modes.ActorFailed
	if cause == messages.CauseOverrun && stopping(react(modes.Overrun, j.declared)) {
		failure = modes.Overrun
	}
	waits := j.kind == modes.Balancing && j.declared.Modes[modes.ActorFailed] == run && j.mode.Passes()
	if waits && (cause == messages.CausePanic || cause == messages.CauseError) && !j.grace.on {
		j.grace = grace{on: true, cause: cause, until: g.now.Add(max(c.period, g.period))}
		return
	}
	g.faultAlone(j, failure, cause, reasonController)
	for _, s := range j.later {
		if j.mode.Passes() && s.mode.Stops() { // nobody commands it: it cannot wait in mode limited
			j.climb(s.mode)
		}
	}
}

// grace is the time that the controller of a joint has to be back.
type grace struct {
	on    bool
	cause messages.Cause
	until messages.Instant
}

// outwaits ends the grace of the joints of a controller that is back, or stops them.
func (g *world) outwaits(c *controller) {
	for _, i := range c.joints {
		switch j := &g.joints[i]; {
		case !c.failed || j.mode.Stops():
			j.grace = grace{}
		case j.grace.on && g.now > j.grace.until:
			g.faultAlone(j, modes.ActorFailed, j.grace.cause, reasonController)
			j.grace = grace{}
		}
	}
}

func (g *world) busBack(b int) {
	g.buses[b].lost = 0
	for i := range g.joints {
		if j := &g.joints[i]; j.bus == b {
			for c := range messages.Cause(numCauses) {
				j.gone(c, reasonBus)
			}
		}
	}
}

package invariant

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/wheelbalancer"
	spines "github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// measure is what a robot does whose agent is silent, from the mildest, as application files name
// it.
type measure uint8

const (
	obey measure = iota
	balance
	hold
	damp
	stop
)

var measures = map[string]measure{"balance": balance, "hold": hold, "damp": damp, "stop": stop}

func (m measure) String() string { return [...]string{"obey", "balance", "hold", "damp", "stop"}[m] }

// rung is a measure and its duration, zero for one that lasts.
type rung struct {
	measure measure
	lasts   time.Duration
}

// lease is the record of a spine whose agent is an actor of the application. Its bounds are the
// options of the spine in the application file.
type lease struct {
	path        string // of the spine
	period      time.Duration
	silentAfter time.Duration
	startWithin time.Duration
	dampEffort  float64
	ladder      []rung
	controller  int        // index in world.controllers
	request     *linkModel // from the agent
	snapshot    *linkModel // from perception

	requests [requestsKept][2]uint32 // numbers and kinds of the agent's newest requests, a ring
	alive    messages.Instant        // when the spine served the newest action or start
	served   uint32                  // number of that request
	commands bool                    // its newest output is a command
	starting bool                    // it commands, but has not answered the start yet
	suspect  string                  // what its newest command violates, unless it answers an action in the same cycle
	down     bool                    // it failed and has not restarted

	balancer *balancer
	pending  startPending
	stops    stopsDue
	falls    falls
}

// balancer is the record of the planner that balances on board.
type balancer struct {
	topic     string
	link      *linkModel                          // to the spine
	fallPitch float64                             // rad
	sent      [balancesKept]messages.JointCommand // a ring
	count     int
}

// requestsKept is the number of an agent's requests that may wait for an answer.
const requestsKept = 64

// balancesKept is the number of a balancer's commands that a spine may be following.
const balancesKept = 64

// newLease reads the options of a spine with an agent of the application.
func (w *Watch) newLease(m *world, a *app.Actor, request string) (l *lease) {
	o, ok := a.Instance.(*spines.Actor)
	if !ok {
		return nil
	}
	l = &lease{path: a.Path, period: a.Period, silentAfter: o.SilentAfter, startWithin: o.StartWithin, dampEffort: o.DampEffort,
		controller: slices.IndexFunc(m.controllers, func(c controller) bool { return c.path == a.Path }), request: w.modelOf(request, a.Path+".request"), snapshot: w.modelOf(m.Name+"/"+app.PerceptionActor+".snapshot", a.Path+".snapshot")}
	if l.controller < 0 {
		return nil
	}
	for _, in := range a.Inputs {
		if in.Port == "balance" && in.From != "" {
			l.balancer = w.newBalancer(m, a, in, len(m.controllers[l.controller].joints))
		}
	}
	for _, r := range o.Ladder {
		l.ladder = append(l.ladder, rung{measures[r.Measure], r.For})
	}
	switch { // the default, as the option's documentation has it
	case len(l.ladder) > 0:
	case l.balancer != nil:
		l.ladder = []rung{{balance, 10 * time.Second}, {damp, time.Second}}
	default:
		l.ladder = []rung{{hold, time.Second}, {damp, time.Second}}
	}
	for _, i := range m.controllers[l.controller].joints {
		m.joints[i].lease = l
	}
	w.newFalls(m, l)
	m.leases = append(m.leases, l)
	return l
}

// newBalancer returns the record of a balancer, nil where another kind of actor balances.
func (w *Watch) newBalancer(m *world, spine *app.Actor, in app.Input, joints int) *balancer {
	for i := range m.Actors {
		a := &m.Actors[i]
		options, is := a.Instance.(*wheelbalancer.Actor)
		if !is || ownerOf(in.From) != a.Path {
			continue
		}
		b := &balancer{topic: in.From, link: w.modelOf(in.From, spine.Path+".balance"), fallPitch: float64(options.FallPitch)}
		for i := range b.sent {
			c := &b.sent[i]
			c.Control, c.Position, c.Velocity, c.Effort = make([]messages.ControlMode, joints), make([]float64, joints), make([]float64, joints), make([]float64, joints)
		}
		return b
	}
	return nil
}

// take records a command of the balancer.
func (b *balancer) take(v *messages.JointCommand) {
	s := &b.sent[b.count%balancesKept]
	b.count++
	copy(s.Control, v.Control)
	copy(s.Position, v.Position)
	copy(s.Velocity, v.Velocity)
	copy(s.Effort, v.Effort)
}

// has reports whether a command is one of the balancer's newest.
func (b *balancer) has(v *messages.JointCommand) bool {
	for i := 1; i <= min(b.count, balancesKept); i++ {
		s := &b.sent[(b.count-i)%balancesKept]
		if slices.Equal(s.Control, v.Control) && slices.Equal(s.Position, v.Position) && slices.Equal(s.Velocity, v.Velocity) && slices.Equal(s.Effort, v.Effort) {
			return true
		}
	}
	return false
}

// slack is how much later than declared a measure may begin: the spine decides once in a period.
func (l *lease) slack() time.Duration { return 2 * l.period }

// mildest returns the mildest measure that is permitted after a silence of the agent.
func (l *lease) mildest(silence time.Duration) measure {
	left := silence - l.slack() - l.silentAfter
	if left <= 0 {
		return obey
	}
	for _, r := range l.ladder {
		if r.lasts <= 0 || left <= r.lasts {
			return r.measure
		}
		left -= r.lasts
	}
	return stop
}

// silence is how long the agent has been silent; zero while a start is under way.
func (l *lease) silence(now messages.Instant) time.Duration {
	if l.starting {
		return 0
	}
	return now.Sub(l.alive)
}

// measureOf returns the measure that a command of the spine belongs to, obey for one of the agent.
func (l *lease) measureOf(m *world, v *messages.JointCommand) measure {
	if l.balancer != nil && l.balancer.has(v) {
		return balance
	}
	least := damp
	for k, i := range m.controllers[l.controller].joints {
		j := &m.joints[i]
		still := v.Velocity[j.cv] == 0 && v.Effort[j.cv] == 0
		switch {
		case !still:
			return obey
		case v.Control[k].Has(messages.ControlPosition):
			least = hold
		case len(v.MaxEffort) > k && v.MaxEffort[k] > l.dampEffort*j.limits[0].Effort*(1+rounding):
			least = min(least, hold)
		}
	}
	return least
}

// leased checks a command of a spine: after the lease of its agent it commands what the ladder
// declares, or a more severe measure: V23. The answer to an action follows in the same cycle.
func (w *Watch) leased(m *world, l *lease, v *messages.JointCommand, now messages.Instant) {
	w.begins(m, l, now)
	l.commands = true
	least := l.mildest(l.silence(now))
	if least == obey {
		return
	}
	if b := l.balancer; least == balance && (b == nil || !b.link.calm(now, doubt)) {
		return // what its balancer commands is unknown
	}
	if is := l.measureOf(m, v); is < least {
		l.suspect = fmt.Sprintf("the spine commands by the measure %s, but its agent has been silent for %v; expected %s or a more severe measure", is, l.silence(now), least)
	}
}

// withdrawn records that a spine withdrew its command: it has its gate switch off the drives.
func (l *lease) withdrawn(now messages.Instant) {
	if l.commands && !l.down {
		l.stops = stopsDue{waits: true, since: now, why: "the spine withdrew its command"}
	}
	l.commands, l.starting = false, false
}

// judgeLeases checks every spine once per step of a robot. A suspicion that no answer of the same
// cycle has removed is a violation.
func (w *Watch) judgeLeases(now messages.Instant) {
	for _, m := range w.worlds {
		for _, l := range m.leases {
			if l.suspect != "" {
				w.violate("V23", l.path, "", l.suspect)
			}
			w.answersStart(m, l, now)
			w.stopsInTime(m, l, now)
			w.staysUp(m, l, now)
		}
	}
}

// outlived checks that a drive follows no command from before the end of its agent's lease: V23.
// What gate and bus send later has other set-points, or the same.
func (w *Watch) outlived(m *world, b *bus, j *joint, k int, now messages.Instant) {
	l, t := j.lease, j.truth
	if l == nil || !t.Mode.Passes() || now < t.exempt || l.mildest(l.silence(now)) == obey {
		return
	}
	ended := l.alive.Add(l.silentAfter + l.slack())
	way := b.MaxAge + 3*max(b.Period, m.Period) + 2*w.period()
	if now.Sub(ended) <= way || w.upset(m, l, b, way, now) {
		return
	}
	is := setPoint{t.Control, t.TargetPosition, t.TargetVelocity, t.TargetEffort}
	if !b.given.has(b, k, is, now) {
		w.violate("V23", b.Path, j.name, fmt.Sprintf("in %s the drive follows %s of position %g %s, velocity %g %s/s, effort %g, which its gate has not sent since the lease of the agent ended at %s",
			t.Mode, is.control, is.position, j.unit, is.velocity, j.unit, is.effort, ended))
	}
}

// upset reports whether a fault between a spine and its drives may delay what the spine decides.
func (w *Watch) upset(m *world, l *lease, b *bus, lately time.Duration, now messages.Instant) bool {
	c := &m.controllers[l.controller]
	return l.down || m.failed || b.down || b.failing != 0 && now.Sub(b.failing) < excuse || now.Sub(m.watchedOver) > 2*m.Period || now.Sub(b.started) > max(3*b.Period, 2*m.Period) ||
		w.delaying > 0 || w.delayedOnce && now.Sub(w.delayedAt) < delayLingers ||
		!c.link.calm(now, lately) || !b.command.calm(now, lately) || !b.state.calm(now, lately) || !b.reading.calm(now, lately)
}

// asks records a request of the agent.
func (l *lease) asks(number, request uint32, now messages.Instant) {
	l.requests[number%requestsKept] = [2]uint32{number, request}
	l.pending = startPending{waits: request == startRequest && l.request.calm(now, 0), number: number, since: now}
}

// answers records the answer of the spine to a request. A repeated request is no sign of life. If a
// fault acts on the requests, anything may have arrived.
func (l *lease) answers(v *messages.SpineAnswer, now messages.Instant) {
	if l.pending.number == v.Number {
		l.pending.waits = false
	}
	if v.Rejected || v.Number == l.served {
		return
	}
	l.served = v.Number
	asked := l.requests[v.Number%requestsKept]
	request, calm := asked[1], l.request.calm(now, doubt)
	if asked[0] != v.Number || !calm {
		request = actionRequest
	}
	if request == actionRequest || request == startRequest && l.starting {
		l.alive, l.suspect, l.starting = now, "", false
	}
	if request == stopRequest {
		l.stops = stopsDue{waits: true, since: now, why: "the agent asked for a stop"}
	}
}

// leasesLive records the end and the start of a spine's incarnation.
func (w *Watch) leasesLive(e messages.Event) {
	switch e.Kind {
	case messages.EventFailed, messages.EventHang, messages.EventStopped:
		w.lives(e.Source, false, e.Time)
	case messages.EventStarted:
		w.lives(e.Source, true, e.Time)
	}
}

// lives records whether an actor that may be a spine is there. A new incarnation remembers nothing.
func (w *Watch) lives(actor string, up bool, now messages.Instant) {
	for _, m := range w.worlds {
		for _, l := range m.leases {
			if actor == ownerOf(l.request.from) { // its request is gone with it
				l.pending = startPending{}
			}
			if l.path == actor {
				l.down, l.commands, l.starting = !up, false, false
				l.alive, l.suspect, l.pending, l.stops = now, "", startPending{}, stopsDue{}
			}
		}
	}
}

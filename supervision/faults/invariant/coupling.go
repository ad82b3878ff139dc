package invariant

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	worldscoupling "github.com/robo-actors/robo-actors/worlds/coupling"
)

// coupling records the exchange of one virtual joint.
type coupling struct {
	joint     string
	sender    *world // that commands it; nil without one
	virtual   int    // the joint in that world
	asked     [6]float64
	slowing   messages.Instant // when the gate last sent a command for its virtual joint in a mode that stops; zero in other modes
	releasing messages.Instant // when the gate last sent one in a mode that passes while its controller omits the joint; else zero
	command   *linkModel       // from the commanding world's gate to the receiver
	out       string           // output of the receiver
	actor     string
	feed      *linkModel // from it to the actor that passes commands on; nil for others
	maxAge    time.Duration
	period    time.Duration // of the receiver
	source    time.Duration // period of the sender
	resample  worldscoupling.Resample
	resamples bool // that is checked
	have      int  // good commands that arrived since the receiver was last without one, at most 2
	n         int
	control   messages.ControlMode
	limits    [6]float64    // of velocity
	rate      [6]float64    // of acceleration
	rise      [6]float64    // of effort, per second
	before    inFlightValue // the one that arrived before the newest
	newest    inFlightValue
	vague     int // how many more values have to arrive until the newest two are known
	given     bool
	last      [6]float64 // velocity
	effort    [6]float64 // the last one
	place     float64    // the last position of a joint with one
	broken    bool       // the last cycle had no fresh command
	lastAt    messages.Instant
	begun     messages.Instant     // the start of the receiver's present incarnation, zero for the first one
	fence     messages.Incarnation // incarnations of the sender up to this one are over
	stateFrom string
	stateAge  time.Duration
	ends      []*stateEnd
	exporter  *exporter    // that sends the state; nil for one that computes it
	base      *base        // nil unless an actor estimates a planar joint from its wheels
	recent    [64]estimate // the newest states sent, a ring
	count     int
}

// stateEnd is a world that receives the state of a virtual joint.
type stateEnd struct {
	in    *world
	actor string // its perception
	joint int
	link  *linkModel
	posts bool // no earlier coupling has the same link
	// mimics says that the world computes the joint from another one, whatever it receives of it.
	mimics bool
}

// estimate is a state of the virtual joint as it was sent.
type estimate struct {
	stamp              messages.Stamp
	position, velocity [7]float64
}

// newCouplings takes up the couplings of a configuration that are not known yet, and whose worlds
// are there.
func (w *Watch) newCouplings(config *app.Config) {
	for i := range config.Couplings {
		c := &config.Couplings[i]
		from := &config.Worlds[c.State.From.World]
		if w.knows(config, c) {
			continue
		}
		k := &coupling{joint: c.Joint, stateFrom: from.Actors[c.State.From.Actor].Path + "." + c.State.From.Port, stateAge: c.State.MaxAge}
		k.exporter = w.newExporter(w.world(from.Name), &from.Actors[c.State.From.Actor], c.State.From.Joint)
		ends := []app.WorldJoint{c.State.To}
		if from.Joints[c.State.From.Joint].Realised { // else the world measures or receives it
			ends = append(ends, c.State.From.WorldJoint)
		}
		for _, end := range ends {
			m := w.world(config.Worlds[end.World].Name)
			known := len(w.linkModels)
			link := w.modelOf(k.stateFrom, m.Name+"/"+app.PerceptionActor+".joint_"+c.Joint)
			k.ends = append(k.ends, &stateEnd{in: m, actor: m.Name + "/" + app.PerceptionActor, joint: end.Joint, link: link, posts: len(w.linkModels) > known,
				mimics: m.Model.Joint(end.Joint).Mimic != nil})
		}
		if c.Command != nil {
			sender, receiver := w.world(config.Worlds[c.Command.From.World].Name), w.world(config.Worlds[c.Command.To.World].Name)
			k.sender, k.virtual = sender, c.Command.From.Joint
			k.actor = receiver.Name + "/" + app.CouplingActor + "_" + c.Joint
			k.out, k.maxAge, k.period, k.control = k.actor+".out", c.Command.MaxAge, receiver.Period, c.Command.Control
			k.source, k.resample, k.resamples = sender.Period, c.Command.Resample, true
			k.command = w.modelOf(sender.gate+".joint_"+c.Joint, k.actor+".in")
			j := &receiver.joints[c.Command.To.Joint]
			k.n = j.at.VelocityLength
			for d := range k.n {
				k.limits[d], k.rate[d], k.rise[d] = j.limits[d].Velocity, j.limits[d].Acceleration, j.limits[d].Effort/effortRise.Seconds()
			}
			k.feed = w.feeds(receiver, config.Worlds[c.Command.To.World].Actors[c.Command.To.Actor].Path, c, k.out)
		} else {
			k.command = &linkModel{}
		}
		w.couplings = append(w.couplings, k)
	}
}

// knows reports whether a coupling is recorded already, or whether one of its worlds is not there.
func (w *Watch) knows(config *app.Config, c *app.Coupling) bool {
	to := w.world(config.Worlds[c.State.To.World].Name)
	if to == nil || w.world(config.Worlds[c.State.From.World].Name) == nil {
		return true
	}
	if c.Command != nil && (w.world(config.Worlds[c.Command.From.World].Name) == nil || w.world(config.Worlds[c.Command.To.World].Name) == nil) {
		return true
	}
	return slices.ContainsFunc(w.couplings, func(k *coupling) bool { return k.joint == c.Joint && k.ends[0].in == to })
}

// commanded checks a command when it leaves the commanding world: V1, V2.
func (k *coupling) commanded(w *Watch, stamp messages.Stamp, v *messages.JointCommand) {
	known := k.newest.stamp
	if k.arrivals(w.now()); k.newest.stamp != known { // the receiver has sent nothing since, and may not have looked
		k.vague = 2
	}
	l := inFlightValue{stamp: stamp, valid: true, good: true, named: 1, share: -1, scale: 1}
	if len(v.Control) != 1 || len(v.Velocity) < k.n {
		l.good = false
		k.command.post(l, w.now())
		return
	}
	control := v.Control[0]
	if control == messages.ControlNone {
		l.named = 0
	}
	l.good = control == k.control
	if control != messages.ControlNone {
		k.sender.joints[k.virtual].moved = control
	}
	l.ruined = !l.good
	if control == messages.ControlVelocity {
		l.share = 0
	}
	for d := range k.n {
		x := v.Velocity[d]
		w.mix(math.Float64bits(x))
		l.velocity[d] = x
		if l.share >= 0 {
			l.share = max(l.share, math.Abs(x)/k.limits[d])
		}
		switch {
		case !finite(x):
			w.violate("V1", k.command.from, k.joint, fmt.Sprintf("velocity[%d] is %g", d, x))
		case control.Has(messages.ControlVelocity) && math.Abs(x) > k.limits[d]:
			w.violate("V2", k.command.from, k.joint, fmt.Sprintf("velocity[%d] is %g, limit %g", d, x, k.limits[d]))
		}
	}
	w.virtual(k, &l, control)
	k.command.post(l, w.now())
}

// virtual checks the commands of a gate for a virtual joint. In a mode that passes, a command that
// may move the joint is required. Otherwise the joint slows down: V3, V4, V5, V6, V8.
func (w *Watch) virtual(k *coupling, l *inFlightValue, control messages.ControlMode) {
	m, now := k.sender, w.now()
	j := &m.joints[k.virtual]
	if j.controller < 0 {
		return
	}
	m.settle(&m.controllers[j.controller], now)
	if j.told.Passes() {
		w.obeyed(m, j, j.told, now)
	}
	w.stopAsked(m, j, j.told, now)
	w.released(k, j, l, now)
	w.nears(m, j, j.told, control, l.velocity[:k.n], now)
	for d := range k.n {
		x, was := l.velocity[d], k.asked[d]
		if !j.told.Stops() {
			continue
		}
		if math.Abs(x) > math.Abs(was)+1e-12 {
			w.violate("V6", m.gate, j.name, fmt.Sprintf("in %s velocity[%d] grew from %g to %g", j.told, d, was, x))
		}
		if slower := j.limits[d].Acceleration * leastStep(now.Sub(k.slowing), m.Period); k.slowing > 0 && math.Abs(x) > max(math.Abs(was)-slower, 0)+1e-9 {
			w.violate("V6", m.gate, j.name, fmt.Sprintf("in %s velocity[%d] went from %g to %g within %v; expected it to slow down by %g", j.told, d, was, x, now.Sub(k.slowing), slower))
		}
	}
	k.asked, k.slowing = l.velocity, 0
	if j.told.Stops() {
		k.slowing = now
	}
}

// released checks that a virtual joint comes to rest while its controller omits it: V3. The first
// command of the gate may have been decided before.
func (w *Watch) released(k *coupling, j *joint, l *inFlightValue, now messages.Instant) {
	m, since := k.sender, k.releasing
	k.releasing = 0
	if !j.told.Passes() || !j.book.released || m.controllers[j.controller].link.unsure {
		return
	}
	k.releasing = now
	for d := range k.n {
		x, was := math.Abs(l.velocity[d]), math.Abs(k.asked[d])
		if slower := j.limits[d].Acceleration * leastStep(now.Sub(since), m.Period); since > 0 && x > max(was-slower, 0)+1e-9 {
			w.violate("V3", m.gate, j.name, fmt.Sprintf("in %s its controller omits it, but velocity[%d] went from %g to %g within %v; expected it to slow down by %g", j.told, d, k.asked[d], l.velocity[d], now.Sub(since), slower))
		}
	}
}

// started records the start of an incarnation.
func (k *coupling) started(e messages.Event) {
	switch {
	case e.Source == k.actor && e.Incarnation > 1:
		k.begun, k.have = e.Time, 0
	case k.sender != nil && e.Source == k.sender.gate:
		k.fence = e.Incarnation - 1
	}
}

// arrivals records the newest command that has arrived at the receiver. A command stamped before
// the present incarnation is not for it, and the command before it stays valid.
func (k *coupling) arrivals(now messages.Instant) {
	k.command.settle(now)
	if a := &k.command.arrived; k.command.any && a.stamp.Sequence != k.newest.stamp.Sequence && a.valid && a.good && (k.begun == 0 || a.stamp.Time >= k.begun) {
		k.before, k.newest = k.newest, *a
		k.have = min(k.have+1, 2)
		k.vague = max(k.vague-1, 0)
	}
	if k.command.unsure || k.command.any && k.command.arrived.stamp.Incarnation < k.newest.stamp.Incarnation { // or there is nothing
		k.vague = 2
	}
	if k.command.any && !k.command.arrived.valid {
		k.have = 0
	}
}

// leastStep is the part of the time between two cycles that a ramp counts at least, s. A late cycle
// may count half of it.
func leastStep(since, period time.Duration) float64 {
	return 0.5 * float64(since/period) * period.Seconds()
}

// handed checks the command that the receiver sends to the realising world: V9, V20. With a
// position, the velocity is that of the set-point, which returns to the commanded one after an
// interruption.
func (k *coupling) handed(w *Watch, stamp messages.Stamp, v *messages.JointCommand) {
	now := w.now()
	k.arrivals(now)
	k.feeds(inFlightValue{stamp: stamp, valid: true, good: true, share: -1}, now)
	if now.Sub(k.lastAt) > 2*k.period { // it has not read everything that arrived
		k.vague = 2
	}
	gone := k.command.any && !k.command.arrived.valid
	before := k.newest.stamp.Time < k.begun || k.newest.stamp.Incarnation <= k.fence
	fresh := k.newest.valid && !gone && !before && now.Sub(k.newest.stamp.Time) <= k.maxAge
	if !fresh {
		k.have = 0
	}
	dt := cycles(now.Sub(k.lastAt), k.period)
	slower := leastStep(now.Sub(k.lastAt), k.period)
	k.efforts(w, v, fresh)
	k.returns(w, v, fresh)
	for d := range k.n {
		if !v.Control[0].Has(messages.ControlVelocity) {
			break
		}
		x, was := v.Velocity[d], k.last[d]
		if !k.given {
			was = 0
		}
		switch {
		case !finite(x):
			w.violate("V1", k.actor, k.joint, fmt.Sprintf("velocity[%d] is %g", d, x))
		case math.Abs(x) > k.limits[d]:
			w.violate("V2", k.actor, k.joint, fmt.Sprintf("velocity[%d] is %g, limit %g", d, x, k.limits[d]))
		case before && !k.command.unsure && math.Abs(x) > math.Abs(was)+1e-12:
			w.violate("V8", k.actor, k.joint, fmt.Sprintf("velocity[%d] grew from %g to %g by a command of %s, incarnation %d; the present incarnation began at %s, and incarnations of %s up to %d are over", d, was, x, k.newest.stamp.Time, k.newest.stamp.Incarnation, k.begun, k.command.from, k.fence))
		case !fresh && !k.command.unsure && k.given && math.Abs(x) > max(math.Abs(was)-k.rate[d]*slower, 0)+1e-9:
			w.violate("V9", k.actor, k.joint, fmt.Sprintf("velocity[%d] went from %g to %g within %v, but the newest command has an age of %v, bound %v; expected it to slow down by %g", d, was, x, now.Sub(k.lastAt), now.Sub(k.newest.stamp.Time), k.maxAge, k.rate[d]*slower))
		case !fresh && !k.command.unsure && math.Abs(x) > math.Abs(was)+1e-12:
			w.violate("V9", k.actor, k.joint, fmt.Sprintf("velocity[%d] grew from %g to %g, but the newest command has an age of %v, bound %v", d, was, x, now.Sub(k.newest.stamp.Time), k.maxAge))
		case fresh && k.vague == 0 && !k.control.Has(messages.ControlPosition) && !between(x, was, k.newest.asks(d), k.before.asks(d)):
			w.violate("V20", k.actor, k.joint, fmt.Sprintf("velocity[%d] is %g; expected a value between %g and the newest command %g or the command before, %g", d, x, was, k.newest.asks(d), k.before.asks(d)))
		case fresh && !k.resampled(w, d, x, slower):
			w.violate("V20", k.actor, k.joint, fmt.Sprintf("velocity[%d] went from %g to %g, %v after the stamp of the newest command %g, which follows %g; expected it to be resampled over %v",
				d, was, x, now.Sub(k.newest.stamp.Time), k.newest.asks(d), k.before.asks(d), k.source))
		case k.given && dt > 0 && math.Abs(x-was) > k.rate[d]*dt*(1+1e-6)+1e-9:
			w.violate("V2", k.actor, k.joint, fmt.Sprintf("velocity[%d] changed by %g within %.4f s, limit %g", d, x-was, dt, k.rate[d]*dt))
		case !k.given && !w.blocking.at(now) && math.Abs(x) > k.rate[d]*k.period.Seconds()*(1+1e-6)+1e-9: // a late first cycle counts its releases
			w.violate("V2", k.actor, k.joint, fmt.Sprintf("velocity[%d] begins at %g; expected at most %g, what a period allows from rest", d, x, k.rate[d]*k.period.Seconds()))
		}
		k.last[d] = x
		w.mix(math.Float64bits(x))
	}
	k.given, k.lastAt = true, now
}

// asks returns a velocity of the command as it arrived.
func (l *inFlightValue) asks(d int) float64 { return l.scale * l.velocity[d] }

// between reports whether x is in the hull of the others.
func between(x, a, b, c float64) bool {
	low, high := min(a, b, c), max(a, b, c)
	return x >= low-1e-9*(1+math.Abs(low)) && x <= high+1e-9*(1+math.Abs(high))
}

// estimated records a state that the realising world sends to other worlds.
func (w *Watch) estimated(from string, stamp messages.Stamp, v *messages.VirtualState) {
	for i := range w.couplings {
		if k := w.couplings[i]; k.stateFrom == from {
			k.estimated(w, stamp, v)
		}
	}
}

// estimated records a state and posts it.
func (k *coupling) estimated(w *Watch, stamp messages.Stamp, v *messages.VirtualState) {
	e := &k.recent[k.count%len(k.recent)]
	k.count++
	e.stamp = stamp
	copy(e.position[:], v.Position)
	copy(e.velocity[:], v.Velocity)
	for _, x := range v.Position {
		w.mix(math.Float64bits(x))
	}
	if k.exporter != nil {
		k.exporter.sent(w, stamp, v)
	}
	if k.base != nil {
		k.base.moded(w, v)
	}
	if k.base != nil && len(v.Position) == 3 {
		k.base.reckoned(w, stamp, v)
	}
	for _, end := range k.ends {
		if end.posts {
			end.link.post(inFlightValue{stamp: stamp, valid: true, good: true, named: 1, share: -1}, w.now())
		}
	}
}

// lostAfter is the number of consecutive exchanges without an answer after which a bus fails.
const lostAfter = 3

// reply checks what a bus read from its drives.
func (w *Watch) reply(m *world, b *bus, stamp messages.Stamp, s *messages.DriveState) {
	b.started = stamp.Time
	b.command.settle(w.now())
	b.given.look(b, w.now(), 0)
	b.state.post(inFlightValue{stamp: stamp, valid: true, good: true, share: -1}, w.now())
	b.reading.post(inFlightValue{stamp: stamp, valid: true, good: true, share: -1}, w.now())
	b.replies[b.replied%len(b.replies)] = stamp.Time
	b.replied++
	if b.mute++; slices.Contains(s.Answered, true) {
		b.mute = 0
	}
	if b.mute >= lostAfter {
		w.violate("V5", b.Path, "", fmt.Sprintf("none of its drives has answered %d times in a row; expected the bus to fail", b.mute))
	}
	for k := range s.Position {
		w.mix(math.Float64bits(s.Position[k]))
		w.mix(uint64(s.Mode[k])<<32 | uint64(s.Fault[k]))
		switch j := &m.joints[b.joints[k]]; {
		case s.Fault[k] == 0 || !s.Answered[k]:
			j.faulty = 0
		case j.faulty == 0:
			if j.faulty = max(stamp.Time, 1); b.state.calm(stamp.Time, 0) { // the gate sees it
				m.shown(j, s.Fault[k])
			}
		}
	}
}

package core

import (
	"fmt"
	"math/bits"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// JointIndex returns the index of a joint in the configuration. The error lists the joints.
func (g *Gate) JointIndex(name string) (int, error) {
	var known []string
	for i := range g.joints {
		if g.joints[i].Name == name {
			return i, nil
		}
		known = append(known, g.joints[i].Name)
	}
	hint := source.DidYouMean(name, known)
	if hint != "" {
		hint = "; " + hint
	}
	return 0, fmt.Errorf("%s: unknown joint %s; expected one of %s%s", g.config.Source, source.Quote(name), source.Listed(known, 30), hint)
}

// ControllerIndex returns the index of a controller in the configuration, or false.
func (g *Gate) ControllerIndex(name string) (int, bool) {
	for i := range g.controllers {
		if g.controllers[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// Stop brings a joint to at least the given mode on request. The cause operator does not stay
// present, and its rule of re-arm applies. A mode that does not stop means the joint's safe mode.
func (g *Gate) Stop(joint int, mode messages.Mode, now messages.Instant) {
	j := &g.joints[joint]
	if j.Role == Passive {
		return
	}
	safe, requires := j.leads(modes.EmergencyStop)
	f := modes.NoFault // a requested mode has no further stages
	if mode.Passes() {
		mode, f = safe, modes.EmergencyStop
	}
	g.moment(j, f, modes.Event{Kind: modes.Demand, Cause: messages.CauseOperator, Mode: mode, Requires: requires, Now: now}, textOperator)
}

// Confirmed reports whether the drive of a joint obeys the joint's stop and will not start any
// more. It is true without a drive or a stop.
func (g *Gate) Confirmed(joint int) bool {
	j := &g.joints[joint]
	return j.Role != Driven || j.state.Mode.Passes() || j.stopping.confirmed && j.drive.arm >= j.arm
}

// StopWithin returns the time within which the drive of a joint must confirm a stop.
func (g *Gate) StopWithin(joint int) time.Duration { return g.joints[joint].StopWithin }

// Demand brings a joint to at least the given mode for a cause that holds until Clear. Run means
// the joint's safe mode.
func (g *Gate) Demand(joint int, cause messages.Cause, mode messages.Mode, now messages.Instant) {
	j := &g.joints[joint]
	if j.Role == Passive {
		return
	}
	safe, requires := j.leadsToStop(modes.ActorFailed)
	if mode == messages.ModeRun {
		mode = safe
	}
	j.demanded = j.demanded.With(cause)
	g.step(j, modes.Event{Kind: modes.Demand, Cause: cause, Mode: mode, Requires: requires, Now: now}, cause, textFailed)
}

// Clear ends a cause of Demand.
func (g *Gate) Clear(joint int, cause messages.Cause, now messages.Instant) {
	j := &g.joints[joint]
	j.demanded = j.demanded.Without(cause)
	g.gone(j, cause, now)
}

// SetFault reports an external fault of a joint, which holds until ClearFault, also in later
// incarnations of the gate. The other joints of its controller stop with it. A joint without
// reactions enters its safe mode.
func (g *Gate) SetFault(joint int, f modes.FaultClass, now messages.Instant) {
	j := &g.joints[joint]
	if j.Role != Driven || f == modes.NoFault || int(f) >= faultKinds {
		return
	}
	mode, requires := j.leads(f)
	if mode == messages.ModeRun {
		return // the fault does not concern a joint of this kind
	}
	j.external = j.external.with(f)
	g.share(j, f, modes.Event{Kind: modes.Demand, Cause: externalCause(f), Mode: mode, Requires: requires, Now: now}, textExternal)
}

// ClearFault reports that a fault of SetFault no longer holds.
func (g *Gate) ClearFault(joint int, f modes.FaultClass, now messages.Instant) {
	j := &g.joints[joint]
	j.external &^= FaultSet(0).with(f)
	g.gone(j, externalCause(f), now)
}

// externalCause returns the cause that the gate reports for an external fault.
func externalCause(f modes.FaultClass) messages.Cause {
	if f == modes.EmergencyStop || f == modes.StopChannelLost {
		return messages.CauseOperator
	}
	return messages.CauseDrive
}

// held returns the causes of a joint that hold until they are cleared from outside.
func (g *Gate) held(j *joint) modes.Causes {
	held := j.demanded
	for rest := uint32(j.external); rest != 0; rest &= rest - 1 {
		held = held.With(externalCause(modes.FaultClass(bits.TrailingZeros32(rest))))
	}
	if j.controller >= 0 {
		held |= g.controllers[j.controller].failed
	}
	if j.Role == Driven {
		held |= g.buses[j.Bus].failed
	}
	return held
}

// gone ends a cause, unless another source still holds it.
func (g *Gate) gone(j *joint, cause messages.Cause, now messages.Instant) {
	if !g.held(j).Has(cause) {
		g.step(j, modes.Event{Kind: modes.Gone, Cause: cause, Now: now}, cause, noText)
	}
}

// ControllerFailed stops the joints of a controller whose incarnation failed, and fences that
// incarnation off: the gate executes none of its commands any more. The cause holds until the first
// good command of a later incarnation. Incarnation 0 means the newest known one.
func (g *Gate) ControllerFailed(controller int, cause messages.Cause, incarnation messages.Incarnation, now messages.Instant) {
	c := &g.controllers[controller]
	if incarnation == 0 {
		incarnation = c.incarnation
	}
	c.fenced = max(c.fenced, incarnation)
	c.failed = c.failed.With(cause)
	for _, i := range c.joints {
		j := &g.joints[i]
		if periods := j.periodsOfGrace(cause); periods > 0 && j.state.Mode.Passes() && !j.grace.on {
			j.grace = grace{on: true, cause: cause, until: now.Add(time.Duration(periods) * max(c.Period, g.config.Period))}
			continue
		}
		g.controllerLost(j, cause, now)
	}
}

// controllerLost stops a joint whose controller has failed.
func (g *Gate) controllerLost(j *joint, cause messages.Cause, now messages.Instant) {
	mode, requires := j.leadsToStop(failureOf(cause))
	g.reacts(j, failureOf(cause), modes.Event{Kind: modes.Demand, Cause: cause, Mode: mode, Requires: requires, Now: now}, textFailed)
}

// healed ends the causes of a controller's failure after a good command.
func (g *Gate) healed(c *controller, now messages.Instant) {
	failed := c.failed
	c.failed = 0
	for failed != 0 {
		var cause messages.Cause
		cause, failed = failed.Pop()
		for _, i := range c.joints {
			g.gone(&g.joints[i], cause, now)
		}
	}
}

// BusFailed stops the joints of a bus whose actor failed, and those that stop with them. The cause
// holds until BusBack.
func (g *Gate) BusFailed(bus int, cause messages.Cause, now messages.Instant) {
	b := &g.buses[bus]
	b.failed = b.failed.With(cause)
	for _, i := range b.joints {
		mode, requires := g.joints[i].leadsToStop(lossOf(cause))
		g.share(&g.joints[i], lossOf(cause), modes.Event{Kind: modes.Demand, Cause: cause, Mode: mode, Requires: requires, Now: now}, textFailed)
	}
}

// BusBack ends the causes of BusFailed, after a new incarnation of the bus has started.
func (g *Gate) BusBack(bus int, now messages.Instant) {
	b := &g.buses[bus]
	failed := b.failed
	b.failed = 0
	for failed != 0 {
		var cause messages.Cause
		cause, failed = failed.Pop()
		for _, i := range b.joints {
			g.gone(&g.joints[i], cause, now)
		}
	}
}

// Nonce returns a number that grows with every event that an operator must have seen before a
// re-arm. It begins with the time of the start: a world that was closed and opened again has the
// same incarnation, and is not taken for the one before.
func (g *Gate) Nonce() uint64 {
	sum := uint64(max(0, g.began))
	for i := range g.joints {
		sum += uint64(g.joints[i].state.Nonce)
	}
	return sum
}

// Request re-arms every stopped joint whose causes are gone: all joints of a controller or none,
// unless the controller is independent. Nonce and incarnation are those that the operator saw.
// Request returns the number of re-armed joints and the reason for each joint that stays stopped.
// The error reports a request that names an old state, or that finds no stopped joint; then no
// joint is re-armed.
func (g *Gate) Request(way modes.Rearm, nonce uint64, incarnation messages.Incarnation, now messages.Instant) (armed int, refused []NotArmed, err error) {
	if seen := g.Nonce(); nonce != seen {
		return 0, nil, fmt.Errorf("%s: the request names state %d, but the gate is in state %d: read the status again, then repeat the request", g.config.Source, nonce, seen)
	}
	if own := g.joints[0].state.Incarnation; incarnation != own {
		return 0, nil, fmt.Errorf("%s: the request names incarnation %d, but the gate is in incarnation %d: read the status again, then repeat the request", g.config.Source, incarnation, own)
	}
	for i := range g.controllers {
		n, still := g.requestOf(&g.controllers[i], way, now)
		armed += n
		refused = append(refused, still...)
	}
	if armed == 0 && refused == nil {
		return 0, nil, fmt.Errorf("%s: no joint waits for re-arm", g.config.Source)
	}
	if armed > 0 {
		g.emit(messages.Event{Time: now, Kind: messages.EventAcknowledged, Cause: messages.CauseOperator})
	}
	return armed, refused, nil
}

// requestOf is Request for the joints of one controller.
func (g *Gate) requestOf(c *controller, way modes.Rearm, now messages.Instant) (armed int, refused []NotArmed) {
	for _, i := range c.joints {
		j := &g.joints[i]
		_, effects := modes.Step(&j.Rearm, j.state, j.request(way, now))
		j.ripe = effects.Has(modes.Arm)
		if check, problem := j.startup(way, now); j.ripe && check != NoCheck {
			j.ripe = false
			if check == Plausible {
				j.track.reported = j.track.unexplained
			}
			refused = append(refused, j.notArmed(way, check, problem))
		} else if !j.ripe && effects&modes.RefusedRunning == 0 {
			refused = append(refused, j.notArmed(way, NoCheck, ""))
		}
	}
	for _, i := range c.joints {
		j := &g.joints[i]
		alone := c.Independent || j.Role == Virtual
		if j.ripe && (alone || g.drivenAreReady(c)) {
			g.step(j, j.request(way, now), messages.CauseRearm, textRearmed)
			j.track.accepted()
			armed++
		}
	}
	return armed, refused
}

// startup returns the start-up check that a request fails. A reset needs all of them, an
// acknowledgement only InsideLimits: the causes of a stop include that, those of mode limited do
// not.
func (j *joint) startup(way modes.Rearm, now messages.Instant) (failed StartupCheck, problem string) {
	if j.Role != Driven || way != modes.Reset && !j.outside() {
		return NoCheck, ""
	}
	r := j.readiness(now)
	if way != modes.Reset {
		return InsideLimits, r.beyond()
	}
	return r.Check()
}

func (j *joint) request(way modes.Rearm, now messages.Instant) modes.Event {
	return modes.Event{Kind: modes.Request, Way: way, Nonce: j.state.Nonce, Incarnation: j.state.Incarnation, Now: now}
}

// drivenAreReady reports whether each driven joint of a controller is in run or may re-arm.
func (g *Gate) drivenAreReady(c *controller) bool {
	for _, i := range c.joints {
		if j := &g.joints[i]; j.Role == Driven && !j.ripe && j.state.Mode != messages.ModeRun {
			return false
		}
	}
	return true
}

// NotArmed is the reason for which a request did not re-arm a joint.
type NotArmed struct {
	Joint           string
	Mode            messages.Mode
	Causes, Present modes.Causes
	Required        modes.Level
	Way             modes.Rearm // of the request
	// Check is the start-up check that failed, or NoCheck, and Problem what it found.
	Check   StartupCheck
	Problem string
}

func (j *joint) notArmed(way modes.Rearm, check StartupCheck, problem string) NotArmed {
	return NotArmed{Joint: j.Name, Mode: j.state.Mode, Causes: j.state.Causes, Present: j.state.Present,
		Required: j.Rearm.Level(&j.state), Way: way, Check: check, Problem: problem}
}

// Status is the condition of one joint.
type Status struct {
	Joint      string
	Controller string // empty if no controller claims the joint
	Mode       messages.Mode
	// Causes are those of the present stop, Present those that still hold.
	Causes, Present modes.Causes
	// Required is what re-arm requires.
	Required modes.Level
	// Arm is the number of the newest re-arm. Following means that commands of the controller pass
	// unchanged.
	Arm       uint32
	Following bool
	// Waiting and WaitingSince are those of Gate.Waiting.
	Waiting      string
	WaitingSince messages.Instant
}

// Status returns the condition of every joint that accepts commands, in the world's order.
func (g *Gate) Status() []Status {
	all := make([]Status, 0, len(g.joints))
	for i := range g.joints {
		j := &g.joints[i]
		if j.Role == Passive {
			continue
		}
		s := Status{Joint: j.Name, Mode: j.state.Mode, Causes: j.state.Causes, Present: j.state.Present,
			Required: j.Rearm.Level(&j.state), Arm: j.arm, Following: j.state.Mode.Passes() && j.phase == following}
		s.Waiting, s.WaitingSince = g.Waiting(i)
		if j.controller >= 0 {
			s.Controller = g.controllers[j.controller].Name
		}
		all = append(all, s)
	}
	return all
}

// Mode returns the mode of a joint.
func (g *Gate) Mode(joint int) messages.Mode { return g.joints[joint].state.Mode }

// Incarnation returns the incarnation of the gate.
func (g *Gate) Incarnation() messages.Incarnation { return g.joints[0].state.Incarnation }

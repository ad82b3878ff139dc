package audit

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// answer has the drives answer into states and snapshot; virtual joints stand where they are
// commanded to.
func (p *player) answer() {
	s := &p.snapshot
	for b, servos := range p.servos {
		if !p.in.States[b].OK {
			continue
		}
		state := p.in.States[b].Value
		for d, x := range servos {
			if state.Answered[d] = !x.mute; x.mute {
				s.Valid[x.joint] = false
				continue
			}
			state.Position[d], state.Velocity[d], state.Effort[d], state.Mode[d], state.Arm[d], state.Fault[d] = x.q, x.v, x.e, x.mode, x.arm, x.fault
			l := &p.auditor.joints[x.joint]
			s.Position[l.q], s.Velocity[l.v], s.Effort[l.v] = x.q, x.v, x.e
			s.Mode[x.joint], s.Time[x.joint], s.Valid[x.joint] = x.mode, p.now, true
		}
	}
	for i, v := range p.virtual {
		if v == nil {
			continue
		}
		s.Time[i] = p.now
		if l := &p.auditor.joints[i]; l.lastPassed && l.lastControl.Has(messages.ControlPosition) {
			copy(s.Position[l.q:l.q+l.nq], l.lastP[:])
			copy(s.Velocity[l.v:l.v+l.nv], l.lastW[:])
		}
	}
	p.in.Snapshot = s
}

// trouble happens to drives, states, lives and people. It says whether somebody asked for re-arm.
func (p *player) trouble() (asked Asked) {
	for b, servos := range p.servos {
		p.in.States[b].OK = !p.chance(0.01)
		for _, s := range servos {
			p.shake(s)
		}
		if p.chance(0.0003) {
			cause := messages.Cause(2 + p.rnd.IntN(3))
			p.gate.BusFailed(b, cause, p.now)
			p.auditor.Bus(b, true, cause)
		} else if p.auditor.buses[b] && p.chance(0.05) {
			p.gate.BusBack(b, p.now)
			p.auditor.Bus(b, false, messages.CauseNone)
		}
	}
	p.answer()
	p.blur()
	p.people()
	for i := range p.lives {
		if p.chance(0.0005) {
			cause := messages.Cause(2 + p.rnd.IntN(3))
			p.gate.ControllerFailed(i, cause, p.lives[i], p.now)
			p.auditor.Fence(i, p.lives[i], cause, p.now)
			p.lives[i]++
		}
	}
	if p.chance(0.0001) {
		p.rebirth()
	}
	if asked.Any = p.chance(0.05); asked.Any {
		asked.Way = modes.Rearm(p.rnd.IntN(2))
		// The auditor sees which joints were re-armed.
		_, _, _ = p.gate.Request(asked.Way, p.gate.Nonce(), p.life, p.now)
	} else if p.chance(0.01) { // for an older state, or for another incarnation
		_, _, _ = p.gate.Request(modes.Reset, p.gate.Nonce()-1, p.life, p.now)
		_, _, _ = p.gate.Request(modes.Reset, p.gate.Nonce(), p.life+1, p.now)
	}
	return asked
}

// shake has something happen to a drive.
func (p *player) shake(s *servo) {
	switch x := p.rnd.Float64(); {
	case x < 0.0005:
		s.fault = [...]uint16{32, 33, 34, 35, 40, 49, 50, 98, 100}[p.rnd.IntN(9)]
	case x < 0.0010:
		s.mode = max(s.mode, messages.Mode(2+p.rnd.IntN(5)))
	case x < 0.0015: // another one has stopped it and spent numbers
		s.arm++
		s.mode = max(s.mode, messages.ModeDamp)
	case x < 0.0017:
		s.mode, s.arm = messages.ModeOff, 0 // it has started anew
	case x < 0.0020:
		s.q = 4*p.rnd.Float64() - 2 // somebody has pushed it
	}
	s.mute = p.chance(0.02) || s.mute && p.chance(0.3)
	s.deaf = p.chance(0.0005) || s.deaf && p.chance(0.95)
	s.slides = p.chance(0.0005) || s.slides && p.chance(0.99)
}

// blur has states be lost, wrong or no numbers at all.
func (p *player) blur() {
	s := &p.snapshot
	for i, v := range p.virtual {
		if v == nil {
			continue
		}
		s.Valid[i] = !p.chance(0.001) && (s.Valid[i] || p.chance(0.1))
		if p.chance(0.001) {
			s.Mode[i] = messages.Mode(p.rnd.IntN(7))
		} else if p.chance(0.02) {
			s.Mode[i] = messages.ModeRun
		}
	}
	if p.chance(0.002) {
		vectors := [...][]float64{s.Position, s.Velocity, s.Effort}
		v := vectors[p.rnd.IntN(3)]
		v[p.rnd.IntN(len(v))] = odd[p.rnd.IntN(len(odd))]
	}
	if p.chance(0.003) {
		p.in.Snapshot = nil
	}
	for i := range p.virtual { // what was spoilt must not stay so
		l := &p.auditor.joints[i]
		if p.virtual[i] != nil && p.in.Snapshot != nil && p.chance(0.2) {
			p.heal(l, p.config.Joints[i].Type)
		}
	}
}

// heal brings the state of a virtual joint back to numbers.
func (p *player) heal(l *ledger, t core.Type) {
	s := &p.snapshot
	for _, v := range [...][]float64{s.Position[l.q : l.q+l.nq], s.Velocity[l.v : l.v+l.nv], s.Effort[l.v : l.v+l.nv]} {
		for i, x := range v {
			if !(math.Abs(x) < 10) {
				v[i] = 0
			}
		}
	}
	if t == core.Floating && !unit(s.Position[l.q+3:l.q+7]) {
		copy(s.Position[l.q+3:], []float64{1, 0, 0, 0})
	}
}

// people stop joints, for once or until further notice.
func (p *player) people() {
	i := p.rnd.IntN(len(p.config.Joints))
	if p.config.Joints[i].Role == core.Passive {
		return
	}
	switch x := p.rnd.Float64(); {
	case x < 0.0005:
		mode := messages.Mode(p.rnd.IntN(7))
		p.gate.Stop(i, mode, p.now)
		p.auditor.Asks(i, mode)
	case x < 0.0008:
		mode := messages.Mode(p.rnd.IntN(7))
		p.gate.Demand(i, messages.CauseEscalation, mode, p.now)
		p.auditor.Demand(i, mode != messages.ModeLimited)
		p.auditor.Asks(i, mode)
	case x < 0.0010 && p.config.Joints[i].Role == core.Driven:
		p.gate.SetFault(i, modes.SensorImplausible, p.now)
		p.auditor.Demand(i, true)
		p.auditor.Asks(i, p.config.Joints[i].SafeMode) // without a kind that is where it goes
	case x < 0.05 && p.rnd.IntN(2) == 0:
		p.gate.Clear(i, messages.CauseEscalation, p.now)
		p.gate.ClearFault(i, modes.SensorImplausible, p.now)
		p.auditor.Demand(i, false)
	}
}

// rebirth is a new life of the gate, as after a panic: it knows nothing but what its supervisor
// kept.
func (p *player) rebirth() {
	before := make([]core.Past, len(p.config.Joints))
	for i := range before {
		before[i] = p.gate.Past(i)
	}
	gate, err := core.New(p.config.Config)
	if err != nil {
		return // it was built before
	}
	p.life++
	p.counts.Lives++
	gate.Begin(p.life, before, p.now)
	p.gate = gate
	p.auditor.Restarted()
	for b, failed := range p.auditor.buses {
		if failed {
			gate.BusFailed(b, messages.CausePanic, p.now)
			p.auditor.unreachable[b] = false // by the supervisor's word
		}
	}
}

// odd are numbers that commands and states should not have, or hardly.
var odd = [...]float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-320, 2, -2, 7, 0.61, 1e9, 1.1e9,
	20.1, -0.31, 31, 401, math.Copysign(0, -1)}

// command puts something into the slot of a controller.
func (p *player) command(i int) {
	c, s := &p.config.Controllers[i], &p.in.Commands[i]
	every := max(1, int(c.Period/p.config.Period))
	if int(p.counts.Cycles)%every != 0 || p.chance(p.missing) {
		return // its period is longer, or it missed a release
	}
	p.steer(i)
	s.Value, s.OK = p.values[i], !p.chance(0.001)
	if p.chance(0.01) {
		s.Value = p.spoil(i)
	}
	p.sequence[i]++
	s.Stamp = messages.Stamp{Time: p.now.Add(-time.Duration(p.rnd.IntN(300)) * time.Microsecond), Sequence: p.sequence[i], Incarnation: p.lives[i]}
	p.forge(i, &s.Stamp)
}

// forge makes a stamp wrong now and then.
func (p *player) forge(i int, s *messages.Stamp) {
	switch x := p.rnd.Float64(); {
	case x < 0.001:
		p.lives[i]++
	case x < 0.003:
		s.Incarnation -= min(s.Incarnation, messages.Incarnation(p.rnd.IntN(3))) // a late one
	case x < 0.005:
		s.Sequence -= min(s.Sequence, uint64(p.rnd.IntN(3)))
	case x < 0.006:
		s.Time = p.now.Add(time.Duration(p.rnd.IntN(60)-30) * time.Millisecond)
	case x < 0.0062:
		s.Time = messages.Instant(p.rnd.Uint64()) // any time at all
	}
	p.in.Commands = p.in.Commands[:len(p.values)]
	if p.chance(0.001) { // a command of nobody's
		p.in.Commands = append(p.in.Commands, core.Command{Value: p.values[i], Stamp: *s, OK: true})
	}
}

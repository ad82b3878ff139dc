package audit

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// Violation is a decision on which gate and auditor do not agree.
type Violation struct {
	// Seed draws the world again; Cycle counts from its begin.
	Seed  uint64
	Cycle int
	Time  messages.Instant
	// Of is the joint or the controller that it concerns.
	Of, What string
	// Details has what went in and what came out.
	Details string
}

// Error tells everything.
func (v *Violation) Error() string {
	return fmt.Sprintf("world of seed %d, cycle %d, %s, %s: %s\n%s", v.Seed, v.Cycle, v.Time, v.Of, v.What, v.Details)
}

// Counts says what a run has seen.
type Counts struct {
	Worlds, Cycles, Decisions uint64
	// Good and Refused are commands, Unclaimed refused ones of nobody's.
	Good, Refused, Unclaimed uint64
	// Armed and Stopped count joints that began to pass and that stopped, Moved decisions by which
	// something may move.
	Armed, Stopped, Moved uint64
	// Limited and Braked count decisions in those modes.
	Limited, Braked uint64
	// Lives counts restarts of gates.
	Lives uint64
}

func (c *Counts) add(o Counts) {
	c.Worlds, c.Cycles, c.Decisions = c.Worlds+o.Worlds, c.Cycles+o.Cycles, c.Decisions+o.Decisions
	c.Good, c.Refused, c.Unclaimed = c.Good+o.Good, c.Refused+o.Refused, c.Unclaimed+o.Unclaimed
	c.Armed, c.Stopped, c.Moved, c.Lives = c.Armed+o.Armed, c.Stopped+o.Stopped, c.Moved+o.Moved, c.Lives+o.Lives
	c.Limited, c.Braked = c.Limited+o.Limited, c.Braked+o.Braked
}

// player plays one world.
type player struct {
	seed    uint64
	rnd     *rand.Rand
	config  Drawn
	missing float64 // share of the releases that controllers miss
	gate    *core.Gate
	auditor *Auditor
	counts  Counts
	movable int // joints that a decision is about

	now      messages.Instant
	step     time.Duration // to the next decision
	life     messages.Incarnation
	in       core.Input
	snapshot messages.Snapshot
	values   []*messages.JointCommand // what each controller steers
	spoilt   []*messages.JointCommand // room for a bad copy
	sequence []uint64
	lives    []messages.Incarnation // of each controller
	verdicts []Verdict
	refusals []core.Refusal  // by controller; a stamp of zero for none
	drives   []*servo        // by joint, nil for those that have none
	shown    []uint32        // by joint: the arm number that the gate was shown last
	modes    []messages.Mode // and the mode
	servos   [][]*servo      // of each bus
	sent     []messages.DriveCommand
	sends    []bool
	virtual  []*messages.JointCommand // by joint
	follows  func(int) bool
	room     [64]messages.Event         // for what the gate tells
	out      Output                     // of one joint
	tamper   func(joint int, o *Output) // for tests of the auditor: spoils what it is shown
}

// newPlayer begins the world of a seed.
func newPlayer(seed uint64) (*player, error) {
	rnd := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	p := &player{seed: seed, rnd: rnd, config: Draw(rnd), missing: [...]float64{0.0002, 0.002, 0.02}[rnd.IntN(3)], life: 1, now: messages.Instant(time.Second)}
	gate, err := core.New(p.config.Config)
	if err != nil {
		return nil, fmt.Errorf("the world of seed %d: %w", seed, err)
	}
	p.gate, p.auditor, p.step = gate, NewAuditor(p.config), p.config.Period
	p.follows = func(joint int) bool { return p.gate.Following(joint) }
	p.lay()
	p.counts.Worlds = 1
	p.answer()
	return p, nil
}

// lay makes room for everything that goes in and comes out.
func (p *player) lay() {
	n := len(p.config.Joints)
	p.drives, p.virtual, p.servos, p.shown = make([]*servo, n), make([]*messages.JointCommand, n), make([][]*servo, len(p.config.Buses)), make([]uint32, n)
	p.modes = make([]messages.Mode, n)
	for b, bus := range p.config.Buses {
		p.servos[b] = make([]*servo, bus.Drives)
		p.sent = append(p.sent, messages.DriveCommand{Mode: make([]messages.Mode, bus.Drives), Control: make([]messages.ControlMode, bus.Drives),
			Position: make([]float64, bus.Drives), Velocity: make([]float64, bus.Drives), Effort: make([]float64, bus.Drives), Arm: make([]uint32, bus.Drives)})
		p.in.States = append(p.in.States, core.State{OK: true, Value: &messages.DriveState{Position: make([]float64, bus.Drives), Velocity: make([]float64, bus.Drives),
			Effort: make([]float64, bus.Drives), Mode: make([]messages.Mode, bus.Drives), Fault: make([]uint16, bus.Drives), Answered: make([]bool, bus.Drives),
			Arm: make([]uint32, bus.Drives)}})
	}
	p.sends = make([]bool, len(p.config.Buses))
	s := &p.snapshot
	for i := range p.config.Joints {
		j, l := &p.config.Joints[i], &p.auditor.joints[i]
		s.Position = append(s.Position, make([]float64, l.nq)...)
		s.Velocity, s.Effort = append(s.Velocity, make([]float64, l.nv)...), append(s.Effort, make([]float64, l.nv)...)
		s.Mode, s.Valid, s.Time = append(s.Mode, messages.ModeRun), append(s.Valid, true), append(s.Time, 0)
		if j.Type == core.Floating {
			s.Position[l.q+3] = 1
		}
		switch j.Role {
		case core.Driven:
			p.movable++
			p.drives[i] = &servo{joint: i, mode: messages.ModeOff, deceleration: 10, opens: p.rnd.IntN(4)}
			p.servos[j.Bus][j.Drive] = p.drives[i]
		case core.Virtual:
			p.movable++
			p.virtual[i] = newCommand(1, l.nq, l.nv)
		}
	}
	for i := range p.config.Controllers {
		b := &p.auditor.claims[i]
		v := newCommand(len(b.joints), b.nq, b.nv)
		for _, n := range b.joints {
			l := &p.auditor.joints[n]
			v.Control[l.cj] = p.config.Joints[n].Controls[0]
			copy(v.Position[l.cq:l.cq+l.nq], s.Position[l.q:])
		}
		p.values, p.spoilt = append(p.values, v), append(p.spoilt, newCommand(len(b.joints)+1, b.nq+1, b.nv+1))
		p.in.Commands = append(p.in.Commands, core.Command{})
		p.lives = append(p.lives, 1)
	}
	k := len(p.values)
	p.sequence, p.verdicts, p.refusals = make([]uint64, k), make([]Verdict, k), make([]core.Refusal, k)
}

func newCommand(joints, positions, velocities int) *messages.JointCommand {
	return &messages.JointCommand{Control: make([]messages.ControlMode, joints), Position: make([]float64, positions),
		Velocity: make([]float64, velocities), Effort: make([]float64, velocities)}
}

func (p *player) chance(x float64) bool { return p.rnd.Float64() < x }

// cycle is one cycle with everything that can happen.
func (p *player) cycle() error {
	asked := p.trouble()
	for i := range p.values {
		p.command(i)
	}
	return p.decide(asked)
}

// decide has gate and auditor decide, compares them, and goes on to the next cycle.
func (p *player) decide(asked Asked) error {
	p.in.Now, p.in.Step = p.now, p.step
	p.auditor.Begin(p.step)
	for i := range p.values {
		p.verdicts[i] = p.auditor.Look(i, p.in.Commands[i], p.now, p.follows)
		p.auditor.Take(i, p.in.Commands[i], p.verdicts[i], p.now)
	}
	p.show()
	p.gate.Decide(&p.in)
	p.counts.Cycles++
	p.counts.Decisions += uint64(p.movable)
	if err := p.compare(); err != nil {
		return err
	}
	for b := range p.sent {
		p.sends[b] = p.gate.Drive(b, &p.sent[b])
	}
	for i := range p.config.Joints {
		if err := p.checkJoint(i, asked); err != nil {
			return err
		}
	}
	p.advance()
	return nil
}

// show notes what the gate is about to learn of the drives.
func (p *player) show() {
	for b, servos := range p.servos {
		for d, s := range servos {
			if state := p.in.States[b].Value; p.in.States[b].OK && state.Answered[d] {
				p.shown[s.joint], p.modes[s.joint] = state.Arm[d], state.Mode[d]
			}
		}
	}
}

// compare finds for each verdict that the gate came to the same.
func (p *player) compare() error {
	clear(p.refusals)
	for _, r := range p.gate.Refusals() {
		if r.Reason == core.Unclaimed {
			p.counts.Unclaimed++
			continue
		}
		if i, ok := p.gate.ControllerIndex(r.Controller); ok {
			p.refusals[i] = r
		}
	}
	for i, v := range p.verdicts {
		r := &p.refusals[i]
		refused := r.Controller != ""
		switch {
		case refused != (v.Judged && !v.Good):
			return p.violation(p.config.Controllers[i].Name, fmt.Sprintf("the gate refuses: %t (%s), the auditor thinks %+v", refused, r.Reason, v), i)
		case refused && (r.Reason.Counts() != v.Counts || (r.Reason == core.Jump) != v.Jump):
			return p.violation(p.config.Controllers[i].Name, fmt.Sprintf("it is refused as %s, the auditor thinks %+v", r.Reason, v), i)
		case refused && r.Fault && !p.auditor.claims[i].struck:
			return p.violation(p.config.Controllers[i].Name, fmt.Sprintf("it is found at fault, the auditor counts %v", p.auditor.claims[i].strikes), i)
		case refused:
			p.counts.Refused++
		case v.Judged:
			p.counts.Good++
		}
	}
	return nil
}

func (p *player) checkJoint(i int, asked Asked) error {
	j, l := &p.config.Joints[i], &p.auditor.joints[i]
	if j.Role == core.Passive {
		return nil
	}
	before := l.mode
	o := &p.out
	*o = p.output(i)
	if p.tamper != nil {
		p.tamper(i, o)
	}
	if err := p.auditor.Check(i, p.now, p.in.Snapshot, o, asked); err != nil {
		return p.violation(j.Name, fmt.Sprintf("%v\nsent %+v", err, *o), l.claim)
	}
	switch {
	case before.Passes() && o.Mode.Stops():
		p.counts.Stopped++
	case before.Stops() && o.Mode.Passes():
		p.counts.Armed++
	}
	if o.Mode.Passes() && o.Sent {
		p.counts.Moved++
	}
	switch o.Mode {
	case messages.ModeLimited:
		p.counts.Limited++
	case messages.ModeBrake:
		p.counts.Braked++
	}
	return nil
}

// output reads what the gate sends for a joint.
func (p *player) output(i int) Output {
	j := &p.config.Joints[i]
	if j.Role == core.Virtual {
		v := p.virtual[i]
		sent := p.gate.Virtual(i, v)
		return Output{Sent: sent, Mode: p.gate.Mode(i), Arm: p.gate.Arm(i), Control: v.Control[0], P: v.Position, W: v.Velocity, E: v.Effort}
	}
	c, d := &p.sent[j.Bus], j.Drive
	return Output{Sent: p.sends[j.Bus], Mode: c.Mode[d], Arm: c.Arm[d], Control: c.Control[d], P: c.Position[d : d+1], W: c.Velocity[d : d+1],
		E: c.Effort[d : d+1], Driven: true, DriveArm: p.shown[i], DriveMode: p.modes[i]}
}

// advance has the drives obey, and time go on.
func (p *player) advance() {
	for b, servos := range p.servos {
		for d, s := range servos {
			if p.sends[b] {
				s.obey(&p.sent[b], d, p.step.Seconds())
			} else {
				s.obey(nil, d, p.step.Seconds())
			}
		}
	}
	p.events()
	p.step = p.config.Period
	if p.chance(0.05) { // a late release, or a few that were skipped
		p.step = p.step*time.Duration(1+p.rnd.IntN(3)) + time.Duration(p.rnd.Int64N(int64(p.config.Period)/4))
	}
	p.now = p.now.Add(p.step)
	p.answer()
}

// events drains the gate's events, as whoever runs it does.
func (p *player) events() {
	p.gate.Events(p.room[:0])
}

func (p *player) violation(of, what string, controller int) *Violation {
	v := &Violation{Seed: p.seed, Cycle: int(p.counts.Cycles) - 1, Time: p.now, Of: of, What: what}
	if controller >= 0 {
		c := &p.in.Commands[controller]
		v.Details = fmt.Sprintf("command of %s: %+v %+v, there %t\n", p.config.Controllers[controller].Name, c.Stamp, c.Value, c.OK)
	}
	for i, j := range p.config.Joints {
		if j.Name == of {
			l := &p.auditor.joints[i]
			v.Details += fmt.Sprintf("joint: %+v\nbefore it: %s arm %d, position %v, velocity %v, effort %v\n", j, l.mode, l.arm, l.lastP[:l.nq], l.lastW[:l.nv], l.lastE[:l.nv])
		}
	}
	return v
}

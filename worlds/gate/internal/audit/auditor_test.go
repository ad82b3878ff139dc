package audit

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// Auditor watches a gate from outside. In each cycle it is shown, in this order, every command
// (Look), what came of it (Take), and then everything that is sent (Check).
type Auditor struct {
	config      core.Config
	kinds       []modes.JointKind
	cycle       time.Duration // of the newest decision
	claims      []book
	joints      []ledger
	buses       []bool // that failed and are not back
	unreachable []bool // of these, that failed with an error
}

// book is what the auditor knows of one controller.
type book struct {
	looked  bool
	seen    messages.Stamp // of the newest command that was looked at
	newest  messages.Stamp // highest incarnation and sequence that came the right way
	any     bool
	fence   messages.Incarnation
	fenced  messages.Instant // when, by a failure that a balancing robot bears for a period; zero for another one
	taken   messages.Stamp   // of the newest good command
	good    bool             // there is one
	gone    bool             // there is no command now
	strikes []messages.Instant
	struck  bool // too many, and no good command since
	nq, nv  int
	joints  []int
}

// ledger is what the auditor knows of one joint.
type ledger struct {
	nq, nv     int // entries of position and velocity
	q, v       int // offsets in the snapshot
	cj, cq, cv int // and in the command
	claim      int // its controller, -1 for none
	needs      modes.Rearm
	demanded   bool // somebody has it stopped until further notice
	adopted    bool // the gate has found out about the drive
	mode       messages.Mode
	arm        uint32

	kind   modes.JointKind
	owes   int              // what its faults ask for
	waits  bool             // it was armed, and its drive does not follow yet
	braked messages.Instant // when it last came to mode brake
	wasOn  bool             // it was in another mode than off
	mayOff bool             // off was asked for, or its drive was off

	good     bool // a good command has named the joint
	released bool // the newest good one has not
	stamp    messages.Stamp
	control  messages.ControlMode
	p        [7]float64
	w, e     [6]float64

	seenEver     bool
	seenAt       messages.Instant // newest good state, and its values
	seenP        [7]float64
	seenW, seenE [6]float64

	lastPassed   bool // the cycle before sent something that moves, to a drive that follows
	lastControl  messages.ControlMode
	lastP        [7]float64
	lastW, lastE [6]float64
	lastSent     bool       // a command was sent
	lastRate     [6]float64 // at which the positions sent have moved; zero where none were
}

// NewAuditor makes an auditor for a gate that begins. The configuration must be one of Draw, or
// name every value that Draw names.
func NewAuditor(d Drawn) *Auditor {
	c := d.Config
	a := &Auditor{config: c, kinds: d.Kinds, cycle: c.Period, buses: make([]bool, len(c.Buses)), unreachable: make([]bool, len(c.Buses))}
	q, v := 0, 0
	byName := map[string]int{}
	for i, j := range c.Joints {
		nq, nv := sizesOf(j.Type)
		a.joints = append(a.joints, ledger{nq: nq, nv: nv, q: q, v: v, claim: -1, mode: messages.ModeOff, needs: gentlest(j.Rearm), kind: d.Kinds[i]})
		byName[j.Name] = i
		q, v = q+nq, v+nv
	}
	for i, claim := range c.Controllers {
		b := book{}
		for n, name := range claim.Joints {
			l := &a.joints[byName[name]]
			l.claim, l.cj, l.cq, l.cv = i, n, b.nq, b.nv
			b.nq, b.nv = b.nq+l.nq, b.nv+l.nv
			b.joints = append(b.joints, byName[name])
		}
		a.claims = append(a.claims, b)
	}
	return a
}

// sizesOf are the entries of a joint in vectors of positions and of velocities.
func sizesOf(t core.Type) (nq, nv int) {
	switch t {
	case core.Planar:
		return 3, 3
	case core.Floating:
		return 7, 6
	}
	return 1, 1
}

// gentlest is the least that re-arm takes after any cause.
func gentlest(r modes.Rules) modes.Rearm {
	least := modes.Reset
	for _, cause := range modes.StopCauses() {
		switch way := r.By[cause]; {
		case way == modes.Auto:
			return modes.Auto
		case way == modes.Acknowledge:
			least = modes.Acknowledge
		}
	}
	return least
}

// Verdict is what the auditor thinks of a command.
type Verdict struct {
	// Judged is false for a command that was seen before, or is not there.
	Judged bool
	// Good commands have to be taken, others refused. Of these, some count as faults of the
	// controller.
	Good, Counts bool
	// Jump says that the distance from the command before is the first thing wrong.
	Jump bool
}

// Begin tells the step of the cycle that begins; zero or less stands for the gate's period.
func (a *Auditor) Begin(step time.Duration) {
	if a.cycle = step; step <= 0 {
		a.cycle = a.config.Period
	}
}

// Look judges the newest command of a controller. Follows says which joints pass commands on as
// they are.
func (a *Auditor) Look(i int, c core.Command, now messages.Instant, follows func(joint int) bool) Verdict {
	b := &a.claims[i]
	if b.gone = !c.OK || c.Value == nil; b.gone || b.looked && b.seen == c.Stamp {
		return Verdict{}
	}
	b.looked, b.seen = true, c.Stamp
	s := c.Stamp
	stale := b.any && (s.Incarnation < b.newest.Incarnation || s.Sequence <= b.newest.Sequence)
	ahead := s.Time > now && time.Duration(s.Time-now) > a.config.Period
	if stale || ahead || s.Incarnation <= b.fence {
		return Verdict{Judged: true}
	}
	b.newest, b.any = s, true
	if time.Duration(now-s.Time) > a.config.Controllers[i].MaxAge {
		return Verdict{Judged: true}
	}
	return a.read(b, c, follows)
}

// read judges what a command says.
func (a *Auditor) read(b *book, c core.Command, follows func(joint int) bool) Verdict {
	v := c.Value
	if len(v.Control) != len(b.joints) || len(v.Position) != b.nq || len(v.Velocity) != b.nv || len(v.Effort) != b.nv {
		return Verdict{Judged: true, Counts: true}
	}
	jump := false
	for _, n := range b.joints {
		if v.Control[a.joints[n].cj] == messages.ControlNone {
			continue
		}
		if !a.sound(n, v) {
			return Verdict{Judged: true, Counts: true, Jump: jump} // a jump of an earlier joint is reported first
		}
		if b.good && c.Stamp.Incarnation == b.taken.Incarnation && follows(n) && a.jumps(n, c.Stamp, v) {
			jump = true
		}
	}
	return Verdict{Judged: true, Good: !jump, Counts: jump, Jump: jump}
}

// Take enters a verdict into the books.
func (a *Auditor) Take(i int, c core.Command, v Verdict, now messages.Instant) {
	b := &a.claims[i]
	switch {
	case !v.Judged:
		return
	case !v.Good && v.Counts:
		b.strike(&a.config.Controllers[i], now)
		return
	case !v.Good:
		return
	}
	b.struck, b.taken, b.good = false, c.Stamp, true
	for _, n := range b.joints {
		l := &a.joints[n]
		if l.released = c.Value.Control[l.cj] == messages.ControlNone; l.released {
			continue
		}
		l.good, l.stamp, l.control = true, c.Stamp, c.Value.Control[l.cj]
		copy(l.p[:l.nq], c.Value.Position[l.cq:])
		copy(l.w[:l.nv], c.Value.Velocity[l.cv:])
		copy(l.e[:l.nv], c.Value.Effort[l.cv:])
	}
}

// strike counts a bad command.
func (b *book) strike(c *core.Controller, now messages.Instant) {
	b.strikes = append(b.strikes, now)
	if n := len(b.strikes); n >= c.Faults && time.Duration(now-b.strikes[n-c.Faults]) <= c.FaultWindow {
		b.struck = true
	}
	if len(b.strikes) > 4*c.Faults { // older ones do not count any more
		b.strikes = append(b.strikes[:0], b.strikes[len(b.strikes)-c.Faults:]...)
	}
}

// Fence reports that an incarnation of a controller has failed, and why.
func (a *Auditor) Fence(controller int, incarnation messages.Incarnation, cause messages.Cause, now messages.Instant) {
	b := &a.claims[controller]
	if b.fence, b.fenced = max(b.fence, incarnation), 0; cause == messages.CausePanic || cause == messages.CauseError {
		b.fenced = now
	}
}

// bears reports whether a joint that balances may go on for a moment though its controller has
// failed.
func (a *Auditor) bears(l *ledger, now messages.Instant) bool {
	b, c := &a.claims[l.claim], &a.config.Controllers[l.claim]
	return l.kind == modes.Balancing && b.fenced > 0 && time.Duration(now-b.fenced) <= max(c.Period, a.config.Period)
}

// Bus reports that a bus has failed, with the cause, or that it has restarted.
func (a *Auditor) Bus(bus int, failed bool, cause messages.Cause) {
	a.buses[bus] = failed
	a.unreachable[bus] = failed && (a.unreachable[bus] || cause == messages.CauseError)
}

// Demand reports that a joint is stopped until further notice, or no longer.
func (a *Auditor) Demand(joint int, demanded bool) { a.joints[joint].demanded = demanded }

// Asks reports a request for a mode of a joint.
func (a *Auditor) Asks(joint int, mode messages.Mode) {
	a.joints[joint].mayOff = a.joints[joint].mayOff || mode == messages.ModeOff || mode.Passes()
}

// Restarted reports that a new incarnation of the gate has begun: it knows nothing of before, and
// all joints are off.
func (a *Auditor) Restarted() {
	fresh := NewAuditor(Drawn{a.config, a.kinds})
	copy(fresh.buses, a.buses)
	copy(fresh.unreachable, a.unreachable)
	*a = *fresh
}

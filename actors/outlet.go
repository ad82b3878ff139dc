package actors

import (
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/actors/internal/stats"
	"github.com/robo-actors/robo-actors/messages"
)

// outlet is the sending end of an output; it outlives incarnations.
type outlet struct {
	name     string
	path     string
	owner    *cell
	sizes    Sizes
	doc      string
	sequence stats.Counter // of the newest value or withdrawal
	valid    bool          // the newest value was not withdrawn
	plan     *slot.Plan
	room     []int                    // the most elements of each slice of the plan
	first    *sender                  // of the first incarnation; its buffer is allocated once the sizes are known
	lent     *sender                  // of the newest incarnation with a buffer
	boxed    func(unsafe.Pointer) any // a pointer to a value with its type
	sinks    injection.List[link]
	taps     atomic.Pointer[[]*tap]
	idle     idleLoan // of the check of loans
}

// sender is the part of an outlet that one incarnation holds.
type sender struct {
	port        *outlet              // nil until it is bound
	loan        unsafe.Pointer       // this incarnation's own buffer, with arrays of the right sizes
	given       unsafe.Pointer       // a value while it is sent, so that the caller's need not move to the heap
	incarnation messages.Incarnation // of the actor struct that holds the output
}

// lend gives an incarnation its buffers.
func (p *outlet) lend(o *sender) {
	o.loan = p.plan.NewValue(p.sizes)
	o.given = p.plan.NewBare()
	p.lent = o
}

func (o *sender) send(t *Tick, value unsafe.Pointer, when messages.Instant) error {
	p := o.port
	if p == nil {
		return errUnbound
	}
	if !p.allows(o, t) {
		return p.outOfPhase(t)
	}
	if i := p.plan.Exceeds(p.room, value); i >= 0 {
		return p.lengthError(i, value == o.loan)
	}
	if p.owner.sys.loans != nil {
		p.checkOrigin(t, value)
	}
	p.sequence.Add(1)
	p.valid = true
	stamp := messages.Stamp{Time: min(when, t.Now), Sequence: p.sequence.Load(), Incarnation: o.incarnation}
	p.put(value, slot.Header{Stamp: stamp}, t.Now)
	return nil
}

// allowed rejects writes that do not come from the actor's own tick of its current incarnation.
func (o *sender) allowed(t *Tick) error {
	p := o.port
	if p == nil {
		return errUnbound
	}
	if !p.allows(o, t) {
		return p.outOfPhase(t)
	}
	return nil
}

func (p *outlet) allows(o *sender, t *Tick) bool {
	return t != nil && t.cell == p.owner && t.ticking && p.owner.current() == o.incarnation && t.incarnation == o.incarnation && !p.owner.foreign()
}

// ofNow is the instant of a value that is sent without one: no value is stamped later than its
// tick.
const ofNow messages.Instant = math.MaxInt64

// errUnbound is the error of reading and writing a port outside of a system.
var errUnbound error = &PortError{Err: ErrNotLinked, Detail: "ports are fields of the actor's own struct, or of one embedded in it, with a port tag, or are added with Setup.Port"}

// put passes a value, or nil for a withdrawal, to all links and taps.
func (p *outlet) put(value unsafe.Pointer, h slot.Header, now messages.Instant) {
	for _, l := range p.sinks.Load() {
		l.put(value, h, now)
	}
	if taps := p.taps.Load(); taps != nil {
		for _, tap := range *taps {
			tap.put(value, h)
		}
	}
}

func (p *outlet) outOfPhase(t *Tick) error {
	detail := fmt.Sprintf("%s may write only in its own tick in phase %s", p.owner.spec.Name, p.owner.spec.Phase)
	if t != nil {
		detail += fmt.Sprintf("; refused in cycle %d of %s, incarnation %d", t.Sequence, t.Name(), t.incarnation)
	}
	return &PortError{Port: p.path, Err: ErrOutOfPhase, Detail: detail}
}

func (p *outlet) lengthError(i int, lent bool) error {
	name, dimension := p.plan.Slice(i)
	detail := fmt.Sprintf("%s is longer than the %d elements of dimension %q that the port was built for", name, p.sizes[dimension], dimension)
	if lent {
		detail += "; a loan has all of them already: assign to them instead of appending"
	}
	return &PortError{Port: p.path, Err: ErrLength, Detail: detail}
}

// withdraw takes the newest value back, unless that has happened already.
func (p *outlet) withdraw(now messages.Instant, incarnation messages.Incarnation) {
	if !p.valid {
		return
	}
	p.valid = false
	p.sequence.Add(1)
	stamp := messages.Stamp{Time: now, Sequence: p.sequence.Load(), Incarnation: incarnation}
	p.put(nil, slot.Header{Stamp: stamp, Withdrawn: true}, now)
}

// ready allocates the output's own buffer; its sizes are known then.
func (p *outlet) ready() error {
	if err := p.plan.Check(p.sizes); err != nil {
		return fmt.Errorf("output %s: %w", p.path, err)
	}
	p.room = p.plan.Lengths(p.sizes)
	p.lend(p.first)
	p.first = nil
	return nil
}

// renew parts the links from a sender that may still write.
func (p *outlet) renew() {
	p.valid = false
	for _, l := range p.sinks.Load() {
		l.renew()
	}
}

// wakeReceivers wakes event-driven receivers.
func (p *outlet) wakeReceivers() {
	for _, l := range p.sinks.Load() {
		l.alarm.ring()
	}
}

func (p *outlet) linked() bool { return len(p.sinks.Load()) > 0 }

func (p *outlet) observed() bool {
	taps := p.taps.Load()
	return p.linked() || taps != nil && len(*taps) > 0
}

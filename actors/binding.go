package actors

import (
	"fmt"
	"math"
	"reflect"

	"github.com/robo-actors/robo-actors/messages"
)

// binder is what In and Out have in common: they can be joined to the part of a port that outlives incarnations.
type binder interface {
	// direction is true for an input.
	direction() bool
	// bind attaches the port to what the cell has under that name, making it when it is new.
	bind(c *cell, p *boundPort, incarnation messages.Incarnation) error
}

// boundPort is a port as one actor struct declares it.
type boundPort struct {
	name    string
	address any
	binder  binder
	options PortOptions
	sizes   Sizes
}

// input is what the runtime does with an input of any type.
type input interface {
	base() *inletBase
	valueType() reflect.Type
	plan() (*copyPlan, error)
	// latch takes the newest value before a tick; afterwards the base tells what changed.
	latch(now messages.Instant)
	// reset forgets values, for an incarnation of the receiver that begins now.
	reset(now messages.Instant)
	// overwritten counts values that were replaced unread.
	overwritten() uint64
}

// output is what the runtime does with an output of any type.
type output interface {
	base() *outletBase
	valueType() reflect.Type
	join(to input, l Link, notify *mailbox) (*link, error)
	withdraw(now messages.Instant, incarnation messages.Incarnation)
	record(r Recorder, buffer int) tap
	ready() error
	// renew parts the links from a sender that may still write.
	renew()
	// wakeReceivers has event-driven receivers look at their inputs.
	wakeReceivers()
}

func (in *In[T]) direction() bool { return true }
func (o *Out[T]) direction() bool { return false }

func (in *In[T]) bind(c *cell, p *boundPort, _ messages.Incarnation) error {
	if have, ok := c.input(p.name); ok {
		inlet, same := have.(*inlet[T])
		if !same {
			return fmt.Errorf("input %s.%s was of type %s and is now %s", c.spec.Name, p.name, have.valueType(), valueType[T]())
		}
		in.port = inlet
		return nil
	}
	if c.built() {
		return c.errNewPort(p.name)
	}
	in.port = &inlet[T]{inletBase: inletBase{name: p.name, path: c.spec.Name + "." + p.name, owner: c, doc: p.options.Doc,
		maxAge: p.options.MaxAge, optional: p.options.Optional, sizes: p.sizes, after: math.MinInt64}}
	c.inputs = append(c.inputs, in.port)
	return nil
}

func (o *Out[T]) bind(c *cell, p *boundPort, incarnation messages.Incarnation) error {
	o.incarnation = incarnation
	if have, ok := c.output(p.name); ok {
		outlet, same := have.(*outlet[T])
		if !same {
			return fmt.Errorf("output %s.%s was of type %s and is now %s", c.spec.Name, p.name, have.valueType(), valueType[T]())
		}
		o.port = outlet
		o.loan, o.given = outlet.newLoan(), new(T)
		return nil
	}
	if c.built() {
		return c.errNewPort(p.name)
	}
	plan, err := planFor(valueType[T]())
	if err != nil {
		return fmt.Errorf("output %s.%s: %w", c.spec.Name, p.name, err)
	}
	o.port = &outlet[T]{plan: plan, first: o, outletBase: outletBase{name: p.name, path: c.spec.Name + "." + p.name, owner: c, sizes: p.sizes, doc: p.options.Doc}}
	c.outputs = append(c.outputs, o.port)
	return nil
}

func (p *inlet[T]) base() *inletBase         { return &p.inletBase }
func (p *inlet[T]) valueType() reflect.Type  { return valueType[T]() }
func (p *inlet[T]) plan() (*copyPlan, error) { return planFor(valueType[T]()) }

func (p *inlet[T]) overwritten() uint64 {
	if p.link == nil {
		return 0
	}
	return p.link.overwritten.load()
}

// reset has the incarnation begin without values. What was sent before it began, it never sees: a command that was meant
// for its predecessor is not executed.
func (p *inlet[T]) reset(now messages.Instant) {
	p.current, p.have, p.changed, p.spoken, p.stale = nil, false, false, false, false
	p.stamp, p.after = messages.Stamp{}, now
	if p.typed != nil {
		if e := p.typed.take(now, p.seen); e != nil {
			p.seen = e.stamp.Sequence
		}
	}
}

// latch takes over the newest entry. A value that was overtaken on its way, or sent before this incarnation began, is
// not for it. One of an incarnation of the sender that was replaced counts as withdrawn, whoever still holds it.
func (p *inlet[T]) latch(now messages.Instant) {
	p.changed = false
	if p.typed == nil {
		return
	}
	if e := p.typed.take(now, p.seen); e != nil && e.stamp.Sequence > p.seen {
		p.seen, p.current, p.stamp, p.arrived = e.stamp.Sequence, e, e.stamp, now
		p.have = e.valid
		if p.changed = e.valid; e.valid {
			p.spoken = true
			p.received.add(1)
		}
		if e.stamp.Time < p.after {
			p.current, p.have, p.changed, p.spoken, p.stamp = nil, false, false, false, messages.Stamp{}
		}
	}
	if p.have && p.sender.current() != p.stamp.Incarnation {
		p.have, p.changed = false, false
	}
	if p.have {
		age := p.ageAt(now)
		p.ages.add(age)
		p.age.set(age)
	}
}

func (p *outlet[T]) base() *outletBase       { return &p.outletBase }
func (p *outlet[T]) valueType() reflect.Type { return valueType[T]() }

// ready allocates the output's own buffer; its sizes are known by now.
func (p *outlet[T]) ready() error {
	if err := p.plan.check(p.sizes); err != nil {
		return fmt.Errorf("output %s: %w", p.path, err)
	}
	p.first.loan, p.first.given = p.newLoan(), new(T)
	p.first = nil
	return nil
}

func (p *outlet[T]) newLoan() *T {
	loan := new(T)
	p.plan.allocate(pointer(loan), p.sizes)
	return loan
}

func (p *outlet[T]) renew() {
	p.valid = false
	for _, l := range p.sinks {
		l.renew()
	}
}

func (p *outlet[T]) wakeReceivers() {
	for _, l := range p.sinks {
		if l.notify != nil {
			l.notify.notify()
		}
	}
}

func (p *outlet[T]) join(to input, l Link, notify *mailbox) (*link, error) {
	in, ok := to.(*inlet[T])
	if !ok {
		return nil, fmt.Errorf("link %s -> %s: the output carries %s, the input takes %s", l.From, l.To, p.valueType(), to.valueType())
	}
	if in.typed != nil {
		return nil, fmt.Errorf("link %s -> %s: the input already has a link from %s; every input has one writer", l.From, l.To, in.from)
	}
	for _, d := range p.plan.dimensions() {
		want, ok := in.sizes[d]
		if have, sized := p.sizes[d]; ok && !sized {
			p.sizes[d] = want // the output has the size that the input declares
		} else if ok && want != have {
			return nil, fmt.Errorf("link %s -> %s: dimension %q has size %d at the output and %d at the input", l.From, l.To, d, have, want)
		}
	}
	if err := p.plan.check(p.sizes); err != nil {
		return nil, fmt.Errorf("link %s -> %s: %w", l.From, l.To, err)
	}
	if l.MaxAge > 0 {
		in.maxAge = l.MaxAge
	}
	if period := p.owner.spec.Period; in.maxAge > 0 && in.maxAge < period {
		return nil, fmt.Errorf("link %s -> %s: max_age %v is below one period of the source, %v: every value would be stale", l.From, l.To, in.maxAge, period)
	}
	lk := newLink[T](l.From, l.To, p.plan, p.sizes, notify)
	lk.maxAge = in.maxAge
	lk.ends, lk.interval = [2]*cell{p.owner, in.owner}, spacing(p.owner.spec.Period)
	p.sinks = append(p.sinks, lk)
	in.typed, in.link, in.from, in.sender = lk, &lk.link, l.From, p.owner
	return &lk.link, nil
}

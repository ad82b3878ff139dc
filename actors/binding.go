package actors

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// binder is implemented by pointers to In and Out.
type binder interface {
	// direction is true for an input.
	direction() bool
	// example returns a nil pointer to the type of the port's values.
	example() any
	// bind attaches the port to the inlet or outlet of that name, which it makes for a new name.
	bind(c *cell, p *boundPort, incarnation messages.Incarnation) error
}

// boundPort is a port as one actor struct declares it.
type boundPort struct {
	name    string
	address any
	binder  binder
	options PortOptions
	sizes   Sizes
	// required says why an optional input needs a link, excluded why it must not have one; empty
	// otherwise.
	required, excluded string
}

// valueType returns the type of the values of a port.
func valueType(b binder) reflect.Type { return reflect.TypeOf(b.example()).Elem() }

// bindInput returns the readable part of the inlet of a port. While the cell is built it makes the
// inlet.
func (c *cell) bindInput(p *boundPort) (*readable, error) {
	typ := valueType(p.binder)
	if have, ok := c.input(p.name); ok {
		if have.typ != typ {
			return nil, fmt.Errorf("input %s.%s had the type %s and now has %s", c.spec.Name, p.name, have.typ, typ)
		}
		return &have.readable, nil
	}
	if c.built() {
		return nil, c.errNewPort(p.name)
	}
	in := &inlet{name: p.name, typ: typ, owner: c, doc: p.options.Doc, optional: p.options.Optional && p.required == "", required: p.required, excluded: p.excluded, sizes: p.sizes, after: math.MinInt64, bound: p.options.MaxAge,
		readable: readable{path: c.spec.Name + "." + p.name, maxAge: p.options.MaxAge}}
	c.inputs = append(c.inputs, in)
	return &in.readable, nil
}

// bindOutput attaches a sender to the outlet of a port. While the cell is built it makes the
// outlet.
func (c *cell) bindOutput(o *sender, p *boundPort, incarnation messages.Incarnation, boxed func(unsafe.Pointer) any) error {
	typ := valueType(p.binder)
	o.incarnation = incarnation
	if have, ok := c.output(p.name); ok {
		if have.plan.Type != typ {
			return fmt.Errorf("output %s.%s had the type %s and now has %s", c.spec.Name, p.name, have.plan.Type, typ)
		}
		o.port = have
		have.lend(o)
		return nil
	}
	if c.built() {
		return c.errNewPort(p.name)
	}
	plan, err := slot.PlanFor(typ)
	if err != nil {
		return fmt.Errorf("output %s.%s: %w", c.spec.Name, p.name, err)
	}
	out := &outlet{name: p.name, path: c.spec.Name + "." + p.name, owner: c, sizes: p.sizes, doc: p.options.Doc,
		plan: plan, first: o, boxed: boxed}
	o.port = out
	c.outputs = append(c.outputs, out)
	return nil
}

// linkTo makes the link of an output to an input. Nothing is sent over it before both are attached.
func (p *outlet) linkTo(in *inlet, l Link) (*link, error) {
	if in.typ != p.plan.Type {
		return nil, fmt.Errorf("the output carries %s, the input takes %s", p.plan.Type, in.typ)
	}
	if in.excluded != "" {
		return nil, fmt.Errorf("nothing would read its values: %s", in.excluded)
	}
	if in.owner == p.owner {
		return nil, errors.New("an actor cannot be linked to itself: it would wait for a value that it sends only after it has received one; keep what the next tick needs in a field of the struct")
	}
	for _, d := range p.plan.Dimensions() {
		want, ok := in.sizes[d]
		if have, sized := p.sizes[d]; ok && !sized && p.first != nil {
			p.sizes[d] = want // the output has the size that the input declares
		} else if ok && !sized {
			return nil, fmt.Errorf("dimension %q has size %d at the input, and the running output was built without it: vectors never grow", d, want)
		} else if ok && want != have {
			return nil, fmt.Errorf("dimension %q has size %d at the output and %d at the input", d, have, want)
		}
	}
	if err := p.plan.Check(p.sizes); err != nil {
		return nil, err
	}
	maxAge := in.bound
	if l.MaxAge > 0 {
		maxAge = l.MaxAge
	}
	if period := p.owner.spec.Period; maxAge > 0 && maxAge < period {
		return nil, fmt.Errorf("max_age %v is below one period of the source, %v: every value would be stale", maxAge, period)
	}
	lk := newLink(l.From, l.To, p.plan, p.sizes, alarmOf(in.owner))
	lk.maxAge, lk.interval = maxAge, spacing(p.owner.spec.Period)
	return lk, nil
}

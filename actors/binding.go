package actors

import (
	"fmt"
	"reflect"
	"strings"
	"time"

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
	// reset forgets values, for a new incarnation of the receiver.
	reset()
	// overwritten counts values that were replaced unread.
	overwritten() uint64
}

// output is what the runtime does with an output of any type.
type output interface {
	base() *outletBase
	valueType() reflect.Type
	join(to input, l Link, notify *cell) (*link, error)
	withdraw(now messages.Instant, incarnation messages.Incarnation)
	record(r Recorder, buffer int) (tap, error)
	links() []*link
	ready() error
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
	in.port = &inlet[T]{inletBase: inletBase{name: p.name, path: c.spec.Name + "." + p.name, owner: c,
		maxAge: p.options.MaxAge, optional: p.options.Optional, sizes: p.sizes}}
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
		return nil
	}
	plan, err := planFor(valueType[T]())
	if err != nil {
		return fmt.Errorf("output %s.%s: %w", c.spec.Name, p.name, err)
	}
	o.port = &outlet[T]{plan: plan, outletBase: outletBase{name: p.name, path: c.spec.Name + "." + p.name, owner: c, sizes: p.sizes, doc: p.options.Doc}}
	c.outputs = append(c.outputs, o.port)
	return nil
}

func (p *inlet[T]) base() *inletBase         { return &p.inletBase }
func (p *inlet[T]) valueType() reflect.Type  { return valueType[T]() }
func (p *inlet[T]) plan() (*copyPlan, error) { return planFor(valueType[T]()) }

func (p *inlet[T]) overwritten() uint64 {
	if p.slot == nil {
		return 0
	}
	return p.slot.overwritten.Load()
}

func (p *inlet[T]) reset() {
	p.current, p.have, p.changed, p.stale = nil, false, false, false
	p.stamp = messages.Stamp{}
}

// latch takes over the newest value, unless it is older than one already seen: of an earlier incarnation of the sender,
// or overtaken on its way.
func (p *inlet[T]) latch(now messages.Instant) {
	p.changed = false
	if p.typed == nil {
		return
	}
	if e := p.typed.take(now); e != nil {
		if e.stamp.Incarnation < p.incarnation || e.stamp.Sequence <= p.seen {
			return
		}
		p.seen, p.stamp, p.have, p.changed = e.stamp.Sequence, e.stamp, e.valid, true
		if e.valid {
			p.current = e
			p.received.add(1)
		}
	}
	if p.have {
		age := p.stamp.Age(now)
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
	p.plan.allocate(pointer(&p.loan), p.sizes)
	return nil
}

func (p *outlet[T]) join(to input, l Link, notify *cell) (*link, error) {
	in, ok := to.(*inlet[T])
	if !ok {
		return nil, fmt.Errorf("link %s -> %s: the output carries %s, the input takes %s", l.From, l.To, p.valueType(), to.valueType())
	}
	if in.typed != nil {
		return nil, fmt.Errorf("link %s -> %s: the input already has a link from %s; every input has one writer", l.From, l.To, in.from)
	}
	if err := p.plan.check(p.sizes); err != nil {
		return nil, fmt.Errorf("link %s -> %s: %w", l.From, l.To, err)
	}
	for _, d := range p.plan.dimensions() {
		if want, ok := in.sizes[d]; ok && want != p.sizes[d] {
			return nil, fmt.Errorf("link %s -> %s: dimension %q has size %d at the output and %d at the input", l.From, l.To, d, p.sizes[d], want)
		}
	}
	lk := &linkOf[T]{link: link{from: l.From, to: l.To}, slot: newSlot[T](p.plan, p.sizes), notify: notify}
	p.sinks = append(p.sinks, lk)
	in.typed, in.link, in.from, in.slot = lk, &lk.link, l.From, lk.slot
	if l.MaxAge > 0 {
		in.maxAge = l.MaxAge
	}
	return &lk.link, nil
}

func (p *outlet[T]) links() []*link {
	all := make([]*link, len(p.sinks))
	for i, l := range p.sinks {
		all[i] = &l.link
	}
	return all
}

// declaredPorts lists the ports that the fields of an actor's struct declare.
func declaredPorts(v reflect.Value, defaults Sizes) ([]boundPort, error) {
	var ports []boundPort
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct && f.IsExported() {
			inner, err := declaredPorts(v.Field(i), defaults)
			if err != nil {
				return nil, err
			}
			ports = append(ports, inner...)
			continue
		}
		tag, tagged := f.Tag.Lookup("port")
		isPort := reflect.PointerTo(f.Type).Implements(reflect.TypeFor[binder]())
		switch {
		case !tagged && !isPort, isPort && !tagged && !f.IsExported():
			continue
		case tagged && !isPort:
			return nil, fmt.Errorf("field %s has a port tag but is a %s; expected actors.In or actors.Out", f.Name, f.Type)
		case !f.IsExported():
			return nil, fmt.Errorf("port field %s must be exported", f.Name)
		case !tagged || tag == "":
			return nil, fmt.Errorf("port field %s needs a tag with its name, such as `port:\"%s\"`", f.Name, strings.ToLower(f.Name))
		}
		p := boundPort{name: tag, address: v.Field(i).Addr().Interface(), sizes: merged(defaults, nil)}
		p.binder = p.address.(binder)
		p.options.Doc, p.options.Optional = f.Tag.Get("doc"), f.Tag.Get("optional") == "true"
		if age, ok := f.Tag.Lookup("max_age"); ok {
			d, err := time.ParseDuration(age)
			if err != nil || d <= 0 {
				return nil, fmt.Errorf("port field %s: max_age %q must be a positive duration such as 20ms", f.Name, age)
			}
			p.options.MaxAge = d
		}
		ports = append(ports, p)
	}
	return ports, nil
}

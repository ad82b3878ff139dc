package actors

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// owned are the steps of one owner: a domain, or an event-driven actor.
type owned struct {
	domain  *domain
	mailbox *mailbox // of an event-driven actor
	shift   shift
}

// shifts collects what domains and event-driven actors do between two cycles.
type shifts struct{ all []*owned }

// of returns the steps of the owner of an actor.
func (x *shifts) of(c *cell) *owned {
	key := owned{domain: c.domain}
	if c.domain == nil {
		key.mailbox = c.mailbox
	}
	for _, o := range x.all {
		if o.domain == key.domain && o.mailbox == key.mailbox {
			return o
		}
	}
	o := &owned{domain: key.domain, mailbox: key.mailbox, shift: shift{done: make(chan struct{})}}
	x.all = append(x.all, o)
	return o
}

func (x *shifts) add(c *cell, step func()) {
	o := x.of(c)
	o.shift.steps = append(o.shift.steps, step)
}

// relink collects the steps that part and join the links of a change at the ends that exist before
// and after it.
func (p *changePlan) relink(x *shifts) {
	for _, j := range p.cut {
		if !slices.Contains(p.removed, j.in.owner) {
			x.add(j.in.owner, j.in.detach)
		}
	}
	for _, j := range p.joints {
		if !p.isNew(j.in.owner) {
			x.add(j.in.owner, func() { j.attach() })
		}
	}
	for _, out := range p.senders() {
		next := out.sinks.Edit(func(all []*link) []*link { return p.sinksOf(out, all) })
		x.add(out.owner, func() { out.sinks.Set(next) })
	}
}

// attach joins the receiving end and announces both ends to each other.
func (j *joint) attach() {
	j.in.attach(j.link)
	j.introduce()
}

// introduce announces the lives of both actors at the ends of the link. A life that is announced
// meanwhile is not lost.
func (j *joint) introduce() {
	announce := func(c *cell, to *slot.Announcement) {
		for {
			life := c.life.Get()
			if to.Put(life); c.life.Get() == life {
				return
			}
		}
	}
	announce(j.out.owner, &j.link.sender)
	announce(j.in.owner, &j.link.receiver)
}

// senders returns the outputs of lasting actors whose links change.
func (p *changePlan) senders() (all []*outlet) {
	for _, j := range slices.Concat(p.cut, p.joints) {
		if c := j.out.owner; !p.isNew(c) && !slices.Contains(p.removed, c) && !slices.Contains(all, j.out) {
			all = append(all, j.out)
		}
	}
	return all
}

// sinksOf returns the links of an output after the change.
func (p *changePlan) sinksOf(out *outlet, all []*link) []*link {
	for _, j := range p.cut {
		all = slices.DeleteFunc(all, func(l *link) bool { return l == j.link })
	}
	for _, j := range p.joints {
		if j.out == out {
			all = append(all, j.link)
		}
	}
	return all
}

// leave collects the steps by which removed periodic actors leave their domains.
func (p *changePlan) leave(x *shifts) {
	p.rearrange(x, p.removed, func(leaving []*cell, all []*cell) []*cell {
		return slices.DeleteFunc(all, func(c *cell) bool { return slices.Contains(leaving, c) })
	}, func(c *cell) { p.sys.moveApart(c) })
}

// enter collects the steps by which new periodic actors enter their domains.
func (p *changePlan) enter(x *shifts) {
	s := p.sys
	p.rearrange(x, p.cells, func(entering []*cell, all []*cell) []*cell { return append(all, entering...) }, func(c *cell) {
		c.mailbox.worker.Store(nil)
		c.apart.Store(false)
		c.grid.enter(s.now(), messages.Instant(c.spec.Period))
	})
}

// rearrange gives the domains of periodic actors other members. It calls move for each actor first.
func (p *changePlan) rearrange(x *shifts, cells []*cell, edit func(moved, all []*cell) []*cell, move func(*cell)) {
	moved := map[*domain][]*cell{}
	var domains []*domain
	for _, c := range cells {
		if d := c.domain; d != nil {
			if moved[d] == nil {
				domains = append(domains, d)
			}
			moved[d] = append(moved[d], c)
		}
	}
	for _, d := range domains {
		next := d.arranged(func(all []*cell) []*cell { return edit(moved[d], all) })
		x.add(moved[d][0], func() {
			for _, c := range moved[d] {
				move(c)
			}
			next.set()
		})
	}
}

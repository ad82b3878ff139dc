package actors

import (
	"fmt"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/borrowed"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/messages"
)

// loanGuard checks what an actor does with the value of an input (WithLoanCheck).
type loanGuard struct {
	link     *link
	lender   *slot.Lender
	given    *slot.Entry // of the link, or what is behind a copy
	lent     *slot.Entry // the copy that the actor has; nil where it has none
	sum      uint64      // of the copy when it was handed out
	reported messages.Incarnation
}

// idleLoan is what is known of the loan of an output while its actor does not run.
type idleLoan struct {
	of       *sender
	sum      uint64
	reported messages.Incarnation
}

// lend replaces the value of the input by a copy for the step, and marks the copy of the step
// before.
func (p *inlet) lend(l *Context) {
	if p.guard == nil {
		p.guard = &loanGuard{}
	}
	g := p.guard
	if g.lent != nil {
		p.takeBack(l)
	}
	if p.current != g.lent || g.lent == nil {
		g.given = p.current
	}
	g.lent = nil
	j := p.link.Load()
	if p.current == nil || j == nil || g.given.Value == nil {
		return
	}
	if g.link != j {
		g.link, g.lender = j, slot.NewLender(j.plan, j.sizes)
	}
	g.lent = g.lender.Lend(g.given)
	g.sum = j.plan.Sum(g.lent.Value)
	p.current = g.lent
}

// takeBack marks the copy that the actor had.
func (p *inlet) takeBack(l *Context) {
	g := p.guard
	if g.link.plan.Sum(g.lent.Value) != g.sum {
		p.misused(l, ErrWritten, "its reader, or code that kept it, wrote to it; copy it before you change it")
	}
	g.lender.TakeBack(p.label())
}

// label names an input among all actors, in the numbers of a marked value.
func (p *inlet) label() uint32 {
	for i, in := range p.owner.inputs {
		if in == p {
			return uint32(p.owner.index)<<labelBits | uint32(i)
		}
	}
	return 0
}

const labelBits = 10 // of the number of the input

// misused reports the misuse of an input once per incarnation.
func (p *inlet) misused(l *Context, kind error, detail string) {
	if p.guard.reported == l.incarnation {
		return
	}
	p.guard.reported = l.incarnation
	p.owner.sys.loans(&PortError{Port: p.path, From: p.from, Err: kind, Detail: detail})
}

// returnLoans ends a step: it looks for values that the actor keeps, and notes the loans of its
// outputs. The search takes long, so it is made in two steps in a row, after 2, 4, 8 and so on. An
// incarnation that has failed uses nothing any more: its fields are of the last tick that it made.
func (c *cell) returnLoans(l *Context) {
	l.steps++
	if due := l.steps&(l.steps-1) == 0 || (l.steps-1)&(l.steps-2) == 0; due && l.failure == nil {
		c.searchLoans(l)
	}
	for _, out := range c.outputs {
		if o := out.lent; o != nil && o.loan != nil {
			out.idle.of, out.idle.sum = o, out.plan.Sum(o.loan)
		}
	}
}

// searchLoans looks for fields of the actor that hold a value of an earlier step.
func (c *cell) searchLoans(l *Context) {
	for _, in := range c.inputs {
		g := in.guard
		if g == nil || g.lender == nil || g.reported == l.incarnation {
			continue
		}
		if path, found := borrowed.Find(l.actor, g.lender.Returned); found {
			in.misused(l, ErrKept, fmt.Sprintf("field %s holds the value of an earlier tick; copy what the next tick needs, or clear the field", path))
		}
	}
}

// checkLoans begins a step: nobody may have written to the loans of outputs since the last one.
func (c *cell) checkLoans(l *Context) {
	for _, out := range c.outputs {
		i := &out.idle
		if i.of == nil || i.of != out.lent || i.reported == l.incarnation || out.plan.Sum(i.of.loan) == i.sum {
			continue
		}
		i.reported = l.incarnation
		c.sys.loans(&PortError{Port: out.path, Output: true, Err: ErrWritten,
			Detail: "its loan changed while its actor did not run; only the actor may write to it, in its own calls"})
	}
}

// checkOrigin reports an output that was computed from a value of an earlier step.
func (p *outlet) checkOrigin(t *Tick, value unsafe.Pointer) {
	label, found := p.plan.Marked(value)
	number := int(label & (1<<labelBits - 1))
	if !found || label>>labelBits != uint32(p.owner.index) || number >= len(p.owner.inputs) {
		return // or it was passed on by another actor, which is reported
	}
	if in := p.owner.inputs[number]; in.guard != nil {
		in.misused(t.Context, ErrKept, "output "+p.path+" was computed from a value of an earlier tick; copy what the next tick needs")
	}
}

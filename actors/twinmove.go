package actors

import (
	"fmt"
	"slices"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/actors/internal/state"
	"github.com/robo-actors/robo-actors/internal/usercode"
)

// mover saves the state of a part of a system, or loads it into a twin. One function does both for
// every part, so that they name the same variables in the same order.
type mover struct {
	w   *state.Writer // saves
	r   *state.Reader // loads
	err error         // the first one
	// live is set for a system in real time: it runs meanwhile, and a mover sees one part of it.
	live bool
}

// loads reports whether the state goes into the system.
func (m *mover) loads() bool { return m.r != nil }

// move saves or loads the variables that pointers point to.
func (m *mover) move(pointers ...any) {
	for _, p := range pointers {
		if m.err != nil {
			return
		}
		if m.loads() {
			m.err = m.r.Read(p)
		} else {
			m.err = m.w.Write(p)
		}
	}
}

// count saves a number, or returns the saved one.
func (m *mover) count(n int) int {
	m.move(&n)
	return n
}

// common moves what belongs to no part.
func (m *mover) common(s *System) {
	if !m.live {
		m.move(&s.virtual.explore)
	}
	s.injected.Lock()
	defer s.injected.Unlock()
	m.move(&s.injected.draws, &s.injected.count)
}

// part moves what one thread owns. The actors come last: what they share with the runtime is known
// then.
func (m *mover) part(s *System, p *part) {
	for _, c := range p.cells {
		m.cell(c)
	}
	for _, j := range s.roster.Load().joints {
		switch {
		case !p.owns(j.in.owner):
		case m.live && !p.owns(j.out.owner):
			m.arriving(j)
		default:
			m.linkFaults(s, j.link)
			m.link(j)
		}
	}
	if g := p.group; g != nil {
		m.move(&g.random, &g.policy, &g.cell.stats)
	}
	if d := p.domain; d != nil {
		m.move(&d.released, &d.busy)
		if m.loads() {
			d.hung.Store(false)
			d.first = 0
			d.arrange()
		}
	}
	for _, c := range p.cells {
		m.actor(c)
	}
}

// cell moves what the runtime keeps of an actor.
func (m *mover) cell(c *cell) {
	m.move(&c.grid, &c.draws, &c.jitter, &c.took, &c.occupied, &c.incarnation, &c.renewed, &c.state, &c.life, &c.jobCount, &c.stats)
	m.actorFaults(c)
	b := c.mailbox
	m.move(&b.suspended)
	m.queue(b.queue)
	if b.lifeEvents != nil {
		m.queue(b.lifeEvents)
	}
	runs := c.context != nil
	m.move(&runs)
	switch {
	case m.err != nil:
	case runs && c.context == nil:
		m.err = fmt.Errorf("%s ended while the twin started", c.spec.Name)
	case runs:
		m.context(c)
	default:
		c.context = nil
	}
	for _, in := range c.inputs {
		m.input(in)
	}
	for _, out := range c.outputs {
		m.move(&out.sequence, &out.valid, out.plan.Typed(out.lent.loan))
		if m.loads() {
			out.lent.incarnation = c.current()
			out.idle = idleLoan{}
		}
	}
}

func (m *mover) queue(q *queue.Queue) {
	waiting := q.Waiting()
	m.move(&waiting)
	if m.loads() {
		q.Refill(waiting)
	}
}

// context moves the state of an incarnation.
func (m *mover) context(c *cell) {
	l := c.context
	t := &l.tick
	m.move(&l.incarnation, &l.lastTick, &l.ticked, &l.asks.made, &l.leaving, &l.ended,
		&t.Sequence, &t.Release, &t.Now, &t.Step, &t.Measured, &t.Missed)
	m.move(l.timers.State()...)
	if m.loads() {
		l.asks.open, l.taken.kept, l.failure = nil, nil, nil // of the start
		l.log = c.sys.log.Named(c.spec.Name).With(zap.Uint32("incarnation", uint32(l.incarnation)))
	}
}

// input moves the receiving end of a link, except the value.
func (m *mover) input(in *inlet) {
	m.move(&in.stamp, &in.arrived, &in.have, &in.changed, &in.seen, &in.after, &in.spoken, &in.stale, &in.incarnation,
		&in.ages, &in.age, &in.born, &in.received)
	if m.loads() {
		in.current, in.cached, in.senderLife = nil, nil, slot.Life{}
	}
}

// detached numbers the value of an input that no longer lies in the slot of its link.
const detached = 3

// link moves the values on their way, and the one that the receiver has.
func (m *mover) link(j joint) {
	l, in := j.link, j.in
	m.move(&l.sender, &l.receiver, &l.dropped, &l.overwritten, &l.overtaken, &l.refused)
	m.late(l)
	s := l.slot.Load()
	m.move(s.State()...)
	place := -1
	if in.current != nil {
		place = detached
		if i, is := s.Index(in.current); is {
			place = i
		}
	}
	switch place = m.count(place); {
	case m.err != nil || place < 0:
	case place < detached:
		in.current = s.Entry(place)
	default:
		e := in.current
		if m.loads() {
			e = &slot.Entry{Value: l.plan.NewValue(l.sizes)}
		}
		m.entry(l, e)
		in.current = e
	}
}

// arriving moves the receiving end of a link from another thread, which may send meanwhile: the
// value that the receiver has, and the newest one, which it has not taken yet.
func (m *mover) arriving(j joint) {
	l, in := j.link, j.in
	m.move(&l.dropped, &l.overwritten, &l.overtaken, &l.refused)
	has, next := in.current, (*slot.Entry)(nil)
	if !m.loads() {
		if has != nil { // the slot may overwrite it from now on
			own := &slot.Entry{Header: has.Header}
			if has.Value != nil {
				own.Value = l.plan.Clone(has.Value)
			}
			has, in.current = own, own
		}
		next = l.slot.Load().Hold()
	}
	has, next = m.loose(l, has), m.loose(l, next)
	if !m.loads() {
		return
	}
	if in.current = has; next != nil {
		l.slot.Load().Put(next.Value, next.Header)
	}
}

// loose moves a value that may be nil, outside of a slot.
func (m *mover) loose(l *link, e *slot.Entry) *slot.Entry {
	if exists := m.count(boolean(e != nil)) == 1; !exists || m.err != nil {
		return nil
	}
	if m.loads() {
		e = &slot.Entry{Value: l.plan.NewValue(l.sizes)}
	}
	m.entry(l, e)
	return e
}

// entry moves a value outside of a slot.
func (m *mover) entry(l *link, e *slot.Entry) {
	m.move(&e.Header)
	if valued := m.count(boolean(e.Value != nil)) == 1; valued {
		m.move(l.plan.Typed(e.Value))
	} else {
		e.Value = nil
	}
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// late moves the values that a fault has held back and that arrive after its end.
func (m *mover) late(l *link) {
	var all []*lateValue
	if q := l.late.Load(); q != nil {
		all = slices.Clone(l.waiting)
		for _, v := range q.Waiting() {
			all = append(all, v.(*lateValue))
		}
	}
	n := m.count(len(all))
	if m.loads() {
		l.waiting = nil
	}
	for i := range n {
		v := &lateValue{Entry: slot.Entry{Value: l.plan.NewValue(l.sizes)}}
		if !m.loads() {
			v = all[i]
		}
		held := slices.Index(l.faults.Load(), v.held)
		if m.move(&v.at, &held); m.err != nil {
			return
		}
		if m.loads() && held >= 0 {
			v.held = l.faults.Load()[held]
		}
		if m.entry(l, &v.Entry); m.loads() {
			l.waiting = append(l.waiting, v)
		}
	}
	if m.loads() && n > 0 {
		l.late.Store(queue.New(lateValues))
	}
}

// actor moves the state of the actor itself.
func (m *mover) actor(c *cell) {
	if c.context == nil || m.err != nil {
		return
	}
	made := c.context.actor != nil
	if m.move(&made); !made { // its constructor failed
		c.context.actor, c.context.ticker, c.context.receiver = nil, nil, nil
		return
	}
	saver, is := c.context.actor.(StateSaver)
	if !is {
		m.err = fmt.Errorf("%s was not made while the twin started", c.spec.Name)
		return
	}
	armed := c.fencer.Load() != nil
	m.move(&armed)
	if m.loads() {
		c.fencer.Store(nil)
		if f, is := c.context.actor.(Fencer); is && armed {
			c.fencer.Store(&f)
		}
		m.err = usercode.Call(func() error { return saver.LoadState(&StateReader{m.r}) })
	} else {
		m.err = usercode.Call(func() error { return saver.SaveState(&StateWriter{m.w}) })
	}
	if m.err != nil {
		m.err = &TwinError{[]Obstacle{{Actor: c.spec.Name, Type: fmt.Sprintf("%T", saver), Reason: m.err.Error()}}}
	}
}

package actors

import (
	"slices"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
)

// trace says what has reached an actor, or a supervisor, from other threads so far.
type trace struct {
	messages, lifeEvents uint64 // that have arrived
	life                 slot.Life
	state                uint32
}

// traces are those of the whole system, and the sequence of the newest value of each link's sender.
type traces struct {
	cells    []trace
	sequence []uint64
}

func (s *System) traces() (all traces) {
	add := func(c *cell) {
		m := c.mailbox
		t := trace{messages: m.queue.Arrived(), life: c.life.Get(), state: c.state.Load()}
		if m.lifeEvents != nil {
			t.lifeEvents = m.lifeEvents.Arrived()
		}
		all.cells = append(all.cells, t)
	}
	for _, c := range s.cells() {
		add(c)
	}
	for _, g := range s.groups {
		add(g.cell)
	}
	for _, j := range s.roster.Load().joints {
		all.sequence = append(all.sequence, j.out.sequence.Load())
	}
	return all
}

// crossing is what the threads at the ends of a link have seen of its values, as sequences.
type crossing struct {
	sent           uint64 // the newest value when the sender's thread had saved its part
	begun, arrived uint64 // the newest value when the receiver's began to, and the newest in it
}

// arrived returns the sequence of the newest value that the receiver has taken, or that Hold has
// kept for it.
func (j *joint) arrived() uint64 {
	if e := j.link.slot.Load().Held(); e != nil {
		return max(j.in.seen, e.Stamp.Sequence)
	}
	return j.in.seen
}

// undisturbed reports whether nothing was under way between two threads while they saved their
// parts: no message has arrived, nothing has failed, and no value was sent by a thread that had not
// saved its part to one that had, or the other way around. The supervisors have handled what failed
// before.
func (x *live) undisturbed() bool {
	last := x.sys.traces()
	for i, t := range x.after.cells {
		if t != x.before.cells[i] || t.life != last.cells[i].life || t.state != last.cells[i].state {
			return false
		}
	}
	for i, j := range x.sys.roster.Load().joints {
		switch c := x.crossed[i]; {
		case j.in.owner.thread() == j.out.owner.thread():
		case c.begun != c.sent || c.arrived > c.sent:
			return false
		case c.arrived < c.sent && x.before.sequence[i] != c.sent: // on its way into the slot
			return false
		}
	}
	return !slices.ContainsFunc(x.pieces, func(p *piece) bool { return p.cell().mailbox.pending.Load() > 0 })
}

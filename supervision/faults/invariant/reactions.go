package invariant

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// A controller whose gate has rejected badCommands within badWindow for their content loses its
// joints: see package core of worlds/gate.
const (
	badCommands = 3
	badWindow   = time.Second
)

// badness counts the commands of a controller that its gate must have rejected for their content.
type badness struct {
	newest messages.Incarnation // of its commands
	at     [badCommands]messages.Instant
	n      int
	due    messages.Instant // since when its joints must have stopped; zero if nothing is due
	arms   []uint32         // arm numbers of its driven joints then
}

// rejected counts a command that has arrived. Faults of the transport do not count.
func (m *world) rejected(c *controller, l *inFlightValue, now messages.Instant) {
	b := &c.bad
	age := now.Sub(l.latest())
	switch {
	case c.link.unsure || l.unsure || l.vague:
		b.n = 0
		return
	case l.stamp.Incarnation < b.newest || l.stamp.Incarnation <= c.fence || age < 0 || age > c.maxAge || l.good || l.ruined:
		b.newest = max(b.newest, l.stamp.Incarnation)
		return
	case !l.spoilt && !(l.share >= 0 && math.Abs(l.scale)*l.share > 1+1e-6) && l.content == 0:
		return
	}
	b.newest = l.stamp.Incarnation
	b.at[b.n%badCommands] = now
	if b.n++; b.n < badCommands || now.Sub(b.at[b.n%badCommands]) > badWindow || b.due > 0 {
		return
	}
	b.due = now
	if b.arms == nil {
		b.arms = make([]uint32, len(c.joints))
	}
	for k, i := range c.joints {
		b.arms[k] = m.joints[i].sent.arm
	}
}

// mustStop checks that a joint whose controller sent too many bad commands has stopped since: V29.
func (w *Watch) mustStop(m *world, j *joint, mode messages.Mode, arm uint32, now messages.Instant) {
	if j.controller < 0 {
		return
	}
	c := &m.controllers[j.controller]
	k := slices.Index(c.joints, j.index)
	if b := &c.bad; b.due > 0 && now > b.due && mode.Passes() && arm == b.arms[k] && j.sent.any && j.sent.mode.Passes() {
		w.violate("V29", m.gate, j.name, fmt.Sprintf("it is in %s, but %d bad commands of %s arrived until %s; expected it to stop at once", mode, badCommands, c.path, b.due))
	}
}

// decidedBad ends what was due once the gate has decided.
func (c *controller) decidedBad(now messages.Instant) {
	if c.bad.due > 0 && now > c.bad.due {
		c.bad.due, c.bad.n = 0, 0
	}
}

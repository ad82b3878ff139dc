package invariant

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// speedsKept is the number of stored commands of a controller: those that may be under way and
// young enough to be obeyed.
const speedsKept = 256

// speeds are the velocities, or the efforts, of the newest commands of a controller, a ring by
// number.
type speeds struct {
	n       int
	values  []float64
	numbers [speedsKept]uint64
	unsure  messages.Instant // since anything may have arrived
}

func newSpeeds(n int) speeds { return speeds{n: n, values: make([]float64, speedsKept*n)} }

func (s *speeds) note(number uint64, values []float64) {
	slot := number % speedsKept
	s.numbers[slot] = number
	copy(s.values[slot*uint64(s.n):(slot+1)*uint64(s.n)], values)
}

// content identifies the command whose content a later one brought, and the factor of faults on the
// way.
type content struct {
	number uint64
	scale  float64
}

// of returns a value of a command, and false if it is unknown.
func (s *speeds) of(c content, i int) (float64, bool) {
	slot := c.number % speedsKept
	return c.scale * s.values[slot*uint64(s.n)+uint64(i)], c.number > 0 && s.numbers[slot] == c.number
}

// newestKept is the number of commands that has looks at: a slow gate is some cycles behind its
// controller.
const newestKept = 16

// has reports whether one of the newest commands up to one has exactly a value.
func (s *speeds) has(c content, i int, value float64) bool {
	for range newestKept {
		if v, known := s.of(c, i); !known {
			return false
		} else if v == value {
			return true
		}
		c.number--
	}
	return false
}

// knows reports whether a gate must know that the drive of a joint obeys. Until then it sends what
// is measured.
func (m *world) knows(j *joint, now messages.Instant) bool {
	b := &m.buses[j.bus]
	heard := b.bound(m)
	return now.Sub(j.sent.since) > heard && b.state.calm(now, heard)
}

// toward checks that the velocity that a gate sends while its drive obeys lies between the previous
// one and the commanded one, or zero before a bound of position: V3.
func (w *Watch) toward(m *world, j *joint, mode messages.Mode, arm uint32, control messages.ControlMode, v float64, now messages.Instant) {
	p := &j.sent
	if !p.any || !p.settled || p.arm != arm || !p.mode.Passes() || !mode.Passes() || j.controller < 0 || !m.knows(j, now) ||
		control.Has(messages.ControlPosition) || !(control & p.control).Has(messages.ControlVelocity) {
		return
	}
	s := &m.controllers[j.controller].speeds
	newest, known := s.of(j.book.newest[0], j.cv)
	before, knownBefore := s.of(j.book.newest[1], j.cv)
	if !known || !knownBefore || s.unsure > 0 && now.Sub(s.unsure) < doubt {
		return
	}
	if low, high := min(newest, before, p.velocity, 0), max(newest, before, p.velocity, 0); v < low-1e-9*(1-low) || v > high+1e-9*(1+high) {
		w.violate("V3", m.gate, j.name, fmt.Sprintf("in %s its velocity went from %g to %g %s/s, but the newest good command is %g and the one before %g", mode, p.velocity, v, j.unit, newest, before))
	}
}

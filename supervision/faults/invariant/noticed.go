package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// trust records what a gate may conclude about a re-armed drive: that it obeys its arm number.
type trust struct {
	arm   uint32
	obeys messages.Instant // since when it obeys while its gate can see it; zero if it does not
	since messages.Instant // since when it does not obey while its gate can see it
	known bool             // it has obeyed this number for so long that its gate knows

	looked messages.Instant // when this was checked last
}

// armWithin is how long a drive may take to obey after re-arm, including its brake.
const armWithin = 1200 * time.Millisecond

// noticed checks that a gate notices a drive that stopped by itself or never started: V5. Faults
// that hide it from the gate excuse the gate. Missing states are checked elsewhere.
func (w *Watch) noticed(m *world, b *bus, j *joint, now messages.Instant) {
	s, u, t := &j.sent, &j.trust, j.truth
	paused := now.Sub(u.looked) > m.Period+b.Period // all of them, in a domain that was kept busy
	u.looked = now
	if !s.any || s.mode.Stops() {
		*u = trust{looked: now}
		return
	}
	bound := 2*b.MaxAge + 3*max(m.Period, b.Period) + 2*m.Period
	if u.arm != s.arm {
		*u = trust{arm: s.arm, since: now, looked: now}
	}
	if paused || w.hidden(m, b, t, bound, now) {
		u.obeys, u.since = 0, now
	}
	if w.obeys(b, j, s.arm) {
		if u.since = now; u.obeys == 0 {
			u.obeys = now
		}
		u.known = u.known || now.Sub(u.obeys) > bound
		return
	}
	if u.obeys = 0; !u.known {
		bound += armWithin
	}
	if took := now.Sub(u.since); took > bound {
		w.violate("V5", m.gate, j.name, fmt.Sprintf("the drive has been in %s with arm number %d for %v, but the gate stays in %s with %d; expected it to notice within %v", t.Mode, t.Arm, took, s.mode, s.arm, bound))
	}
}

// hidden reports whether a gate may not see its drive: the gate or the bus is down, the link
// between them is disturbed, or the drive has a fault.
func (w *Watch) hidden(m *world, b *bus, t *truth, lately time.Duration, now messages.Instant) bool {
	return m.failed || now.Sub(m.watchedOver) > 2*m.Period || b.down || now.Sub(b.started) > max(3*b.Period, 2*m.Period) ||
		!b.state.calm(now, lately) || now < t.exempt
}

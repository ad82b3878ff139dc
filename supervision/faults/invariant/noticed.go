package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// trust is what a gate may believe of a drive that it has run: that it obeys the number of its re-arm.
type trust struct {
	arm   uint32
	obeys messages.Instant // since when it does so without a break, while its gate can see it; zero while it does not
	since messages.Instant // since when it does not, while its gate can see it
	known bool             // it has obeyed this number for so long that its gate knows

	looked messages.Instant // when this was looked at last
}

// armWithin is how long a drive may take to obey after re-arm, its brake included.
const armWithin = 1200 * time.Millisecond

// noticed checks that a gate does not go on as if a drive ran that has stopped by itself, or has never begun: V5. What keeps
// the gate from seeing it is excused; that it does not hear of its drive is looked at elsewhere.
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
		w.violate("V5", m.gate, j.name, fmt.Sprintf("the drive has been in %s with arm number %d for %v, but the gate goes on in %s with %d; expected that it notices within %v", t.Mode, t.Arm, took, s.mode, s.arm, bound))
	}
}

// hidden reports whether a gate may not see what a drive does: it or the bus does not run, the way between them is
// disturbed, or something is wrong with the drive.
func (w *Watch) hidden(m *world, b *bus, t *truth, lately time.Duration, now messages.Instant) bool {
	return m.failed || now.Sub(m.watchedOver) > 2*m.Period || b.down || now.Sub(b.started) > max(3*b.Period, 2*m.Period) ||
		!b.state.calm(now, lately) || now < t.exempt
}

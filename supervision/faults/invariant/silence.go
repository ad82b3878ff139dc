package invariant

import "fmt"

// silent checks that an actor whose restart is decided sends nothing until it has started again:
// V37. A supervisor suspends every actor that it restarts at once, the healthy ones beside the one
// that failed, too: during the back-off they would command joints from states that nobody
// maintains. At the instant of the decision an actor may have run already, and the thread of one
// may be blocked.
func (w *Watch) silent(c *channel) {
	now, s := w.now(), c.sender
	if s.by == "" || now <= s.since || w.halting || w.blocking.at(now) {
		return
	}
	w.violate("V37", c.actor, "", fmt.Sprintf("it sends although supervisor %s decided its restart at %s, which is due at %s", s.by, s.since, s.due))
}

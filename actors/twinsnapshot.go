package actors

import (
	"github.com/robo-actors/robo-actors/actors/internal/state"
	"github.com/robo-actors/robo-actors/messages"
)

// snapshot is the state of a system at an instant, from which a twin is made.
type snapshot struct {
	live   bool // of a system in real time
	now    messages.Instant
	steps  int              // of virtual time at the instant
	health messages.Instant // when the health is recorded next
	timers []timer
	added  uint64         // how many timers there have been
	faults []*activeFault // that act, in virtual time
	// saved is the state: all of it in virtual time; in real time what belongs to no part, and then
	// each part.
	saved []*state.Saved
}

// snapshot takes the state of the running system. The twin has substitutes for the named actors.
func (s *System) snapshot(substituted map[string]bool) (*snapshot, error) {
	if s.virtual == nil {
		return s.snapshotReal(substituted)
	}
	found := s.obstacles()
	for _, p := range s.parts() {
		found = append(found, p.obstacles(false, substituted)...)
	}
	faults := s.faultsNow()
	timers, others := timersOf(s.virtual.events.All(), faults)
	if found = append(found, timerObstacles(others)...); len(found) > 0 {
		return nil, &TwinError{found}
	}
	for i, t := range timers {
		if t.Alarm != "" {
			m := s.named(t.Alarm).mailbox
			timers[i].Own = m.alarm != nil && m.alarm.Place() == t.Place
		}
	}
	shot := &snapshot{now: s.now(), steps: s.virtual.steps, health: s.health.next, timers: timers, added: s.virtual.events.Added(), faults: faults}
	w := &state.Writer{}
	m := &mover{w: w}
	m.common(s)
	for _, p := range s.parts() {
		m.part(s, p)
	}
	shot.saved = []*state.Saved{w.Saved()}
	return shot, m.err
}

// load gives a twin the state.
func (shot *snapshot) load(twin *System) error {
	next := func(i int) *mover { return &mover{r: state.NewReader(shot.saved[i]), live: shot.live} }
	m := next(0)
	m.common(twin)
	for i, p := range twin.parts() {
		if shot.live {
			if err := m.done(); err != nil {
				return err
			}
			m = next(i + 1)
		}
		m.part(twin, p)
	}
	return m.done()
}

// done returns the error of a mover that loads, or that something is left.
func (m *mover) done() error {
	if m.err != nil {
		return m.err
	}
	return m.r.Done()
}

package actors

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors/internal/state"
	"github.com/robo-actors/robo-actors/messages"
)

// snapshotAttempts is how often the state of a system in real time is taken until nothing was under
// way between two of its threads meanwhile.
const snapshotAttempts = 200

// live takes the state of a system in real time while it runs. Each thread saves its own part
// between two of its cycles; it waits for nobody, and nobody waits for it. What passes between two
// threads in the time from the first part to the last belongs to no part, or to two: the state is
// then taken again.
type live struct {
	sys     *System
	pieces  []*piece
	before  traces     // when the actors' pieces had not begun
	after   traces     // when they were complete
	crossed []crossing // by link
	// substituted are the actors for which the twin has substitutes.
	substituted map[string]bool
}

// piece is the state of one part.
type piece struct {
	*part
	w     *state.Writer
	found []Obstacle
	err   error
	next  messages.Instant // its first release, never without one
}

// snapshotReal takes the state of a system in real time.
func (s *System) snapshotReal(substituted map[string]bool) (*snapshot, error) {
	stopped := &TwinError{[]Obstacle{{Reason: notRunning}}}
	if !s.state.is(systemRunning) {
		return nil, stopped
	}
	select {
	case s.changing <- struct{}{}: // its parts do not change
		defer func() { <-s.changing }()
	case <-s.closing:
		return nil, stopped
	}
	if found := s.sharing(); len(found) > 0 {
		return nil, &TwinError{found}
	}
	for range snapshotAttempts {
		shot, err := s.takeLive(substituted)
		if shot != nil || err != nil {
			return shot, err
		}
	}
	return nil, &TwinError{[]Obstacle{{Passing: true, Reason: fmt.Sprintf("its threads exchanged messages during each of %d attempts to take its state", snapshotAttempts)}}}
}

// takeLive takes the state once. It returns nil if something was under way meanwhile.
func (s *System) takeLive(substituted map[string]bool) (*snapshot, error) {
	x := &live{sys: s, substituted: substituted, crossed: make([]crossing, len(s.roster.Load().joints))}
	found := s.obstacles()
	if err := x.takeParts(); err != nil {
		return nil, err
	}
	timers, others := timersOf(s.clock.(*realClock).alarms.all(), nil)
	found = append(found, timerObstacles(others)...)
	shot := &snapshot{live: true, now: s.now(), health: math.MaxInt64, saved: []*state.Saved{nil}}
	for _, p := range x.pieces {
		if found = append(found, p.found...); p.err != nil {
			return nil, p.err
		}
		shot.now = min(shot.now, p.next)
		shot.saved = append(shot.saved, p.w.Saved())
	}
	if len(found) > 0 {
		return nil, &TwinError{found}
	}
	if !x.undisturbed() {
		return nil, nil
	}
	for _, t := range timers {
		if t.Alarm == "" { // event-driven actors set their alarms anew
			shot.added++
			t.Place.Order = shot.added
			shot.timers = append(shot.timers, t)
		}
	}
	common := &mover{w: &state.Writer{}, live: true}
	common.common(s)
	shot.saved[0] = common.w.Saved()
	return shot, common.err
}

// takeParts lets the threads save their parts. A supervisor saves what it has decided about its
// actors after they have.
func (x *live) takeParts() error {
	var actors, supervisors shifts
	for _, p := range x.sys.parts() {
		one := &piece{part: p, w: &state.Writer{}, next: never}
		x.pieces = append(x.pieces, one)
		if p.group != nil {
			supervisors.add(p.cell(), func() { x.take(one) })
			continue
		}
		actors.add(p.cell(), func() { x.takeActors(one) })
	}
	x.before = x.sys.traces()
	if err := x.sys.make(&actors); err != nil {
		return err
	}
	x.after = x.sys.traces()
	return x.sys.make(&supervisors)
}

// take saves a part. Its own thread calls take.
func (x *live) take(p *piece) {
	if p.found = p.obstacles(true, x.substituted); len(p.found) > 0 {
		return
	}
	m := &mover{w: p.w, live: true}
	m.part(x.sys, p.part)
	p.err = m.err
}

// takeActors saves a part with actors.
func (x *live) takeActors(p *piece) {
	joints := x.sys.roster.Load().joints
	for i, j := range joints {
		if p.owns(j.in.owner) {
			x.crossed[i].begun = j.out.sequence.Load()
		}
	}
	x.take(p)
	for i, j := range joints {
		if p.owns(j.in.owner) {
			x.crossed[i].arrived = j.arrived()
		}
		if p.owns(j.out.owner) {
			x.crossed[i].sent = j.out.sequence.Load()
		}
	}
	for _, c := range p.cells {
		if c.domain != nil && !c.mailbox.detached.Load() {
			p.next = min(p.next, c.grid.next)
		}
	}
}

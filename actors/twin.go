package actors

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// TwinError says why a system cannot be cloned, with everything that prevents it.
type TwinError struct{ Obstacles []Obstacle }

// Obstacle is one reason why a system cannot be cloned.
type Obstacle struct {
	// Actor is the path of the actor, empty if the reason is the system itself.
	Actor string
	// Type is the Go type of the actor, empty without one.
	Type string
	// Reason is a sentence for people.
	Reason string
	// Passing is set if the obstacle disappears by itself, as an open request does.
	Passing bool
}

// String returns the obstacle in a line.
func (o Obstacle) String() string {
	switch {
	case o.Actor == "":
		return o.Reason
	case o.Type == "":
		return o.Actor + ": " + o.Reason
	}
	return fmt.Sprintf("%s (%s): %s", o.Actor, o.Type, o.Reason)
}

// Error lists the obstacles, one a line.
func (e *TwinError) Error() string {
	lines := make([]string, len(e.Obstacles))
	for i, o := range e.Obstacles {
		lines[i] = o.String()
	}
	return "the application cannot be cloned into a twin:\n    " + strings.Join(lines, "\n    ")
}

// Twin clones a running system into a twin in virtual time, which predicts what would happen. It
// has its own actors, links, random streams and drives, and is running when Twin returns. Advance
// lets it run, and Stop ends it.
//
// The twin of a system in virtual time emits from now on the same events and values as the
// original, as long as nobody outside acts on only one of them. The twin of a system in real time
// begins with the state of the original at an instant during the call: each thread of the original
// saves the state of its actors between two of its cycles, without waiting for another one. Twin
// takes the state again where messages were under way between two threads meanwhile, so that the
// twin loses and repeats nothing.
//
// The application is built as that of the original was, with the same actors, links and
// supervisors, but with its own resources and drives: app.Build makes both from one file. Its
// actors are made, configured and started, and then get the state of the originals. Recorders and
// receivers of events among the options take what follows. Functions that a program scheduled with
// At stay with the original.
//
// A *TwinError names the actors that do not implement [StateSaver], and what else cannot be cloned
// at this instant: open requests and jobs, hung or suspended actors, and in real time injected
// faults that have not ended. In virtual time these act on in the twin until their end, except
// those of storage, since a twin has no recording. The original is unchanged in every case. Any
// goroutine calls Twin for a system in real time; in virtual time the one that advances the
// original does.
func (s *System) Twin(app Application, options ...Option) (*System, error) {
	var recorders []Recorder
	var sinks []func(messages.Event)
	like := func(to *settings) {
		to.wantVirtual, to.seed, to.explore = true, s.seed, s.explore
		to.faultsAllowed = to.faultsAllowed || s.faultsAllowed
		recorders, sinks = to.recorders, to.sinks
		to.recorders, to.sinks = nil, nil // they must not see the start
	}
	twin, err := New(app, append(options, like)...)
	if err != nil {
		return nil, err
	}
	if err := s.sameParts(twin); err != nil {
		return nil, err
	}
	shot, err := s.snapshot(twin.substitutes())
	if err := withObstacles(err, twin.NotTwinnable()); err != nil {
		return nil, err
	}
	if err := twin.Start(context.Background()); err != nil {
		return nil, fmt.Errorf("the twin did not start: %w", err)
	}
	if err := twin.become(s, shot); err != nil {
		return nil, errors.Join(err, twin.Stop(context.Background()))
	}
	twin.observeFrom(recorders, sinks, shot.health)
	return twin, nil
}

// become gives a twin that has started the state of the original.
func (s *System) become(original *System, shot *snapshot) error {
	for i, c := range s.cells() {
		if original.cells()[i].mailbox.detached.Load() {
			group := c.group
			group.cell.mailbox.run(func(*executor) { group.stop(c) })
		}
	}
	v := s.virtual
	v.instant.Store(int64(shot.now))
	v.steps = shot.steps
	faults, err := s.strikeAgain(shot.faults)
	if err != nil {
		return err
	}
	if err := shot.load(s); err != nil {
		return err
	}
	s.setTimers(shot.timers, shot.added, faults)
	if shot.live {
		s.resume()
	}
	return nil
}

// resume lets the event-driven actors of a twin look for what has reached them, and sets their
// alarms.
func (s *System) resume() {
	v := s.virtual
	for _, j := range s.roster.Load().joints {
		j.introduce()
	}
	for _, c := range s.cells() {
		if m := c.mailbox; c.domain == nil && !m.waiting {
			m.waiting = true
			v.waiting = append(v.waiting, m)
		}
	}
}

// observeFrom attaches the recorders and receivers of events that see what follows.
func (s *System) observeFrom(recorders []Recorder, sinks []func(messages.Event), due messages.Instant) {
	s.recorders, s.sinks = recorders, sinks
	s.health = newHealthLog(recorders)
	if len(s.health.recorders) > 0 {
		if s.health.next = due; due == math.MaxInt64 {
			s.health.skipTo(s.now())
		}
	}
	for _, c := range s.cells() {
		s.recordOutputs(c)
	}
}

// sameParts returns an error if the twin does not consist of the same parts.
func (s *System) sameParts(twin *System) error {
	list := func(s *System) (all []string) {
		for _, c := range s.cells() {
			line := fmt.Sprintf("actor %s of period %v", c.spec.Name, c.spec.Period)
			if c.domain != nil {
				line += " in domain " + c.domain.spec.Name
			}
			for _, in := range c.inputs {
				line += " " + in.name
			}
			for _, out := range c.outputs {
				line += " " + out.name
			}
			all = append(all, line)
		}
		for _, l := range s.links() {
			all = append(all, "link "+l.from+" -> "+l.to)
		}
		for _, g := range s.groups {
			all = append(all, "supervisor "+g.display())
		}
		return all
	}
	own, other := list(s), list(twin)
	for i := range max(len(own), len(other)) {
		get := func(all []string) string {
			if i < len(all) {
				return all[i]
			}
			return "nothing more"
		}
		if a, b := get(own), get(other); a != b {
			return &TwinError{[]Obstacle{{Reason: fmt.Sprintf("the twin has other parts: %s, where the original has %s; build both from one description", b, a)}}}
		}
	}
	return nil
}

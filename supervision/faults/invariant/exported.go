package invariant

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// exporter sends other worlds the state of a joint as the snapshot of its own world has it.
type exporter struct {
	in       *world
	actor    string
	joint    int        // in that world
	snapshot *linkModel // from perception
}

// exporterKind is the kind of actor that sends states unchanged.
const exporterKind = "exported_joints"

// newExporter returns the actor that sends the states of a coupling, or nil if that one computes
// them.
func (w *Watch) newExporter(m *world, p *app.Actor, joint int) *exporter {
	if p.Kind.Name != exporterKind {
		return nil
	}
	return &exporter{in: m, actor: p.Path, joint: joint, snapshot: w.modelOf(m.Name+"/"+app.PerceptionActor+".snapshot", p.Path+".snapshot")}
}

// sent checks a state against the snapshot of the same cycle: V20. A snapshot of another cycle is
// not compared.
func (e *exporter) sent(w *Watch, stamp messages.Stamp, v *messages.VirtualState) {
	now, m := w.now(), e.in
	if now.Sub(m.sensed) >= m.Period || !e.snapshot.calm(now, excuse) || w.blocking.at(now) {
		return
	}
	j, s := &m.joints[e.joint], &m.seen
	q, dq := s.Position[j.at.Position:][:j.at.PositionLength], s.Velocity[j.at.Velocity:][:j.at.VelocityLength]
	switch {
	case !s.Valid[e.joint]:
		w.violate("V20", e.actor, j.name, fmt.Sprintf("it sends a state stamped %s, but in its world the joint has no valid one", stamp.Time))
	case stamp.Time != s.Time[e.joint] && !(s.Time[e.joint] > stamp.Time && stamp.Time >= m.sensed): // a stamp ahead of the clock becomes the time of the tick
		w.violate("V20", e.actor, j.name, fmt.Sprintf("it sends a state stamped %s, and in its world the joint has that of %s", stamp.Time, s.Time[e.joint]))
	case v.Mode != s.Mode[e.joint]:
		w.violate("V20", e.actor, j.name, fmt.Sprintf("it sends mode %s, and in its world the joint is in %s", v.Mode, s.Mode[e.joint]))
	case !slices.Equal(v.Position, q) || !slices.Equal(v.Velocity, dq):
		w.violate("V20", e.actor, j.name, fmt.Sprintf("it sends position %v and velocity %v, and in its world the joint has %v and %v", v.Position, v.Velocity, q, dq))
	}
}

// see keeps a snapshot.
func (m *world) see(stamp messages.Stamp, s *messages.Snapshot) {
	m.sensed = stamp.Time
	m.seen.Position, m.seen.Velocity = append(m.seen.Position[:0], s.Position...), append(m.seen.Velocity[:0], s.Velocity...)
	m.seen.Mode, m.seen.Valid = append(m.seen.Mode[:0], s.Mode...), append(m.seen.Valid[:0], s.Valid...)
	m.seen.Time = append(m.seen.Time[:0], s.Time...)
}

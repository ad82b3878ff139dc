package invariant

import (
	"fmt"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// base is the record of a planar joint whose state an actor estimates by dead reckoning: from the
// turns of its wheels. Such an estimate has no absolute reference, so it is compared with the true
// pose by the motion since an anchor. A fault that changes what the actor reads of its wheels ends
// the comparison, and begins another one at a new anchor. A value that arrives late, or not at all,
// changes nothing: encoders count meanwhile.
type base struct {
	joint, actor string
	in           *world
	place        *place
	bus          *bus // of its wheels
	wheels       []int
	snapshot     *linkModel // from perception to the actor
	fastest      float64    // m/s

	anchored bool
	x, y, a  float64 // pose in the room of the origin of the estimate, m, m, rad
	metres   float64 // true path at the anchor
	slack    float64 // m, what the estimate may be off, beside its drift
	turned   float64 // rad, the same of its heading

	at      messages.Instant // stamp of the newest state
	path    float64          // m, true path then
	angle   float64          // rad, true rotation then
	heading float64          // of that state
	strikes
}

// newBases finds the planar joints whose state an actor of the application estimates from joints
// that it commands.
func (w *Watch) newBases() {
	for i := range w.couplings {
		k := w.couplings[i]
		if k.base != nil {
			continue
		}
		actor := ownerOf(k.stateFrom)
		place := w.placeOf(k.joint, worlds.Planar)
		for _, m := range w.worlds {
			for c := range m.controllers {
				have := &m.controllers[c]
				if have.path != actor || place == nil || place.of.slips() || m.joints[have.joints[0]].bus < 0 {
					continue
				}
				k.base = &base{joint: k.joint, actor: actor, in: m, place: place, bus: &m.buses[m.joints[have.joints[0]].bus], wheels: have.joints,
					snapshot: w.modelOf(m.Name+"/"+app.PerceptionActor+".snapshot", actor+".snapshot"), fastest: fastest(k, m)}
			}
		}
	}
}

// Wheels that do not slip hold the ground within their creep, and between two states a base turns
// by an arc that the mean of both gives: dead reckoning may be wrong by a share of the path.
const (
	drift      = 0.0005 // of the path
	driftAngle = 0.0005 // rad for a metre, and beside
)

// fastest returns the greatest speed of a planar joint, m/s.
func fastest(k *coupling, m *world) float64 {
	for i := range m.joints {
		if j := &m.joints[i]; j.name == k.joint {
			return math.Hypot(j.limits[0].Velocity, j.limits[1].Velocity)
		}
	}
	return math.Inf(1)
}

// changesContent reports whether a fault changes what arrives, and not only when.
func changesContent(kind actors.FaultKind) bool {
	switch kind {
	case actors.FaultDrop, actors.FaultDelay, actors.FaultDelayRandom, actors.FaultReorder, actors.FaultDuplicate, actors.FaultPartition, actors.FaultClog, actors.FaultHalfOpen,
		actors.FaultSlowReader, actors.FaultOversize, actors.FaultOldSchema, actors.FaultStamp, actors.FaultClockStep, actors.FaultClockSkew, actors.FaultClockDrift:
		return false
	}
	return true
}

// struck records a fault of a link that the estimate depends on.
func (b *base) struck(e messages.Event, f *actors.Fault, known bool) {
	_, to, link := strings.Cut(e.Source, "->")
	if !link {
		return
	}
	if reader := ownerOf(to); reader != b.actor && !strings.HasPrefix(reader, b.in.Name+"/perception") || known && !changesContent(f.Kind) {
		return
	}
	b.note(e, f, known)
}

// excused reports whether the estimate may be wrong by what happens to its wheels or its inputs. A
// step of the robot that covers several periods at once turns wheels faster than they can: an
// estimate rejects that.
func (b *base) excused(now messages.Instant) bool {
	if leapt := b.place.of.leapt; leapt > 0 && now.Sub(leapt) <= 2*(b.bus.Period+b.in.Period) {
		return true
	}
	if b.foreign > 0 || b.spoilt || b.calm > 0 && now.Sub(b.calm) < excuse {
		return true
	}
	for _, i := range b.wheels {
		if t := b.in.joints[i].truth; t == nil || now < t.exempt {
			return true
		}
	}
	return false
}

// moded checks that a base is in no milder mode than each of its wheels, by the snapshot of the
// same cycle: V20.
func (b *base) moded(w *Watch, v *messages.VirtualState) {
	now, m := w.now(), b.in
	if now.Sub(m.sensed) >= m.Period || !b.snapshot.calm(now, excuse) || w.blocking.at(now) {
		return
	}
	for _, i := range b.wheels {
		if mode := m.seen.Mode[i]; v.Mode < mode {
			w.violate("V20", b.actor, b.joint, fmt.Sprintf("it is in %s, but its wheel %s is in %s", v.Mode, m.joints[i].name, mode))
		}
	}
}

// reckoned checks an estimate: V27.
func (b *base) reckoned(w *Watch, stamp messages.Stamp, v *messages.VirtualState) {
	now, h := w.now(), b.place.of
	if h.count == 0 {
		return
	}
	metres, angle := h.travelled(b.place.entry)
	gap := stamp.Time.Sub(b.at)
	path, rotation := metres-b.path, angle-b.angle
	x, y, a := v.Position[0], v.Position[1], v.Position[2]
	turn := math.Abs(a - b.heading)
	b.at, b.path, b.angle, b.heading = stamp.Time, metres, angle, a
	if b.excused(now) {
		b.anchored = false
		return
	}
	if b.anchored && gap > 2*b.in.Period { // the arc of a long gap is unknown
		b.slack += path * max(rotation, turn)
	}
	since := w.measuredSince(b.bus, min(stamp.Time, now))
	if !b.anchored {
		b.anchor(h, since, metres, x, y, a)
		return
	}
	sin, cos := math.Sincos(b.a)
	rx, ry, ra := b.x+cos*x-sin*y, b.y+sin*x+cos*y, b.a+a
	off, angleOff := b.off(h, since, rx, ry, ra)
	way := metres - b.metres
	heading := b.turned + driftAngle*way + driftAngle
	// What it moves at its fastest in two cycles of robot, bus and world, of which each may be late.
	late := b.fastest * 2 * (w.period() + b.bus.Period + b.in.Period).Seconds()
	if bound := late + b.slack + drift*way + heading*way; off > bound || angleOff > heading {
		w.violate("V27", b.actor, b.joint, fmt.Sprintf("its estimate (%.4f, %.4f) m, %.4f rad is %.4f m and %.4f rad away from the true pose, after %.3f m since they agreed; expected at most %.4f m and %.4f rad",
			rx, ry, ra, off, angleOff, way, bound, heading))
	}
}

// anchor has the estimate agree with the truth.
func (b *base) anchor(h *places, since messages.Instant, metres, x, y, a float64) {
	q := h.ago(0)[b.place.entry:]
	b.anchored, b.metres, b.slack, b.turned = true, metres, 0, 0
	if steps, known := h.between(since); known { // the estimate is as old as that
		p := h.ago(steps - 1)[b.place.entry:]
		b.slack, b.turned = math.Hypot(q[0]-p[0], q[1]-p[1]), math.Abs(q[2]-p[2])
	}
	b.a = q[2] - a
	sin, cos := math.Sincos(b.a)
	b.x, b.y = q[0]-(cos*x-sin*y), q[1]-(sin*x+cos*y)
}

// off returns the least distance of a pose from the true ones since an instant.
func (b *base) off(h *places, since messages.Instant, x, y, a float64) (metres, angle float64) {
	steps, _ := h.between(since)
	metres, angle = math.Inf(1), math.Inf(1)
	for k := range max(steps, 1) {
		q := h.ago(k)[b.place.entry:]
		metres, angle = min(metres, math.Hypot(q[0]-x, q[1]-y)), min(angle, math.Abs(q[2]-a))
	}
	return metres, angle
}

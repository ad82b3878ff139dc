package invariant

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// headlong is the record of a joint that moves by velocities toward a limit of its position, faster
// than it can stop before it.
type headlong struct {
	since messages.Instant // zero while it is slow enough
	speed float64          // then, rad/s or m/s
}

// nears checks that the velocities that a gate sends slow down toward the limits of position: after
// the time that slowing down takes, a joint is not faster than stops before its limit by its
// acceleration: V2. The limits of a planar joint lie along the axes of the room, and its velocities
// along those of the body.
func (w *Watch) nears(m *world, j *joint, mode messages.Mode, control messages.ControlMode, velocity []float64, now messages.Instant) {
	h := &j.headlong
	if !mode.Passes() || control != messages.ControlVelocity || !w.sees(m, j, now) {
		*h = headlong{}
		return
	}
	q := m.seen.Position[j.at.Position:][:j.at.PositionLength]
	fastest, text := 0.0, ""
	room := inRoom(j.at.Type, q, velocity)
	for d, v := range room {
		if d >= len(q) {
			break
		}
		l := &j.limits[d]
		left := l.Upper - q[d]
		if v < 0 {
			left = q[d] - l.Lower
		}
		if most := math.Sqrt(2 * rearmAcceleration(l) * max(left, 0)); math.Abs(v) > most+1e-9 && math.Abs(v) > fastest {
			fastest = math.Abs(v)
			if j.at.Type == worlds.Planar && d < 2 { // its translation slows down as a whole
				fastest = math.Hypot(room[0], room[1])
			}
			text = fmt.Sprintf("velocity %g toward a limit of position that is %g away; expected at most %g", v, left, most)
		}
	}
	switch slowing := slowest(j.limits, h.speed); {
	case fastest == 0:
		*h = headlong{}
	case h.since == 0:
		*h = headlong{since: now, speed: fastest}
	case now.Sub(h.since) > slowing+3*m.Period:
		w.violate("V2", m.gate, j.name, fmt.Sprintf("in %s degree of freedom %s, for %v", mode, text, now.Sub(h.since)))
	}
}

// sees reports whether a gate knows where a joint is, as the watch does by the newest snapshot, and
// that the joint obeys. Until then the gate sends what is measured.
func (w *Watch) sees(m *world, j *joint, now messages.Instant) bool {
	if j.at.Type == worlds.Floating || now.Sub(m.sensed) >= m.Period || !m.toGate.calm(now, excuse) || w.blocking.at(now) {
		return false
	}
	obeys := m.seen.Mode[j.index].Passes()
	if j.bus >= 0 {
		obeys = j.sent.settled && m.knows(j, now)
	}
	return obeys && m.seen.Valid[j.index]
}

// inRoom turns the velocity of a planar joint from the axes of its body into those of its limits.
func inRoom(t worlds.JointType, position, velocity []float64) [6]float64 {
	var v [6]float64
	copy(v[:], velocity)
	if t == worlds.Planar {
		sin, cos := math.Sincos(position[2])
		v[0], v[1] = cos*v[0]-sin*v[1], sin*v[0]+cos*v[1]
	}
	return v
}

// slowest returns how long a joint takes to come from a speed to rest.
func slowest(limits []worlds.Limit, speed float64) time.Duration {
	seconds := 0.0
	for i := range limits {
		seconds = max(seconds, speed/rearmAcceleration(&limits[i]))
	}
	return time.Duration(seconds * float64(time.Second))
}

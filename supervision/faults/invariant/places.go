package invariant

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// placesKept is the number of steps of a simulated robot whose true positions are kept.
const placesKept = 512

// places holds the newest true positions of the joints of a simulated robot, a ring.
type places struct {
	world    *worlds.World
	servos   *sim.PlantOptions // nil for other plants
	count    int
	at       [placesKept]messages.Instant
	position [][]float64
	velocity [][]float64
	travel   []pathLength     // of its planar joints
	floats   int              // slot of the position of a floating base, -1 without one
	speeds   int              // that of its velocity
	floating int              // its joint
	moved    messages.Instant // when that base last moved
	leapt    messages.Instant // when a late step last covered several periods
	shaking  *shaking
}

// pathLength is the length of the path of a planar joint since the start.
type pathLength struct {
	slot   int     // of its position
	metres float64 // of its translation
	angle  float64 // rad, of its rotation
}

func newPlaces(p *app.Plant) *places {
	h := &places{world: p.Model, position: make([][]float64, placesKept), velocity: make([][]float64, placesKept), floats: -1, shaking: newShaking(p.Model)}
	h.servos, _ = made(p).(*sim.PlantOptions)
	for i := range h.position {
		h.position[i], h.velocity[i] = make([]float64, p.Model.NumPositions()), make([]float64, p.Model.NumVelocities())
	}
	for i := range p.Model.NumJoints() {
		switch slot := p.Model.Slot(i); slot.Type {
		case worlds.Planar:
			h.travel = append(h.travel, pathLength{slot: slot.Position})
		case worlds.Floating:
			h.floats, h.speeds, h.floating = slot.Position, slot.Velocity, i
		}
	}
	return h
}

// note records the true state at the end of a step.
func (h *places) note(now messages.Instant, step time.Duration, s *messages.JointState) {
	position := s.Position
	if len(position) != h.world.NumPositions() {
		return
	}
	if h.shaking != nil {
		h.shaking.note(position, s.Velocity, step)
	}
	i := h.count % placesKept
	h.at[i] = now
	copy(h.position[i], position)
	copy(h.velocity[i], s.Velocity)
	if h.count > 0 {
		before := h.position[(h.count-1)%placesKept]
		if k := h.floats; k >= 0 && moves(before[k:k+7], position[k:k+7], now.Sub(h.at[(h.count-1)%placesKept])) {
			h.moved = now
		}
		for k := range h.travel {
			t := &h.travel[k]
			p, q := before[t.slot:], position[t.slot:]
			t.metres, t.angle = t.metres+math.Hypot(q[0]-p[0], q[1]-p[1]), t.angle+math.Abs(q[2]-p[2])
		}
	}
	h.count++
}

// moves reports whether a floating joint is not at rest between two positions, a time apart.
func moves(from, to []float64, step time.Duration) bool {
	far := restSpeed * step.Seconds()
	way := math.Hypot(math.Hypot(to[0]-from[0], to[1]-from[1]), to[2]-from[2])
	same := math.Abs(from[3]*to[3] + from[4]*to[4] + from[5]*to[5] + from[6]*to[6]) // cosine of half the angle
	return way > far || 2*math.Acos(min(same, 1)) > far
}

// free reports whether nothing holds the base of the robot.
func (h *places) free() bool { return h != nil && h.floats >= 0 }

// tumbles reports whether a base that nothing holds has moved so recently that joints still swing.
func (h *places) tumbles(now messages.Instant) bool {
	return h.free() && h.moved > 0 && now.Sub(h.moved) <= patience
}

// travelled returns the length of the path of the planar joint at a slot.
func (h *places) travelled(slot int) (metres, angle float64) {
	for k := range h.travel {
		if t := &h.travel[k]; t.slot == slot {
			return t.metres, t.angle
		}
	}
	return 0, 0
}

// between returns the recorded steps from the newest one at or before an instant to the newest one,
// the newest first. It is false if the ring does not reach back that far.
func (h *places) between(from messages.Instant) (steps int, known bool) {
	for steps = 1; steps <= min(h.count, placesKept); steps++ {
		if h.at[(h.count-steps)%placesKept] <= from {
			return steps, true
		}
	}
	return 0, h.count <= placesKept && h.count > 0
}

// ago returns the true positions some steps before the newest one.
func (h *places) ago(steps int) []float64 { return h.position[(h.count-1-steps)%placesKept] }

// hull returns the least and the greatest true value of an entry since an instant.
func (h *places) hull(entry int, from messages.Instant) (low, high float64, known bool) {
	steps, known := h.between(from)
	low, high = math.Inf(1), math.Inf(-1)
	for k := range steps {
		q := h.ago(k)[entry]
		low, high = min(low, q), max(high, q)
	}
	return low, high, known && steps > 0
}

// speedHull returns the least and the greatest true value of an entry of the velocities since an
// instant.
func (h *places) speedHull(entry int, from messages.Instant) (low, high float64, known bool) {
	steps, known := h.between(from)
	low, high = math.Inf(1), math.Inf(-1)
	for k := range steps {
		v := h.velocity[(h.count-1-k)%placesKept][entry]
		low, high = min(low, v), max(high, v)
	}
	return low, high, known && steps > 0
}

// floated returns the true pose and velocity of the floating base at the step that ended at an
// instant.
func (h *places) floated(at messages.Instant) (pose, velocity []float64, known bool) {
	for k := range min(h.count, placesKept) {
		i := (h.count - 1 - k) % placesKept
		if h.at[i] == at {
			return h.position[i][h.floats : h.floats+7], h.velocity[i][h.speeds : h.speeds+6], true
		}
		if h.at[i] < at {
			break
		}
	}
	return nil, nil, false
}

// slips reports whether wheels of the robot may slip: then their turns do not give its pose.
func (h *places) slips() bool {
	return h.servos == nil || slices.ContainsFunc(h.servos.Wheels, func(w physics.WheelOptions) bool { return w.Grip > 0 })
}

// reads returns how far a drive's reading of its position may be from the true one: the resolution
// of its encoder and six standard deviations of its noise. A drive that is no simulated servo has
// the resolution of coarseEncoder. Filter is the bandwidth of its velocity, Hz.
func (h *places) reads(joint string) (off, filter float64) {
	if h.servos == nil {
		return coarseEncoder, encoderFilter
	}
	for i := range h.servos.Servos {
		s := &h.servos.Servos[i]
		if !slices.Contains(s.Joints, joint) {
			continue
		}
		switch {
		case s.Exact:
			return exactEncoder, encoderFilter
		case s.EncoderBandwidth > 0:
			filter = s.EncoderBandwidth
		default:
			filter = encoderFilter
		}
		return max(s.Resolution, fineEncoder) + 6*s.PositionNoise, filter
	}
	return coarseEncoder, encoderFilter
}

// Resolutions of encoders, rad or m.
const (
	coarseEncoder = 2 * math.Pi / 4096
	fineEncoder   = 2 * math.Pi / (1 << 20) // the default of simulated servos; that of slides is finer
	exactEncoder  = 1e-9                    // what rounding takes
)

// encoderFilter is the default bandwidth of the velocity of simulated servos, Hz.
const encoderFilter = 250

// place is where the true position of a joint of a world is.
type place struct {
	of     *places
	entry  int     // of the robot's positions
	speed  int     // of the robot's velocities
	reads  float64 // how far a reading may be from the truth, rad or m
	filter float64 // Hz, of the velocity that the drive derives from it
}

// load returns the load of the joint by the others, N m or N.
func (p *place) load() float64 {
	if p == nil {
		return 0
	}
	return p.of.shaking.load(p.speed)
}

// weight returns the effort with which the joint carries the weight of what it moves, N m or N.
func (p *place) weight() float64 {
	if p == nil || p.of.shaking == nil || !p.of.shaking.known {
		return 0
	}
	return p.of.shaking.weight[p.speed]
}

// placeOf finds the joint of a simulated robot with a name and type; nil without one, and for more
// robots than one that have it.
func (w *Watch) placeOf(joint string, t worlds.JointType) *place {
	var found *place
	for _, p := range w.plants {
		h := w.places[p.Path]
		if h == nil {
			continue
		}
		i, err := h.world.JointIndex(joint)
		if err != nil || h.world.Slot(i).Type != t {
			continue
		}
		if found != nil {
			return nil
		}
		found = &place{of: h, entry: h.world.Slot(i).Position, speed: h.world.Slot(i).Velocity}
		found.reads, found.filter = h.reads(joint)
	}
	return found
}

// measuredSince is the earliest instant at which a state that a bus stamped may have been measured:
// the robot and the bus are one step late each, and more if a fault delays a thread.
func (w *Watch) measuredSince(b *bus, stamp messages.Instant) messages.Instant {
	late := 2 * (w.period() + b.Period)
	if w.delaying > 0 || w.delayedOnce && stamp.Sub(w.delayedAt) < delayLingers {
		late += b.MaxAge
	}
	return stamp.Add(-time.Duration(late))
}

// placed checks the position of a joint that a world uses against the truth at a place: V27. The
// joint is driven, or it mimics the driven one.
func (w *Watch) placed(m *world, driven, j *joint, p *place, now, stamp messages.Instant, position float64) {
	b := &m.buses[driven.bus]
	if p == nil || p.of.count == 0 || now < driven.truth.exempt || !b.reading.calm(now, b.MaxAge+2*b.Period) {
		return
	}
	position -= driven.truth.Lost
	if off := math.Abs(position - p.of.ago(0)[p.entry]); off <= p.reads {
		return // as nearly always of a joint at rest
	}
	low, high, known := p.of.hull(p.entry, w.measuredSince(b, stamp))
	if known && (position < low-p.reads || position > high+p.reads) {
		w.violate("V27", m.Name+"/"+app.PerceptionActor, j.name, fmt.Sprintf("its position of %.6f %s, stamped %s, is outside of what was true since then, %.6f to %.6f, by more than %.2g", position, j.unit, stamp, low, high, p.reads))
	}
}

package invariant

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// ramp is a stop in ramp_hold or ramp_off in progress.
type ramp struct {
	on    bool
	since messages.Instant
	speed float64 // at its start
	from  float64 // position at its start
	push  float64 // the speed against its damping at which an accelerating effort would go on
	by    messages.Instant
	// strained is how long the motor gave its full effort against the motion.
	strained time.Duration
	slow     messages.Instant // since when it is at rest; zero while it moves
	came     bool             // it has come to rest
	swings   bool             // it began after an excuse, perhaps far from its set-point: it has to come to rest in time
	rests    bool             // it has come to rest, and the settling time is over
	restsAt  float64
}

// rest records how fast the joint moves. It has come to rest once it was slow for long enough. What
// shakes it afterwards, such as a base that accelerates under an arm, does not lengthen its ramp:
// its servo yields for a moment, and its place of rest is watched.
func (r *ramp) rest(speed float64, now messages.Instant) {
	switch {
	case speed > restSpeed:
		r.slow = 0
	case r.slow == 0:
		r.slow = now
	case now.Sub(r.slow) >= restFor:
		r.came = true
	}
}

// How far a servo may lag its ramp, in multiples of deceleration times lag: during the ramp and
// shortly after, and after the settling time.
const (
	behind        = 0.75
	behindSettled = 0.35
	settled       = 2
)

// limited returns the speed at which a servo may draw a joint that began faster than its limit: at
// most the limit, until the joint has come as far as the ramp, whose set-point runs ahead of it,
// and a lag longer.
func (r *ramp) limited(elapsed, deceleration, lag, limit, position float64) float64 {
	t := min(elapsed, r.speed/deceleration)
	if r.speed > limit && math.Abs(position-r.from) < (r.speed-deceleration*t/2)*t+limit*lag {
		return limit
	}
	return 0
}

// tube returns the highest permitted speed at a time after the start of a ramp. A critically damped
// servo of bandwidth w, whose lag is 2/w, follows a ramp of deceleration a late by a t e^(-w t), at
// most a/(e w), which is 0.18 a lag. The same remains at the end of the ramp and decays. The bound
// is four times as much: joints are heavier than the servos were tuned for, motors give limited
// effort. What other joints add that change their speed at the same time is the swing.
func (r *ramp) tube(elapsed, deceleration, lag, limited, swing float64) float64 {
	left := r.speed - deceleration*elapsed
	late := behind*deceleration*lag + r.push
	if -left > settled*lag*deceleration {
		late = behindSettled * deceleration * lag
	}
	return max(left, limited, 0) + restSpeed + late + swing
}

// pushes returns the speed at which the effort of a controller would go on against the damping of
// the drive, if that effort accelerates the joint, or that of damping. A servo's estimate of its
// load lags the effort.
func (t *truth) pushes() float64 {
	e := &t.efforts
	switch {
	case t.model.Damping == 0:
		return 0
	case t.before.Mode == messages.ModeDamp: // the estimate has what slowed the joint down
		return max(e.high, e.oldHigh, -e.low, -e.oldLow) / t.model.Damping
	case !t.before.Control.Has(messages.ControlEffort):
		return 0
	}
	along := max(e.high, e.oldHigh)
	if t.Velocity < 0 {
		along = -min(e.low, e.oldLow)
	}
	return max(along, 0) / t.model.Damping
}

// strains reports whether the motor gives its full effort against the motion.
func (t *truth) strains() bool {
	most := t.model.Limits.Effort
	return most > 0 && t.Effort*t.Velocity < 0 && math.Abs(t.Effort) >= 0.98*most
}

// contradicted returns the fastest of the other wheels of a base with more than two, rad/s, and
// whether the wheel pushes with its full effort against them. Where such wheels stop, each by its
// own ramp, their rest positions contradict each other, and they turn one another until they agree.
func (w *Watch) contradicted(j *joint) (others float64, tense bool) {
	for _, k := range w.couplings {
		b := k.base
		if b == nil || b.in != j.in || len(b.wheels) <= 2 || !slices.Contains(b.wheels, j.index) {
			continue
		}
		for _, i := range b.wheels {
			if t := j.in.joints[i].truth; i != j.index && t != nil {
				others = max(others, math.Abs(t.Velocity), math.Abs(t.before.Velocity))
			}
		}
		return others, math.Abs(j.truth.Effort) >= 0.98*j.truth.model.Limits.Effort
	}
	return 0, false
}

// ramp checks that a joint slows down within its ramp, comes to rest and stays there: V6, V13.
func (w *Watch) ramp(b *bus, j *joint, step time.Duration, now messages.Instant) {
	t := j.truth
	r := &t.ramp
	if t.Mode != messages.ModeRampHold && t.Mode != messages.ModeRampOff || t.Starting {
		*r = ramp{}
		return
	}
	speed := math.Abs(t.Velocity)
	if !r.on {
		down := time.Duration(speed / t.model.StopDeceleration * float64(time.Second))
		*r = ramp{on: true, since: now, speed: speed, from: t.Position, push: t.pushes(), by: now.Add(down + patience)}
		r.swings = t.before.Mode == t.Mode
	}
	if w.places[b.Plant].tumbles(now) { // the loads of its joints change as it falls
		r.slow, r.came, r.rests, r.swings = 0, false, false, true
		r.by = max(r.by, now.Add(patience))
	}
	others, tense := w.contradicted(j)
	if (w.sways || w.dragged(t) || tense) && !r.came { // no joint rests on a body that other joints move, as one that balances
		r.by = r.by.Add(step)
	}
	if t.strains() { // no ramp requests more than the full effort
		r.strained += step
		r.by = r.by.Add(step)
	}
	elapsed := now.Sub(r.since).Seconds()
	limited := r.limited(elapsed, t.model.StopDeceleration, t.model.Lag, t.model.Limits.Velocity, t.Position)
	tube := r.tube(elapsed-r.strained.Seconds(), t.model.StopDeceleration, t.model.Lag, limited, t.swing.speed(t.model.Damping)+others)
	r.rest(speed, now)
	r.swings = r.swings && !r.came
	window := restAngle
	if j.unit == "m" {
		window = restLength
	}
	switch {
	case speed > tube && !r.swings:
		w.violate("V6", b.Path, j.name, fmt.Sprintf("in %s it moves at %.4f %s/s %.3f s after a start at %.4f %s/s; the ramp permits %.4f", t.Mode, t.Velocity, j.unit, elapsed, r.speed, j.unit, tube))
	case !r.came && now > r.by && speed > restSpeed:
		w.violate("V13", b.Path, j.name, fmt.Sprintf("in %s it still moves at %.4f %s/s %.3f s after a start at %.4f %s/s", t.Mode, t.Velocity, j.unit, elapsed, r.speed, j.unit))
	case !r.rests && (r.came || speed <= restSpeed) && now > r.by:
		r.rests, r.restsAt = true, t.Position
	case r.rests && !t.model.Yields && math.Abs(t.Position-r.restsAt) > window:
		w.violate("V6", b.Path, j.name, fmt.Sprintf("in %s it left its place of rest by %.4f %s; the window is %.4f", t.Mode, math.Abs(t.Position-r.restsAt), j.unit, window))
	}
}

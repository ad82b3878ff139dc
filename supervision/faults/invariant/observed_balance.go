package invariant

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/wheelbalancer"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// handover is the record of an actor of the kind wheel_balancer: of whether its commands were in
// effect. Once they are again, its law begins at the motion of its wheels. Its first command then
// differs from that by what its feedback adds in one step: V49.
type handover struct {
	*observer
	options *wheelbalancer.Options
	period  time.Duration
	wheels  *odometer // the left one and the right one, with their true speeds
	at      [2]int    // their places in a command
	level   *level    // its orientation
	speed   *odometer // its odometry, nil without one

	passed bool             // the modes of the wheels took commands when it last sent
	sent   messages.Instant // then
}

// longestStep bounds the time for which a balancer integrates at once.
const longestStep = 50 * time.Millisecond

// newHandovers finds the balancers of a world whose commands are in effect whenever the modes of
// their wheels take commands. Their observers are known.
func (w *Watch) newHandovers(m *world) {
	for i := range m.Actors {
		a := &m.Actors[i]
		law, is := a.Instance.(*wheelbalancer.Actor)
		if !is || fedBy(a, "active") != "" {
			continue
		}
		o := &law.Options
		b := &handover{observer: newObserver(m, a, "command"), options: o, period: a.Period, wheels: &odometer{observer: &observer{}, in: m}}
		group, err := m.Model.Group(o.JointGroup)
		if err != nil || !b.reads(w, a) {
			continue
		}
		for k, wheel := range [2]wheelbalancer.WheelOptions{o.Left, o.Right} {
			at := slices.Index(group.JointNames(), wheel.Joint)
			if at < 0 {
				break
			}
			if j := &m.joints[group.WorldJoint(at)]; j.place != nil && j.truth != nil {
				b.at[k] = at
				b.wheels.wheels, b.wheels.radius = append(b.wheels.wheels, j), append(b.wheels.radius, float64(wheel.Radius))
			}
		}
		if len(b.wheels.wheels) == 2 {
			w.estimators = append(w.estimators, b)
		}
	}
}

// reads finds the observers that a balancer reads, and is false where one of them is not known.
func (b *handover) reads(w *Watch, a *app.Actor) bool {
	odometry := fedBy(a, "odometry")
	for _, e := range w.estimators {
		switch o := e.(type) {
		case *level:
			if o.topic == fedBy(a, "orientation") {
				b.level = o
			}
		case *odometer:
			if o.topic == odometry {
				b.speed = o
			}
		}
	}
	return b.level != nil && (odometry == "" || b.speed != nil)
}

// says checks the first command after the modes of the wheels took none.
func (b *handover) says(w *Watch, stamp messages.Stamp, value any) {
	v, now, m := value.(*messages.JointCommand), w.now(), b.wheels.in
	passes := true
	for _, j := range b.wheels.wheels {
		if j.truth == nil || j.index >= len(m.seen.Mode) {
			return
		}
		passes = passes && m.seen.Valid[j.index] && m.seen.Mode[j.index].Passes()
	}
	first := passes && !b.passed && stamp.Incarnation == b.life
	h := min(longestStep, max(2*b.period, now.Sub(b.sent)))
	b.passed, b.sent = passes, now
	late := w.delaying > 0 || w.delayedOnce && now.Sub(w.delayedAt) < delayLingers // it may have read an older snapshot
	if !first || late || !b.quiet(now) || slices.ContainsFunc(b.wheels.wheels, func(j *joint) bool { return now < j.truth.exempt }) {
		return
	}
	b.begins(w, v, h.Seconds())
}

// begins checks a first command, which the law has reached in a step of h seconds.
func (b *handover) begins(w *Watch, v *messages.JointCommand, h float64) {
	o, radius := b.options, b.wheels.radius
	low, high, known := b.wheels.rolls(w, b.wheels.in.sensed, 3)
	left, right := radius[0]*v.Velocity[b.at[0]], radius[1]*v.Velocity[b.at[1]]
	if !known || b.bounded(v) {
		return
	}
	excess := max(math.Abs(low), math.Abs(high)) + float64(o.Acceleration)*h
	if b.speed != nil {
		excess = max(excess, math.Abs(b.speed.last.Velocity)+float64(o.Acceleration)*h)
	}
	pitch, rate := b.level.swings()
	// In the air, the command goes to rest within a second.
	step := h * (o.PitchStiffness*pitch + o.PitchDamping*rate + (o.PositionStiffness*h+float64(o.PositionDamping)+1)*excess + float64(o.Acceleration))
	turn := h * (float64(o.YawAcceleration) + float64(o.YawStiffness)*(rate+float64(o.YawAcceleration)*h))
	most := float64(o.MaxVelocity)
	low, high = min(low, most)-step, max(high, -most)+step
	if mean := (left + right) / 2; mean < low || mean > high {
		w.violate("V49", b.path, "", fmt.Sprintf("its first command in effect rolls the wheels at %.4f m/s; expected %.4f to %.4f m/s: what they truly rolled, and what its feedback adds in %.4g s", mean, low, high, h))
	}
	if yaw := (right - left) / 2 / float64(o.ContactRadius); math.Abs(yaw) > turn+rounds {
		w.violate("V49", b.path, "", fmt.Sprintf("its first command in effect turns the robot at %.4f rad/s; expected at most %.4f rad/s, which its feedback adds in %.4g s", yaw, turn, h))
	}
}

// bounded reports whether the limit of a wheel bounds its command.
func (b *handover) bounded(v *messages.JointCommand) bool {
	for k, j := range b.wheels.wheels {
		if math.Abs(v.Velocity[b.at[k]]) >= j.limits[0].Velocity {
			return true
		}
	}
	return false
}

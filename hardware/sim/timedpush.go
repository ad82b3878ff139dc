package sim

import (
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// Push is a force and a moment that act on a body for a while, as of a hand that pushes a robot.
type Push struct {
	// Body is the body that is pushed. Required.
	Body string
	// At is where the force acts, in the body's frame, m.
	At [3]float64
	// Force and Moment are in world axes, N and N m.
	Force, Moment [3]float64
	// From is when the push begins, Duration how long it lasts, above 0 and at most 1000 hours.
	From     messages.Instant
	Duration time.Duration
}

// timedPush is a Push, resolved.
type timedPush struct {
	body          int
	at            [3]float64
	force, moment [3]float64
	begin, end    messages.Instant
}

// Push adds a push. Its impulse is exact, whatever the step. Pushes that have ended are forgotten.
func (p *Plant) Push(o Push) error {
	if err := p.addPush(o); err != nil {
		return fmt.Errorf("plant of world %q: %w", p.world.Name(), err)
	}
	return nil
}

func (p *Plant) addPush(o Push) error {
	body, err := p.world.BodyIndex(o.Body)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	if len(p.wayTo(body)) == 0 {
		return fmt.Errorf("push of body %q, which no joint moves; expected a body that something may move", o.Body)
	}
	if o.Duration <= 0 || o.From < 0 || o.Duration > 1000*time.Hour || o.From.Add(o.Duration) < o.From || !isFinite(sum(o.At[:])+sum(o.Force[:])+sum(o.Moment[:])) {
		return fmt.Errorf("push of body %q by %v N and %v N m at %v m, from %s for %s; expected finite numbers, a begin of at least 0 and a duration above 0, of at most 1000h",
			o.Body, o.Force, o.Moment, o.At, o.From, o.Duration)
	}
	kept := p.push.timed[:0]
	for _, x := range p.push.timed {
		if x.end > p.now {
			kept = append(kept, x)
		}
	}
	p.push.timed = append(kept, timedPush{body: body, at: o.At, force: o.Force, moment: o.Moment, begin: o.From, end: o.From.Add(o.Duration)})
	return nil
}

// share is how much of the step the push lasts.
func (x *timedPush) share(now messages.Instant, step time.Duration) float64 {
	begin, end := max(x.begin, now), min(x.end, now.Add(step))
	return math.Max(0, float64(end-begin)/float64(step))
}

// gatherTimed adds the pushes that last to the wrenches of the step, and tells whether there are any.
func (p *Plant) gatherTimed() (any bool) {
	for i := range p.push.timed {
		x := &p.push.timed[i]
		share := x.share(p.now, p.step)
		if share == 0 {
			continue
		}
		if !any {
			copy(p.push.together, p.push.wrenches)
			any = true
		}
		force := [3]float64{share * x.force[0], share * x.force[1], share * x.force[2]}
		moment := cross(turn(p.workspace.Pose(x.body).R, x.at), force)
		w := &p.push.together[x.body]
		w.Force = plus(w.Force, force)
		for k := range moment {
			w.Moment[k] += moment[k] + share*x.moment[k]
		}
	}
	return any
}

// wrenches are those that act from outside in the step, nil for none.
func (p *Plant) wrenches() []rigidbody.Wrench {
	switch {
	case p.gatherTimed():
		return p.push.together
	case p.push.any:
		return p.push.wrenches
	}
	return nil
}

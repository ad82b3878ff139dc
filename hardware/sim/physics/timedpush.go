package physics

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// PushOptions describe a force and a moment that act on a body for a while, as of a hand that
// pushes a robot.
type PushOptions struct {
	Body     string        `option:"body" doc:"body that is pushed" required:"true"`
	Point    [3]float64    `option:"point" unit:"m" doc:"point at which the force acts, in the body's frame"`
	Force    [3]float64    `option:"force" unit:"N" doc:"in world axes"`
	Moment   [3]float64    `option:"moment" unit:"N m" doc:"in world axes"`
	From     time.Duration `option:"from" doc:"begin, since the start of the run" min:"0"`
	Duration time.Duration `option:"duration" doc:"above 0 and at most 1000 hours" min:"0.00001" required:"true"`
}

// timedPush is a push of the options, resolved.
type timedPush struct {
	body          int
	at            [3]float64
	force, moment [3]float64
	begin, end    messages.Instant
}

// longestPush bounds the duration of a push.
const longestPush = 1000 * time.Hour

// Push adds a push. Its impulse is exact, whatever the step. Pushes that have ended are forgotten.
// The error joins a
// *messages.OptionError for every invalid option.
func (p *Mechanism) Push(o PushOptions) error {
	c := &optioncheck.Errors{}
	body, err := p.world.BodyIndex(o.Body)
	switch {
	case err != nil:
		c.Unknown("body", "body", o.Body, p.world.BodyNames())
	case len(p.wayTo(body)) == 0:
		c.Add("body", "a body that can move", "no joint moves body %q", o.Body)
	}
	for _, v := range []struct {
		option, unit string
		value        [3]float64
	}{{"point", "m", o.Point}, {"force", "N", o.Force}, {"moment", "N m", o.Moment}} {
		if !allFinite(v.value[:]...) {
			c.Add(v.option, "finite numbers", "%s is %v %s", v.option, v.value, v.unit)
		}
	}
	begin := messages.Instant(o.From)
	if o.From < 0 || begin.Add(o.Duration) < begin {
		c.Add("from", "at least 0, and an end within the range of times", "the push begins at %s", o.From)
	}
	if o.Duration <= 0 || o.Duration > longestPush {
		c.Add("duration", "above 0, at most 1000h", "the push lasts %s", o.Duration)
	}
	if c.Count() > 0 {
		return c.Err()
	}
	kept := p.push.timed[:0]
	for _, x := range p.push.timed {
		if x.end > p.now {
			kept = append(kept, x)
		}
	}
	p.push.timed = append(kept, timedPush{body: body, at: o.Point, force: o.Force, moment: o.Moment, begin: begin, end: begin.Add(o.Duration)})
	return nil
}

// share is how much of the step the push lasts.
func (x *timedPush) share(now messages.Instant, step time.Duration) float64 {
	begin, end := max(x.begin, now), min(x.end, now.Add(step))
	return math.Max(0, float64(end-begin)/float64(step))
}

// gatherTimed adds the pushes that last to the wrenches of the step, and reports whether there are
// any.
func (p *Mechanism) gatherTimed() (any bool) {
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
		force := spatial.VecOf(x.force).Scale(share)
		pose := p.workspace.Pose(x.body)
		moment := pose.R.Apply(spatial.VecOf(x.at)).Cross(force).Array()
		w := &p.push.together[x.body]
		w.Force = spatial.VecOf(w.Force).Add(force).Array()
		for k := range moment {
			w.Moment[k] += moment[k] + share*x.moment[k]
		}
	}
	return any
}

// wrenches returns the external wrenches of the step, nil without any.
func (p *Mechanism) wrenches() []rigidbody.Wrench {
	switch {
	case p.gatherTimed():
		return p.push.together
	case p.push.any:
		return p.push.wrenches
	}
	return nil
}

package invariant

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/wheelbalancer"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// balanced is a robot on two wheels, whose balancer commands them.
type balanced struct {
	*rolled
	b *handover
}

// newBalanced begins with a robot whose wheels roll forward at 1 m/s and take no commands.
func newBalanced(right float64) *balanced {
	r := newRolled(right, 3)
	o := wheelbalancer.DefaultOptions()
	r.o.in.seen = messages.Snapshot{Valid: []bool{true, true}, Mode: []messages.Mode{messages.ModeDamp, messages.ModeDamp}, Time: []messages.Instant{r.now, r.now}}
	for _, j := range r.o.wheels {
		j.limits = []worlds.Limit{{Velocity: 100}}
	}
	return &balanced{rolled: r, b: &handover{observer: &observer{path: "home/balancer"}, options: &o, period: time.Millisecond, wheels: r.o, at: [2]int{0, 1}, level: &level{}}}
}

// commands has the balancer roll its wheels a millisecond later, m/s and to the left rad/s, in a
// mode.
func (r *balanced) commands(mode messages.Mode, velocity, yaw float64) {
	r.step(10, r.h.velocity[(r.h.count-1)%placesKept][1])
	in := r.o.in
	in.sensed = r.now
	for i := range in.seen.Mode {
		in.seen.Mode[i], in.seen.Time[i] = mode, r.now
	}
	turn := yaw * float64(r.b.options.ContactRadius)
	r.b.says(r.w, messages.Stamp{Time: r.now, Incarnation: 1}, &messages.JointCommand{Velocity: []float64{(velocity - turn) / 0.1, (velocity + turn) / -0.1}})
	r.b.life = 1
}

func TestV49(t *testing.T) {
	const run, damp = messages.ModeRun, messages.ModeDamp
	for name, c := range map[string]struct {
		right float64
		do    func(r *balanced)
		bad   bool
	}{
		"it begins at the motion of its wheels":       {-10, func(r *balanced) { r.commands(run, 1, 0) }, false},
		"it begins faster":                            {-10, func(r *balanced) { r.commands(run, 1.2, 0) }, true},
		"it begins with a turn":                       {-10, func(r *balanced) { r.commands(run, 1, 0.3) }, true},
		"wheels that turn the robot, and it does not": {-12, func(r *balanced) { r.commands(run, 1.1, 0) }, false},
		"it is faster once it has begun":              {-10, func(r *balanced) { r.commands(run, 1, 0); r.commands(run, 1.2, 0.3) }, false},
		"what it commands meanwhile has no effect":    {-10, func(r *balanced) { r.commands(damp, 1.2, 0); r.commands(run, 1, 0) }, false},
		"it answers a pitch":                          {-10, func(r *balanced) { r.b.level.newest[0].Pitch = 0.5; r.commands(run, 1.04, 0) }, false},
		"more than its answer to a pitch":             {-10, func(r *balanced) { r.b.level.newest[0].Pitch = 0.5; r.commands(run, 1.1, 0) }, true},
		"it answers an excess of speed": {-10, func(r *balanced) {
			r.b.speed = &odometer{last: messages.WheelOdometry{Velocity: 4}}
			r.commands(run, 1.05, 0)
		}, false},
		"wheels faster than its bound":                 {-40, func(r *balanced) { r.commands(run, 2, 0) }, false},
		"a fault of a link excuses it":                 {-10, func(r *balanced) { r.b.foreign = 1; r.commands(run, 1.2, 0) }, false},
		"a late thread excuses it":                     {-10, func(r *balanced) { r.w.delaying = 1; r.commands(run, 1.2, 0) }, false},
		"a new incarnation has the state of the other": {-10, func(r *balanced) { r.b.life = 2; r.commands(run, 1.2, 0) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newBalanced(c.right)
			r.commands(damp, 1, 0)
			c.do(r)
			if v := r.w.First(); (v != nil && v.Invariant == "V49") != c.bad {
				t.Errorf("got the violation %v; expected one of V49: %t", v, c.bad)
			}
		})
	}
}

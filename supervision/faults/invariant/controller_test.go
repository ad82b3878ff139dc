package invariant

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// commands has the controller of the arm change its command to the elbow.
func commands(change func(c *messages.JointCommand)) func(*play) {
	return func(p *play) {
		controllersAre(p.w, "whole_body")
		p.spoil = when(commander+".command", func(_ *play, _ *messages.Stamp, c *messages.JointCommand) bool { change(c); return true })
		p.run(10)
	}
}

func TestV41(t *testing.T) {
	sound := func(*play) {}
	const at = 3 + elbowAt // behind the base
	try(t, []trial{
		{"a controller that commands a base beyond its limit", "V41", []string{commander, virtualJoint, "velocity [1000 0 0]"}, commands(func(c *messages.JointCommand) { c.Velocity[0] = 1e3 }), sound},
		{"a controller that commands a position beyond its limit", "V41", []string{commander, elbow, "position [9]"}, commands(func(c *messages.JointCommand) { c.Position[at] = 9 }), sound},
		{"a controller that commands what is not a number", "V41", []string{commander, elbow, "NaN"}, commands(func(c *messages.JointCommand) { c.Velocity[at] = math.NaN() }), sound},
	})
}

func TestAJointWithoutBoundsMayBeHeldWhereverAFaultHasIt(t *testing.T) {
	p := newPlay(t)
	p.run(500)
	for _, m := range p.w.worlds {
		for i := range m.joints {
			for d := range m.joints[i].limits {
				m.joints[i].limits[d].Lower, m.joints[i].limits[d].Upper = math.Inf(-1), math.Inf(1)
			}
		}
	}
	commands(func(c *messages.JointCommand) { c.Position[3+elbowAt] = 1e300 })(p)
	if v := p.w.First(); v != nil && v.Invariant == "V41" {
		t.Error(v)
	}
}

package invariant

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// within limits where a joint may be.
func (p *play) within(joint string, lower, upper float64) {
	for _, m := range p.w.worlds {
		for i := range m.joints {
			if j := &m.joints[i]; j.name == joint {
				for d := range j.limits {
					j.limits[d].Lower, j.limits[d].Upper = lower, upper
				}
			}
		}
	}
}

func TestVelocitiesSlowDownTowardLimits(t *testing.T) {
	// drives has the base, which is turned to the left, drive ahead and to the left from a place.
	drives := func(x, y float64) func(*play) {
		return func(p *play) {
			p.within(virtualJoint, -2, 2)
			p.planar, p.velocity = [3]float64{x, y, math.Pi / 2}, 0.5
			p.run(800)
		}
	}
	// rolls has a wheel turn on from a place, in one direction.
	rolls := func(place, speed float64) func(*play) {
		return func(p *play) {
			p.within(wheel, -2, 2)
			p.spoil = when("mobile_base/perception.snapshot", func(p *play, _ *messages.Stamp, s *messages.Snapshot) bool {
				s.Position[p.w.world("mobile_base").driven(wheel).at.Position] = place
				return true
			})
			p.at[wheel] = speed
			p.run(800)
		}
	}
	try(t, []trial{
		{"a base that drives beyond the upper limit of its room", "V2", []string{virtualJoint, "toward a limit of position that is 0.02"}, drives(0, 1.98), drives(0, -1.98)},
		{"a base that drives beyond the lower limit of its room", "V2", []string{virtualJoint, "toward a limit of position that is 0.02"}, drives(-1.98, 0), drives(1.98, 0)},
		{"a wheel that turns beyond its limit", "V2", []string{wheel, "velocity 0.1 toward a limit of position that is -0.5"}, rolls(2.5, 0.1), rolls(2.5, -0.1)},
	})
}

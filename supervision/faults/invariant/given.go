package invariant

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// motionStep is the greatest distance of the configurations at which a motion is checked, rad or m.
const motionStep = 1.0 / 64

// given checks that a motion that a controller is given leads through nothing: it was checked
// again, with what the environment knew then: V35.
func (w *Watch) given(p *planned, now messages.Instant, m *messages.GoalCommand) {
	n := len(p.entries)
	if !p.quiet(now) || !p.asked || p.places.count == 0 || p.bodies[0].count == 0 || len(m.Value) != int(m.Points)*n || !p.stand(p.places.ago(0)) {
		return
	}
	held := p.holds()
	var grasp, before spatial.Pose
	if held >= 0 {
		before = p.bodies[held].at
		grasp = p.links[p.hand].at.InverseTimes(&before)
	}
	copy(p.position, p.places.ago(0))
	for k := 0; k < len(m.Value); k += n {
		if !w.passes(p, m.Value[k:k+n], held, &grasp, now, m.TimeS[k/n]) {
			break
		}
	}
	if held >= 0 {
		p.bodies[held].put(before)
	}
}

// passes moves the arm on to a configuration, and reports whether no violation was found.
func (w *Watch) passes(p *planned, to []float64, held int, grasp *spatial.Pose, now messages.Instant, at float64) (ok bool) {
	from := make([]float64, len(to))
	square := 0.0
	for i, entry := range p.entries {
		from[i] = p.position[entry]
		square += (to[i] - from[i]) * (to[i] - from[i])
	}
	parts := int(math.Ceil(math.Sqrt(square)/motionStep)) + 1
	ok = true
	for s := 1; s <= parts && ok; s++ {
		for i, entry := range p.entries {
			p.position[entry] = from[i] + (to[i]-from[i])*float64(s)/float64(parts)
		}
		if !p.stand(p.position) {
			return false
		}
		if held >= 0 {
			p.bodies[held].put(p.links[p.hand].at.Times(grasp))
		}
		p.pairs(held, func(part *solids, body, row int) bool {
			b := &p.bodies[body]
			if !p.touch[row*len(p.bodies)+body] && p.touches(part, &b.solids) && b.moved(p.request) <= clearance {
				w.violate("V35", p.work, "", fmt.Sprintf("the motion of phase %v that the controller was given leads to a contact after %.3f s: %s; expected that it was refused", p.said.Phase, at, pairText(part, &b.solids)))
				ok = false
			}
			return ok
		})
	}
	return ok
}

// placeTolerance is how far an object may be from its place: what the planner, the check of its
// motions and the controller tolerate at an arm's length of 1 m, m.
const placeTolerance = 0.01

// placedThere checks that an object that the work calls placed is at its place: V36. Where
// somebody has moved a body meanwhile, the object may be elsewhere.
func (w *Watch) placedThere(p *planned, i int, now messages.Instant) {
	foul := p.pushes > 0 || p.pushed > p.object || p.calm > p.object || p.seeing > p.object || p.blind > 0
	if foul || !p.quiet(now) || i >= len(p.objects) || p.objects[i] < 0 || p.bodies[0].count == 0 {
		return
	}
	b := &p.bodies[p.objects[i]]
	var place [3]float64
	for k, v := range p.options.Places[i].Position {
		place[k] = float64(v)
	}
	if off := spatial.VecOf(b.at.P).Sub(spatial.VecOf(place)).Norm(); off > placeTolerance {
		w.violate("V36", p.work, "", fmt.Sprintf("the work calls %s placed, but it stands %.3f m from its place", b.name, off))
	}
}

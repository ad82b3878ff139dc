package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/elasticplan"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// elastic is the record of an arm that an actor of the kind elastic_plan moves along a plan that
// gives way to bodies.
type elastic struct {
	*arm
	options *elasticplan.Options
}

// newElastic finds the arms of a world that move along elastic plans.
func (w *Watch) newElastic(m *world) {
	for i := range m.Actors {
		a := &m.Actors[i]
		work, is := a.Instance.(*elasticplan.Actor)
		if !is {
			continue
		}
		env := m.actor(work.Environment)
		arm := w.newArm(m, a, env, work.Planner, work.JointGroup)
		if arm == nil {
			continue
		}
		e := &elastic{arm: arm, options: &work.Options}
		e.keepAway(work.Keep, 1)
		e.bound(a, env)
		w.elastic = append(w.elastic, e)
	}
}

// bound derives the times: a body is in the scene one step of the environment after it moved, the
// plan gives way for the next period but one. Without a deformation the
// follower goes on for some periods, and then rests.
func (e *elastic) bound(work, env *app.Actor) {
	o := e.options
	e.stops = 2*env.Period + 2*o.Period + o.Duration + 3*work.Period
	e.missed = elasticplan.Patient*o.Period + time.Second
}

// judgeElastic checks an arm once per step of its robot. An arm that moves along an elastic plan
// touches nothing that it may not touch, unless that came nearer by more than the clearance within
// the time in which the plan gives way: V33.
func (w *Watch) judgeElastic(e *elastic, now messages.Instant) {
	e.moves(now, e.runs(now) && e.quiet(now))
	e.contacts(-1, func(part *solids, body int) {
		if came, since := e.came(body, true, now); came <= e.keeps[body] {
			w.violate("V33", e.work, "", fmt.Sprintf("%s while the arm moves along its plan, and the body has moved by %.4f m since %s; the plan keeps %.4f m away, and gives way within %v",
				pairText(part, &e.bodies[body].solids), came, since, e.keeps[body], e.stops))
		}
	})
}

package invariant

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/actors/planners/pickplace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// planned is the record of an arm that an actor of the kind pick_and_place moves along planned
// motions.
type planned struct {
	*arm
	options  *pickplace.Options
	objects  []int         // bodies that the hand may hold, -1 for unknown ones
	entries  []int         // of the arm's joints among the true positions
	hand     int           // index of the link
	position []float64     // of the robot, for a motion
	settle   time.Duration // how old the scene is that the work asks for, at most
	idle     time.Duration // how long an arm with work may rest without a reason

	known   bool // the work says what it does
	said    pickplace.Status
	heard   messages.Instant
	reason  messages.Instant // when there was a reason for rest last
	asked   bool             // the work has asked for a motion since all was quiet
	object  messages.Instant // when the work on the present object began
	request messages.Instant // when it began to ask for the present one: the scene may be as old as that
}

// newPlanned finds the arms of a world that move along planned motions.
func (w *Watch) newPlanned(m *world) {
	for i := range m.Actors {
		a := &m.Actors[i]
		work, is := a.Instance.(*pickplace.Actor)
		if !is {
			continue
		}
		env := m.actor(work.Environment)
		arm := w.newArm(m, a, env, work.Planner, work.JointGroup)
		if arm == nil {
			continue
		}
		p := &planned{arm: arm, options: &work.Options}
		group, _ := m.Model.Group(work.JointGroup) // plantOf has found it
		for k := range group.NumJoints() {
			if at := m.joints[group.WorldJoint(k)].place; at != nil && at.of == p.places {
				p.entries = append(p.entries, at.entry)
			}
		}
		p.hand = slices.IndexFunc(p.links, func(s solids) bool { return s.name == work.Hand })
		if len(p.entries) != group.NumJoints() || p.hand < 0 {
			continue
		}
		p.position = make([]float64, arm.places.world.NumPositions())
		p.permit()
		p.keepAway(work.Keep, 0.5)
		p.bound(w, m, a, env)
		w.planned = append(w.planned, p)
	}
}

// actor returns an actor of the world, nil for an unknown one.
func (m *world) actor(path string) *app.Actor {
	for i := range m.Actors {
		if m.Actors[i].Path == path {
			return &m.Actors[i]
		}
	}
	return nil
}

// plantOf returns the simulated robot of a joint group, nil without one whose true positions are
// known.
func (w *Watch) plantOf(m *world, group string) *app.Plant {
	g, err := m.Model.Group(group)
	if err != nil || g.NumJoints() == 0 {
		return nil
	}
	j := &m.joints[g.WorldJoint(0)]
	if j.place == nil {
		return nil
	}
	for _, p := range w.plants {
		if w.places[p.Path] == j.place.of {
			return p
		}
	}
	return nil
}

// permit records which objects the hand may touch, and what they may stand on.
func (p *planned) permit() {
	o := p.options
	for _, object := range o.Objects {
		p.objects = append(p.objects, p.bodyNamed(object))
		for _, link := range append([]string{o.Hand}, o.FingerLinks...) {
			p.allow(link, object)
		}
		p.allow(object, o.Shelf)
		p.allow(object, o.Box)
	}
}

// bound derives the times: a body is in the scene one step of the environment after it moved, the
// work looks, asks for the scene, has a job check it, and the controller slows down.
func (p *planned) bound(w *Watch, m *world, work, env *app.Actor) {
	const job = 5 * time.Millisecond
	p.stops = 2*env.Period + p.options.Watch + job + 3*work.Period + w.jolt
	p.settle = 2*env.Period + 2*work.Period
	p.missed = 2 * pickplace.MissedWatches * p.options.Watch
	p.idle = pickplace.Late + 3*work.Period
	if arm := m.actor(p.options.Arm); arm != nil {
		if c, is := arm.Instance.(*trajectory.Actor); is {
			p.stops += 2*arm.Period + c.SlowDown
			p.idle += c.GoalTime + c.SlowDown
		}
	}
}

// channelOfPlanned returns the check of an output of the work.
func (w *Watch) channelOfPlanned(topic string) (channel, bool) {
	for _, p := range w.planned {
		switch topic {
		case p.work + ".motion":
			return channel{look: func(s messages.Stamp, v any) { w.given(p, s.Time, v.(*messages.GoalCommand)) }}, true
		case p.work + ".status":
			return channel{look: func(s messages.Stamp, v any) { w.says(p, s.Time, v.(*pickplace.Status)) }}, true
		}
	}
	return channel{}, false
}

// says records what the work says.
func (w *Watch) says(p *planned, now messages.Instant, s *pickplace.Status) {
	if s.State == pickplace.Asking && p.said.State != pickplace.Asking {
		p.request = now.Add(-p.settle)
	}
	if s.Placed > p.said.Placed && p.known && s.Object > 0 {
		w.placedThere(p, int(s.Object)-1, now)
	}
	if s.Object != p.said.Object {
		p.object = now
	}
	p.known, p.said, p.heard = true, *s, now
}

// judgePlanned checks an arm once per step of its robot.
func (w *Watch) judgePlanned(p *planned, now messages.Instant) {
	p.asked = p.runs(now) && p.quiet(now) && (p.asked || p.said.State == pickplace.Asking)
	p.moves(now, p.asked)
	w.touched(p, now)
	w.saysWhy(p, now)
}

// touched checks that an arm that moves touches nothing that it may not touch, unless that came
// nearer by more than the clearance within the time in which the arm stops: V33.
func (w *Watch) touched(p *planned, now messages.Instant) {
	p.contacts(p.holds(), func(part *solids, body int) {
		if came, since := p.came(body, p.hears(now), now); came <= p.keeps[body] {
			w.violate("V33", p.work, "", fmt.Sprintf("%s while the arm moves in phase %v, and the body has moved by %.4f m since %s; the arm stays %.4f m away, and stops within %v",
				pairText(part, &p.bodies[body].solids), p.said.Phase, came, since, p.keeps[body], p.stops))
		}
	})
}

// holds returns the body in the hand, -1 without one.
func (p *planned) holds() int {
	if p.said.Phase.Holds() && int(p.said.Object) < len(p.objects) {
		return p.objects[p.said.Object]
	}
	return -1
}

// hears reports whether the work still says what it does.
func (p *planned) hears(now messages.Instant) bool {
	work := p.in.actor(p.work)
	return p.known && now.Sub(p.heard) <= 3*work.Period
}

// saysWhy checks that work with an arm that rests says that it waits: V34.
func (w *Watch) saysWhy(p *planned, now messages.Instant) {
	waits := p.said.State == pickplace.Waiting || p.said.State == pickplace.Starting || p.said.State == pickplace.Finished
	runs := true
	for i := range p.in.joints {
		t := p.in.joints[i].truth
		runs = runs && (t == nil || t.Mode.Passes())
	}
	if p.moving || waits || !runs || !p.hears(now) || !p.quiet(now) || p.blind > 0 {
		p.reason = now
	}
	if rests := now.Sub(p.reason); rests > p.idle {
		w.violate("V34", p.work, "", fmt.Sprintf("the arm has rested for %v in phase %v, and the work says %v; expected waiting within %v", rests, p.said.Phase, p.said.State, p.idle))
	}
}

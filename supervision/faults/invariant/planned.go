package invariant

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/actors/planners/bodypath"
	"github.com/robo-actors/robo-actors/actors/planners/pickplace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

// planned is the record of an arm that an actor of the kind pick_and_place moves along planned
// motions.
type planned struct {
	*room
	in       *world
	options  *pickplace.Options
	work     string // path of the actor
	robot    string // path of the plant
	places   *places
	own      []string // actors whose failures must not lead to a contact
	watching []string // those of them that look at what is left of a motion
	keeps    []float64
	objects  []int         // bodies that the hand may hold, -1 for unknown ones
	entries  []int         // of the arm's joints among the true positions
	hand     int           // index of the link
	position []float64     // of the robot, for a motion
	stops    time.Duration // how soon after a body moved the arm rests
	missed   time.Duration // how much later where looks have no answer
	settle   time.Duration // how old the scene is that the work asks for, at most
	idle     time.Duration // how long an arm with work may rest without a reason

	known   bool // the work says what it does
	said    pickplace.Status
	heard   messages.Instant
	touch   []bool           // links and bodies, then held objects and bodies: they touch
	moving  bool             // a joint moves
	rested  messages.Instant // since when no joint moves, or when one did last
	started messages.Instant // when the present motion began
	reason  messages.Instant // when there was a reason for rest last

	foreign int              // active faults of parts that are not own
	spoilt  bool             // one of them leaves something stopped, lost or wrong
	calm    messages.Instant // when the newest of them began or ended
	asked   bool             // the work has asked for a motion since
	object  messages.Instant // when the work on the present object began
	pushed  messages.Instant // when a fault that moves a body began or ended last
	request messages.Instant // when it began to ask for the present one: the scene may be as old as that
	sound   bool             // the present motion is one of those
	blind   int              // active faults of watching actors
	seeing  messages.Instant // when the newest of them began or ended
	pushes  int              // active faults that move bodies
	looks   messages.Instant // when a fault of the jobs of the work began or ended last
	slow    int              // active ones
}

// clearance is the least distance from a body at which a motion goes on, m: half of the least one
// of a planner, 4 mm.
const clearance = 0.002

// newPlanned finds the arms of a world that move along planned motions.
func (w *Watch) newPlanned(m *world) {
	for i := range m.Actors {
		a := &m.Actors[i]
		work, is := a.Instance.(*pickplace.Actor)
		if !is {
			continue
		}
		env := m.actor(work.Environment)
		robot := w.plantOf(m, work.JointGroup)
		if env == nil || robot == nil {
			continue
		}
		scene, is := env.Instance.(*environment.Actor)
		if !is || scene.Kind == "physics" {
			continue
		}
		p := &planned{in: m, options: &work.Options, work: a.Path, robot: robot.Path, places: w.places[robot.Path], room: newRoom(robot.Model, &scene.Options)}
		if p.room == nil {
			continue
		}
		p.touch = make([]bool, (len(p.links)+len(p.bodies))*len(p.bodies))
		p.watching = []string{a.Path, env.Path}
		p.own = []string{a.Path, env.Path, work.Planner}
		for k := range m.Actors {
			if _, moves := m.Actors[k].Instance.(*bodypath.Actor); moves {
				p.own = append(p.own, m.Actors[k].Path)
			}
		}
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
		p.position = make([]float64, robot.Model.NumPositions())
		p.permit(&scene.Options)
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

// permit records which parts may touch each other, and from which bodies the arm stays away.
func (p *planned) permit(scene *environment.Options) {
	o := p.options
	for _, object := range o.Objects {
		p.objects = append(p.objects, p.bodyNamed(object))
		for _, link := range append([]string{o.Hand}, o.FingerLinks...) {
			p.allow(link, object)
		}
		p.allow(object, o.Shelf)
		p.allow(object, o.Box)
	}
	for _, pair := range scene.Allowed {
		_, first, _ := strings.Cut(pair.First, "/")
		_, second, _ := strings.Cut(pair.Second, "/")
		if first == "" {
			first = pair.First
		}
		if second == "" {
			second = pair.Second
		}
		p.allow(first, second)
	}
	p.keeps = make([]float64, len(p.bodies))
	for i := range p.bodies {
		p.keeps[i] = clearance
		for _, k := range o.Keep {
			if k.Object == p.bodies[i].name {
				p.keeps[i] = max(clearance, float64(k.Away)/2)
			}
		}
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

// channelOfPlanned returns the check of an output of the work or of its environment.
func (w *Watch) channelOfPlanned(topic string) (channel, bool) {
	for _, p := range w.planned {
		switch topic {
		case p.options.Environment + ".bodies":
			return channel{look: func(s messages.Stamp, v any) { p.observe(s.Time, v.(*messages.BodyPoses)) }}, true
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

// judgePlanned checks the arms of a simulated robot once per step of it.
func (w *Watch) judgePlanned(robot string, now messages.Instant) {
	for _, p := range w.planned {
		if p.robot == robot {
			p.moves(now)
			w.touched(p, now)
			w.saysWhy(p, now)
		}
	}
}

// quiet reports whether only own parts have failed for long.
func (p *planned) quiet(now messages.Instant) bool {
	return p.foreign == 0 && !p.spoilt && (p.calm == 0 || now.Sub(p.calm) > recovers)
}

// moves records whether the arm moves, and along a motion that was planned while all was quiet.
func (p *planned) moves(now messages.Instant) {
	moving, runs := false, true
	for i := range p.in.joints {
		if t := p.in.joints[i].truth; t != nil {
			moving = moving || math.Abs(t.Velocity) > restSpeed
			runs = runs && t.Mode.Passes() && now >= t.exempt
		}
	}
	quiet := runs && p.quiet(now)
	p.asked = quiet && (p.asked || p.said.State == pickplace.Asking)
	if moving && !p.moving && now.Sub(p.rested) > restFor {
		p.started, p.sound = now, p.asked
	}
	p.sound = p.sound && quiet
	if p.moving = moving; moving {
		p.rested = now
	}
}

// touched checks that an arm that moves touches nothing that it may not touch, unless that came
// nearer by more than the clearance within the time in which the arm stops: V33.
func (w *Watch) touched(p *planned, now messages.Instant) {
	if p.places.count == 0 || p.bodies[0].count == 0 || !p.stand(p.places.ago(0)) {
		return
	}
	p.pairs(func(part *solids, body, row int) bool {
		w.pair(p, part, body, row, now)
		return true
	})
}

// pairs calls do with each part that moves with the arm, a body that the part may not touch, and
// the number of the part, until do returns false.
func (p *planned) pairs(do func(part *solids, body, row int) bool) {
	held := p.holds()
	for k := range p.bodies {
		if k == held {
			continue
		}
		for i := range p.links {
			if !p.allowed[[2]string{p.links[i].name, p.bodies[k].name}] && !do(&p.links[i], k, i) {
				return
			}
		}
		if held >= 0 && !p.allowed[[2]string{p.bodies[held].name, p.bodies[k].name}] && !do(&p.bodies[held].solids, k, len(p.links)+held) {
			return
		}
	}
}

// holds returns the body in the hand, -1 without one.
func (p *planned) holds() int {
	if p.said.Phase.Holds() && int(p.said.Object) < len(p.objects) {
		return p.objects[p.said.Object]
	}
	return -1
}

// pair checks a part that moves with the arm and a body.
func (w *Watch) pair(p *planned, part *solids, k, row int, now messages.Instant) {
	b := &p.bodies[k]
	before := &p.touch[row*len(p.bodies)+k]
	is := p.touches(part, &b.solids)
	began := is && !*before
	if *before = is; !began || !p.moving || !p.sound {
		return
	}
	stops := p.stops
	if p.slow > 0 || p.looks > 0 && now.Sub(p.looks) < p.stops+p.missed {
		stops += p.missed
	}
	since := now.Add(-stops)
	if p.blind > 0 || p.seeing > p.started || !p.hears(now) { // nobody looks at the motion
		since = min(since, p.started)
	}
	if came := b.moved(since); came <= p.keeps[k] {
		w.violate("V33", p.work, "", fmt.Sprintf("%s while the arm moves in phase %v, and the body has moved by %.4f m since %s; the arm stays %.4f m away, and stops within %v",
			pairText(part, &b.solids), p.said.Phase, came, since, p.keeps[k], stops))
	}
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

// ownFaults are the faults of an actor that concern no other one on its thread.
var ownFaults = []actors.FaultKind{actors.FaultPanic, actors.FaultConstructorPanic, actors.FaultError, actors.FaultGoexit, actors.FaultStopActor, actors.FaultCrashLoop,
	actors.FaultWrongMessage}

// plannedStruck records a fault that begins or ends.
func (w *Watch) plannedStruck(e messages.Event, f *actors.Fault, known bool) {
	for _, p := range w.planned {
		p.struck(e, f, known)
	}
}

func (p *planned) struck(e messages.Event, f *actors.Fault, known bool) {
	kind, _ := faults.KindOf(string(f.Kind))
	count := func(n *int) {
		switch {
		case e.Kind == messages.EventFaultEnded:
			*n = max(*n-1, 0)
		case f.Duration > 0 || kind.Lasts == faults.UntilEnd:
			*n++
		}
	}
	switch {
	case known && kind.Acts == "body":
		p.pushed = e.Time
		count(&p.pushes)
	case known && kind.Acts == "job":
		if e.Source == p.work {
			p.looks = e.Time
			count(&p.slow)
		}
	case known && slices.Contains(p.own, e.Source) && slices.Contains(ownFaults, f.Kind):
		if slices.Contains(p.watching, e.Source) {
			p.seeing = e.Time
			count(&p.blind)
		}
	default:
		p.calm, p.spoilt = e.Time, p.spoilt || !known || !kind.Heals
		count(&p.foreign)
	}
}

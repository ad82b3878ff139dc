package invariant

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/planners/bodypath"
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

// arm is the record of an arm that an actor moves among the bodies of an environment.
type arm struct {
	*room
	in       *world
	work     string // path of the actor
	scene    string // path of the actor of the environment
	robot    string // path of the plant
	places   *places
	own      []string // actors whose failures must not lead to a contact
	watching []string // those of them that look at what is left of a motion
	keeps    []float64
	stops    time.Duration // how soon after a body moved the arm rests, or is out of its way
	missed   time.Duration // how much later where jobs of the work have no answer

	touch   []bool           // links and bodies, then held objects and bodies: they touch
	moving  bool             // a joint moves
	rested  messages.Instant // since when no joint moves, or when one did last
	started messages.Instant // when the present motion began
	sound   bool             // all has been quiet since then

	foreign int              // active faults of parts that are not own
	spoilt  bool             // one of them leaves something stopped, lost or wrong
	calm    messages.Instant // when the newest of them began or ended
	pushes  int              // active faults that move bodies
	pushed  messages.Instant // when the newest of them began or ended
	blind   int              // active faults of watching actors
	seeing  messages.Instant // when the newest of them began or ended
	slow    int              // active faults of the jobs of the work
	looks   messages.Instant // when the newest of them began or ended
}

// clearance is the least distance from a body at which a motion goes on, m: half of the least one
// of a planner, 4 mm.
const clearance = 0.002

// newArms finds the arms of a world that move along plans.
func (w *Watch) newArms(m *world) {
	w.newPlanned(m)
	w.newElastic(m)
}

// newArm finds the robot and the environment of an actor that moves a joint group by a planner. It
// returns nil where their true places are not known.
func (w *Watch) newArm(m *world, work *app.Actor, env *app.Actor, planner, group string) *arm {
	robot := w.plantOf(m, group)
	if env == nil || robot == nil {
		return nil
	}
	scene, is := env.Instance.(*environment.Actor)
	if !is || scene.Kind == "physics" {
		return nil
	}
	a := &arm{in: m, work: work.Path, scene: env.Path, robot: robot.Path, places: w.places[robot.Path], room: newRoom(robot.Model, &scene.Options)}
	if a.room == nil {
		return nil
	}
	a.touch = make([]bool, (len(a.links)+len(a.bodies))*len(a.bodies))
	a.watching = []string{work.Path, env.Path}
	a.own = []string{work.Path, env.Path, planner}
	for k := range m.Actors {
		if _, moves := m.Actors[k].Instance.(*bodypath.Actor); moves {
			a.own = append(a.own, m.Actors[k].Path)
		}
	}
	for _, pair := range scene.Allowed {
		a.allow(nameOf(pair.First), nameOf(pair.Second))
	}
	return a
}

// nameOf returns the name of a link or a body without that of its robot.
func nameOf(part string) string {
	if _, link, found := strings.Cut(part, "/"); found {
		return link
	}
	return part
}

// keepAway records from which bodies the arm stays away, by a share of what its options say.
func (a *arm) keepAway(keep []motion.Keep, share float64) {
	a.keeps = make([]float64, len(a.bodies))
	for i := range a.bodies {
		a.keeps[i] = clearance
		for _, k := range keep {
			if k.Object == a.bodies[i].name {
				a.keeps[i] = max(clearance, share*float64(k.Away))
			}
		}
	}
}

// quiet reports whether only own parts have failed for long.
func (a *arm) quiet(now messages.Instant) bool {
	return a.foreign == 0 && len(a.in.reports) == 0 && !a.spoilt && (a.calm == 0 || now.Sub(a.calm) > recovers)
}

// runs reports whether every joint of the arm's world runs as it should.
func (a *arm) runs(now messages.Instant) bool {
	for i := range a.in.joints {
		if t := a.in.joints[i].truth; t != nil && (!t.Mode.Passes() || now < t.exempt) {
			return false
		}
	}
	return true
}

// moves records whether the arm moves, and along a motion that began while all was right.
func (a *arm) moves(now messages.Instant, right bool) {
	moving := false
	for i := range a.in.joints {
		t := a.in.joints[i].truth
		moving = moving || t != nil && math.Abs(t.Velocity) > restSpeed
	}
	if moving && !a.moving && now.Sub(a.rested) > restFor {
		a.started, a.sound = now, right
	}
	a.sound = a.sound && a.runs(now) && a.quiet(now)
	if a.moving = moving; moving {
		a.rested = now
	}
}

// contacts places the arm and calls do with each contact that begins while it moves: a part that
// moves with the arm, and a body that the part may not touch. held is the body in the hand, or -1.
func (a *arm) contacts(held int, do func(part *solids, body int)) {
	if a.places.count == 0 || a.bodies[0].count == 0 || !a.stand(a.places.ago(0)) {
		return
	}
	a.pairs(held, func(part *solids, body, row int) bool {
		before := &a.touch[row*len(a.bodies)+body]
		is := a.touches(part, &a.bodies[body].solids)
		began := is && !*before
		if *before = is; began && a.moving && a.sound {
			do(part, body)
		}
		return true
	})
}

// pairs calls do with each part that moves with the arm, a body that the part may not touch, and
// the number of the part, until do returns false.
func (a *arm) pairs(held int, do func(part *solids, body, row int) bool) {
	for k := range a.bodies {
		if k == held {
			continue
		}
		for i := range a.links {
			if !a.allowed[[2]string{a.links[i].name, a.bodies[k].name}] && !do(&a.links[i], k, i) {
				return
			}
		}
		if held >= 0 && !a.allowed[[2]string{a.bodies[held].name, a.bodies[k].name}] && !do(&a.bodies[held].solids, k, len(a.links)+held) {
			return
		}
	}
}

// came returns how far a body has come within the time in which the arm gets out of its way, and
// since when that is. While nobody looks, the beginning of the motion counts.
func (a *arm) came(body int, sees bool, now messages.Instant) (distance float64, since messages.Instant) {
	stops := a.stops
	if a.slow > 0 || a.looks > 0 && now.Sub(a.looks) < a.stops+a.missed {
		stops += a.missed
	}
	since = now.Add(-stops)
	if a.blind > 0 || a.seeing > a.started || !sees {
		since = min(since, a.started)
	}
	return a.bodies[body].moved(since), since
}

// ownFaults are the faults of an actor that concern no other one on its thread.
var ownFaults = []actors.FaultKind{actors.FaultPanic, actors.FaultConstructorPanic, actors.FaultError, actors.FaultGoexit, actors.FaultStopActor, actors.FaultCrashLoop,
	actors.FaultWrongMessage}

// struck records a fault that begins or ends.
func (a *arm) struck(e messages.Event, f *actors.Fault, known bool) {
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
		a.pushed = e.Time
		count(&a.pushes)
	case known && kind.Acts == "job":
		if e.Source == a.work {
			a.looks = e.Time
			count(&a.slow)
		}
	case known && slices.Contains(a.own, e.Source) && slices.Contains(ownFaults, f.Kind):
		if slices.Contains(a.watching, e.Source) {
			a.seeing = e.Time
			count(&a.blind)
		}
	default:
		a.calm, a.spoilt = e.Time, a.spoilt || !known || !kind.Heals
		count(&a.foreign)
	}
}

// arms are the arms that move along plans of any kind.
func (w *Watch) arms() (all []*arm) {
	for _, p := range w.planned {
		all = append(all, p.arm)
	}
	for _, e := range w.elastic {
		all = append(all, e.arm)
	}
	return all
}

// armsStruck records a fault that begins or ends.
func (w *Watch) armsStruck(e messages.Event, f *actors.Fault, known bool) {
	for _, a := range w.arms() {
		a.struck(e, f, known)
	}
}

// channelOfScene returns the check of the bodies of an environment.
func (w *Watch) channelOfScene(topic string) (channel, bool) {
	var among []*arm
	for _, a := range w.arms() {
		if topic == a.scene+".bodies" {
			among = append(among, a)
		}
	}
	return channel{look: func(s messages.Stamp, v any) {
		for _, a := range among {
			a.observe(s.Time, v.(*messages.BodyPoses))
		}
	}}, len(among) > 0
}

// judgeArms checks the arms of a simulated robot once per step of it.
func (w *Watch) judgeArms(robot string, now messages.Instant) {
	for _, p := range w.planned {
		if p.robot == robot {
			w.judgePlanned(p, now)
		}
	}
	for _, e := range w.elastic {
		if e.robot == robot {
			w.judgeElastic(e, now)
		}
	}
}

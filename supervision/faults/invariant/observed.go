package invariant

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/observers/baseorientation"
	"github.com/robo-actors/robo-actors/actors/observers/floatingbase"
	"github.com/robo-actors/robo-actors/actors/observers/wheelodometry"
	"github.com/robo-actors/robo-actors/actors/planners/gripperpath"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// observer is the record of an actor that estimates how a simulated robot moves: V48. A fault that
// changes what reaches it excuses its estimate. One that only ends or suspends an actor does not:
// an observer withdraws its output, and what it sends afterwards is true again.
type observer struct {
	path  string
	topic string   // its output
	chain []string // it, and the actors of its world whose values reach it
	life  messages.Incarnation
	gap   bool // it has withdrawn its output since it last sent

	strikes
}

// estimator is an observer of any kind.
type estimator interface {
	about() *observer
	// says checks a value that the observer sends.
	says(w *Watch, stamp messages.Stamp, value any)
}

func (o *observer) about() *observer { return o }

// newObservers finds the observers of a world whose robot is simulated.
func (w *Watch) newObservers(m *world) {
	for i := range m.Actors {
		a := &m.Actors[i]
		var e estimator
		switch law := a.Instance.(type) {
		case *wheelodometry.Actor:
			e = w.newOdometer(m, a, &law.Options)
		case *baseorientation.Actor:
			e = w.newLevel(m, a, &law.Options)
		case *floatingbase.Actor:
			e = w.newFloating(m, a, &law.Options)
		case *gripperpath.Actor:
			e = w.newHalt(m, a, &law.Options)
		}
		if e != nil && e.about() != nil {
			w.estimators = append(w.estimators, e)
		}
	}
	w.newHandovers(m)
}

func newObserver(m *world, a *app.Actor, port string) *observer {
	return &observer{path: a.Path, topic: a.Path + "." + port, chain: chainOf(m, a)}
}

// chainOf lists an actor, and the actors of its world whose values reach it.
func chainOf(m *world, a *app.Actor) []string {
	all := []string{a.Path, m.Name + "/" + app.PerceptionActor}
	for k := 0; k < len(all); k++ {
		if by := m.actorAt(all[k]); by != nil {
			for _, in := range by.Inputs {
				if from := ownerOf(in.From); from != "" && !slices.Contains(all, from) {
					all = append(all, from)
				}
			}
		}
	}
	return all
}

// actorAt returns the processor of a world with a path, nil without one.
func (m *world) actorAt(path string) *app.Actor {
	for i := range m.Actors {
		if m.Actors[i].Path == path {
			return &m.Actors[i]
		}
	}
	return nil
}

// fedBy returns the output that feeds an input of an actor, empty for that of the default.
func fedBy(a *app.Actor, port string) string {
	for _, in := range a.Inputs {
		if in.Port == port {
			return in.From
		}
	}
	return ""
}

// channelOfObserver returns the check of what an observer sends, or of what it reads.
func (w *Watch) channelOfObserver(topic string) (channel, bool) {
	for _, e := range w.estimators {
		o := e.about()
		if o.topic == topic {
			return channel{look: func(s messages.Stamp, v any) {
				e.says(w, s, v)
				o.life, o.gap = s.Incarnation, false
			}, withdraw: func(messages.Stamp) { o.gap = true }}, true
		}
	}
	for _, e := range w.estimators {
		if o, is := e.(*odometer); is && o.contactFrom == topic {
			return channel{look: func(s messages.Stamp, v any) { w.contacted(topic, v.(*messages.FloorContact)) }}, true
		}
	}
	return channel{}, false
}

// observersStruck records a fault that begins or ends.
func (w *Watch) observersStruck(e messages.Event, f *actors.Fault, known bool) {
	for _, x := range w.estimators {
		x.about().struck(e, f, known)
	}
}

// struck records a fault of a link, of the inertial measurement unit, of the agent, or one that
// gives false times.
func (o *observer) struck(e messages.Event, f *actors.Fault, known bool) {
	_, to, link := strings.Cut(e.Source, "->")
	lies := strings.HasPrefix(string(f.Kind), "imu_") || strings.HasPrefix(string(f.Kind), "agent_") || f.Kind == actors.FaultBadPeriod
	if known && !lies && !(link && slices.Contains(o.chain, ownerOf(to))) {
		return
	}
	o.note(e, f, known)
}

// quiet reports whether nothing excuses the estimate.
func (o *observer) quiet(now messages.Instant) bool {
	return o.foreign == 0 && !o.spoilt && (o.calm == 0 || now.Sub(o.calm) > excuse)
}

// odometer is the record of an actor of the kind wheel_odometry.
type odometer struct {
	*observer
	in          *world
	wheels      []*joint
	radius      []float64 // m, signed
	contactFrom string    // the output with the contacts of the wheels
	touching    [contactsKept]uint64
	last        messages.WheelOdometry
	at          messages.Instant
}

// contactsKept is the number of contacts that an odometry may use: the newest one, or one that a
// later cycle has replaced.
const contactsKept = 3

// encoderSettles is how long the velocity that a drive derives from its encoder shows an earlier
// one: 15 lags of the slower half of its filter, of which less than a millionth is left.
const encoderSettles = 10 * time.Millisecond

// newOdometer returns nil where the true speed of a wheel is not known.
func (w *Watch) newOdometer(m *world, a *app.Actor, o *wheelodometry.Options) estimator {
	x := &odometer{observer: newObserver(m, a, "odometry"), in: m, contactFrom: fedBy(a, "contact")}
	for _, wheel := range o.Wheels {
		i := slices.IndexFunc(m.joints, func(j joint) bool { return j.name == wheel.Joint })
		if i < 0 || m.joints[i].place == nil || m.joints[i].truth == nil {
			return nil
		}
		x.wheels, x.radius = append(x.wheels, &m.joints[i]), append(x.radius, float64(wheel.Radius))
	}
	return x
}

// contacted records the contacts of wheels that an observer sends.
func (w *Watch) contacted(topic string, v *messages.FloorContact) {
	touching := uint64(0)
	for i := range v.Wheel {
		if v.Wheel[i].Contact {
			touching |= 1 << i
		}
	}
	for _, e := range w.estimators {
		if o, is := e.(*odometer); is && o.contactFrom == topic {
			copy(o.touching[1:], o.touching[:])
			o.touching[0] = touching
		}
	}
}

// says checks an odometry: its velocity is the mean of what the wheels that touch the ground truly
// roll, and its position grows by it.
func (o *odometer) says(w *Watch, stamp messages.Stamp, value any) {
	v, now := value.(*messages.WheelOdometry), w.now()
	before, passed, continues := o.last, stamp.Time.Sub(o.at).Seconds(), o.at > 0 && stamp.Incarnation == o.life
	o.last, o.at = *v, stamp.Time
	if !o.quiet(now) || w.blocking.at(now) || slices.ContainsFunc(o.wheels, func(j *joint) bool { return j.truth == nil || now < j.truth.exempt }) {
		return
	}
	if step := v.Position - before.Position; continues && !o.gap && v.Position != 0 && step != 0 && math.Abs(step-v.Velocity*passed) > 1e-9*(1+math.Abs(v.Position)) {
		w.violate("V48", o.path, "", fmt.Sprintf("its position went from %.6f to %.6f m within %.6f s, at a velocity of %.6f m/s", before.Position, v.Position, passed, v.Velocity))
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, touching := range o.touching {
		if touching == 0 && (!continues || v.Velocity == before.Velocity) {
			return // in the air it keeps its last velocity
		}
		if touching != 0 {
			a, b, known := o.rolls(w, stamp.Time, touching)
			if !known || v.Velocity >= a && v.Velocity <= b {
				return
			}
			low, high = min(low, a), max(high, b)
		}
	}
	w.violate("V48", o.path, "", fmt.Sprintf("it says %.4f m/s, but the wheels that touch the ground have truly rolled at %.4f to %.4f m/s since they were measured, and it said %.4f m/s before",
		v.Velocity, low, high, before.Velocity))
}

// rolls returns the least and the greatest mean of the true speeds of the wheels that touch, m/s.
func (o *odometer) rolls(w *Watch, stamp messages.Instant, touching uint64) (low, high float64, known bool) {
	n := 0.0
	for i, j := range o.wheels {
		if touching&(1<<i) == 0 {
			continue
		}
		b := &o.in.buses[j.bus]
		measured := stamp.Add(-b.MaxAge)
		if o.in.sensed == stamp {
			measured = o.in.seen.Time[j.index]
		}
		a, z, ok := j.place.of.speedHull(j.place.speed, w.measuredSince(b, measured).Add(-encoderSettles))
		if !ok {
			return 0, 0, false
		}
		off := j.place.reads * 2 * math.Pi * j.place.filter
		a, z = o.radius[i]*(a-off), o.radius[i]*(z+off)
		low, high, n = low+min(a, z), high+max(a, z), n+1
	}
	return low / n, high / n, true
}

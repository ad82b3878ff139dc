package invariant

import (
	"math/bits"
	"reflect"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Watch checks one run of an application in virtual time. It is an actors.Recorder and belongs to
// the goroutine that advances the system.
type Watch struct {
	config      *app.Config
	groundTruth map[string]hardware.GroundTruth // by the path of a plant; empty without simulated robots
	now         func() messages.Instant
	broken      func(*Violation)
	first       *Violation
	worlds      []*world
	places      map[string]*places // by the path of a plant
	couplings   []*coupling
	plants      []*app.Plant // that are there
	arrivals    arrivals
	linkModels  []*linkModel
	groups      []restarts
	tiers       []tier
	answer      answer
	comebacks   map[string]*comeback // by actor
	expecting   bool                 // some actor is expected to restart
	channels    []channel
	planned     []*planned
	elastic     []*elastic
	estimators  []estimator
	customs     []custom
	view        View

	hash        uint64
	events      [lastEvents]messages.Event // the newest events, a ring
	count       int
	decisions   uint64
	ticks       []*ticks // of the actors
	links       []string // of the application, as output->input; nil where they are not known
	struck      bool     // a fault has been injected
	late        latefaults
	provoked    []string         // actors that a fault makes panic
	toppled     bool             // joints of a robot that nothing holds have stopped
	lastFault   messages.Instant // when the newest fault began or ended
	modes       map[string]messages.Mode
	down        map[string]bool  // actors between two incarnations
	newsLate    map[string]int   // faults that delay the event of an actor's failure
	extremes    int              // faults that change numbers
	delaying    int              // faults that delay a thread
	delayedAt   messages.Instant // when such a fault last began or ended
	delayedOnce bool             // there was one
	blocking    blocking
	modelled    time.Duration     // how long a release may wait for its thread without a fault
	life        map[string]string // the newest state of each actor's life
	visited     Visited
	halting     bool
	jolt        time.Duration    // how long a joint shakes the others
	shaken      messages.Instant // until when a fault of one drive excuses the motion of the others
	sways       bool             // a joint of the robot at hand that runs moves, and with it perhaps held ones
}

// lastEvents is the number of events kept for reports.
const lastEvents = 48

// channel is one checked output.
type channel struct {
	look     func(stamp messages.Stamp, value any)
	withdraw func(stamp messages.Stamp)
	actor    string    // that sends
	sender   *comeback // the same
	topic    string
	value    reflect.Type
	period   time.Duration    // of the actor; 0 where nothing says when it is released
	beside   messages.Instant // since when it has been released beside its grid, 0 on it
	usual    time.Duration    // how late it was at the begin of the run
}

// New returns a watch over an application. groundTruth has the true states of its simulated robots,
// by the paths of the plants; the checks that need one are left out for drives of other plants.
func New(config *app.Config, groundTruth map[string]hardware.GroundTruth) (*Watch, error) {
	w := &Watch{comebacks: map[string]*comeback{}, config: config, groundTruth: groundTruth, jolt: jolt, hash: 1469598103934665603, modes: map[string]messages.Mode{}, down: map[string]bool{}, life: map[string]string{}, newsLate: map[string]int{}}
	w.view.w = w
	w.places = map[string]*places{}
	for _, p := range config.Plants {
		w.addPlant(p)
	}
	for i := range config.Worlds {
		m, err := w.newWorld(&config.Worlds[i])
		if err != nil {
			return nil, err
		}
		w.worlds = append(w.worlds, m)
	}
	for _, m := range w.worlds {
		w.newArms(m)
		w.newObservers(m)
	}
	w.newCouplings(config)
	w.newBases()
	w.newRestarts()
	w.modelled = modelledTime(config)
	return w, nil
}

// Attach sets the clock of the system that the watch checks and a function that receives the first
// violation. The watch stops at the first violation.
func (w *Watch) Attach(now func() messages.Instant, broken func(*Violation)) {
	w.now, w.broken = now, broken
}

// First returns the first violation, or nil.
func (w *Watch) First() *Violation { return w.first }

// Hash returns a hash of every event and every checked value, in order.
func (w *Watch) Hash() uint64 { return w.hash }

// Decisions returns the number of commands per joint that gates have sent.
func (w *Watch) Decisions() uint64 { return w.decisions }

// LastEvents returns the newest events in order.
func (w *Watch) LastEvents() []messages.Event {
	n := min(w.count, lastEvents)
	all := make([]messages.Event, 0, n)
	for i := w.count - n; i < w.count; i++ {
		all = append(all, w.events[i%lastEvents])
	}
	return all
}

// violate records the first violation.
func (w *Watch) violate(id, actor, joint, text string) {
	if w.first != nil {
		return
	}
	w.first = &Violation{Invariant: id, Time: w.now(), Actor: actor, Joint: joint, Text: text}
	if w.broken != nil {
		w.broken(w.first)
	}
}

// Violate records a violation that a model beside the watch has found, unless there was one before.
func (w *Watch) Violate(v Violation) {
	if w.first != nil || w.halting {
		return
	}
	w.first = &v
	if w.broken != nil {
		w.broken(w.first)
	}
}

// mix adds a word to the hash.
func (w *Watch) mix(x uint64) {
	h := bits.RotateLeft64(w.hash^x, 29) * 0x9e3779b97f4a7c15
	w.hash = h ^ h>>32
}

func (w *Watch) mixText(s string) {
	x := uint64(len(s))
	for i := range len(s) {
		x = x*1099511628211 ^ uint64(s[i])
	}
	w.mix(x)
}

// Channel implements actors.Recorder.
func (w *Watch) Channel(topic string, value reflect.Type) (id int, ok bool) {
	c, ok := w.channelOf(topic, value)
	if !ok && len(w.config.Parts) == 0 { // else a part may need it
		return 0, false
	}
	c.actor, c.topic, c.value = ownerOf(topic), topic, value
	c.sender, c.period = w.comebackOf(c.actor), w.periodOfSender(c.actor)
	w.channels = append(w.channels, c)
	return len(w.channels) - 1, true
}

// channelOf returns the check of an output.
func (w *Watch) channelOf(topic string, value reflect.Type) (channel, bool) {
	if plant, port, _ := strings.Cut(topic, "."); port == "state" && w.plantAt(plant) != nil && value == reflect.TypeFor[messages.JointState]() {
		r := &robot{path: plant}
		return channel{look: func(stamp messages.Stamp, v any) { w.robot(r, stamp, v.(*messages.JointState)) }}, true
	}
	for _, m := range w.worlds {
		actor, port, _ := strings.Cut(topic, ".")
		if !strings.HasPrefix(topic, m.Name+"/") {
			continue
		}
		if c, ok := w.channelOfWorld(m, actor, port, topic); ok {
			return c, true
		}
	}
	if c, ok := w.channelOfSpine(topic); ok {
		return c, true
	}
	if c, ok := w.channelOfPlanned(topic); ok {
		return c, true
	}
	if c, ok := w.channelOfScene(topic); ok {
		return c, true
	}
	if c, ok := w.channelOfObserver(topic); ok {
		return c, true
	}
	for i := range w.couplings {
		k := w.couplings[i]
		switch {
		case topic == k.stateFrom:
			return channel{look: func(s messages.Stamp, v any) { w.estimated(topic, s, v.(*messages.VirtualState)) }}, true
		case k.sender == nil: // it carries no commands
		case topic == k.command.from:
			return channel{look: func(s messages.Stamp, v any) { k.commanded(w, s, v.(*messages.JointCommand)) },
				withdraw: func(s messages.Stamp) { k.command.post(inFlightValue{stamp: s}, w.now()) }}, true
		case topic == k.out:
			return channel{look: func(s messages.Stamp, v any) { k.handed(w, s, v.(*messages.JointCommand)) }, withdraw: func(s messages.Stamp) { k.retracted(s, w.now()) }}, true
		}
	}
	return channel{}, false
}

func (w *Watch) channelOfWorld(m *world, actor, port, topic string) (channel, bool) {
	if topic == m.Name+"/"+app.PerceptionActor+".snapshot" {
		return channel{look: func(s messages.Stamp, v any) { w.snapshot(m, s, v.(*messages.Snapshot)) }}, true
	}
	for b := range m.buses {
		switch {
		case actor == m.gate && port == m.buses[b].Name:
			return channel{look: func(s messages.Stamp, v any) { w.command(m, &m.buses[b], s, v.(*messages.DriveCommand)) },
				withdraw: func(s messages.Stamp) { m.buses[b].command.post(inFlightValue{stamp: s}, w.now()) }}, true
		case actor == m.buses[b].Path && port == "state":
			return channel{look: func(s messages.Stamp, v any) { w.reply(m, &m.buses[b], s, v.(*messages.DriveState)) }}, true
		}
	}
	for i := range m.sensors {
		if s := &m.sensors[i]; topic == s.topic {
			return channel{look: func(stamp messages.Stamp, _ any) { w.sampled(s, stamp) }}, true
		}
	}
	for i := range m.controllers {
		c := &m.controllers[i]
		if actor == c.path && port == "command" {
			return channel{look: func(s messages.Stamp, v any) { w.controlled(m, c, s, v.(*messages.JointCommand)) },
				withdraw: func(s messages.Stamp) { w.retracted(m, c, s) }}, true
		}
	}
	return channel{}, false
}

// Record implements actors.Recorder.
func (w *Watch) Record(id int, stamp messages.Stamp, value any) {
	if len(w.arrivals.actors) > 0 {
		w.arrive()
	}
	if w.first != nil || w.channels[id].look == nil {
		return
	}
	w.mix(uint64(stamp.Time))
	w.mix(stamp.Sequence)
	w.silent(&w.channels[id])
	w.onGrid(&w.channels[id])
	w.channels[id].look(stamp, value)
}

// Withdraw implements actors.WithdrawalRecorder.
func (w *Watch) Withdraw(id int, stamp messages.Stamp) {
	if w.first == nil && w.channels[id].withdraw != nil {
		w.channels[id].withdraw(stamp)
	}
}

// Dropped implements actors.Recorder. Nothing is dropped in virtual time.
func (w *Watch) Dropped(int, uint64) {}

// Event implements actors.Recorder.
func (w *Watch) Event(e messages.Event) {
	if w.first != nil {
		return
	}
	w.events[w.count%lastEvents] = e
	w.count++
	w.mix(uint64(e.Time))
	w.mix(uint64(e.Kind)<<32 | uint64(e.Cause)<<24 | uint64(e.From)<<16 | uint64(e.To)<<8 | uint64(e.Incarnation)<<40)
	w.mixText(e.Source)
	w.mixText(e.Joint)
	if w.halting {
		return
	}
	if e.Kind == messages.EventAdded || e.Kind == messages.EventRemoved {
		w.changed(e)
	} else {
		w.arrive()
	}
	w.visited.life(w, e)
	w.leasesLive(e)
	if e.Kind == messages.EventFailed || e.Kind == messages.EventHang || e.Kind == messages.EventStarted {
		for _, l := range w.linkModels {
			l.reconnect(e.Source, e.Time)
		}
	}
	switch e.Kind {
	case messages.EventFaultInjected, messages.EventFaultEnded:
		w.fault(e)
	case messages.EventModeChanged:
		w.modeChanged(e)
		w.topples(e)
	case messages.EventAcknowledged:
		w.acknowledged(e)
	case messages.EventFailed, messages.EventHang:
		w.failure(e)
	case messages.EventStarted:
		w.incarnate(e)
		w.started(e)
	case messages.EventStopped:
		w.stopped(e)
	case messages.EventStopSent:
		w.stopSent(e)
	case messages.EventRestarting:
		w.restarting(e)
	case messages.EventEscalated:
		w.escalated(e)
	case messages.EventOverrun:
		w.starved(e)
	}
}

// fault records the injected faults of links.
func (w *Watch) fault(e messages.Event) {
	w.lastFault = e.Time
	action, err := faults.Parse("at 0s " + e.Text)
	known := err == nil
	if e.Kind == messages.EventFaultInjected {
		w.visited.fault(w, e, action.Fault, known)
		w.spoil(e.Source, action.Fault)
	}
	w.excuse(e)
	w.struck = true
	w.provokes(e, &action.Fault)
	w.meets(e, &action.Fault, known)
	w.falseTimes(e, &action.Fault)
	w.busStruck(e)
	w.leasesStruck(e, &action.Fault, known)
	w.armsStruck(e, &action.Fault, known)
	w.observersStruck(e, &action.Fault, known)
	for i := range w.couplings {
		if b := w.couplings[i].base; b != nil {
			b.struck(e, &action.Fault, known)
		}
	}
	w.delayed(e, action.Fault.Kind)
	w.blocks(e, &action.Fault, known)
	if known && action.Fault.Kind == actors.FaultExtreme { // set-points jump, and drives that follow them shake the rest
		w.shaken = max(w.shaken, e.Time.Add(w.jolt))
		if e.Kind == messages.EventFaultInjected {
			w.extremes++
		} else {
			w.extremes--
		}
	}
	if known && action.Fault.Kind == actors.FaultWatchLate {
		if e.Kind == messages.EventFaultInjected {
			w.newsLate[e.Source]++
		} else {
			w.newsLate[e.Source]--
		}
	}
	for _, l := range w.linkModels {
		if !sameLink(l, e.Source) {
			continue
		}
		if e.Kind == messages.EventFaultEnded {
			l.end(e.Text, e.Time)
			continue
		}
		if !known {
			action.Fault = actors.Fault{Kind: "unknown"}
		}
		l.begin(e.Text, action.Fault.Completed(), e.Time)
	}
}

func sameLink(l *linkModel, name string) bool {
	return len(name) == len(l.from)+len(l.to)+2 && strings.HasPrefix(name, l.from) && strings.HasSuffix(name, l.to)
}

// Halting records that the application ends. Later behaviour is not checked.
func (w *Watch) Halting() { w.halting = true }

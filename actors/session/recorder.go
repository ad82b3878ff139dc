package session

import (
	"reflect"
	"strings"
	"sync"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/session/report"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// isTruth reports whether an output is the true state of the body of a simulated robot.
func isTruth(topic string) bool {
	return strings.HasPrefix(topic, app.PlantWorld+"/") && strings.HasSuffix(topic, ".truth")
}

// observer is the recorder of a session. It passes everything to the recording and keeps what the
// report needs.
type observer struct {
	next actors.Recorder // nil without a recording

	// These fields do not change after the start of the system.
	channels  []int  // own channel -> channel of next, -1 where that does not record it
	reference int    // own channel, -1 until declared
	referred  string // its topic
	truth     int
	met       *met
	states    map[int]*driveFaults // by own channel
	// stopBegan returns when a system in real time began to stop; nil in virtual time, where nothing
	// runs on while actors stop.
	stopBegan func() (at messages.Instant, began bool)

	mu       sync.Mutex              // progress and requests read while the system runs
	buses    map[string]*driveFaults // by the output of their states
	tracking report.Tracking
	events   eventLog
	stops    report.Stops
	waits    report.Waits
	dropped  uint64
}

func newObserver(next actors.Recorder, m *met) *observer {
	return &observer{next: next, reference: -1, truth: -1, met: m, buses: map[string]*driveFaults{}, states: map[int]*driveFaults{}}
}

// bus returns what is kept of the bus with an output of states, nil for any other output. A bus
// that a part adds again begins anew.
func (o *observer) bus(topic string) *driveFaults {
	for _, c := range o.met.newestFirst() {
		if bus := busesOf(c)[topic]; bus != nil {
			o.mu.Lock()
			o.buses[topic] = bus
			o.mu.Unlock()
			return bus
		}
	}
	return nil
}

// Channel implements actors.Recorder.
func (o *observer) Channel(topic string, value reflect.Type) (id int, ok bool) {
	recorded := -1
	if o.next != nil {
		if id, ok := o.next.Channel(topic, value); ok {
			recorded = id
		}
	}
	own := len(o.channels)
	var bus *driveFaults
	if value == reflect.TypeFor[messages.DriveState]() {
		bus = o.bus(topic)
	}
	switch {
	case bus != nil:
		o.states[own] = bus
	case isTruth(topic) && o.truth < 0:
		o.truth = own
	case value == reflect.TypeFor[messages.BodyReference]() && o.reference < 0:
		o.reference, o.referred = own, topic
	case recorded < 0:
		return 0, false
	}
	o.channels = append(o.channels, recorded)
	return own, true
}

// Record implements actors.Recorder.
func (o *observer) Record(id int, stamp messages.Stamp, value any) {
	switch id { // most values are of other channels: the lock is not for them
	case o.reference:
		o.mu.Lock()
		o.tracking.AddReference(stamp.Time, value.(*messages.BodyReference).Pose)
		o.mu.Unlock()
	case o.truth:
		o.mu.Lock()
		o.tracking.AddTruth(stamp.Time, value.(*messages.BodyState).Pose)
		o.mu.Unlock()
	default:
		if bus, is := o.states[id]; is {
			o.mu.Lock()
			bus.note(stamp.Time, value.(*messages.DriveState))
			o.mu.Unlock()
		}
	}
	if k := o.channels[id]; k >= 0 {
		o.next.Record(k, stamp, value)
	}
}

// Event implements actors.Recorder.
func (o *observer) Event(e messages.Event) {
	o.mu.Lock()
	o.events.add(e)
	if !o.ending(&e) {
		o.stops.Add(&e)
		o.waits.Event(e)
	}
	o.mu.Unlock()
	if o.next != nil {
		o.next.Event(e)
	}
}

// ending reports whether an event belongs to the end of the run: an actor that stops later than
// others sees their values become stale, and a gate then stops its joints.
func (o *observer) ending(e *messages.Event) bool {
	if o.stopBegan == nil {
		return false
	}
	at, began := o.stopBegan()
	return began && e.Time >= at
}

// Health implements actors.HealthRecorder.
func (o *observer) Health(at messages.Instant, all []messages.Health) {
	if h, ok := o.next.(actors.HealthRecorder); ok {
		h.Health(at, all)
	}
}

// Dropped implements actors.Recorder.
func (o *observer) Dropped(id int, count uint64) {
	o.dropped += count
	if k := o.channels[id]; k >= 0 {
		o.next.Dropped(k, count)
	}
}

// faultOf describes the fault of the drive of an explained joint.
func (o *observer) faultOf(c *app.Config, x *Explained) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return faultOf(c, o.buses, x.World, x.Joint, x.begin())
}

// history returns the kept events.
func (o *observer) history() []messages.Event {
	o.mu.Lock()
	kept := o.events.snapshot()
	o.mu.Unlock()
	return kept.all()
}

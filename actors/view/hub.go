package view

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/view/metrics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
)

// keepEvery is how often the value of an output is kept that no viewer wants, so that a new
// subscriber of a rare output sees its last value.
const keepEvery = 200 * time.Millisecond

// pendingEvents bounds the events that wait for the publisher.
const pendingEvents = 4096

// Hub is the recorder of a view: it keeps the newest value of each output, encoded, and the events
// that were not published yet. Its locks are held while one value is encoded or a buffer is
// exchanged, never while anything is sent to a viewer.
type Hub struct {
	pace   *pace // nil without one
	counts *metrics.Events

	outputs atomic.Pointer[[]*output]
	mu      sync.Mutex // guards what follows, and additions to outputs
	events  []messages.Event
	lost    uint64 // events
	health  []messages.Health
	fresh   bool // the health
}

var _ actors.HealthRecorder = (*Hub)(nil)

// NewHub returns the recorder of a view. In virtual time a paced hub lets no instant of a run pass
// before as much time has passed since the first one.
func NewHub(paced bool) *Hub {
	h := &Hub{counts: metrics.NewEvents()}
	if paced {
		h.pace = &pace{}
	}
	h.outputs.Store(&[]*output{})
	return h
}

// output is an output of the application.
type output struct {
	topic  string
	value  reflect.Type
	codec  *pb.Codec
	wanted atomic.Bool // by a viewer

	next messages.Instant // of the recorder: when a value is kept though nobody wants it

	mu    sync.Mutex
	data  []byte // the newest value with its stamp
	stamp messages.Stamp
	fresh bool // not taken by the publisher
}

// Channel implements actors.Recorder. Values of types without a protobuf form are not shown.
func (h *Hub) Channel(topic string, value reflect.Type) (id int, ok bool) {
	codec, err := pb.CodecFor(value)
	if err != nil {
		return 0, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	all := slices.Clone(*h.outputs.Load())
	all = append(all, &output{topic: topic, value: value, codec: codec})
	h.outputs.Store(&all)
	return len(all) - 1, true
}

// Record implements actors.Recorder.
func (h *Hub) Record(id int, stamp messages.Stamp, value any) {
	if h.pace != nil {
		h.pace.wait(stamp.Time)
	}
	o := (*h.outputs.Load())[id]
	if !o.wanted.Load() && stamp.Time < o.next {
		return
	}
	o.next = stamp.Time.Add(keepEvery)
	o.mu.Lock()
	defer o.mu.Unlock()
	data, err := o.codec.Append(o.data[:0], value)
	if err != nil {
		return // the type was checked by Channel
	}
	o.data, o.stamp, o.fresh = pb.AppendStamp(data, stamp), stamp, true
}

// take exchanges the buffer of the newest value for another one. It returns false if the value was
// taken before.
func (o *output) take(buffer []byte) (data []byte, stamp messages.Stamp, fresh bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.fresh {
		return buffer, stamp, false
	}
	data, o.data, o.fresh = o.data, buffer, false
	return data, o.stamp, true
}

// Event implements actors.Recorder.
func (h *Hub) Event(e messages.Event) {
	h.counts.Event(e)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.events) == pendingEvents {
		h.lost++
		return
	}
	h.events = append(h.events, e)
}

// Health implements actors.HealthRecorder.
func (h *Hub) Health(_ messages.Instant, all []messages.Health) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.health, h.fresh = append(h.health[:0], all...), true
}

// Dropped implements actors.Recorder. The recording counts what the runtime could not hand over.
func (h *Hub) Dropped(int, uint64) {}

// takeEvents returns the events since the last call.
func (h *Hub) takeEvents() []messages.Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	events := h.events
	h.events = nil
	return events
}

// takeHealth returns the condition of the actors, nil if it was taken before.
func (h *Hub) takeHealth() []messages.Health {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.fresh {
		return nil
	}
	h.fresh = false
	return slices.Clone(h.health)
}

// pace delays a run in virtual time to the pace of real time.
type pace struct {
	began time.Time
	next  messages.Instant
}

// paceStep is how far a run may be ahead.
const paceStep = 5 * time.Millisecond

// wait waits until an instant of the run is due.
func (p *pace) wait(at messages.Instant) {
	if at < p.next {
		return
	}
	if p.began.IsZero() {
		p.began = time.Now().Add(-time.Duration(at))
	}
	time.Sleep(time.Until(p.began.Add(time.Duration(at))))
	p.next = at.Add(paceStep)
}

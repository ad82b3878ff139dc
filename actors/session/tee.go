package session

import (
	"reflect"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// tee is a recorder that passes everything to several recorders.
type tee struct {
	to  []actors.Recorder
	ids [][]int // by own channel and recorder, -1 where that does not record the channel
}

// join returns a recorder that passes everything to all of them, nil without any.
func join(recorders ...actors.Recorder) actors.Recorder {
	switch len(recorders) {
	case 0:
		return nil
	case 1:
		return recorders[0]
	}
	return &tee{to: recorders}
}

// Channel implements actors.Recorder.
func (t *tee) Channel(topic string, value reflect.Type) (id int, ok bool) {
	ids := make([]int, len(t.to))
	for i, r := range t.to {
		ids[i] = -1
		if id, takes := r.Channel(topic, value); takes {
			ids[i], ok = id, true
		}
	}
	if !ok {
		return 0, false
	}
	t.ids = append(t.ids, ids)
	return len(t.ids) - 1, true
}

// Record implements actors.Recorder.
func (t *tee) Record(id int, stamp messages.Stamp, value any) {
	for i, k := range t.ids[id] {
		if k >= 0 {
			t.to[i].Record(k, stamp, value)
		}
	}
}

// Event implements actors.Recorder.
func (t *tee) Event(e messages.Event) {
	for _, r := range t.to {
		r.Event(e)
	}
}

// Health implements actors.HealthRecorder.
func (t *tee) Health(at messages.Instant, all []messages.Health) {
	for _, r := range t.to {
		if h, takes := r.(actors.HealthRecorder); takes {
			h.Health(at, all)
		}
	}
}

// Dropped implements actors.Recorder.
func (t *tee) Dropped(id int, count uint64) {
	for i, k := range t.ids[id] {
		if k >= 0 {
			t.to[i].Dropped(k, count)
		}
	}
}

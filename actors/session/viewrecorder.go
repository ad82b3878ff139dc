package session

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/messages"
)

// drawnPeriod is the period of the topics for viewers in a recording, on the clock of the run.
const drawnPeriod = time.Second / 30

// drawnRecorder adds the topics of a drawing to a recording, so that viewers show the robot without
// this program. What it writes depends on the values and their stamps only.
type drawnRecorder struct {
	sink    *record.Sink
	drawing *draw.Drawing
	sources []drawnSource // by own channel
	topics  []drawnTopic  // of the drawing
	log     int           // -1 if it is excluded
	next    messages.Instant
}

type drawnSource struct {
	id     int
	topics []int
}

type drawnTopic struct {
	id       int
	recorded bool
	changed  bool
	written  uint64
}

var _ actors.Recorder = (*drawnRecorder)(nil)

// newDrawnRecorder declares the topics, and records the shapes of the robots.
func (s *Session) newDrawnRecorder() (*drawnRecorder, error) {
	root, err := os.OpenRoot(filepath.Dir(s.source))
	if err != nil {
		return nil, err
	}
	drawing, err := draw.New(s.Config, draw.NewMeshes(root.FS()))
	if err := errors.Join(err, root.Close()); err != nil {
		return nil, err
	}
	d := &drawnRecorder{sink: s.sink, drawing: drawing, log: -1}
	for i, t := range drawing.Topics() {
		id, recorded := s.sink.Declare(t.Name, t.Codec)
		d.topics = append(d.topics, drawnTopic{id: id, recorded: recorded})
		if t.Constant {
			d.write(i, 0)
		}
	}
	if id, recorded := s.sink.Declare(draw.LogTopic, draw.LogCodec()); recorded {
		d.log = id
	}
	return d, nil
}

// Channel implements actors.Recorder.
func (d *drawnRecorder) Channel(topic string, value reflect.Type) (id int, ok bool) {
	source, topics, reads := d.drawing.Source(topic, value)
	if !reads {
		return 0, false
	}
	d.sources = append(d.sources, drawnSource{source, topics})
	return len(d.sources) - 1, true
}

// Record implements actors.Recorder.
func (d *drawnRecorder) Record(id int, stamp messages.Stamp, value any) {
	s := &d.sources[id]
	d.drawing.Take(s.id, stamp.Time, value)
	for _, t := range s.topics {
		d.topics[t].changed = true
	}
	if stamp.Time < d.next {
		return
	}
	d.next = (stamp.Time/messages.Instant(drawnPeriod) + 1) * messages.Instant(drawnPeriod)
	for t := range d.topics {
		if d.topics[t].changed {
			d.write(t, stamp.Time)
		}
	}
}

// write records the present message of a topic.
func (d *drawnRecorder) write(t int, at messages.Instant) {
	topic := &d.topics[t]
	topic.changed = false
	if !topic.recorded {
		return
	}
	if m := d.drawing.Message(t); m != nil {
		topic.written++
		d.sink.Record(topic.id, messages.Stamp{Time: at, Sequence: topic.written}, m)
	}
}

// Event implements actors.Recorder.
func (d *drawnRecorder) Event(e messages.Event) {
	if d.log >= 0 {
		d.sink.Record(d.log, messages.Stamp{Time: e.Time, Incarnation: e.Incarnation}, draw.LogLine(&e))
	}
}

// Dropped implements actors.Recorder. The channels of the outputs count what was lost.
func (d *drawnRecorder) Dropped(int, uint64) {}

package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// drawnPeriod is the period of the topics for viewers in a recording, on the clock of the run.
const drawnPeriod = time.Second / 30

// drawnRecorder adds the topics of a drawing to a recording, so that viewers show the robot without
// this program. What it writes depends on the values and their stamps only.
type drawnRecorder struct {
	sink    *record.Sink
	session *Session
	files   *partFiles
	config  *app.Config // that is drawn
	drawing *draw.Drawing
	sources []drawnSource // by own channel
	topics  []*drawnTopic // of the drawing
	known   map[string]*drawnTopic
	log     int // -1 if it is excluded
	next    messages.Instant
	now     messages.Instant // of the newest value
}

// drawnSource is an output that the drawing reads, or that an earlier one has read: its id is -1.
type drawnSource struct {
	output string
	value  reflect.Type
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
	d := &drawnRecorder{sink: s.sink, session: s, files: newPartFiles(s), known: map[string]*drawnTopic{}, log: -1}
	drawing, err := s.draw(s.Config)
	if err != nil {
		return nil, err
	}
	d.use(s.Config, drawing)
	if id, recorded := s.sink.Declare(draw.LogTopic, draw.LogCodec()); recorded {
		d.log = id
	}
	return d, nil
}

// draw returns the drawing of a configuration.
func (s *Session) draw(config *app.Config) (*draw.Drawing, error) {
	root, err := os.OpenRoot(filepath.Dir(s.source))
	if err != nil {
		return nil, err
	}
	drawing, err := draw.New(config, draw.NewMeshes(root.FS()))
	return drawing, errors.Join(err, root.Close())
}

// use makes a drawing the present one. Topics that an earlier one had keep their channels.
func (d *drawnRecorder) use(config *app.Config, drawing *draw.Drawing) {
	d.config, d.drawing, d.topics = config, drawing, nil
	for i, t := range drawing.Topics() {
		topic := d.known[t.Name]
		if topic == nil {
			topic = &drawnTopic{}
			topic.id, topic.recorded = d.sink.Declare(t.Name, t.Codec)
			d.known[t.Name] = topic
		}
		topic.changed = false
		d.topics = append(d.topics, topic)
		if t.Constant {
			d.write(i, d.now)
		}
	}
	for i := range d.sources {
		d.connect(&d.sources[i])
	}
}

// connect finds out what of the drawing an output changes.
func (d *drawnRecorder) connect(s *drawnSource) (reads bool) {
	s.id, s.topics, reads = d.drawing.Source(s.output, s.value)
	if !reads {
		s.id = -1
	}
	return reads
}

// redraw draws a configuration with other parts. If it cannot be drawn, the drawing stays as it is.
func (d *drawnRecorder) redraw(config *app.Config) {
	drawing, err := d.session.draw(config)
	if err != nil {
		d.session.warn(fmt.Errorf("the recording does not draw the parts: %w", err))
		d.config = config
		return
	}
	drawing.Replaces()
	d.use(config, drawing)
}

// Channel implements actors.Recorder. An output of a part comes before the part is open.
func (d *drawnRecorder) Channel(topic string, value reflect.Type) (id int, ok bool) {
	s := drawnSource{output: topic, value: value}
	if newest, parts := d.session.met.newest(); newest != d.config && parts != nil {
		d.files.attach(newest, parts, d.now)
		if !d.connect(&s) {
			d.redraw(newest)
		}
	}
	if i := slices.IndexFunc(d.sources, func(known drawnSource) bool { return known.output == topic }); i >= 0 { // of a part that was open before
		d.sources[i].value = value
		return i, d.connect(&d.sources[i])
	}
	if !d.connect(&s) {
		return 0, false
	}
	d.sources = append(d.sources, s)
	return len(d.sources) - 1, true
}

// Record implements actors.Recorder.
func (d *drawnRecorder) Record(id int, stamp messages.Stamp, value any) {
	s := &d.sources[id]
	d.now = max(d.now, stamp.Time)
	if s.id < 0 {
		return
	}
	d.drawing.Take(s.id, stamp.Time, value)
	for _, t := range s.topics {
		d.topics[t].changed = true
	}
	if stamp.Time < d.next {
		return
	}
	d.next = (stamp.Time/messages.Instant(drawnPeriod) + 1) * messages.Instant(drawnPeriod)
	if config := d.session.parts.Config(); config != d.config { // a part was closed
		d.redraw(config)
	}
	for t := range d.topics {
		if d.topics[t].changed {
			d.write(t, stamp.Time)
		}
	}
}

// write records the present message of a topic.
func (d *drawnRecorder) write(t int, at messages.Instant) {
	topic := d.topics[t]
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
	d.now = max(d.now, e.Time)
	if d.log >= 0 {
		d.sink.Record(d.log, messages.Stamp{Time: e.Time, Incarnation: e.Incarnation}, draw.LogLine(&e))
	}
}

// Dropped implements actors.Recorder. The channels of the outputs count what was lost.
func (d *drawnRecorder) Dropped(int, uint64) {}

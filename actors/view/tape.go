package view

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/internal/foxglove"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// lookBack is how far before a new place the newest message of a topic is searched.
const lookBack = messages.Instant(2 * time.Second)

// tape publishes the messages of a recording up to a place. It is for one goroutine.
type tape struct {
	reader      *record.Reader
	fox         *foxglove.Server
	first, last messages.Instant
	config      *app.Config   // nil without the application
	drawing     *draw.Drawing // likewise
	tracks      map[string]*track
	all         []*track // in the order of the recording
	pasts       []past
	derived     []*derivedTrack
	log         foxglove.ChannelID // lines made of events; 0 where the recording has them
	status      foxglove.ChannelID
	events      []record.Sample[messages.Event]
	modes       *jointModes
	health      map[string]messages.Health
	order       []string // of the actors in health
	place       messages.Instant
	seeking     bool             // seek publishes the events, and advance must not publish them again
	reported    messages.Instant // place of the newest status

	next func() (record.Message, error, bool)
	stop func()
	peek *record.Message // read and not due yet, with data of its own
}

// track is a topic of the recording.
type track struct {
	id      foxglove.ChannelID
	topic   string
	every   bool // every message counts, not only the newest
	past    bool // its messages are events, or their lines of the log
	data    []byte
	logTime messages.Instant
	fresh   bool
	codec   *pb.Codec
	source  int // of the drawing, -1 without one
	feeds   []int
	value   any
}

// past is a channel of events, or of their lines of the log.
type past struct {
	id    foxglove.ChannelID
	lines bool
}

// pastKept is the number of events that a new viewer gets of those before the present place.
const pastKept = 10_000

// derivedTrack is a topic that the recording lacks.
type derivedTrack struct {
	id       foxglove.ChannelID
	index    int // of the drawing
	changed  bool
	constant bool
}

// newTape advertises the topics of a recording, and those that its application adds.
func newTape(r *record.Reader, config *app.Config, fox *foxglove.Server) (*tape, error) {
	info := r.Info()
	t := &tape{reader: r, fox: fox, first: info.First, last: info.Last, config: config, tracks: map[string]*track{}, health: map[string]messages.Health{}, stop: func() {}, reported: -1}
	if slices.ContainsFunc(r.Channels(), func(c *record.Channel) bool { return c.Topic == record.EventsTopic }) {
		var err error
		if t.events, err = record.Series[messages.Event](r, record.EventsTopic); err != nil {
			return nil, err
		}
	}
	if config != nil {
		var err error
		if t.drawing, err = draw.New(config, nil); err != nil {
			return nil, err
		}
		t.modes = newJointModes(config)
	}
	for _, c := range r.Channels() {
		t.addTrack(c)
	}
	if t.tracks[draw.LogTopic] == nil {
		lines := foxglove.Protobuf(draw.LogTopic, draw.LogCodec().Message().ProtoReflect().Descriptor())
		lines.History = pastKept
		t.log = fox.Advertise(lines)
		t.pasts = append(t.pasts, past{t.log, true})
	}
	if config != nil {
		return t, t.addApplication()
	}
	return t, nil
}

// addTrack advertises a topic of the recording. New viewers get its newest message at once.
func (t *tape) addTrack(c *record.Channel) {
	k := &track{topic: c.Topic, source: -1, every: c.Topic == record.EventsTopic || c.Topic == record.HealthTopic || c.Topic == draw.LogTopic}
	about := foxglove.Channel{Topic: c.Topic, Encoding: "protobuf", SchemaName: c.Schema.Name, SchemaEncoding: "protobuf", Schema: c.Schema.Data, Latched: !k.every}
	if k.every {
		about.History = pastKept
	}
	k.id = t.fox.Advertise(about)
	if codec, err := pb.CodecNamed(c.Schema.Name); err == nil {
		k.codec, k.value = codec, codec.New()
		if t.drawing != nil {
			if source, topics, reads := t.drawing.Source(c.Topic, codec.Type()); reads {
				k.source, k.feeds = source, topics
			}
		}
	}
	t.tracks[c.Topic], t.all = k, append(t.all, k)
	if k.past = c.Topic == record.EventsTopic || c.Topic == draw.LogTopic; k.past {
		t.pasts = append(t.pasts, past{k.id, c.Topic == draw.LogTopic})
	}
}

// addApplication advertises what the application adds to its recording.
func (t *tape) addApplication() error {
	for i, topic := range t.drawing.Topics() {
		d := &derivedTrack{index: i, changed: true, constant: topic.Constant}
		if t.tracks[topic.Name] == nil {
			c := foxglove.Protobuf(topic.Name, topic.Prototype.ProtoReflect().Descriptor())
			c.Latched = true
			d.id = t.fox.Advertise(c)
		}
		t.derived = append(t.derived, d)
	}
	built, err := app.Build(t.config, t.config.Seed)
	if err != nil {
		return err
	}
	about := t.drawing.Describe(t.config, built.Actors, built.Links)
	about.Clock = "recording"
	c := foxglove.JSON(ApplicationTopic, "robo_actors.Application", "")
	c.Latched = true
	t.publishJSON(t.fox.Advertise(c), t.first, about)
	t.fox.SetGraph(graphOf(&about, nil))
	status := foxglove.JSON(StatusTopic, "robo_actors.Status", "")
	status.Latched = true
	t.status = t.fox.Advertise(status)
	return nil
}

// advance takes the messages up to a place.
func (t *tape) advance(to messages.Instant) {
	t.place = to
	for {
		if t.peek == nil {
			m, err, more := t.next()
			if !more {
				return
			}
			if err != nil {
				t.fox.Status(foxglove.Error, fmt.Sprintf("the recording cannot be read further: %v", err), "recording")
				return
			}
			m.Data = slices.Clone(m.Data)
			t.peek = &m
		}
		if t.peek.LogTime > to {
			return
		}
		t.take(t.peek)
		t.peek = nil
	}
}

// take takes a message.
func (t *tape) take(m *record.Message) {
	k := t.tracks[m.Channel.Topic]
	if t.seeking && k.past {
		return
	}
	k.data, k.logTime, k.fresh = append(k.data[:0], m.Data...), m.LogTime, true
	if k.every {
		t.fox.Publish(k.id, uint64(m.LogTime), m.Data)
	}
	if k.codec == nil || !k.every && k.source < 0 || m.Decode(k.codec, k.value) != nil {
		return
	}
	switch v := k.value.(type) {
	case *messages.Event:
		t.takeEvent(v)
	case *messages.Health:
		if _, known := t.health[v.Actor]; !known {
			t.order = append(t.order, v.Actor)
		}
		h := *v
		h.Inputs = slices.Clone(v.Inputs)
		t.health[v.Actor] = h
	default:
		t.drawing.Take(k.source, m.Stamp.Time, v)
		for _, i := range k.feeds {
			t.derived[i].changed = true
		}
	}
}

// takeEvent follows the modes of the joints, and publishes the line of the log that the recording
// lacks.
func (t *tape) takeEvent(e *messages.Event) {
	if t.modes != nil {
		t.modes.event(e)
	}
	if t.log != 0 {
		t.publishMessage(t.log, e.Time, draw.LogLine(e))
	}
}

// seek goes to a place, and publishes what viewers must know there: all events before it, and the
// newest message of each topic.
func (t *tape) seek(to messages.Instant) {
	t.stop()
	t.peek = nil
	if t.config != nil {
		t.modes = newJointModes(t.config)
	}
	for i := range t.events {
		if s := &t.events[i]; t.modes != nil && s.LogTime <= to {
			t.modes.event(&s.Value)
		}
	}
	t.place = to
	for i := range t.pasts {
		t.publishPast(t.pasts[i].id, t.pasts[i].lines)
	}
	for _, k := range t.all {
		k.fresh = k.fresh || k.topic == draw.RobotsTopic && k.data != nil
	}
	for _, d := range t.derived {
		d.changed = d.changed || d.constant
	}
	t.next, t.stop = iter.Pull2(t.reader.Messages(record.Filter{From: max(to-lookBack, 0), ByTime: true}))
	t.seeking = true
	t.advance(to)
	t.seeking = false
	t.reported = -1
	t.publish()
}

// publishPast publishes all events up to the present place to a channel, or their lines of the log.
func (t *tape) publishPast(id foxglove.ChannelID, lines bool) {
	codec := codecOf[messages.Event]()
	for i := range t.events {
		s := &t.events[i]
		if s.LogTime > t.place {
			return
		}
		if lines {
			t.publishMessage(id, s.LogTime, draw.LogLine(&s.Value))
		} else if data, err := codec.Append(nil, &s.Value); err == nil {
			t.fox.Publish(id, uint64(s.LogTime), pb.AppendStamp(data, s.Stamp))
		}
	}
}

// publish publishes what is new.
func (t *tape) publish() {
	for _, k := range t.all {
		if k.fresh && !k.every {
			t.fox.Publish(k.id, uint64(k.logTime), k.data)
		}
		k.fresh = false
	}
	for _, d := range t.derived {
		if d.id == 0 || !d.changed {
			continue
		}
		d.changed = false
		if m := t.drawing.Message(d.index); m != nil {
			t.publishMessage(d.id, t.place, m)
		}
	}
	if t.status != 0 && (t.reported < 0 || t.place-t.reported >= messages.Instant(statusPeriod)) {
		t.reported = t.place
		t.publishJSON(t.status, t.place, t.condition())
	}
}

// condition returns the status at the present place, by events and health.
func (t *tape) condition() *Status {
	var health []messages.Health
	for _, name := range t.order {
		health = append(health, t.health[name])
	}
	stats := t.fox.Stats()
	s := &Status{Now: t.place, NowSeconds: t.place.Seconds(), Worlds: map[string]gate.Status{}, Summary: []string{}, Actors: actorStatuses(health),
		Viewers: Viewers{Count: len(stats.Clients), Dropped: stats.Dropped, Refused: stats.Refused, Slow: stats.Slow}}
	for _, world := range t.modes.worlds {
		one := t.modes.status(world)
		s.Worlds[world] = one
		var stopped []string
		for _, j := range one.Joints {
			if j.Mode.Stops() {
				stopped = append(stopped, fmt.Sprintf("%s: %s (%s)", j.Joint, j.Mode, j.Causes))
			}
		}
		if len(stopped) > 0 {
			s.Summary = append(s.Summary, "stopped in "+world+": "+strings.Join(stopped, ", "))
		}
	}
	return s
}

func (t *tape) publishMessage(id foxglove.ChannelID, at messages.Instant, m proto.Message) {
	if data, err := proto.Marshal(m); err == nil {
		t.fox.Publish(id, uint64(max(at, 0)), data)
	}
}

func (t *tape) publishJSON(id foxglove.ChannelID, at messages.Instant, value any) {
	if data, err := json.Marshal(value); err == nil {
		t.fox.Publish(id, uint64(max(at, 0)), data)
	}
}

package view

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/internal/foxglove"
	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Rates of publishing.
const (
	publishPeriod = time.Second / 30
	statusPeriod  = 200 * time.Millisecond
	statusWithin  = time.Second // for which a gate may take to answer
)

// eventHistory is the number of events that a new viewer gets.
const eventHistory = 1000

// Live serves a running application.
type Live struct {
	hub     *Hub
	subject Subject
	folder  fs.FS
	assets  atomic.Pointer[draw.Drawing] // the present drawing, for clients
	fox     *foxglove.Server
	server  *Server

	// Of the publisher's goroutine.
	config  *app.Config
	drawing *draw.Drawing
	outputs []*published
	derived []*derived
	events  foxglove.ChannelID
	lines   foxglove.ChannelID
	healths foxglove.ChannelID
	buffer  []byte
	named   bool // the actors and links are described

	application, status foxglove.ChannelID

	mu    sync.Mutex // guards modes: events come from the publisher, statuses from another goroutine
	modes *jointModes

	pauses pauses

	quit chan struct{}
	wait sync.WaitGroup
}

// published is an output of the application that viewers may subscribe to.
type published struct {
	*output
	id     foxglove.ChannelID
	buffer []byte
	source int // of the drawing, -1 without one
	feeds  []int
	// decoded is the newest value for the drawing, nil where none reads it.
	decoded any
	wanted  bool // in the last round
	last    messages.Stamp
	has     bool // buffer has a value
}

// derived is a topic of the drawing.
type derived struct {
	draw.Topic
	id      foxglove.ChannelID
	changed bool
}

// Start serves an application whose values come to a hub. Pages is the web page, and folder the
// folder of the application, from which meshes are read; both may be nil.
func Start(hub *Hub, subject Subject, o Options, pages, folder fs.FS) (*Live, error) {
	config := subject.Config()
	drawing, err := draw.New(config, draw.NewMeshes(folder))
	if err != nil {
		return nil, err
	}
	l := &Live{hub: hub, subject: subject, folder: folder, config: config, modes: newJointModes(config), quit: make(chan struct{})}
	l.server, err = newServer(o, pages, nil)
	if err != nil {
		return nil, err
	}
	if subject.System.Virtual() {
		l.server.readonly = "a run in virtual time cannot be operated; run the application in real time"
	}
	l.fox = foxglove.New(l.describe())
	l.server.viewers = l.fox
	l.monitor()
	l.use(drawing)
	l.advertise()
	l.server.start()
	if o.Opened != nil {
		o.Opened(l.URLs())
	}
	if notes := drawing.Notes(); len(notes) > 0 {
		l.server.warnings.add(errors.New("view: " + strings.Join(notes, "; ")))
	}
	l.wait.Add(2)
	go l.publishes()
	go l.reports()
	return l, nil
}

// describe returns what the protocol's server announces and serves.
func (l *Live) describe() foxglove.Options {
	return foxglove.Options{
		Name: l.config.Name, SessionID: newToken(), About: l.server.about, Origins: []string{"*"},
		Parameters: l.parameters(), Services: l.services(), Asset: l.asset, Graph: true, ClockTime: l.subject.System.Virtual(),
		Limits: foxglove.Limits{MessageBytes: 16 << 10},
	}
}

// URLs returns the addresses to open.
func (l *Live) URLs() []string { return l.server.URLs() }

// Close ends the view: what waits is published, and viewers are disconnected.
func (l *Live) Close() error {
	close(l.quit)
	l.wait.Wait()
	l.fox.Close()
	return l.server.close()
}

// asset returns a mesh that a description names.
func (l *Live) asset(_ context.Context, uri string) ([]byte, error) {
	return l.assets.Load().Asset(uri)
}

// advertise declares the topics that every application has.
func (l *Live) advertise() {
	lines := foxglove.Protobuf(draw.LogTopic, (&schemas.Log{}).ProtoReflect().Descriptor())
	events := foxglove.Protobuf(eventsTopic, codecOf[messages.Event]().Message().ProtoReflect().Descriptor())
	lines.History, events.History = eventHistory, eventHistory
	l.lines, l.events = l.fox.Advertise(lines), l.fox.Advertise(events)
	l.healths = l.advertiseCodec(healthTopic, codecOf[messages.Health]())
	application, status := foxglove.JSON(ApplicationTopic, "robo_actors.Application", ""), foxglove.JSON(StatusTopic, "robo_actors.Status", "")
	application.Latched, status.Latched = true, true
	l.application, l.status = l.fox.Advertise(application), l.fox.Advertise(status)
}

func (l *Live) advertiseCodec(topic string, codec *pb.Codec) foxglove.ChannelID {
	return l.fox.Advertise(foxglove.Protobuf(topic, codec.Message().ProtoReflect().Descriptor()))
}

// codecOf returns the codec of a type of package messages.
func codecOf[T any]() *pb.Codec {
	codec, err := pb.CodecOf[T]()
	if err != nil {
		panic(err) // a test of package pb lists every type
	}
	return codec
}

// publishes publishes what is new until the view ends.
func (l *Live) publishes() {
	defer l.wait.Done()
	ticker := time.NewTicker(publishPeriod)
	defer ticker.Stop()
	for {
		l.round()
		select {
		case <-ticker.C:
		case <-l.quit:
			l.round()
			return
		}
	}
}

// round publishes what is new.
func (l *Live) round() {
	now := l.subject.System.Now()
	if l.subject.System.Virtual() {
		l.fox.Time(uint64(max(now, 0)))
	}
	l.meetParts()
	l.meetOutputs()
	for _, o := range l.outputs {
		l.publishOutput(o)
	}
	for i, t := range l.derived {
		l.publishDerived(i, t, now)
	}
	for _, e := range l.hub.takeEvents() {
		l.publishEvent(&e)
	}
	for _, h := range l.hub.takeHealth() {
		l.publishCoded(l.healths, codecOf[messages.Health](), messages.Stamp{Time: now, Incarnation: h.Incarnation}, &h)
	}
}

// meetOutputs advertises outputs that are new.
func (l *Live) meetOutputs() {
	all := *l.hub.outputs.Load()
	grown := len(l.outputs) < len(all) || !l.named
	for _, o := range all[len(l.outputs):] {
		p := &published{output: o, id: l.advertiseCodec(o.topic, o.codec)}
		l.connect(p)
		l.outputs = append(l.outputs, p)
	}
	if grown {
		l.named = true
		l.publishApplication()
	}
}

// publishApplication describes the application again.
func (l *Live) publishApplication() {
	var specs []actors.Spec
	for _, a := range l.subject.System.Actors() {
		specs = append(specs, a.Spec)
	}
	var links []actors.Link
	for _, k := range l.subject.System.Links() {
		links = append(links, actors.Link{From: k.From, To: k.To, MaxAge: k.MaxAge})
	}
	about := l.drawing.Describe(l.config, specs, links)
	about.Control = l.server.options.Control && l.server.readonly == ""
	l.publishJSON(l.application, 0, about)
	l.fox.SetGraph(graphOf(&about, l.subject.Verbs))
}

// publishOutput takes the newest value of an output, and publishes it if a viewer wants it.
func (l *Live) publishOutput(o *published) {
	wanted := l.fox.Wanted(o.id)
	needed := wanted
	for _, t := range o.feeds {
		needed = needed || l.fox.Wanted(l.derived[t].id)
	}
	o.output.wanted.Store(needed)
	first := wanted && !o.wanted
	o.wanted = wanted
	data, stamp, fresh := o.take(o.buffer)
	o.buffer = data
	if fresh {
		o.last, o.has = stamp, true
		l.draws(o)
	}
	if wanted && o.has && (fresh || first) {
		l.fox.Publish(o.id, uint64(max(o.last.Time, 0)), o.buffer)
	}
}

// draws gives a new value to the drawing.
func (l *Live) draws(o *published) {
	if o.source < 0 || o.codec.DecodeUpTo(len(o.buffer), o.buffer, o.decoded) != nil {
		return
	}
	l.drawing.Take(o.source, o.last.Time, o.decoded)
	for _, t := range o.feeds {
		l.derived[t].changed = true
	}
}

// publishDerived publishes a topic of the drawing that has changed, if a viewer wants it. Latched
// topics are published once, for all viewers to come.
func (l *Live) publishDerived(i int, t *derived, now messages.Instant) {
	if !t.changed || !t.Constant && !l.fox.Wanted(t.id) {
		return
	}
	t.changed = false
	if m := l.drawing.Message(i); m != nil {
		l.publishMessage(t.id, now, m)
	}
}

// publishEvent publishes an event and its line of the log, and follows the modes of the joints and
// the changes of the application.
func (l *Live) publishEvent(e *messages.Event) {
	if e.Kind == messages.EventAdded || e.Kind == messages.EventRemoved {
		l.named = false
	}
	l.mu.Lock()
	l.modes.event(e)
	l.mu.Unlock()
	l.publishCoded(l.events, codecOf[messages.Event](), messages.Stamp{Time: e.Time, Incarnation: e.Incarnation}, e)
	l.publishMessage(l.lines, e.Time, draw.LogLine(e))
}

func (l *Live) publishCoded(id foxglove.ChannelID, codec *pb.Codec, stamp messages.Stamp, value any) {
	data, err := codec.Append(l.buffer[:0], value)
	if err == nil {
		l.buffer = pb.AppendStamp(data, stamp)
		l.fox.Publish(id, uint64(max(stamp.Time, 0)), l.buffer)
	}
}

func (l *Live) publishMessage(id foxglove.ChannelID, at messages.Instant, m proto.Message) {
	data, err := proto.MarshalOptions{}.MarshalAppend(l.buffer[:0], m)
	if err == nil {
		l.buffer = data
		l.fox.Publish(id, uint64(max(at, 0)), data)
	}
}

func (l *Live) publishJSON(id foxglove.ChannelID, at messages.Instant, value any) {
	if data, err := json.Marshal(value); err == nil {
		l.fox.Publish(id, uint64(max(at, 0)), data)
	}
}

// reports publishes the status until the view ends. It is apart from the publisher because a gate
// may take long to answer.
func (l *Live) reports() {
	defer l.wait.Done()
	ticker := time.NewTicker(statusPeriod)
	defer ticker.Stop()
	for {
		l.pauses.beat(time.Now())
		if l.fox.Wanted(l.status) {
			s := l.condition()
			l.publishJSON(l.status, s.Now, s)
		}
		select {
		case <-ticker.C:
		case <-l.quit:
			return
		}
	}
}

// condition returns the present status.
func (l *Live) condition() *Status {
	ctx, cancel := context.WithTimeout(context.Background(), statusWithin)
	defer cancel()
	now := l.subject.System.Now()
	s := &Status{Now: now, NowSeconds: now.Seconds(), Worlds: map[string]gate.Status{}, Summary: []string{}, Actors: actorStatuses(l.subject.System.Health()),
		Viewers: l.Viewers()}
	for _, world := range l.subject.Worlds() {
		one, err := l.gate(ctx, world)
		if err != nil {
			s.Summary = append(s.Summary, "the gate of world "+world+" does not answer: "+err.Error())
			continue
		}
		s.Worlds[world] = one
	}
	if l.subject.Stops != nil {
		s.Summary = append(s.Summary, l.subject.Stops()...)
	}
	return s
}

// gate returns the condition of the joints of a world, by its gate or else by events.
func (l *Live) gate(ctx context.Context, world string) (gate.Status, error) {
	if l.subject.Gate != nil {
		return l.subject.Gate(ctx, world)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.modes.status(world), nil
}

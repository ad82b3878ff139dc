package draw

import (
	"fmt"
	"reflect"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/messages/pb"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Topics that every drawing has.
const (
	FramesTopic   = "/tf"
	RobotsTopic   = "/scene/robots"
	TargetsTopic  = "/scene/targets"
	ContactsTopic = "/scene/contacts"
	LogTopic      = "/log"
)

// Drawing turns values of outputs into messages for viewers. See the package comment.
type Drawing struct {
	robots   []*Robot
	topics   []*topic
	sources  []*source
	byOutput map[string]*source
	scene    *schemas.SceneUpdate
	targets  []*target
	contacts []*contacts
	frames   schemas.FrameTransforms // reused
	meshes   *Meshes
}

// Topic is a topic of a drawing.
type Topic struct {
	Name string
	// Prototype is an empty message of its type, and Codec that of its messages.
	Prototype proto.Message
	Codec     *pb.Codec
	// Constant topics change with the application only.
	Constant bool
}

type topic struct {
	Topic
	message func() proto.Message // nil where there is nothing to say
}

// source is an output that a drawing reads.
type source struct {
	id     int
	output string
	value  reflect.Type
	topics []int // that it changes
	takes  []func(at messages.Instant, value any)
}

// BodyContacts is implemented by the options of plants that send the forces of contacts: by the
// output feet, six numbers for each body.
type BodyContacts interface{ ContactBodies() []string }

// feetPort is the output of a plant with the forces of its contacts.
const feetPort = "feet"

// New returns the drawing of an application. Meshes may be nil. The error is that of a world whose
// bodies make no model.
func New(config *app.Config, meshes *Meshes) (*Drawing, error) {
	if meshes == nil {
		meshes = NewMeshes(nil)
	}
	d := &Drawing{byOutput: map[string]*source{}, scene: &schemas.SceneUpdate{}, meshes: meshes}
	d.add(Topic{Name: FramesTopic, Codec: framesCodec}, d.makeFrames)
	d.add(Topic{Name: RobotsTopic, Codec: sceneCodec, Constant: true}, func() proto.Message { return d.scene })
	d.add(Topic{Name: TargetsTopic, Codec: sceneCodec}, d.makeTargets)
	d.add(Topic{Name: ContactsTopic, Codec: sceneCodec}, d.makeContacts)
	for w := range config.Worlds {
		if err := d.addWorld(&config.Worlds[w]); err != nil {
			return nil, err
		}
	}
	d.addCoupled(config)
	for w := range config.Worlds {
		if err := d.addEnvironments(&config.Worlds[w]); err != nil {
			return nil, err
		}
	}
	for _, p := range config.Plants {
		if err := d.addPlant(p); err != nil {
			return nil, err
		}
	}
	for _, r := range d.robots {
		d.scene.Entities = append(d.scene.Entities, r.entities(meshes)...)
	}
	return d, nil
}

// Notes lists what cannot be drawn, and why.
func (d *Drawing) Notes() []string { return d.meshes.Notes() }

// Asset returns a mesh by its address in a robot description.
func (d *Drawing) Asset(uri string) ([]byte, error) { return d.meshes.asset(uri) }

// Replaces has the shapes of the drawing replace those of an earlier one.
func (d *Drawing) Replaces() {
	d.scene.Deletions = []*schemas.SceneEntityDeletion{{Timestamp: timestamp(0), Type: schemas.SceneEntityDeletion_ALL}}
}

// Topics lists the topics that a drawing makes messages of.
func (d *Drawing) Topics() []Topic {
	all := make([]Topic, len(d.topics))
	for i, t := range d.topics {
		all[i] = t.Topic
	}
	return all
}

// Message returns the present message of a topic, by its index in Topics, or nil while there is
// nothing to say. It is valid until the next call.
func (d *Drawing) Message(i int) proto.Message { return d.topics[i].message() }

// Source returns the number of an output that the drawing reads, and the topics that it changes.
func (d *Drawing) Source(output string, value reflect.Type) (id int, topics []int, ok bool) {
	s := d.byOutput[output]
	if s == nil || s.value != value {
		return 0, nil, false
	}
	return s.id, s.topics, true
}

// Take takes a value of a source, a pointer to the type of its output. The value is not kept.
func (d *Drawing) Take(id int, at messages.Instant, value any) {
	for _, take := range d.sources[id].takes {
		take(at, value)
	}
}

func (d *Drawing) add(t Topic, message func() proto.Message) int {
	t.Prototype = t.Codec.Message()
	d.topics = append(d.topics, &topic{t, message})
	return len(d.topics) - 1
}

// read has values of an output taken, of type T.
func read[T any](d *Drawing, output, topicName string, take func(at messages.Instant, value *T)) {
	s := d.byOutput[output]
	if s == nil {
		s = &source{id: len(d.sources), output: output, value: reflect.TypeFor[T]()}
		d.sources, d.byOutput[output] = append(d.sources, s), s
	}
	if s.value != reflect.TypeFor[T]() {
		return
	}
	for i, t := range d.topics {
		if t.Name == topicName {
			s.topics = append(s.topics, i)
		}
	}
	s.takes = append(s.takes, func(at messages.Instant, value any) { take(at, value.(*T)) })
}

// addWorld draws a world as its perception estimates it, with its commands and targets.
func (d *Drawing) addWorld(w *app.World) error {
	r, err := newRobot(w.Name, w.Model, false)
	if err != nil {
		return fmt.Errorf("world %s cannot be drawn: %w", w.Name, err)
	}
	d.robots = append(d.robots, r)
	snapshot := w.Name + "/" + app.PerceptionActor + ".snapshot"
	read(d, snapshot, FramesTopic, r.setSnapshot)
	d.addGrounded(w, r)
	states := "/" + w.Name + "/joint_states"
	list := newJointList(w.Model.Joints())
	d.addList(states, []*jointList{list})
	read(d, snapshot, states, list.setSnapshot)

	commands := "/" + w.Name + "/joint_commands"
	var lists []*jointList
	for p := range w.Actors {
		if group := w.Actors[p].Group; group != nil {
			lists = append(lists, newJointList(jointsOf(w.Model, group)))
		}
	}
	d.addList(commands, lists)
	for p := range w.Actors {
		actor := &w.Actors[p]
		if actor.Group != nil {
			read(d, actor.Path+".command", commands, lists[0].setCommand)
			lists = lists[1:]
		}
		d.addTargets(actor)
	}
	return nil
}

// jointsOf returns the joints of a group, in its order.
func jointsOf(w *worlds.World, group *worlds.JointGroup) (joints []worlds.Joint) {
	for _, j := range group.Joints() {
		joints = append(joints, w.Joint(j))
	}
	return joints
}

// addList adds a topic that joins lists of joints. Its time is that of the newest list.
func (d *Drawing) addList(name string, lists []*jointList) {
	joined := &schemas.JointStates{}
	d.add(Topic{Name: name, Codec: jointsCodec}, func() proto.Message {
		joined.Joints = joined.Joints[:0]
		at := messages.Instant(-1)
		for _, l := range lists {
			if l.seen {
				joined.Joints = append(joined.Joints, l.message.Joints...)
				at = max(at, l.at)
			}
		}
		if at < 0 {
			return nil
		}
		joined.Timestamp = timestamp(at)
		return joined
	})
}

// addTargets draws the references of bodies that an actor sends.
func (d *Drawing) addTargets(actor *app.Actor) {
	if actor.Kind == nil {
		return
	}
	for _, port := range actor.Kind.Ports {
		if port.Input || !strings.HasSuffix(port.Type, "messages.BodyReference]") {
			continue
		}
		g := &target{topic: actor.Path + "." + port.Name}
		d.targets = append(d.targets, g)
		read(d, g.topic, TargetsTopic, func(at messages.Instant, v *messages.BodyReference) { g.set(at, v.Pose) })
	}
}

// addCoupled has virtual joints follow the states that the worlds send that realise them: the
// perception of such a world does not measure them.
func (d *Drawing) addCoupled(config *app.Config) {
	for i := range config.Couplings {
		from := config.Couplings[i].State.From
		world := &config.Worlds[from.World]
		if !world.Joints[from.Joint].Realised {
			continue
		}
		r := d.robots[from.World]
		read(d, world.Actors[from.Actor].Path+"."+from.Port, FramesTopic, func(_ messages.Instant, v *messages.VirtualState) { r.setJoint(from.Joint, v.Position) })
	}
}

// addPlant draws a plant as it truly is, with the forces of its contacts.
func (d *Drawing) addPlant(p *app.Plant) error {
	if p.Model == nil {
		return nil
	}
	r, err := newRobot(truePrefix+p.Name, p.Model, true)
	if err != nil {
		return fmt.Errorf("plant %s cannot be drawn: %w", p.Name, err)
	}
	d.robots = append(d.robots, r)
	read(d, p.Path+".state", FramesTopic, func(at messages.Instant, s *messages.JointState) { r.setAll(at, s.Position) })
	if touching, is := p.Instance.(BodyContacts); is {
		c := &contacts{robot: r, topic: p.Path + "." + feetPort, bodies: touching.ContactBodies()}
		d.contacts = append(d.contacts, c)
		read(d, c.topic, ContactsTopic, c.set)
	}
	return nil
}

func (d *Drawing) makeFrames() proto.Message {
	d.frames.Transforms = d.frames.Transforms[:0]
	for _, r := range d.robots {
		d.frames.Transforms = r.appendTransforms(d.frames.Transforms)
	}
	if len(d.frames.Transforms) == 0 {
		return nil
	}
	return &d.frames
}

func (d *Drawing) makeTargets() proto.Message {
	update := &schemas.SceneUpdate{}
	for _, g := range d.targets {
		if g.seen {
			update.Entities = append(update.Entities, g.entity())
		}
	}
	return something(update)
}

func (d *Drawing) makeContacts() proto.Message {
	update := &schemas.SceneUpdate{}
	for _, c := range d.contacts {
		update.Entities = c.entities(update.Entities)
	}
	return something(update)
}

func something(u *schemas.SceneUpdate) proto.Message {
	if len(u.Entities) == 0 {
		return nil
	}
	return u
}

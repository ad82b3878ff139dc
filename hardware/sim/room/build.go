package room

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// heavy is the mass and the inertia of what nothing slows down, kg, kg m^2.
const heavy = 1e6

// wide is a limit that no joint of a robot reaches, rad or m.
const wide = 1e6

// builder makes one world of the objects of a scene, with what touches what.
type builder struct {
	scene       *environment.Scene
	options     *environment.SimulationOptions
	things      []thing
	place       map[environment.ID]int // object -> its place in things
	added       []bool
	description *worlds.Description
	physics     physics.Options
	driven      []physics.Driven
	surfaces    [][]string // thing -> the names of its surfaces
}

func (b *builder) build() (*worlds.World, physics.Options, []physics.Driven, error) {
	for i := range b.things {
		b.place[b.things[i].id] = i
	}
	b.surfaces = make([][]string, len(b.things))
	for i := range b.things {
		if err := b.add(i); err != nil {
			return nil, b.physics, nil, fmt.Errorf("%s: %w", b.name(i), err)
		}
	}
	for i := range b.things {
		if err := b.addContacts(i); err != nil {
			return nil, b.physics, nil, fmt.Errorf("%s: %w", b.name(i), err)
		}
	}
	if err := b.begin(); err != nil {
		return nil, b.physics, nil, err
	}
	world, err := worlds.Build(b.description)
	return world, b.physics, b.driven, err
}

// name returns the name of an object for errors. Things are in the order of the scene.
func (b *builder) name(i int) string { return source.Quote(b.scene.Names()[i]) }

// add adds an object after its holder.
func (b *builder) add(i int) error {
	if b.added[i] {
		return nil
	}
	b.added[i] = true
	t := &b.things[i]
	parent := "room"
	if t.holder != 0 {
		k := b.place[t.holder]
		if err := b.add(k); err != nil {
			return err
		}
		parent = b.things[k].linkName(t.link)
	}
	if t.robot {
		return b.addRobot(i, parent)
	}
	return b.addBody(i, parent)
}

// attach connects the root of an object with its parent.
func (b *builder) attach(t *thing, d *worlds.Description, parent string) error {
	joint := worlds.Joint{Name: t.prefix() + "_joint", Type: worlds.Fixed, Parent: parent, Origin: t.at, Role: worlds.Passive}
	if t.motion != still {
		joint.Type = worlds.Floating
	}
	return b.description.Attach(d, joint)
}

// gap is the distance between free bodies where a mechanism is built, m.
const gap = 0.1

// begin gives everything a start. A mechanism cannot be built where bodies overlap, and every step
// places them anew: so free bodies begin in a column above everything else.
func (b *builder) begin() error {
	top := 0.0
	for i := range b.things {
		t := &b.things[i]
		if t.motion != still {
			continue
		}
		shapes, err := placed(b.scene, t)
		if err != nil {
			return err
		}
		for k := range shapes {
			if ball := shapes[k].Ball(); !math.IsInf(ball.Radius, 1) {
				top = max(top, ball.Centre[2]+ball.Radius)
			}
		}
		if err := b.beginRobot(t); err != nil {
			return err
		}
	}
	for i := range b.things {
		t := &b.things[i]
		if t.motion == still {
			continue
		}
		solids, err := b.scene.Solids(t.handle, "")
		if err != nil {
			return err
		}
		reach := gap
		for k := range solids {
			ball := solids[k].Ball()
			reach = max(reach, spatial.VecOf(ball.Centre).Norm()+ball.Radius)
		}
		b.physics.Start = append(b.physics.Start, physics.StartOptions{Joint: t.prefix() + "_joint", Position: []float64{0, 0, top + gap + reach, 1, 0, 0, 0}})
		top += gap + 2*reach
	}
	return nil
}

// beginRobot puts the joints of a robot where they are in the scene.
func (b *builder) beginRobot(t *thing) error {
	if !t.robot {
		return nil
	}
	r, err := b.scene.Robot(t.handle)
	if err != nil {
		return err
	}
	for i := range t.world.NumJoints() {
		joint, slot := t.world.Joint(i), t.world.Slot(i)
		if slot.PositionLength > 0 && joint.Mimic == nil {
			b.physics.Start = append(b.physics.Start, physics.StartOptions{Joint: t.prefix() + "_" + joint.Name,
				Position: r.Position[slot.Position : slot.Position+slot.PositionLength]})
		}
	}
	return nil
}

// addBody adds a body with its surfaces.
func (b *builder) addBody(i int, parent string) error {
	t := &b.things[i]
	body, err := b.scene.Body(t.handle)
	if err != nil {
		return err
	}
	link := worlds.Link{Name: t.linkName("")}
	switch t.motion {
	case roving:
		link.Inertia = rigidbody.Inertia{Mass: heavy, Ixx: heavy, Iyy: heavy, Izz: heavy}
	default:
		solids, err := b.scene.Solids(t.handle, "")
		if err != nil {
			return err
		}
		if link.Inertia, err = inertia(body.Inertia, solids); err != nil {
			return err
		}
	}
	if err := b.addSurfaces(i, ""); err != nil {
		return err
	}
	return b.attach(t, &worlds.Description{Name: link.Name, Links: []worlds.Link{link}}, parent)
}

// addRobot adds a robot whose joints follow their positions: each is much heavier than whatever
// pushes it.
func (b *builder) addRobot(i int, parent string) error {
	t := &b.things[i]
	if root := b.root(i); root != 0 {
		return errors.New("the robot is carried by an object that falls; expected one that stays, or that a robot carries")
	}
	d := t.world.Description().Prefixed(t.prefix())
	d.Groups, d.Manipulators, d.Sensors = nil, nil, nil
	planar := map[string]bool{}
	for k := range d.Joints {
		j := &d.Joints[k]
		j.Damping, j.Friction = 0, 0
		switch j.Type {
		case worlds.Floating:
			return fmt.Errorf("joint %s of the robot is floating; expected a robot whose base stands, or moves in a plane", t.world.Description().Joints[k].Name)
		case worlds.Planar:
			planar[j.Child] = true
		case worlds.Fixed:
			continue
		default:
			if j.Mimic == nil {
				b.driven = append(b.driven, physics.Driven{Joint: j.Name, Armature: heavy})
			}
		}
		for n := range j.Limits {
			j.Limits[n].Lower, j.Limits[n].Upper = -wide, wide
		}
	}
	for k := range d.Links {
		if planar[d.Links[k].Name] {
			d.Links[k].Inertia = rigidbody.Inertia{Mass: heavy, Ixx: heavy, Iyy: heavy, Izz: heavy}
		}
	}
	for _, name := range t.world.BodyNames() {
		if err := b.addSurfaces(i, name); err != nil {
			return err
		}
	}
	return b.attach(t, d, parent)
}

// root returns the object that falls and carries an object, or the object itself if it falls; 0 for
// what does not fall.
func (b *builder) root(i int) environment.ID {
	for {
		t := &b.things[i]
		if t.motion == falling {
			return t.id
		}
		if t.holder == 0 {
			return 0
		}
		i = b.place[t.holder]
	}
}

// addSurfaces lets others touch the shapes of a link.
func (b *builder) addSurfaces(i int, link string) error {
	t := &b.things[i]
	solids, err := b.scene.Solids(t.handle, link)
	if err != nil {
		return err
	}
	for k := range solids {
		name, at := fmt.Sprintf("%s_%d", t.linkName(link), k), &solids[k].Pose
		b.physics.Surfaces = append(b.physics.Surfaces, physics.SurfaceOptions{Name: name, Body: t.linkName(link), Position: at.P, Orientation: at.R.Quat().Array(),
			Options: outlineOf(solids[k].Shape), Friction: b.options.Friction})
		b.surfaces[i] = append(b.surfaces[i], name)
	}
	return nil
}

// addContacts lets an object that falls, or is carried by one, touch all others. Of two that fall,
// the later one touches the earlier one.
func (b *builder) addContacts(i int) error {
	t, root := &b.things[i], b.root(i)
	if root == 0 {
		return nil
	}
	solids, err := b.scene.Solids(t.handle, "")
	if err != nil || len(solids) == 0 {
		return err
	}
	set := physics.ContactOptions{Name: t.linkName(""), Body: t.linkName("")}
	for k := range b.things {
		if other := b.root(k); other == 0 || other != root && k < i {
			set.Surfaces = append(set.Surfaces, b.surfaces[k]...)
		}
	}
	if len(set.Surfaces) == 0 {
		return nil
	}
	for k := range solids {
		at := &solids[k].Pose
		set.Shapes = append(set.Shapes, physics.ShapeOptions{Options: outlineOf(solids[k].Shape), Position: at.P, Orientation: at.R.Quat().Array()})
	}
	b.physics.Contacts = append(b.physics.Contacts, set)
	return nil
}

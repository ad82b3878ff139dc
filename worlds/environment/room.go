package environment

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Room returns the bodies of the scene as one world, for drawing: each is a link with its shapes,
// on a floating joint to the room. The list has the joint of each body, in the order of the IDs,
// which is that of the output bodies. A scene without bodies has no room: nil.
func (s *Scene) Room() (w *worlds.World, joints []int, err error) {
	const root = "room"
	unit := rigidbody.Inertia{Mass: 1, Ixx: 1, Iyy: 1, Izz: 1}
	d := &worlds.Description{Name: root, Links: []worlds.Link{{Name: root}}}
	for _, o := range s.objects {
		if o.body == nil {
			continue
		}
		name := "body_" + o.name // a body may be named room
		d.Links = append(d.Links, worlds.Link{Name: name, Inertia: unit, Visuals: o.body.spec.Shapes})
		d.Joints = append(d.Joints, worlds.Joint{Name: name, Type: worlds.Floating, Parent: root, Child: name, Origin: spatial.IdentityPose()})
	}
	if len(d.Joints) == 0 {
		return nil, nil, nil
	}
	if w, err = worlds.Build(d); err != nil {
		return nil, nil, err
	}
	for i := range d.Joints { // a world has an order of its own
		k, err := w.JointIndex(d.Joints[i].Name)
		if err != nil {
			return nil, nil, err
		}
		joints = append(joints, k)
	}
	return w, joints, nil
}

// Room returns the bodies that the options name as one world, for drawing; see [Scene.Room]. It
// reads no mesh: the world names the files.
func (o *Options) Room() (w *worlds.World, joints []int, err error) {
	edit := New("room").Edit()
	bodies := Options{Bodies: o.Bodies}
	if err := bodies.addOptions(edit, unread); err != nil {
		return nil, nil, err
	}
	return edit.Scene().Room()
}

// unread stands a point for a mesh that is only drawn.
func unread(*worlds.Shape, string) (geometry.Shape, error) { return geometry.NewSphere(0) }

// numBodies returns the number of bodies.
func (s *Scene) numBodies() (n int) {
	for _, o := range s.objects {
		if o.body != nil {
			n++
		}
	}
	return n
}

// poses fills in the poses of the bodies, in the order of their IDs, as far as there is room.
func (s *Scene) poses(v *messages.BodyPoses) {
	v.Pose, v.Stale = v.Pose[:0], v.Stale[:0]
	for _, o := range s.objects {
		if o.body != nil && len(v.Pose) < cap(v.Pose) {
			p := s.poseOf(o)
			v.Pose = append(v.Pose, messages.Pose{Position: p.P, Orientation: p.R.Quat().Array()})
			v.Stale = append(v.Stale, o.stale)
		}
	}
}

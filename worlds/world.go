package worlds

import (
	"slices"
	"sort"
	"sync"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// World is the structure of one world: bodies, joints and joint groups, and the layout of their
// values in vectors. It never changes, so any number of goroutines can share it. Its methods return
// copies.
type World struct {
	description *Description // private copy of what it was built from, joints canonical

	bodies     []body
	bodyByName map[string]int

	joints      []Joint // those that move, canonical, in the order of their child bodies
	slots       []Slot  // one a joint
	jointByName map[string]int
	bodyOf      []int // joint -> its child body
	fixedByName map[string]bool

	positions  int     // nq
	velocities int     // nv
	limits     []Limit // one a velocity

	groups      []*Group // in the order of declaration
	groupByName map[string]*JointGroup
	all         *JointGroup

	reduction *Reduction
	hashes    Hashes
	model     lazyModel
}

// lazyModel is made at the first call of Model.
type lazyModel struct {
	once  sync.Once
	model *rigidbody.Model
	err   error
}

// body is one link in the order of the tree: every body comes after its parent.
type body struct {
	link   int // index into description.Links
	joint  int // index into description.Joints, -1 for the root
	parent int // index of the parent body, -1 for the root
}

// Slot has the places of a joint's values in the vectors of a world or joint group.
type Slot struct {
	Type                     JointType
	Position, PositionLength int // first place and length in the position vector
	Velocity, VelocityLength int // the same in vectors of velocity, acceleration and effort
}

// Build checks a description and returns the world made of it. The description is copied: later
// changes of it do not reach the world. The error is a *[source.Diagnostics] with everything that
// is wrong.
func Build(d *Description) (*World, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	w := &World{description: d.Clone()}
	for i := range w.description.Joints {
		w.description.Joints[i] = w.description.Joints[i].canonical()
	}
	w.orderBodies()
	w.layOut()
	w.reduction = newReduction(w)
	if err := w.makeGroups(); err != nil {
		return nil, err
	}
	w.hashes = hashWorld(w)
	return w, nil
}

// orderBodies fills bodies depth first from the root, the children of a link by the names of their
// joints.
func (w *World) orderBodies() {
	d := w.description
	links := make(map[string]int, len(d.Links))
	for i := range d.Links {
		links[d.Links[i].Name] = i
	}
	children := make([][]int, len(d.Links)) // link -> joints below it
	isChild := make([]bool, len(d.Links))
	for i := range d.Joints {
		parent := links[d.Joints[i].Parent]
		children[parent] = append(children[parent], i)
		isChild[links[d.Joints[i].Child]] = true
	}
	for _, joints := range children {
		// Descending, because the stack below hands out the last one first.
		sort.Slice(joints, func(a, b int) bool { return d.Joints[joints[a]].Name > d.Joints[joints[b]].Name })
	}
	w.bodyByName = make(map[string]int, len(d.Links))
	stack := []body{{link: slices.Index(isChild, false), joint: -1, parent: -1}}
	for len(stack) > 0 {
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		index := len(w.bodies)
		w.bodies = append(w.bodies, next)
		w.bodyByName[d.Links[next.link].Name] = index
		for _, joint := range children[next.link] {
			stack = append(stack, body{link: links[d.Joints[joint].Child], joint: joint, parent: index})
		}
	}
}

// layOut gives every moving joint its place in the vectors.
func (w *World) layOut() {
	w.jointByName = make(map[string]int)
	w.fixedByName = make(map[string]bool)
	for index, b := range w.bodies {
		if b.joint < 0 {
			continue
		}
		joint := w.description.Joints[b.joint]
		if joint.Type == Fixed {
			w.fixedByName[joint.Name] = true
			continue
		}
		w.jointByName[joint.Name] = len(w.joints)
		w.joints = append(w.joints, joint)
		w.bodyOf = append(w.bodyOf, index)
		w.slots = append(w.slots, Slot{
			Type: joint.Type, Position: w.positions, PositionLength: joint.Type.Positions(),
			Velocity: w.velocities, VelocityLength: joint.Type.Velocities(),
		})
		w.positions += joint.Type.Positions()
		w.velocities += joint.Type.Velocities()
		w.limits = append(w.limits, joint.Limits...)
	}
}

// Name returns the name of the world.
func (w *World) Name() string { return w.description.Name }

// Description returns a copy of what the world was built from, axes, limits and control modes
// filled in. Change it and [Build] it to get a variant of the world.
func (w *World) Description() *Description { return w.description.Clone() }

// NumJoints returns the number of joints that move.
func (w *World) NumJoints() int { return len(w.joints) }

// Joint returns a copy of joint i in the world's order.
func (w *World) Joint(i int) Joint { return w.joints[i].clone() }

// Joints returns a copy of the joints that move, in the world's order. All have unit axes, one
// limit a degree of freedom, and their control modes written out.
func (w *World) Joints() []Joint {
	out := make([]Joint, len(w.joints))
	for i := range w.joints {
		out[i] = w.joints[i].clone()
	}
	return out
}

// JointNames returns the names of the joints in the world's order.
func (w *World) JointNames() []string {
	names := make([]string, len(w.joints))
	for i := range w.joints {
		names[i] = w.joints[i].Name
	}
	return names
}

// JointIndex returns the place of a joint in the world's order. The error is an
// *[UnknownNameError].
func (w *World) JointIndex(name string) (int, error) {
	if i, found := w.jointByName[name]; found {
		return i, nil
	}
	err := &UnknownNameError{World: w.Name(), Kind: "joint", Name: name, Known: w.JointNames()}
	if w.fixedByName[name] {
		err.Note = "the joint of that name is fixed and has no state"
	}
	return 0, err
}

// Slot returns the places of the values of joint i in the vectors of the world.
func (w *World) Slot(i int) Slot { return w.slots[i] }

// NumPositions returns the length of a position vector, nq.
func (w *World) NumPositions() int { return w.positions }

// NumVelocities returns the length of vectors of velocity, acceleration and effort, nv.
func (w *World) NumVelocities() int { return w.velocities }

// Limits returns a copy of the limits, one for each entry of a velocity vector.
func (w *World) Limits() []Limit { return slices.Clone(w.limits) }

// NumBodies returns the number of bodies, frames without mass included.
func (w *World) NumBodies() int { return len(w.bodies) }

// BodyNames returns the names of the bodies in the world's order: the root first, every other one
// behind its parent.
func (w *World) BodyNames() []string {
	names := make([]string, len(w.bodies))
	for i, b := range w.bodies {
		names[i] = w.description.Links[b.link].Name
	}
	return names
}

// BodyIndex returns the place of a body in the world's order. The error is an *[UnknownNameError].
func (w *World) BodyIndex(name string) (int, error) {
	if i, found := w.bodyByName[name]; found {
		return i, nil
	}
	return 0, &UnknownNameError{World: w.Name(), Kind: "body", Name: name, Known: w.BodyNames()}
}

// BodyOfJoint returns the body that joint i moves, its child.
func (w *World) BodyOfJoint(i int) int { return w.bodyOf[i] }

// Bodies returns the world as package rigidbody takes it: one body a link, in the order of the
// bodies, fixed joints and plain frames included. The position and velocity vectors of a
// rigidbody.Model of these bodies are those of the world. Mimic joints are independent there;
// [World.Reduction] leads to and from the independent ones.
func (w *World) Bodies() []rigidbody.Body {
	out := make([]rigidbody.Body, len(w.bodies))
	for i, b := range w.bodies {
		link := &w.description.Links[b.link]
		out[i] = rigidbody.Body{
			Name: link.Name, Parent: b.parent, Kind: rigidbody.Fixed,
			Placement: spatial.IdentityPose(), Inertia: link.Inertia, IndefiniteInertia: link.IndefiniteInertia,
		}
		if b.joint >= 0 {
			joint := &w.description.Joints[b.joint]
			out[i].JointName, out[i].Kind, out[i].Placement = joint.Name, joint.Type, joint.Origin
			out[i].Axis, out[i].Armature = joint.Axis, joint.Armature
		}
	}
	return out
}

// Model returns the rigid-body model of Bodies, made at the first call. It never changes: all
// callers share it, and make workspaces of their own. The error says why the bodies make no model.
func (w *World) Model() (*rigidbody.Model, error) {
	m := &w.model
	m.once.Do(func() { m.model, m.err = rigidbody.New(w.Bodies()) })
	return m.model, m.err
}

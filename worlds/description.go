package worlds

import (
	"errors"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Description is what a world is built from: links, the joints between them, and named groups of
// joints. It is plain data; [Build] checks it.
type Description struct {
	Name   string
	Links  []Link
	Joints []Joint
	Groups []Group
	// Manipulators and Sensors are declared by some formats.
	Manipulators []Manipulator
	Sensors      []Sensor

	// Notes are findings that are not errors: what a reader ignored or doubted. They are no part of
	// the content.
	Notes []source.Diagnostic
}

// Link is a body, or a mere frame if it has no mass.
type Link struct {
	Name string
	// Inertia is zero for a frame. The tensor is about the centre of mass, in the axes of the
	// link's frame.
	Inertia rigidbody.Inertia
	// IndefiniteInertia accepts a tensor with negative principal moments; see rigidbody.Body.
	IndefiniteInertia bool
	// Visuals are the shapes that views draw, Collisions those that collide.
	Visuals, Collisions []Shape
	// At is where the link was declared, for errors. It may be zero.
	At source.Position
}

// Group is a joint group: a named, ordered list of joints.
type Group struct {
	Name   string
	Joints []string
	// At is where the group was declared, for errors. It may be zero.
	At source.Position
}

// Clone returns a copy that shares nothing with d.
func (d *Description) Clone() *Description { return d.Prefixed("") }

// Prefixed returns a copy in which every link, joint, group, manipulator and sensor has the
// namespace before its name: link "tool" becomes "left_tool" with the namespace "left". The empty
// namespace changes nothing. The name of the description stays.
func (d *Description) Prefixed(namespace string) *Description {
	if namespace != "" {
		namespace += "_"
	}
	return d.WithPrefix(namespace)
}

// WithPrefix is [Description.Prefixed] with the beginning of the names as it is given.
func (d *Description) WithPrefix(beginning string) *Description {
	prefix := func(name string) string { return beginning + name }
	out := &Description{Name: d.Name, Notes: slices.Clone(d.Notes)}
	for _, link := range d.Links {
		link.Name = prefix(link.Name)
		link.Visuals, link.Collisions = slices.Clone(link.Visuals), slices.Clone(link.Collisions)
		out.Links = append(out.Links, link)
	}
	for _, joint := range d.Joints {
		joint = joint.clone()
		joint.Name, joint.Parent, joint.Child = prefix(joint.Name), prefix(joint.Parent), prefix(joint.Child)
		if joint.Mimic != nil {
			joint.Mimic.Joint = prefix(joint.Mimic.Joint)
		}
		out.Joints = append(out.Joints, joint)
	}
	for _, group := range d.Groups {
		group.Name, group.Joints = prefix(group.Name), slices.Clone(group.Joints)
		for i := range group.Joints {
			group.Joints[i] = prefix(group.Joints[i])
		}
		out.Groups = append(out.Groups, group)
	}
	d.addTools(out, prefix)
	return out
}

// RootLink returns the name of the link that no joint has as its child. It returns an error unless
// there is exactly one.
func (d *Description) RootLink() (string, error) {
	children := make(map[string]bool, len(d.Joints))
	for i := range d.Joints {
		children[d.Joints[i].Child] = true
	}
	var roots []string
	for i := range d.Links {
		if !children[d.Links[i].Name] {
			roots = append(roots, d.Links[i].Name)
		}
	}
	switch len(roots) {
	case 1:
		return roots[0], nil
	case 0:
		return "", errors.New("no link is the root: the description is empty, or its joints form a cycle")
	}
	return "", manyRootsError(roots)
}

// Joint returns the joint of that name, or nil. The pointer leads into the description.
func (d *Description) Joint(name string) *Joint {
	for i := range d.Joints {
		if d.Joints[i].Name == name {
			return &d.Joints[i]
		}
	}
	return nil
}

// linkNames returns the names of the links in the order of declaration.
func (d *Description) linkNames() []string {
	names := make([]string, len(d.Links))
	for i := range d.Links {
		names[i] = d.Links[i].Name
	}
	return names
}

// jointNames returns the names of the joints in the order of declaration.
func (d *Description) jointNames() []string {
	names := make([]string, len(d.Joints))
	for i := range d.Joints {
		names[i] = d.Joints[i].Name
	}
	return names
}

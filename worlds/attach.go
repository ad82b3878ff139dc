package worlds

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// Attach adds a copy of other to d, and a joint that connects the two. What the joint leaves open
// has a default:
//
//   - Child is the root link of other,
//   - Name is parent_to_child,
//   - an Origin with a zero matrix is the identity orientation at its P,
//   - a zero Axis is z for a planar joint and x, as in URDF, for the others.
//
// The joint may have any type, limits and mimic relation. A name that both descriptions have, an
// unknown parent and an unknown child are reported together, as *[source.Diagnostics], and d is
// left as it was. Give other a namespace by [Description.Prefixed] first. Whether limits, axis and
// the rest are right is left to [Description.Check].
func (d *Description) Attach(other *Description, joint Joint) error {
	var list source.Diagnostics
	joint = joint.clone()
	if joint.Child == "" {
		root, err := other.RootLink()
		if err != nil {
			list.Add(source.Diagnostic{Position: joint.At, Path: d.path("joints", joint.Name) + ".child", Problem: err.Error()})
		}
		joint.Child = root
	}
	if joint.Name == "" {
		joint.Name = joint.Parent + "_to_" + joint.Child
	}
	if joint.Origin.R == ([9]float64{}) {
		joint.Origin.R = [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	}
	if joint.Axis == ([3]float64{}) {
		joint.Axis = defaultAxis(joint.Type)
	}
	d.checkEnds(&list, other, &joint)
	d.checkCollisions(&list, other, &joint)
	if err := list.Err(); err != nil {
		return err
	}
	added := other.Clone()
	d.Links = append(d.Links, added.Links...)
	d.Joints = append(append(d.Joints, joint), added.Joints...)
	d.Groups = append(d.Groups, added.Groups...)
	d.Manipulators = append(d.Manipulators, added.Manipulators...)
	d.Sensors = append(d.Sensors, added.Sensors...)
	d.Notes = append(d.Notes, added.Notes...)
	return nil
}

// defaultAxis returns the axis of a joint that was attached without one.
func defaultAxis(t JointType) [3]float64 {
	switch {
	case t == Planar:
		return [3]float64{0, 0, 1}
	case usesAxis(t):
		return [3]float64{1, 0, 0}
	}
	return [3]float64{}
}

// checkEnds reports a parent that d does not have, and a child that other does not have.
func (d *Description) checkEnds(list *source.Diagnostics, other *Description, joint *Joint) {
	missing := func(field, name string, of *Description) {
		known := of.linkNames()
		if name == "" && field == "child" || slices.Contains(known, name) {
			return
		}
		list.Add(source.Diagnostic{
			Position: joint.At, Path: d.path("joints", joint.Name) + "." + field,
			Problem:  fmt.Sprintf("no link of %s is named %s", source.Quote(of.Name), source.Quote(name)),
			Expected: "one of " + source.Listed(known, 40),
			Hint:     source.DidYouMean(name, known),
		})
	}
	missing("parent", joint.Parent, d)
	missing("child", joint.Child, other)
}

// checkCollisions reports the names of links, joints and groups that would stand twice.
func (d *Description) checkCollisions(list *source.Diagnostics, other *Description, joint *Joint) {
	taken := map[string]source.Position{}
	for i := range d.Links {
		taken["link "+d.Links[i].Name] = d.Links[i].At
	}
	for i := range d.Joints {
		taken["joint "+d.Joints[i].Name] = d.Joints[i].At
	}
	for i := range d.Groups {
		taken["joint group "+d.Groups[i].Name] = d.Groups[i].At
	}
	claim := func(kind, name string, at source.Position, hint string) {
		key := kind + " " + name
		if first, found := taken[key]; found {
			problem := fmt.Sprintf("%s has a %s named %s already", source.Quote(d.Name), kind, source.Quote(name))
			if first.Line > 0 {
				problem += " (at " + first.String() + ")"
			}
			list.Add(source.Diagnostic{Position: at, Path: d.path(kind+"s", name), Problem: problem, Hint: hint})
		}
		taken[key] = at
	}
	const space = "give the attached model a namespace of its own"
	for i := range other.Links {
		claim("link", other.Links[i].Name, other.Links[i].At, space)
	}
	for i := range other.Joints {
		claim("joint", other.Joints[i].Name, other.Joints[i].At, space)
	}
	for i := range other.Groups {
		claim("joint group", other.Groups[i].Name, other.Groups[i].At, space)
	}
	if d.Joint(joint.Name) == nil || other.Joint(joint.Name) == nil { // else it has been said
		claim("joint", joint.Name, joint.At, "give the joint that attaches the model another name")
	}
}

// path returns the path of a link, joint or group in diagnostics.
func (d *Description) path(list, name string) string {
	base := d.Name
	if base == "" {
		base = "robot"
	}
	return base + "." + list + "[" + name + "]"
}

// manyRootsError says that a description has several root links.
func manyRootsError(roots []string) error {
	return fmt.Errorf("%d links have no parent joint: %s; expected exactly one", len(roots), source.Listed(roots, 10))
}

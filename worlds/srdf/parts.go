package srdf

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// state reads a named state of a group.
func (r *reader) state(e *strictxml.Element) {
	path := "group_states[" + source.Clip(e.Attribute("name").Text, 40) + "]"
	name, named := r.need(e, path, "name")
	group := r.groupNamed(e, path+".group", "group")
	s := State{Name: name.Text, Values: map[string][]float64{}, At: r.text.Position(e.Offset)}
	if group != nil {
		s.Group = group.Name
		if named && slices.ContainsFunc(r.out.States, func(have State) bool { return have.Name == s.Name && have.Group == s.Group }) {
			r.fail(name.Offset, path, "group "+source.Quote(s.Group)+" has a state named "+source.Quote(s.Name)+" already", "distinct names in a group", "")
		}
	}
	for _, part := range e.Children {
		if part.Name != "joint" {
			r.other(part, "joint")
			continue
		}
		joint := r.joint(part, path+".joint", "name")
		values := r.values(part, path+".joint", joint)
		switch {
		case joint == nil || values == nil:
		case group != nil && !slices.Contains(group.Joints, joint.Name):
			r.fail(part.Offset, path+".joint", "joint "+source.Quote(joint.Name)+" is not in group "+source.Quote(group.Name), "one of "+source.Listed(group.Joints, 12), "")
		case s.Values[joint.Name] != nil:
			r.fail(part.Offset, path+".joint", "joint "+source.Quote(joint.Name)+" has a value already", "each joint once", "")
		default:
			s.Values[joint.Name] = values
		}
	}
	r.out.States = append(r.out.States, s)
}

// values returns the position of a joint, which may be nil, and checks its bounds.
func (r *reader) values(e *strictxml.Element, path string, joint *worlds.Joint) []float64 {
	f, ok := r.need(e, path, "value")
	if !ok {
		return nil
	}
	values := []float64{}
	for word := range f.Words() {
		v, err := strconv.ParseFloat(word.Text, 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || strings.ContainsAny(word.Text, "xX_") {
			r.fail(word.Offset, path, source.Quote(source.Clip(word.Text, 40))+" is not a number", "finite decimal numbers, rad or m", "")
			return nil
		}
		values = append(values, v)
	}
	if joint == nil {
		return nil
	}
	if want := joint.Type.Positions(); len(values) != want {
		r.fail(f.Offset, path, fmt.Sprintf("%d numbers for the %s joint %s", len(values), joint.Type, source.Quote(joint.Name)), fmt.Sprintf("%d", want), "")
		return nil
	}
	if len(joint.Limits) == 1 && (values[0] < joint.Limits[0].Lower || values[0] > joint.Limits[0].Upper) {
		r.notes.Add(r.text.Diagnostic(f.Offset, path, fmt.Sprintf("the value %g of joint %s is beyond its bounds, %g to %g",
			values[0], source.Quote(joint.Name), joint.Limits[0].Lower, joint.Limits[0].Upper)))
	}
	return values
}

func (r *reader) endEffector(e *strictxml.Element) {
	path := "end_effectors[" + source.Clip(e.Attribute("name").Text, 40) + "]"
	name, named := r.need(e, path, "name")
	out := EndEffector{Name: name.Text, At: r.text.Position(e.Offset)}
	if named && slices.ContainsFunc(r.out.EndEffectors, func(have EndEffector) bool { return have.Name == out.Name }) {
		r.fail(name.Offset, path, "an end effector named "+source.Quote(out.Name)+" was declared already", "distinct names", "")
	}
	group := r.groupNamed(e, path+".group", "group")
	out.ParentLink, _ = r.link(e, path+".parent_link", "parent_link")
	if group != nil {
		out.Group = group.Name
	}
	if e.Attribute("parent_group").Set {
		if parent := r.groupNamed(e, path+".parent_group", "parent_group"); parent != nil {
			out.ParentGroup = parent.Name
			if out.ParentLink != "" && !slices.Contains(parent.Links, out.ParentLink) {
				r.fail(e.Attribute("parent_link").Offset, path, "link "+source.Quote(out.ParentLink)+" is not in group "+source.Quote(parent.Name), "one of "+source.Listed(parent.Links, 12), "")
			}
		}
	}
	r.out.EndEffectors = append(r.out.EndEffectors, out)
}

func (r *reader) virtual(e *strictxml.Element) {
	path := "virtual_joints[" + source.Clip(e.Attribute("name").Text, 40) + "]"
	name, named := r.need(e, path, "name")
	kind, typed := r.need(e, path, "type")
	frame, _ := r.need(e, path, "parent_frame")
	link, _ := r.link(e, path+".child_link", "child_link")
	out := VirtualJoint{Name: name.Text, ParentFrame: frame.Text, ChildLink: link, At: r.text.Position(e.Offset)}
	if named {
		if err := worlds.CheckName(name.Text); err != nil {
			r.fail(name.Offset, path, err.Error(), "", "")
		}
		if r.joints[name.Text] != nil || slices.ContainsFunc(r.out.Virtual, func(have VirtualJoint) bool { return have.Name == name.Text }) {
			r.fail(name.Offset, path, "a joint named "+source.Quote(name.Text)+" exists already", "a name of its own", "")
		}
	}
	if typed {
		words := []string{worlds.Fixed.String(), worlds.Planar.String(), worlds.Floating.String()}
		if slices.Contains(words, kind.Text) {
			out.Type, _ = worlds.ParseJointType(kind.Text)
		} else {
			r.fail(kind.Offset, path+".type", "the type "+source.Quote(kind.Text)+" of a virtual joint is unknown", "one of "+source.Listed(words, 3), source.DidYouMean(kind.Text, words))
		}
	}
	if root := r.world.BodyNames()[0]; link != "" && link != root {
		r.fail(e.Attribute("child_link").Offset, path, "link "+source.Quote(link)+" has a joint above it", "the root link "+source.Quote(root), "")
	}
	r.out.Virtual = append(r.out.Virtual, out)
}

func (r *reader) passive(e *strictxml.Element) {
	joint := r.joint(e, "passive_joints", "name")
	switch {
	case joint == nil:
	case slices.Contains(r.out.Passive, joint.Name):
		r.fail(e.Offset, "passive_joints", "joint "+source.Quote(joint.Name)+" is passive already", "each joint once", "")
	case joint.Type == worlds.Fixed:
		r.fail(e.Offset, "passive_joints", "joint "+source.Quote(joint.Name)+" is fixed", "a joint that moves", "")
	default:
		r.out.Passive = append(r.out.Passive, joint.Name)
	}
}

func (r *reader) disabled(e *strictxml.Element) {
	const path = "disable_collisions"
	a, okA := r.link(e, path+".link1", "link1")
	b, okB := r.link(e, path+".link2", "link2")
	if !okA || !okB {
		return
	}
	if a == b {
		r.fail(e.Offset, path, "both links are "+source.Quote(a), "two links", "")
		return
	}
	key := [2]string{min(a, b), max(a, b)}
	if first, twice := r.pairs[key]; twice {
		if !r.notes.Full() {
			r.notes.Add(r.text.Diagnostic(e.Offset, path, "the pair was disabled at "+r.out.Disabled[first].At.String()+" already"))
		}
		return
	}
	r.pairs[key] = len(r.out.Disabled)
	r.out.Disabled = append(r.out.Disabled, DisabledPair{A: a, B: b, Reason: e.Attribute("reason").Text, At: r.text.Position(e.Offset)})
}

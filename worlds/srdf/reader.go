package srdf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// reader reads one file.
type reader struct {
	text   *source.Text
	world  *worlds.World
	out    *Semantics
	errors source.Diagnostics
	notes  source.Diagnostics

	description *worlds.Description
	links       map[string]*worlds.Joint // link -> the joint above it, nil for the root
	joints      map[string]*worlds.Joint // by their names, fixed ones too
	linkNames   []string
	jointNames  []string
	groups      map[string]*strictxml.Element // declared groups, before they are resolved
	resolved    map[string]*Group             // nil while a group is being resolved
	included    int                           // joints and links that subgroups brought
	pairs       map[[2]string]int             // disabled pairs -> their place
}

func newReader(file string, data []byte, w *worlds.World) *reader {
	r := &reader{
		text: source.NewText(file, data), world: w, out: &Semantics{}, description: w.Description(),
		links: map[string]*worlds.Joint{}, joints: map[string]*worlds.Joint{},
		groups: map[string]*strictxml.Element{}, resolved: map[string]*Group{}, pairs: map[[2]string]int{},
	}
	for i := range r.description.Links {
		r.links[r.description.Links[i].Name] = nil
		r.linkNames = append(r.linkNames, r.description.Links[i].Name)
	}
	for i := range r.description.Joints {
		joint := &r.description.Joints[i]
		r.links[joint.Child], r.joints[joint.Name] = joint, joint
		r.jointNames = append(r.jointNames, joint.Name)
	}
	return r
}

// fail reports an error.
func (r *reader) fail(offset int, path, problem, expected, hint string) {
	if r.errors.Full() {
		r.errors.Add(source.Diagnostic{Problem: problem}) // only counted from here on
		return
	}
	d := r.text.Diagnostic(offset, path, problem)
	d.Expected, d.Hint = expected, hint
	r.errors.Add(d)
}

// need returns a required attribute, after reporting a missing one.
func (r *reader) need(e *strictxml.Element, path, name string) (strictxml.Field, bool) {
	f := e.Attribute(name)
	if !f.Set || f.Text == "" {
		r.fail(max(e.Offset, f.Offset), path, "the attribute "+name+" of <"+e.Name+"> is missing or empty", "<"+e.Name+" "+name+`="...">`, r.nearAttribute(e, name))
		return f, false
	}
	return f, true
}

// nearAttribute returns a hint with an attribute that is nearly the missing one.
func (r *reader) nearAttribute(e *strictxml.Element, name string) string {
	var have []string
	for i := range e.Attributes {
		have = append(have, e.Attributes[i].Name)
	}
	if near, ok := source.Nearest(name, have); ok {
		return "did you mean this by " + source.Quote(near) + "?"
	}
	return ""
}

// link returns the name of a link that an attribute holds.
func (r *reader) link(e *strictxml.Element, path, attribute string) (string, bool) {
	f, ok := r.need(e, path, attribute)
	if !ok {
		return "", false
	}
	if _, found := r.links[f.Text]; !found {
		r.unknown(f, path, "link", r.linkNames)
		return "", false
	}
	return f.Text, true
}

// joint returns the joint that an attribute names.
func (r *reader) joint(e *strictxml.Element, path, attribute string) *worlds.Joint {
	f, ok := r.need(e, path, attribute)
	if !ok {
		return nil
	}
	joint := r.joints[f.Text]
	if joint == nil {
		r.unknown(f, path, "joint", r.jointNames)
	}
	return joint
}

func (r *reader) unknown(f strictxml.Field, path, kind string, known []string) {
	r.fail(f.Offset, path, "no "+kind+" of robot "+source.Quote(r.world.Name())+" is named "+source.Quote(f.Text),
		"one of "+source.Listed(known, 12), source.DidYouMean(f.Text, known))
}

// known are the elements of a robot.
var known = []string{"group", "group_state", "end_effector", "virtual_joint", "passive_joint", "disable_collisions"}

// passedOver are elements of later versions that declare nothing this package has.
var passedOver = []string{"link_sphere_approximation", "disable_default_collisions", "enable_collisions", "joint_property"}

// robot reads the children of the root.
func (r *reader) robot(root *strictxml.Element) {
	if root.Name != "robot" {
		r.fail(root.Offset, "", "the root element is <"+source.Clip(root.Name, 60)+">", `<robot name="...">`, "")
		return
	}
	if name, ok := r.need(root, "", "name"); ok {
		r.out.Name = name.Text
		if have := r.world.Name(); have != name.Text {
			r.notes.Add(r.text.Diagnostic(name.Offset, "", "the robot is "+source.Quote(name.Text)+" here and "+source.Quote(have)+" in its description"))
		}
	}
	r.declareGroups(root)
	for _, e := range root.Children {
		switch e.Name {
		case "group":
			if f := e.Attribute("name"); r.groups[f.Text] == e {
				r.out.Groups = append(r.out.Groups, *r.resolve(f.Text))
			}
		case "group_state":
			r.state(e)
		case "end_effector":
			r.endEffector(e)
		case "virtual_joint":
			r.virtual(e)
		case "passive_joint":
			r.passive(e)
		case "disable_collisions":
			r.disabled(e)
		default:
			r.other(e, known...)
		}
	}
}

// other judges an element that is not read: one with nearly the name of a known one would change
// the content if it were passed over, so it is an error.
func (r *reader) other(e *strictxml.Element, known ...string) {
	if near, ok := source.Nearest(e.Name, known); ok && !slices.Contains(passedOver, e.Name) {
		r.fail(e.Offset, "", "<"+source.Clip(e.Name, 60)+"> in <"+e.Parent.Name+"> is unknown", "one of "+strings.Join(known, ", "), "did you mean <"+near+">?")
		return
	}
	if r.notes.Full() {
		return
	}
	r.notes.Add(r.text.Diagnostic(e.Offset, "", "<"+source.Clip(e.Name, 60)+"> in <"+e.Parent.Name+"> is ignored"))
}

// declareGroups finds the groups by their names, so that they can be used before they are declared.
func (r *reader) declareGroups(root *strictxml.Element) {
	for e := range root.All("group") {
		f, ok := r.need(e, "groups", "name")
		if !ok {
			continue
		}
		path := groupPath(f.Text)
		if err := worlds.CheckName(f.Text); err != nil {
			r.fail(f.Offset, path, err.Error(), "", "")
		}
		switch first := r.groups[f.Text]; {
		case first != nil:
			r.fail(f.Offset, path, "a group named "+source.Quote(f.Text)+" was declared already", "distinct names",
				"the first is at "+r.text.Position(first.Offset).String())
		case len(r.groups) >= MaxGroups:
			r.fail(e.Offset, path, "there are too many groups", fmt.Sprintf("at most %d", MaxGroups), "")
			return
		default:
			r.groups[f.Text] = e
		}
	}
}

func groupPath(name string) string { return "groups[" + source.Clip(name, 40) + "]" }

// groupNamed returns the resolved group that an attribute names, nil after reporting that there is
// none.
func (r *reader) groupNamed(e *strictxml.Element, path, attribute string) *Group {
	f, ok := r.need(e, path, attribute)
	if !ok {
		return nil
	}
	if r.groups[f.Text] == nil {
		var names []string
		for name := range r.groups {
			names = append(names, name)
		}
		slices.Sort(names)
		r.fail(f.Offset, path, "no group is named "+source.Quote(f.Text), "one of "+source.Listed(names, 12), source.DidYouMean(f.Text, names))
		return nil
	}
	return r.resolve(f.Text)
}

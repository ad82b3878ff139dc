package app

import (
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// referent is what the strings of an option name.
type referent string

const (
	noReferent    referent = ""
	groupReferent referent = "joint group"
	jointReferent referent = "joint"
	bodyReferent  referent = "body"
)

// referentOf returns what an option names by its own name: the last word of it says so, as in
// joint_group, arm_group, virtual_joint, joints, frames, tool_body. A field with the tag
// `refers:"none"` names nothing.
func referentOf(name string, tag reflect.StructTag) referent {
	if tag.Get("refers") == "none" {
		return noReferent
	}
	switch last := name[strings.LastIndexByte(name, '_')+1:]; last {
	case "group", "groups":
		return groupReferent
	case "joint", "joints":
		return jointReferent
	case "frame", "frames", "body", "bodies":
		return bodyReferent
	}
	return noReferent
}

// references checks the strings that the file gives for options which name something of a world.
func (o *readOptions) references(w *worlds.World) {
	if w == nil {
		return
	}
	o.spellOut(w)
	o.check(w, o.Kind.Options, reflect.ValueOf(o.Instance).Elem(), "")
	o.units(w)
}

// units checks the units that the file gives for options whose units depend on joints.
func (o *readOptions) units(w *worlds.World) {
	kind, has := o.Instance.(worlds.UnitResolver)
	if !has {
		return
	}
	units := kind.Units(w)
	paths := slices.Collect(maps.Keys(units))
	sort.Strings(paths)
	for _, path := range paths {
		at, given := o.at[path]
		if !given {
			continue
		}
		_, unit := splitUnit(at.Value)
		if want := units[path]; unit != "" && want != "" && plainUnit(unit) != plainUnit(want) {
			at.refuse("the unit of "+source.Quote(at.Value)+" is "+source.Quote(unit), "a number, with or without the unit "+want+", that of the joint", "units are not converted")
		}
	}
}

func (o *readOptions) check(w *worlds.World, options []actors.OptionInfo, in reflect.Value, path string) {
	for i := range options {
		info := &options[i]
		field := in.Type().FieldByIndex(info.Path)
		o.checkValue(w, info, referentOf(info.Name, field.Tag), in.FieldByIndex(info.Path), childPath(path, info.Name))
	}
}

func (o *readOptions) checkValue(w *worlds.World, info *actors.OptionInfo, kind referent, v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Struct:
		o.check(w, info.Fields, v, path)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			o.checkValue(w, info, kind, v.Index(i), elementPath(path, i))
		}
	case reflect.String:
		at, given := o.at[path]
		if kind == noReferent || !given || len(info.OneOf) > 0 {
			return
		}
		if name := v.String(); !at.list.Full() && !has(w, kind, name) {
			known := namesOf(w, kind)
			at.refuse("world "+source.Quote(w.Name())+" has no "+string(kind)+" named "+source.Quote(name), expected(kind, known), at.list.suggest(name, known))
		}
	}
}

// expected lists the names that would have been right, or says where a world without joint groups
// gets one.
func expected(kind referent, known []string) string {
	if kind == groupReferent && len(known) == 0 {
		return "a group that joint_groups of the world declares, as joint_groups: {all: [joint_1, joint_2]}: it has none"
	}
	return oneOf(known)
}

// has reports whether a world has a thing of a name.
func has(w *worlds.World, kind referent, name string) (found bool) {
	var err error
	switch kind {
	case groupReferent:
		_, err = w.Group(name)
	case jointReferent:
		_, err = w.JointIndex(name)
	default:
		_, err = w.BodyIndex(name)
	}
	return err == nil
}

// namesOf lists the names of one kind that a world has.
func namesOf(w *worlds.World, kind referent) []string {
	switch kind {
	case groupReferent:
		return w.GroupNames()
	case jointReferent:
		return w.JointNames()
	}
	return w.BodyNames()
}

// group returns the joint group that the option joint_group names, or nil.
func (o *readOptions) group(w *worlds.World) *worlds.JointGroup {
	for i := range o.Kind.Options {
		info := &o.Kind.Options[i]
		if info.Name != "joint_group" || info.Type != "string" {
			continue
		}
		name := reflect.ValueOf(o.Instance).Elem().FieldByIndex(info.Path).String()
		if group, err := w.Group(name); err == nil {
			return group
		}
	}
	return nil
}

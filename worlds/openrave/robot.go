package openrave

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Tags of a manipulator.
var (
	manipulatorTags = []string{"base", "effector", "joints", "gripperjoints", "closingdirection", "chuckingdirection", "direction", "palmdirection",
		"translation", "rotationaxis", "rotationmat", "quat"}
	manipulatorIgnored = []string{"iksolver", "armjoints", "closingdir"}
)

// manipulator reads an element manipulator.
func (r *reader) manipulator(f *file, e *strictxml.Element, b *kinbody) {
	m := worlds.Manipulator{Name: attribute(e, "name").Text, Tool: spatial.IdentityPose(), At: f.text.Position(e.Offset)}
	if m.Name == "" {
		m.Name = fmt.Sprintf("manipulator%d", len(b.manipulators))
	}
	path := b.name + ".manipulators[" + source.Clip(m.Name, 40) + "]"
	var closing []float64
	for _, c := range e.Children {
		switch name := tag(c); {
		case slices.Contains(transformTags, name):
			r.move(f, c, path, &m.Tool)
		case name == "base":
			if l := r.link(f, b, c.Text(), path+".base"); l != nil {
				m.Base = l.name
			}
		case name == "effector":
			if l := r.link(f, b, c.Text(), path+".effector"); l != nil {
				m.Tip = l.name
			}
		case name == "joints" || name == "gripperjoints":
			for _, word := range words(c) {
				m.Gripper = append(m.Gripper, worlds.GripperJoint{Joint: r.jointName(f, b, word, path+"."+name)})
			}
		case name == "closingdirection" || name == "chuckingdirection":
			closing, _ = r.numbers(f, c, path+"."+name, -1)
		case name == "direction" || name == "palmdirection":
			if v, ok := r.numbers(f, c, path+"."+name, 3); ok && (v[0] != 0 || v[1] != 0 || v[2] != 0) {
				m.Direction = spatial.VecOf([3]float64(v)).Unit().Array()
			}
		default:
			r.other(f, c, manipulatorTags, manipulatorIgnored)
		}
	}
	for _, need := range []struct{ name, value string }{{"base", m.Base}, {"effector", m.Tip}} {
		if need.value == "" && child(e, need.name) == nil {
			r.fail(f, e.Offset, path, "<"+need.name+"> is missing", "<"+need.name+"> with the name of a body", "")
		}
	}
	if len(closing) > 0 && len(m.Gripper) == 0 {
		r.note(f, e.Offset, path, "the closing directions are ignored: the manipulator names no joints")
		closing = nil
	}
	if len(closing) > len(m.Gripper) {
		r.fail(f, e.Offset, path, fmt.Sprintf("%d closing directions for %d joints", len(closing), len(m.Gripper)), "one for each joint", "")
		return
	}
	for k, v := range closing {
		if v != 0 {
			m.Gripper[k].Closing = math.Copysign(1, v)
		}
	}
	b.manipulators = append(b.manipulators, m)
}

// jointName returns the name of a joint that a word names, after reporting an unknown one.
func (r *reader) jointName(f *file, b *kinbody, word strictxml.Field, path string) string {
	var names []string
	for _, j := range b.joints {
		if j.name == word.Text {
			return j.name
		}
		names = append(names, j.name)
	}
	if b.incomplete {
		return ""
	}
	r.fail(f, word.Offset, path, "no joint is named "+source.Quote(source.Clip(word.Text, 60)), "one of "+source.Listed(names, 12), source.DidYouMean(word.Text, names))
	return ""
}

// Tags of an attached sensor.
var (
	attachedTags    = []string{"link", "sensor", "translation", "rotationaxis", "rotationmat", "quat"}
	attachedIgnored = []string{"readable"}
)

// sensor reads an element attachedsensor. The numbers of the sensor become its properties.
func (r *reader) sensor(f *file, e *strictxml.Element, b *kinbody) {
	s := worlds.Sensor{Name: attribute(e, "name").Text, Pose: spatial.IdentityPose(), At: f.text.Position(e.Offset)}
	if s.Name == "" {
		s.Name = fmt.Sprintf("sensor%d", len(b.sensors))
	}
	path := b.name + ".sensors[" + source.Clip(s.Name, 40) + "]"
	for _, c := range e.Children {
		switch name := tag(c); {
		case slices.Contains(transformTags, name):
			r.move(f, c, path, &s.Pose)
		case name == "link":
			if l := r.link(f, b, c.Text(), path+".link"); l != nil {
				s.Link = l.name
			}
		case name == "sensor":
			r.sensorProperties(f, c, &s, path)
		default:
			r.other(f, c, attachedTags, attachedIgnored)
		}
	}
	if s.Link == "" {
		if child(e, "link") == nil {
			r.fail(f, e.Offset, path, "<link> is missing", "<link> with the name of a body", "")
		}
		return
	}
	slices.SortFunc(s.Properties, func(a, b worlds.Property) int { return strings.Compare(a.Name, b.Name) })
	s.Properties = slices.CompactFunc(s.Properties, func(a, b worlds.Property) bool { return a.Name == b.Name })
	b.sensors = append(b.sensors, s)
}

// sensorProperties reads the element sensor, and the file that it names: its type, and those of its
// children that hold numbers only.
func (r *reader) sensorProperties(f *file, e *strictxml.Element, s *worlds.Sensor, path string) {
	if kind := attribute(e, "type").Text; kind != "" {
		s.Kind = strings.ToLower(kind)
	}
	if attribute(e, "file").Set {
		if opened, root := r.include(reference{f, attribute(e, "file"), path}); root != nil {
			r.sensorProperties(opened, root, s, path)
		}
	}
	for _, c := range e.Children {
		var values []float64
		for word := range c.Words() {
			v, err := strconv.ParseFloat(word.Text, 64)
			if err != nil || v-v != 0 {
				values = nil
				break
			}
			values = append(values, v)
		}
		if len(values) > 0 && len(s.Properties) < 256 {
			s.Properties = append(s.Properties, worlds.Property{Name: tag(c), Values: values})
		}
	}
}

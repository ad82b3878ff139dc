package environment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// fail reports a mistake at a node.
func (r *reader) fail(n *strictyaml.Node, path, problem, expected, hint string) {
	d := r.text.Diagnostic(n.Offset, path, problem)
	d.Expected, d.Hint = expected, hint
	r.errors.Add(d)
}

// mapping returns the values of the given keys of a mapping, nil for those that are missing or
// null. It returns nil, with a mistake reported, if the node is no mapping; unknown keys are
// mistakes, too.
func (r *reader) mapping(n *strictyaml.Node, path string, keys ...string) []*strictyaml.Node {
	if n.Kind != strictyaml.Mapping {
		r.fail(n, path, "this is a "+n.Kind.String(), "a mapping with the keys "+strings.Join(keys, ", "), "")
		return nil
	}
	values := make([]*strictyaml.Node, len(keys))
	for _, entry := range n.Entries {
		known := false
		for i, key := range keys {
			if entry.Key.Value == key {
				known = true
				if !entry.Value.IsNull() {
					values[i] = entry.Value
				}
			}
		}
		if !known {
			r.fail(entry.Key, path, "the key "+source.Quote(entry.Key.Value)+" is unknown", "one of "+strings.Join(keys, ", "), source.DidYouMean(entry.Key.Value, keys))
		}
	}
	return values
}

// list returns the items of a list, none for a missing one.
func (r *reader) list(n *strictyaml.Node, path string) []*strictyaml.Node {
	if n == nil {
		return nil
	}
	if n.Kind != strictyaml.Sequence {
		r.fail(n, path, "this is a "+n.Kind.String(), "a list", "")
		return nil
	}
	return n.Items
}

// scalar returns the text of a scalar.
func (r *reader) scalar(n *strictyaml.Node, path string) string {
	if n.Kind != strictyaml.Scalar {
		r.fail(n, path, "this is a "+n.Kind.String(), "a single value", "")
		return ""
	}
	return n.Value
}

// name returns the text of a scalar, empty for a missing one.
func (r *reader) name(n *strictyaml.Node, path string) string {
	if n == nil {
		return ""
	}
	return r.scalar(n, path)
}

// number returns a finite number. A mistake reads as 0.
func (r *reader) number(n *strictyaml.Node, path string) float64 {
	text := r.scalar(n, path)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || strings.ContainsAny(text, "_xXpP") {
		r.fail(n, path, source.Quote(text)+" is no number", "a finite decimal number", "")
		return 0
	}
	return v
}

// integer returns an ID.
func (r *reader) integer(n *strictyaml.Node, path string) ID {
	text := r.scalar(n, path)
	v, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		r.fail(n, path, source.Quote(text)+" is no ID", "a whole number from 0 to 4294967295", "")
	}
	return ID(v)
}

// numbers returns a list of that many numbers. A mistake reads as zeros.
func (r *reader) numbers(n *strictyaml.Node, path string, length int) []float64 {
	values := make([]float64, length)
	items := r.list(n, path)
	if n.Kind != strictyaml.Sequence {
		return values
	}
	if len(items) != length {
		r.fail(n, path, fmt.Sprintf("%d numbers", len(items)), fmt.Sprintf("%d", length), "")
		return values
	}
	for i, item := range items {
		values[i] = r.number(item, fmt.Sprintf("%s[%d]", path, i))
	}
	return values
}

// inertia reads an inertia, zero for a missing one.
func (r *reader) inertia(n *strictyaml.Node, path string) (in rigidbody.Inertia) {
	if n == nil {
		return in
	}
	v := r.mapping(n, path, "mass", "com", "tensor")
	if v == nil {
		return in
	}
	if v[0] != nil {
		in.Mass = r.number(v[0], path+".mass")
	}
	if v[1] != nil {
		copy(in.Com[:], r.numbers(v[1], path+".com", 3))
	}
	if v[2] != nil {
		t := r.numbers(v[2], path+".tensor", 6)
		in.Ixx, in.Ixy, in.Ixz, in.Iyy, in.Iyz, in.Izz = t[0], t[1], t[2], t[3], t[4], t[5]
	}
	return in
}

// shapes reads the shapes of a body.
func (r *reader) shapes(n *strictyaml.Node, path string) []worlds.Shape {
	var out []worlds.Shape
	for i, item := range r.list(n, path) {
		out = append(out, r.shape(item, fmt.Sprintf("%s[%d]", path, i)))
	}
	return out
}

func (r *reader) shape(n *strictyaml.Node, path string) (s worlds.Shape) {
	kinds := []string{"box", "sphere", "cylinder", "capsule", "mesh"}
	v := r.mapping(n, path, append(kinds, "pose", "scale")...)
	if v == nil {
		return s
	}
	given := 0
	for i, name := range kinds {
		if v[i] == nil {
			continue
		}
		given++
		s.Kind, _ = worlds.ParseShapeKind(name)
		at := path + "." + name
		switch s.Kind {
		case worlds.Box:
			copy(s.Size[:], r.numbers(v[i], at, 3))
		case worlds.Sphere:
			s.Radius = r.number(v[i], at)
		case worlds.Mesh:
			s.Mesh, s.Scale = r.scalar(v[i], at), [3]float64{1, 1, 1}
		default:
			sizes := r.numbers(v[i], at, 2)
			s.Radius, s.Length = sizes[0], sizes[1]
		}
	}
	if given != 1 {
		r.fail(n, path, fmt.Sprintf("%d shapes", given), "one of "+strings.Join(kinds, ", "), "")
	}
	if s.Pose = r.pose(v[5], path+".pose"); v[6] != nil {
		if s.Kind != worlds.Mesh {
			r.fail(v[6], path+".scale", "a "+s.Kind.String()+" has no scale", "no key scale", "")
		}
		copy(s.Scale[:], r.numbers(v[6], path+".scale", 3))
	}
	return s
}

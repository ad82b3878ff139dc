package openrave

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// tag returns the name of an element in lower case.
func tag(e *strictxml.Element) string { return strings.ToLower(e.Name) }

// attribute returns the value of an attribute in any letter case.
func attribute(e *strictxml.Element, name string) strictxml.Field {
	for i := range e.Attributes {
		if strings.EqualFold(e.Attributes[i].Name, name) {
			return e.Attributes[i].Value
		}
	}
	return strictxml.Field{}
}

// child returns the first child of a name in any letter case, or nil.
func child(e *strictxml.Element, name string) *strictxml.Element {
	for _, c := range e.Children {
		if tag(c) == name {
			return c
		}
	}
	return nil
}

// fail reports an error.
func (r *reader) fail(f *file, offset int, path, problem, expected, hint string) {
	if r.list.Full() {
		r.list.Add(source.Diagnostic{Problem: problem}) // only counted from here on
		return
	}
	d := f.text.Diagnostic(offset, path, problem)
	d.Expected, d.Hint = expected, hint
	r.list.Add(d)
}

// note reports what is doubtful but no error.
func (r *reader) note(f *file, offset int, path, problem string) {
	if !r.notes.Full() {
		r.notes.Add(f.text.Diagnostic(offset, path, problem))
	}
}

// other judges an element that is not read: nothing is said about those that are passed over, an
// error is reported for nearly the name of a known one, and any other gives a note.
func (r *reader) other(f *file, e *strictxml.Element, known, ignored []string) {
	name := tag(e)
	if slices.Contains(ignored, name) {
		return
	}
	all := append(slices.Clone(known), ignored...)
	where := ""
	if e.Parent != nil {
		where = " in <" + source.Clip(e.Parent.Name, 40) + ">"
	}
	if near, ok := source.Nearest(name, all); ok {
		r.fail(f, e.Offset, "", "<"+source.Clip(e.Name, 60)+">"+where+" is unknown", "one of "+strings.Join(known, ", "), "did you mean <"+near+">?")
		return
	}
	r.note(f, e.Offset, "", "<"+source.Clip(e.Name, 60)+">"+where+" is unknown and ignored")
}

// numbers returns the finite numbers of an element; ok is false after one was reported that is
// none, or a wrong number of them. A negative n accepts any number.
func (r *reader) numbers(f *file, e *strictxml.Element, path string, n int) (out []float64, ok bool) {
	ok = true
	for word := range e.Words() {
		v, err := strconv.ParseFloat(word.Text, 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || strings.ContainsAny(word.Text, "xX_") {
			r.fail(f, word.Offset, path, source.Quote(source.Clip(word.Text, 40))+" is not a number", "finite decimal numbers", "")
			ok = false
		}
		out = append(out, v)
	}
	if ok && n >= 0 && len(out) != n {
		r.fail(f, e.Offset, path, fmt.Sprintf("<%s> has %d numbers", e.Name, len(out)), strconv.Itoa(n), "")
		ok = false
	}
	return out, ok
}

// number returns the number of an element, and fallback after reporting one that is invalid.
func (r *reader) number(f *file, e *strictxml.Element, path string, fallback float64) float64 {
	if v, ok := r.numbers(f, e, path, 1); ok {
		return v[0]
	}
	return fallback
}

// words returns the words of an element with their places.
func words(e *strictxml.Element) []strictxml.Field { return slices.Collect(e.Words()) }

// transformTags are the elements that move a frame.
var transformTags = []string{"translation", "rotationaxis", "rotationmat", "quat"}

// move applies an element to a pose: translations add up, and a rotation turns what was there
// before, about the origin of the pose.
func (r *reader) move(f *file, e *strictxml.Element, path string, pose *spatial.Pose) {
	counts := map[string]int{"translation": 3, "rotationaxis": 4, "rotationmat": 9, "quat": 4}
	v, ok := r.numbers(f, e, path, counts[tag(e)])
	if !ok {
		return
	}
	var turn spatial.Rotation
	switch tag(e) {
	case "translation":
		for k := range 3 {
			pose.P[k] += v[k]
		}
		return
	case "rotationaxis":
		axis := spatial.Vec{X: v[0], Y: v[1], Z: v[2]}
		if axis.Norm() == 0 {
			r.fail(f, e.Offset, path, "the axis of the rotation is zero", "a direction, and an angle in degrees", "")
			return
		}
		turn = spatial.Exp(axis.Unit().Scale(v[3] * math.Pi / 180)).Rotation()
	case "rotationmat":
		turn = spatial.Rotation(v)
		q := turn.Quat().Unit()
		square := q.Rotation()
		for k := range turn {
			if !(math.Abs(turn[k]-square[k]) <= 1e-4) {
				r.fail(f, e.Offset, path, "the matrix is not a rotation", "an orthonormal matrix with determinant 1, row by row", "")
				return
			}
		}
		turn = square
	case "quat":
		q := spatial.Quat{W: v[0], X: v[1], Y: v[2], Z: v[3]}
		if !(q.Norm() > 1e-6) || math.IsInf(q.Norm(), 0) {
			r.fail(f, e.Offset, path, "the quaternion is zero", "w x y z", "")
			return
		}
		turn = q.Unit().Rotation()
	}
	pose.R = turn.Times(&pose.R)
}

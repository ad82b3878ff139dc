package collada

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// fail reports an error.
func (r *reader) fail(offset int, path, problem, expected, hint string) {
	if r.list.Full() {
		r.list.Add(source.Diagnostic{Problem: problem}) // only counted from here on
		return
	}
	d := r.text.Diagnostic(offset, path, problem)
	d.Expected, d.Hint = expected, hint
	r.list.Add(d)
}

// note reports what is doubtful but no error.
func (r *reader) note(offset int, path, problem string) {
	if !r.notes.Full() {
		r.notes.Add(r.text.Diagnostic(offset, path, problem))
	}
}

// index fills ids.
func (r *reader) index(e *strictxml.Element) {
	if id := e.Attribute("id"); id.Text != "" {
		if _, given := r.ids[id.Text]; !given {
			r.ids[id.Text] = e
		} else if _, given := r.again[id.Text]; !given {
			r.again[id.Text] = id
		}
	}
	for _, c := range e.Children {
		r.index(c)
	}
}

// target returns the element that an address such as #id names, nil after reporting that it names
// no element of the kind.
func (r *reader) target(e *strictxml.Element, attribute, kind string) *strictxml.Element {
	address := e.Attribute(attribute)
	id, local := strings.CutPrefix(address.Text, "#")
	found := r.ids[id]
	second, twice := r.again[id]
	switch {
	case !address.Set:
		r.fail(e.Offset, "", "the attribute "+attribute+" of <"+e.Name+"> is missing", attribute+`="#id" of a <`+kind+">", "")
	case !local:
		r.fail(address.Offset, "", "the address "+source.Quote(source.Clip(address.Text, 60))+" leads to another document, which is not opened", "#id of a <"+kind+"> of this document", "")
	case twice: // of elements that nobody names, such as those within geometries, it may be so
		r.fail(second.Offset, "", "the id "+source.Quote(source.Clip(id, 60))+" is given twice", "distinct ids", "")
	case found == nil:
		r.fail(address.Offset, "", "no element has the id "+source.Quote(source.Clip(id, 60)), "the id of a <"+kind+">", "")
	case found.Name != kind:
		r.fail(address.Offset, "", "the id "+source.Quote(source.Clip(id, 60))+" is that of a <"+source.Clip(found.Name, 40)+">", "the id of a <"+kind+">", "")
	default:
		return found
	}
	return nil
}

// lastSID returns the last part of an address such as kmodel1/joint0.
func lastSID(address string) string { return address[strings.LastIndexByte(address, '/')+1:] }

// jointSID returns the part of an address that names a joint: kmodel1/joint0/axis0.
func jointSID(address string) string {
	if i := strings.LastIndexByte(address, '/'); i >= 0 {
		return lastSID(address[:i])
	}
	return address
}

// extensions yields the techniques of OpenRAVE in the extras of a type, of several elements.
func (r *reader) extensions(of []*strictxml.Element, kind string) iter.Seq[*strictxml.Element] {
	return func(yield func(*strictxml.Element) bool) {
		for _, e := range of {
			for extra := range e.All("extra") {
				if extra.Attr("type") != kind {
					continue
				}
				for technique := range extra.All("technique") {
					if technique.Attr("profile") == "OpenRAVE" && !yield(technique) {
						return
					}
				}
			}
		}
	}
}

// asset reads unit and up_axis.
func (r *reader) asset(e *strictxml.Element) {
	r.unit, r.up = 1, spatial.IdentityRotation()
	if unit := e.Child("unit"); unit != nil {
		if meter := unit.Attribute("meter"); meter.Set {
			v, ok := r.parse(meter)
			if ok && !(v > 0) {
				r.fail(meter.Offset, "", fmt.Sprintf("the unit is %v m", v), "a length above 0 m", "")
			}
			if v > 0 {
				r.unit = v
			}
		}
	}
	up := strictxml.Field{Text: "Y_UP"}
	if axis := e.Child("up_axis"); axis != nil {
		up = axis.Text()
	}
	switch up.Text {
	case "X_UP":
		r.up = spatial.Rotation{0, -1, 0, 0, 0, -1, 1, 0, 0}
	case "Y_UP":
		r.up = spatial.Rotation{1, 0, 0, 0, 0, -1, 0, 1, 0}
	case "Z_UP":
	default:
		r.fail(up.Offset, "", "the axis "+source.Quote(source.Clip(up.Text, 40))+" is unknown", "X_UP, Y_UP or Z_UP", "")
	}
}

// parse returns a finite number, after reporting what is none.
func (r *reader) parse(f strictxml.Field) (float64, bool) {
	v, err := strconv.ParseFloat(strings.TrimSpace(f.Text), 64)
	if err != nil || v-v != 0 || strings.ContainsAny(f.Text, "xX_") {
		r.fail(f.Offset, "", source.Quote(source.Clip(f.Text, 40))+" is not a number", "a finite decimal number", "")
		return 0, false
	}
	return v, true
}

// vector returns the numbers of an element, and reports where it has not n of them.
func (r *reader) vector(e *strictxml.Element, n int) ([]float64, bool) {
	out, good := make([]float64, 0, n), true
	for word := range e.Words() {
		if len(out) == n {
			r.fail(word.Offset, "", fmt.Sprintf("<%s> has more than %d numbers", e.Name, n), strconv.Itoa(n), "")
			return nil, false
		}
		v, ok := r.parse(word)
		out, good = append(out, v), good && ok
	}
	if good && len(out) < n {
		r.fail(e.Offset, "", fmt.Sprintf("<%s> has %d numbers", e.Name, len(out)), strconv.Itoa(n), "")
		good = false
	}
	return out, good
}

// pose returns the product of the transforms among the children of an element, lengths in m. The
// transforms with a sid move with a joint and are left out. Scales are multiplied into scale, which
// may be nil where none is allowed.
func (r *reader) pose(e *strictxml.Element, scale *[3]float64) spatial.Pose {
	out := spatial.IdentityPose()
	for _, c := range e.Children {
		if sid := c.Attr("sid"); strings.HasPrefix(sid, "node_joint") {
			continue
		}
		step := spatial.IdentityPose()
		switch c.Name {
		case "translate":
			if v, ok := r.vector(c, 3); ok {
				step.P = [3]float64{r.unit * v[0], r.unit * v[1], r.unit * v[2]}
			}
		case "rotate":
			if v, ok := r.vector(c, 4); ok {
				step.R = r.turn(c, v)
			}
		case "matrix":
			if v, ok := r.vector(c, 16); ok {
				step = r.matrix(c, v)
			}
		case "scale":
			if v, ok := r.vector(c, 3); ok {
				r.scale(c, v, scale)
			}
			continue
		default:
			continue
		}
		if scale != nil && *scale != [3]float64{1, 1, 1} {
			r.fail(c.Offset, "", "a transform follows a scale", "scales at the end of a node", "")
			*scale = [3]float64{1, 1, 1}
		}
		out = out.Times(&step)
	}
	return out
}

func (r *reader) turn(e *strictxml.Element, v []float64) spatial.Rotation {
	axis := spatial.Vec{X: v[0], Y: v[1], Z: v[2]}
	n := axis.Norm()
	if n == 0 && v[3] == 0 {
		return spatial.IdentityRotation()
	}
	if !(n > 0) || math.IsInf(n, 0) || math.Abs(v[3]) > 1e6 {
		r.fail(e.Offset, "", "the rotation has no axis, or an endless angle", "a direction, and an angle in degrees", "")
		return spatial.IdentityRotation()
	}
	return spatial.Exp(axis.Scale(v[3] * math.Pi / 180 / n)).Rotation()
}

func (r *reader) matrix(e *strictxml.Element, v []float64) spatial.Pose {
	out := spatial.Pose{R: spatial.Rotation{v[0], v[1], v[2], v[4], v[5], v[6], v[8], v[9], v[10]}, P: [3]float64{r.unit * v[3], r.unit * v[7], r.unit * v[11]}}
	q := out.R.Quat().Unit()
	square := q.Rotation()
	for k := range square {
		if !(math.Abs(square[k]-out.R[k]) <= 1e-4) {
			r.fail(e.Offset, "", "the matrix is not a rotation and a translation", "a rigid transform", "")
			return spatial.IdentityPose()
		}
	}
	out.R = square
	return out
}

func (r *reader) scale(e *strictxml.Element, v []float64, scale *[3]float64) {
	switch {
	case v[0] == 1 && v[1] == 1 && v[2] == 1:
	case scale == nil || v[0] == 0 || v[1] == 0 || v[2] == 0:
		r.fail(e.Offset, "", "a scale is not possible here", "no <scale>", "")
	default:
		for k := range 3 {
			scale[k] *= v[k]
		}
	}
}

package urdf

import (
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// xincludeNamespace is the one of elements that would include other files.
const xincludeNamespace = "http://www.w3.org/2001/XInclude"

// attribute returns the value of an attribute and marks it as read.
func (e *element) attribute(name string) field {
	for i := range e.attributes {
		if e.attributes[i].name == name {
			e.attributes[i].marked = true
			return e.attributes[i].value
		}
	}
	return field{}
}

// required returns the value of an attribute, or reports that it is missing.
func (r *reader) required(e *element, p place, name string) field {
	f := e.attribute(name)
	if !f.set {
		hint := ""
		if near, ok := source.Nearest(name, unread(e)); ok {
			hint = "did you mean this by " + source.Quote(near) + "?"
		}
		r.fail(e.offset, p, "the attribute "+name+" of <"+e.name+"> is missing", "<"+e.name+" "+name+"=\"...\">", hint)
	}
	return f
}

// unread returns the names of the attributes that nobody asked for.
func unread(e *element) []string {
	var names []string
	for i := range e.attributes {
		if !e.attributes[i].marked {
			names = append(names, e.attributes[i].name)
		}
	}
	return names
}

// rest deals with the attributes that nobody asked for. One that is nearly the name of an optional
// attribute that is missing would change the robot if it were passed over, so it is an error.
func (r *reader) rest(e *element, p place, optional ...string) {
	for i := range e.attributes {
		a := &e.attributes[i]
		if a.marked || strings.HasPrefix(a.name, "xmlns") {
			continue
		}
		if near, ok := source.Nearest(a.name, missing(e, optional)); ok {
			r.fail(a.at, p, "the attribute "+source.Quote(a.name)+" of <"+e.name+"> is unknown", "", "did you mean "+source.Quote(near)+"?")
			continue
		}
		r.ignore(a.at, "the attribute "+source.Clip(a.name, 40)+" of <"+e.name+">")
	}
}

// missing returns those of the names that are no attributes of the element.
func missing(e *element, names []string) []string {
	var out []string
	for _, name := range names {
		if !e.has(name) {
			out = append(out, name)
		}
	}
	return out
}

func (e *element) has(name string) bool {
	for i := range e.attributes {
		if e.attributes[i].name == name {
			return true
		}
	}
	return false
}

// only returns the children of the given names, nil for those that are missing. A repeated child is
// an error. Any other child is ignored, except one with nearly the name of a missing one: see
// [reader.misspelt].
func (r *reader) only(e *element, p place, names ...string) []*element {
	found := make([]*element, len(names))
	missing := absent(e, names)
	for _, child := range e.children {
		at := slices.Index(names, child.name)
		if at < 0 {
			at = slices.Index(names, r.misspelt(child, p, missing...))
		}
		switch {
		case at < 0:
			r.pass(child)
		case found[at] != nil:
			r.fail(child.offset, p.in(child.name), "<"+child.name+"> stands twice in <"+e.name+">", "each element once",
				"the first is at "+r.text.Position(found[at].offset).String())
		default:
			found[at] = child
		}
	}
	return found
}

// misspelt reports a child that has nearly the name of one that is absent: passing it over would
// change the robot. It returns which one that is, so that it can be read as what was meant, or an
// empty name.
func (r *reader) misspelt(child *element, p place, absent ...string) string {
	if r.judged++; r.judged > mostJudged || r.errors.Full() {
		return ""
	}
	near, ok := source.Nearest(child.name, absent)
	if !ok {
		return ""
	}
	r.fail(child.offset, p, "<"+source.Clip(child.name, 60)+"> in <"+child.parent.name+"> is unknown", "", "did you mean <"+near+">?")
	return near
}

// mostJudged is the number of unknown elements whose names are compared with those that are known:
// no robot has so many.
const mostJudged = 10_000

// absent returns those of the names that are no children of the element.
func absent(e *element, names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		if !slices.ContainsFunc(e.children, func(c *element) bool { return c.name == name }) {
			out = append(out, name)
		}
	}
	return out
}

// pass deals with an element that is not read.
func (r *reader) pass(e *element) {
	if strings.HasPrefix(e.name, "xacro:") {
		r.fail(e.offset, place{}, "<"+e.name+"> has to be expanded by xacro first", "a file without xacro", "run: xacro file.xacro > file.urdf")
		return
	}
	included := strings.HasPrefix(e.name, "xi:")
	for i := range e.attributes {
		included = included || strings.HasPrefix(e.attributes[i].name, "xmlns") && e.attributes[i].value.text == xincludeNamespace
	}
	if strings.HasSuffix(e.name, ":joint") || strings.HasSuffix(e.name, ":link") {
		r.fail(e.offset, place{}, "the extension <"+source.Clip(e.name, 60)+"> is not read, and the robot is incomplete without it",
			"<joint> and <link> of URDF", "")
		return
	}
	if included {
		r.fail(e.offset, place{}, "<"+source.Clip(e.name, 60)+"> would include another file", "a file without XInclude", "")
		return
	}
	r.ignore(e.offset, "<"+source.Clip(e.name, 60)+"> in <"+e.parent.name+">")
}

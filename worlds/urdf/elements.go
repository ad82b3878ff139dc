package urdf

import (
	"path"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// xincludeNamespace is the one of elements that would include other files.
const xincludeNamespace = "http://www.w3.org/2001/XInclude"

// take returns the value of an attribute and marks it as read.
func take(e *strictxml.Element, name string) field {
	for i := range e.Attributes {
		if a := &e.Attributes[i]; a.Name == name {
			a.Taken = true
			return field{a.Value.Text, a.Value.Offset, a.Value.Set}
		}
	}
	return field{}
}

// required returns the value of an attribute, or reports that it is missing.
func (r *reader) required(e *strictxml.Element, p place, name string) field {
	f := take(e, name)
	if !f.set {
		hint := ""
		if near, ok := source.Nearest(name, unread(e)); ok {
			hint = "did you mean this by " + source.Quote(near) + "?"
		}
		r.fail(e.Offset, p, "the attribute "+name+" of <"+e.Qualified()+"> is missing", "<"+e.Qualified()+" "+name+"=\"...\">", hint)
	}
	return f
}

// unread returns the names of the attributes that nobody asked for.
func unread(e *strictxml.Element) []string {
	var names []string
	for i := range e.Attributes {
		if !e.Attributes[i].Taken {
			names = append(names, e.Attributes[i].Name)
		}
	}
	return names
}

// rest deals with the attributes that nobody asked for. One that is nearly the name of an optional
// attribute that is missing would change the robot if it were passed over, so it is an error.
func (r *reader) rest(e *strictxml.Element, p place, optional ...string) {
	for i := range e.Attributes {
		a := &e.Attributes[i]
		if a.Taken || strings.HasPrefix(a.Name, "xmlns") {
			continue
		}
		if near, ok := source.Nearest(a.Name, missing(e, optional)); ok {
			r.fail(a.Offset, p, "the attribute "+source.Quote(a.Name)+" of <"+e.Qualified()+"> is unknown", "", "did you mean "+source.Quote(near)+"?")
			continue
		}
		r.ignore(a.Offset, "the attribute "+source.Clip(a.Name, 40)+" of <"+e.Qualified()+">")
	}
}

// missing returns those of the names that are no attributes of the element.
func missing(e *strictxml.Element, names []string) []string {
	var out []string
	for _, name := range names {
		if !e.Attribute(name).Set {
			out = append(out, name)
		}
	}
	return out
}

// only returns the children of the given names, nil for those that are missing. A repeated child is
// an error. Any other child is ignored, except one with nearly the name of a missing one: see
// [reader.misspelt].
func (r *reader) only(e *strictxml.Element, p place, names ...string) []*strictxml.Element {
	found := make([]*strictxml.Element, len(names))
	missing := absent(e, names)
	for _, child := range e.Children {
		at := slices.Index(names, child.Qualified())
		if at < 0 {
			at = slices.Index(names, r.misspelt(child, p, missing...))
		}
		switch {
		case at < 0:
			r.pass(child)
		case found[at] != nil:
			r.fail(child.Offset, p.in(child.Qualified()), "<"+child.Qualified()+"> stands twice in <"+e.Qualified()+">", "each element once",
				"the first is at "+r.text.Position(found[at].Offset).String())
		default:
			found[at] = child
		}
	}
	return found
}

// misspelt reports a child that has nearly the name of one that is absent: passing it over would
// change the robot. It returns which one that is, so that it can be read as what was meant, or an
// empty name.
func (r *reader) misspelt(child *strictxml.Element, p place, absent ...string) string {
	if r.judged++; r.judged > mostJudged || r.errors.Full() {
		return ""
	}
	near, ok := source.Nearest(child.Qualified(), absent)
	if !ok {
		return ""
	}
	r.fail(child.Offset, p, "<"+source.Clip(child.Qualified(), 60)+"> in <"+child.Parent.Qualified()+"> is unknown", "", "did you mean <"+near+">?")
	return near
}

// mostJudged is the number of unknown elements whose names are compared with those that are known:
// no robot has so many.
const mostJudged = 10_000

// absent returns those of the names that are no children of the element.
func absent(e *strictxml.Element, names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		if !slices.ContainsFunc(e.Children, func(c *strictxml.Element) bool { return c.Qualified() == name }) {
			out = append(out, name)
		}
	}
	return out
}

// expansion is the command that expands a file of macros.
func (r *reader) expansion() string {
	name := path.Base(r.text.File())
	stem := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".xacro"), ".xml"), ".urdf")
	from := name
	if !strings.HasSuffix(name, ".xacro") {
		from = stem + ".urdf.xacro"
	}
	return "xacro " + from + " > " + stem + ".urdf"
}

// pass deals with an element that is not read.
func (r *reader) pass(e *strictxml.Element) {
	if strings.HasPrefix(e.Qualified(), "xacro:") {
		r.fail(e.Offset, place{}, "<"+e.Qualified()+"> has to be expanded by xacro first", "a file without xacro", "run: "+r.expansion())
		return
	}
	included := strings.HasPrefix(e.Qualified(), "xi:")
	for i := range e.Attributes {
		included = included || strings.HasPrefix(e.Attributes[i].Name, "xmlns") && e.Attributes[i].Value.Text == xincludeNamespace
	}
	if strings.HasSuffix(e.Qualified(), ":joint") || strings.HasSuffix(e.Qualified(), ":link") {
		r.fail(e.Offset, place{}, "the extension <"+source.Clip(e.Qualified(), 60)+"> is not read, and the robot is incomplete without it",
			"<joint> and <link> of URDF", "")
		return
	}
	if included {
		r.fail(e.Offset, place{}, "<"+source.Clip(e.Qualified(), 60)+"> would include another file", "a file without XInclude", "")
		return
	}
	r.ignore(e.Offset, "<"+source.Clip(e.Qualified(), 60)+"> in <"+e.Parent.Qualified()+">")
}

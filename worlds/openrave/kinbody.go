package openrave

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// kinbody is a body or robot while it is being read.
type kinbody struct {
	name         string
	links        []*link
	joints       []*joint
	adjacent     [][2]*link
	manipulators []worlds.Manipulator
	sensors      []worlds.Sensor
	pose         spatial.Pose
	values       []float64
	valuesAt     source.Position
	root         spot
	errors       int // of the document before the body
	// incomplete is set after a file of the body could not be read: what it lacks then says nothing.
	incomplete bool
}

// spot is a place in a file.
type spot struct {
	file   *file
	offset int
	// within is the place in a COLLADA file that is named there; zero for what is in XML.
	within source.Position
}

func (s spot) position() source.Position {
	if s.within.File != "" {
		return s.within
	}
	return s.file.text.Position(s.offset)
}

// link is a body of a kinbody.
type link struct {
	name                string
	at                  spot
	pose                spatial.Pose // in the frame of the kinbody
	static              bool
	visuals, collisions []worlds.Shape
	inertia             rigidbody.Inertia
	indefinite          bool
}

// named returns the link of a name, or nil. A later declaration of a name continues the first.
func (b *kinbody) named(name string) *link {
	for _, l := range b.links {
		if l.name == name {
			return l
		}
	}
	return nil
}

func (b *kinbody) linkNames() (names []string) {
	for _, l := range b.links {
		names = append(names, l.name)
	}
	return names
}

// link returns the link that a word names, nil after reporting that there is none.
func (r *reader) link(f *file, b *kinbody, word strictxml.Field, path string) *link {
	l := b.named(word.Text)
	if l == nil && !b.incomplete {
		names := b.linkNames()
		r.fail(f, word.Offset, path, "no body is named "+source.Quote(source.Clip(word.Text, 60)), "one of "+source.Listed(names, 12), source.DidYouMean(word.Text, names))
	}
	return l
}

// topBody reads a robot or body of the document.
func (r *reader) topBody(f *file, e *strictxml.Element) {
	b := &kinbody{pose: spatial.IdentityPose(), root: spot{file: f, offset: e.Offset}, errors: r.list.Len()}
	r.kinbody(f, e, b)
	robot := tag(e) == "robot"
	if b.name == "" {
		b.name = "body"
		if robot {
			b.name = "robot"
		}
		if r.out.Name != "" || len(r.names) > 0 || e.Parent != nil {
			b.name += fmt.Sprint(len(r.out.Robots) + len(r.out.Bodies) + 1)
		}
	}
	if first, taken := r.names[b.name]; taken {
		r.fail(f, e.Offset, "", "a body named "+source.Quote(b.name)+" was declared already at "+first.String(), "distinct names", "")
	}
	r.names[b.name] = f.text.Position(e.Offset)
	out := r.build(b)
	if robot {
		r.out.Robots = append(r.out.Robots, out)
	} else {
		r.out.Bodies = append(r.out.Bodies, out)
	}
}

// Tags of robots and bodies.
var (
	bodyTags    = []string{"kinbody", "robot", "body", "joint", "adjacent", "modelsdir", "manipulator", "attachedsensor", "jointvalues", "translation", "rotationaxis", "rotationmat", "quat", "mass"}
	bodyIgnored = []string{"controller", "diffusecolor", "ambientcolor", "transparency", "density", "collision_pair", "sensor", "readable"}
)

// kinbody reads an element robot or kinbody, and the file that it names, into b.
func (r *reader) kinbody(f *file, e *strictxml.Element, b *kinbody) {
	before, prefix := b.tally(), attribute(e, "prefix").Text
	if name := attribute(e, "name"); name.Set && b.name == "" {
		b.name = strings.ReplaceAll(name.Text, " ", "_")
	}
	if scale := attribute(e, "scalegeometry"); scale.Set && strings.Trim(scale.Text, "1 .0") != "" {
		r.fail(f, scale.Offset, b.name, "scaled geometry is not read", "a file in its own size", "")
	}
	if ref := (reference{f, attribute(e, "file"), b.name}); ref.at.Set && ref.isCollada() {
		if part := r.collada(ref); part != nil {
			r.adopt(ref, part, prefix, b)
			before = b.tally() // these have their prefix
		} else {
			b.incomplete = true
		}
	} else if ref.at.Set {
		if opened, root := r.include(ref); root != nil {
			if name := tag(root); name == "robot" || name == "kinbody" {
				r.kinbody(opened, root, b)
			} else {
				r.fail(opened, root.Offset, b.name, "the root element is <"+source.Clip(root.Name, 60)+">", "<robot> or <kinbody>", "")
				b.incomplete = true
			}
		} else {
			b.incomplete = true
		}
	}
	pose := spatial.IdentityPose()
	for _, c := range e.Children {
		if !r.counts(f, c) {
			return
		}
		switch name := tag(c); {
		case slices.Contains(transformTags, name):
			r.move(f, c, b.name, &pose)
		case name == "kinbody" || name == "robot":
			outer := b.pose
			b.pose = spatial.IdentityPose()
			first := len(b.links)
			r.kinbody(f, c, b)
			for _, l := range b.links[first:] { // a nested body is placed within its parent
				l.pose = b.pose.Times(&l.pose)
			}
			b.pose = outer
		default:
			r.bodyPart(f, c, b)
		}
	}
	b.pose = pose.Times(&b.pose)
	r.resolveMimics(b, b.joints[before.joints:])
	if prefix != "" {
		b.rename(prefix, before)
	}
}

// counts counts an element with those in it, and returns false once there are too many.
func (r *reader) counts(f *file, e *strictxml.Element) bool {
	before := r.parts
	r.parts += 1 + len(e.Children)
	if r.parts > mostParts && before <= mostParts {
		r.fail(f, e.Offset, "", "the bodies have too many elements", fmt.Sprintf("at most %d, those of a file counted as often as it is named", mostParts), "")
	}
	return r.parts <= mostParts
}

// tally has how many things of each kind a kinbody has.
type tally struct{ links, joints, manipulators, sensors int }

func (b *kinbody) tally() tally {
	return tally{len(b.links), len(b.joints), len(b.manipulators), len(b.sensors)}
}

// rename puts a prefix before the names of what was read behind the given counts.
func (b *kinbody) rename(prefix string, from tally) {
	links, joints := map[string]string{}, map[string]string{}
	for _, l := range b.links[from.links:] {
		links[l.name] = prefix + l.name
		l.name = prefix + l.name
	}
	for _, j := range b.joints[from.joints:] {
		joints[j.name] = prefix + j.name
		j.name = prefix + j.name
	}
	for i := from.manipulators; i < len(b.manipulators); i++ {
		m := &b.manipulators[i]
		m.Name, m.Base, m.Tip = prefix+m.Name, renamed(links, m.Base), renamed(links, m.Tip)
		for k := range m.Gripper {
			m.Gripper[k].Joint = renamed(joints, m.Gripper[k].Joint)
		}
	}
	for i := from.sensors; i < len(b.sensors); i++ {
		s := &b.sensors[i]
		s.Name, s.Link = prefix+s.Name, renamed(links, s.Link)
	}
}

func renamed(changed map[string]string, name string) string {
	if to, found := changed[name]; found {
		return to
	}
	return name
}

// bodyPart reads a child of a robot or body.
func (r *reader) bodyPart(f *file, e *strictxml.Element, b *kinbody) {
	switch tag(e) {
	case "body":
		r.body(f, e, b)
	case "joint":
		r.joint(f, e, b)
	case "modelsdir":
		f.models = e.Text().Text
	case "manipulator":
		r.manipulator(f, e, b)
	case "attachedsensor":
		r.sensor(f, e, b)
	case "adjacent":
		if pair := words(e); len(pair) != 2 {
			r.fail(f, e.Offset, b.name+".adjacent", fmt.Sprintf("%d names of bodies", len(pair)), "two", "")
		} else if one, two := r.link(f, b, pair[0], b.name+".adjacent"), r.link(f, b, pair[1], b.name+".adjacent"); one != nil && two != nil {
			b.adjacent = append(b.adjacent, [2]*link{one, two})
		}
	case "jointvalues":
		if v, ok := r.numbers(f, e, b.name+".jointvalues", -1); ok {
			b.values, b.valuesAt = v, f.text.Position(e.Offset)
		}
	case "mass":
		r.note(f, e.Offset, b.name, "<mass> of a whole kinbody is ignored: masses are read in bodies")
	default:
		r.other(f, e, bodyTags, bodyIgnored)
	}
}

// Tags of a body.
var (
	linkTags    = []string{"offsetfrom", "geom", "geometry", "mass", "translation", "rotationaxis", "rotationmat", "quat"}
	linkIgnored = []string{"adjacent", "transparency", "diffusecolor", "ambientcolor", "readable"}
)

// body reads an element body: a link, or more of a link that has been declared.
func (r *reader) body(f *file, e *strictxml.Element, b *kinbody) {
	name := attribute(e, "name").Text
	if name == "" {
		name = fmt.Sprintf("link%d", len(b.links))
	}
	l := b.named(name)
	if l == nil {
		if r.links++; r.links > MaxLinks {
			r.fail(f, e.Offset, b.name, "there are too many bodies", fmt.Sprintf("at most %d", MaxLinks), "")
			return
		}
		l = &link{name: name, at: spot{file: f, offset: e.Offset}, pose: spatial.IdentityPose()}
		b.links = append(b.links, l)
	}
	path := b.name + ".bodies[" + source.Clip(name, 40) + "]"
	if kind := attribute(e, "type"); kind.Set {
		l.static = strings.EqualFold(kind.Text, "static")
		if !l.static && !strings.EqualFold(kind.Text, "dynamic") {
			r.fail(f, kind.Offset, path+".type", "the type "+source.Quote(source.Clip(kind.Text, 40))+" of a body is unknown", "dynamic or static", "")
		}
	}
	pose, moved := spatial.IdentityPose(), false
	var from *link
	var mass *strictxml.Element
	var solids []solid
	for _, c := range e.Children {
		switch name := tag(c); {
		case slices.Contains(transformTags, name):
			r.move(f, c, path, &pose)
			moved = true
		case name == "offsetfrom":
			from = r.link(f, b, c.Text(), path+".offsetfrom")
			moved = true
		case name == "geom" || name == "geometry":
			solids = append(solids, r.geom(f, c, l, path)...)
		case name == "mass":
			mass = c
		default:
			r.other(f, c, linkTags, linkIgnored)
		}
	}
	if from != nil {
		pose = from.pose.Times(&pose)
	}
	if moved {
		l.pose = pose
	}
	if mass != nil {
		l.inertia = r.mass(f, mass, path+".mass", solids)
	}
}

// meshAddress returns the address of a mesh relative to the folder of the file that declares its
// link.
func meshAddress(f *file, l *link, name string) string {
	if strings.Contains(name, "://") || strings.HasPrefix(name, "/") {
		return name
	}
	return relative(l.at.position().File, path.Join(path.Dir(f.text.File()), f.models, name))
}

// relative returns the path that leads from the folder of a file to a target.
func relative(from, target string) string {
	base := path.Dir(from)
	if base == "." {
		return target
	}
	up := ""
	for base != "." && base != "/" {
		if rest, below := strings.CutPrefix(target, base+"/"); below {
			return up + rest
		}
		base, up = path.Dir(base), up+"../"
	}
	return up + target
}

// halfTurn is the bound of a hinge that has none.
const halfTurn = math.Pi

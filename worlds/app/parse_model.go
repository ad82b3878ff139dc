package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// rootLink is the link that stands for the room. The first model of a world may be attached to it.
const rootLink = "world"

// models merges the models of a list into one description with the given name. Chain has the files
// that led here, the innermost last. It returns nil after reporting an error.
func (l *loader) models(name string, list cursor, chain []string) *worlds.Description {
	merged := &worlds.Description{Name: name}
	good := true
	entries := list.elements("a list of models: include: or path:, namespace:, joint:")
	if entries == nil {
		return nil
	}
	for i, entry := range entries {
		if l.files.models++; l.files.models > maxModels {
			entry.refuse(fmt.Sprintf("the application has more than %d models", maxModels), "", "includes that include one another multiply")
			return nil
		}
		f := entry.fields(keyNames(modelKeys)...)
		model := l.model(f, chain)
		joint, attached, ok := l.attachment(f, i)
		if model == nil || !ok || !good {
			good = false
			continue
		}
		good = l.join(merged, model, joint, attached, entry)
	}
	switch {
	case !good:
		return nil
	case len(merged.Links) == 0:
		list.refuse("there are no models", "at least one", "")
		return nil
	}
	return merged
}

// join adds a model to what was merged so far.
func (l *loader) join(merged, model *worlds.Description, joint worlds.Joint, attached bool, entry cursor) bool {
	first := len(merged.Links) == 0
	switch {
	case first && !attached:
		name := merged.Name
		*merged = *model.Clone()
		merged.Name = name
		return true
	case first:
		merged.Links = []worlds.Link{{Name: rootLink, At: joint.At}}
	case !attached:
		entry.refuse("only the first model of a list may have no joint", "joint: {parent: the link that it is attached to}", "")
		return false
	}
	if err := merged.Attach(model, joint); err != nil {
		l.list.AddError(entry.at(), entry.path, err)
		return false
	}
	if len(merged.Links) > urdf.MaxLinks {
		entry.refuse(fmt.Sprintf("the models have %d links together", len(merged.Links)), fmt.Sprintf("at most %d", urdf.MaxLinks), "")
		return false
	}
	return true
}

// model reads one entry of a list of models, in its namespace; nil where it is wrong.
func (l *loader) model(f fields, chain []string) *worlds.Description {
	include, haveInclude := f.get("include")
	file, havePath := f.get("path")
	options := acceptOptions(f)
	var d *worlds.Description
	switch {
	case haveInclude && havePath:
		file.refuse("both include and path are given", "include for a fragment of an application or an urdf.yaml, path for a robot description", "")
	case haveInclude:
		d = l.include(include, chain, f, options)
	case havePath:
		if opened := l.open(file, chain, "the path of a robot description"); opened != nil {
			d = l.files.robot(opened, options)
		}
	case f.ok:
		f.refuse("neither include nor path is given", "include for a fragment of an application or an urdf.yaml, path for a robot description", "")
	}
	namespace, found := f.get("namespace")
	if !found || d == nil {
		return d
	}
	name, ok := namespace.str("a name")
	if !ok {
		return nil
	}
	if err := worlds.CheckName(name); err != nil {
		namespace.refuse(err.Error(), "", "")
		return nil
	}
	return d.Prefixed(name)
}

// acceptOptions reads what is accepted in a robot description.
func acceptOptions(f fields) urdf.Options {
	var options urdf.Options
	c, found := f.get("accept")
	if !found {
		return options
	}
	for _, entry := range c.elements("a list of what is accepted: " + source.Listed(urdf.AcceptWords(), 10)) {
		if word, ok := entry.word(urdf.AcceptWords()...); ok {
			options.Accept(word)
		}
	}
	return options
}

// open opens the file that a value names, nil where that is not possible.
func (l *loader) open(c cursor, chain []string, expected string) *file {
	ref, ok := c.str(expected)
	if !ok {
		return nil
	}
	name, problem, advice := resolve(chain[len(chain)-1], ref)
	if problem != "" {
		c.refuse(source.Quote(ref)+": "+problem, advice, "")
		return nil
	}
	opened, err := l.files.open(name)
	if err != nil {
		c.refuse(source.Quote(ref)+": "+err.Error(), expected+", relative to the folder of this file", l.nearFile(name))
		return nil
	}
	return opened
}

// nearFile returns a hint with the nearest name in the folder of a file that is not there.
func (l *loader) nearFile(name string) string {
	entries, err := fs.ReadDir(l.files.fsys, path.Dir(name))
	if err != nil {
		return ""
	}
	var known []string
	for _, e := range entries[:min(len(entries), 1000)] {
		known = append(known, e.Name())
	}
	return l.list.suggest(path.Base(name), known)
}

// otherFile returns a hint with the application file that was meant by a name of none.
func (l *loader) otherFile(name string) string {
	info, err := fs.Stat(l.files.fsys, name)
	switch within := path.Join(name, "app.yaml"); {
	case errors.Is(err, fs.ErrNotExist):
		return l.nearFile(name)
	case err == nil && info.IsDir():
		if _, err := fs.Stat(l.files.fsys, within); err == nil {
			return "did you mean " + source.Quote(within) + "?"
		}
	}
	return ""
}

// include reads a fragment of an application, or a robot description in YAML.
func (l *loader) include(c cursor, chain []string, f fields, options urdf.Options) *worlds.Description {
	opened := l.open(c, chain, "the path of a fragment of an application")
	if opened == nil {
		return nil
	}
	switch name := opened.name; {
	case slices.Contains(chain, name):
		c.refuse("the file includes itself: "+strings.Join(append(slices.Clone(chain[slices.Index(chain, name):]), name), " -> "), "includes without a cycle", "")
		return nil
	case len(chain) > maxIncludeDepth:
		c.refuse(fmt.Sprintf("includes are nested more than %d deep: %s", maxIncludeDepth, strings.Join(chain, " -> ")), "", "")
		return nil
	case !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml"):
		c.refuse("a file is included that is no YAML", "a file that ends with .yaml", "a robot description in XML is named by path")
		return nil
	}
	tree, ok := l.files.yaml(opened)
	if !ok {
		return nil
	}
	if tree.Get("robot") != nil {
		return l.files.robot(opened, options)
	}
	if accept, found := f.get("accept"); found {
		accept.refuse(source.Quote(opened.name)+" is a fragment of an application, and accept is for a robot description", "accept beside the models of the fragment", "")
		return nil
	}
	return l.fragment(tree, append(slices.Clone(chain), opened.name))
}

// fragment reads an included part of an application: models, with joint groups and limits.
func (l *loader) fragment(tree cursor, chain []string) *worlds.Description {
	f := tree.fields(keyNames(fragmentKeys)...)
	models, found := f.need("models", "models: [...], or robot: {...} for a robot description")
	if !found {
		return nil
	}
	d := l.models(path.Base(chain[len(chain)-1]), models, chain)
	if d == nil {
		return nil
	}
	before := l.list.Len()
	l.groups(f, d)
	l.limits(f, d)
	if l.list.Len() > before {
		return nil
	}
	return d
}

// attachment reads the key joint of a model: the joint that attaches it to what was there before.
func (l *loader) attachment(f fields, index int) (joint worlds.Joint, attached, ok bool) {
	c, found := f.get("joint")
	if !found {
		return worlds.Joint{}, false, true
	}
	before := l.list.Len()
	j := c.fields(keyNames(attachmentKeys)...)
	joint = worlds.Joint{Type: worlds.Fixed, At: c.at()}
	if parent, found := j.need("parent", "the name of a link that was declared before"); found {
		joint.Parent, _ = parent.str("the name of a link")
		if index == 0 && joint.Parent != "" && joint.Parent != rootLink {
			parent.refuse("the first model has nothing to be attached to but the room", "parent: "+rootLink, "")
		}
	}
	if name, found := j.get("name"); found {
		joint.Name, _ = name.str("a name")
	}
	if child, found := j.get("child"); found {
		joint.Child, _ = child.str("the name of a link of the model")
	}
	if kind, found := j.get("type"); found {
		if word, ok := kind.word(words(worlds.JointTypes())...); ok {
			joint.Type, _ = worlds.ParseJointType(word)
		}
	}
	var xyz, rpy [3]float64
	if origin, found := j.get("origin"); found {
		o := origin.fields("xyz", "rpy")
		o.vector("xyz", "m", &xyz)
		o.vector("rpy", "rad", &rpy)
		if problem, expected := worlds.AngleProblem(rpy); problem != "" {
			origin.refuse(problem, expected, "")
			rpy = [3]float64{}
		}
	}
	joint.Origin = spatial.PoseFromRPY(xyz, rpy)
	j.vector("axis", "", &joint.Axis)
	l.attachmentLimits(j, &joint)
	return joint, true, l.list.Len() == before
}

// attachmentLimits reads the limits of a joint that attaches a model. A joint that moves has none
// but those.
func (l *loader) attachmentLimits(j fields, joint *worlds.Joint) {
	limits, found := j.get("limits")
	if !found {
		return
	}
	joint.Limits = make([]worlds.Limit, joint.Type.Velocities())
	for i := range joint.Limits {
		joint.Limits[i] = worlds.Unlimited()
	}
	readLimits(limits, joint, false)
}

// vector reads three numbers behind a key, if they are given.
func (f fields) vector(key, unit string, into *[3]float64) {
	c, found := f.get(key)
	if !found {
		return
	}
	expected := "a list of three numbers"
	if unit != "" {
		expected += " in " + unit
	}
	items := c.elements(expected)
	if items != nil && len(items) != 3 {
		c.refuse(fmt.Sprintf("the list has %d elements", len(items)), expected, "")
		return
	}
	for i, item := range items {
		into[i], _ = item.quantity(unit)
	}
}

// groups reads joint groups into a description.
func (l *loader) groups(f fields, d *worlds.Description) {
	c, found := f.get("joint_groups")
	if !found {
		return
	}
	joints := jointsOf(d)
	declared := map[string]bool{}
	for _, g := range d.Groups {
		declared[g.Name] = true
	}
	for _, n := range c.named("joint group", worlds.CheckName) {
		if declared[n.name] {
			n.refuseName("a joint group of this name is declared by a model already", "another name", "")
			continue
		}
		group := worlds.Group{Name: n.name, At: n.keyAt()}
		if n.isAll() {
			group.Joints = joints.commandable()
			d.Groups = append(d.Groups, group)
			continue
		}
		names, at := n.strs("a list of joints, or all")
		member := map[string]bool{}
		for i, name := range names {
			switch {
			case member[name]:
				at[i].refuse("joint "+source.Quote(name)+" is in the group already", "each joint once", "")
			case joints.check(at[i], name):
				group.Joints = append(group.Joints, name)
			}
			member[name] = true
		}
		if len(group.Joints) > 0 {
			d.Groups = append(d.Groups, group)
		} else if len(n.Items) == 0 && n.Kind == strictyaml.Sequence {
			n.refuse("the joint group is empty", "at least one joint", "")
		}
	}
}

// joints are the joints of a description, for looking names up.
type joints struct {
	moving []string       // names, in the order of declaration
	index  map[string]int // all joints, fixed ones too
	of     *worlds.Description
}

func jointsOf(d *worlds.Description) joints {
	j := joints{index: make(map[string]int, len(d.Joints)), of: d}
	for i := range d.Joints {
		j.index[d.Joints[i].Name] = i
		if d.Joints[i].Type != worlds.Fixed {
			j.moving = append(j.moving, d.Joints[i].Name)
		}
	}
	return j
}

// commandable lists the joints that somebody moves.
func (j joints) commandable() (names []string) {
	for i := range j.of.Joints {
		if joint := &j.of.Joints[i]; commandable(joint) {
			names = append(names, joint.Name)
		}
	}
	return names
}

// find returns the joint of a name, or nil.
func (j joints) find(name string) *worlds.Joint {
	i, found := j.index[name]
	if !found {
		return nil
	}
	return &j.of.Joints[i]
}

// check reports whether a joint of that name moves, and refuses the value that names it otherwise.
func (j joints) check(c cursor, name string) bool {
	switch joint := j.find(name); {
	case joint == nil:
		c.refuseName("joint", name, j.moving)
	case joint.Type == worlds.Fixed:
		c.refuse("joint "+source.Quote(name)+" is fixed: it has no state", oneOf(j.moving), "")
	default:
		return true
	}
	return false
}

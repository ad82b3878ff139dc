package urdf

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// What is read is bounded.
const (
	MaxXMLBytes  = 8 << 20
	MaxYAMLBytes = 1 << 20
	MaxLinks     = 4096 // links, and as many joints and joint groups
	MaxDepth     = 256  // nested XML elements; YAML is bounded to 32 levels
)

// Options change what a reader accepts. The zero value is the strictest, except for
// PhysicalInertia.
type Options struct {
	// BoundlessRevoluteIsContinuous reads a revolute joint without lower and upper bounds as a
	// continuous one, as the wheels of some robots are written. Otherwise it is an error. A joint
	// with one of the two is an error in any case.
	BoundlessRevoluteIsContinuous bool

	// AnyMeshURI accepts, with a note, addresses of meshes and textures that are errors otherwise:
	// absolute paths, addresses that lead out of their package, and schemes other than package://
	// and model://. No such file is opened.
	AnyMeshURI bool

	// IndefiniteInertia accepts, with a note, inertia tensors with negative principal moments, as
	// some descriptions of real robots have at small bodies. They are errors otherwise.
	IndefiniteInertia bool

	// PhysicalInertia rejects inertias that no body has (a tensor that breaks the triangle
	// inequality, a moment without mass). Otherwise they give a note.
	PhysicalInertia bool
}

// Load reads the description at a path of fsys. A name that ends with .yaml or .yml is read as
// urdf.yaml, any other as XML. The path is slash-separated and stays within fsys, and only regular
// files are opened. Take an fs.FS that symbolic links do not lead out of, such as the one of an
// os.Root. The error is a *source.Diagnostics.
func Load(fsys fs.FS, name string, options Options) (*worlds.Description, error) {
	data, err := readRegular(fsys, name)
	if err != nil {
		var list source.Diagnostics
		list.Add(source.Diagnostic{Position: source.Position{File: name}, Problem: err.Error()})
		return nil, list.Err()
	}
	return Parse(name, data, options)
}

// readRegular reads a regular file of bearable size.
func readRegular(fsys fs.FS, name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("the path %s leads out of its folder; expected a relative path that has no part . or .. in it", source.Quote(name))
	}
	info, err := fs.Stat(fsys, name) // before opening: a pipe would block
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("the file does not exist")
	}
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("it is no regular file but has the mode %v", info.Mode())
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxXMLBytes+1)) // Parse refuses the byte too many
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	return data, nil
}

// Parse reads a description from data. Name is used in errors, and its ending distinguishes YAML
// from XML as in [Load]. The error is a *source.Diagnostics with all errors.
func Parse(name string, data []byte, options Options) (*worlds.Description, error) {
	r := &reader{text: source.NewText(name, data), options: options, ignored: make(map[string]int)}
	var d *draft
	if isYAML(name) {
		d = r.readYAML()
	} else {
		d = r.readXML()
	}
	if d == nil {
		return nil, r.errors.Err()
	}
	description := r.build(d)
	r.errors.AddError(source.Position{File: name}, "", description.CheckAt(func(p worlds.Part) source.Diagnostic {
		return r.text.Diagnostic(d.offset(p), "", "")
	}))
	if err := r.errors.Err(); err != nil {
		return nil, err
	}
	r.noteIgnored()
	description.Notes = r.notes.All()
	if more := r.notes.Len() - len(description.Notes); more > 0 {
		description.Notes = append(description.Notes, source.Diagnostic{Position: source.Position{File: name}, Problem: fmt.Sprintf("%d more notes", more)})
	}
	return description, nil
}

// isYAML tells the two formats apart by the name of the file.
func isYAML(name string) bool {
	extension := strings.ToLower(path.Ext(name))
	return extension == ".yaml" || extension == ".yml"
}

// reader reads one file.
type reader struct {
	text    *source.Text
	options Options
	robot   string // name of the robot, for paths
	errors  source.Diagnostics
	notes   source.Diagnostics
	ignored map[string]int // what was passed over -> how often
	firsts  []ignoredThing // in the order in which they were met first
	// materials are those that the file defines, by name.
	materials map[string]worlds.Material
	judged    int // unknown elements whose names were compared with those that are known
}

// ignoredThing is a kind of thing that was passed over, and where it stands first.
type ignoredThing struct {
	what   string
	offset int
}

// place names a thing for errors: robot.joints[elbow].limit. It becomes text only when it is
// needed.
type place struct{ list, name, field string }

func (r *reader) path(p place) string {
	s := r.robot
	if s == "" {
		s = "robot"
	}
	if p.list != "" {
		s += "." + p.list + "[" + source.Clip(p.name, 40) + "]"
	}
	if p.field != "" {
		s += "." + p.field
	}
	return s
}

// in returns the place of a part of p.
func (p place) in(field string) place {
	if p.field != "" {
		field = p.field + "." + field
	}
	p.field = field
	return p
}

// fail reports an error at an offset of the text.
func (r *reader) fail(offset int, p place, problem, expected, hint string) {
	if r.errors.Full() { // only counted from here on
		r.errors.Add(source.Diagnostic{Problem: problem})
		return
	}
	d := r.text.Diagnostic(offset, r.path(p), problem)
	d.Expected, d.Hint = expected, hint
	r.errors.Add(d)
}

// note reports what is doubtful but no error.
func (r *reader) note(offset int, p place, problem string) {
	if r.notes.Full() {
		r.notes.Add(source.Diagnostic{Problem: problem}) // only counted from here on
		return
	}
	r.notes.Add(r.text.Diagnostic(offset, r.path(p), problem))
}

// ignore counts something that is passed over.
func (r *reader) ignore(offset int, what string) {
	if r.ignored[what] == 0 {
		if len(r.firsts) >= mostIgnored {
			return
		}
		r.firsts = append(r.firsts, ignoredThing{what, offset})
	}
	r.ignored[what]++
}

// mostIgnored is the number of kinds of things that are passed over with a note of their own.
const mostIgnored = 100

// noteIgnored writes one note for each kind of thing that was passed over.
func (r *reader) noteIgnored() {
	for _, thing := range r.firsts {
		text := thing.what + " is ignored"
		if n := r.ignored[thing.what]; n > 1 {
			text += fmt.Sprintf(", %d times", n)
		}
		r.note(thing.offset, place{}, text)
	}
}

package openrave

import (
	"fmt"
	"io/fs"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// What is read is bounded.
const (
	MaxBytes  = 8 << 20 // of one file
	MaxFiles  = 64
	MaxLinks  = 4096 // of all bodies together
	MaxBodies = 1024
	maxDepth  = 8       // files that name one another
	mostParts = 200_000 // elements of bodies, counted as often as their file is named
)

var limits = strictxml.Limits{Bytes: MaxBytes, Elements: 90_000, Attributes: 120_000, Depth: 64}

// Document is the content of a file: an environment, or one robot or body.
type Document struct {
	// Name is that of the environment, often empty.
	Name string
	// Robots and Bodies are in the order of declaration. Their names are distinct.
	Robots, Bodies []Body
	// Notes are findings that are not errors.
	Notes []source.Diagnostic
}

// Body is a robot or a body in a room.
type Body struct {
	// Description has links, joints, shapes, manipulators and sensors. Its name is the body's.
	Description *worlds.Description
	// Pose is that of the root link in the room.
	Pose spatial.Pose
	// Values are positions of joints that differ from zero, by the name of the joint, rad or m. It
	// may be nil.
	Values map[string]float64
	// Adjacent are pairs of links that are allowed to touch.
	Adjacent [][2]string
	// Static is set for a body that nothing moves.
	Static bool
	// At is where the body was declared.
	At source.Position
}

// Options say where files may lie. The zero value allows those beside the file and below.
type Options struct {
	// Roots are folders of the file system in which names of files are looked for after the folder
	// of the file that names them.
	Roots []string
	// Collada reads the content of a .dae or .zae file that a robot or body names, as
	// collada.Parse does; name is its path in the file system. Nil: such a file is refused.
	Collada func(name string, data []byte) (*Document, error)
}

// Load reads a file of a file system with the files that it names. Take an fs.FS that symbolic
// links do not lead out of, such as the one of an os.Root. The error is a *source.Diagnostics.
func Load(fsys fs.FS, name string, options Options) (*Document, error) {
	r := newReader(fsys, name, options)
	data, err := r.open(name, MaxBytes)
	if err != nil {
		r.list.Add(source.Diagnostic{Position: source.Position{File: name}, Problem: err.Error()})
		return nil, r.list.Err()
	}
	return r.read(name, data)
}

// Parse reads the text of a file; name is used in errors. A file that names other files is refused.
// The error is a *source.Diagnostics.
func Parse(name string, data []byte) (*Document, error) {
	return newReader(nil, name, Options{}).read(name, data)
}

// Body returns the robot or body of that name, nil if there is none.
func (d *Document) Body(name string) *Body {
	for _, list := range [][]Body{d.Robots, d.Bodies} {
		for i := range list {
			if list[i].Description.Name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// reader reads one document.
type reader struct {
	fsys    fs.FS // nil: no file is opened
	main    string
	options Options
	opened  map[string]*strictxml.Element // roots of files that were read, nil for bad ones
	others  map[string]*Document          // COLLADA files that were read, nil for bad ones
	texts   map[string]*source.Text
	links   int
	parts   int
	list    source.Diagnostics
	notes   source.Diagnostics
	out     *Document
	names   map[string]source.Position // of robots and bodies
}

func newReader(fsys fs.FS, main string, options Options) *reader {
	return &reader{fsys: fsys, main: main, options: options, out: &Document{}, names: map[string]source.Position{},
		opened: map[string]*strictxml.Element{}, others: map[string]*Document{}, texts: map[string]*source.Text{}}
}

// file is a text that is being read, and the files that led to it.
type file struct {
	text  *source.Text
	depth int
	// models is the folder of meshes, relative to that of the file; often empty.
	models string
}

func (r *reader) read(name string, data []byte) (*Document, error) {
	f := &file{text: source.NewText(name, data)}
	if root := strictxml.Parse(f.text, limits, &r.list); root != nil {
		r.document(f, root)
	}
	if err := r.list.Err(); err != nil {
		return nil, err
	}
	r.out.Notes = r.notes.All()
	return r.out, nil
}

// document reads the root element.
func (r *reader) document(f *file, root *strictxml.Element) {
	switch tag(root) {
	case "environment":
		r.environment(f, root)
	case "robot", "kinbody":
		r.topBody(f, root)
	default:
		r.fail(f, root.Offset, "", "the root element is <"+source.Clip(root.Name, 60)+">", "<environment>, <robot> or <kinbody>",
			source.DidYouMean(root.Name, []string{"environment", "robot", "kinbody"}))
	}
}

// environmentTags are read; environmentIgnored say nothing about bodies.
var (
	environmentTags    = []string{"robot", "kinbody"}
	environmentIgnored = []string{"camtrans", "camrotationaxis", "camrotmat", "camrotationmat", "camfocal", "bkgndcolor", "plugin", "physicsengine",
		"collisionchecker", "viewer", "module", "problem", "planner", "iksolver", "sensor", "controller", "trajectory", "spacesampler", "unit", "cameraposition"}
)

func (r *reader) environment(f *file, root *strictxml.Element) {
	r.out.Name = attribute(root, "name").Text
	for _, e := range root.Children {
		switch tag(e) {
		case "robot", "kinbody":
			if len(r.out.Robots)+len(r.out.Bodies) >= MaxBodies {
				r.fail(f, e.Offset, "", "there are too many bodies", fmt.Sprintf("at most %d", MaxBodies), "")
				return
			}
			r.topBody(f, e)
		default:
			r.other(f, e, environmentTags, environmentIgnored)
		}
	}
}

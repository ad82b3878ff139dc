package collada

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/openrave"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// What is read is bounded.
const (
	MaxBytes = 64 << 20
	MaxLinks = 4096
	// mostSystems is the number of robots and bodies of one document.
	mostSystems = 64
)

var limits = strictxml.Limits{Bytes: MaxBytes, Elements: 400_000, Attributes: 800_000, Depth: 600}

// Load reads a .dae file or .zae archive of a file system. Take an fs.FS that symbolic links do not
// lead out of, such as the one of an os.Root. The error is a *source.Diagnostics.
func Load(fsys fs.FS, name string) (*openrave.Document, error) {
	data, err := readRegular(fsys, name)
	if err != nil {
		return nil, refused(name, err)
	}
	return Parse(name, data)
}

// Parse reads a document, or an archive if the name ends with .zae; the name is used in errors and
// in the addresses of meshes. The error is a *source.Diagnostics.
func Parse(name string, data []byte) (*openrave.Document, error) {
	if strings.EqualFold(path.Ext(name), ".zae") {
		_, document, err := Extract(data)
		if err != nil {
			return nil, refused(name, err)
		}
		data = document
	}
	r := &reader{text: source.NewText(name, data), file: path.Base(name), ids: map[string]*strictxml.Element{}, again: map[string]strictxml.Field{}, out: &openrave.Document{}}
	if root := strictxml.Parse(r.text, limits, &r.list); root != nil {
		r.document(root)
	}
	if err := r.list.Err(); err != nil {
		return nil, err
	}
	r.out.Notes = r.notes.All()
	return r.out, nil
}

func refused(name string, err error) error {
	var list source.Diagnostics
	list.AddError(source.Position{File: name}, "", err)
	return list.Err()
}

func readRegular(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name) // before opening: a pipe would block
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("it is not a regular file; its mode is %v", info.Mode())
	}
	opened, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	defer opened.Close()
	return io.ReadAll(io.LimitReader(opened, MaxBytes+1)) // refused as too long
}

// reader reads one document.
type reader struct {
	text  *source.Text
	file  string // name for the addresses of meshes
	list  source.Diagnostics
	notes source.Diagnostics
	ids   map[string]*strictxml.Element
	again map[string]strictxml.Field // ids that a second element has, too
	unit  float64                    // m
	up    spatial.Rotation
	links int
	out   *openrave.Document
	root  *strictxml.Element
}

func (r *reader) document(root *strictxml.Element) {
	if root.Name != "COLLADA" {
		r.fail(root.Offset, "", "the root element is <"+source.Clip(root.Name, 40)+">", `<COLLADA version="1.5.0">`, "")
		return
	}
	r.root = root
	r.index(root)
	r.asset(root.Child("asset"))
	systems := r.systems(root)
	if len(systems) == 0 && r.list.Len() == 0 {
		r.fail(root.Offset, "", "the document has no kinematics model", "a robot: <library_kinematics_models>", "package worlds/geometry/mesh reads documents of mere geometry")
	}
	if len(systems) > mostSystems {
		r.fail(root.Offset, "", fmt.Sprintf("the document has %d robots and bodies", len(systems)), fmt.Sprintf("at most %d", mostSystems), "")
		return
	}
	taken := map[string]bool{}
	for _, s := range systems {
		if taken[s.name] {
			r.fail(s.model.Offset, s.name, "two robots are named "+source.Quote(s.name), "distinct names", "")
		}
		taken[s.name] = true
		body, robot := r.robot(s)
		if robot {
			r.out.Robots = append(r.out.Robots, body)
		} else {
			r.out.Bodies = append(r.out.Bodies, body)
		}
	}
}

// system is a kinematics model with what the systems around it say.
type system struct {
	name     string
	model    *strictxml.Element
	around   []*strictxml.Element // articulated systems, from the outermost on
	instance *strictxml.Element   // of the kinematics scene, nil for a model alone
}

// systems returns the kinematics models of the scene, or all models of a document without one.
func (r *reader) systems(root *strictxml.Element) (out []system) {
	if scene := root.Child("scene").Child("instance_kinematics_scene"); scene != nil {
		target := r.target(scene, "url", "kinematics_scene")
		for instance := range target.All("instance_articulated_system") {
			s := system{name: cleanName(instance.Attribute("name").Text), instance: instance}
			r.unfold(&s, instance, 0)
			if s.model != nil {
				out = append(out, s)
			}
		}
		for instance := range target.All("instance_kinematics_model") {
			if model := r.target(instance, "url", "kinematics_model"); model != nil {
				out = append(out, system{name: cleanName(instance.Attribute("name").Text), model: model, instance: instance})
			}
		}
	}
	if len(out) == 0 {
		for library := range root.All("library_kinematics_models") {
			for model := range library.All("kinematics_model") {
				out = append(out, system{model: model})
			}
		}
	}
	for i := range out {
		for _, name := range []string{out[i].model.Attribute("name").Text, out[i].model.Attribute("id").Text, fmt.Sprintf("robot%d", i+1)} {
			if out[i].name == "" {
				out[i].name = cleanName(name)
			}
		}
	}
	return out
}

// unfold follows instances of articulated systems down to the model.
func (r *reader) unfold(s *system, instance *strictxml.Element, depth int) {
	if depth > 8 {
		r.fail(instance.Offset, s.name, "articulated systems contain one another", "at most 8 levels", "")
		return
	}
	outer := r.target(instance, "url", "articulated_system")
	if outer == nil {
		return
	}
	s.around = append(s.around, outer)
	for _, body := range []*strictxml.Element{outer.Child("motion"), outer.Child("kinematics")} {
		for inner := range body.All("instance_articulated_system") {
			r.unfold(s, inner, depth+1)
		}
		for inner := range body.All("instance_kinematics_model") {
			model := r.target(inner, "url", "kinematics_model")
			if s.model != nil && model != nil {
				r.fail(inner.Offset, s.name, "an articulated system with two kinematics models cannot be expressed", "one model in each system", "")
				return
			}
			s.model = model
		}
	}
}

// robot reads a system, and returns whether it is a robot: it is one unless it says that it is a
// kinbody.
func (r *reader) robot(s system) (openrave.Body, bool) {
	before := r.list.Len()
	b := &builder{r: r, s: s, d: &worlds.Description{Name: s.name}, links: map[string]*link{}, joints: map[string]*joint{}}
	b.build()
	body := openrave.Body{Description: b.d, Pose: b.pose, Adjacent: b.adjacent, At: r.text.Position(s.model.Offset)}
	if r.list.Len() == before {
		r.list.AddError(body.At, "", b.d.Check())
	}
	robot := true
	for e := range r.extensions(append([]*strictxml.Element{s.model}, s.around...), "interface_type") {
		if kind := e.Child("interface").Attr("type"); kind != "" {
			robot = kind != "kinbody"
		}
	}
	return body, robot
}

// cleanName returns a name with underscores for characters that names do not have.
func cleanName(name string) string {
	return strings.Map(func(c rune) rune {
		if worlds.CheckName("x"+string(c)) != nil {
			return '_'
		}
		return c
	}, name)
}

package draw

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/collada"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
)

// gltf is the media type of meshes that have colors of their own.
const gltf = "model/gltf-binary"

// mediaTypes of mesh files, by the ending of their name.
var mediaTypes = map[string]string{
	".stl": "model/stl", ".obj": "model/obj", ".dae": "model/vnd.collada+xml", ".glb": gltf, ".gltf": "model/gltf+json",
}

const (
	// largestMesh bounds a mesh file, and largestMeshes all that one scene carries, bytes.
	largestMesh   = 4 << 20
	largestMeshes = 12 << 20
)

// Meshes reads the meshes that robot descriptions name. It opens regular files of its file system
// only: give it that of an os.Root, which no path and no symbolic link leads out of.
type Meshes struct {
	fsys  fs.FS
	known map[string][]byte                // by path
	named map[string][]byte                // by the address in a description
	parts map[string]map[string]*mesh.Mesh // of COLLADA files, by path and id
	total int
	notes []string
}

// NewMeshes returns the meshes below the folder of an application. A nil file system has none.
func NewMeshes(fsys fs.FS) *Meshes {
	return &Meshes{fsys: fsys, known: map[string][]byte{}, named: map[string][]byte{}, parts: map[string]map[string]*mesh.Mesh{}}
}

// Notes lists the meshes that are not drawn, and why.
func (m *Meshes) Notes() []string { return m.notes }

// asset returns the content of a mesh by its address in a description. It opens no file: there are
// only meshes that a description names and that were read.
func (m *Meshes) asset(uri string) ([]byte, error) {
	if data, named := m.named[uri]; named {
		return data, nil
	}
	return nil, errors.New("no robot description of the application names this mesh")
}

// read returns the content of a mesh that a description names.
func (m *Meshes) read(uri, description string) (data []byte, mediaType string, ok bool) {
	if m.fsys == nil {
		return nil, "", false
	}
	data, mediaType, err := m.content(uri, description)
	if err == nil && m.total+len(data) > largestMeshes {
		err = fmt.Errorf("the meshes of the scene would have more than %d MiB", largestMeshes>>20)
	}
	if err != nil {
		note := fmt.Sprintf("mesh %q is not drawn: %s", uri, printable(err.Error()))
		if !slices.Contains(m.notes, note) { // the robot and its true pose have the same meshes
			m.notes = append(m.notes, note)
		}
		return nil, "", false
	}
	m.total += len(data)
	m.named[uri] = data
	return data, mediaType, true
}

// content returns a mesh with its media type. A part of a COLLADA file, and an archive, become STL,
// which has only the triangles that are meant.
func (m *Meshes) content(uri, description string) (data []byte, mediaType string, err error) {
	paths, part, err := worlds.MeshPaths(uri, description)
	if err != nil {
		return nil, "", err
	}
	extension := strings.ToLower(path.Ext(paths[0]))
	mediaType, known := mediaTypes[extension]
	switch {
	case extension == ".zae" || part != "" && extension == ".dae":
		data, err := m.part(paths, part)
		return data, mediaTypes[".stl"], err
	case !known || part != "":
		return nil, "", errors.New("expected a file .stl, .obj, .dae, .zae, .glb or .gltf")
	}
	_, data, err = m.find(paths, largestMesh)
	return data, mediaType, err
}

// part returns a geometry of a COLLADA file, or all of it without an id, as STL.
func (m *Meshes) part(paths []string, id string) ([]byte, error) {
	name, data, err := m.find(paths, collada.MaxBytes)
	if err != nil {
		return nil, err
	}
	parts, read := m.parts[name]
	if !read {
		if strings.EqualFold(path.Ext(name), ".zae") {
			if _, data, err = collada.Extract(data); err != nil {
				return nil, err
			}
		}
		if parts, err = mesh.ReadColladaParts(name, data); err != nil {
			return nil, err
		}
		whole, err := mesh.ReadCollada(name, data)
		if err != nil {
			return nil, err
		}
		parts[""] = whole
		m.parts[name] = parts
	}
	found := parts[id]
	switch {
	case found == nil:
		return nil, fmt.Errorf("%s has no geometry with the id %q", name, id)
	case len(found.Triangles) == 0:
		return nil, fmt.Errorf("the geometry %q of %s has no triangles", id, name)
	}
	data = mesh.WriteSTL(found)
	if len(data) > largestMesh {
		return nil, fmt.Errorf("the geometry %q of %s has more than %d MiB", id, name, largestMesh>>20)
	}
	return data, nil
}

// printable returns a text without control characters, which could control a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// find reads the first file that exists.
func (m *Meshes) find(paths []string, most int64) (name string, data []byte, err error) {
	for _, name := range paths {
		if data, found := m.known[name]; found {
			return name, data, nil
		}
		data, err := readRegular(m.fsys, name, most)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", nil, err
		}
		m.known[name] = data
		return name, data, nil
	}
	return "", nil, fmt.Errorf("no such file; expected %s in the folder of the application", strings.Join(paths, " or "))
}

// readRegular reads a regular file of bounded size.
func readRegular(fsys fs.FS, name string, most int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // a device or a pipe could block
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s has more than %d MiB", name, most>>20)
	}
	return data, nil
}

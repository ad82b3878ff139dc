package environment

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/collada"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// MeshFiles returns a reader of the STL, OBJ and COLLADA files of fsys, at the paths that
// [worlds.MeshPaths] returns. With hulls, a mesh stands for its convex hull, which is solid and
// quick to check; without, for its surface, which does not report what lies wholly within. Each
// file is read once for each scale. Take an fs.FS that symbolic links do not lead out of, such as
// that of an os.Root. The reader serves one goroutine.
func MeshFiles(fsys fs.FS, hulls bool) MeshReader {
	store := newMeshStore(hulls)
	return func(s *worlds.Shape, description string) (geometry.Shape, error) {
		paths, part, err := worlds.MeshPaths(s.Mesh, description)
		if err != nil {
			return nil, fmt.Errorf("the mesh %s: %w", source.Quote(s.Mesh), err)
		}
		file := paths[0]
		for _, name := range paths {
			if _, err := fs.Stat(fsys, name); err == nil {
				file = name
				break
			}
		}
		return store.solid(meshKey{file, part, s.Scale}, func() ([]byte, error) { return readMesh(fsys, file) })
	}
}

// UsesFiles lists the SRDF file, the mesh files of the bodies, and those of the robot.
func (a *Actor) UsesFiles(w *worlds.World) (files []worlds.FileOption) {
	if a.SRDF != "" {
		files = append(files, worlds.FileOption{Option: "srdf", Name: a.SRDF})
	}
	for i := range a.Bodies {
		if b := &a.Bodies[i]; b.Mesh != "" {
			files = append(files, worlds.FileOption{Option: fmt.Sprintf("bodies[%d].mesh", i), Name: bodyMesh(b.Mesh)})
		}
	}
	if w == nil || a.Robot == "-" {
		return files
	}
	declared := linkFiles(w)
	for i, name := range w.BodyNames() {
		_, collisions := w.Shapes(i)
		for k := range collisions {
			s := &collisions[k]
			if s.Kind != worlds.Mesh {
				continue
			}
			option := worlds.FileOption{Option: "robot", Name: robotMesh(s, declared[name])}
			if slices.ContainsFunc(files, func(f worlds.FileOption) bool { return f.Name == option.Name }) {
				continue // the meshes of COLLADA robots share one file
			}
			option.Paths, _, _ = worlds.MeshPaths(s.Mesh, declared[name]) // nil for an address that Name shows to be invalid
			files = append(files, option)
		}
	}
	return files
}

// linkFiles returns the file that declares each link.
func linkFiles(w *worlds.World) map[string]string {
	files := map[string]string{}
	d := w.Description()
	for i := range d.Links {
		files[d.Links[i].Name] = d.Links[i].At.File
	}
	return files
}

// bodyMesh returns the name of the file of a body's mesh: package://name/path is name/path.
func bodyMesh(address string) string {
	if _, rest, found := strings.Cut(address, "://"); found {
		address = rest
	}
	file, _, _ := strings.Cut(address, "#")
	return file
}

// robotMesh returns a name of the file of a robot's mesh, the same for all of its parts.
func robotMesh(s *worlds.Shape, description string) string {
	paths, _, err := worlds.MeshPaths(s.Mesh, description)
	if err != nil {
		return s.Mesh
	}
	return paths[0]
}

// SetFile keeps the content of a file.
func (a *Actor) SetFile(name string, content []byte) {
	if a.Files == nil {
		a.Files = map[string][]byte{}
	}
	a.Files[name] = content
}

// meshReader returns a reader of the actor's files.
func (a *Actor) meshReader() MeshReader {
	store := newMeshStore(a.Meshes != "surface")
	return func(s *worlds.Shape, description string) (geometry.Shape, error) {
		file := bodyMesh(s.Mesh)
		if description != "" {
			file = robotMesh(s, description)
		}
		_, part, _ := strings.Cut(s.Mesh, "#")
		return store.solid(meshKey{file, part, s.Scale}, func() ([]byte, error) {
			data, found := a.Files[file]
			if !found {
				return nil, fmt.Errorf("the content of the mesh %s is missing; expected it in Files, where an application file puts it, or a scene that a program passes as a resource", source.Quote(file))
			}
			return data, nil
		})
	}
}

// readMesh reads one file.
func readMesh(fsys fs.FS, file string) ([]byte, error) {
	info, err := fs.Stat(fsys, file) // before opening: a pipe would block
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the mesh %s is no regular file", source.Quote(file))
	}
	f, err := fsys.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mesh.MaxBytes+1)) // the reader refuses the byte too many
	if err != nil {
		return nil, fmt.Errorf("the mesh %s cannot be read: %w", source.Quote(file), err)
	}
	return data, nil
}

// meshKey names a solid: a file, the id of a geometry in it, empty for all of it, and the scale.
type meshKey struct {
	file, part string
	scale      [3]float64
}

// meshStore keeps the solids of meshes.
type meshStore struct {
	hulls  bool
	solids map[meshKey]geometry.Shape
	// parts are the geometries of COLLADA files, by file and id.
	parts map[string]map[string]*mesh.Mesh
}

func newMeshStore(hulls bool) *meshStore {
	return &meshStore{hulls: hulls, solids: map[meshKey]geometry.Shape{}, parts: map[string]map[string]*mesh.Mesh{}}
}

// solid returns the solid of a mesh, which it makes once. Read returns the content of the file.
func (m *meshStore) solid(key meshKey, read func() ([]byte, error)) (geometry.Shape, error) {
	if solid := m.solids[key]; solid != nil {
		return solid, nil
	}
	triangles, err := m.mesh(key.file, key.part, read)
	if err != nil {
		return nil, err
	}
	solid, err := solidOf(triangles, key.scale, m.hulls)
	if err == nil {
		m.solids[key] = solid
	}
	return solid, err
}

// mesh returns the triangles of a file or of a part of it, which the caller may change.
func (m *meshStore) mesh(file, part string, read func() ([]byte, error)) (*mesh.Mesh, error) {
	if parts := m.parts[file]; part != "" && parts != nil {
		return partOf(parts, file, part)
	}
	data, err := read()
	if err != nil {
		return nil, err
	}
	archive := strings.EqualFold(path.Ext(file), ".zae")
	if part == "" && !archive {
		return mesh.Read(file, data)
	}
	if archive {
		if _, data, err = collada.Extract(data); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if part == "" {
		return mesh.ReadCollada(file, data)
	}
	parts, err := mesh.ReadColladaParts(file, data)
	if err != nil {
		return nil, err
	}
	m.parts[file] = parts
	return partOf(parts, file, part)
}

func partOf(parts map[string]*mesh.Mesh, file, part string) (*mesh.Mesh, error) {
	if found := parts[part]; found != nil {
		return found.Clone(), nil
	}
	return nil, errors.New("the file " + source.Quote(file) + " has no geometry with the id " + source.Quote(part))
}

// solidOf returns the solid of triangles, which it changes.
func solidOf(m *mesh.Mesh, scale [3]float64, hull bool) (geometry.Shape, error) {
	m.Scale(scale) // a mirrored mesh stays counterclockwise as seen from outside
	if hull {
		return geometry.NewHull(m.Vertices)
	}
	return geometry.NewTriangleMesh(*m)
}

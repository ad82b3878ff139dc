package environment

import (
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// MeshFiles returns a reader of the STL, OBJ and COLLADA files of fsys. With hulls, a mesh stands
// for its convex hull, which is solid and quick to check; without, for its surface, which does not
// report what lies wholly within. An address such as package://name/path is the file name/path.
// Each file is read once for each scale. Take an fs.FS that symbolic links do not lead out of, such
// as that of an os.Root. The reader serves one goroutine.
func MeshFiles(fsys fs.FS, hulls bool) MeshReader {
	type key struct {
		file  string
		scale [3]float64
	}
	read := map[key]geometry.Shape{}
	return func(s *worlds.Shape) (geometry.Shape, error) {
		file := meshFile(s)
		k := key{file, s.Scale}
		if shape := read[k]; shape != nil {
			return shape, nil
		}
		data, err := readMesh(fsys, file)
		if err != nil {
			return nil, err
		}
		shape, err := solidOf(file, data, s.Scale, hulls)
		if err == nil {
			read[k] = shape
		}
		return shape, err
	}
}

// meshFile returns the file of a mesh: an address such as package://name/path is name/path.
func meshFile(s *worlds.Shape) string {
	if _, path, found := strings.Cut(s.Mesh, "://"); found {
		return path
	}
	return s.Mesh
}

// UsesFiles lists the mesh files of the bodies, and those of the robot.
func (a *Actor) UsesFiles(w *worlds.World) (files []worlds.FileOption) {
	for i := range a.Bodies {
		if b := &a.Bodies[i]; b.Mesh != "" {
			files = append(files, worlds.FileOption{Option: fmt.Sprintf("bodies[%d].mesh", i), Name: meshFile(&worlds.Shape{Mesh: b.Mesh})})
		}
	}
	if w == nil || a.Robot == "-" {
		return files
	}
	for i := range w.NumBodies() {
		_, collisions := w.Shapes(i)
		for k := range collisions {
			if s := &collisions[k]; s.Kind == worlds.Mesh {
				files = append(files, worlds.FileOption{Option: "robot", Name: meshFile(s)})
			}
		}
	}
	return files
}

// SetFile keeps the content of a mesh file.
func (a *Actor) SetFile(name string, content []byte) {
	if a.Files == nil {
		a.Files = map[string][]byte{}
	}
	a.Files[name] = content
}

// meshReader returns a reader of the actor's files.
func (a *Actor) meshReader() MeshReader {
	return func(s *worlds.Shape) (geometry.Shape, error) {
		file := meshFile(s)
		data, found := a.Files[file]
		if !found {
			return nil, fmt.Errorf("the content of the mesh %s is missing; expected it in Files, where an application file puts it, or a scene that a program passes as a resource", source.Quote(file))
		}
		return solidOf(file, data, s.Scale, a.Meshes != "surface")
	}
}

// readMesh reads one file.
func readMesh(fsys fs.FS, file string) ([]byte, error) {
	if !fs.ValidPath(file) {
		return nil, fmt.Errorf("the mesh %s leads out of its folder; expected a relative path", source.Quote(file))
	}
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

// solidOf returns the solid of the content of a mesh file.
func solidOf(file string, data []byte, scale [3]float64, hull bool) (geometry.Shape, error) {
	m, err := mesh.Read(file, data)
	if err != nil {
		return nil, err
	}
	for i := range m.Vertices {
		for k := range scale {
			m.Vertices[i][k] *= scale[k]
		}
	}
	if hull {
		return geometry.NewHull(m.Vertices)
	}
	if scale[0]*scale[1]*scale[2] < 0 { // a mirrored solid would be inside out
		for i, t := range m.Triangles {
			m.Triangles[i] = [3]int32{t[0], t[2], t[1]}
		}
	}
	return geometry.NewTriangleMesh(*m)
}

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
		file := s.Mesh
		if _, path, found := strings.Cut(file, "://"); found {
			file = path
		}
		k := key{file, s.Scale}
		if shape := read[k]; shape != nil {
			return shape, nil
		}
		shape, err := readMesh(fsys, file, s.Scale, hulls)
		if err == nil {
			read[k] = shape
		}
		return shape, err
	}
}

// readMesh reads one file.
func readMesh(fsys fs.FS, file string, scale [3]float64, hull bool) (geometry.Shape, error) {
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

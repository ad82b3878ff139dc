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
	known map[string][]byte // by path
	named map[string][]byte // by the address in a description
	total int
	notes []string
}

// NewMeshes returns the meshes below the folder of an application. A nil file system has none.
func NewMeshes(fsys fs.FS) *Meshes {
	return &Meshes{fsys: fsys, known: map[string][]byte{}, named: map[string][]byte{}}
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
	mediaType, known := mediaTypes[strings.ToLower(path.Ext(uri))]
	var err error
	switch {
	case m.fsys == nil:
		return nil, "", false
	case !known:
		err = errors.New("expected a file .stl, .obj, .dae, .glb or .gltf")
	default:
		data, err = m.find(uri, description)
	}
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

// printable returns a text without control characters, which could control a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// find reads the first file that an address may mean.
func (m *Meshes) find(uri, description string) ([]byte, error) {
	tried, err := candidates(uri, description)
	if err != nil {
		return nil, err
	}
	for _, name := range tried {
		if data, found := m.known[name]; found {
			return data, nil
		}
		data, err := readRegular(m.fsys, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		m.known[name] = data
		return data, nil
	}
	return nil, fmt.Errorf("no such file; expected %s in the folder of the application", strings.Join(tried, " or "))
}

// candidates returns the paths that an address of a mesh may mean, for a description at a path of
// the same file system. A package is a folder of that name beside the description or above it.
func candidates(uri, description string) (names []string, err error) {
	folder := path.Dir(description)
	scheme, rest, hasScheme := strings.Cut(uri, "://")
	switch {
	case !hasScheme:
		names = []string{path.Join(folder, uri)}
	case scheme == "package" || scheme == "model":
		name, inside, _ := strings.Cut(rest, "/")
		if !fs.ValidPath(name) || name == "." {
			return nil, fmt.Errorf("the package %q has no valid name", name)
		}
		for at := folder; ; at = path.Dir(at) {
			if path.Base(at) == name {
				names = append(names, path.Join(at, inside))
			}
			names = append(names, path.Join(at, name, inside))
			if at == "." || at == "/" {
				break
			}
		}
	default:
		return nil, fmt.Errorf("the scheme %q is not served; expected package://, model:// or a relative path", scheme)
	}
	for _, name := range names {
		if strings.Contains(uri, `\`) || !fs.ValidPath(name) || strings.Contains("/"+rest+"/", "/../") {
			return nil, errors.New("the path leads out of the folder of the application")
		}
	}
	return names, nil
}

// readRegular reads a regular file of bounded size.
func readRegular(fsys fs.FS, name string) ([]byte, error) {
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
	data, err := io.ReadAll(io.LimitReader(file, largestMesh+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if len(data) > largestMesh {
		return nil, fmt.Errorf("%s has more than %d MiB", name, largestMesh>>20)
	}
	return data, nil
}

package worlds

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// MeshPaths returns the paths of a file system at which the file of a mesh may be, the likeliest
// first. Description is the path of the file that declares the shape, as Link.At has it, empty for
// one at the root. A relative address leads from the folder of the description, and a package is a
// folder of that name beside the description or above it. Geometry is the part of a COLLADA file
// that the address FILE.dae#ID names, empty for a whole file.
func MeshPaths(address, description string) (paths []string, geometry string, err error) {
	folder := path.Dir(description)
	file, geometry, _ := strings.Cut(address, "#")
	scheme, rest, hasScheme := strings.Cut(file, "://")
	switch {
	case !hasScheme:
		paths = []string{path.Join(folder, file)}
		if strings.HasPrefix(file, "/") {
			paths = []string{file} // which is refused
		}
	case scheme == "package" || scheme == "model":
		name, inside, _ := strings.Cut(rest, "/")
		if !fs.ValidPath(name) || name == "." {
			return nil, "", fmt.Errorf("the package %q has no valid name", name)
		}
		for at := folder; ; at = path.Dir(at) {
			if path.Base(at) == name {
				paths = append(paths, path.Join(at, inside))
			}
			paths = append(paths, path.Join(at, name, inside))
			if at == "." || at == "/" {
				break
			}
		}
	default:
		return nil, "", fmt.Errorf("the scheme %q is not served; expected package://, model:// or a relative path", scheme)
	}
	for _, name := range paths {
		if strings.Contains(file, `\`) || !fs.ValidPath(name) || strings.Contains("/"+rest+"/", "/../") {
			return nil, "", errors.New("the path leads out of its folder")
		}
	}
	return paths, geometry, nil
}

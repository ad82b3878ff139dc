package command

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
)

// maxMeshBytes bounds a file with a mesh that is copied.
const maxMeshBytes = 256 << 20

// copyMeshes copies the meshes of a robot description to where the view finds them from its copy: a
// view reads nothing outside of the folder of the application. It returns how many files it has
// copied, and the addresses of those that the view does not find. A description that stays in its
// place keeps its meshes, too.
func copyMeshes(d *worlds.Description, folder, robot, copied string) (files int, missing []string, err error) {
	var addresses []string
	for i := range d.Links {
		for _, shape := range slices.Concat(d.Links[i].Visuals, d.Links[i].Collisions) {
			file, _, _ := strings.Cut(shape.Mesh, "#")               // the parts of a COLLADA file lie in one
			if !strings.Contains(file, "://") && !path.IsAbs(file) { // relative to the file that declares the link
				file = path.Join(path.Dir(d.Links[i].At.File), file)
			}
			if shape.Kind == worlds.Mesh && !slices.Contains(addresses, file) {
				addresses = append(addresses, file)
			}
		}
	}
	inPlace := absolute(robot) == absolute(copied)
	for _, address := range addresses {
		from, below := meshFile(filepath.Dir(absolute(robot)), address)
		to := filepath.Join(filepath.Dir(copied), filepath.FromSlash(below))
		switch {
		case from == "" || inPlace && !isBelow(folder, from):
			missing = append(missing, address)
		case !inPlace:
			if err := copyMesh(from, to); err != nil {
				return files, missing, err
			}
			files++
		}
	}
	return files, missing, nil
}

// meshFile returns the file that an address of a mesh means for a description in that folder, and
// its path below the folder of the copy. A package is a folder of that name beside the description
// or above it. The result is empty where the file does not exist, or would be outside.
func meshFile(folder, address string) (file, below string) {
	scheme, rest, hasScheme := strings.Cut(address, "://")
	switch {
	case !hasScheme:
		rest = path.Clean(address)
		if !filepath.IsLocal(rest) || !isRegular(filepath.Join(folder, rest)) {
			return "", ""
		}
		return filepath.Join(folder, rest), rest
	case scheme != "package" && scheme != "model":
		return "", ""
	}
	if rest = path.Clean(rest); !filepath.IsLocal(rest) {
		return "", ""
	}
	for at := folder; ; at = filepath.Dir(at) {
		if file := filepath.Join(at, rest); isRegular(file) {
			return file, rest
		}
		if at == filepath.Dir(at) {
			return "", ""
		}
	}
}

func isBelow(folder, file string) bool {
	below, err := filepath.Rel(absolute(folder), file)
	return err == nil && filepath.IsLocal(below)
}

func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Size() <= maxMeshBytes
}

// copyMesh copies a file, of a mesh or of a part of a robot, unless it is there with the same
// content.
func copyMesh(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	switch there, err := os.ReadFile(to); {
	case err == nil && bytes.Equal(there, data):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil { // the user's mask decides the permissions
		return err
	}
	return writeFresh(to, data)
}

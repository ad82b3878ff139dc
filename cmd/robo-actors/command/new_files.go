package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/robotfile"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// copyNamed copies the files that a robot description names, as OpenRAVE's do, to the same places
// beside its copy. It returns how many there are.
func copyNamed(robot, copied string, accept []string) (int, error) {
	if absolute(robot) == absolute(copied) {
		return 0, nil
	}
	folder := filepath.Dir(robot)
	root, err := os.OpenRoot(folder)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	var options urdf.Options
	for _, word := range accept {
		options.Accept(word)
	}
	seen := &openedNames{fsys: root.FS()}
	if _, err := robotfile.Load(seen, filepath.Base(robot), options); err != nil {
		return 0, inFolder(folder, err)
	}
	names := slices.DeleteFunc(seen.names, func(name string) bool { return name == filepath.Base(robot) })
	for _, name := range names {
		below := filepath.FromSlash(name)
		if err := copyMesh(filepath.Join(folder, below), filepath.Join(filepath.Dir(copied), below)); err != nil {
			return 0, err
		}
	}
	return len(names), nil
}

// openedNames is a file system that notes which files are opened.
type openedNames struct {
	fsys  fs.FS
	names []string
}

// Stat implements fs.StatFS.
func (o *openedNames) Stat(name string) (fs.FileInfo, error) { return fs.Stat(o.fsys, name) }

// Open implements fs.FS.
func (o *openedNames) Open(name string) (fs.File, error) {
	f, err := o.fsys.Open(name)
	if err == nil && !slices.Contains(o.names, name) {
		o.names = append(o.names, name)
	}
	return f, err
}

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// LoadFile loads the application file at a path of the file system. Its folder is the root:
// LoadFile opens nothing outside of it, and follows no symbolic link out of it. See [Load].
func LoadFile(name string, registry *actors.Registry) (*Config, error) {
	return loadFileWith(name, nil, registry)
}

// loadFileWith is LoadFile with parts, whose paths are relative to the folder of the file.
func loadFileWith(name string, parts []string, registry *actors.Registry) (*Config, error) {
	folder := filepath.Dir(name)
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fileError(name, fmt.Errorf("the folder cannot be opened: %w", errors.Unwrap(err)))
	}
	defer root.Close()
	c, err := load(root.FS(), folder, filepath.Base(name), parts, registry)
	if err != nil {
		return nil, err
	}
	c.again = func(files []string) (*Config, error) { return loadFileWith(name, files, registry) }
	return c, nil
}

// Load reads an application file and all its includes, checks it as a whole, and resolves every
// name. The registry has the kinds of actors, drives and plants. Load opens only regular files of
// fsys; take an fs.FS that no symbolic link leads out of, such as that of an os.Root.
//
// The error is a *source.Diagnostics with all errors of all files, each with file:line:column, the
// line, and the nearest known name. It includes errors that actors return for their options, if the
// options could be read. For a file without other errors, [New] returns those.
func Load(fsys fs.FS, name string, registry *actors.Registry) (*Config, error) {
	return loadWith(fsys, name, nil, registry)
}

// loadWith is Load with parts.
func loadWith(fsys fs.FS, name string, parts []string, registry *actors.Registry) (*Config, error) {
	c, err := load(fsys, "", name, parts, registry)
	if err != nil {
		return nil, err
	}
	c.again = func(files []string) (*Config, error) { return loadWith(fsys, name, files, registry) }
	return c, nil
}

// load is [LoadParts] within a file system, whose root is a folder of the operating system or
// unknown.
func load(fsys fs.FS, folder, name string, parts []string, registry *actors.Registry) (*Config, error) {
	list := &diagnostics{}
	l := &loader{list: list, files: newFiles(fsys, list), registry: registry, config: &Config{kinds: registry.Kinds(), Folder: folder}, policies: map[string]Restart{}, childAt: map[string]named{},
		parts: parts, attached: map[string][]cursor{},
		sound: map[string]bool{}, broken: map[string]bool{}}
	if !fs.ValidPath(name) {
		return nil, fileError(name, errors.New("the path leads out of its folder; expected a relative path within the root"))
	}
	f, err := l.files.open(name)
	if err != nil {
		if hint := l.otherFile(name); hint != "" {
			err = fmt.Errorf("%w; %s", err, hint)
		}
		return nil, fileError(filepath.Join(folder, name), err)
	}
	l.name = name
	if root, ok := l.files.yaml(f); ok {
		l.application(root)
	}
	texts := l.files.texts()
	if list.Len() > 0 {
		l.config.configure(func(p *Actor) bool { return l.sound[p.Path] }, &list.Diagnostics)
		return nil, excerpted(folder, texts, &list.Diagnostics)
	}
	l.config.Files = l.files.listed(name)
	if l.parts == nil {
		l.declaredParts(func(file string) (*Config, error) { return load(fsys, folder, name, []string{file}, registry) })
	}
	if list.Len() > 0 {
		return nil, excerpted(folder, texts, &list.Diagnostics)
	}
	l.config.texts = texts
	for i, n := range l.config.Notes {
		n.File = filepath.Join(folder, filepath.FromSlash(n.File))
		l.config.Notes[i] = n
	}
	return l.config, nil
}

// loader turns the tree of an application file into a Config.
type loader struct {
	name     string
	list     *diagnostics
	files    *files
	registry *actors.Registry
	config   *Config

	defaults  Restart             // of the section supervision
	policies  map[string]Restart  // of worlds
	childAt   map[string]named    // where an actor of a world is declared to its supervisor, by "world/actor"
	parts     []string            // files that are attached to the application
	attached  map[string][]cursor // processors that parts add to worlds of the application
	ownPlants int                 // plants of the application itself
	couplings []rawCoupling
	uncoupled bool // a coupling is wrong, so that virtual joints may lack theirs
	// sound has the actors whose sections have no errors, and broken what cannot be used for errors
	// of its own, of which no more is said: actors by their paths, and joints of drives as
	// "world/joint".
	sound, broken map[string]bool
}

// fileError is the error of a file that cannot be read at all.
func fileError(name string, err error) error {
	var list source.Diagnostics
	list.Add(source.Diagnostic{Position: source.Position{File: name}, Problem: err.Error()})
	return list.Err()
}

// excerpted returns the diagnostics of a list, with the lines that they are about. A mistake in an
// anchor of the file is reported at the first path that has it, not again at each alias.
func excerpted(folder string, texts map[string]*source.Text, list *source.Diagnostics) error {
	var out source.Diagnostics
	seen, again := map[source.Diagnostic]bool{}, 0
	for _, d := range list.All() {
		place := d
		if place.Path = ""; place.Line > 0 && seen[place] {
			again++
			continue
		}
		seen[place] = true
		out.Add(withExcerpt(folder, texts, d))
	}
	for range list.Len() - out.Len() - again {
		out.Add(source.Diagnostic{}) // the list is full and only counts it
	}
	return out.Err()
}

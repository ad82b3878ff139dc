package app

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/robotfile"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// Limits of one load.
const (
	maxFiles        = 64  // distinct files
	maxIncludeDepth = 8   // files that include one another
	maxModels       = 256 // entries of lists of models, counted as often as they are used
)

// files reads the files of one load, each once.
type files struct {
	fsys  fs.FS
	list  *diagnostics
	known map[string]*file
	// models counts the entries of lists of models that were met.
	models int
}

// file is one file that was read, or that cannot be read.
type file struct {
	name string
	data []byte
	hash [sha256.Size]byte
	err  error

	parsed bool // tree was read
	tree   cursor
	good   bool // tree can be used

	// descriptions are those that were read, nil where they are wrong.
	descriptions map[urdf.Options]*worlds.Description
}

func newFiles(fsys fs.FS, list *diagnostics) *files {
	return &files{fsys: fsys, list: list, known: map[string]*file{}}
}

// open returns a file. The name must be a valid path within the root.
func (fl *files) open(name string) (*file, error) {
	f, found := fl.known[name]
	if !found {
		if len(fl.known) >= maxFiles {
			return nil, fmt.Errorf("an application has at most %d files", maxFiles)
		}
		f = &file{name: name}
		f.data, f.err = readRegular(fl.fsys, name)
		f.hash = sha256.Sum256(f.data)
		fl.known[name] = f
	}
	return f, f.err
}

// first returns the first of several names that exists, or else the first one.
func (fl *files) first(names []string) string {
	for _, name := range names {
		if _, err := fs.Stat(fl.fsys, name); err == nil {
			return name
		}
	}
	return names[0]
}

// yaml returns the tree of a file. Its errors are reported once.
func (fl *files) yaml(f *file) (cursor, bool) {
	if !f.parsed {
		f.parsed = true
		if isXML(f.data) {
			fl.list.Add(source.Diagnostic{Position: source.Position{File: f.name, Line: 1, Column: 1}, Problem: "this is XML, as robot descriptions are", Expected: "YAML",
				Hint: "robo-actors new writes an application file from it; in a file of your own, a world names its robot: models: [{path: " + path.Base(f.name) + "}]"})
			return f.tree, false
		}
		f.tree, f.good = parseFile(f.name, f.data, fl.list)
	}
	return f.tree, f.good
}

// isXML reports whether a file begins as XML does, and YAML does not.
func isXML(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n"), []byte("<"))
}

// robot returns the robot description in a file, nil if it is wrong, which is reported once.
func (fl *files) robot(f *file, options urdf.Options) *worlds.Description {
	d, read := f.descriptions[options]
	if !read {
		var err error
		d, err = robotfile.Load(openedFiles{fl}, f.name, options)
		fl.list.AddError(source.Position{File: f.name}, "", err)
		if f.descriptions == nil {
			f.descriptions = map[urdf.Options]*worlds.Description{}
		}
		f.descriptions[options] = d
	}
	return d
}

// openedFiles is the file system of robot descriptions that name other files, such as the parts of
// a robot in OpenRAVE's format: what is opened there belongs to the application.
type openedFiles struct{ files *files }

// Stat implements fs.StatFS.
func (o openedFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(o.files.fsys, name) }

// Open implements fs.FS.
func (o openedFiles) Open(name string) (fs.File, error) {
	info, err := o.Stat(name)
	if err != nil {
		return nil, err
	}
	f, err := o.files.open(name)
	if err != nil {
		return nil, err
	}
	return &openedFile{bytes.NewReader(f.data), info}, nil
}

// openedFile is a file that was read.
type openedFile struct {
	*bytes.Reader
	info fs.FileInfo
}

// Stat implements fs.File.
func (f *openedFile) Stat() (fs.FileInfo, error) { return f.info, nil }

// Close implements fs.File.
func (f *openedFile) Close() error { return nil }

// texts returns the content of every file, for excerpts.
func (fl *files) texts() map[string]*source.Text {
	texts := make(map[string]*source.Text, len(fl.known))
	for name, f := range fl.known {
		switch {
		case f.err != nil:
		case f.parsed && f.good:
			texts[name] = f.tree.text
		default:
			texts[name] = source.NewText(name, f.data)
		}
	}
	return texts
}

// listed returns the files, the one that was named first at the front.
func (fl *files) listed(first string) []File {
	var out []File
	for name, f := range fl.known {
		out = append(out, File{name, f.hash})
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i].Name, out[j].Name
		return b != first && (a == first || a < b)
	})
	return out
}

// resolve returns the path of the file that file from refers to as ref, relative to the folder of
// from. Where ref leads out of the root it returns the problem and what is expected.
func resolve(from, ref string) (name, problem, expected string) {
	switch {
	case strings.Contains(ref, "://"):
		return "", "addresses of packages and of the network are not used", "a path relative to the folder of this file"
	case strings.HasPrefix(ref, "/") || strings.Contains(ref, `\`) || strings.ContainsRune(ref, 0):
		return "", "the path is not relative, or not written with slashes", "a path relative to the folder of this file"
	}
	name = path.Join(path.Dir(from), ref)
	if !fs.ValidPath(name) || name == "." {
		return "", "the path leads out of the folder of the application file", "a file in that folder or below"
	}
	return name, "", ""
}

// readRegular reads a regular file of bearable size.
func readRegular(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name) // before it is opened: a pipe would block
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("the file does not exist")
	case err != nil:
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	case info.IsDir():
		return nil, errors.New("it is a folder; expected the path of a file")
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("it is not a regular file; its mode is %v", info.Mode())
	}
	opened, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	defer opened.Close()
	data, err := io.ReadAll(io.LimitReader(opened, urdf.MaxXMLBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	if len(data) > urdf.MaxXMLBytes {
		return nil, fmt.Errorf("the file has more than %d bytes; expected at most %d of YAML, or %d of URDF", urdf.MaxXMLBytes, yamlLimits.Bytes, urdf.MaxXMLBytes)
	}
	return data, nil
}

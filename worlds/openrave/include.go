package openrave

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// open returns the content of a file of the file system, with one byte more than most of a longer
// one.
func (r *reader) open(name string, most int64) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, errors.New("the path " + source.Quote(name) + " leads out of its folder")
	}
	if len(r.opened)+len(r.others) >= MaxFiles {
		return nil, fmt.Errorf("a document has at most %d files", MaxFiles)
	}
	info, err := fs.Stat(r.fsys, name) // before opening: a pipe would block
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("it is not a regular file; its mode is %v", info.Mode())
	}
	opened, err := r.fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the file cannot be read: %w", err)
	}
	defer opened.Close()
	return io.ReadAll(io.LimitReader(opened, most+1)) // the parsers refuse the byte too many
}

// reference is the value of an attribute file.
type reference struct {
	file *file
	at   strictxml.Field
	path string // of the element, for errors
}

// refuse reports why a file is not read.
func (r *reader) refuse(ref reference, problem, expected string) {
	r.fail(ref.file, ref.at.Offset, ref.path, source.Quote(ref.at.Text)+": "+problem, expected, "")
}

// isCollada reports whether the name is that of a COLLADA file.
func (ref *reference) isCollada() bool {
	return slices.Contains([]string{".dae", ".zae"}, strings.ToLower(path.Ext(ref.at.Text)))
}

// find returns the path of the named file. If no file fits, it reports why and returns nothing.
func (r *reader) find(ref reference) string {
	text := ref.at.Text
	switch {
	case r.fsys == nil:
		r.refuse(ref, "other files are not opened here", "a file without others, or openrave.Load")
		return ""
	case ref.file.depth >= maxDepth:
		r.refuse(ref, "files are nested too deep, or name themselves", fmt.Sprintf("at most %d levels", maxDepth))
		return ""
	case strings.HasPrefix(text, "/") || strings.Contains(text, `\`) || strings.Contains(text, "://"):
		r.refuse(ref, "the path is not relative, or not written with slashes", "a path relative to the folder of this file, or to a declared root")
		return ""
	}
	candidates := []string{path.Join(path.Dir(ref.file.text.File()), text)}
	for _, root := range r.options.Roots {
		candidates = append(candidates, path.Join(root, text))
	}
	for _, name := range candidates {
		if !fs.ValidPath(name) {
			continue
		}
		if _, err := fs.Stat(r.fsys, name); err == nil {
			return name
		}
	}
	r.refuse(ref, "no such file lies below the declared roots", "one of "+source.Listed(candidates, 8))
	return ""
}

// include returns the XML file that an attribute names. Without one it reports why and returns nil.
func (r *reader) include(ref reference) (*file, *strictxml.Element) {
	name := r.find(ref)
	if name == "" {
		return nil, nil
	}
	if _, read := r.opened[name]; !read {
		data, err := r.open(name, MaxBytes)
		if err != nil {
			r.refuse(ref, err.Error(), "another file")
			return nil, nil
		}
		r.texts[name] = source.NewText(name, data)
		r.opened[name] = strictxml.Parse(r.texts[name], limits, &r.list)
	}
	return &file{text: r.texts[name], depth: ref.file.depth + 1}, r.opened[name]
}

// collada returns the only robot or body of a COLLADA file. Without one it reports why and returns
// nil.
func (r *reader) collada(ref reference) *Body {
	name := r.find(ref)
	if name == "" {
		return nil
	}
	if r.options.Collada == nil {
		r.refuse(ref, "COLLADA files are not read here", "OpenRAVE XML, or the option Collada")
		return nil
	}
	if _, read := r.others[name]; !read {
		data, err := r.open(name, maxCollada)
		if err != nil {
			r.refuse(ref, err.Error(), "another file")
			return nil
		}
		document, err := r.options.Collada(name, data)
		if err != nil {
			r.list.AddError(source.Position{File: name}, ref.path, err)
			document = nil
		} else {
			for _, note := range document.Notes {
				r.notes.Add(note)
			}
		}
		r.others[name] = document
	}
	document := r.others[name]
	if document == nil {
		return nil
	}
	if list := slices.Concat(document.Robots, document.Bodies); len(list) == 1 {
		return &list[0]
	}
	r.refuse(ref, fmt.Sprintf("the file has %d robots and bodies", len(document.Robots)+len(document.Bodies)), "a file of one")
	return nil
}

// maxCollada bounds a COLLADA file, bytes.
const maxCollada = 64 << 20

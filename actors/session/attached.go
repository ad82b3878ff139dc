package session

import (
	"bytes"
	"io/fs"
	"path"
	"time"
)

// attached is a file system of the files attached to a recording, without directories.
type attached map[string][]byte

// Open implements fs.FS.
func (a attached) Open(name string) (fs.File, error) {
	data, ok := a[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return attachedFile{bytes.NewReader(data), path.Base(name)}, nil
}

// attachedFile is an open file with its properties.
type attachedFile struct {
	*bytes.Reader // also has the size
	name          string
}

func (f attachedFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f attachedFile) Close() error               { return nil }
func (f attachedFile) Name() string               { return f.name }
func (f attachedFile) Mode() fs.FileMode          { return 0o444 }
func (f attachedFile) ModTime() time.Time         { return time.Time{} }
func (f attachedFile) IsDir() bool                { return false }
func (f attachedFile) Sys() any                   { return nil }

package database

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Version is the version of the file's layout.
const Version = 1

// Names of the buckets, and the key of the version in the first one.
var (
	metaBucket = []byte("robo-actors planning data")
	dataBucket = []byte("entries")
	versionKey = []byte("version")
)

// Options say how a file is opened.
type Options struct {
	// ReadOnly opens an existing file that other processes read at the same time. Otherwise the
	// file is created where it does not exist, and no other process can open it.
	ReadOnly bool
	// Wait is how long to wait for a process that has the file open; zero for a tenth of a second.
	Wait time.Duration
}

// DB is an open file of planning data. It is safe for concurrent use.
type DB struct {
	path     string
	readOnly bool
	bolt     *bbolt.DB
}

// Open opens a file. The error is a *FileError.
func Open(path string, o Options) (*DB, error) {
	d := &DB{path: path, readOnly: o.ReadOnly}
	if o.Wait <= 0 {
		o.Wait = 100 * time.Millisecond
	}
	err := checkFile(path, o.ReadOnly)
	if err != nil {
		err = d.checkLocked(err, o.Wait)
	}
	if err != nil {
		return nil, err
	}
	err = d.guard(func() (err error) {
		d.bolt, err = bbolt.Open(path, 0o644, &bbolt.Options{ReadOnly: o.ReadOnly, Timeout: o.Wait, FreelistType: bbolt.FreelistArrayType})
		return err
	})
	if err == nil {
		err = d.guard(d.begin)
	}
	if err != nil {
		if d.bolt != nil {
			_ = d.guard(d.bolt.Close) // the first error is reported
		}
		return nil, d.fileError(err)
	}
	return d, nil
}

// OpenIn opens a file that exists in a folder or below, and out of which no symbolic link leads. An
// empty folder is the working directory. The error is a *FileError.
func OpenIn(folder, name string, o Options) (*DB, error) {
	if folder == "" {
		folder = "."
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, &FileError{Path: name, Problem: Unreadable, Err: err}
	}
	defer root.Close()
	if _, err := root.Stat(name); err != nil {
		return nil, &FileError{Path: name, Problem: Unreadable, Err: err}
	}
	return Open(filepath.Join(folder, name), o)
}

// checkLocked checks a refused file again while no other process can write it: one that did so just
// now is busy, and not damaged.
func (d *DB) checkLocked(refused error, wait time.Duration) error {
	var known *FileError
	if errors.As(refused, &known) && known.Problem == Unreadable {
		return refused
	}
	var locked *bbolt.DB
	err := d.guard(func() (err error) {
		locked, err = bbolt.Open(d.path, 0o644, &bbolt.Options{ReadOnly: true, Timeout: wait})
		return err
	})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return &FileError{Path: d.path, Problem: Busy}
	case err != nil:
		return refused
	}
	refused = checkFile(d.path, d.readOnly)
	_ = d.guard(locked.Close) // nothing was written
	return refused
}

// Close closes the file.
func (d *DB) Close() error {
	if err := d.guard(d.bolt.Close); err != nil {
		return d.fileError(err)
	}
	return nil
}

// Path returns the path that the file was opened by.
func (d *DB) Path() string { return d.path }

// begin lays out an empty file, and checks the version of another one.
func (d *DB) begin() error {
	if d.readOnly {
		return d.bolt.View(d.checkVersion)
	}
	return d.bolt.Update(func(tx *bbolt.Tx) error {
		if first, _ := tx.Cursor().First(); first != nil {
			return d.checkVersion(tx)
		}
		meta, err := tx.CreateBucket(metaBucket)
		if err != nil {
			return err
		}
		if err := meta.Put(versionKey, binary.LittleEndian.AppendUint32(nil, Version)); err != nil {
			return err
		}
		_, err = tx.CreateBucket(dataBucket)
		return err
	})
}

func (d *DB) checkVersion(tx *bbolt.Tx) error {
	meta, data := tx.Bucket(metaBucket), tx.Bucket(dataBucket)
	if meta == nil || data == nil {
		return &FileError{Path: d.path, Problem: Foreign, Detail: "a bbolt file of another program"}
	}
	version := meta.Get(versionKey)
	if len(version) != 4 {
		return &FileError{Path: d.path, Problem: Foreign, Detail: "it has no version"}
	}
	if v := binary.LittleEndian.Uint32(version); v != Version {
		return &FileError{Path: d.path, Problem: OtherVersion, Detail: fmt.Sprintf("version %d, expected %d", v, Version)}
	}
	return nil
}

// guard calls bbolt and turns its panics, and faults of its memory map, into errors: a file can be
// damaged or cut while it is open.
func (d *DB) guard(f func() error) (err error) {
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if p := recover(); p != nil {
			err = &FileError{Path: d.path, Problem: Damaged, Detail: fmt.Sprint(p)}
		}
	}()
	return f()
}

// fileError returns an error of bbolt or the operating system as a *FileError.
func (d *DB) fileError(err error) error {
	var known *FileError
	var entry *EntryError
	problem := Unreadable
	switch {
	case errors.As(err, &known) || errors.As(err, &entry):
		return err
	case errors.Is(err, berrors.ErrTimeout):
		return &FileError{Path: d.path, Problem: Busy}
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		problem = Damaged
	case errors.Is(err, berrors.ErrDatabaseReadOnly):
		problem = ReadOnly
	}
	return &FileError{Path: d.path, Problem: problem, Err: err}
}

// Replace moves a refused file aside and opens a new one at its path. It returns where the old file
// is now, empty where there was none. A file that can be opened is not moved: it is opened.
func Replace(path string, o Options) (d *DB, moved string, err error) {
	d, err = Open(path, o)
	var refused *FileError
	if err == nil || !errors.As(err, &refused) || refused.Problem == Busy || refused.Problem == Unreadable || o.ReadOnly {
		return d, "", err
	}
	for n := 1; ; n++ {
		moved = fmt.Sprintf("%s.refused-%d", path, n)
		if _, err := os.Lstat(moved); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err := os.Rename(path, moved); err != nil {
		return nil, "", &FileError{Path: path, Problem: Unreadable, Err: err}
	}
	d, err = Open(path, o)
	return d, moved, err
}

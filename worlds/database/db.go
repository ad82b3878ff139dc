package database

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
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

// Entry describes an entry.
type Entry struct {
	Key Key
	// Title names what the data is of, such as a robot and its manipulator; it is for people.
	Title string
	// Parameters describe how the data was computed; for people.
	Parameters string
	// Size is the number of bytes of the data.
	Size int
	// Damaged: the checksum is wrong, and the data cannot be read.
	Damaged bool
}

// header is kept before the data of an entry, as JSON.
type header struct {
	Title      string `json:"title"`
	Parameters string `json:"parameters"`
}

// A value is the length of the header, the header, the data, and the SHA-256 hash of all before it
// and of the key.
const (
	lengthSize  = 4
	mostHeader  = 1 << 16
	mostData    = 1 << 30
	keySplitter = "/"
)

func (k Key) bytes() []byte { return append([]byte(string(k.Kind)+keySplitter), k.Hash[:]...) }

func parseKey(b []byte) (k Key, ok bool) {
	kind, sum, found := bytes.Cut(b, []byte(keySplitter))
	if !found || len(sum) != len(k.Hash) || !Kind(kind).known() {
		return k, false
	}
	k.Kind = Kind(kind)
	copy(k.Hash[:], sum)
	return k, true
}

func seal(key, value []byte) []byte {
	sum := sha256.New()
	sum.Write(value)
	sum.Write(key)
	return sum.Sum(value)
}

// unseal returns the parts of a value, false for a damaged one.
func unseal(key, value []byte) (h header, data []byte, ok bool) {
	end := len(value) - sha256.Size
	if end < lengthSize {
		return h, nil, false
	}
	sum := sha256.New()
	sum.Write(value[:end])
	sum.Write(key)
	n := binary.LittleEndian.Uint32(value)
	if !bytes.Equal(sum.Sum(nil), value[end:]) || uint64(n) > uint64(end-lengthSize) {
		return h, nil, false
	}
	text := value[lengthSize : lengthSize+int(n)]
	if json.Unmarshal(text, &h) != nil {
		return h, nil, false
	}
	return h, value[lengthSize+int(n) : end], true
}

// Put keeps data under a key, in place of earlier data.
func (d *DB) Put(key Key, title, parameters string, data []byte) error {
	text, err := json.Marshal(header{title, parameters})
	if err != nil || len(text) > mostHeader || len(data) > mostData || !key.Kind.known() {
		return fmt.Errorf("%s: entry %v with %d bytes of description and %d of data is refused: expected at most %d and %d, and one of the kinds %v",
			d.path, key, len(text), len(data), mostHeader, mostData, Kinds())
	}
	if d.readOnly {
		return &FileError{Path: d.path, Problem: ReadOnly}
	}
	name := key.bytes()
	value := binary.LittleEndian.AppendUint32(nil, uint32(len(text)))
	value = seal(name, append(append(value, text...), data...))
	err = d.guard(func() error {
		return d.bolt.Update(func(tx *bbolt.Tx) error { return tx.Bucket(dataBucket).Put(name, value) })
	})
	if err != nil {
		return d.fileError(err)
	}
	return nil
}

// Get returns a copy of the data under a key. The error is an *EntryError where there is none or
// where it is damaged.
func (d *DB) Get(key Key) (data []byte, err error) {
	name := key.bytes()
	err = d.guard(func() error {
		return d.bolt.View(func(tx *bbolt.Tx) error {
			value := tx.Bucket(dataBucket).Get(name)
			if value == nil {
				return &EntryError{Path: d.path, Key: key}
			}
			_, found, ok := unseal(name, value)
			if !ok {
				return &EntryError{Path: d.path, Key: key, Damaged: true}
			}
			data = bytes.Clone(found)
			return nil
		})
	})
	var missing *EntryError
	if errors.As(err, &missing) && !missing.Damaged {
		missing.Known = d.titles(key.Kind)
	}
	if err != nil {
		return nil, d.fileError(err)
	}
	return data, nil
}

// titles returns the titles of the entries of a kind, for errors.
func (d *DB) titles(kind Kind) (titles []string) {
	entries, _ := d.Entries() // the error of the caller counts
	for _, e := range entries {
		if e.Key.Kind == kind && !e.Damaged {
			titles = append(titles, fmt.Sprintf("%q", e.Title))
		}
	}
	return slices.Compact(titles)
}

// Entries returns all entries, by kind and title, damaged ones without a title.
func (d *DB) Entries() (entries []Entry, err error) {
	err = d.guard(func() error {
		return d.bolt.View(func(tx *bbolt.Tx) error {
			return tx.Bucket(dataBucket).ForEach(func(name, value []byte) error {
				key, ok := parseKey(name)
				h, data, whole := unseal(name, value)
				if !ok {
					key = Key{Kind: Kind(strings.ToValidUTF8(string(name), "?"))}
				}
				entries = append(entries, Entry{Key: key, Title: h.Title, Parameters: h.Parameters, Size: len(data), Damaged: !whole || !ok})
				return nil
			})
		})
	})
	if err != nil {
		return nil, d.fileError(err)
	}
	rank := func(k Kind) int { return (slices.Index(Kinds(), k) + len(Kinds()) + 1) % (len(Kinds()) + 1) }
	slices.SortStableFunc(entries, func(a, b Entry) int {
		if a.Key.Kind != b.Key.Kind {
			return rank(a.Key.Kind) - rank(b.Key.Kind)
		}
		return strings.Compare(a.Title, b.Title)
	})
	return entries, nil
}

// Clean removes the entries that a function chooses, and returns them. Nil chooses the damaged
// ones. The file keeps its size: the room is used again.
func (d *DB) Clean(choose func(Entry) bool) (removed []Entry, err error) {
	if choose == nil {
		choose = func(e Entry) bool { return e.Damaged }
	}
	if d.readOnly {
		return nil, &FileError{Path: d.path, Problem: ReadOnly}
	}
	err = d.guard(func() error {
		return d.bolt.Update(func(tx *bbolt.Tx) error {
			bucket := tx.Bucket(dataBucket)
			var names [][]byte
			err := bucket.ForEach(func(name, value []byte) error {
				key, ok := parseKey(name)
				h, data, whole := unseal(name, value)
				e := Entry{Key: key, Title: h.Title, Parameters: h.Parameters, Size: len(data), Damaged: !whole || !ok}
				if choose(e) {
					names = append(names, bytes.Clone(name))
					removed = append(removed, e)
				}
				return nil
			})
			for _, name := range names {
				err = errors.Join(err, bucket.Delete(name))
			}
			return err
		})
	})
	if err != nil {
		return nil, d.fileError(err)
	}
	return removed, nil
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

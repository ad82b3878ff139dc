package database

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"
)

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

// entryOf describes what is kept under a name. A damaged entry has no title.
func entryOf(name, value []byte) Entry {
	key, known := parseKey(name)
	if !known {
		key = Key{Kind: Kind(strings.ToValidUTF8(string(name), "?"))}
	}
	h, data, whole := unseal(name, value)
	return Entry{Key: key, Title: h.Title, Parameters: h.Parameters, Size: len(data), Damaged: !whole || !known}
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

// Get returns a copy of the data under a key. The error is an *EntryError for a missing or damaged
// entry.
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
				entries = append(entries, entryOf(name, value))
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
				if e := entryOf(name, value); choose(e) {
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

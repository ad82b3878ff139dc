package mpack

import (
	"errors"
	"fmt"
	"io"

	"github.com/tinylib/msgp/msgp"
)

// File is the part of an *os.File that a log uses.
type File interface {
	io.WriteSeeker
	io.Closer
	Truncate(size int64) error
}

// Drops counts the records that are not in a log, by cause.
type Drops struct {
	Queue   uint64 `json:"queue"`   // the queue was full
	Write   uint64 `json:"write"`   // the write failed
	Invalid uint64 `json:"invalid"` // the record was not one MessagePack map
}

// Total returns the number of all records that are not in the log.
func (d Drops) Total() uint64 { return d.Queue + d.Write + d.Invalid }

// String returns the number of records that are not in the log, by cause where there are any.
func (d Drops) String() string {
	text, separator := fmt.Sprintf("%d dropped", d.Total()), ": "
	for _, cause := range []struct {
		n    uint64
		name string
	}{{d.Queue, "full queue"}, {d.Write, "failed write"}, {d.Invalid, "invalid"}} {
		if cause.n > 0 {
			text += fmt.Sprintf("%s%d %s", separator, cause.n, cause.name)
			separator = ", "
		}
	}
	return text
}

// writer appends records to a file, each whole or not at all.
type writer struct {
	file    File
	size    int64 // of the whole records in the file
	ragged  bool  // the file may end with a part of a record
	records uint64
	dropped Drops
	err     error // the first failure
}

// write appends a record, or drops it.
func (w *writer) write(record []byte) {
	rest, err := msgp.Skip(record)
	switch {
	case err != nil || len(rest) > 0 || msgp.NextType(record) != msgp.MapType:
		w.dropped.Invalid++
		w.fail(fmt.Errorf("record %d of %d bytes is not one MessagePack map", w.records+w.dropped.Total(), len(record)))
	case !w.append(record):
		w.dropped.Write++
	default:
		w.records++
	}
}

// append writes a record at the end of the last whole one.
func (w *writer) append(record []byte) bool {
	if w.ragged && !w.cut() {
		return false
	}
	n, err := w.file.Write(record)
	if err == nil && n < len(record) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.fail(fmt.Errorf("write of a record of %d bytes at byte %d: %w", len(record), w.size, err))
		w.ragged = true
		w.cut()
		return false
	}
	w.size += int64(n)
	return true
}

// cut cuts the file back to its last whole record.
func (w *writer) cut() bool {
	if err := w.file.Truncate(w.size); err != nil {
		w.fail(fmt.Errorf("cut the log back to byte %d: %w", w.size, err))
		return false
	}
	if _, err := w.file.Seek(w.size, io.SeekStart); err != nil {
		w.fail(fmt.Errorf("go back to byte %d: %w", w.size, err))
		return false
	}
	w.ragged = false
	return true
}

// fail keeps the first failure.
func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) close() error { return errors.Join(w.err, w.file.Close()) }

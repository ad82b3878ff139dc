package mpack

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/tinylib/msgp/msgp"
)

// MaxRecord is the largest size of a record, bytes.
const MaxRecord = 16 << 20

var (
	// ErrTruncated is wrapped where a log ends within a record.
	ErrTruncated = errors.New("truncated log")
	// ErrInvalid is wrapped where a log has something else than MessagePack maps.
	ErrInvalid = errors.New("invalid log")
)

// DamageError says where a log cannot be read.
type DamageError struct {
	Records uint64 // whole records before
	Offset  int64  // of the first byte that is not in them
	Bytes   int64  // from there on, as far as they were read
	Err     error  // it wraps ErrTruncated or ErrInvalid
}

// Error returns the problem and the place.
func (e *DamageError) Error() string {
	return fmt.Sprintf("%v after %d whole records, at byte %d", e.Err, e.Records, e.Offset)
}

// Unwrap returns the problem.
func (e *DamageError) Unwrap() error { return e.Err }

// Read yields the records of a log. A record is valid until the next one. At a part of a record, or
// at something else than a map, Read yields a *DamageError and ends.
func Read(from io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		s := scanner{from: from, buffer: make([]byte, 0, 64<<10)}
		for {
			record, err := s.next()
			if err == io.EOF || !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// A scanner splits a stream into records.
type scanner struct {
	from    io.Reader
	buffer  []byte // what was read and not yielded begins at begin
	begin   int
	offset  int64 // of begin in the stream
	records uint64
	ended   bool
}

// next returns the next record, or io.EOF at the end.
func (s *scanner) next() ([]byte, error) {
	for {
		left := s.buffer[s.begin:]
		if len(left) > 0 && msgp.NextType(left) != msgp.MapType {
			return nil, s.damage(fmt.Errorf("%w: byte 0x%02x does not begin a map", ErrInvalid, left[0]))
		}
		rest, err := msgp.Skip(left)
		switch {
		case err == nil:
			record := left[:len(left)-len(rest)]
			s.begin += len(record)
			s.offset += int64(len(record))
			s.records++
			return record, nil
		case !errors.Is(err, msgp.ErrShortBytes):
			return nil, s.damage(fmt.Errorf("%w: %w", ErrInvalid, err))
		case len(left) > MaxRecord:
			return nil, s.damage(fmt.Errorf("%w: a record of more than %d bytes", ErrInvalid, MaxRecord))
		case s.ended && len(left) == 0:
			return nil, io.EOF
		case s.ended:
			return nil, s.damage(fmt.Errorf("%w: a part of a record, %d bytes", ErrTruncated, len(left)))
		}
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
}

// fill reads more, into a buffer that doubles while one record fills it.
func (s *scanner) fill() error {
	left := copy(s.buffer, s.buffer[s.begin:])
	s.buffer, s.begin = s.buffer[:left], 0
	if left == cap(s.buffer) {
		s.buffer = append(make([]byte, 0, 2*left), s.buffer...)
	}
	n, err := s.from.Read(s.buffer[left:cap(s.buffer)])
	s.buffer = s.buffer[:left+n]
	switch {
	case err == io.EOF:
		s.ended = true
	case err != nil:
		return fmt.Errorf("read the log: %w", err)
	}
	return nil
}

func (s *scanner) damage(err error) error {
	return &DamageError{Records: s.records, Offset: s.offset, Bytes: int64(len(s.buffer) - s.begin), Err: err}
}

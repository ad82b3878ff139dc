package mpack

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/tinylib/msgp/msgp"

	"github.com/robo-actors/robo-actors/internal/notation"
)

// Filter selects records and their parts. Its zero value selects everything.
type Filter struct {
	// Paths are the parts to print, such as observation.imu; the time of a record is always printed.
	Paths []string
	// From and Until bound the time since the first record; 0 leaves that end open.
	From, Until time.Duration
	begin       float64
	begun       bool
}

// selects reports whether a record is selected.
func (f *Filter) selects(record []byte) bool {
	value, _ := at(record, "time")
	t, ok := number(value)
	if !ok {
		return f.From == 0 && f.Until == 0
	}
	if !f.begun {
		f.begin, f.begun = t, true
	}
	since := t - f.begin
	return since >= f.From.Seconds() && (f.Until == 0 || since <= f.Until.Seconds())
}

// notated writes the values of records.
type notated struct{ notation.Notation }

var asJSON, asText = notated{notation.JSON}, notated{notation.Text}

// Cat prints the records of a log, one a line: as JSON objects, in which numbers that are not
// finite are strings, or as text. It prints everything before damage, whose error it returns. It
// also returns an error for a path that no record has.
func Cat(from io.Reader, to io.Writer, f Filter, asObjects bool) error {
	out, n := bufio.NewWriter(to), asText
	if asObjects {
		n = asJSON
	}
	var line []byte
	absent := slices.Clone(f.Paths)
	for record, err := range Read(from) {
		if err != nil {
			return flushed(out, err)
		}
		absent = slices.DeleteFunc(absent, func(path string) bool { _, ok := at(record, path); return ok })
		if !f.selects(record) {
			continue
		}
		line = n.appendRecord(line[:0], record, f.Paths)
		if len(line) == 0 {
			continue
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("print the records: %w", err)
		}
	}
	if len(absent) > 0 {
		return flushed(out, fmt.Errorf("path %s: %w", absent[0], ErrPath))
	}
	return flushed(out, nil)
}

// flushed prints what was read before an error, which it returns.
func flushed(out *bufio.Writer, err error) error {
	if flush := out.Flush(); err == nil && flush != nil {
		return fmt.Errorf("print the records: %w", flush)
	}
	return err
}

// appendRecord writes a record or its parts at paths, nothing if it has none of them.
func (n notated) appendRecord(dst, record []byte, paths []string) []byte {
	var names []string
	var values [][]byte
	add := func(name string, value []byte) { names, values = append(names, name), append(values, value) }
	if len(paths) == 0 {
		children(record, add)
		return n.appendMap(dst, names, values, n.JSON)
	}
	if value, ok := at(record, "time"); ok {
		add("time", value)
	}
	without := len(names)
	for _, path := range paths {
		if value, ok := at(record, path); ok && path != "time" {
			add(path, value)
		}
	}
	if len(names) == without {
		return dst
	}
	return n.appendMap(dst, names, values, n.JSON)
}

func (n notated) appendMap(dst []byte, names []string, values [][]byte, braces bool) []byte {
	if braces {
		dst = append(dst, '{')
	}
	for i, name := range names {
		if i > 0 {
			dst = append(dst, n.Separator...)
		}
		dst = append(n.AppendName(dst, name), n.Assign...)
		dst = n.appendValue(dst, values[i])
	}
	if braces {
		dst = append(dst, '}')
	}
	return dst
}

// appendValue writes one value.
func (n notated) appendValue(dst, value []byte) []byte {
	switch kind := msgp.NextType(value); kind {
	case msgp.MapType:
		var names []string
		var values [][]byte
		children(value, func(name string, child []byte) { names, values = append(names, name), append(values, child) })
		return n.appendMap(dst, names, values, true)
	case msgp.ArrayType:
		dst = append(dst, '[')
		children(value, func(name string, child []byte) {
			if name != "[0]" {
				dst = append(dst, n.Separator...)
			}
			dst = n.appendValue(dst, child)
		})
		return append(dst, ']')
	case msgp.StrType:
		text, _, _ := msgp.ReadStringZC(value) // Read has checked the value
		return n.AppendString(dst, string(text))
	case msgp.BinType:
		data, _, _ := msgp.ReadBytesZC(value)
		return n.AppendString(dst, base64.StdEncoding.EncodeToString(data))
	case msgp.BoolType:
		b, _, _ := msgp.ReadBoolBytes(value)
		return strconv.AppendBool(dst, b)
	case msgp.NilType:
		return append(dst, "null"...)
	case msgp.IntType:
		i, _, _ := msgp.ReadInt64Bytes(value)
		return strconv.AppendInt(dst, i, 10)
	case msgp.UintType:
		u, _, _ := msgp.ReadUint64Bytes(value)
		return strconv.AppendUint(dst, u, 10)
	case msgp.Float32Type, msgp.Float64Type:
		f, _, _ := msgp.ReadFloat64Bytes(value)
		return n.AppendFloat(dst, f)
	}
	return n.AppendString(dst, base64.StdEncoding.EncodeToString(value)) // an extension, as it is
}

package mpack

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tinylib/msgp/msgp"
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

// notation is how values are written: as JSON, or for people.
type notation struct {
	json              bool
	separator, assign string
}

var (
	asJSON = notation{json: true, separator: ",", assign: ":"}
	asText = notation{separator: " ", assign: "="}
)

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
func (n notation) appendRecord(dst, record []byte, paths []string) []byte {
	var names []string
	var values [][]byte
	add := func(name string, value []byte) { names, values = append(names, name), append(values, value) }
	if len(paths) == 0 {
		children(record, add)
		return n.appendMap(dst, names, values, n.json)
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
	return n.appendMap(dst, names, values, n.json)
}

func (n notation) appendMap(dst []byte, names []string, values [][]byte, braces bool) []byte {
	if braces {
		dst = append(dst, '{')
	}
	for i, name := range names {
		if i > 0 {
			dst = append(dst, n.separator...)
		}
		dst = append(n.appendName(dst, name), n.assign...)
		dst = n.appendValue(dst, values[i])
	}
	if braces {
		dst = append(dst, '}')
	}
	return dst
}

// appendValue writes one value.
func (n notation) appendValue(dst, value []byte) []byte {
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
				dst = append(dst, n.separator...)
			}
			dst = n.appendValue(dst, child)
		})
		return append(dst, ']')
	case msgp.StrType:
		text, _, _ := msgp.ReadStringZC(value) // Read has checked the value
		return n.appendString(dst, string(text))
	case msgp.BinType:
		data, _, _ := msgp.ReadBytesZC(value)
		return n.appendString(dst, base64.StdEncoding.EncodeToString(data))
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
		return n.appendFloat(dst, f)
	}
	return n.appendString(dst, base64.StdEncoding.EncodeToString(value)) // an extension, as it is
}

// appendName writes a key: in text for people plain names as they are.
func (n notation) appendName(dst []byte, name string) []byte {
	quoted := strconv.Quote(name)
	if n.json || name == "" || quoted != `"`+name+`"` || strings.ContainsAny(name, " ={}") {
		return n.appendString(dst, name)
	}
	return append(dst, name...)
}

// appendString quotes text, and escapes what could drive a terminal.
func (n notation) appendString(dst []byte, text string) []byte {
	if !n.json {
		return strconv.AppendQuote(dst, text)
	}
	quoted, err := json.Marshal(text)
	if err != nil { // json.Marshal takes every string
		return strconv.AppendQuote(dst, text)
	}
	return append(dst, quoted...)
}

// appendFloat writes the shortest number that reads back the same, without an exponent between 1e-6
// and 1e21: times are about 1e9.
func (n notation) appendFloat(dst []byte, f float64) []byte {
	word := ""
	switch {
	case math.IsNaN(f):
		word = "NaN"
	case math.IsInf(f, 1):
		word = "Infinity"
	case math.IsInf(f, -1):
		word = "-Infinity"
	case f != 0 && (math.Abs(f) < 1e-6 || math.Abs(f) >= 1e21):
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	default:
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	if n.json {
		return n.appendString(dst, word)
	}
	return append(dst, word...)
}

package dictionary

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tinylib/msgp/msgp"

	"github.com/robo-actors/robo-actors/messages"
)

// entries iterates over the entries of a map. Entries whose value is nil are left out.
type entries struct {
	left       uint32
	rest       []byte
	key, value []byte
}

// entriesOf returns the entries of data, which check has accepted.
func entriesOf(data []byte) (entries, error) {
	if msgp.NextType(data) != msgp.MapType {
		return entries{}, kindProblem(data, "a map")
	}
	n, rest, err := msgp.ReadMapHeaderBytes(data)
	return entries{left: n, rest: rest}, syntaxProblem(err)
}

// next advances to the next entry, if there is one.
func (m *entries) next() bool {
	for ; m.left > 0; m.left-- {
		key, value, err := msgp.ReadStringZC(m.rest)
		if err != nil {
			return false
		}
		rest, err := msgp.Skip(value)
		if err != nil {
			return false
		}
		m.key, m.value, m.rest = key, value[:len(value)-len(rest)], rest
		if !msgp.IsNil(m.value) {
			m.left--
			return true
		}
	}
	return false
}

// A rule says which numbers are valid.
type rule uint8

const (
	anyNumber rule = iota
	finite
	finiteOrNaN
	notNegative
)

// check returns an error if x breaks the rule.
func (r rule) check(x float64) error {
	switch {
	case r == anyNumber, r == finiteOrNaN && math.IsNaN(x):
	case math.IsNaN(x) || math.IsInf(x, 0):
		return problem(ErrRange, formatNumber(x), "a finite number")
	case r == notNegative && x < 0:
		return problem(ErrRange, formatNumber(x), "0 or more")
	}
	return nil
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// readNumber returns a number of any kind.
func readNumber(data []byte, r rule) (x float64, err error) {
	switch msgp.NextType(data) {
	case msgp.Float64Type, msgp.Float32Type:
		x, _, err = msgp.ReadFloat64Bytes(data)
	case msgp.IntType:
		var i int64
		i, _, err = msgp.ReadInt64Bytes(data)
		x = float64(i)
	case msgp.UintType:
		var u uint64
		u, _, err = msgp.ReadUint64Bytes(data)
		x = float64(u)
	default:
		return 0, kindProblem(data, "a number")
	}
	if err != nil {
		return 0, syntaxProblem(err)
	}
	return x, r.check(x)
}

// readNumbers reads an array of len(to) numbers.
func readNumbers(data []byte, to []float64, r rule) error {
	n, rest, err := arrayOf(data, "an array of numbers")
	if err != nil {
		return err
	}
	if n != len(to) {
		return problem(ErrLength, fmt.Sprintf("%d elements", n), strconv.Itoa(len(to)))
	}
	for i := range to {
		if to[i], err = readNumber(rest, r); err != nil {
			return element(i, err)
		}
		if rest, err = msgp.Skip(rest); err != nil {
			return syntaxProblem(err)
		}
	}
	return nil
}

// arrayOf returns the length of an array and its elements.
func arrayOf(data []byte, expected string) (int, []byte, error) {
	if msgp.NextType(data) != msgp.ArrayType {
		return 0, nil, kindProblem(data, expected)
	}
	n, rest, err := msgp.ReadArrayHeaderBytes(data)
	return int(n), rest, syntaxProblem(err)
}

// problem returns an error without a path, which within and element add.
func problem(kind error, found, expected string) error {
	return &messages.OptionError{Err: fmt.Errorf("%w: %s", kind, found), Expected: expected}
}

func kindProblem(data []byte, expected string) error {
	return problem(ErrKind, describe(data), expected)
}

// within puts a key in front of the path of err.
func within(key []byte, err error) error { return messages.InOption(keyText(key), err) }

func element(i int, err error) error {
	return messages.InOption("["+strconv.Itoa(i)+"]", err)
}

// keyText returns a key as paths show it: quoted unless it is a plain name, and at most 64 bytes of
// it.
func keyText(key []byte) string {
	if len(key) > 64 {
		return strconv.Quote(string(key[:64])) + "..."
	}
	for _, c := range key {
		if plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'; !plain {
			return strconv.Quote(string(key))
		}
	}
	if len(key) == 0 {
		return `""`
	}
	return string(key)
}

// describe returns the kind of the first value of data.
func describe(data []byte) string {
	switch msgp.NextType(data) {
	case msgp.MapType:
		return "a map"
	case msgp.ArrayType:
		return "an array"
	case msgp.StrType:
		return "a string"
	case msgp.BinType:
		return "binary data"
	case msgp.BoolType:
		return "a bool"
	case msgp.IntType, msgp.UintType, msgp.Float32Type, msgp.Float64Type:
		return "a number"
	case msgp.NilType:
		return "nil"
	}
	return "no value"
}

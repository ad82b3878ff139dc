package dictionary

import (
	"fmt"
	"math"

	"github.com/tinylib/msgp/msgp"
)

// A field is a key of a map, and the part of a T that its value is. A map is a list of fields,
// which serves both directions.
type field[T any] struct {
	key string
	has func(v *T) bool // whether v has the part; nil for always
	put func(b []byte, v *T) []byte
	get func(v *T, data []byte) error
}

// put appends v as a map.
func put[T any](b []byte, fields []field[T], v *T) []byte {
	n := 0
	for i := range fields {
		if fields[i].has == nil || fields[i].has(v) {
			n++
		}
	}
	return putFields(msgp.AppendMapHeader(b, uint32(n)), fields, v)
}

// putFields appends the keys and values of v, without the header of the map.
func putFields[T any](b []byte, fields []field[T], v *T) []byte {
	for i := range fields {
		if fields[i].has == nil || fields[i].has(v) {
			b = fields[i].put(msgp.AppendString(b, fields[i].key), v)
		}
	}
	return b
}

// get reads a map into v. It returns the set of the fields it has read, one bit for each; unknown,
// if it is not nil, receives keys that no field has.
func get[T any](fields []field[T], v *T, data []byte, unknown func(key, value []byte) error) (seen uint64, err error) {
	m, err := entriesOf(data)
	if err != nil {
		return 0, err
	}
	for m.next() {
		i := find(fields, m.key)
		switch {
		case i >= 0:
			seen |= 1 << i
			err = fields[i].get(v, m.value)
		case unknown != nil:
			err = unknown(m.key, m.value)
		}
		if err != nil {
			return seen, within(m.key, err)
		}
	}
	return seen, nil
}

func find[T any](fields []field[T], key []byte) int {
	for i := range fields {
		if fields[i].key == string(key) {
			return i
		}
	}
	return -1
}

// number is a field with a number.
func number[T any](key string, r rule, at func(*T) *float64) field[T] {
	return field[T]{
		key: key,
		put: func(b []byte, v *T) []byte { return msgp.AppendFloat64(b, *at(v)) },
		get: func(v *T, data []byte) (err error) {
			x, err := readNumber(data, r)
			if err == nil {
				*at(v) = x
			}
			return err
		},
	}
}

// negated is a field with a number that has the opposite sign in the dictionary.
func negated[T any](key string, r rule, at func(*T) *float64) field[T] {
	return field[T]{
		key: key,
		put: func(b []byte, v *T) []byte { return msgp.AppendFloat64(b, 0-*at(v)) },
		get: func(v *T, data []byte) error {
			x, err := readNumber(data, r)
			if err == nil {
				*at(v) = 0 - x
			}
			return err
		},
	}
}

// vector is a field with an array of numbers of a fixed length.
func vector[T any](key string, r rule, at func(*T) []float64) field[T] {
	return field[T]{
		key: key,
		put: func(b []byte, v *T) []byte { return appendNumbers(b, at(v)) },
		get: func(v *T, data []byte) error { return readNumbers(data, at(v), r) },
	}
}

// list is a field with an array of numbers of any length.
func list[T any](key string, r rule, at func(*T) *[]float64) field[T] {
	return field[T]{
		key: key,
		put: func(b []byte, v *T) []byte { return appendNumbers(b, *at(v)) },
		get: func(v *T, data []byte) error {
			n, _, err := arrayOf(data, "an array of numbers")
			if err != nil {
				return err
			}
			numbers := make([]float64, n)
			*at(v) = numbers
			return readNumbers(data, numbers, r)
		},
	}
}

func appendNumbers(b []byte, numbers []float64) []byte {
	b = msgp.AppendArrayHeader(b, uint32(len(numbers)))
	for _, x := range numbers {
		b = msgp.AppendFloat64(b, x)
	}
	return b
}

// flag is a field with a bool.
func flag[T any](key string, at func(*T) *bool) field[T] {
	return field[T]{
		key: key,
		put: func(b []byte, v *T) []byte { return msgp.AppendBool(b, *at(v)) },
		get: func(v *T, data []byte) (err error) {
			if msgp.NextType(data) != msgp.BoolType {
				return kindProblem(data, "a bool")
			}
			*at(v), _, err = msgp.ReadBoolBytes(data)
			return syntaxProblem(err)
		},
	}
}

// whole is a field with an integer.
func whole[T any, N int | int64 | uint64](key string, at func(*T) *N) field[T] {
	return field[T]{
		key: key,
		put: func(b []byte, v *T) []byte { return appendWhole(b, *at(v)) },
		get: func(v *T, data []byte) (err error) {
			*at(v), err = readWhole[N](data)
			return err
		},
	}
}

// appendWhole appends an integer in its smallest form.
func appendWhole[N int | int64 | uint64](b []byte, n N) []byte {
	if n < 0 {
		return msgp.AppendInt64(b, int64(n))
	}
	return msgp.AppendUint64(b, uint64(n))
}

func readWhole[N int | int64 | uint64](data []byte) (N, error) {
	var negative bool
	var n N
	switch msgp.NextType(data) {
	case msgp.IntType:
		i, _, err := msgp.ReadInt64Bytes(data)
		if err != nil {
			return 0, syntaxProblem(err)
		}
		n, negative = N(i), i < 0
	case msgp.UintType:
		u, _, err := msgp.ReadUint64Bytes(data)
		if err != nil {
			return 0, syntaxProblem(err)
		}
		n = N(u)
	default:
		return 0, kindProblem(data, "an integer")
	}
	if negative != (n < 0) {
		return 0, problem(ErrRange, "an integer that does not fit", fmt.Sprintf("at most %d", uint64(math.MaxInt64)))
	}
	return n, nil
}

// section is a field with a map of its own. It is absent where its pointer is nil; a map that is
// read begins with the values of defaults.
func section[T, U any](key string, at func(*T) **U, defaults U, fields []field[U]) field[T] {
	return field[T]{
		key: key,
		has: func(v *T) bool { return *at(v) != nil },
		put: func(b []byte, v *T) []byte { return put(b, fields, *at(v)) },
		get: func(v *T, data []byte) error {
			p := at(v)
			if *p == nil {
				*p = new(defaults)
			}
			_, err := get(fields, *p, data, nil)
			return err
		},
	}
}

// part is a field with a map of its own that is always there.
func part[T, U any](key string, at func(*T) *U, fields []field[U]) field[T] {
	return field[T]{
		key: key,
		put: func(b []byte, v *T) []byte { return put(b, fields, at(v)) },
		get: func(v *T, data []byte) error {
			_, err := get(fields, at(v), data, nil)
			return err
		},
	}
}

// group is a field with a map of its own whose keys are parts of v itself.
func group[T any](key string, has func(*T) bool, fields []field[T]) field[T] {
	f := part(key, func(v *T) *T { return v }, fields)
	f.has = has
	return f
}

// named is a field with a map from names to maps, such as that of the servos.
func named[T, U any](key string, at func(*T) *[]U, name func(*U) *string, fields []field[U]) field[T] {
	return field[T]{
		key: key,
		has: func(v *T) bool { return len(*at(v)) > 0 },
		put: func(b []byte, v *T) []byte {
			all := *at(v)
			return putNamed(msgp.AppendMapHeader(b, uint32(len(all))), all, name, fields)
		},
		get: func(v *T, data []byte) error {
			m, err := entriesOf(data)
			if err != nil {
				return err
			}
			for m.next() {
				if err := getNamed(at(v), m.key, m.value, name, fields); err != nil {
					return within(m.key, err)
				}
			}
			return nil
		},
	}
}

// putNamed appends the names and the maps of all, without the header of their map.
func putNamed[U any](b []byte, all []U, name func(*U) *string, fields []field[U]) []byte {
	for i := range all {
		b = put(msgp.AppendString(b, *name(&all[i])), fields, &all[i])
	}
	return b
}

// getNamed reads the map of one name into the element with that name, which it appends if there is
// none.
func getNamed[U any](all *[]U, key, value []byte, name func(*U) *string, fields []field[U]) error {
	at := -1
	for i := range *all {
		if *name(&(*all)[i]) == string(key) {
			at = i
		}
	}
	if at < 0 {
		var u U
		*name(&u) = string(key)
		*all = append(*all, u)
		at = len(*all) - 1
	}
	_, err := get(fields, &(*all)[at], value, nil)
	return err
}

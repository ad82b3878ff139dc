package mpack

import (
	"strconv"
	"strings"

	"github.com/tinylib/msgp/msgp"
)

// children yields the entries of a map or the elements of an array, whose names are [0], [1], ...
// It yields nothing for another value. The value was read by Read.
func children(value []byte, yield func(name string, child []byte)) {
	kind := msgp.NextType(value)
	var n uint32
	var rest []byte
	var err error
	switch kind {
	case msgp.MapType:
		n, rest, err = msgp.ReadMapHeaderBytes(value)
	case msgp.ArrayType:
		n, rest, err = msgp.ReadArrayHeaderBytes(value)
	}
	if err != nil {
		return
	}
	for i := range n {
		name := "[" + strconv.Itoa(int(i)) + "]"
		if kind == msgp.MapType {
			name, rest = keyOf(rest)
		}
		after, err := msgp.Skip(rest)
		if err != nil {
			return
		}
		yield(name, rest[:len(rest)-len(after)])
		rest = after
	}
}

// keyOf returns a key as text, and what follows it. Keys that are no strings appear as JSON.
func keyOf(data []byte) (name string, rest []byte) {
	rest, err := msgp.Skip(data)
	if err != nil {
		return "", nil
	}
	if text, _, err := msgp.ReadStringZC(data); err == nil {
		return string(text), rest
	}
	return string(asJSON.appendValue(nil, data[:len(data)-len(rest)])), rest
}

// join appends the name of a child to a path.
func join(path, name string) string {
	if path == "" || strings.HasPrefix(name, "[") {
		return path + name
	}
	return path + "." + name
}

// leaves yields the values below path that have no children, and with the elements of arrays if
// split is set; else an array is a leaf.
func leaves(value []byte, path string, split bool, yield func(path string, leaf []byte)) {
	parent := false
	if kind := msgp.NextType(value); kind == msgp.MapType || kind == msgp.ArrayType && split {
		children(value, func(name string, child []byte) {
			parent = true
			leaves(child, join(path, name), split, yield)
		})
	}
	if !parent {
		yield(path, value)
	}
}

// at returns the value at a path such as observation.imu, or observation/imu as Upkie's tools write
// it; false if the record has none.
func at(value []byte, path string) (found []byte, ok bool) {
	for path != "" {
		key, below := path, ""
		if i := strings.IndexAny(path, "./"); i >= 0 {
			key, below = path[:i], path[i+1:]
		}
		found, ok = nil, false
		children(value, func(name string, child []byte) {
			if name == key {
				found, ok = child, true
			}
		})
		if !ok {
			return nil, false
		}
		value, path = found, below
	}
	return value, true
}

// number returns a value that is a number.
func number(value []byte) (x float64, ok bool) {
	switch msgp.NextType(value) {
	case msgp.Float64Type, msgp.Float32Type:
		f, _, err := msgp.ReadFloat64Bytes(value)
		return f, err == nil
	case msgp.IntType:
		i, _, err := msgp.ReadInt64Bytes(value)
		return float64(i), err == nil
	case msgp.UintType:
		u, _, err := msgp.ReadUint64Bytes(value)
		return float64(u), err == nil
	}
	return 0, false
}

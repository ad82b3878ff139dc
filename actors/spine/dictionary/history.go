package dictionary

import (
	"strings"

	"github.com/tinylib/msgp/msgp"
)

// History is the past of one value of the observation. The dictionary has it under the key history
// and the path of the value.
type History struct {
	// Path names the value, with dots: servo.left_wheel.velocity.
	Path string
	// Width is the number of elements of the value; 1 for a number.
	Width int
	// Values are the values one after the other, newest first.
	Values []float64
}

// appendHistory appends the map of all whose path begins with prefix, which is empty or ends with
// a dot.
func appendHistory(b []byte, all []History, prefix string) []byte {
	n := 0
	for i := range all {
		if _, is := child(all, i, prefix); is {
			n++
		}
	}
	b = msgp.AppendMapHeader(b, uint32(n))
	for i := range all {
		path, is := child(all, i, prefix)
		if !is {
			continue
		}
		b = msgp.AppendString(b, path[len(prefix):])
		if len(path) == len(all[i].Path) {
			b = appendPast(b, &all[i])
		} else {
			b = appendHistory(b, all, all[i].Path[:len(path)+1])
		}
	}
	return b
}

// child returns the path of the entry below prefix that all[i] belongs to, if all[i] is the first
// that belongs to it.
func child(all []History, i int, prefix string) (path string, first bool) {
	path, is := entryOf(all[i].Path, prefix)
	for j := 0; is && j < i; j++ {
		if earlier, also := entryOf(all[j].Path, prefix); also && earlier == path {
			return "", false
		}
	}
	return path, is
}

// entryOf returns path up to the first dot behind prefix.
func entryOf(path, prefix string) (string, bool) {
	if !strings.HasPrefix(path, prefix) {
		return "", false
	}
	if n := strings.IndexByte(path[len(prefix):], '.'); n >= 0 {
		return path[:len(prefix)+n], true
	}
	return path, true
}

// appendPast appends the values of one history: numbers, or arrays of numbers.
func appendPast(b []byte, h *History) []byte {
	if h.Width <= 1 {
		return appendNumbers(b, h.Values)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(h.Values)/h.Width))
	for rest := h.Values; len(rest) >= h.Width; rest = rest[h.Width:] {
		b = appendNumbers(b, rest[:h.Width])
	}
	return b
}

// readHistory appends the histories in data to all.
func readHistory(all *[]History, path string, data []byte) error {
	if msgp.NextType(data) == msgp.ArrayType {
		return readPast(all, path, data)
	}
	m, err := entriesOf(data)
	if err != nil {
		return err
	}
	for m.next() {
		below := string(m.key)
		if below == "" || strings.Contains(below, ".") {
			continue // no part of a path
		}
		if path != "" {
			below = path + "." + below
		}
		if err := readHistory(all, below, m.value); err != nil {
			return within(m.key, err)
		}
	}
	return nil
}

// readPast appends the history at path, in place of an earlier one at that path.
func readPast(all *[]History, path string, data []byte) error {
	n, rest, err := arrayOf(data, "an array")
	if err != nil {
		return err
	}
	h := History{Path: path, Width: 1}
	if n > 0 && msgp.NextType(rest) == msgp.ArrayType {
		if h.Width, _, err = arrayOf(rest, "an array"); err != nil {
			return err
		}
		if h.Width == 0 {
			return problem(ErrLength, "an empty array", "an array of numbers")
		}
	}
	for i := range n {
		if rest, err = h.read(rest); err != nil {
			return element(i, err)
		}
	}
	for i := range *all {
		if (*all)[i].Path == path {
			(*all)[i] = h
			return nil
		}
	}
	*all = append(*all, h)
	return nil
}

// read appends the first value of data, and returns what follows it.
func (h *History) read(data []byte) ([]byte, error) {
	if h.Width == 1 && msgp.NextType(data) != msgp.ArrayType {
		x, err := readNumber(data, anyNumber)
		if err != nil {
			return nil, err
		}
		h.Values = append(h.Values, x)
	} else {
		n := len(h.Values)
		h.Values = append(h.Values, make([]float64, h.Width)...)
		if err := readNumbers(data, h.Values[n:], anyNumber); err != nil {
			return nil, err
		}
	}
	rest, err := msgp.Skip(data)
	return rest, syntaxProblem(err)
}

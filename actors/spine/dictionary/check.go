package dictionary

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/tinylib/msgp/msgp"
)

// Limits of a message of an agent. They bound the time that a spine spends on it: 0.2 ms. An
// observation has up to MaxObservationBytes, and any number of entries.
const (
	MaxBytes            = 64 << 10 // of a message
	MaxObservationBytes = 1 << 20  // of an observation
	MaxDepth            = 32       // of maps and arrays within each other
	MaxEntries          = 4096     // of all maps and arrays of a message together
	MaxKey              = 256      // bytes of a key
	MaxText             = 4096     // bytes of a string or of binary data
)

// Errors of messages. They are wrapped by a *messages.OptionError with the path of the key.
var (
	// ErrSyntax is wrapped where data is not one object of MessagePack.
	ErrSyntax = errors.New("invalid MessagePack")
	// ErrLimit is wrapped where a message exceeds a limit.
	ErrLimit = errors.New("limit exceeded")
	// ErrKind is wrapped where a value has the wrong kind.
	ErrKind = errors.New("wrong kind of value")
	// ErrLength is wrapped where an array has the wrong number of elements.
	ErrLength = errors.New("wrong length")
	// ErrRange is wrapped where a number is not finite or out of range.
	ErrRange = errors.New("number out of range")
	// ErrMissing is wrapped where a required key is missing.
	ErrMissing = errors.New("missing key")
)

// check returns an error unless data is one map of MessagePack within the limits. Functions that
// read the data afterwards meet no syntax error.
func check(data []byte, maxBytes, maxEntries int) error {
	if len(data) > maxBytes {
		return problem(ErrLimit, fmt.Sprintf("%d bytes", len(data)), fmt.Sprintf("at most %d", maxBytes))
	}
	c := checker{most: maxEntries}
	rest, err := c.value(data, 0)
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return problem(ErrSyntax, fmt.Sprintf("%d bytes after the message", len(rest)), "one object")
	case msgp.NextType(data) != msgp.MapType:
		return kindProblem(data, "a map")
	}
	return nil
}

// A checker counts the entries of all maps and arrays of a message.
type checker struct{ entries, most int }

// value checks the first value of b, and returns what follows it.
func (c *checker) value(b []byte, depth int) ([]byte, error) {
	switch kind := msgp.NextType(b); kind {
	case msgp.MapType:
		return c.mapping(b, depth)
	case msgp.ArrayType:
		return c.array(b, depth)
	case msgp.StrType:
		text, rest, err := msgp.ReadStringZC(b)
		return rest, textProblem(text, MaxText, err)
	case msgp.BinType:
		data, rest, err := msgp.ReadBytesZC(b)
		if err == nil && len(data) > MaxText {
			return nil, tooLong(len(data), MaxText)
		}
		return rest, syntaxProblem(err)
	case msgp.NilType, msgp.BoolType, msgp.IntType, msgp.UintType, msgp.Float32Type, msgp.Float64Type:
		rest, err := msgp.Skip(b)
		return rest, syntaxProblem(err)
	}
	if len(b) == 0 {
		return nil, syntaxProblem(msgp.ErrShortBytes)
	}
	return nil, problem(ErrSyntax, fmt.Sprintf("type byte 0x%02x", b[0]), "nil, a bool, a number, a string, an array or a map")
}

func (c *checker) mapping(b []byte, depth int) ([]byte, error) {
	n, rest, err := msgp.ReadMapHeaderBytes(b)
	if err := c.open(n, 2, rest, depth, err); err != nil {
		return nil, err
	}
	for range n {
		if msgp.NextType(rest) != msgp.StrType && len(rest) > 0 {
			return nil, problem(ErrKind, "a key that is "+describe(rest), "a string")
		}
		var key []byte
		key, rest, err = msgp.ReadStringZC(rest)
		if err := textProblem(key, MaxKey, err); err != nil {
			return nil, err
		}
		if rest, err = c.value(rest, depth+1); err != nil {
			return nil, within(key, err)
		}
	}
	return rest, nil
}

func (c *checker) array(b []byte, depth int) ([]byte, error) {
	n, rest, err := msgp.ReadArrayHeaderBytes(b)
	if err := c.open(n, 1, rest, depth, err); err != nil {
		return nil, err
	}
	for i := range n {
		if rest, err = c.value(rest, depth+1); err != nil {
			return nil, element(int(i), err)
		}
	}
	return rest, nil
}

// open checks the header of a map or an array whose n entries have at least each bytes.
func (c *checker) open(n uint32, each int, rest []byte, depth int, err error) error {
	switch {
	case err != nil:
		return syntaxProblem(err)
	case depth >= MaxDepth:
		return problem(ErrLimit, fmt.Sprintf("more than %d maps and arrays within each other", MaxDepth), fmt.Sprintf("at most %d", MaxDepth))
	case uint64(n)*uint64(each) > uint64(len(rest)):
		return problem(ErrSyntax, fmt.Sprintf("truncated: %d entries in %d bytes", n, len(rest)), "whole data")
	}
	if c.entries += int(n); c.entries > c.most {
		return problem(ErrLimit, fmt.Sprintf("%d entries of maps and arrays, or more", c.entries), fmt.Sprintf("at most %d", c.most))
	}
	return nil
}

func syntaxProblem(err error) error {
	if err == nil {
		return nil
	}
	return problem(ErrSyntax, err.Error(), "whole data")
}

// textProblem checks a string that was read with err.
func textProblem(text []byte, longest int, err error) error {
	switch {
	case err != nil:
		return syntaxProblem(err)
	case len(text) > longest:
		return tooLong(len(text), longest)
	case !utf8.Valid(text):
		return problem(ErrSyntax, "a string that is not UTF-8", "UTF-8")
	}
	return nil
}

func tooLong(n, longest int) error {
	return problem(ErrLimit, fmt.Sprintf("a string of %d bytes", n), fmt.Sprintf("at most %d", longest))
}

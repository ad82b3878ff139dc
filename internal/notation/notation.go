// Package notation writes names, text and numbers of recordings and logs, as JSON or for people.
package notation

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Notation is a way to write values: [JSON] or [Text].
type Notation struct {
	JSON bool
	// Separator stands between entries, Assign between a name and its value.
	Separator, Assign string
}

var (
	// JSON has no NaN and infinities: they become strings.
	JSON = Notation{JSON: true, Separator: ",", Assign: ":"}
	// Text is for people: names are quoted only where they need it.
	Text = Notation{Separator: " ", Assign: "="}
)

// AppendName appends a name: in Text a plain one as it is.
func (n Notation) AppendName(dst []byte, name string) []byte {
	if n.JSON || name == "" || strconv.Quote(name) != `"`+name+`"` || strings.ContainsAny(name, " ={}") {
		return n.AppendString(dst, name)
	}
	return append(dst, name...)
}

// AppendString appends quoted text, and escapes what could drive a terminal.
func (n Notation) AppendString(dst []byte, text string) []byte {
	if !n.JSON {
		return strconv.AppendQuote(dst, text)
	}
	quoted, err := json.Marshal(text)
	if err != nil { // json.Marshal takes every string
		return strconv.AppendQuote(dst, text)
	}
	return append(dst, quoted...)
}

// AppendFloat appends the shortest number that reads back the same. Between 1e-6 and 1e21 it has no
// exponent, since times are about 1e9 s.
func (n Notation) AppendFloat(dst []byte, f float64) []byte {
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
	if n.JSON {
		return n.AppendString(dst, word)
	}
	return append(dst, word...)
}

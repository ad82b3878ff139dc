// Package strictyaml reads one YAML document as a tree with positions, and refuses what makes YAML
// hard to read or hostile: several documents, tags, duplicate keys, keys that are no scalars, merge
// keys, alias bombs, and lines that editors count in another way. Values stay text: what is a
// number or a truth value is for its reader to say, so that "no", "1e3" and "0777" mean what they
// look like where they are used.
//
// Scanning is go.yaml.in/yaml/v4; this package judges the nodes.
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// Kind says what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	Sequence
	Mapping
)

// String returns the word for error messages.
func (k Kind) String() string { return [...]string{"scalar", "list", "mapping"}[k] }

// Node is a scalar, a list or a mapping.
type Node struct {
	Kind    Kind
	Offset  int     // of its first byte in the text; of the opening quote for a quoted scalar
	Value   string  // of a scalar
	Quoted  bool    // a scalar in quotes or a block scalar: never null
	Items   []*Node // of a list
	Entries []Entry // of a mapping, in the order of the file; keys are distinct
}

// Entry is a key of a mapping with its value.
type Entry struct{ Key, Value *Node }

// IsNull reports whether the node is an empty or null scalar.
func (n *Node) IsNull() bool {
	if n.Kind != Scalar || n.Quoted {
		return false
	}
	switch n.Value {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

// Get returns the value of a key, nil if the node is no mapping or does not have it.
func (n *Node) Get(key string) *Node {
	for i := range n.Entries {
		if n.Entries[i].Key.Value == key {
			return n.Entries[i].Value
		}
	}
	return nil
}

// Limits bound what is read.
type Limits struct {
	Bytes   int // length of the text
	Depth   int // nesting of lists and mappings
	Nodes   int // scalars, lists and mappings, aliases counted as often as they are used; see also separators
	Aliases int // uses of anchors; 0 refuses anchors and aliases
}

// Parse reads the document in text, or adds to list why it cannot. It returns nil if nothing can be
// made of the text; otherwise a tree that is complete except for the parts reported in list.
func Parse(text *source.Text, limits Limits, list *source.Diagnostics) *Node {
	if !checkBytes(text, limits, list) {
		return nil
	}
	document, ok := load(text, limits, list)
	if !ok {
		return nil
	}
	if len(document.Content) != 1 {
		list.Add(text.Diagnostic(0, "", "the document is empty"))
		return nil
	}
	c := &converter{text: text, limits: limits, list: list, anchors: make(map[*yaml.Node]*Node)}
	return c.convert(document.Content[0])
}

// checkBytes refuses texts that are too long, not UTF-8, or whose lines are counted differently by
// YAML and by editors.
func checkBytes(text *source.Text, limits Limits, list *source.Diagnostics) bool {
	data := text.Bytes()
	if len(data) > limits.Bytes {
		list.Add(source.Diagnostic{
			Position: source.Position{File: text.File()},
			Problem:  fmt.Sprintf("the file has %d bytes", len(data)), Expected: fmt.Sprintf("at most %d", limits.Bytes),
		})
		return false
	}
	if separators(data) > limits.Nodes+limits.Nodes/2 {
		list.Add(source.Diagnostic{
			Position: source.Position{File: text.File()},
			Problem:  "the document has too many values", Expected: fmt.Sprintf("at most %d", limits.Nodes),
		})
		return false
	}
	if encoding := source.ForeignEncoding(data); encoding != "" {
		d := text.Diagnostic(0, "", "the text is "+encoding+", not UTF-8")
		d.Expected, d.Hint = "UTF-8 text whose lines end with a line feed", "convert the file: iconv -f "+encoding+" -t UTF-8"
		list.Add(d)
		return false
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		problem := ""
		switch {
		case r == utf8.RuneError && size == 1:
			problem = "the text is not UTF-8"
		case r == '\r' && !bytes.HasPrefix(data[i:], []byte("\r\n")):
			problem = "a carriage return stands alone"
		case r == '\u0085' || r == '\u2028' || r == '\u2029':
			problem = fmt.Sprintf("the line separator %U", r)
		case r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7F:
			problem = fmt.Sprintf("the control character %U", r)
		}
		if problem != "" {
			d := text.Diagnostic(i, "", problem)
			d.Expected = "UTF-8 text whose lines end with a line feed"
			list.Add(d)
			return false
		}
		i += size
	}
	return true
}

// separators counts what values are set apart by. No document has more values than that, and the
// scanner, which reads a document as a whole, needs some hundred bytes for each; so a text of
// separators is refused before it is scanned. Texts may contain the same characters, which is why
// half as many again are allowed.
func separators(data []byte) int {
	count := bytes.Count(data, []byte("- "))
	for _, c := range data {
		switch c {
		case ',', ':', '[', '{', '\n':
			count++
		}
	}
	return count
}

// load scans the text and returns the first document; it refuses a second one.
func load(text *source.Text, limits Limits, list *source.Diagnostics) (*yaml.Node, bool) {
	loader, err := yaml.NewLoader(bytes.NewReader(text.Bytes()), yaml.WithPlugin(loaderlimits.New(
		loaderlimits.DepthValue(limits.Depth), loaderlimits.AliasNone())))
	if err != nil {
		list.Add(source.Diagnostic{Position: source.Position{File: text.File()}, Problem: err.Error()})
		return nil, false
	}
	var first, second yaml.Node
	if err := loader.Load(&first); err != nil {
		if errors.Is(err, io.EOF) {
			list.Add(text.Diagnostic(0, "", "the document is empty"))
		} else {
			list.Add(syntaxError(text, err))
		}
		return nil, false
	}
	switch err := loader.Load(&second); {
	case errors.Is(err, io.EOF):
		return &first, true
	case err != nil:
		list.Add(syntaxError(text, err))
	default:
		d := text.Diagnostic(text.Offset(max(second.Line, 1), max(second.Column, 1)), "", "a second document begins")
		d.Expected = "one document"
		list.Add(d)
	}
	return nil, false
}

// syntaxError returns what the scanner found, at its place.
func syntaxError(text *source.Text, err error) source.Diagnostic {
	var found *yaml.LoadError
	if !errors.As(err, &found) {
		return source.Diagnostic{Position: source.Position{File: text.File()}, Problem: err.Error()}
	}
	problem := found.Message
	if found.ContextMsg != "" {
		problem = found.ContextMsg + ": " + problem
	}
	if found.Mark.Line < 1 {
		return source.Diagnostic{Position: source.Position{File: text.File()}, Problem: problem}
	}
	d := text.Diagnostic(text.Offset(found.Mark.Line, found.Mark.Column), "", problem)
	if bytes.HasPrefix(text.Bytes()[text.Offset(found.Mark.Line, found.Mark.Column):], []byte("\t")) {
		d.Hint = "YAML indents with spaces, never with tabulators"
	}
	return d
}

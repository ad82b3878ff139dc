package urdf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
)

// Bounds on the tree of elements. MaxLinks links with their inertias, shapes and joints have 80_000
// elements and 110_000 attributes.
const (
	maxElements      = 90_000 // and instructions
	maxAllAttributes = 120_000
	maxAttributes    = 64 // of one element
)

// element is an XML element with its place in the text.
type element struct {
	name       string // with its prefix
	offset     int    // of the <
	attributes []attribute
	children   []*element
	parent     *element
}

// attribute is an attribute with the place of its value.
type attribute struct {
	name   string // with its prefix
	at     int    // offset of the name
	value  field
	marked bool // it was read
}

// readTree reads the text as XML and returns the root element, nil if it is not well-formed.
// encoding/xml tells tokens apart; what it lets pass is checked here: several roots, text and
// declarations in wrong places, repeated attributes, document types, unbounded depth.
func (r *reader) readTree() *element {
	if len(r.text.Bytes()) > MaxXMLBytes {
		r.fail(0, place{}, "the file is too long", fmt.Sprintf("at most %d bytes", MaxXMLBytes), "")
		return nil
	}
	if !r.checkUTF8() {
		return nil
	}
	b := &treeBuilder{r: r, decoder: xml.NewDecoder(bytes.NewReader(r.text.Bytes()))}
	b.decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("the declaration says %q; expected UTF-8", charset)
	}
	for b.step() {
	}
	if b.failed {
		return nil
	}
	return b.root
}

// treeBuilder makes a tree of the decoder's tokens.
type treeBuilder struct {
	r        *reader
	decoder  *xml.Decoder
	root     *element
	open     *element // innermost element that is not closed yet
	depth    int
	elements int // and instructions
	attrs    int // of all elements
	failed   bool
}

// fail reports a defect after which nothing more is read.
func (b *treeBuilder) fail(offset int, problem, expected, hint string) bool {
	b.r.fail(offset, place{}, problem, expected, hint)
	b.failed = true
	return false
}

// step takes one token; it returns false at the end.
func (b *treeBuilder) step() bool {
	begin := int(b.decoder.InputOffset())
	token, err := b.decoder.RawToken()
	if err != nil {
		return b.end(begin, err)
	}
	switch token := token.(type) {
	case xml.StartElement:
		return b.start(begin, token)
	case xml.EndElement:
		return b.close(begin, token)
	case xml.CharData:
		return b.characters(begin, token)
	case xml.Directive:
		return b.fail(begin, "document types and entities are not allowed", "a document without <!DOCTYPE>", "")
	case xml.ProcInst:
		return b.instruction(begin, token)
	}
	return true // a comment
}

// end judges the end of the input, or a defect that the decoder found.
func (b *treeBuilder) end(begin int, err error) bool {
	at := int(b.decoder.InputOffset())
	var syntax *xml.SyntaxError
	switch {
	case !errors.Is(err, io.EOF) && errors.As(err, &syntax):
		return b.fail(max(begin, at-1), "this is not XML: "+syntax.Msg, "", "")
	case !errors.Is(err, io.EOF):
		return b.fail(begin, err.Error(), "", "")
	case b.open != nil:
		return b.fail(at, "the file ends within <"+b.open.name+">", "</"+b.open.name+">", "")
	case b.root == nil:
		return b.fail(at, "there is no element", "<robot name=\"...\">", "")
	}
	return false
}

// start opens an element.
func (b *treeBuilder) start(begin int, token xml.StartElement) bool {
	e := &element{name: qualified(token.Name), offset: begin, parent: b.open}
	b.depth++
	b.elements++
	b.attrs += len(token.Attr)
	switch {
	case b.open == nil && b.root != nil:
		return b.fail(begin, "a second root element <"+e.name+"> begins", "one element <"+b.root.name+"> and nothing behind it", "")
	case b.depth > MaxDepth:
		return b.fail(begin, "elements are nested too deep", fmt.Sprintf("at most %d levels", MaxDepth), "")
	case b.elements > maxElements:
		return b.fail(begin, "there are too many elements", fmt.Sprintf("at most %d", maxElements), "")
	case b.attrs > maxAllAttributes:
		return b.fail(begin, "there are too many attributes", fmt.Sprintf("at most %d", maxAllAttributes), "")
	case len(token.Attr) > maxAttributes:
		return b.fail(begin, fmt.Sprintf("<%s> has %d attributes", e.name, len(token.Attr)), fmt.Sprintf("at most %d", maxAttributes), "")
	}
	end := int(b.decoder.InputOffset())
	if !b.attributes(e, b.r.text.Bytes()[begin:end], token.Attr) {
		return false
	}
	if b.open == nil {
		b.root = e
	} else {
		b.open.children = append(b.open.children, e)
	}
	b.open = e
	return true
}

// close closes an element.
func (b *treeBuilder) close(begin int, token xml.EndElement) bool {
	name := qualified(token.Name)
	if b.open == nil {
		return b.fail(begin, "</"+name+"> closes nothing", "", "")
	}
	if b.open.name != name {
		return b.fail(begin, "</"+name+"> closes <"+b.open.name+">", "</"+b.open.name+">",
			"<"+b.open.name+"> begins at "+b.r.text.Position(b.open.offset).String())
	}
	b.open = b.open.parent
	b.depth--
	return true
}

// characters judges text between elements: blanks anywhere, other text within elements only. URDF
// has no text that matters here, so it is passed over.
func (b *treeBuilder) characters(begin int, token xml.CharData) bool {
	lead := len(token) - len(bytes.TrimLeft(token, " \t\r\n"))
	if lead == len(token) {
		return true
	}
	if b.open == nil {
		where := "before"
		if b.root != nil {
			where = "behind"
		}
		return b.fail(begin+lead, "there is text "+where+" the root element", "one element <robot> and nothing else", "")
	}
	if b.depth <= 1 {
		b.r.ignore(begin+lead, "text in <"+b.open.name+">")
	}
	return true
}

// instruction judges <?...?>: the declaration at the begin only, others are passed over.
func (b *treeBuilder) instruction(begin int, token xml.ProcInst) bool {
	if b.elements++; b.elements > maxElements {
		return b.fail(begin, "there are too many instructions", fmt.Sprintf("at most %d, elements included", maxElements), "")
	}
	if token.Target != "xml" {
		b.r.ignore(begin, "the instruction <?"+token.Target+"?>")
		return true
	}
	if begin != 0 {
		return b.fail(begin, "the XML declaration is not at the start of the file", "", "")
	}
	if !bytes.Contains(token.Inst, []byte("version")) {
		b.r.note(begin, place{}, "the XML declaration has no version; 1.0 is assumed")
	}
	return true
}

func qualified(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}

// attributes fills the attributes of an element from its tag. The decoder has judged the tag and
// decoded the values; the walk over the raw bytes finds where each stands.
func (b *treeBuilder) attributes(e *element, tag []byte, decoded []xml.Attr) bool {
	at := 1 + len(e.name)
	e.attributes = make([]attribute, 0, len(decoded))
	for _, a := range decoded {
		blanks := countBlanks(tag[at:])
		if blanks == 0 {
			return b.fail(e.offset+at, "attributes are not separated by blanks", "", "")
		}
		at += blanks
		name := qualified(a.Name)
		begin := at
		at += bytes.IndexByte(tag[at:], '=') + 1
		at += countBlanks(tag[at:])
		quote := tag[at]
		at++
		value := field{text: a.Value, offset: e.offset + at, set: true}
		at += bytes.IndexByte(tag[at:], quote) + 1
		for i := range e.attributes {
			if e.attributes[i].name == name {
				return b.fail(e.offset+begin, "the attribute "+name+" stands twice in <"+e.name+">", "each attribute once", "")
			}
		}
		e.attributes = append(e.attributes, attribute{name: name, at: e.offset + begin, value: value})
	}
	return true
}

// countBlanks returns the number of white-space characters that s begins with.
func countBlanks(s []byte) int { return len(s) - len(bytes.TrimLeft(s, " \t\r\n")) }

package strictxml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// Parse returns the root element of a text. It returns nil, with an error added to list, for a text
// that is not well-formed, passes a limit, or has what this package refuses.
func Parse(text *source.Text, limits Limits, list *source.Diagnostics) *Element {
	b := &builder{text: text, limits: limits, list: list}
	if len(text.Bytes()) > limits.Bytes {
		b.fail(0, "the file is too long", fmt.Sprintf("at most %d bytes", limits.Bytes), "")
		return nil
	}
	if !b.checkUTF8() {
		return nil
	}
	b.decoder = xml.NewDecoder(bytes.NewReader(text.Bytes()))
	b.decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("the declaration says %q; expected UTF-8", charset)
	}
	for b.step() {
	}
	if b.failed {
		return nil
	}
	b.root.Instructions = b.instructions
	return b.root
}

// builder makes a tree of the decoder's tokens.
type builder struct {
	text       *source.Text
	limits     Limits
	list       *source.Diagnostics
	decoder    *xml.Decoder
	root       *Element
	open       *Element // innermost element that is not closed yet
	depth      int
	elements   int // and instructions
	attributes int // of all elements
	failed     bool

	instructions []Instruction
}

// fail reports a defect after which nothing more is read.
func (b *builder) fail(offset int, problem, expected, hint string) bool {
	d := b.text.Diagnostic(offset, "", problem)
	d.Expected, d.Hint = expected, hint
	b.list.Add(d)
	b.failed = true
	return false
}

// checkUTF8 refuses a text that is not UTF-8.
func (b *builder) checkUTF8() bool {
	data := b.text.Bytes()
	if encoding := source.ForeignEncoding(data); encoding != "" {
		return b.fail(0, "the text is "+encoding+", not UTF-8", "UTF-8", "convert the file: iconv -f "+encoding+" -t UTF-8")
	}
	if utf8.Valid(data) {
		return true
	}
	at := 0
	for {
		c, size := utf8.DecodeRune(data[at:])
		if c == utf8.RuneError && size == 1 {
			return b.fail(at, "the text is not UTF-8", "UTF-8", "convert the file: iconv -t UTF-8")
		}
		at += size
	}
}

// step takes one token; it returns false at the end.
func (b *builder) step() bool {
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
func (b *builder) end(begin int, err error) bool {
	at := int(b.decoder.InputOffset())
	var syntax *xml.SyntaxError
	switch {
	case !errors.Is(err, io.EOF) && errors.As(err, &syntax):
		return b.fail(max(begin, at-1), "this is not XML: "+syntax.Msg, "", "")
	case !errors.Is(err, io.EOF):
		return b.fail(begin, err.Error(), "", "")
	case b.open != nil:
		return b.fail(at, "the file ends within <"+b.open.Name+">", "</"+b.open.Name+">",
			"<"+b.open.Name+"> begins at "+b.text.Position(b.open.Offset).String())
	case b.root == nil:
		return b.fail(at, "there is no element", "an XML document", "")
	}
	return false
}

// start opens an element.
func (b *builder) start(begin int, token xml.StartElement) bool {
	e := &Element{Name: token.Name.Local, Prefix: token.Name.Space, Offset: begin, Parent: b.open}
	b.depth++
	b.elements++
	b.attributes += len(token.Attr)
	switch {
	case b.open == nil && b.root != nil:
		return b.fail(begin, "a second root element <"+e.Name+"> begins", "one element <"+b.root.Name+"> and nothing behind it", "")
	case b.depth > b.limits.Depth:
		return b.fail(begin, "elements are nested too deep", fmt.Sprintf("at most %d levels", b.limits.Depth), "")
	case b.elements > b.limits.Elements:
		return b.fail(begin, "there are too many elements", fmt.Sprintf("at most %d", b.limits.Elements), "")
	case b.attributes > b.limits.Attributes:
		return b.fail(begin, "there are too many attributes", fmt.Sprintf("at most %d", b.limits.Attributes), "")
	case len(token.Attr) > mostOfOne:
		return b.fail(begin, fmt.Sprintf("<%s> has %d attributes", e.Name, len(token.Attr)), fmt.Sprintf("at most %d", mostOfOne), "")
	}
	if !b.fillAttributes(e, token) {
		return false
	}
	if b.open == nil {
		b.root = e
	} else {
		b.open.Children = append(b.open.Children, e)
	}
	b.open = e
	return true
}

// fillAttributes fills the attributes of an element from its tag. The decoder has judged the tag
// and decoded the values; the walk over the raw bytes finds where each begins.
func (b *builder) fillAttributes(e *Element, token xml.StartElement) bool {
	tag := b.text.Bytes()[e.Offset:int(b.decoder.InputOffset())]
	at := 1 + len(qualified(token.Name))
	e.Attributes = make([]Attribute, 0, len(token.Attr))
	for _, a := range token.Attr {
		gap := countBlanks(tag[at:])
		if gap == 0 {
			return b.fail(e.Offset+at, "attributes are not separated by blanks", "", "")
		}
		at += gap
		name, begin := qualified(a.Name), at
		at += bytes.IndexByte(tag[at:], '=') + 1
		at += countBlanks(tag[at:])
		quote := tag[at]
		at++
		value := Field{Text: a.Value, Offset: e.Offset + at, Set: true}
		at += bytes.IndexByte(tag[at:], quote) + 1
		if e.Attribute(name).Set {
			return b.fail(e.Offset+begin, "the attribute "+name+" is given twice in <"+e.Name+">", "each attribute once", "")
		}
		e.Attributes = append(e.Attributes, Attribute{Name: name, Offset: e.Offset + begin, Value: value})
	}
	return true
}

func qualified(name xml.Name) string {
	if name.Space == "" {
		return name.Local
	}
	return name.Space + ":" + name.Local
}

// countBlanks returns the number of white-space characters that s begins with.
func countBlanks(s []byte) int { return len(s) - len(bytes.TrimLeft(s, blanks)) }

// close closes an element.
func (b *builder) close(begin int, token xml.EndElement) bool {
	name := qualified(token.Name)
	if b.open == nil {
		return b.fail(begin, "</"+name+"> closes nothing", "", "")
	}
	if open := b.open.Qualified(); open != name {
		return b.fail(begin, "</"+name+"> closes <"+open+">", "</"+open+">", "<"+open+"> begins at "+b.text.Position(b.open.Offset).String())
	}
	b.open = b.open.Parent
	b.depth--
	return true
}

// characters keeps the text of the open element, and refuses text outside of the root.
func (b *builder) characters(begin int, token xml.CharData) bool {
	lead := countBlanks(token)
	if lead == len(token) {
		return true
	}
	if b.open == nil {
		where := "before"
		if b.root != nil {
			where = "behind"
		}
		return b.fail(begin+lead, "there is text "+where+" the root element", "one root element and nothing else", "")
	}
	raw := b.text.Bytes()[begin:int(b.decoder.InputOffset())]
	run := Run{Field: Field{Text: string(token), Offset: begin, Set: true}, exact: bytes.Equal(raw, token)}
	b.open.Runs = append(b.open.Runs, run)
	return true
}

// instruction judges <?...?>: the declaration at the begin only, others are passed over.
func (b *builder) instruction(begin int, token xml.ProcInst) bool {
	if b.elements++; b.elements > b.limits.Elements {
		return b.fail(begin, "there are too many instructions", fmt.Sprintf("at most %d, elements included", b.limits.Elements), "")
	}
	if token.Target == "xml" && begin != 0 {
		return b.fail(begin, "the XML declaration is not at the start of the file", "", "")
	}
	b.instructions = append(b.instructions, Instruction{Target: token.Target, Text: string(token.Inst), Offset: begin})
	return true
}

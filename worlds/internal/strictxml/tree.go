package strictxml

import (
	"iter"
	"strings"
)

// Limits bound a document. Every field must be set.
type Limits struct {
	Bytes      int // of the text
	Elements   int // and instructions
	Attributes int // of all elements
	Depth      int // of nested elements
}

// mostOfOne is the number of attributes that one element may have.
const mostOfOne = 64

// Element is an element with its place in the text.
type Element struct {
	Name       string // without its prefix
	Prefix     string // of the namespace, often empty
	Offset     int    // of the <
	Attributes []Attribute
	Children   []*Element
	Parent     *Element // nil for the root
	// Runs are the pieces of text of the element itself, those of blanks left out.
	Runs []Run
	// Instructions are those of the whole document, its declaration included. Only the root has them.
	Instructions []Instruction
}

// Instruction is a processing instruction, or the XML declaration, whose target is xml.
type Instruction struct {
	Target string
	Text   string // behind the target
	Offset int    // of the <
}

// Attribute is an attribute with its place in the text.
type Attribute struct {
	Name   string // with its prefix
	Offset int    // of the name
	Value  Field
	// Taken is for the reader of a format, which sets it to find what it has not looked at.
	Taken bool
}

// Qualified returns the name with its prefix.
func (e *Element) Qualified() string {
	if e.Prefix == "" {
		return e.Name
	}
	return e.Prefix + ":" + e.Name
}

// Field is a piece of text with the place where it begins. The zero Field is one that the document
// does not have.
type Field struct {
	Text   string
	Offset int
	Set    bool // the document has it
}

// Run is a piece of the text of an element, between two tags or comments.
type Run struct {
	Field
	// exact is set where every byte of the text is the byte of the document at the same distance.
	exact bool
}

// Attribute returns the value of an attribute. It is not Set where the element has none.
func (e *Element) Attribute(name string) Field {
	for i := range e.Attributes {
		if e.Attributes[i].Name == name {
			return e.Attributes[i].Value
		}
	}
	return Field{}
}

// Attr returns the text of an attribute, empty for a nil element or one without it.
func (e *Element) Attr(name string) string {
	if e == nil {
		return ""
	}
	return e.Attribute(name).Text
}

// Child returns the first child of the name, nil if there is none.
func (e *Element) Child(name string) *Element {
	if e == nil {
		return nil
	}
	for _, child := range e.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// All yields the children of the name.
func (e *Element) All(name string) iter.Seq[*Element] {
	return func(yield func(*Element) bool) {
		if e == nil {
			return
		}
		for _, child := range e.Children {
			if child.Name == name && !yield(child) {
				return
			}
		}
	}
}

// Text returns the whole text of the element with the blanks around it cut off.
func (e *Element) Text() Field {
	if len(e.Runs) == 0 {
		return Field{Offset: e.Offset}
	}
	if len(e.Runs) == 1 {
		return trimmed(e.Runs[0])
	}
	var b strings.Builder
	for _, run := range e.Runs {
		b.WriteString(run.Text)
	}
	out := trimmed(e.Runs[0])
	out.Text = strings.Trim(b.String(), blanks)
	return out
}

const blanks = " \t\r\n"

func trimmed(run Run) Field {
	f := run.Field
	cut := strings.TrimLeft(f.Text, blanks)
	if run.exact {
		f.Offset += len(f.Text) - len(cut)
	}
	f.Text = strings.TrimRight(cut, blanks)
	return f
}

// Words yields the words of the text of the element, which blanks, comments and tags separate.
func (e *Element) Words() iter.Seq[Field] {
	return func(yield func(Field) bool) {
		if e == nil {
			return
		}
		for _, run := range e.Runs {
			for word := range words(run.Field, run.exact) {
				if !yield(word) {
					return
				}
			}
		}
	}
}

// Words yields the words of a field, which blanks separate.
func (f Field) Words() iter.Seq[Field] { return words(f, true) }

func words(f Field, exact bool) iter.Seq[Field] {
	return func(yield func(Field) bool) {
		text := f.Text
		for begin := 0; begin < len(text); {
			if isBlank(text[begin]) {
				begin++
				continue
			}
			end := begin + 1
			for end < len(text) && !isBlank(text[end]) {
				end++
			}
			word := Field{Text: text[begin:end], Offset: f.Offset, Set: true}
			if exact {
				word.Offset += begin
			}
			if !yield(word) {
				return
			}
			begin = end
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

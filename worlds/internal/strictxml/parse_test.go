package strictxml

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/source"
)

var small = Limits{Bytes: 1000, Elements: 20, Attributes: 20, Depth: 8}

// parse reads a document that must be sound.
func parse(t *testing.T, document string) *Element {
	t.Helper()
	var list source.Diagnostics
	root := Parse(source.NewText("d.xml", []byte(document)), small, &list)
	if err := list.Err(); err != nil || root == nil {
		t.Fatalf("refused: %v", err)
	}
	return root
}

func TestATreeHasThePlacesOfItsParts(t *testing.T) {
	document := "<?xml version=\"1.0\"?>\n<a one='1'  x:two = \"&lt;2\">\n  <b>1 2<!-- 3 -->4</b><x:b/> tail </a>\n"
	root := parse(t, document)
	if root.Name != "a" || root.Offset != strings.Index(document, "<a") || len(root.Children) != 2 {
		t.Fatalf("root is %+v", root)
	}
	if one := root.Attribute("one"); one != (Field{"1", strings.Index(document, "1'"), true}) {
		t.Errorf("attribute one is %+v", one)
	}
	if two := root.Attribute("x:two"); two != (Field{"<2", strings.Index(document, "&lt;2"), true}) {
		t.Errorf("attribute two is %+v", two)
	}
	if root.Attribute("three").Set {
		t.Error("an attribute is set that the document does not have")
	}
	var words []string
	for word := range root.Child("b").Words() {
		words = append(words, word.Text)
		if !strings.HasPrefix(document[word.Offset:], word.Text) {
			t.Errorf("word %q is reported at offset %d", word.Text, word.Offset)
		}
	}
	if !slices.Equal(words, []string{"1", "2", "4"}) {
		t.Errorf("words are %q", words)
	}
	if second := root.Children[1]; second.Name != "b" || second.Prefix != "x" || second.Parent != root {
		t.Errorf("second child is %+v", second)
	}
	if text := root.Text(); text.Text != "tail" || text.Offset != strings.Index(document, "tail") {
		t.Errorf("text is %+v", text)
	}
}

func TestHostileDocumentsAreRefusedWithTheirPlace(t *testing.T) {
	for document, want := range map[string]string{
		"":                                     "d.xml:1:1: there is no element",
		"<a>":                                  "d.xml:1:4: the file ends within <a>",
		"<a></b>":                              "d.xml:1:4: </b> closes <a>",
		"<a/><b/>":                             "d.xml:1:5: a second root element <b> begins",
		"<a/> x":                               "d.xml:1:6: there is text behind the root element",
		"<!DOCTYPE a [<!ENTITY x 'y'>]>\n<a/>": "d.xml:1:1: document types and entities are not allowed",
		"<a>&x;</a>":                           "this is not XML: invalid character entity &x;",
		"<a b='1' b='2'/>":                     "d.xml:1:10: the attribute b is given twice in <a>",
		"<a b='1'c='2'/>":                      "d.xml:1:9: attributes are not separated by blanks",
		"\n <?xml version='1.0'?><a/>":         "d.xml:2:2: the XML declaration is not at the start of the file",
		"<a>\xff</a>":                          "d.xml:1:4: the text is not UTF-8",
		"<?xml version='1.0' encoding='latin1'?><a/>": "expected UTF-8",
		"<\x00a\x00":                                 "the text is UTF-16LE",
		strings.Repeat("<a>", 9):                     "d.xml:1:25: elements are nested too deep",
		"<a>" + strings.Repeat("<b/>", 20):           "d.xml:1:80: there are too many elements",
		"<a>" + strings.Repeat("<?b c?>", 20):        "too many instructions",
		"<a>" + strings.Repeat("<b c='' d=''/>", 11): "there are too many attributes",
		strings.Repeat(" ", 1001):                    "d.xml:1:1: the file is too long",
	} {
		var list source.Diagnostics
		root := Parse(source.NewText("d.xml", []byte(document)), small, &list)
		if err := list.Err(); root != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v\nwant %q", document, err, want)
		}
	}
}

func TestAnElementHasABoundedNumberOfAttributes(t *testing.T) {
	var b strings.Builder
	for i := range mostOfOne + 1 {
		fmt.Fprintf(&b, " a%d=''", i)
	}
	var list source.Diagnostics
	limits := Limits{Bytes: 10_000, Elements: 10, Attributes: 1000, Depth: 2}
	if Parse(source.NewText("d.xml", []byte("<a"+b.String()+"/>")), limits, &list) != nil || list.Len() != 1 {
		t.Errorf("accepted: %v", list.Err())
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("<a one='1' x:two=\"&lt;\"><b>1 2<!-- 3 -->4</b><![CDATA[ <c> ]]></a>"))
	f.Add([]byte("\ufeff<?xml version='1.0'?>\r\n<a>\r\n 1\r\n</a>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var list source.Diagnostics
		text := source.NewText("d.xml", data)
		root := Parse(text, small, &list)
		if (root == nil) != (list.Len() > 0) {
			t.Fatalf("a root and errors, or none of both: %v", list.Err())
		}
		var walk func(e *Element)
		walk = func(e *Element) {
			if text.Bytes()[e.Offset] != '<' {
				t.Errorf("<%s> does not begin at offset %d", e.Name, e.Offset)
			}
			for word := range e.Words() {
				if word.Offset < e.Offset || word.Offset >= len(text.Bytes()) {
					t.Errorf("word %q at offset %d is outside of <%s>", word.Text, word.Offset, e.Name)
				}
			}
			for _, child := range e.Children {
				walk(child)
			}
		}
		if root != nil {
			walk(root)
		}
	})
}

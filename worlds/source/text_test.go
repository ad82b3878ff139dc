package source

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPositionsCountCharactersFromOne(t *testing.T) {
	text := NewText("a.urdf", []byte("ab\nçdé\n\nx"))
	cases := []struct {
		at           string
		line, column int
	}{
		{"ab", 1, 1}, {"b", 1, 2}, {"ç", 2, 1}, {"d", 2, 2}, {"é", 2, 3}, {"x", 4, 1},
	}
	for _, c := range cases {
		offset := bytes.Index(text.Bytes(), []byte(c.at))
		if got, want := text.Position(offset), (Position{"a.urdf", c.line, c.column}); got != want {
			t.Errorf("position of %q is %v, want %v", c.at, got, want)
		}
	}
	if got := text.Position(1 << 20); got.Line != 4 || got.Column != 2 {
		t.Errorf("a position behind the end is %v, want the end, 4:2", got)
	}
	if got := text.Position(-1); got.Line != 1 || got.Column != 1 {
		t.Errorf("a position before the begin is %v, want the begin, 1:1", got)
	}
	if got := NewText("empty", nil).Position(0); got.Line != 1 || got.Column != 1 {
		t.Errorf("the position in an empty text is %v, want 1:1", got)
	}
}

// plainPosition is the slow and obvious form of Text.Position.
func plainPosition(data []byte, offset int) (line, column int) {
	line, column = 1, 1
	for _, b := range data[:offset] {
		switch {
		case b == '\n':
			line, column = line+1, 1
		case b&0xC0 != 0x80:
			column++
		}
	}
	return line, column
}

func TestPositionsAgreeWithCountingFromTheBegin(t *testing.T) {
	const seed = 11
	random := rand.New(rand.NewPCG(seed, 0))
	shapes := map[string]string{"mixed": "ab çé\n€𝄞x", "one line": "aé€", "line feeds": "\n", "broken UTF-8": "\x80\xffa\n"}
	for name, alphabet := range shapes {
		var data []byte
		for len(data) < 5*chunkBytes {
			i := random.IntN(len(alphabet))
			data = append(data, alphabet[i])
		}
		text := NewText("f", data)
		for range 400 {
			offset := random.IntN(len(data) + 1)
			line, column := plainPosition(data, offset)
			if got := text.Position(offset); got.Line != line || got.Column != column {
				t.Fatalf("%s, seed %d: position of byte %d is %v, want %d:%d", name, seed, offset, got, line, column)
			}
		}
	}
}

func TestOffsetIsTheInverseOfPosition(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "line %d with é and %s\n", i, strings.Repeat("€", i%50))
	}
	data := []byte(b.String())
	text := NewText("f", data)
	for offset := 0; offset < len(data); offset++ {
		if !utf8.RuneStart(data[offset]) {
			continue
		}
		p := text.Position(offset)
		if back := text.Offset(p.Line, p.Column); back != offset {
			t.Fatalf("byte %d is at %v, which leads back to byte %d", offset, p, back)
		}
	}
	if got := text.Offset(1, 1000); data[got] != '\n' || got > 100 {
		t.Errorf("a column behind the end of line 1 leads to byte %d, want the line feed", got)
	}
	if got := text.Offset(5000, 1); got != len(data) {
		t.Errorf("a line behind the last leads to byte %d, want the end %d", got, len(data))
	}
}

func TestOffsetsInOneLongLineAndInManyLinesAreFound(t *testing.T) {
	for name, data := range map[string][]byte{
		"one line": []byte(strings.Repeat("aé€", 3000)), "line feeds": bytes.Repeat([]byte("\n"), 3000),
		"long, then short": []byte(strings.Repeat("é", 3000) + "\nab\nc"),
	} {
		text := NewText("f", data)
		for offset := 0; offset <= len(data); offset++ {
			if offset < len(data) && !utf8.RuneStart(data[offset]) {
				continue
			}
			p := text.Position(offset)
			if back := text.Offset(p.Line, p.Column); back != offset {
				t.Fatalf("%s: byte %d is at %v, which leads back to byte %d", name, offset, p, back)
			}
		}
	}
}

func TestAByteOrderMarkIsNoCharacter(t *testing.T) {
	text := NewText("f", []byte("\ufeffab"))
	if got := text.Position(bytes.IndexByte(text.Bytes(), 'b')); got.Column != 2 {
		t.Errorf("the second character has column %d", got.Column)
	}
}

func TestAnExcerptIsTheLineWithItsCaret(t *testing.T) {
	text := NewText("f", []byte("first\r\n  <é x=\"1\"/>\r\nlast"))
	excerpt, caret := text.Excerpt(bytes.IndexByte(text.Bytes(), 'x'))
	if excerpt != "  <é x=\"1\"/>" || caret != 6 {
		t.Errorf("excerpt %q with caret %d, want the second line with caret 6", excerpt, caret)
	}
}

func TestAnExcerptOfALongLineIsCutAroundThePlace(t *testing.T) {
	for _, filler := range []string{"a", "é", "€", "\x80"} {
		data := []byte(strings.Repeat(filler, 100_000) + "X" + strings.Repeat(filler, 100_000))
		text := NewText("f", data)
		excerpt, caret := text.Excerpt(bytes.IndexByte(data, 'X'))
		if len(excerpt) > excerptBefore+excerptBehind+20 {
			t.Errorf("filler %q: the excerpt has %d bytes", filler, len(excerpt))
		}
		if runes := []rune(excerpt); caret < 1 || caret > len(runes) || runes[caret-1] != 'X' {
			t.Errorf("filler %q: the caret %d does not point to the X in %q", filler, caret, excerpt)
		}
		if !strings.HasPrefix(excerpt, "…") || !strings.HasSuffix(excerpt, "…") {
			t.Errorf("filler %q: %q does not show that it was cut", filler, excerpt)
		}
	}
}

func FuzzPositionsAndExcerptsNeverPanic(f *testing.F) {
	f.Add([]byte("a\nb"), 1)
	f.Add([]byte("\x80\x80\r\n€"), -3)
	f.Fuzz(func(t *testing.T, data []byte, offset int) {
		text := NewText("f", data)
		p := text.Position(offset)
		excerpt, caret := text.Excerpt(offset)
		if caret < 1 || caret > len([]rune(excerpt))+1 {
			t.Errorf("caret %d outside of excerpt %q", caret, excerpt)
		}
		if back := text.Offset(p.Line, p.Column); back < 0 || back > len(data) {
			t.Errorf("offset %d outside of the text", back)
		}
		if printed := text.Diagnostic(offset, "p", string(data)).Error(); Escape(strings.ReplaceAll(printed, "\n", "")) != strings.ReplaceAll(printed, "\n", "") {
			t.Errorf("printed form is not escaped: %q", printed)
		}
	})
}

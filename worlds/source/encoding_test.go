package source_test

import (
	"testing"
	"unicode/utf16"

	"github.com/robo-actors/robo-actors/worlds/source"
)

func TestTheEncodingOfATextIsRecognisedWithAndWithoutAMark(t *testing.T) {
	const text = "<?xml version=\"1.0\"?>"
	var le16, be16, le32, be32 []byte
	for _, u := range utf16.Encode([]rune(text)) {
		le16, be16 = append(le16, byte(u), byte(u>>8)), append(be16, byte(u>>8), byte(u))
		le32, be32 = append(le32, byte(u), byte(u>>8), 0, 0), append(be32, 0, 0, byte(u>>8), byte(u))
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"UTF-8":                  {[]byte(text), ""},
		"UTF-8 with a mark":      {[]byte("\ufeff" + text), ""},
		"Latin 1":                {[]byte("<\xe9>"), ""},
		"nothing":                {nil, ""},
		"one byte":               {[]byte("a"), ""},
		"zeros":                  {make([]byte, 8), ""},
		"a zero later":           {[]byte("robo\x00t"), ""},
		"UTF-16LE":               {le16, "UTF-16LE"},
		"UTF-16BE":               {be16, "UTF-16BE"},
		"UTF-32LE":               {le32, "UTF-32LE"},
		"UTF-32BE":               {be32, "UTF-32BE"},
		"UTF-16LE with a mark":   {append([]byte{0xff, 0xfe}, le16...), "UTF-16LE"},
		"UTF-16BE with a mark":   {append([]byte{0xfe, 0xff}, be16...), "UTF-16BE"},
		"UTF-32LE with a mark":   {append([]byte{0xff, 0xfe, 0, 0}, le32...), "UTF-32LE"},
		"UTF-32BE with a mark":   {append([]byte{0, 0, 0xfe, 0xff}, be32...), "UTF-32BE"},
		"one UTF-16 character":   {[]byte{'a', 0}, "UTF-16LE"},
		"one of the other order": {[]byte{0, 'a'}, "UTF-16BE"},
	} {
		if got := source.ForeignEncoding(c.data); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

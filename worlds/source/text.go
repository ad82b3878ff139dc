package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// chunkBytes is the distance between the checkpoints of a Text. With it, finding a position costs
// the same in a file of one endless line, in one of line feeds only, and in an ordinary one.
const chunkBytes = 128

// checkpoint holds what is known at the first byte of a chunk.
type checkpoint struct {
	line      int32 // lines that end before the chunk
	runes     int32 // characters that begin before the chunk
	lineStart int32 // offset of the first byte of the line that the chunk begins in
}

// Text is the content of one file, with what is needed to turn byte offsets into positions and
// excerpts.
type Text struct {
	file   string
	data   []byte
	points []checkpoint // one a chunk, ascending
}

// NewText returns the Text of data, which must not change afterwards and must be shorter than 2
// GiB. A byte order mark of UTF-8 at the begin is left out, so that the first visible character has
// column 1. File is the name printed in positions.
func NewText(file string, data []byte) *Text {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	t := &Text{file: file, data: data, points: make([]checkpoint, 0, len(data)/chunkBytes+1)}
	var at checkpoint
	for begin := 0; begin <= len(data); begin += chunkBytes {
		t.points = append(t.points, at)
		at = at.advance(data, begin, min(begin+chunkBytes, len(data)))
	}
	return t
}

// advance returns the checkpoint that holds at offset end, given that c holds at begin.
func (c checkpoint) advance(data []byte, begin, end int) checkpoint {
	for i, b := range data[begin:end] {
		if b&0xC0 != 0x80 { // not a continuation byte of UTF-8
			c.runes++
		}
		if b == '\n' {
			c.line++
			c.lineStart = int32(begin + i + 1)
		}
	}
	return c
}

// at returns the checkpoint of any offset from 0 to len(data).
func (t *Text) at(offset int) checkpoint {
	chunk := offset / chunkBytes
	return t.points[chunk].advance(t.data, chunk*chunkBytes, offset)
}

// File returns the name of the file.
func (t *Text) File() string { return t.file }

// Bytes returns the content without a byte order mark. It must not be changed.
func (t *Text) Bytes() []byte { return t.data }

// Position returns the position of the byte at offset. An offset outside the text is moved to its
// nearest end.
func (t *Text) Position(offset int) Position {
	at := t.at(max(0, min(offset, len(t.data))))
	column := at.runes - t.at(int(at.lineStart)).runes + 1
	return Position{File: t.file, Line: int(at.line) + 1, Column: int(column)}
}

// Offset returns the offset of the byte at a line and a column (both from 1), for
// parsers that report those instead of offsets. A column behind the end of its line is moved to
// that end, a line behind the last to the end of the text.
func (t *Text) Offset(line, column int) int {
	begin := t.lineStart(line)
	wanted := t.at(begin).runes + int32(max(column, 1)) - 1
	chunk := sort.Search(len(t.points), func(i int) bool { return t.points[i].runes > wanted }) - 1
	offset := max(begin, chunk*chunkBytes)
	for at := t.at(offset); offset < len(t.data); offset++ {
		if t.data[offset]&0xC0 != 0x80 {
			if at.runes == wanted {
				break
			}
			at.runes++
		}
	}
	if int(t.at(offset).lineStart) != begin { // the column lies behind the end of the line
		return begin + bytes.IndexByte(t.data[begin:], '\n')
	}
	return offset
}

// lineStart returns the offset of the first byte of a line, the end of the text for a line that
// there is not.
func (t *Text) lineStart(line int) int {
	chunk := sort.Search(len(t.points), func(i int) bool { return int(t.points[i].line) >= line-1 })
	if chunk == 0 {
		return 0
	}
	offset, current := (chunk-1)*chunkBytes, int(t.points[chunk-1].line)
	for current < line-1 {
		feed := bytes.IndexByte(t.data[offset:], '\n')
		if feed < 0 {
			return len(t.data)
		}
		offset, current = offset+feed+1, current+1
	}
	return offset
}

// Excerpts show at most this many bytes before and behind the place they are about.
const (
	excerptBefore = 60
	excerptBehind = 60
)

// Excerpt returns the line around the byte at offset, cut to a bearable length, and the column of
// that byte within the excerpt, counted in characters from 1.
func (t *Text) Excerpt(offset int) (excerpt string, caret int) {
	offset = t.runeStart(max(0, min(offset, len(t.data))))
	begin, cutBefore := int(t.at(offset).lineStart), false
	if offset-begin > excerptBefore {
		begin, cutBefore = offset-excerptBefore, true
		for begin < offset && t.data[begin]&0xC0 == 0x80 {
			begin++
		}
	}
	end, cutBehind := offset, false
	for end < len(t.data) && t.data[end] != '\n' {
		if end-offset >= excerptBehind && t.data[end]&0xC0 != 0x80 {
			cutBehind = true
			break
		}
		if end-offset >= excerptBehind+4 { // broken UTF-8: continuation bytes without end
			cutBehind = true
			break
		}
		end++
	}
	line := bytes.TrimSuffix(t.data[begin:end], []byte{'\r'})
	excerpt = string(line)
	caret = len([]rune(string(t.data[begin:min(offset, begin+len(line))]))) + 1
	if cutBefore {
		excerpt, caret = "…"+excerpt, caret+1
	}
	if cutBehind {
		excerpt += "…"
	}
	return excerpt, caret
}

// runeStart returns the offset of the first byte of the character that the byte at offset belongs
// to.
func (t *Text) runeStart(offset int) int {
	for back := range min(utf8.UTFMax, offset+1) {
		if offset-back == len(t.data) || utf8.RuneStart(t.data[offset-back]) {
			return offset - back
		}
	}
	return offset
}

// Diagnostic returns a finding about the byte at offset, with position and excerpt filled in.
func (t *Text) Diagnostic(offset int, path, problem string) Diagnostic {
	excerpt, caret := t.Excerpt(offset)
	return Diagnostic{
		Position: t.Position(offset), Path: path, Problem: problem,
		Excerpt: excerpt, Caret: caret,
	}
}

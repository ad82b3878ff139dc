package plotting

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Heights of letters in px, and the distance of two lines of text as a share of it.
const (
	titleSize   = 15
	labelSize   = 13
	markSize    = 12
	lineSpacing = 1.3
)

// advances has how far letters move the pen, as shares of the height of the font. Who shows an SVG picture chooses the
// font, so that these can only be estimates: each class has at least the width of its letters in DejaVu Sans, which is
// wide, and in Liberation Sans, which is as wide as Arial and Helvetica.
var advances = []struct {
	letters string
	width   float64
}{
	{" ',.Iijl", 0.33},
	{"!()-/:;[\\]frt|", 0.42},
	{"\"*J`sz", 0.53},
	{"$0123456789?FLT_abcdeghknopquvxy{}", 0.65},
	{"%@MWm", 1.02},
}

const (
	otherAdvance   = 0.84 // of the other letters of ASCII
	foreignAdvance = 1.02 // of all beyond ASCII
)

func advance(letter rune) float64 {
	if letter >= utf8.RuneSelf {
		return foreignAdvance
	}
	for _, class := range advances {
		if strings.ContainsRune(class.letters, letter) {
			return class.width
		}
	}
	return otherAdvance
}

// widthOf estimates the width of a text in px, rather too wide than too narrow.
func widthOf(text string, size float64) (width float64) {
	for _, letter := range text {
		width += advance(letter) * size
	}
	return width
}

// longest is the largest number of letters of a name in a legend or at an axis, and shortest that to which a name is cut
// for want of room.
const (
	longest  = 34
	shortest = 8
)

func shorten(name string) string { return shortenTo(name, longest) }

// shortenTo cuts a name in its middle, since the ends of paths tell most, and escapes what cannot be drawn.
func shortenTo(name string, letters int) string {
	quoted := strconv.Quote(name)
	return cut(quoted[1:len(quoted)-1], letters)
}

func cut(text string, letters int) string {
	runes := []rune(text)
	if len(runes) <= letters {
		return text
	}
	head := letters / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(letters-head-1):])
}

// fit cuts a text until it is no wider than the room, or has the least number of letters.
func fit(text string, size, room float64) string {
	short := text
	for letters := utf8.RuneCountInString(text) - 1; letters >= shortest && widthOf(short, size) > room; letters-- {
		short = cut(text, letters)
	}
	return short
}

// wrap breaks a text at blanks into two lines at the most, and cuts what is still too wide.
func wrap(text string, size, room float64) []string {
	if widthOf(text, size) <= room {
		return []string{text}
	}
	at := 0
	for i, letter := range text {
		if letter == ' ' && widthOf(text[:i], size) <= room {
			at = i
		}
	}
	if at == 0 {
		return []string{fit(text, size, room)}
	}
	return []string{text[:at], fit(text[at+1:], size, room)}
}

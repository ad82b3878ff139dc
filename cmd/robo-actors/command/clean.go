package command

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// clean escapes control characters in text from a file, which could control a terminal. Characters
// in keep stay.
func clean(text, keep string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		whole := r != utf8.RuneError || size > 1
		if whole && (strconv.IsPrint(r) || strings.ContainsRune(keep, r)) {
			b.WriteString(text[:size])
		} else {
			quoted := strconv.Quote(text[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[size:]
	}
	return b.String()
}

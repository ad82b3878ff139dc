package source

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Escape returns s with everything that a terminal would act on, or would not show, written as an
// escape sequence: control characters, bidirectional overrides, zero-width characters, and bytes
// that are not UTF-8. A backslash stays as it is: the result is for eyes, not for parsers.
func Escape(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		writeEscaped(&b, r, s[i:i+size])
		i += size
	}
	return b.String()
}

// isPlain reports whether s is printable ASCII.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// writeEscaped writes the character r, whose bytes are raw, so that it is harmless and visible.
func writeEscaped(b *strings.Builder, r rune, raw string) {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		const digits = "0123456789abcdef"
		b.WriteString(`\x`)
		b.WriteByte(digits[raw[0]>>4])
		b.WriteByte(digits[raw[0]&15])
	case strconv.IsPrint(r):
		b.WriteRune(r)
	default:
		quoted := strconv.QuoteRune(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
}

// Quote returns s escaped, in double quotes, and cut to at most 64 characters: the form for names
// in messages.
func Quote(s string) string { return `"` + Escape(Clip(s, 64)) + `"` }

// Clip returns s cut to at most the given number of characters, an ellipsis included.
func Clip(s string, characters int) string {
	if len(s) <= characters {
		return s
	}
	count, cut := 0, 0
	for i := range s {
		if count == characters-1 {
			cut = i
		}
		if count == characters {
			return s[:cut] + "…"
		}
		count++
	}
	return s
}

// runeBytes returns the number of bytes of the first character of s, 1 where it is not UTF-8.
func runeBytes(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	return size
}

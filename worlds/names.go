package worlds

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// MaxNameLength is the number of characters that a name may have.
const MaxNameLength = 128

// nameRule is what errors about names expect.
const nameRule = "1 to 128 characters of A-Z a-z 0-9 _ . : - , not only dots"

// CheckName returns an error unless name is valid for a link, a joint, a joint group or a
// namespace.
func CheckName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("the name is empty; expected %s", nameRule)
	case len(name) > MaxNameLength:
		return fmt.Errorf("the name %s has %d bytes; expected %s", source.Quote(name), len(name), nameRule)
	case strings.Trim(name, ".") == "":
		return fmt.Errorf("the name %s has dots only; expected %s", source.Quote(name), nameRule)
	}
	for _, r := range name {
		if !nameRune(r) {
			return fmt.Errorf("the name %s contains %s; expected %s", source.Quote(name), runeText(r), nameRule)
		}
	}
	return nil
}

// runeText returns a character for an error, with its number where it may look like another one.
func runeText(r rune) string {
	if r < utf8.RuneSelf {
		return fmt.Sprintf("%q", r)
	}
	return fmt.Sprintf("%q (%U)", r, r)
}

// nameRune reports whether a name may contain r.
func nameRune(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return true
	}
	return r == '_' || r == '.' || r == ':' || r == '-'
}

// UnknownNameError reports a name that a world does not have, with the known names.
type UnknownNameError struct {
	World string   // name of the world
	Kind  string   // "joint", "body" or "joint group"
	Name  string   // the name asked for
	Known []string // the names there are, in the world's order
	Note  string   // why a thing of that name does not count, or empty
}

// Problem returns what Error does, without the known names.
func (e *UnknownNameError) Problem() string {
	text := fmt.Sprintf("world %s has no %s named %s", source.Quote(e.World), e.Kind, source.Quote(e.Name))
	if e.Note != "" {
		text += ": " + e.Note
	}
	return text
}

// Error names the world, the known names and the nearest of them.
func (e *UnknownNameError) Error() string {
	text := e.Problem()
	if hint := source.DidYouMean(e.Name, e.Known); hint != "" {
		text += "; " + hint
	}
	return text + "; known: " + source.Listed(e.Known, 40)
}

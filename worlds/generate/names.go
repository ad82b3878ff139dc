package generate

import (
	"fmt"
	"strings"
)

// goName returns the exported Go name of a name in a file, by the rules of the package comment.
func goName(name string) (string, error) {
	var b strings.Builder
	capital, last := true, byte(0) // last is the last byte written
	for i := range len(name) {
		c := name[i]
		switch {
		case strings.IndexByte("_.:-", c) >= 0:
			capital = true
			continue
		case 'a' <= c && c <= 'z':
			if capital {
				c -= 'a' - 'A'
			}
		case 'A' <= c && c <= 'Z':
		case '0' <= c && c <= '9':
			if b.Len() == 0 {
				return "", fmt.Errorf("%q becomes no Go name: it begins with a digit; give it another name in the file", name)
			}
			if capital && '0' <= last && last <= '9' {
				b.WriteByte('_')
			}
		default:
			return "", fmt.Errorf("%q becomes no Go name: only the letters A-Z and a-z, digits and _ . : - are allowed; give it another name in the file", name)
		}
		b.WriteByte(c)
		capital, last = false, c
	}
	if b.Len() == 0 {
		return "", fmt.Errorf("%q becomes no Go name: it has no letter; give it another name in the file", name)
	}
	return b.String(), nil
}

// scope has the Go names that must differ: those of a package, or of the methods or fields of one
// type.
type scope map[string]string // Go name -> what has it

// take claims a Go name for what is described. The error names both who want it.
func (s scope) take(name, what string) error {
	if other, taken := s[name]; taken {
		return fmt.Errorf("%s and %s both become %s in Go; give one of them another name in the file", other, what, name)
	}
	s[name] = what
	return nil
}

// reserve claims names that all generated code of a kind has.
func (s scope) reserve(what string, names ...string) {
	for _, name := range names {
		s[name] = what + " " + name
	}
}

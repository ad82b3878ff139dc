package options

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tags are those that fields of actors and of options may have.
var tags = []string{"option", "port", "doc", "required", "min", "max", "one_of", "unit", "optional", "max_age"}

// CheckTag rejects the tag of a field that is a slip of the pen: reflect ignores keys that nobody
// looks up, and everything after a mistake in the notation. Tags of other packages are fine.
func CheckTag(f reflect.StructField) error {
	keys, rest := tagKeys(string(f.Tag))
	own := func(key string) bool { return strings.Contains(key, "option") || strings.Contains(key, "port") }
	if rest != "" && (own(rest) || slices.ContainsFunc(keys, own)) {
		return fmt.Errorf("field %s: its tag cannot be read from %s on; expected pairs such as `option:\"speed\" doc:\"how fast\"`, with blanks only between them", f.Name, rest)
	}
	for _, key := range keys {
		if slices.Contains(tags, key) {
			continue
		}
		if i := slices.IndexFunc(tags, func(tag string) bool { return isSlip(key, tag) }); i >= 0 {
			return fmt.Errorf("field %s: the tag %q is unknown; did you mean %q?", f.Name, key, tags[i])
		}
		if _, is := f.Tag.Lookup("option"); is && key == "default" {
			return fmt.Errorf("field %s: an option takes no tag default; its default is the value of the field in the struct that is registered", f.Name)
		}
	}
	return nil
}

// tagKeys returns the keys of a tag, and the part that is no list of key:"value".
func tagKeys(tag string) (keys []string, rest string) {
	for {
		tag = strings.TrimLeft(tag, " ")
		key, value, found := strings.Cut(tag, ":")
		if tag == "" || !found || key == "" || strings.ContainsAny(key, " \"") {
			return keys, tag
		}
		quoted, err := strconv.QuotedPrefix(value)
		if err != nil {
			return keys, tag
		}
		keys, tag = append(keys, key), value[len(quoted):]
	}
}

// isSlip reports whether a key differs from a tag by one letter that is missing, in excess or
// wrong, or by two neighbours that are swapped.
func isSlip(key, tag string) bool {
	if len(key) < 3 {
		return false
	}
	key = strings.ToLower(key)
	i := 0
	for i < len(key) && i < len(tag) && key[i] == tag[i] {
		i++
	}
	a, b := key[i:], tag[i:]
	switch len(a) - len(b) {
	case 0:
		return a == "" || a[1:] == b[1:] || len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
	case 1:
		return a[1:] == b
	case -1:
		return a == b[1:]
	}
	return false
}

// boundExample is what a bound of an option of this type looks like.
func boundExample(t reflect.Type) string {
	if t == reflect.TypeFor[time.Duration]() {
		return "seconds, as 0.1"
	}
	return "a number, as 0.1"
}

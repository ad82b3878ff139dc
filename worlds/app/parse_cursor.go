package app

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// maxSuggestions bounds the searches for near names, so that a file of thousands of errors is
// refused quickly.
const maxSuggestions = 200

// maxNamed bounds the number of things of one sort that a mapping names: as many as a model has
// links.
const maxNamed = urdf.MaxLinks

// maxElements bounds the elements of a list.
const maxElements = 8192

// diagnostics collects the errors of all files of one load.
type diagnostics struct {
	source.Diagnostics
	suggestions int
}

// suggest returns a hint with the nearest of the known names, within the budget.
func (l *diagnostics) suggest(name string, known []string) string {
	if l.suggestions >= maxSuggestions {
		return ""
	}
	l.suggestions++
	return source.DidYouMean(name, known)
}

// oneOf returns what errors about names expect.
func oneOf(known []string) string {
	if len(known) == 0 {
		return ""
	}
	return "one of " + source.Listed(known, 40)
}

// cursor is a value of a file, with its path and the list of errors.
type cursor struct {
	*strictyaml.Node
	text *source.Text
	path string
	list *diagnostics
}

// at returns where the value stands.
func (c cursor) at() source.Position { return c.text.Position(c.Offset) }

// refuse reports a problem of the value.
func (c cursor) refuse(problem, expected, hint string) {
	c.report(c.Offset, c.path, problem, expected, hint)
}

// report reports a problem at an offset of the value's file.
func (c cursor) report(offset int, path, problem, expected, hint string) {
	if c.list.Full() {
		return
	}
	d := c.text.Diagnostic(offset, path, problem)
	d.Expected, d.Hint = expected, hint
	c.list.Add(d)
}

// refuseName reports a name that is not among the known ones. Kind is the word for what is named.
func (c cursor) refuseName(kind, name string, known []string) {
	if c.list.Full() {
		return
	}
	expected := oneOf(known)
	if expected == "" {
		expected = "nothing: no " + kind + " exists"
	}
	c.refuse(fmt.Sprintf("no %s is named %s", kind, source.Quote(name)), expected, c.list.suggest(name, known))
}

// child returns the cursor of a part of the value.
func (c cursor) child(n *strictyaml.Node, key string) cursor {
	return cursor{n, c.text, childPath(c.path, key), c.list}
}

// kindNames are the kinds of values as errors have them.
var kindNames = map[strictyaml.Kind]string{strictyaml.Scalar: "a single value", strictyaml.Sequence: "a list", strictyaml.Mapping: "a mapping"}

// is reports whether the value is of a kind, and refuses it otherwise.
func (c cursor) is(kind strictyaml.Kind, expected string) bool {
	switch {
	case c.IsNull():
		c.refuse("there is no value", expected, "")
	case c.Kind != kind:
		c.refuse("this is "+kindNames[c.Kind], expected, "")
	default:
		return true
	}
	return false
}

// fields are the values of a mapping whose keys are fixed.
type fields struct {
	cursor
	ok bool // false where the value is no mapping, which was reported
}

// fields returns the parts of a mapping, and refuses what is no mapping and keys that are not
// known.
func (c cursor) fields(known ...string) fields {
	if !c.is(strictyaml.Mapping, "a mapping with "+source.Listed(known, 40)) {
		return fields{cursor: c}
	}
	for _, e := range c.Entries {
		if c.list.Full() {
			break
		}
		if !slices.Contains(known, e.Key.Value) {
			c.refuseKey(e, known)
		}
	}
	return fields{c, true}
}

// refuseKey reports a key that is not among the known ones. A renamed key gets its new name.
func (c cursor) refuseKey(e strictyaml.Entry, known []string) {
	if name := renamedKey(e.Key.Value, known); name != "" {
		c.reportKey(e, "the key "+source.Quote(e.Key.Value)+" is now named "+source.Quote(name), source.Quote(name)+" with the same value", "")
		return
	}
	c.reportKey(e, "the key "+source.Quote(e.Key.Value)+" is unknown", oneOf(known), c.list.suggest(e.Key.Value, known))
}

// reportKey reports a problem of a key.
func (c cursor) reportKey(e strictyaml.Entry, problem, expected, hint string) {
	c.report(e.Key.Offset, childPath(c.path, e.Key.Value), problem, expected, hint)
}

// get returns the value behind a key. A key with nothing behind it counts as missing.
func (f fields) get(key string) (cursor, bool) {
	if !f.ok {
		return cursor{}, false
	}
	n := f.Get(key)
	if n == nil || n.IsNull() {
		return cursor{}, false
	}
	return f.child(n, key), true
}

// has reports whether a key has a value.
func (f fields) has(key string) bool {
	_, found := f.get(key)
	return found
}

// need returns the value of a required key, and reports a missing one.
func (f fields) need(key, expected string) (cursor, bool) {
	c, found := f.get(key)
	renamed := slices.ContainsFunc(f.Entries, func(e strictyaml.Entry) bool { return renamedKeys[e.Key.Value] == key })
	if !found && f.ok && !renamed {
		f.report(f.Offset, childPath(f.path, key), "the key "+source.Quote(key)+" is missing", expected, "")
	}
	return c, found
}

// named is an entry of a mapping whose keys are names that the file gives.
type named struct {
	cursor
	name string
	key  *strictyaml.Node
}

// keyAt returns where the name stands.
func (n named) keyAt() source.Position { return n.text.Position(n.key.Offset) }

// refuseKey reports a problem of the name itself.
func (n named) refuseName(problem, expected, hint string) {
	n.report(n.key.Offset, n.path, problem, expected, hint)
}

// named returns the entries of a mapping from names to things, in the order of the file. Names that
// may not stand are refused, and their entries left out.
func (c cursor) named(kind string, check func(string) error) []named {
	if !c.is(strictyaml.Mapping, "a mapping from the name of each "+kind+" to what it is") {
		return nil
	}
	if len(c.Entries) > maxNamed {
		c.refuse(fmt.Sprintf("there are %d entries", len(c.Entries)), fmt.Sprintf("at most %d", maxNamed), "")
		return nil
	}
	var out []named
	for _, e := range c.Entries {
		if err := check(e.Key.Value); err != nil {
			c.reportKey(e, err.Error(), "", "")
			continue
		}
		out = append(out, named{c.child(e.Value, e.Key.Value), e.Key.Value, e.Key})
	}
	return out
}

// elements returns the elements of a list. It reports any other value, and returns nil.
func (c cursor) elements(expected string) []cursor {
	if !c.is(strictyaml.Sequence, expected) {
		return nil
	}
	if len(c.Items) > maxElements {
		c.refuse(fmt.Sprintf("the list has %d elements", len(c.Items)), fmt.Sprintf("at most %d", maxElements), "")
		return nil
	}
	out := make([]cursor, len(c.Items))
	for i, item := range c.Items {
		out[i] = cursor{item, c.text, elementPath(c.path, i), c.list}
	}
	return out
}

// childPath and elementPath return the paths of parts of a value. Paths are for people: long keys
// are cut.
func childPath(path, key string) string {
	key = source.Clip(key, 64)
	if path == "" {
		return key
	}
	return path + "." + key
}

func elementPath(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// checkActorName returns an error unless name is valid for a world, an actor, a drive or a domain.
func checkActorName(name string) error {
	const rule = "1 to 64 letters, digits, _ and -"
	if len(name) == 0 || len(name) > 64 {
		return fmt.Errorf("the name %s has %d bytes; expected %s", source.Quote(name), len(name), rule)
	}
	for _, r := range name {
		ok := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-'
		if !ok {
			return fmt.Errorf("the name %s contains %q; expected %s", source.Quote(name), r, rule)
		}
	}
	return nil
}

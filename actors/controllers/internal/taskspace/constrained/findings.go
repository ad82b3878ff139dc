package constrained

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
)

// findings collects the errors of a configuration.
type findings struct{ errors []error }

func (f *findings) add(path, format string, args ...any) {
	f.errors = append(f.errors, &messages.OptionError{Path: path, Err: &configError{fmt.Errorf(format, args...)}})
}

// configError is an error about a configuration. It is ErrConfig.
type configError struct{ err error }

func (e *configError) Error() string   { return e.err.Error() }
func (e *configError) Unwrap() []error { return []error{ErrConfig, e.err} }

// constraint collects the errors of one contact, collision or box.
type constraint struct {
	*findings
	path, owner string
}

// constraint returns the findings of a constraint. It adds an error for a name that is empty or not
// the first of its kind.
func (f *findings) constraint(path, kind, name string, names map[string]bool) *constraint {
	switch {
	case name == "":
		f.add(path+".name", "the %s has no name", kind)
	case names[name]:
		f.add(path+".name", "two constraints have the name %q", name)
	}
	names[name] = true
	return &constraint{f, path, fmt.Sprintf("%s %q", kind, name)}
}

// add adds an error about a field of the constraint, or about all of it where field is empty.
func (c *constraint) add(field, format string, args ...any) {
	path := c.path
	if field != "" {
		path += "." + field
	}
	c.findings.add(path, "%s: %w", c.owner, fmt.Errorf(format, args...))
}

// unknown adds an error about a name in a field.
func (c *constraint) unknown(field, what, name string, known []string) {
	err := &configError{fmt.Errorf("%s: unknown %s %q", c.owner, what, name)}
	c.errors = append(c.errors, &messages.OptionError{Path: c.path + "." + field, Err: err, Unknown: name, Known: known})
}

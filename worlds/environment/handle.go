package environment

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// ID numbers an object of an environment, from 1. It stays the same through edits, renames, clones
// and saved files, and is not given to another object later.
type ID uint32

// identity is one environment. Its address distinguishes it from all others.
type identity struct{ name string }

// token is one object. Its address distinguishes it from every other object; clones share it.
type token struct{ id ID }

// Handle names an object of one environment. It is valid in every scene of that environment in
// which the object exists. The zero Handle names nothing. Handles are comparable.
type Handle struct {
	environment *identity
	object      *token
}

// IsZero reports whether the handle names nothing.
func (h Handle) IsZero() bool { return h.object == nil }

// ID returns the number of the object, 0 for the zero Handle.
func (h Handle) ID() ID {
	if h.object == nil {
		return 0
	}
	return h.object.id
}

// Environment returns the name of the environment that the handle belongs to.
func (h Handle) Environment() string {
	if h.environment == nil {
		return ""
	}
	return h.environment.name
}

// String returns the environment and the number of the object.
func (h Handle) String() string {
	if h.IsZero() {
		return "zero handle"
	}
	return fmt.Sprintf("object %d of environment %s", h.ID(), source.Quote(h.Environment()))
}

// The causes of a HandleError, for errors.Is.
var (
	// ErrZeroHandle: the handle names nothing.
	ErrZeroHandle = errors.New("the handle is zero")
	// ErrOtherEnvironment: the handle belongs to another environment.
	ErrOtherEnvironment = errors.New("the handle belongs to another environment")
	// ErrGone: the object was removed, or does not exist yet in this scene.
	ErrGone = errors.New("the object is not in this scene")
	// ErrKind: the object is a body where a robot is needed, or a robot where a body is needed.
	ErrKind = errors.New("the object is of another kind")
)

// HandleError reports a handle that does not lead to an object of a scene.
type HandleError struct {
	Environment string // name of the environment that was asked
	Handle      Handle
	Cause       error // one of the errors above
	Expected    string
}

// Error names the environment, the handle and what is expected.
func (e *HandleError) Error() string {
	return fmt.Sprintf("environment %s: %v: %v; expected %s", source.Quote(e.Environment), e.Handle, e.Cause, e.Expected)
}

// Unwrap returns the cause.
func (e *HandleError) Unwrap() error { return e.Cause }

// NameError reports a name that a scene does not have, or has already.
type NameError struct {
	Environment string
	Name        string
	Taken       bool     // the name exists already; otherwise it is unknown
	Known       []string // the names in the scene, ordered by ID
}

// Error names the environment, the name and the known names.
func (e *NameError) Error() string {
	where := "environment " + source.Quote(e.Environment)
	if e.Taken {
		return fmt.Sprintf("%s has an object named %s already; expected another name", where, source.Quote(e.Name))
	}
	text := fmt.Sprintf("%s has no object named %s", where, source.Quote(e.Name))
	if hint := source.DidYouMean(e.Name, e.Known); hint != "" {
		text += "; " + hint
	}
	return text + "; known: " + source.Listed(e.Known, 40)
}

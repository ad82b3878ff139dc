package actors

import "errors"

// ConfigureError is an error that an actor's Configure returned. The error of [New] has one for
// each actor that rejects its options.
type ConfigureError struct {
	// Actor is the whole path.
	Actor string
	Err   error
}

// Error names the actor.
func (e *ConfigureError) Error() string { return e.Actor + ": " + e.Err.Error() }

// Unwrap returns the error of Configure.
func (e *ConfigureError) Unwrap() error { return e.Err }

// ActorError is an error of an actor's struct, its ports or its options, other than one that its
// Configure returned. Its text names the actor.
type ActorError struct {
	// Actor is the whole path.
	Actor string
	Err   error
}

// Error is the error itself.
func (e *ActorError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *ActorError) Unwrap() error { return e.Err }

// errorOf says which actor an error is of, unless it is nil or says so already.
func errorOf(actor string, err error) error {
	var refused *ConfigureError
	if err == nil || errors.As(err, &refused) {
		return err
	}
	return &ActorError{Actor: actor, Err: err}
}

// LinkError reports an invalid link, or an input without the link that it needs. [New] returns one
// for each.
type LinkError struct {
	// From is the output, empty if an input has no link. To is the input.
	From, To string
	// Carries is the type of the values of an input without a link, as "messages.Model".
	Carries string
	// Why is why an optional input needs a link, as its actor gave it to [Setup.Require]; else
	// empty.
	Why string
	// Err is the problem.
	Err error
}

// Error names both ends of the link, and the problem.
func (e *LinkError) Error() string {
	if e.From == "" {
		return e.Err.Error()
	}
	return "link " + e.From + " -> " + e.To + ": " + e.Err.Error()
}

// Unwrap returns the problem.
func (e *LinkError) Unwrap() error { return e.Err }

package actors

// ConfigureError is what an actor's Configure returned. The errors of [New] have one for each actor that refuses what it was
// given, so that whoever made the application can say where that came from.
type ConfigureError struct {
	// Actor is the whole path.
	Actor string
	Err   error
}

// Error names the actor.
func (e *ConfigureError) Error() string { return e.Actor + ": " + e.Err.Error() }

// Unwrap returns what Configure returned.
func (e *ConfigureError) Unwrap() error { return e.Err }

// LinkError is a link that cannot be, or an input that needs one and has none. The errors of [New] have one for each.
type LinkError struct {
	// From is the output, empty where an input has no link; To is the input.
	From, To string
	// Carries is the type of the values of an input without a link, as "messages.Model".
	Carries string
	// Why is why an optional input needs a link, as its actor gave it to [Setup.Require]; else empty.
	Why string
	Err error
}

// Error names both ends.
func (e *LinkError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *LinkError) Unwrap() error { return e.Err }

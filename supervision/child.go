package supervision

import (
	"fmt"
	"time"
)

// Lifetime says whether a child that has ended is started again.
type Lifetime string

// The lifetimes, in the words of Erlang/OTP.
const (
	// Permanent children are always started again: an intended end counts as a failure. It is the
	// default.
	Permanent Lifetime = "permanent"
	// Transient children are started again after a failure, but not after an intended end.
	Transient Lifetime = "transient"
	// Temporary children are never started again.
	Temporary Lifetime = "temporary"
)

// Lifetimes lists every lifetime.
func Lifetimes() []Lifetime { return []Lifetime{Permanent, Transient, Temporary} }

// ParseLifetime returns the lifetime with that name. The error lists the known names.
func ParseLifetime(name string) (Lifetime, error) {
	for _, l := range Lifetimes() {
		if string(l) == name {
			return l, nil
		}
	}
	return Permanent, fmt.Errorf("lifetime %q is unknown; expected one of permanent, transient, temporary", name)
}

// Child is an actor, or another supervisor, that a supervisor starts.
type Child struct {
	// Name is the whole path of an actor, or the name of a supervisor.
	Name string
	// Lifetime is permanent if it is empty.
	Lifetime Lifetime
	// Significant children end their supervisor, with all of its children, when they end for good;
	// the supervisor then has ended as intended. A permanent child never ends for good, except
	// under the strategy degrade: there every end of a significant child that is not temporary, and
	// not a transient one that ended as intended, escalates.
	Significant bool
	// StartDeadline and StopDeadline bound a start and a stop; zero means those of the supervisor.
	StartDeadline, StopDeadline time.Duration
}

func (c *Child) lifetime() Lifetime {
	if c.Lifetime == "" {
		return Permanent
	}
	return c.Lifetime
}

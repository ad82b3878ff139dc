package actors

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

// The errors of reading and writing a port. Each is wrapped in a [PortError].
var (
	// ErrNoValue means that no value has arrived yet. A receiver waits; it never reads zeros.
	ErrNoValue = errors.New("no value yet")
	// ErrStale means that the newest value is older than the bound of the input.
	ErrStale = errors.New("value is stale")
	// ErrWithdrawn means that the sender took its value back, because it failed or stopped.
	ErrWithdrawn = errors.New("value was withdrawn")
	// ErrNotLinked means that an optional port has no link.
	ErrNotLinked = errors.New("port is not linked")
	// ErrOutOfPhase means that an output was written outside of its actor's own tick.
	ErrOutOfPhase = errors.New("write out of phase")
	// ErrKept means that an actor kept a borrowed value of a port beyond its tick; see WithLoanCheck.
	ErrKept = errors.New("value kept beyond its tick")
	// ErrWritten means that a borrowed value of a port was changed by code that must not change it;
	// see WithLoanCheck.
	ErrWritten = errors.New("value changed without permission")
	// ErrLength means that a slice of a value is longer than the port's size.
	ErrLength = errors.New("wrong length")
)

// PortError is the error of a port, with the values behind it.
type PortError struct {
	Port        string // whole path, "world/actor.port"
	Output      bool   // Port is an output; errors of writing are about outputs anyway
	From        string // path of the output at the other end
	Age, MaxAge time.Duration
	Detail      string
	Err         error
}

// Error names the port, the other end and the values.
func (e *PortError) Error() string {
	s := "input " + e.Port
	if e.Port == "" {
		s = "a port that its actor does not declare"
	}
	if e.Output || e.Err == ErrOutOfPhase || e.Err == ErrLength {
		s = "output " + e.Port
	}
	s += ": " + e.Err.Error()
	if errors.Is(e.Err, ErrStale) {
		s += fmt.Sprintf(": age %v, at most %v", e.Age, e.MaxAge)
	}
	if e.From != "" {
		s += " (from " + e.From + ")"
	}
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns one of the sentinel errors of this package.
func (e *PortError) Unwrap() error { return e.Err }

// In is a typed input of an actor: a field with a tag such as
//
//	State actors.In[messages.JointState] `port:"state" max_age:"4ms" doc:"measured joints"`
//
// An input that may stay without a link has the tag `optional:"true"`; [Setup.Require] and
// [Setup.Exclude] refine that for given options. The value behind an input changes only between two
// ticks, and belongs to the reader until its next tick.
type In[T any] struct {
	port *readable `state:"-"`
}

// Latest returns the newest value and its stamp at any age, or false before the first value and
// after a withdrawal. The value must not be kept beyond the tick nor written to.
func (in *In[T]) Latest() (*T, messages.Stamp, bool) {
	p := in.port
	if p == nil || !p.have {
		return nil, messages.Stamp{}, false
	}
	return (*T)(p.current.Value), p.stamp, true
}

// Fresh returns the newest value, or an error without a value or if it is older than the port's
// max_age. The error is of type *[PortError]. The value must not be kept beyond the tick nor
// written to.
//
// Fresh checks the age only. Numbers may be NaN or infinite, and slices shorter than declared by
// Setup.Size, but never longer: check them before using them in arithmetic.
func (in *In[T]) Fresh(t *Tick) (*T, error) {
	if p := in.port; p.fresh(t.Now) {
		return (*T)(p.current.Value), nil
	}
	return nil, in.port.staleError(t.Now)
}

// Changed reports whether a value arrived since the previous tick.
func (in *In[T]) Changed() bool { return in.port != nil && in.port.changed }

// Linked reports whether the input has a link.
func (in *In[T]) Linked() bool { return in.port != nil && in.port.linked }

// Stamp returns the stamp of the newest value, the zero value before the first.
func (in *In[T]) Stamp() messages.Stamp {
	if in.port == nil {
		return messages.Stamp{}
	}
	return in.port.stamp
}

// Age returns the age of the newest value, or false before the first.
func (in *In[T]) Age(t *Tick) (time.Duration, bool) {
	if in.port == nil || !in.port.have {
		return 0, false
	}
	return in.port.ageAt(t.Now), true
}

// MaxAge returns the bound that Fresh applies; zero means none.
func (in *In[T]) MaxAge() time.Duration {
	if in.port == nil {
		return 0
	}
	return in.port.maxAge
}

// Out is a typed output of an actor: a field with a tag such as
//
//	Torque actors.Out[messages.JointCommand] `port:"torque" doc:"effort to the arm"`
//
// A value that is sent is copied into a slot of each link; the sender keeps its arrays and may
// reuse them at once.
type Out[T any] struct {
	end sender `state:"-"`
}

// Loan returns the output's own buffer, with slices of the declared sizes, to be filled in place
// and sent with [Out.Publish]. It keeps its contents between ticks; a new incarnation finds zeros.
// Only the actor's own code may write to it, while the runtime calls it.
func (o *Out[T]) Loan() *T { return (*T)(o.end.loan) }

// Publish sends the buffer that Loan returned, stamped with the tick's time.
func (o *Out[T]) Publish(t *Tick) error { return o.end.send(t, o.end.loan, ofNow) }

// Send sends a copy of value, stamped with the tick's time.
func (o *Out[T]) Send(t *Tick, value T) error {
	if o.end.given == nil {
		return o.end.allowed(t)
	}
	*(*T)(o.end.given) = value
	return o.end.send(t, o.end.given, ofNow)
}

// SendAt sends a copy of a value that was true at the given instant, which is not after the tick's
// time.
func (o *Out[T]) SendAt(t *Tick, value *T, when messages.Instant) error {
	if unsafe.Pointer(value) == o.end.loan || o.end.given == nil {
		return o.end.send(t, o.end.loan, when)
	}
	*(*T)(o.end.given) = *value
	return o.end.send(t, o.end.given, when)
}

// Withdraw takes the newest value back: receivers have no value until the next one.
func (o *Out[T]) Withdraw(t *Tick) error {
	if err := o.end.allowed(t); err != nil {
		return err
	}
	o.end.port.withdraw(t.Now, o.end.incarnation)
	return nil
}

// Linked reports whether the output has a link.
func (o *Out[T]) Linked() bool { return o.end.port != nil && o.end.port.linked() }

// Heard reports whether the output has a link, a recorder or a tap. Expensive values for reports
// need not be computed otherwise.
func (o *Out[T]) Heard() bool {
	return o.end.port != nil && o.end.port.observed()
}

func (in *In[T]) direction() bool { return true }
func (o *Out[T]) direction() bool { return false }

func (in *In[T]) example() any { return (*T)(nil) }
func (o *Out[T]) example() any { return (*T)(nil) }

func (in *In[T]) bind(c *cell, p *boundPort, _ messages.Incarnation) (err error) {
	in.port, err = c.bindInput(p)
	return err
}

func (o *Out[T]) bind(c *cell, p *boundPort, incarnation messages.Incarnation) error {
	return c.bindOutput(&o.end, p, incarnation, func(value unsafe.Pointer) any { return (*T)(value) })
}

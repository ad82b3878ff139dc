package actors

import (
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/internal/mutant"
	"github.com/robo-actors/robo-actors/messages"
)

// Errors that reading and writing a port return; each comes wrapped in text that names the port, its link and the values.
var (
	// ErrNoValue means that nothing has arrived yet. A receiver waits; it never reads zeros.
	ErrNoValue = errors.New("no value yet")
	// ErrStale means that the newest value is older than the input's bound.
	ErrStale = errors.New("value is stale")
	// ErrWithdrawn means that the sender took its value back, because it failed or stopped.
	ErrWithdrawn = errors.New("value was withdrawn")
	// ErrNotLinked means that an optional port has no link.
	ErrNotLinked = errors.New("port is not linked")
	// ErrOutOfPhase means that an output was written outside of its actor's own tick.
	ErrOutOfPhase = errors.New("write out of phase")
	// ErrLength means that a slice of a value is longer than the size that the port was built for.
	ErrLength = errors.New("wrong length")
)

// PortError is the error of a port, with the values behind it.
type PortError struct {
	Port        string // whole path, "world/actor.port"
	From        string // path of the output at the other end
	Age, MaxAge time.Duration
	Detail      string
	Err         error
}

// Error names the port, the other end and the values.
func (e *PortError) Error() string {
	s := "input " + e.Port
	if e.Err == ErrOutOfPhase || e.Err == ErrLength {
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
// An input that may stay without a link has the tag `optional:"true"`. The value behind an input changes only between
// two ticks, and belongs to the reader until its next tick.
type In[T any] struct{ port *inlet[T] }

// inlet is what an input is bound to; it outlives incarnations.
type inlet[T any] struct {
	inletBase
	typed   *linkOf[T] // nil without a link
	current *entry[T]  // the reader's, nil before the first value
}

// inletBase is the part of an input that does not know the type of its value.
type inletBase struct {
	name     string
	path     string
	from     string
	doc      string
	owner    *cell
	sender   *cell // nil without a link
	maxAge   time.Duration
	optional bool
	sizes    Sizes
	link     *link

	stamp       messages.Stamp
	arrived     messages.Instant     // when the newest value was taken
	seen        uint64               // sequence of the newest value taken
	after       messages.Instant     // values of before are not for this incarnation
	have        bool                 // a value arrived and was not withdrawn
	changed     bool                 // a value arrived since the previous tick
	spoken      bool                 // a value arrived in this incarnation
	stale       bool                 // the receiver was told
	incarnation messages.Incarnation // of the sender, as the receiver was told
	problem     *PortError           // the latest of those that last

	ages     histogram
	age      ageOf
	received counter
}

// Latest returns the newest value and its stamp, however old, or false before the first one and after a withdrawal.
// The value must not be kept beyond the tick nor written to.
func (in *In[T]) Latest() (*T, messages.Stamp, bool) {
	p := in.port
	if p == nil || !p.have {
		return nil, messages.Stamp{}, false
	}
	return &p.current.value, p.stamp, true
}

// Fresh returns the newest value if it is not older than the input's bound, else an error that says which port, how
// old and how old it may be. The value must not be kept beyond the tick nor written to.
func (in *In[T]) Fresh(t *Tick) (*T, error) {
	p := in.port
	if p != nil && p.have {
		if p.maxAge <= 0 || p.ageAt(t.Now) <= p.maxAge && !p.ahead() {
			return &p.current.value, nil
		}
	}
	return nil, in.problem(t.Now)
}

// ageAt is the time since the newest value was true; since it arrived, where its stamp lies ahead of this clock: no value
// stays young because its sender's clock is wrong.
func (b *inletBase) ageAt(now messages.Instant) time.Duration {
	if mutant.On(mutant.AgeSinceArrival) {
		return max(0, now.Sub(b.arrived))
	}
	return max(0, now.Sub(min(b.stamp.Time, b.arrived)))
}

// ahead reports whether the newest value claims to be of a time that is further in the future than it may lie in the past.
func (b *inletBase) ahead() bool { return b.maxAge > 0 && b.stamp.Time.Sub(b.arrived) > b.maxAge }

// problem says why there is no fresh value. What an actor may live with for long allocates once only.
func (in *In[T]) problem(now messages.Instant) error {
	p := in.port
	switch {
	case p == nil:
		return &PortError{Port: "(unbound)", Err: ErrNotLinked}
	case p.link == nil:
		return p.lasting(ErrNotLinked)
	case p.current == nil:
		return p.lasting(ErrNoValue)
	case !p.have:
		return p.lasting(ErrWithdrawn)
	}
	stale := &PortError{Port: p.path, From: p.from, Err: ErrStale, Age: p.stamp.Age(now), MaxAge: p.maxAge}
	if p.ahead() {
		stale.Detail = "its stamp lies ahead of this clock, by more than it may be old"
	}
	return stale
}

// lasting returns an error of this input that says the same at every tick.
func (b *inletBase) lasting(err error) error {
	if b.problem == nil || b.problem.Err != err {
		b.problem = &PortError{Port: b.path, From: b.from, Err: err}
	}
	return b.problem
}

// Changed reports whether a value arrived since the previous tick.
func (in *In[T]) Changed() bool { return in.port != nil && in.port.changed }

// Linked reports whether the input has a link.
func (in *In[T]) Linked() bool { return in.port != nil && in.port.link != nil }

// Stamp returns the stamp of the newest value; its zero value before the first.
func (in *In[T]) Stamp() messages.Stamp {
	if in.port == nil {
		return messages.Stamp{}
	}
	return in.port.stamp
}

// Age returns how old the newest value is, or false before the first.
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
// What is sent is copied into a slot of each link; the sender keeps its arrays and may reuse them at once.
type Out[T any] struct {
	port        *outlet[T]
	loan        *T                   // this incarnation's own buffer, with arrays of the right sizes
	given       *T                   // a value while it is sent, so that the caller's need not move to the heap
	incarnation messages.Incarnation // of the actor struct that holds this output
}

// outlet is what an output is bound to; it outlives incarnations.
type outlet[T any] struct {
	outletBase
	plan  *copyPlan
	first *Out[T] // of the first incarnation; its buffer is allocated once the sizes are known
	sinks []*linkOf[T]
	taps  atomic.Pointer[[]*tapOf[T]]
}

type outletBase struct {
	name     string
	path     string
	owner    *cell
	sizes    Sizes
	doc      string
	sequence counter // of the newest value or withdrawal
	valid    bool    // the newest value was not withdrawn
}

// Loan returns the output's own buffer, with slices of the declared sizes, to be filled in place and sent with
// [Out.Publish]. It holds what this incarnation put there before; a new one finds zeros.
func (o *Out[T]) Loan() *T { return o.loan }

// Publish sends what Loan returned, stamped with the tick's time.
func (o *Out[T]) Publish(t *Tick) error { return o.send(t, o.loan, nil) }

// Send sends a copy of value, stamped with the tick's time.
func (o *Out[T]) Send(t *Tick, value T) error {
	if o.given == nil {
		return o.allowed(t)
	}
	*o.given = value
	return o.send(t, o.given, nil)
}

// SendAt sends a copy of value that was true at the given instant, which is not after the tick's time.
func (o *Out[T]) SendAt(t *Tick, value *T, when messages.Instant) error {
	if value == o.loan || o.given == nil {
		return o.send(t, o.loan, &when)
	}
	*o.given = *value
	return o.send(t, o.given, &when)
}

// Withdraw takes the newest value back: receivers have nothing to act on until the next one.
func (o *Out[T]) Withdraw(t *Tick) error {
	if err := o.allowed(t); err != nil {
		return err
	}
	o.port.withdraw(t.Now, o.incarnation)
	return nil
}

// Linked reports whether anything receives what is sent.
func (o *Out[T]) Linked() bool { return o.port != nil && len(o.port.sinks) > 0 }

// Heard reports whether anything takes what is sent: a link, the recorder, or a tap. What costs much to find out and is
// there for reports only need not be sent while nobody hears it.
func (o *Out[T]) Heard() bool {
	if o.port == nil {
		return false
	}
	taps := o.port.taps.Load()
	return len(o.port.sinks) > 0 || taps != nil && len(*taps) > 0
}

func (o *Out[T]) send(t *Tick, value *T, when *messages.Instant) error {
	if err := o.allowed(t); err != nil {
		return err
	}
	p := o.port
	if value != o.loan {
		if i := p.plan.fits(pointer(o.loan), pointer(value)); i >= 0 {
			return p.lengthError(i)
		}
	}
	p.sequence.add(1)
	p.valid = true
	stamp := messages.Stamp{Time: t.Now, Sequence: p.sequence.load(), Incarnation: o.incarnation}
	if mutant.On(mutant.IncarnationNotSent) {
		stamp.Incarnation = 1
	}
	if when != nil {
		stamp.Time = min(*when, t.Now)
	}
	for _, l := range p.sinks {
		l.put(value, stamp, true, t.Now)
	}
	if taps := p.taps.Load(); taps != nil {
		for _, tap := range *taps {
			tap.put(value, stamp)
		}
	}
	return nil
}

// allowed refuses writes that do not come from the actor's own tick of its current incarnation.
func (o *Out[T]) allowed(t *Tick) error {
	p := o.port
	if p == nil {
		return &PortError{Port: "(unbound)", Err: ErrNotLinked}
	}
	if t == nil || t.cell != p.owner || !t.ticking || p.owner.current() != o.incarnation || t.incarnation != o.incarnation {
		return p.outOfPhase(t)
	}
	return nil
}

func (p *outlet[T]) outOfPhase(t *Tick) error {
	detail := fmt.Sprintf("%s may write in its own tick in phase %s only", p.owner.spec.Name, p.owner.spec.Phase)
	if t != nil {
		detail += fmt.Sprintf("; refused in cycle %d of %s, incarnation %d", t.Sequence, t.Name(), t.incarnation)
	}
	return &PortError{Port: p.path, Err: ErrOutOfPhase, Detail: detail}
}

func (p *outlet[T]) lengthError(i int) error {
	f := p.plan.slices[i]
	return &PortError{Port: p.path, Err: ErrLength,
		Detail: fmt.Sprintf("%s is longer than the %d elements of dimension %q that the port was built for", f.name, p.sizes[f.dimension], f.dimension)}
}

// withdraw takes the newest value back, if there is one that was not.
func (p *outlet[T]) withdraw(now messages.Instant, incarnation messages.Incarnation) {
	if !p.valid {
		return
	}
	p.valid = false
	p.sequence.add(1)
	stamp := messages.Stamp{Time: now, Sequence: p.sequence.load(), Incarnation: incarnation}
	for _, l := range p.sinks {
		l.put(nil, stamp, false, now)
	}
	if taps := p.taps.Load(); taps != nil {
		for _, tap := range *taps {
			tap.put(nil, stamp)
		}
	}
}

// valueType is the type of the values of a port.
func valueType[T any]() reflect.Type { return reflect.TypeFor[T]() }

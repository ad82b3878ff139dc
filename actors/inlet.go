package actors

import (
	"fmt"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/actors/internal/stats"
	"github.com/robo-actors/robo-actors/messages"
)

// readable is the part of an inlet that its reader uses.
type readable struct {
	path       string
	from       string
	maxAge     time.Duration
	linked     bool
	cut        bool                 // the link was removed
	link       atomic.Pointer[link] // nil without a link
	current    *slot.Entry          // the reader's, nil before the first value
	stamp      messages.Stamp
	arrived    messages.Instant // when the newest value was taken
	have       bool             // a value arrived and was not withdrawn
	changed    bool             // a value arrived since the previous tick
	senderLife slot.Life        // when the cached error was made
	cached     *PortError       // the latest persistent error
}

// inlet is the receiving end of an input; it outlives incarnations.
type inlet struct {
	readable
	name     string
	doc      string
	typ      reflect.Type // of the values
	owner    *cell
	optional bool
	bound    time.Duration // of the age of its values, unless the link has one
	required string        // why an optional input needs a link
	excluded string        // why it must not have one
	sizes    Sizes

	guard *loanGuard // of the borrowed value; nil without a check of loans

	seen        uint64               // sequence of the newest value taken
	after       messages.Instant     // older values are not for this incarnation
	spoken      bool                 // a value arrived in this incarnation
	stale       bool                 // as reported to the receiver
	incarnation messages.Incarnation // of the sender, as reported to the receiver

	ages     stats.Histogram
	age      stats.Age
	born     messages.Instant // now minus the age of the newest value
	received stats.Counter
}

// fresh reports whether a value exists and is not too old. An unbound input has none.
func (p *readable) fresh(now messages.Instant) bool {
	return p != nil && p.have && (p.maxAge <= 0 || p.ageAt(now) <= p.maxAge && !p.ahead())
}

// ageAt is the time since the stamp of the newest value, or since its arrival if the stamp lies
// ahead of this clock: no value stays young because its sender's clock is wrong.
func (p *readable) ageAt(now messages.Instant) time.Duration {
	return max(0, now.Sub(min(p.stamp.Time, p.arrived)))
}

// ahead reports whether the stamp lies further in the future than the bound of the age.
func (p *readable) ahead() bool { return p.maxAge > 0 && p.stamp.Time.Sub(p.arrived) > p.maxAge }

// staleError explains why Fresh failed. Errors that can persist are cached, so that they allocate
// once.
func (p *readable) staleError(now messages.Instant) error {
	switch {
	case p == nil:
		return errUnbound
	case p.cut:
		return p.cutError()
	case !p.linked:
		return p.cachedError(ErrNotLinked)
	case p.current == nil:
		return p.cachedError(ErrNoValue)
	case !p.have:
		return p.withdrawnError()
	}
	stale := &PortError{Port: p.path, From: p.from, Err: ErrStale, Age: p.stamp.Age(now), MaxAge: p.maxAge}
	if p.ahead() {
		stale.Detail = "its stamp is ahead of this clock by more than max_age"
	}
	return stale
}

// cachedError returns a cached error of this input.
func (p *readable) cachedError(err error) error {
	if p.cached == nil || p.cached.Err != err {
		p.cached = &PortError{Port: p.path, From: p.from, Err: err}
	}
	return p.cached
}

// withdrawnError explains what became of the sender. It allocates only when that changes.
func (p *readable) withdrawnError() error {
	if life := p.link.Load().sender.Get(); p.cached == nil || p.cached.Err != ErrWithdrawn || p.senderLife != life {
		p.cached = &PortError{Port: p.path, From: p.from, Err: ErrWithdrawn, Detail: describe(life)}
		p.senderLife = life
	}
	return p.cached
}

// cutError explains that a change has removed the link.
func (p *readable) cutError() error {
	if p.cached == nil || p.cached.Err != ErrWithdrawn || p.senderLife != (slot.Life{}) {
		p.cached = &PortError{Port: p.path, From: p.from, Err: ErrWithdrawn, Detail: "its link was removed"}
		p.senderLife = slot.Life{}
	}
	return p.cached
}

// describe says why the sender of a withdrawn value sends nothing.
func describe(sender slot.Life) string {
	switch sender.State {
	case slot.Starting:
		return fmt.Sprintf("its sender is starting, in incarnation %d", sender.Incarnation)
	case slot.Failed:
		return fmt.Sprintf("its sender failed (%s)", sender.Cause)
	case slot.Stopped:
		return "its sender has stopped"
	}
	return "its sender runs and took it back; the sender's own events may say why"
}

// attach makes the input the receiving end of a link. It allocates nothing.
func (p *inlet) attach(l *link) {
	p.link.Store(l)
	p.linked, p.cut, p.from, p.maxAge, p.seen = true, false, l.from, l.maxAge, 0
}

// detach takes the link of the input away: its value is withdrawn. It allocates nothing.
func (p *inlet) detach() {
	p.link.Store(nil)
	p.linked, p.cut, p.maxAge = false, true, p.bound
	p.have, p.changed, p.current = false, false, nil
}

// reset starts an incarnation without values. It never sees what was sent before it began: a
// command for its predecessor is not executed.
func (p *inlet) reset(now messages.Instant) {
	p.current, p.have, p.changed, p.spoken, p.stale = nil, false, false, false, false
	p.stamp, p.after = messages.Stamp{}, now
	if l := p.link.Load(); l != nil {
		if e := l.take(now, p.seen); e != nil {
			p.seen = e.Stamp.Sequence
		}
	}
}

// latch takes over the newest entry before a tick. It drops values that were overtaken on their way
// or sent before this incarnation began. A value of a replaced incarnation of the sender counts as
// withdrawn.
func (p *inlet) latch(now messages.Instant) {
	p.changed = false
	l := p.link.Load()
	if l == nil {
		return
	}
	if e := l.take(now, p.seen); e != nil && e.Stamp.Sequence > p.seen {
		p.seen, p.current, p.stamp, p.arrived = e.Stamp.Sequence, e, e.Stamp, now
		p.have = !e.Withdrawn
		if p.changed = p.have; p.have {
			p.spoken = true
			p.received.Add(1)
		}
		if e.Stamp.Time < p.after {
			p.current, p.have, p.changed, p.spoken, p.stamp = nil, false, false, false, messages.Stamp{}
		}
	}
	if p.have && l.sender.Incarnation() != p.stamp.Incarnation {
		p.have, p.changed = false, false
	}
	switch {
	case p.have:
		age := p.ageAt(now)
		p.ages.Add(age)
		p.age.Set(age)
		p.born = now.Add(-age)
	case p.age.Get() >= 0: // withdrawn, and nothing arrived since
		p.age.Set(now.Sub(p.born))
	}
}

// checkUnlinked returns an error if an input cannot be without a link.
func (in *inlet) checkUnlinked() error {
	if in.optional {
		return nil
	}
	e := &LinkError{To: in.path, Carries: in.typ.String(), Why: in.required}
	if in.required != "" {
		e.Err = fmt.Errorf("input %s (%s) has no link and needs one: %s; link an output to it", in.path, in.typ, in.required)
	} else {
		e.Err = fmt.Errorf("input %s (%s) has no link; link an output to it, or declare it `optional:\"true\"`", in.path, in.typ)
	}
	return e
}

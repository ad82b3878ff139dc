package actortest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// check is a declared expectation. look is called once at every instant with an event or a release.
type check interface {
	// title is its declared name.
	title() string
	look(v *View) *Broken
	// end is called when the lab is closed.
	end(now messages.Instant) *Broken
}

// declare adds a check.
func (l *Lab) declare(c check) {
	l.checks = append(l.checks, c)
	l.declared++
}

// always is an invariant.
type always struct {
	name string
	fn   func(*View) error
}

func (c *always) title() string { return c.name }

func (c *always) look(v *View) *Broken {
	if err := usercode.Readable(c.fn(v)); err != nil {
		return &Broken{Check: c.name, Err: err}
	}
	return nil
}

func (c *always) end(messages.Instant) *Broken { return nil }

// Always declares an invariant for every instant, checked after everything that happens at that
// instant. The error states the violation, with the values.
func (l *Lab) Always(name string, holds func(*View) error) {
	l.declare(&always{name, holds})
}

// within is a condition that must hold within a span of time.
type within struct {
	name        string
	after, last messages.Instant
	bound       time.Duration
	fn          func(*View) bool
	met         bool
}

func (c *within) title() string { return c.name }

func (c *within) look(v *View) *Broken {
	switch {
	case c.met || v.Now() < c.after:
	case v.Now() <= c.last:
		c.met = c.fn(v)
	default:
		return c.late()
	}
	if !c.met && v.Now() == c.last {
		return c.late()
	}
	return nil
}

func (c *within) late() *Broken {
	return &Broken{Check: c.name, Err: fmt.Errorf("it did not hold from %s to %s, within %v", c.after, c.last, c.bound)}
}

func (c *within) end(now messages.Instant) *Broken {
	if c.met || now >= c.last {
		return nil
	}
	return &Broken{Check: c.name, Err: fmt.Errorf("the run ended at %s, before its deadline at %s", now, c.last)}
}

// Within declares a condition that must hold at some instant from after on, at most bound later.
func (l *Lab) Within(name string, after, bound time.Duration, met func(*View) bool) {
	l.declare(&within{name: name, after: messages.Instant(after), last: messages.Instant(after + bound), bound: bound, fn: met})
	// This makes an instant at the deadline, also if nothing else happens then.
	l.planAt(planned{at: after + bound, do: func() error { return nil }})
}

// responds is a bound on the time from each trigger to its response.
type responds struct {
	name              string
	bound             time.Duration
	trigger, response func(*View) bool
	waiting           bool
	since             messages.Instant
	was               bool // the trigger held at the instant before
}

func (c *responds) title() string { return c.name }

func (c *responds) look(v *View) *Broken {
	now := c.trigger(v)
	if now && !c.was && !c.waiting {
		c.waiting, c.since = true, v.Now()
	}
	c.was = now
	if !c.waiting {
		return nil
	}
	took := v.Now().Sub(c.since)
	if took <= c.bound && c.response(v) {
		c.waiting = false
	} else if took >= c.bound {
		return &Broken{Check: c.name, Err: fmt.Errorf("no response within %v of %s", c.bound, c.since)}
	}
	return nil
}

func (c *responds) end(messages.Instant) *Broken { return nil }

// Responds declares that the response holds at most bound after each time the trigger begins to
// hold.
func (l *Lab) Responds(name string, bound time.Duration, trigger, response func(*View) bool) {
	l.declare(&responds{name: name, bound: bound, trigger: trigger, response: response})
}

// eventually is a condition that must hold before the end.
type eventually struct {
	name string
	fn   func(*View) bool
	met  bool
}

func (c *eventually) title() string { return c.name }

func (c *eventually) look(v *View) *Broken {
	c.met = c.met || c.fn(v)
	return nil
}

func (c *eventually) end(now messages.Instant) *Broken {
	if c.met {
		return nil
	}
	return &Broken{Check: c.name, Err: fmt.Errorf("it did not hold before the end of the run at %s", now)}
}

// Eventually declares a condition that must hold at some instant before the lab is closed.
func (l *Lab) Eventually(name string, met func(*View) bool) {
	l.declare(&eventually{name: name, fn: met})
}

// healed is a condition that must hold from some time after the last fault on.
type healed struct {
	lab   *Lab
	name  string
	bound time.Duration
	fn    func(*View) bool
}

func (c *healed) title() string { return c.name }

// expect makes an instant for its first check.
func (c *healed) expect(l *Lab) {
	if last, lasting := l.settled(); lasting == "" && last.Add(c.bound) >= l.Now() {
		l.sys.At(last.Add(c.bound), func() {})
	}
}

func (c *healed) look(v *View) *Broken {
	last, lasting := v.lab.settled()
	if lasting != "" || v.lab.deserted() || v.Now() < last.Add(c.bound) || c.fn(v) {
		return nil
	}
	return &Broken{Check: c.name, Err: fmt.Errorf("it does not hold %v after the last fault, which ended at %s; expected it at every instant from %v after that on; for what must hold once, use Within", v.Now().Sub(last), last, c.bound)}
}

func (c *healed) end(now messages.Instant) *Broken {
	if c.lab.searching {
		return nil // some runs of a search check it, which suffices
	}
	if err := c.unasked(now); err != nil {
		return &Broken{Check: c.name, Err: err}
	}
	return nil
}

// unasked returns why a run has not checked the condition, or nil.
func (c *healed) unasked(now messages.Instant) error {
	last, lasting := c.lab.settled()
	if lasting != "" {
		return fmt.Errorf("it was not checked, because there is no last fault: %s", lasting)
	}
	if c.lab.deserted() {
		return errors.New("it was not checked, because joints wait for an operator, whom the plan does not have; add a line such as: every 250ms until 8s reset WORLD")
	}
	if from := last.Add(c.bound); now < from {
		return fmt.Errorf("it was not checked: the run ended at %s, before its deadline at %s, %v after the last fault", now, from, c.bound)
	}
	return nil
}

// unasked lists the conditions after the last fault that were not checked.
func (l *Lab) unasked() (all []string) {
	for _, c := range l.checks {
		if c, is := c.(*healed); is {
			if err := c.unasked(l.sys.Now()); err != nil {
				all = append(all, fmt.Sprintf("%q: %v", c.name, err))
			}
		}
	}
	return all
}

// Recovers declares a condition that holds from bound after the end of the last planned fault. A
// lab that runs by itself must reach that moment: it fails if its run ends earlier, if a fault
// never ends, or if a fault leaves something permanently stopped. A Search checks it in the runs
// that reach it.
//
// Met is called from that moment on only, and must then hold at every instant. For what must hold
// once within a time, use [Lab.Within]. For motion that comes and goes, let a condition of Always
// note when it was seen last.
func (l *Lab) Recovers(name string, bound time.Duration, met func(*View) bool) {
	c := &healed{lab: l, name: name, bound: bound, fn: met}
	if l.declare(c); l.sys != nil {
		c.expect(l)
	}
}

// sometimes is a situation that must be reached.
type sometimes struct {
	lab     *Lab
	name    string
	fn      func(*View) bool
	reached bool
}

func (c *sometimes) title() string { return c.name }

func (c *sometimes) look(v *View) *Broken {
	c.reached = c.reached || c.fn(v)
	return nil
}

func (c *sometimes) end(now messages.Instant) *Broken {
	if c.reached || c.lab.searching {
		return nil
	}
	return &Broken{Check: c.name, Err: fmt.Errorf("the situation was not reached before the end of the run at %s", now)}
}

// Sometimes declares a situation that at least one run of a Search must reach. A lab that runs by
// itself must reach it.
func (l *Lab) Sometimes(name string, reached func(*View) bool) {
	l.declare(&sometimes{lab: l, name: name, fn: reached})
}

// check evaluates all declared checks.
func (l *Lab) check() error {
	if v := l.violation; v != nil {
		l.violation = nil
		return l.broken(&Broken{Check: v.Invariant, Err: v})
	}
	if err := l.misfed; err != nil {
		l.misfed = nil
		return l.broken(&Broken{Check: "inputs are fed what they take", Err: err})
	}
	if b := l.takeMisuse(); b != nil {
		return l.broken(b)
	}
	for _, c := range l.values.channels {
		c.read = false
	}
	l.modes.forget()
	for _, c := range l.checks {
		if b := l.look(c); b != nil {
			return l.broken(b)
		}
	}
	l.looked = len(l.checks)
	return nil
}

// look evaluates one check. A panic of its code is its failure, with the plan that led to it.
// Panics of rapid pass through.
func (l *Lab) look(c check) (b *Broken) {
	if _, is := l.t.(*rapid.T); is {
		return c.look(&l.view)
	}
	defer func() {
		if r := recover(); r != nil {
			b = &Broken{Check: c.title(), Err: fmt.Errorf("its own code panicked: %v\n%s", r, debug.Stack())}
		}
	}()
	return c.look(&l.view)
}
